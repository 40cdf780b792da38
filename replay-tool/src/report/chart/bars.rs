//! Bars below each other, each with its name and its value: ranks, shares and funnels.

use maud::{Markup, html};

use super::{Size, fitted, path, rectangle, svg, text, width_of};

/// The height of a row, and of the bar in it.
const ROW: f64 = 30.0;
const THICK: f64 = 21.0;
/// The height of a name above its bar.
const NAME: f64 = 17.0;

/// One bar.
#[derive(Debug, Clone)]
pub(crate) struct Bar {
    pub(crate) name: String,
    pub(crate) value: f64,
    /// The text after the bar.
    pub(crate) label: String,
    pub(crate) class: &'static str,
}

/// Draws bars in proportion to a common whole; without one, to the longest bar. A longer bar is marked as cut off.
/// Names that would take too much of the width are above their bars.
pub(crate) fn bars(bars: &[Bar], whole: Option<f64>, size: Size) -> Markup {
    let widest = bars.iter().map(|bar| width_of(&bar.name)).fold(0.0, f64::max) + 10.0;
    let above = widest > size.width() * 0.45;
    let left = if above { 0.0 } else { widest };
    // Values are bold.
    let label_width = bars.iter().map(|bar| width_of(&bar.label)).fold(0.0, f64::max) * 1.12 + 12.0;
    let width = size.width() - left - label_width;
    let whole = whole.unwrap_or_else(|| bars.iter().map(|bar| bar.value).fold(0.0, f64::max));
    let row = if above { ROW + NAME } else { ROW };
    let content = html! {
        @for (bar, row_top) in bars.iter().zip(std::iter::successors(Some(0.0), |top| Some(top + row))) {
            @let top = if above { row_top + NAME } else { row_top };
            @if above {
                (text(0.0, row_top + 14.0, "name", &fitted(&bar.name, size.width())))
            } @else {
                (text(left - 8.0, top + 19.0, "name end", &bar.name))
            }
            @let long = if whole > 0.0 { (width * bar.value / whole).clamp(0.0, width) } else { 0.0 };
            @let title = format!("{}: {}", bar.name, bar.label);
            (rectangle((left, top + 4.0), (width, THICK), "track", &title))
            (rectangle((left, top + 4.0), (long.max(1.5), THICK), bar.class, &title))
            @if bar.value > whole {
                (path(&format!("M{:.1} {:.1}l8 -{}", left + width - 26.0, top + 5.0 + THICK, THICK + 2.0), "break"))
            }
            (text(left + width + 8.0, top + 19.0, "value", &bar.label))
        }
    };
    #[expect(clippy::cast_precision_loss, reason = "a few bars")]
    let height = row * bars.len() as f64;
    svg(size, height.max(1.0), &content)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_are_in_proportion_to_their_whole() {
        let rows = [
            Bar { name: "offered".to_owned(), value: 10.0, label: "10".to_owned(), class: "s1" },
            Bar { name: "bought".to_owned(), value: 0.0, label: "0".to_owned(), class: "s1" },
        ];
        let drawn = bars(&rows, None, Size::Half).into_string();
        assert_eq!(drawn.matches("class=\"s1\"").count(), 2);
        assert!(drawn.contains("<title>offered: 10</title>") && !drawn.contains("NaN"), "{drawn}");
        assert!(
            !drawn.contains("break") && bars(&rows, Some(4.0), Size::Half).into_string().contains("break")
        );
        assert!(!bars(&[], None, Size::Phone).into_string().contains("NaN"));
    }
}
