//! A4 pages that text flows over, with bookmarks and page numbers: what the general terms and a club's statement share.
//!
//! Everything is laid out first and drawn afterwards, since page numbers state the total.

use krilla::destination::XyzDestination;
use krilla::geom::Point;
use krilla::outline::{Outline, OutlineNode};
use krilla::tagging::{ArtifactType, TagKind};

use super::canvas::Canvas;
use super::document::DocumentWriter;
use super::fonts::{Face, width};
use super::lines::{Line, TextStyle, break_text};
use super::tags::{Child, Element, heading};
use super::{PdfError, theme};
use crate::dutch::one_line;

/// A4 upright, in points.
const SIZE: (f32, f32) = (595.28, 841.89);
pub(super) const MARGIN: f32 = 76.0;
pub(super) const WIDTH: f32 = SIZE.0 - 2.0 * MARGIN;
const TOP: f32 = 84.0;
const FIRST_TOP: f32 = 132.0;
pub(super) const BOTTOM: f32 = SIZE.1 - 84.0;
pub(super) const BODY: f32 = 10.5;

/// A line with its position, and the element that it belongs to.
pub(super) struct PlacedLine {
    pub(super) element: usize,
    pub(super) line: Line,
    pub(super) at: (f32, f32),
    pub(super) size: f32,
    pub(super) last: bool,
}

/// An element of the flow before it is drawn. The parts of a list or a table belong to its element.
struct DraftElement {
    tag: TagKind,
    parent: Option<usize>,
}

#[derive(Default)]
struct Page {
    lines: Vec<PlacedLine>,
    /// Drawn again on every page of a table, and read out on the first only.
    repeated: Vec<PlacedLine>,
    /// The heights of lines from margin to margin.
    rules: Vec<f32>,
}

pub(super) struct Flow {
    pages: Vec<Page>,
    drafts: Vec<DraftElement>,
    outline: Vec<(String, usize, f32)>,
    /// The top of the next block.
    pub(super) y: f32,
}

impl Default for Flow {
    fn default() -> Self {
        Self { pages: vec![Page::default()], drafts: Vec::new(), outline: Vec::new(), y: FIRST_TOP }
    }
}

impl Flow {
    pub(super) fn title(&mut self, title: &str) {
        let element = self.element(heading(1, title), None);
        let lines = break_text(title, &TextStyle::new(Face::Display, theme::INK), 28.0, WIDTH);
        self.flow(element, lines, 0.0, 28.0, 34.0);
        self.y += 14.0;
    }

    /// A heading is on the same page as the first lines of its text.
    pub(super) fn heading(&mut self, level: u8, text: &str) {
        let (size, leading) = if level <= 2 { (13.5, 18.0) } else { (11.5, 16.0) };
        let lines = break_text(text, &TextStyle::new(Face::SemiBold, theme::GREEN), size, WIDTH);
        self.y += 12.0;
        if self.y + lines.len() as f32 * leading + 3.0 * 1.5 * BODY > BOTTOM {
            self.new_page();
        }
        self.bookmark(text);
        let element = self.element(heading(u16::from(level.max(2)), text), None);
        self.flow(element, lines, 0.0, size, leading);
        self.y += 3.0;
    }

    pub(super) fn bookmark(&mut self, text: &str) {
        self.outline.push((one_line(text), self.pages.len() - 1, self.y));
    }

    /// Places lines below each other, over as many pages as they need, without a single line at the end or the start of
    /// a page.
    pub(super) fn flow(&mut self, element: usize, lines: Vec<Line>, indent: f32, size: f32, leading: f32) {
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

    pub(super) fn keep_together(&mut self, lines: usize, leading: f32) {
        if self.y + lines.min(2) as f32 * leading > BOTTOM {
            self.new_page();
        }
    }

    pub(super) fn new_page(&mut self) {
        self.pages.push(Page::default());
        self.y = TOP;
    }

    pub(super) fn place(&mut self, placed: PlacedLine) {
        if let Some(page) = self.pages.last_mut() {
            page.lines.push(placed);
        }
    }

    /// Draws a line that was placed before once more, without reading it out again.
    pub(super) fn repeat(&mut self, placed: PlacedLine) {
        if let Some(page) = self.pages.last_mut() {
            page.repeated.push(placed);
        }
    }

    /// A line from margin to margin at the current height.
    pub(super) fn rule(&mut self) {
        if let Some(page) = self.pages.last_mut() {
            page.rules.push(self.y);
        }
    }

    pub(super) fn element(&mut self, tag: impl Into<TagKind>, parent: Option<usize>) -> usize {
        self.drafts.push(DraftElement { tag: tag.into(), parent });
        self.drafts.len() - 1
    }

    /// The finished document; `footer` is on every page.
    pub(super) fn draw(self, title: &str, footer: &str) -> Result<Vec<u8>, PdfError> {
        let mut writer = DocumentWriter::new(SIZE)?;
        let mut elements: Vec<Element> =
            self.drafts.iter().map(|draft| Element::new(draft.tag.clone())).collect();
        let total = self.pages.len();
        for (index, page) in self.pages.iter().enumerate() {
            writer.page(&mut elements, |canvas, elements| {
                canvas.artifact(ArtifactType::Header, |canvas| draw_header(canvas, index == 0));
                if !page.repeated.is_empty() || !page.rules.is_empty() {
                    canvas.artifact(ArtifactType::Layout, |canvas| page.decorate(canvas));
                }
                for placed in &page.lines {
                    let element = &mut elements[placed.element];
                    canvas.line(element, &placed.line, placed.at, placed.size, placed.last);
                }
                canvas.artifact(ArtifactType::Footer, |canvas| draw_footer(canvas, footer, index + 1, total));
            })?;
        }
        let mut outline = Outline::new();
        for (text, page, y) in self.outline {
            outline.push_child(OutlineNode::new(text, XyzDestination::new(page, Point::from_xy(0.0, y))));
        }
        writer.finish(title.to_owned(), outline, nested(elements, &self.drafts))
    }
}

impl Page {
    fn decorate(&self, canvas: &mut Canvas<'_>) {
        for y in &self.rules {
            canvas.horizontal(MARGIN, MARGIN + WIDTH, *y, None);
        }
        for placed in &self.repeated {
            let mut x = placed.at.0;
            for piece in &placed.line.pieces {
                let style = &piece.style;
                x += canvas.text(style.face, &piece.text, (x, placed.at.1), placed.size, style.color);
            }
        }
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

fn draw_header(canvas: &mut Canvas<'_>, first: bool) {
    if first {
        canvas.rect(0.0, 0.0, SIZE.0, 84.0, theme::GREEN);
        canvas.mark(MARGIN - 4.0, 24.0, 36.0);
        canvas.text(Face::Display, "Fairway", (MARGIN + 38.0, 50.5), 23.0, theme::ON_GREEN);
    } else {
        canvas.rect(0.0, 0.0, SIZE.0, 10.0, theme::GREEN);
    }
}

fn draw_footer(canvas: &mut Canvas<'_>, text: &str, page: usize, total: usize) {
    let y = SIZE.1 - 46.0;
    canvas.horizontal(MARGIN, MARGIN + WIDTH, y - 16.0, None);
    let left = break_text(text, &TextStyle::new(Face::Regular, theme::INK_SOFT), 8.5, WIDTH - 90.0);
    if let Some(line) = left.first() {
        canvas.text(Face::Regular, &line.text(), (MARGIN, y), 8.5, theme::INK_SOFT);
    }
    let number = format!("pagina {page} van {total}");
    let x = MARGIN + WIDTH - 8.5 * width(Face::Regular, &number);
    canvas.text(Face::Regular, &number, (x, y), 8.5, theme::INK_SOFT);
}
