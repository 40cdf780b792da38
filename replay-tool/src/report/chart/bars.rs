//! Bars below each other, each with its name and its value: ranks, shares and funnels.

use std::fmt::Write;

use super::{Size, fitted, rectangle, svg, text, width_of};

/// Of a row, and of the bar in it.
const ROW: f64 = 30.0;
const THICK: f64 = 21.0;

/// One bar.
#[derive(Debug, Clone)]
pub(crate) struct Bar {
    pub(crate) name: String,
    pub(crate) value: f64,
    /// What stands behind the bar.
    pub(crate) label: String,
    pub(crate) class: &'static str,
}

/// Draws bars against a common whole: the longest one when none is given. One that is longer is shown broken. Names that
/// would take too much of the width stand above their bars.
pub(crate) fn bars(bars: &[Bar], whole: Option<f64>, size: Size) -> String {
    let widest = bars.iter().map(|bar| width_of(&bar.name)).fold(0.0, f64::max) + 10.0;
    let above = widest > size.width() * 0.45;
    let left = if above { 0.0 } else { widest };
    // Values are bold.
    let behind = bars.iter().map(|bar| width_of(&bar.label)).fold(0.0, f64::max) * 1.12 + 12.0;
    let width = size.width() - left - behind;
    let whole = whole.unwrap_or_else(|| bars.iter().map(|bar| bar.value).fold(0.0, f64::max));
    let mut out = String::new();
    let mut top = 0.0;
    for bar in bars {
        if above {
            text(&mut out, 0.0, top + 14.0, "name", &fitted(&bar.name, size.width()));
            top += 17.0;
        } else {
            text(&mut out, left - 8.0, top + 19.0, "name end", &bar.name);
        }
        let long = if whole > 0.0 { (width * bar.value / whole).clamp(0.0, width) } else { 0.0 };
        let title = format!("{}: {}", bar.name, bar.label);
        rectangle(&mut out, (left, top + 4.0), (width, THICK), "track", &title);
        rectangle(&mut out, (left, top + 4.0), (long.max(1.5), THICK), bar.class, &title);
        if bar.value > whole {
            let at = left + width - 26.0;
            let _ = write!(
                out,
                "<path d=\"M{at:.1} {:.1}l8 -{}\" class=\"break\"/>",
                top + 5.0 + THICK,
                THICK + 2.0
            );
        }
        text(&mut out, left + width + 8.0, top + 19.0, "value", &bar.label);
        top += ROW;
    }
    svg(size, top.max(1.0), &out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_are_drawn_against_their_whole() {
        let rows = [
            Bar { name: "offered".to_owned(), value: 10.0, label: "10".to_owned(), class: "s1" },
            Bar { name: "bought".to_owned(), value: 0.0, label: "0".to_owned(), class: "s1" },
        ];
        let drawn = bars(&rows, None, Size::Half);
        assert_eq!(drawn.matches("class=\"s1\"").count(), 2);
        assert!(drawn.contains("<title>offered: 10</title>") && !drawn.contains("NaN"), "{drawn}");
        assert!(!drawn.contains("break") && bars(&rows, Some(4.0), Size::Half).contains("break"));
        assert!(!bars(&[], None, Size::Phone).contains("NaN"));
    }
}
