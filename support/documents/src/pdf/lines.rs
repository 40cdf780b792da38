//! Breaking text into lines: greedy, at spaces and after hyphens, and inside a word only when nothing else fits.

use super::fonts::{Face, width};
use super::theme::Rgb;
use crate::html::Span;

/// Face, colour and link of a piece of text.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct TextStyle {
    pub(super) face: Face,
    pub(super) color: Rgb,
    pub(super) link: Option<String>,
}

impl TextStyle {
    pub(super) fn new(face: Face, color: Rgb) -> Self {
        Self { face, color, link: None }
    }
}

/// Text in one style.
#[derive(Debug, Clone)]
pub(super) struct Piece {
    pub(super) style: TextStyle,
    pub(super) text: String,
}

/// One line, ready to be drawn.
#[derive(Debug, Clone, Default)]
pub(super) struct Line {
    pub(super) pieces: Vec<Piece>,
}

impl Line {
    fn push(&mut self, text: &str, style: &TextStyle) {
        match self.pieces.last_mut() {
            Some(last) if last.style == *style => last.text.push_str(text),
            _ => self.pieces.push(Piece { style: style.clone(), text: text.to_owned() }),
        }
    }

    pub(super) fn text(&self) -> String {
        self.pieces.iter().map(|piece| piece.text.as_str()).collect()
    }
}

/// Text in one style, broken into lines of at most `max` points wide at `size` points.
pub(super) fn break_text(text: &str, style: &TextStyle, size: f32, max: f32) -> Vec<Line> {
    break_pieces(&[Piece { style: style.clone(), text: text.to_owned() }], size, max)
}

/// Spans of an editor's text: strong is semi-bold, links are green.
pub(super) fn pieces(spans: &[Span], color: Rgb, link_color: Rgb) -> Vec<Piece> {
    spans
        .iter()
        .map(|span| {
            let face = match (span.strong, span.emphasis) {
                (true, _) => Face::SemiBold,
                (false, true) => Face::Italic,
                (false, false) => Face::Regular,
            };
            let color = if span.link.is_some() { link_color } else { color };
            Piece { style: TextStyle { face, color, link: span.link.clone() }, text: span.text.clone() }
        })
        .collect()
}

/// A part of the text that is only broken when no line can hold it, and its separator.
#[derive(Default)]
struct Word {
    parts: Vec<(TextStyle, String)>,
    separator: Separator,
}

#[derive(Default, Clone, Copy, PartialEq)]
enum Separator {
    /// A line may end here, and nothing is drawn when it does not: after a hyphen.
    #[default]
    Nothing,
    Space,
    LineBreak,
}

/// Breaks pieces into lines of at most `max` points at `size` points.
pub(super) fn break_pieces(pieces: &[Piece], size: f32, max: f32) -> Vec<Line> {
    let mut lines = vec![Line::default()];
    let mut used = 0.0;
    for word in words(pieces) {
        let word_width = size * word.parts.iter().map(|(style, text)| width(style.face, text)).sum::<f32>();
        let Some((first_style, _)) = word.parts.first() else {
            if word.separator == Separator::LineBreak {
                lines.push(Line::default());
                used = 0.0;
            }
            continue;
        };
        let space = if word.separator == Separator::Space && used > 0.0 {
            size * width(first_style.face, " ")
        } else {
            0.0
        };
        if word.separator == Separator::LineBreak || (used > 0.0 && used + space + word_width > max) {
            lines.push(Line::default());
            used = 0.0;
        } else if space > 0.0 {
            push_space(&mut lines, first_style);
            used += space;
        }
        for (style, text) in &word.parts {
            used = push_word(&mut lines, style, text, size, max, used);
        }
    }
    lines
}

/// A space belongs to a link only between two words of that link.
fn push_space(lines: &mut [Line], next: &TextStyle) {
    let Some(line) = lines.last_mut() else { return };
    let style = match line.pieces.last() {
        Some(piece) if piece.style == *next || piece.style.link.is_none() => piece.style.clone(),
        Some(piece) if next.link.is_some() => {
            TextStyle { face: Face::Regular, color: piece.style.color, link: None }
        }
        _ => next.clone(),
    };
    line.push(" ", &style);
}

/// Puts a word on the last line, or breaks it by characters when an empty line cannot hold it.
fn push_word(lines: &mut Vec<Line>, style: &TextStyle, text: &str, size: f32, max: f32, used: f32) -> f32 {
    let whole = size * width(style.face, text);
    if used + whole <= max || (used == 0.0 && text.chars().count() == 1) {
        if let Some(line) = lines.last_mut() {
            line.push(text, style);
        }
        return used + whole;
    }
    let mut used = used;
    for c in text.chars() {
        let c = c.to_string();
        let advance = size * width(style.face, &c);
        if used > 0.0 && used + advance > max {
            lines.push(Line::default());
            used = 0.0;
        }
        if let Some(line) = lines.last_mut() {
            line.push(&c, style);
        }
        used += advance;
    }
    used
}

fn words(pieces: &[Piece]) -> Vec<Word> {
    let mut words = vec![Word::default()];
    let begin =
        |words: &mut Vec<Word>, separator: Separator| words.push(Word { parts: Vec::new(), separator });
    for piece in pieces {
        for c in piece.text.chars() {
            match c {
                ' ' => begin(&mut words, Separator::Space),
                '\n' => begin(&mut words, Separator::LineBreak),
                c => {
                    let Some(word) = words.last_mut() else { continue };
                    match word.parts.last_mut() {
                        Some((style, text)) if *style == piece.style => text.push(c),
                        _ => word.parts.push((piece.style.clone(), c.to_string())),
                    }
                    if c == '-' {
                        begin(&mut words, Separator::Nothing);
                    }
                }
            }
        }
    }
    words
}

/// At most `count` lines, with an ellipsis where the text is truncated.
pub(super) fn shortened(mut lines: Vec<Line>, count: usize) -> Vec<Line> {
    if lines.len() > count {
        lines.truncate(count);
        if let Some(piece) = lines.last_mut().and_then(|line| line.pieces.last_mut()) {
            piece.text.truncate(piece.text.trim_end().len());
            for _ in 0..2 {
                piece.text.pop();
            }
            piece.text.push('…');
        }
    }
    lines
}

/// The first of `steps`, a size and how many lines it may take, that holds the text; the last one shortens it.
pub(super) fn fitted(text: &str, style: &TextStyle, steps: &[(f32, usize)], max: f32) -> (f32, Vec<Line>) {
    let mut tried = (0.0, Vec::new());
    for (size, count) in steps {
        let lines = break_text(text, style, *size, max);
        if lines.len() <= *count {
            return (*size, lines);
        }
        tried = (*size, shortened(lines, *count));
    }
    tried
}

#[cfg(test)]
mod tests {
    use super::*;

    fn style() -> TextStyle {
        TextStyle::new(Face::Regular, crate::pdf::theme::INK)
    }

    fn texts(text: &str, max: f32) -> Vec<String> {
        break_text(text, &style(), 10.0, max).iter().map(Line::text).collect()
    }

    fn assert_fits(lines: &[Line], max: f32) {
        for line in lines {
            let width: f32 = line.pieces.iter().map(|p| 10.0 * width(p.style.face, &p.text)).sum();
            assert!(width <= max + 0.5, "{} is {width} wide", line.text());
        }
    }

    #[test]
    fn lines_break_at_spaces_and_hyphens_without_losing_text() {
        let text =
            "Meld je een kwartier voor je ronde in het clubhuis van Golfbaan Ruige-Wold-aan-de-Waterkant";
        let lines = texts(text, 120.0);
        assert!(lines.len() > 3, "{lines:?}");
        assert_eq!(lines.join(" ").replace("- ", "-"), text);
        assert_fits(&break_text(text, &style(), 10.0, 120.0), 120.0);
    }

    #[test]
    fn a_word_that_is_too_long_for_a_line_is_broken() {
        let word = "Wolfeschlegelsteinhausenbergerdorff";
        assert_eq!(texts(word, 80.0).concat(), word);
        assert_fits(&break_text(word, &style(), 10.0, 80.0), 80.0);
    }

    #[test]
    fn forced_breaks_and_no_break_spaces_are_preserved() {
        assert_eq!(texts("a\nb", 100.0), ["a", "b"]);
        assert_eq!(texts("aaaaaaaa €\u{a0}12,50", 70.0), ["aaaaaaaa", "€\u{a0}12,50"]);
    }

    #[test]
    fn a_link_does_not_include_the_spaces_around_it() {
        let link = TextStyle { link: Some("tel:1".to_owned()), ..style() };
        let pieces = [
            Piece { style: style(), text: "bel ".to_owned() },
            Piece { style: link, text: "050 000".to_owned() },
            Piece { style: style(), text: " nu".to_owned() },
        ];
        let lines = break_pieces(&pieces, 10.0, 500.0);
        let texts: Vec<&str> = lines[0].pieces.iter().map(|p| p.text.as_str()).collect();
        assert_eq!(texts, ["bel ", "050 000", " nu"]);
    }

    #[test]
    fn a_text_that_does_not_fit_is_made_smaller_then_shortened() {
        let (size, lines) = fitted("Golfclub De Essenlaan", &style(), &[(20.0, 1), (10.0, 1)], 120.0);
        assert_eq!((size, lines.len()), (10.0, 1));
        let (size, lines) = fitted(&"Golfclub ".repeat(30), &style(), &[(20.0, 2), (10.0, 2)], 120.0);
        assert_eq!((size, lines.len()), (10.0, 2));
        assert!(lines[1].text().ends_with('…'));
    }
}
