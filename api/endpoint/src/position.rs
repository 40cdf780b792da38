//! The journal position that an answer stands for, as a header: a client that sends it with its next reads learns
//! whether they show its own writes (docs/domain.md §3.11). This module only reads and writes headers; the waiting is
//! that of [`fairway_query::Progress`].

use axum::http::{HeaderMap, HeaderName, HeaderValue};
use axum::response::Response;
use fairway_events::Position;

/// In the answer to a command: a read that includes this position shows what the command did, or why it was refused.
/// In the answer to a read that has [`AFTER`]: a position that it includes.
const POSITION: HeaderName = HeaderName::from_static("fairway-position");

/// In a read: the position that it is to include.
const AFTER: HeaderName = HeaderName::from_static("fairway-after");

/// Digits of a position, at most: a longer number does not fit.
const MOST_DIGITS: usize = 18;

/// The same answer, with the position that it stands for.
#[must_use]
pub fn stands_for(mut response: Response, position: Position) -> Response {
    response.headers_mut().insert(POSITION, HeaderValue::from(position));
    response
}

/// The position that a read is to include; none without the header, nor for anything but 1 to 18 digits.
#[must_use]
pub fn wanted(headers: &HeaderMap) -> Option<Position> {
    let text = headers.get(AFTER)?.to_str().ok()?;
    let is_position = text.len() <= MOST_DIGITS && text.bytes().all(|byte| byte.is_ascii_digit());
    if is_position { text.parse().ok() } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_is_a_number_of_at_most_18_digits() {
        let read = |text: &str| wanted(&HeaderMap::from_iter([(AFTER, text.parse().expect("a header"))]));
        for (text, position) in [("0", 0), ("0041", 41), ("999999999999999999", 999_999_999_999_999_999)] {
            assert_eq!(read(text), Some(position), "{text}");
        }
        for text in ["", "-1", "+1", "1.5", " ", "41, 42", "0x29", "abc", "1000000000000000000"] {
            assert_eq!(read(text), None, "{text}");
        }
        assert_eq!(wanted(&HeaderMap::new()), None);
    }
}
