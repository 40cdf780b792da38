//! Drawing on one page: text, boxes, the mark. Everything drawn is either content, with a place in the logical
//! structure, or an artifact that a screen reader skips.

use krilla::color::rgb::Color;
use krilla::geom::{Path, PathBuilder, Point, Rect};
use krilla::num::NormalizedF32;
use krilla::paint::{Fill, FillRule, LineCap, Stroke, StrokeDash};
use krilla::surface::Surface;
use krilla::tagging::{Artifact, ArtifactType, ContentTag, SpanTag};

use super::fonts::{Face, shape};
use super::lines::Line;
use super::tags::{Child, Element};
use super::theme::{self, Rgb};

pub(super) struct Canvas<'a>(pub(super) Surface<'a>);

/// The length of a Bézier handle that makes a quarter of a circle.
const QUARTER: f32 = 0.552_285;

impl Canvas<'_> {
    /// Decoration: drawn, but not read out.
    pub(super) fn artifact(&mut self, kind: ArtifactType, draw: impl FnOnce(&mut Self)) {
        self.0.start_tagged(ContentTag::Artifact(Artifact::with_kind(kind)));
        draw(self);
        self.0.end_tagged();
    }

    /// Content that is not text.
    pub(super) fn figure(&mut self, element: &mut Element, draw: impl FnOnce(&mut Self)) {
        let content = self.0.start_tagged(ContentTag::Other);
        draw(self);
        self.0.end_tagged();
        element.push(Child::Content(content));
    }

    /// One line of text with its baseline at `y`, as content of `element`. A line that another one follows ends
    /// in a space, so that the words do not run together when the text is read out or copied.
    pub(super) fn line(&mut self, element: &mut Element, line: &Line, at: (f32, f32), size: f32, last: bool) {
        let (mut x, y) = at;
        for (index, piece) in line.pieces.iter().enumerate() {
            let closing = if last || index + 1 < line.pieces.len() { "" } else { " " };
            let content = self.0.start_tagged(ContentTag::Span(SpanTag::empty()));
            let width = self.text(
                piece.style.face,
                &format!("{}{closing}", piece.text),
                (x, y),
                size,
                piece.style.color,
            );
            self.0.end_tagged();
            let rect = Rect::from_xywh(x, y - 0.8 * size, width.max(1.0), 1.1 * size);
            element.push(match (&piece.style.link, rect) {
                (Some(uri), Some(rect)) => Child::Pending { content, rect, uri: uri.clone() },
                _ => Child::Content(content),
            });
            x += width;
        }
    }

    /// Lines below each other, the first baseline at `y`; returns the last baseline.
    pub(super) fn lines(
        &mut self,
        element: &mut Element,
        lines: &[Line],
        at: (f32, f32),
        size: f32,
        leading: f32,
    ) -> f32 {
        let mut y = at.1;
        for (index, line) in lines.iter().enumerate() {
            if index > 0 {
                y += leading;
            }
            self.line(element, line, (at.0, y), size, index + 1 == lines.len());
        }
        y
    }

    /// Draws glyphs and returns their width in points. Must be called inside tagged content.
    pub(super) fn text(&mut self, face: Face, text: &str, at: (f32, f32), size: f32, color: Rgb) -> f32 {
        self.fill(color);
        let mut x = at.0;
        for run in shape(face, text) {
            let font = run.face.typeface().font.clone();
            self.0.draw_glyphs(Point::from_xy(x, at.1), &run.glyphs, font, &run.text, size, false);
            x += run.width * size;
        }
        x - at.0
    }

    pub(super) fn rect(&mut self, x: f32, y: f32, width: f32, height: f32, color: Rgb) {
        let Some(rect) = Rect::from_xywh(x, y, width, height) else { return };
        let mut path = PathBuilder::new();
        path.push_rect(rect);
        self.filled(path, color);
    }

    pub(super) fn filled(&mut self, path: PathBuilder, color: Rgb) {
        self.fill(color);
        self.draw(path);
    }

    pub(super) fn stroked(&mut self, path: PathBuilder, color: Rgb, width: f32, dash: Option<[f32; 2]>) {
        self.0.set_fill(None);
        self.0.set_stroke(Some(stroke(color, width, dash)));
        self.draw(path);
    }

    /// Filled and outlined.
    pub(super) fn outlined(&mut self, path: PathBuilder, fill: Rgb, line: Rgb, width: f32) {
        self.fill(fill);
        self.0.set_stroke(Some(stroke(line, width, None)));
        self.draw(path);
    }

    pub(super) fn horizontal(&mut self, from: f32, to: f32, y: f32, dash: Option<[f32; 2]>) {
        let mut path = PathBuilder::new();
        path.move_to(from, y);
        path.line_to(to, y);
        self.stroked(path, theme::LINE, 0.75, dash);
    }

    /// The mark of the portal, a flag on the green, `side` points high and wide.
    pub(super) fn mark(&mut self, x: f32, y: f32, side: f32) {
        let unit = side / 32.0;
        let at = |px: f32, py: f32| (x + px * unit, y + py * unit);
        let mut pole = PathBuilder::new();
        let ((top_x, top_y), (_, bottom)) = (at(12.0, 4.0), at(12.0, 25.0));
        pole.move_to(top_x, top_y);
        pole.line_to(top_x, bottom);
        let (green_x, green_y) = at(3.0, 27.2);
        pole.move_to(green_x, green_y);
        let ((ax, ay), (bx, by), (cx, cy)) = (at(7.4, 24.0), at(19.6, 22.8), at(29.0, 26.6));
        pole.cubic_to(ax, ay, bx, by, cx, cy);
        self.0.set_fill(None);
        self.0.set_stroke(Some(Stroke {
            line_cap: LineCap::Round,
            ..stroke(theme::ON_GREEN, 2.4 * unit, None)
        }));
        self.draw(pole);
        let mut cloth = PathBuilder::new();
        for (index, (px, py)) in [at(13.2, 4.6), at(24.5, 9.1), at(13.2, 13.7)].into_iter().enumerate() {
            if index == 0 { cloth.move_to(px, py) } else { cloth.line_to(px, py) }
        }
        cloth.close();
        self.filled(cloth, theme::FLAG);
    }

    fn fill(&mut self, color: Rgb) {
        self.0.set_stroke(None);
        self.0.set_fill(Some(Fill {
            paint: Color::from(color).into(),
            opacity: NormalizedF32::ONE,
            rule: FillRule::NonZero,
        }));
    }

    fn draw(&mut self, path: PathBuilder) {
        let path: Option<Path> = path.finish();
        if let Some(path) = path {
            self.0.draw_path(&path);
        }
    }
}

fn stroke(color: Rgb, width: f32, dash: Option<[f32; 2]>) -> Stroke {
    Stroke {
        paint: Color::from(color).into(),
        width,
        dash: dash.map(|dash| StrokeDash { array: dash.to_vec(), offset: 0.0 }),
        ..Stroke::default()
    }
}

/// A box with round corners; `notch` cuts a half circle out of both sides at that height, like a ticket.
pub(super) fn rounded(
    x: f32,
    y: f32,
    width: f32,
    height: f32,
    radius: f32,
    notch: Option<(f32, f32)>,
) -> PathBuilder {
    let (right, bottom, handle) = (x + width, y + height, radius * (1.0 - QUARTER));
    let mut path = PathBuilder::new();
    path.move_to(x + radius, y);
    path.line_to(right - radius, y);
    path.cubic_to(right - handle, y, right, y + handle, right, y + radius);
    if let Some((at, cut)) = notch {
        let reach = cut * QUARTER;
        path.line_to(right, at - cut);
        path.cubic_to(right - reach, at - cut, right - cut, at - reach, right - cut, at);
        path.cubic_to(right - cut, at + reach, right - reach, at + cut, right, at + cut);
    }
    path.line_to(right, bottom - radius);
    path.cubic_to(right, bottom - handle, right - handle, bottom, right - radius, bottom);
    path.line_to(x + radius, bottom);
    path.cubic_to(x + handle, bottom, x, bottom - handle, x, bottom - radius);
    if let Some((at, cut)) = notch {
        let reach = cut * QUARTER;
        path.line_to(x, at + cut);
        path.cubic_to(x + reach, at + cut, x + cut, at + reach, x + cut, at);
        path.cubic_to(x + cut, at - reach, x + reach, at - cut, x, at - cut);
    }
    path.line_to(x, y + radius);
    path.cubic_to(x, y + handle, x + handle, y, x + radius, y);
    path.close();
    path
}
