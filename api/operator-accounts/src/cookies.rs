//! The one cookie of a session.

use axum::http::HeaderMap;
use axum::http::header::COOKIE;
use chrono::TimeDelta;
use cookie::{Cookie, SameSite};

/// The token in the cookie of this name.
#[must_use]
pub fn token(headers: &HeaderMap, name: &str) -> Option<String> {
    let cookies = headers.get_all(COOKIE).into_iter().filter_map(|value| value.to_str().ok());
    cookies
        .flat_map(Cookie::split_parse)
        .filter_map(Result::ok)
        .find(|cookie| cookie.name() == name)
        .map(|cookie| cookie.value().to_owned())
        .filter(|token| !token.is_empty() && token.len() <= 256)
}

/// The header that sets the cookie: until the browser ends, or for so long. Without a token it is removed.
#[must_use]
pub fn set(name: &str, token: Option<&str>, kept: Option<TimeDelta>) -> String {
    let cookie = Cookie::build((name, token.unwrap_or_default()))
        .path("/")
        .http_only(true)
        .secure(true)
        .same_site(SameSite::Strict);
    let kept = if token.is_some() { kept } else { Some(TimeDelta::zero()) };
    let cookie = match kept {
        Some(kept) => cookie.max_age(cookie::time::Duration::seconds(kept.num_seconds())),
        None => cookie,
    };
    cookie.build().to_string()
}
