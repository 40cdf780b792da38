//! Charts as SVG. Each is drawn twice, for a wide screen and for a phone, and the style sheet shows one, so that
//! letters have the same size. Colours are classes, so that dark mode and print can use others.

mod bars;
mod columns;

use maud::{Markup, html};

pub(super) use bars::{Bar, bars};
pub(super) use columns::{Columns, Label, Series};

/// The width of a chart, in SVG units.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Size {
    /// In one of two columns of a wide screen, or over the full width.
    Half,
    Full,
    Phone,
}

impl Size {
    const fn width(self) -> f64 {
        match self {
            Self::Half => 520.0,
            Self::Full => 1_072.0,
            Self::Phone => 340.0,
        }
    }

    const fn class(self) -> &'static str {
        match self {
            Self::Half | Self::Full => "wide",
            Self::Phone => "narrow",
        }
    }
}

/// Draws for a wide screen and for a phone. The picture is hidden from screen readers, because the table below it has
/// the same figures.
pub(super) fn both(wide: Size, draw: impl Fn(Size) -> Markup) -> Markup {
    html! { (draw(wide)) (draw(Size::Phone)) }
}

// Each SVG element has an end tag: in HTML an empty element without one would contain what follows it.
fn svg(size: Size, height: f64, content: &Markup) -> Markup {
    html! {
        svg class={ "chart " (size.class()) } viewBox={ "0 0 " (size.width()) " " (format_args!("{height:.0}")) }
            aria-hidden="true" focusable="false" { (content) }
    }
}

fn text(x: f64, y: f64, class: &str, content: &str) -> Markup {
    html! { text x=(pixels(x)) y=(pixels(y)) class=(class) { (content) } }
}

fn path(line: &str, class: &str) -> Markup {
    html! { path d=(line) class=(class) {} }
}

/// A rectangle with a tooltip.
fn rectangle(at: (f64, f64), size: (f64, f64), class: &str, title: &str) -> Markup {
    let radius = (size.0.min(size.1) / 3.0).min(2.0);
    html! {
        rect x=(pixels(at.0)) y=(pixels(at.1)) width=(pixels(size.0.max(0.0))) height=(pixels(size.1.max(0.0)))
            rx=(pixels(radius)) class=(class) {
            title { (title) }
        }
    }
}

fn pixels(length: f64) -> String {
    format!("{length:.1}")
}

/// Round numbers from 0 to the highest value or a little above it, four or five of them.
fn ticks(highest: f64) -> Vec<f64> {
    let highest = if highest > 0.0 { highest } else { 1.0 };
    let rough = highest / 4.0;
    let magnitude = 10_f64.powf(rough.log10().floor());
    // Counts are whole numbers.
    let is_allowed = |step: &f64| *step >= rough - f64::EPSILON && (highest < 4.0 || step.fract() == 0.0);
    let steps = [1.0, 2.0, 2.5, 5.0, 10.0].into_iter().map(|factor| factor * magnitude);
    let step = steps.filter(is_allowed).fold(f64::INFINITY, f64::min).min(10.0 * magnitude);
    let mut ticks = vec![0.0];
    while ticks.last().is_some_and(|last| *last < highest - step * 1e-9) {
        #[expect(clippy::cast_precision_loss, reason = "five ticks")]
        ticks.push(step * ticks.len() as f64);
    }
    ticks
}

/// The approximate width of a text in pixels, at the charts' font size, in the wider fonts of systems.
fn width_of(text: &str) -> f64 {
    text.chars()
        .map(|letter| match letter {
            'i' | 'j' | 'l' | ' ' | '.' | ',' | '\'' => 3.9,
            'f' | 't' | 'r' | '(' | ')' | '-' => 5.0,
            'm' | 'w' | 'M' | 'W' | '%' => 11.4,
            'A'..='Z' => 8.6,
            '0'..='9' => 7.7,
            _ => 7.2,
        })
        .sum()
}

/// The text, shortened to the width.
fn fitted(text: &str, width: f64) -> String {
    if width_of(text) <= width {
        return text.to_owned();
    }
    let mut short = String::new();
    for letter in text.chars() {
        if width_of(&short) + 16.0 > width {
            break;
        }
        short.push(letter);
    }
    format!("{}…", short.trim_end())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_cover_the_values() {
        assert_eq!(ticks(7.0), [0.0, 2.0, 4.0, 6.0, 8.0]);
        assert_eq!(ticks(9.0), [0.0, 5.0, 10.0]);
        assert_eq!(ticks(100.0), [0.0, 25.0, 50.0, 75.0, 100.0]);
        assert_eq!(ticks(1.0), [0.0, 0.25, 0.5, 0.75, 1.0]);
        assert_eq!(ticks(0.0).last(), Some(&1.0), "an empty chart has an axis too");
        for highest in [3.0, 11.0, 437.0, 12_345.0] {
            let ticks = ticks(highest);
            assert!(ticks.len() <= 6 && ticks.last().is_some_and(|last| *last >= highest), "{ticks:?}");
        }
    }

    #[test]
    fn long_names_end_with_an_ellipsis() {
        assert_eq!(fitted("De Eik", 100.0), "De Eik");
        let short = fitted("Golfclub De Zuiderzeewal te Dronten", 100.0);
        assert!(short.ends_with('…') && width_of(&short) <= 100.0, "{short}");
    }
}
