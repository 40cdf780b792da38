//! The portal's colours on paper; the same values as the light tokens of the web app.

use krilla::color::rgb::Color;

/// A colour, red, green and blue.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Ink(u8, u8, u8);

impl From<Ink> for Color {
    fn from(ink: Ink) -> Self {
        Self::new(ink.0, ink.1, ink.2)
    }
}

pub(super) const PAPER: Ink = Ink(0xf5, 0xf1, 0xe6);
pub(super) const SURFACE: Ink = Ink(0xff, 0xfd, 0xf7);
pub(super) const WHITE: Ink = Ink(0xff, 0xff, 0xff);
pub(super) const LINE: Ink = Ink(0xdc, 0xd4, 0xc0);
pub(super) const INK: Ink = Ink(0x15, 0x23, 0x1b);
pub(super) const INK_SOFT: Ink = Ink(0x4d, 0x5a, 0x51);
pub(super) const GREEN: Ink = Ink(0x0f, 0x4a, 0x33);
pub(super) const GREEN_DEEP: Ink = Ink(0x0a, 0x38, 0x26);
pub(super) const ON_GREEN: Ink = Ink(0xf8, 0xf4, 0xe8);
pub(super) const ON_GREEN_SOFT: Ink = Ink(0xc3, 0xd6, 0xc9);
/// The cloth of the flag in the mark.
pub(super) const FLAG: Ink = Ink(0xf0, 0x64, 0x3c);
/// The same accent, dark enough for small text.
pub(super) const FLAG_TEXT: Ink = Ink(0xbd, 0x34, 0x18);
