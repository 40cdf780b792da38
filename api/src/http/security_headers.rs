//! The security headers of every response (docs/security.md, 14), whichever handler made it.

use std::sync::Arc;
use std::sync::LazyLock;

use axum::extract::{Request, State};
use axum::http::{HeaderName, HeaderValue, header};
use axum::middleware::Next;
use axum::response::Response;

use crate::app::App;

const PERMISSIONS_POLICY: HeaderName = HeaderName::from_static("permissions-policy");
const OPENER_POLICY: HeaderName = HeaderName::from_static("cross-origin-opener-policy");
const RESOURCE_POLICY: HeaderName = HeaderName::from_static("cross-origin-resource-policy");

const FOR_MEMBERS: &str = "geolocation=(self), camera=(), microphone=(), payment=(), usb=()";
const FOR_CLUBS: &str = "geolocation=(), camera=(self), microphone=(), payment=(), usb=()";

/// The policy of every response but the page, which has inline styles.
static POLICY: LazyLock<HeaderValue> = LazyLock::new(|| {
    HeaderValue::from_str(&content_security_policy(&[], &[]))
        .unwrap_or(HeaderValue::from_static("default-src 'none'"))
});

/// The Content-Security-Policy, given the hashes of the inline styles and scripts of `index.html`.
#[must_use]
pub fn content_security_policy(inline_styles: &[String], inline_scripts: &[String]) -> String {
    let sources = |hashes: &[String]| {
        hashes.iter().fold("'self'".to_owned(), |all, hash| format!("{all} 'sha256-{hash}'"))
    };
    format!(
        "default-src 'self'; script-src {}; style-src {}; img-src 'self' data:; font-src 'self'; \
         connect-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'",
        sources(inline_scripts),
        sources(inline_styles),
    )
}

/// Adds the headers. A response's own policy or caching is retained.
pub async fn protect(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    let path = request.uri().path();
    let is_api = ["/api", "/club/api", "/operator/api"].iter().any(|api| path.starts_with(api));
    let is_clubs = path == "/club" || path.starts_with("/club/");
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    let mut set = |name: HeaderName, value: HeaderValue| {
        headers.entry(name).or_insert(value);
    };
    set(header::CONTENT_SECURITY_POLICY, POLICY.clone());
    set(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    set(header::X_FRAME_OPTIONS, HeaderValue::from_static("DENY"));
    set(header::REFERRER_POLICY, HeaderValue::from_static("strict-origin-when-cross-origin"));
    // The club list may be sorted by distance, and clubs' devices read codes; no other device feature is used.
    set(PERMISSIONS_POLICY, HeaderValue::from_static(if is_clubs { FOR_CLUBS } else { FOR_MEMBERS }));
    set(OPENER_POLICY, HeaderValue::from_static("same-origin"));
    set(RESOURCE_POLICY, HeaderValue::from_static("same-origin"));
    if app.config.is_production() {
        set(
            header::STRICT_TRANSPORT_SECURITY,
            HeaderValue::from_static("max-age=31536000; includeSubDomains"),
        );
    }
    if is_api {
        set(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
    response
}
