//! Headers that the portal reads itself: each line is the value of one.

use axum::http::{HeaderMap, header};
use fairway_api::http::caller::bearer;
use fairway_api::http::receipts::idempotency_key;
use fairway_api::http::request_id::{REQUEST_ID, client_id};

use crate::lines::header_values;

/// A token, a key or a request's id that is taken is short text of visible characters, and one for the log has nothing but
/// letters, digits and two signs.
pub fn headers(data: &[u8]) {
    for value in header_values(data) {
        let mut headers = HeaderMap::new();
        headers.insert(header::AUTHORIZATION, value.clone());
        headers.insert("idempotency-key", value.clone());
        headers.insert(REQUEST_ID, value.clone());
        if let Some(token) = bearer(&headers) {
            visible(token, 256);
            assert_eq!(token, token.trim());
        }
        match idempotency_key(&headers) {
            Ok(Some(key)) => {
                visible(key, 255);
                assert_eq!(key.as_bytes(), value.as_bytes());
            }
            Ok(None) => panic!("a key that was sent is passed over"),
            Err(failure) => assert_eq!(failure.status().as_u16(), 422),
        }
        if let Some(id) = client_id(&headers) {
            visible(id, 64);
            assert!(id.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte)), "{id}");
        }
    }
}

fn visible(text: &str, longest: usize) {
    assert!((1..=longest).contains(&text.len()), "{text:?}");
    assert!(text.bytes().all(|byte| matches!(byte, b' '..=b'~' | b'\t')), "{text:?}");
}
