//! The general terms: the page of the portal as an A4 document with bookmarks and page numbers.

use krilla::tagging::{ListNumbering, Tag};

use super::flow::{BODY, Flow, MARGIN, PlacedLine, WIDTH};
use super::fonts::Face;
use super::lines::{Line, Piece, TextStyle, break_pieces, pieces};
use super::{PdfError, theme};
use crate::Portal;
use crate::dutch::one_line;
use crate::html::{self, Block, Item};

const INDENT: f32 = 16.0;

/// The terms as PDF, from the title and the HTML of their page.
///
/// # Errors
/// [`PdfError`] when the document cannot be written.
pub fn terms(portal: &Portal, title: &str, contents: &str) -> Result<Vec<u8>, PdfError> {
    let title = one_line(title);
    let mut flow = Flow::default();
    flow.title(&title);
    for block in html::blocks(contents) {
        match block {
            Block::Heading { level, spans } => flow.heading(level, &html::text(&spans)),
            Block::Paragraph(spans) => paragraph(&mut flow, &spans),
            Block::List(items) => list(&mut flow, &items),
        }
    }
    let host = portal.home().split_once("://").map_or(portal.home(), |(_, host)| host);
    flow.draw(&title, &format!("{title} · {host}"))
}

fn paragraph(flow: &mut Flow, spans: &[html::Span]) {
    let element = flow.element(Tag::P, None);
    flow.flow(element, break_spans(spans, 0.0), 0.0, BODY, 1.5 * BODY);
    flow.y += 7.0;
}

fn list(flow: &mut Flow, items: &[Item]) {
    let numbering = if items.iter().any(|item| item.number.is_some()) {
        ListNumbering::Decimal
    } else {
        ListNumbering::Disc
    };
    let list = flow.element(Tag::L(numbering), None);
    for item in items {
        let indent = INDENT * (item.depth as f32 + 1.0);
        let li = flow.element(Tag::LI, Some(list));
        let (label, body) = (flow.element(Tag::Lbl, Some(li)), flow.element(Tag::LBody, Some(li)));
        let lines = break_spans(&item.spans, indent);
        flow.keep_together(lines.len(), 1.5 * BODY);
        let style = TextStyle::new(Face::Regular, theme::GREEN);
        let marker = Line { pieces: vec![Piece { style, text: item.marker() }] };
        let at = (MARGIN + indent - INDENT + 2.0, flow.y + 1.1 * BODY);
        flow.place(PlacedLine { element: label, line: marker, at, size: BODY, last: false });
        flow.flow(body, lines, indent, BODY, 1.5 * BODY);
        flow.y += 3.0;
    }
    flow.y += 4.0;
}

fn break_spans(spans: &[html::Span], indent: f32) -> Vec<Line> {
    break_pieces(&pieces(spans, theme::INK, theme::GREEN), BODY, WIDTH - indent)
}
