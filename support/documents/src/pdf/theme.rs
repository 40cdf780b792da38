//! The portal's colours on paper; the same values as the light tokens of the web app.

use krilla::color::rgb::Color;

/// A colour, red, green and blue.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Rgb(u8, u8, u8);

impl From<Rgb> for Color {
    fn from(ink: Rgb) -> Self {
        Self::new(ink.0, ink.1, ink.2)
    }
}

pub(super) const PAPER: Rgb = Rgb(0xf5, 0xf1, 0xe6);
pub(super) const SURFACE: Rgb = Rgb(0xff, 0xfd, 0xf7);
pub(super) const WHITE: Rgb = Rgb(0xff, 0xff, 0xff);
pub(super) const LINE: Rgb = Rgb(0xdc, 0xd4, 0xc0);
pub(super) const INK: Rgb = Rgb(0x15, 0x23, 0x1b);
pub(super) const INK_SOFT: Rgb = Rgb(0x4d, 0x5a, 0x51);
pub(super) const GREEN: Rgb = Rgb(0x0f, 0x4a, 0x33);
pub(super) const GREEN_DEEP: Rgb = Rgb(0x0a, 0x38, 0x26);
pub(super) const ON_GREEN: Rgb = Rgb(0xf8, 0xf4, 0xe8);
pub(super) const ON_GREEN_SOFT: Rgb = Rgb(0xc3, 0xd6, 0xc9);
/// The cloth of the flag in the mark.
pub(super) const FLAG: Rgb = Rgb(0xf0, 0x64, 0x3c);
/// The same accent, dark enough for small text.
pub(super) const FLAG_TEXT: Rgb = Rgb(0xbd, 0x34, 0x18);
