//! A text as a QR code for a screen; `pdf` draws its own for the voucher.

use fast_qr::convert::Builder;
use fast_qr::convert::svg::SvgBuilder;
use fast_qr::{ECL, QRBuilder};

/// The text is too long for a QR code.
#[derive(Debug, thiserror::Error)]
#[error("the text does not fit into a QR code")]
pub struct TooLong;

/// An SVG document with the code in black on white, quiet zone included.
///
/// # Errors
/// [`TooLong`].
pub fn svg(text: &str) -> Result<String, TooLong> {
    let code = QRBuilder::new(text).ecl(ECL::M).build().map_err(|_| TooLong)?;
    Ok(SvgBuilder::default().margin(4).to_str(&code))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_a_picture_of_its_own_and_a_text_without_end_is_refused() {
        let picture = svg("otpauth://totp/Fairway:anke@fairway.example?secret=AAAA").expect("a code");
        assert!(picture.starts_with("<svg ") && picture.ends_with("</svg>"), "{picture}");
        assert!(svg(&"x".repeat(5000)).is_err());
    }
}
