//! Reads inputs of several parts. They have one part per line, so that people can read and write them.

use axum::http::HeaderValue;

/// The input as text. None for bytes that are not UTF-8, which no field can contain.
pub(crate) fn text(data: &[u8]) -> Option<&str> {
    std::str::from_utf8(data).ok()
}

/// The first line, and the rest.
pub(crate) fn split_first_line(data: &[u8]) -> (&[u8], &[u8]) {
    match data.iter().position(|byte| *byte == b'\n') {
        Some(end) => (&data[..end], &data[end + 1..]),
        None => (data, &[]),
    }
}

/// The lines that are valid header values: any bytes except control characters.
pub(crate) fn header_values(data: &[u8]) -> impl Iterator<Item = HeaderValue> {
    data.split(|byte| *byte == b'\n').filter_map(|line| HeaderValue::from_bytes(line).ok())
}
