//! Headers that the portal's own code reads. Each line of the input is a header's value.

use axum::http::{HeaderMap, header};
use fairway_endpoint::caller::bearer;
use fairway_endpoint::receipts::idempotency_key;
use fairway_endpoint::request_context::{REQUEST_ID, client_id};

use crate::lines::header_values;

/// An accepted token, key or request id is short and has only visible characters. A request id, which goes to the log,
/// has only letters, digits, `-` and `_`.
pub fn headers(data: &[u8]) {
    for value in header_values(data) {
        let mut headers = HeaderMap::new();
        headers.insert(header::AUTHORIZATION, value.clone());
        headers.insert("idempotency-key", value.clone());
        headers.insert(REQUEST_ID, value.clone());
        if let Some(token) = bearer(&headers) {
            assert_visible(token, 256);
            assert_eq!(token, token.trim());
        }
        match idempotency_key(&headers) {
            Ok(Some(key)) => {
                assert_visible(key, 255);
                assert_eq!(key.as_bytes(), value.as_bytes());
            }
            Ok(None) => panic!("a key that was sent is passed over"),
            Err(failure) => assert_eq!(failure.status().as_u16(), 422),
        }
        if let Some(id) = client_id(&headers) {
            assert_visible(id, 64);
            assert!(id.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte)), "{id}");
        }
    }
}

fn assert_visible(text: &str, max_length: usize) {
    assert!((1..=max_length).contains(&text.len()), "{text:?}");
    assert!(text.bytes().all(|byte| matches!(byte, b' '..=b'~' | b'\t')), "{text:?}");
}
