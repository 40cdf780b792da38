//! The general terms: the page of the portal as an A4 document with bookmarks and page numbers.
//!
//! Everything is laid out first and drawn afterwards, since page numbers state the total.

use krilla::destination::XyzDestination;
use krilla::geom::Point;
use krilla::outline::{Outline, OutlineNode};
use krilla::tagging::{ArtifactType, ListNumbering, Tag, TagKind};

use super::canvas::Canvas;
use super::document::DocumentWriter;
use super::fonts::{Face, width};
use super::lines::{Line, Piece, TextStyle, break_pieces, break_text, pieces};
use super::tags::{Child, Element, heading};
use super::{PdfError, theme};
use crate::Portal;
use crate::dutch::one_line;
use crate::html::{self, Block, Item};

/// A4 upright, in points.
const SIZE: (f32, f32) = (595.28, 841.89);
const MARGIN: f32 = 76.0;
const WIDTH: f32 = SIZE.0 - 2.0 * MARGIN;
const TOP: f32 = 84.0;
const FIRST_TOP: f32 = 132.0;
const BOTTOM: f32 = SIZE.1 - 84.0;
const BODY: f32 = 10.5;
const INDENT: f32 = 16.0;

/// The terms as PDF, from the title and the HTML of their page.
///
/// # Errors
/// [`PdfError`] when the document cannot be written.
pub fn terms(portal: &Portal, title: &str, contents: &str) -> Result<Vec<u8>, PdfError> {
    let title = one_line(title);
    let mut layout = Layout::default();
    layout.title(&title);
    for block in html::blocks(contents) {
        match block {
            Block::Heading { level, spans } => layout.heading(level, &html::text(&spans)),
            Block::Paragraph(spans) => layout.paragraph(&spans),
            Block::List(items) => layout.list(&items),
        }
    }
    layout.draw(portal, &title)
}

/// A line with its position, and the element that it belongs to.
struct PlacedLine {
    element: usize,
    line: Line,
    at: (f32, f32),
    size: f32,
    last: bool,
}

/// An element of the flow before it is drawn. List items belong to the element of their list.
struct DraftElement {
    tag: TagKind,
    parent: Option<usize>,
}

struct Layout {
    pages: Vec<Vec<PlacedLine>>,
    drafts: Vec<DraftElement>,
    outline: Vec<(String, usize, f32)>,
    /// The top of the next block.
    y: f32,
}

impl Default for Layout {
    fn default() -> Self {
        Self { pages: vec![Vec::new()], drafts: Vec::new(), outline: Vec::new(), y: FIRST_TOP }
    }
}

impl Layout {
    fn title(&mut self, title: &str) {
        let element = self.element(heading(1, title), None);
        let lines = break_text(title, &TextStyle::new(Face::Display, theme::INK), 28.0, WIDTH);
        self.flow(element, lines, 0.0, 28.0, 34.0);
        self.y += 14.0;
    }

    /// A heading is on the same page as the first lines of its text.
    fn heading(&mut self, level: u8, text: &str) {
        let (size, leading) = if level <= 2 { (13.5, 18.0) } else { (11.5, 16.0) };
        let lines = break_text(text, &TextStyle::new(Face::SemiBold, theme::GREEN), size, WIDTH);
        self.y += 12.0;
        if self.y + lines.len() as f32 * leading + 3.0 * 1.5 * BODY > BOTTOM {
            self.new_page();
        }
        self.outline.push((one_line(text), self.pages.len() - 1, self.y));
        let element = self.element(heading(u16::from(level.max(2)), text), None);
        self.flow(element, lines, 0.0, size, leading);
        self.y += 3.0;
    }

    fn paragraph(&mut self, spans: &[html::Span]) {
        let element = self.element(Tag::P, None);
        self.flow(element, break_spans(spans, 0.0), 0.0, BODY, 1.5 * BODY);
        self.y += 7.0;
    }

    fn list(&mut self, items: &[Item]) {
        let numbering = if items.iter().any(|item| item.number.is_some()) {
            ListNumbering::Decimal
        } else {
            ListNumbering::Disc
        };
        let list = self.element(Tag::L(numbering), None);
        for item in items {
            let indent = INDENT * (item.depth as f32 + 1.0);
            let li = self.element(Tag::LI, Some(list));
            let (label, body) = (self.element(Tag::Lbl, Some(li)), self.element(Tag::LBody, Some(li)));
            let lines = break_spans(&item.spans, indent);
            self.keep_together(lines.len(), 1.5 * BODY);
            let style = TextStyle::new(Face::Regular, theme::GREEN);
            let marker = Line { pieces: vec![Piece { style, text: item.marker() }] };
            let at = (MARGIN + indent - INDENT + 2.0, self.y + 1.1 * BODY);
            self.place(PlacedLine { element: label, line: marker, at, size: BODY, last: false });
            self.flow(body, lines, indent, BODY, 1.5 * BODY);
            self.y += 3.0;
        }
        self.y += 4.0;
    }

    /// Places lines below each other, over as many pages as they need, without a single line at the end or the start of
    /// a page.
    fn flow(&mut self, element: usize, lines: Vec<Line>, indent: f32, size: f32, leading: f32) {
        let count = lines.len();
        self.keep_together(count.min(2), leading);
        for (index, line) in lines.into_iter().enumerate() {
            let remaining = count - index;
            let needed = if remaining == 2 && count > 2 { 2.0 } else { 1.0 };
            if self.y + needed * leading > BOTTOM {
                self.new_page();
            }
            let at = (MARGIN + indent, self.y + 1.1 * size);
            self.place(PlacedLine { element, line, at, size, last: remaining == 1 });
            self.y += leading;
        }
    }

    fn keep_together(&mut self, lines: usize, leading: f32) {
        if self.y + lines.min(2) as f32 * leading > BOTTOM {
            self.new_page();
        }
    }

    fn new_page(&mut self) {
        self.pages.push(Vec::new());
        self.y = TOP;
    }

    fn place(&mut self, placed: PlacedLine) {
        if let Some(page) = self.pages.last_mut() {
            page.push(placed);
        }
    }

    fn element(&mut self, tag: impl Into<TagKind>, parent: Option<usize>) -> usize {
        self.drafts.push(DraftElement { tag: tag.into(), parent });
        self.drafts.len() - 1
    }

    fn draw(self, portal: &Portal, title: &str) -> Result<Vec<u8>, PdfError> {
        let mut writer = DocumentWriter::new(SIZE)?;
        let mut elements: Vec<Element> =
            self.drafts.iter().map(|draft| Element::new(draft.tag.clone())).collect();
        let total = self.pages.len();
        for (index, page) in self.pages.iter().enumerate() {
            writer.page(&mut elements, |canvas, elements| {
                canvas.artifact(ArtifactType::Header, |canvas| header(canvas, index == 0));
                for placed in page {
                    let element = &mut elements[placed.element];
                    canvas.line(element, &placed.line, placed.at, placed.size, placed.last);
                }
                canvas
                    .artifact(ArtifactType::Footer, |canvas| footer(canvas, portal, title, index + 1, total));
            })?;
        }
        let mut outline = Outline::new();
        for (text, page, y) in self.outline {
            outline.push_child(OutlineNode::new(text, XyzDestination::new(page, Point::from_xy(0.0, y))));
        }
        writer.finish(title.to_owned(), outline, nested(elements, &self.drafts))
    }
}

/// Puts every element into its parent. Parents come before their children, so from the end backwards.
fn nested(elements: Vec<Element>, drafts: &[DraftElement]) -> Vec<Element> {
    let mut slots: Vec<Option<Element>> = elements.into_iter().map(Some).collect();
    let mut children: Vec<Vec<Element>> = drafts.iter().map(|_| Vec::new()).collect();
    let mut roots = Vec::new();
    for index in (0..drafts.len()).rev() {
        let Some(mut element) = slots[index].take() else { continue };
        for child in std::mem::take(&mut children[index]).into_iter().rev() {
            element.push(Child::Element(child));
        }
        match drafts[index].parent {
            Some(parent) => children[parent].push(element),
            None => roots.push(element),
        }
    }
    roots.reverse();
    roots
}

fn break_spans(spans: &[html::Span], indent: f32) -> Vec<Line> {
    break_pieces(&pieces(spans, theme::INK, theme::GREEN), BODY, WIDTH - indent)
}

fn header(canvas: &mut Canvas<'_>, first: bool) {
    if first {
        canvas.rect(0.0, 0.0, SIZE.0, 84.0, theme::GREEN);
        canvas.mark(MARGIN - 4.0, 24.0, 36.0);
        canvas.text(Face::Display, "Fairway", (MARGIN + 38.0, 50.5), 23.0, theme::ON_GREEN);
    } else {
        canvas.rect(0.0, 0.0, SIZE.0, 10.0, theme::GREEN);
    }
}

fn footer(canvas: &mut Canvas<'_>, portal: &Portal, title: &str, page: usize, total: usize) {
    let y = SIZE.1 - 46.0;
    canvas.horizontal(MARGIN, MARGIN + WIDTH, y - 16.0, None);
    let host = portal.home().split_once("://").map_or(portal.home(), |(_, host)| host);
    let left = break_text(
        &format!("{title} · {host}"),
        &TextStyle::new(Face::Regular, theme::INK_SOFT),
        8.5,
        WIDTH - 90.0,
    );
    if let Some(line) = left.first() {
        canvas.text(Face::Regular, &line.text(), (MARGIN, y), 8.5, theme::INK_SOFT);
    }
    let number = format!("pagina {page} van {total}");
    let x = MARGIN + WIDTH - 8.5 * width(Face::Regular, &number);
    canvas.text(Face::Regular, &number, (x, y), 8.5, theme::INK_SOFT);
}
