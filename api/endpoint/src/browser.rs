//! The browser of a log-in, as it names itself: it is kept with the session, so that its owner recognises it.

use std::convert::Infallible;

use axum::extract::FromRequestParts;
use axum::http::header::USER_AGENT;
use axum::http::request::Parts;

/// Characters that are kept; `access_tokens.browser` holds no more.
const LONGEST: usize = 200;

/// The `User-Agent` header, at most 200 characters; empty when there is none or it is no text.
#[derive(Debug, Clone)]
pub struct Browser(String);

impl Browser {
    /// The header's text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl<S: Sync> FromRequestParts<S> for Browser {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        let text = parts.headers.get(USER_AGENT).and_then(|name| name.to_str().ok()).unwrap_or_default();
        Ok(Self(text.chars().take(LONGEST).collect()))
    }
}
