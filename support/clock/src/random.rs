//! Ids and secrets, from the operating system's generator; created by the callers of the domain and passed in.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use chrono::{DateTime, Utc};
use sha2::{Digest, Sha256};
use uuid::Uuid;

fn bytes<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    #[expect(clippy::expect_used, reason = "without randomness no id or token may be made")]
    getrandom::fill(&mut bytes).expect("the operating system has no randomness");
    bytes
}

/// A new id that sorts by time (UUID version 7): rows that are created together are stored together.
#[must_use]
pub fn new_id(now: DateTime<Utc>) -> Uuid {
    let millis = u64::try_from(now.timestamp_millis()).unwrap_or(0);
    uuid::Builder::from_unix_timestamp_millis(millis, &bytes()).into_uuid()
}

/// A random id without an order (UUID version 4).
#[must_use]
pub fn id() -> Uuid {
    uuid::Builder::from_random_bytes(bytes()).into_uuid()
}

/// A secret of 256 bits, as text for a header or a link.
#[must_use]
pub fn new_token() -> String {
    URL_SAFE_NO_PAD.encode(bytes::<32>())
}

/// Eight digits, to be typed from a mail.
#[must_use]
pub fn new_code() -> String {
    format!("{:08}", u64::from_le_bytes(bytes()) % 100_000_000)
}

/// Of a recovery code: ten bytes, of which five bits each are shown.
#[must_use]
pub fn new_recovery_code() -> [u8; 10] {
    bytes()
}

/// A salt for a password.
#[must_use]
pub fn new_salt() -> [u8; 16] {
    bytes()
}

/// The secret of an authenticator app: 160 bits, as RFC 4226 recommends.
#[must_use]
pub fn new_second_factor() -> [u8; 20] {
    bytes()
}

/// A nonce for what is encrypted.
#[must_use]
pub fn new_nonce() -> [u8; 24] {
    bytes()
}

/// SHA-256: tokens and counted keys are stored as this hash.
#[must_use]
pub fn digest(text: &[u8]) -> Vec<u8> {
    Sha256::digest(text).to_vec()
}

/// A private key of 256 bits.
#[must_use]
pub fn new_key() -> [u8; 32] {
    bytes()
}
