//! Finds the QR code among the shapes of a page, draws it on a grid and decodes it like a scanner.

use lopdf::content::Content;
use lopdf::{Document, Object};

/// Left, bottom, right, top.
type Bounds = [f32; 4];

/// The text of the QR code on a page.
pub(super) fn scanned(document: &Document, page: u32) -> String {
    let id = document.get_pages()[&page];
    let content = document.get_page_content(id);
    let shapes = filled_shapes(&Content::decode(&content).expect("operations"));
    let modules = shapes.into_iter().find(|shape| shape.len() > 100).expect("a shape of many parts");
    read(&modules)
}

/// The bounds of the parts of every filled shape.
fn filled_shapes(content: &Content) -> Vec<Vec<Bounds>> {
    let mut shapes = Vec::new();
    let mut parts: Vec<Bounds> = Vec::new();
    for operation in &content.operations {
        let numbers: Vec<f32> =
            operation.operands.iter().filter_map(|operand| Object::as_float(operand).ok()).collect();
        match (operation.operator.as_str(), &numbers[..]) {
            ("re", [x, y, width, height]) => parts.push([*x, *y, x + width, y + height]),
            ("m", [x, y]) => parts.push([*x, *y, *x, *y]),
            ("l" | "c" | "v" | "y", points) => {
                for point in points.chunks_exact(2) {
                    if let Some(bounds) = parts.last_mut() {
                        *bounds = [
                            bounds[0].min(point[0]),
                            bounds[1].min(point[1]),
                            bounds[2].max(point[0]),
                            bounds[3].max(point[1]),
                        ];
                    }
                }
            }
            ("f" | "f*" | "S" | "s" | "B" | "B*" | "b" | "b*" | "n", _) => {
                shapes.push(std::mem::take(&mut parts))
            }
            _ => {}
        }
    }
    shapes
}

fn read(modules: &[Bounds]) -> String {
    let edge = |pick: fn(f32, f32) -> f32, index: usize| {
        modules.iter().map(|m| m[index]).reduce(pick).expect("modules")
    };
    let (left, bottom) = (edge(f32::min, 0), edge(f32::min, 1));
    let (right, top) = (edge(f32::max, 2), edge(f32::max, 3));
    let side: u16 = 400;
    let margin = 60.0;
    let scale = (f32::from(side) - 2.0 * margin) / (right - left).max(top - bottom);
    // A page counts from the bottom, a picture from the top; a QR code read upside down is not mirrored, so the
    // picture has to be turned.
    let side = usize::from(side);
    let mut dark = vec![false; side * side];
    for [from_x, from_y, to_x, to_y] in modules {
        for (y, row) in dark.chunks_mut(side).enumerate() {
            for (x, pixel) in row.iter_mut().enumerate() {
                let (page_x, page_y) =
                    ((x as f32 + 0.5 - margin) / scale + left, top - (y as f32 + 0.5 - margin) / scale);
                *pixel |= (*from_x..*to_x).contains(&page_x) && (*from_y..*to_y).contains(&page_y);
            }
        }
    }
    // The content may have been flipped as a whole by a transformation that this reader does not follow.
    [false, true]
        .into_iter()
        .find_map(|flipped| {
            let pixel = |x: usize, y: usize| {
                let y = if flipped { side - 1 - y } else { y };
                if dark[y * side + x] { 0 } else { 255 }
            };
            let mut image = rqrr::PreparedImage::prepare_from_greyscale(side, side, pixel);
            image.detect_grids().first().and_then(|grid| grid.decode().ok()).map(|(_, text)| text)
        })
        .expect("a code that can be read")
}
