//! Bars below each other, each with its name and its value: ranks, shares and funnels.

use maud::{Markup, html};

use super::{Size, fitted, rectangle, svg, text, width_of};

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

/// Draws bars in proportion to a common whole; without one, to the longest bar. Names that would take too much of the
/// width are above their bars, in two lines where one is too short.
pub(crate) fn bars(bars: &[Bar], whole: Option<f64>, size: Size) -> Markup {
    let widest = bars.iter().map(|bar| width_of(&bar.name)).fold(0.0, f64::max) + 10.0;
    let above = widest > size.width() * 0.45;
    let left = if above { 0.0 } else { widest };
    // Values are bold.
    let label_width = bars.iter().map(|bar| width_of(&bar.label)).fold(0.0, f64::max) * 1.12 + 12.0;
    let width = size.width() - left - label_width;
    let whole = whole.unwrap_or_else(|| bars.iter().map(|bar| bar.value).fold(0.0, f64::max));
    let mut height = 0.0;
    let content = html! {
        @for bar in bars {
            @let names = if above { lines(&bar.name, size.width()) } else { Vec::new() };
            @for name in &names {
                (text(0.0, height + 14.0, "name", name))
                @let () = height += NAME;
            }
            @if !above {
                (text(left - 8.0, height + 19.0, "name end", &bar.name))
            }
            @let long = if whole > 0.0 { (width * bar.value / whole).clamp(0.0, width) } else { 0.0 };
            @let title = format!("{}: {}", bar.name, bar.label);
            (rectangle((left, height + 4.0), (width, THICK), "track", &title))
            @if bar.value > 0.0 {
                (rectangle((left, height + 4.0), (long.max(1.5), THICK), bar.class, &title))
            }
            (text(left + width + 8.0, height + 19.0, "value", &bar.label))
            @let () = height += ROW;
        }
    };
    svg(size, height.max(1.0), &content)
}

/// A name in one line; else two, a pair of names one in each.
fn lines(name: &str, width: f64) -> Vec<String> {
    match name.split_once(" – ") {
        Some((one, other)) if width_of(name) > width => {
            vec![fitted(&format!("{one} –"), width), fitted(other, width)]
        }
        _ => vec![fitted(name, width)],
    }
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
        assert_eq!(drawn.matches("class=\"s1\"").count(), 1, "nothing is no bar");
        assert!(drawn.contains("<title>offered: 10</title>") && !drawn.contains("NaN"), "{drawn}");
        assert!(!bars(&[], None, Size::Phone).into_string().contains("NaN"));
    }

    #[test]
    fn a_pair_of_long_names_has_two_lines() {
        let pair = "Golfclub De Zuiderzeewal te Dronten – Golfclub Het Hoge Duin te Noordwijk";
        let bar = Bar { name: pair.to_owned(), value: 7.0, label: "7".to_owned(), class: "s1" };
        let drawn = bars(&[bar], None, Size::Phone).into_string();
        assert!(drawn.contains(">Golfclub De Zuiderzeewal te Dronten –</text>"), "{drawn}");
        assert!(drawn.contains(">Golfclub Het Hoge Duin te Noordwijk</text>"), "{drawn}");
    }
}
