//! A browser in which a member logged in before has a cookie that proves it. Its failed log-ins are counted separately
//! from those of strangers, so that a stranger who knows a member's e-mail address cannot lock that member out with
//! wrong passwords (docs/security.md, 52). The cookie is no session: it only allows trying passwords, as everybody may.

use axum::http::HeaderMap;
use axum::http::header::COOKIE;
use chrono::{DateTime, Utc};
use cookie::{Cookie, SameSite};
use fairway_documents::signing::DeviceSigner;

use crate::store::throttle::FailureKeys;

/// The cookie's name; because of the prefix, browsers restrict it to this host and TLS.
const NAME: &str = "__Host-fairway-device";

/// The key under which failed log-ins of the account `email` (lower case) are counted, given the browser's cookies.
#[must_use]
pub fn failure_key(headers: &HeaderMap, devices: &DeviceSigner, email: &str, now: DateTime<Utc>) -> Vec<u8> {
    let cookies = headers.get_all(COOKIE).iter().filter_map(|value| value.to_str().ok());
    let mut ours = cookies.flat_map(Cookie::split_parse).flatten().filter(|cookie| cookie.name() == NAME);
    let known = ours.next().is_some_and(|cookie| devices.is_known(cookie.value(), email, now));
    let failure_keys = FailureKeys::of(email);
    if known { failure_keys.known_devices } else { failure_keys.strangers }
}

/// The `Set-Cookie` header that marks the browser as known for this account.
#[must_use]
pub fn remember(devices: &DeviceSigner, email: &str, now: DateTime<Utc>) -> String {
    Cookie::build((NAME, devices.token(email, now)))
        .path("/")
        .secure(true)
        .http_only(true)
        .same_site(SameSite::Strict)
        .max_age(cookie::time::Duration::seconds(DeviceSigner::VALIDITY.num_seconds()))
        .build()
        .to_string()
}
