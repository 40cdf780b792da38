//! The voucher code as a QR code.

use fast_qr::{ECL, Mode, QRBuilder, QRCode};
use krilla::geom::{PathBuilder, Rect};

use super::PdfError;
use super::canvas::Canvas;
use super::theme;

/// The quiet zone that the standard requires, in modules.
const QUIET: f32 = 4.0;

/// A code with error correction: a quarter of it may be unreadable.
pub(super) fn encoded(text: &str) -> Result<QRCode, PdfError> {
    let dense = |b: u8| b.is_ascii_digit() || b.is_ascii_uppercase();
    if text.is_empty() || !text.bytes().all(dense) {
        return Err(PdfError("a voucher code is capitals and digits".to_owned()));
    }
    QRBuilder::new(text)
        .mode(Mode::Alphanumeric)
        .ecl(ECL::Q)
        .build()
        .map_err(|error| PdfError(format!("the QR code: {error:?}")))
}

/// Draws the code in a white square of `side` points, quiet zone included.
pub(super) fn draw(canvas: &mut Canvas<'_>, code: &QRCode, x: f32, y: f32, side: f32) {
    canvas.filled(super::canvas::rounded(x, y, side, side, 6.0, None), theme::WHITE);
    let module = side / (code.size as f32 + 2.0 * QUIET);
    // Neighbours overlap a little: some viewers show hairlines between shapes that only touch.
    let overlap = module * 0.02;
    let mut path = PathBuilder::new();
    for row in 0..code.size {
        let modules = &code[row];
        let mut column = 0;
        while column < code.size {
            let run = modules[column..].iter().take_while(|module| module.value()).count();
            if run > 0
                && let Some(rect) = Rect::from_xywh(
                    x + (QUIET + column as f32) * module,
                    y + (QUIET + row as f32) * module,
                    run as f32 * module + overlap,
                    module + overlap,
                )
            {
                path.push_rect(rect);
            }
            column += run.max(1);
        }
    }
    canvas.filled(path, theme::INK);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A greyscale picture of the code, `scale` pixels a module, with its quiet zone.
    fn decoded(code: &QRCode) -> String {
        let scale = 4;
        let side = (code.size + 8) * scale;
        let mut image = rqrr::PreparedImage::prepare_from_greyscale(side, side, |x, y| {
            let (column, row) = ((x / scale).wrapping_sub(4), (y / scale).wrapping_sub(4));
            let dark = column < code.size && row < code.size && code[row][column].value();
            if dark { 0 } else { 255 }
        });
        let grids = image.detect_grids();
        assert_eq!(grids.len(), 1);
        grids[0].decode().expect("a readable code").1
    }

    #[test]
    fn an_invalid_voucher_code_is_refused() {
        for text in ["", "abc", "A B", "É", &"A".repeat(5000)] {
            assert!(encoded(text).is_err(), "{text}");
        }
    }

    #[test]
    fn the_qr_code_can_be_decoded() {
        let text = "5RAEZ0CKAWFMN7RH4V7R26A1J6HSARW8XR5K9TQ3DPZ2V8N4C6E0M7JY";
        let code = encoded(text).expect("a code");
        assert_eq!(decoded(&code), text);
        assert!(code.size <= 33, "{} modules: too fine for a small print", code.size);
    }
}
