//! The text of a file, whatever program saved it: Windows' Notepad and PowerShell begin a file with a byte order mark, or
//! write UTF-16.

use std::borrow::Cow;

/// Why a file is no text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NoText {
    /// Neither UTF-8 nor UTF-16: most likely an older encoding of Windows.
    #[error("is no text in UTF-8 or UTF-16 (from byte {0} on): save it as UTF-8")]
    Encoding(usize),
    /// UTF-16 with half a character.
    #[error("is UTF-16 that is cut off or damaged: save it as UTF-8")]
    Damaged,
    /// UTF-32, which no editor writes by itself.
    #[error("is text in UTF-32: save it as UTF-8")]
    Utf32,
}

/// The text without its byte order mark. UTF-16 is recognised by the mark, or by its first two characters, which are
/// ASCII in every format that this project reads.
///
/// # Errors
/// [`NoText`].
pub fn file(bytes: &[u8]) -> Result<Cow<'_, str>, NoText> {
    match bytes {
        [0xff, 0xfe, 0, 0, ..] | [0, 0, 0xfe, 0xff, ..] | [0, 0, 0, 1..=255, ..] | [1..=255, 0, 0, 0, ..] => {
            Err(NoText::Utf32)
        }
        [0xff, 0xfe, rest @ ..] => utf16(rest, u16::from_le_bytes),
        [0xfe, 0xff, rest @ ..] => utf16(rest, u16::from_be_bytes),
        [1..=255, 0, 1..=255, 0, ..] => utf16(bytes, u16::from_le_bytes),
        [0, 1..=255, 0, 1..=255, ..] => utf16(bytes, u16::from_be_bytes),
        [0xef, 0xbb, 0xbf, rest @ ..] => utf8(rest),
        _ => utf8(bytes),
    }
}

fn utf8(bytes: &[u8]) -> Result<Cow<'_, str>, NoText> {
    str::from_utf8(bytes).map(Cow::Borrowed).map_err(|error| NoText::Encoding(error.valid_up_to()))
}

fn utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> Result<Cow<'static, str>, NoText> {
    let (pairs, rest) = bytes.as_chunks::<2>();
    let units = pairs.iter().copied().map(unit);
    let text: Result<String, _> = char::decode_utf16(units).collect();
    text.ok().filter(|_| rest.is_empty()).map(Cow::Owned).ok_or(NoText::Damaged)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn encoded(text: &str, bytes: fn(u16) -> [u8; 2], mark: &[u8]) -> Vec<u8> {
        mark.iter().copied().chain(text.encode_utf16().flat_map(bytes)).collect()
    }

    proptest! {
        #[test]
        fn a_text_is_the_same_in_every_encoding(rest in "\\PC*") {
            let text = format!("[\"{rest}\"]");
            prop_assert_eq!(file(text.as_bytes()), Ok(Cow::Borrowed(text.as_str())));
            for bytes in [
                [b"\xef\xbb\xbf", text.as_bytes()].concat(),
                encoded(&text, u16::to_le_bytes, b"\xff\xfe"),
                encoded(&text, u16::to_be_bytes, b"\xfe\xff"),
            ] {
                let read = file(&bytes);
                prop_assert_eq!(read.as_deref(), Ok(text.as_str()));
            }
        }

        #[test]
        fn no_bytes_are_too_strange(bytes in prop::collection::vec(any::<u8>(), 0..40)) {
            let _ = file(&bytes);
        }
    }

    #[test]
    fn utf_16_without_a_mark_is_read_too() {
        for bytes in [encoded("[{}]", u16::to_le_bytes, b""), encoded("[{}]", u16::to_be_bytes, b"")] {
            assert_eq!(file(&bytes).as_deref(), Ok("[{}]"));
        }
    }

    #[test]
    fn other_encodings_are_named() {
        assert_eq!(file(b"[\"Zo\xeb\"]"), Err(NoText::Encoding(4)));
        assert_eq!(file(b"\xff\xfe[\0x"), Err(NoText::Damaged));
        assert_eq!(file(b"\xff\xfe\x3d\xd8[\0"), Err(NoText::Damaged), "half a surrogate pair");
        assert_eq!(file(b"\xff\xfe\0\0[\0\0\0"), Err(NoText::Utf32));
        assert_eq!(file(b"[\0\0\0]\0\0\0"), Err(NoText::Utf32));
        assert_eq!(file(b""), Ok(Cow::Borrowed("")));
    }
}
