//! Inputs of several parts: one per line, so that a person can read and write them.

use axum::http::HeaderValue;

/// The input as text; bytes that are no UTF-8 are no text that a field could hold.
pub(crate) fn text(data: &[u8]) -> Option<&str> {
    std::str::from_utf8(data).ok()
}

/// The first line, and what follows it.
pub(crate) fn first(data: &[u8]) -> (&[u8], &[u8]) {
    match data.iter().position(|byte| *byte == b'\n') {
        Some(end) => (&data[..end], &data[end + 1..]),
        None => (data, &[]),
    }
}

/// The lines that could be a header's value: any bytes but control characters.
pub(crate) fn header_values(data: &[u8]) -> impl Iterator<Item = HeaderValue> {
    data.split(|byte| *byte == b'\n').filter_map(|line| HeaderValue::from_bytes(line).ok())
}
