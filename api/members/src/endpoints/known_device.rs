//! A browser in which somebody logged in before, a member, an operator or somebody at a club, has a cookie that proves it. Its failed log-ins
//! are counted separately from those of strangers, so that a stranger who knows an e-mail address cannot lock its owner
//! out with wrong passwords (docs/security.md, 52). The cookie is no session: it only allows trying passwords, as
//! everybody may.

use axum::http::HeaderMap;
use axum::http::header::COOKIE;
use chrono::{DateTime, Utc};
use cookie::{Cookie, SameSite};
use fairway_documents::signing::DeviceSigner;
use fairway_store::throttle::FailureKeys;

/// The kind of an account. One address may have one of each, and one browser may log in to both.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    /// A member's.
    Members,
    /// An operator's.
    Operators,
    /// Of somebody at a club.
    Clubs,
}

impl Side {
    /// The cookie's name; because of the prefix, browsers restrict it to this host and TLS.
    const fn cookie(self) -> &'static str {
        match self {
            Self::Members => "__Host-fairway-device",
            Self::Operators => "__Host-fairway-operator-device",
            Self::Clubs => "__Host-fairway-club-device",
        }
    }

    /// Identifies the account of an address. No address contains a line break, so the text is unique.
    fn account(self, email: &str) -> String {
        match self {
            Self::Members => email.to_owned(),
            Self::Operators => format!("operator\n{email}"),
            Self::Clubs => format!("club\n{email}"),
        }
    }
}

/// The key under which failed log-ins of the account `email` (lower case) are counted, given the browser's cookies.
#[must_use]
pub fn failure_key(
    headers: &HeaderMap,
    devices: &DeviceSigner,
    side: Side,
    email: &str,
    now: DateTime<Utc>,
) -> Vec<u8> {
    let account = side.account(email);
    let cookies = headers.get_all(COOKIE).iter().filter_map(|value| value.to_str().ok());
    let mut ours =
        cookies.flat_map(Cookie::split_parse).flatten().filter(|cookie| cookie.name() == side.cookie());
    let known = ours.next().is_some_and(|cookie| devices.is_known(cookie.value(), &account, now));
    let failure_keys = FailureKeys::for_email(&account);
    if known { failure_keys.known_devices } else { failure_keys.strangers }
}

/// The `Set-Cookie` header that marks the browser as known for this account.
#[must_use]
pub fn remember(devices: &DeviceSigner, side: Side, email: &str, now: DateTime<Utc>) -> String {
    Cookie::build((side.cookie(), devices.token(&side.account(email), now)))
        .path("/")
        .secure(true)
        .http_only(true)
        .same_site(SameSite::Strict)
        .max_age(cookie::time::Duration::seconds(DeviceSigner::VALIDITY.num_seconds()))
        .build()
        .to_string()
}
