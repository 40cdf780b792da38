//! The header by which a push service knows who sends (RFC 8292): a token that names the service, us and an end.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use chrono::{DateTime, TimeDelta, Utc};
use p256::ecdsa::Signature;
use p256::ecdsa::signature::Signer;
use serde_json::json;

use super::keys::ServerKey;

/// How long a token is valid; RFC 8292 allows a day at most.
const VALIDITY: TimeDelta = TimeDelta::hours(12);

/// The value of `Authorization` for the push service of this origin; `contact` is an e-mail address of ours.
pub(super) fn authorization(key: &ServerKey, origin: &str, contact: &str, now: DateTime<Utc>) -> String {
    let encode = |value: serde_json::Value| URL_SAFE_NO_PAD.encode(value.to_string());
    let header = encode(json!({"typ": "JWT", "alg": "ES256"}));
    let exp = (now + VALIDITY).timestamp();
    let claims = encode(json!({"aud": origin, "exp": exp, "sub": format!("mailto:{contact}")}));
    let signed = format!("{header}.{claims}");
    let signature: Signature = key.signing.sign(signed.as_bytes());
    format!("vapid t={signed}.{}, k={}", URL_SAFE_NO_PAD.encode(signature.to_bytes()), key.public())
}
