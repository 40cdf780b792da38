//! The club's instructions to its guests, under the ticket: at the largest size at which they fit. A text that fits at
//! no size is truncated and says where the rest is.

use krilla::tagging::{ListNumbering, Tag};

use super::canvas::Canvas;
use super::fonts::Face;
use super::lines::{Line, Piece, TextStyle, break_pieces, break_text, pieces};
use super::tags::{Child, Element, heading};
use super::theme;
use crate::html::{Block, Span};

const SIZES: [f32; 7] = [10.0, 9.5, 9.0, 8.5, 8.0, 7.5, 7.0];
const LEADING: f32 = 1.4;
/// Between two paragraphs, in units of the size.
const GAP: f32 = 0.35;
const INDENT: f32 = 1.3;

pub(super) struct ArrivalNote {
    pub(super) blocks: Vec<Block>,
}

/// One paragraph or item, broken into lines.
struct Passage {
    marker: Option<String>,
    indent: f32,
    lines: Vec<Line>,
}

impl ArrivalNote {
    /// Draws heading and text from the baseline `at` down to `bottom`; nothing when there is no text.
    pub(super) fn draw(
        &self,
        canvas: &mut Canvas<'_>,
        part: &mut Element,
        at: (f32, f32),
        width: f32,
        bottom: f32,
    ) {
        if self.blocks.is_empty() {
            return;
        }
        let title = "Bij aankomst";
        let mut element = Element::new(heading(2, title));
        let style = TextStyle::new(Face::SemiBold, theme::GREEN);
        canvas.lines(&mut element, &break_text(title, &style, 11.0, width), at, 11.0, 14.0);
        part.push(Child::Element(element));

        let top = at.1 + 6.0;
        let (size, passages) = self.fitted(width, bottom - top);
        let mut y = top;
        for passage in passages {
            let element = passage.draw(canvas, (at.0, y + 1.1 * size), size);
            part.push(Child::Element(element));
            y += passage.height(size);
        }
    }

    fn fitted(&self, width: f32, height: f32) -> (f32, Vec<Passage>) {
        let mut smallest = (0.0, Vec::new());
        for size in SIZES {
            let passages = self.layout(size, width);
            if passages.iter().map(|passage| passage.height(size)).sum::<f32>() <= height {
                return (size, passages);
            }
            smallest = (size, passages);
        }
        (smallest.0, truncated(smallest.1, smallest.0, width, height))
    }

    fn layout(&self, size: f32, width: f32) -> Vec<Passage> {
        let break_text = |spans: &[Span], indent: f32| {
            break_pieces(&pieces(spans, theme::INK, theme::GREEN), size, width - indent)
        };
        let mut passages = Vec::new();
        for block in &self.blocks {
            match block {
                Block::Heading { spans, .. } => {
                    let strong: Vec<Span> =
                        spans.iter().map(|span| Span { strong: true, ..span.clone() }).collect();
                    passages.push(Passage { marker: None, indent: 0.0, lines: break_text(&strong, 0.0) });
                }
                Block::Paragraph(spans) => {
                    passages.push(Passage { marker: None, indent: 0.0, lines: break_text(spans, 0.0) });
                }
                Block::List(items) => passages.extend(items.iter().map(|item| {
                    let indent = INDENT * size * (item.depth as f32 + 1.0);
                    Passage { marker: Some(item.marker()), indent, lines: break_text(&item.spans, indent) }
                })),
            }
        }
        passages
    }
}

/// Retains the lines that fit above one last line that refers to the portal.
fn truncated(passages: Vec<Passage>, size: f32, width: f32, height: f32) -> Vec<Passage> {
    let style = TextStyle::new(Face::Italic, theme::INK_SOFT);
    let rest = Passage {
        marker: None,
        indent: 0.0,
        lines: break_text("Lees verder in het portaal.", &style, size, width),
    };
    let mut left = height - rest.height(size);
    let mut visible = Vec::new();
    for mut passage in passages {
        let lines = ((left / size - GAP) / LEADING).floor().max(0.0) as usize;
        let is_complete = passage.lines.len() <= lines;
        passage.lines.truncate(lines);
        left -= passage.height(size);
        if !passage.lines.is_empty() {
            visible.push(passage);
        }
        if !is_complete {
            break;
        }
    }
    visible.push(rest);
    visible
}

impl Passage {
    fn height(&self, size: f32) -> f32 {
        (self.lines.len() as f32 * LEADING + GAP) * size
    }

    fn draw(&self, canvas: &mut Canvas<'_>, at: (f32, f32), size: f32) -> Element {
        let text_at = (at.0 + self.indent, at.1);
        let Some(marker) = &self.marker else {
            let mut paragraph = Element::new(Tag::P);
            canvas.lines(&mut paragraph, &self.lines, text_at, size, LEADING * size);
            return paragraph;
        };
        let (mut label, mut body) = (Element::new(Tag::Lbl), Element::new(Tag::LBody));
        let style = TextStyle::new(Face::Regular, theme::GREEN);
        let line = Line { pieces: vec![Piece { style, text: marker.clone() }] };
        canvas.line(&mut label, &line, (text_at.0 - INDENT * size, at.1), size, false);
        canvas.lines(&mut body, &self.lines, text_at, size, LEADING * size);
        Element::new(Tag::L(ListNumbering::Disc)).with(Element::new(Tag::LI).with(label).with(body))
    }
}
