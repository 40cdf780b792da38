//! The web app, embedded in the binary (a debug build reads the build folder, so that a rebuild is visible at once).
//!
//! Compressed forms are stored beside the files; hashed files are cached for ever, the page is revalidated every time.

use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use fairway_clock::random;
use rust_embed::{EmbeddedFile, RustEmbed};

use super::security_headers::content_security_policy;

#[derive(RustEmbed)]
#[folder = "../webapp/dist"]
struct Built;

const PAGE: &str = "index.html";
/// The page and the files of the operators' screens, a build of their own.
const OPERATORS_PAGE: &str = "operator/index.html";
const OPERATORS_HASHED: &str = "operator/assets/";
/// The same of the clubs' screens.
const CLUBS_PAGE: &str = "club/index.html";
const CLUBS_HASHED: &str = "club/assets/";
/// The build puts files with a hash in their name into this folder.
const HASHED: &str = "assets/";
const FOR_EVER: HeaderValue = HeaderValue::from_static("public, max-age=31536000, immutable");
const ASK_ALWAYS: HeaderValue = HeaderValue::from_static("no-cache");

/// Serves a file, or the page for the path of a screen.
pub fn serve(method: &Method, path: &str, headers: &HeaderMap) -> Response {
    if method != Method::GET && method != Method::HEAD {
        return plain(StatusCode::METHOD_NOT_ALLOWED, "Deze aanvraag kan hier niet.");
    }
    let name = path.trim_start_matches('/');
    if !name.is_empty() && Built::get(name).is_some() {
        return file(name, headers);
    }
    let last = name.rsplit('/').next().unwrap_or_default();
    if last.contains('.') {
        return plain(StatusCode::NOT_FOUND, "Dit bestand bestaat niet.");
    }
    if Built::get(PAGE).is_none() {
        return plain(
            StatusCode::SERVICE_UNAVAILABLE,
            "De web-app is niet gebouwd. Draai `npm ci && npm run build` in webapp/ en start opnieuw.",
        );
    }
    file(PAGE, headers)
}

/// Serves a file of the operators' screens, or their page.
pub fn serve_operators(method: &Method, path: &str, headers: &HeaderMap) -> Response {
    if method != Method::GET && method != Method::HEAD {
        return plain(StatusCode::METHOD_NOT_ALLOWED, "This address does not take such requests.");
    }
    let name = path.trim_start_matches('/');
    if name.starts_with("operator/") && Built::get(name).is_some() {
        return file(name, headers);
    }
    let last = name.rsplit('/').next().unwrap_or_default();
    if name.starts_with(OPERATORS_HASHED) && last.contains('.') {
        return plain(StatusCode::NOT_FOUND, "There is no such file.");
    }
    if Built::get(OPERATORS_PAGE).is_none() {
        let sentence =
            "The operators' screens are not built. Run `npm ci && npm run build` in webapp/ and start again.";
        return plain(StatusCode::SERVICE_UNAVAILABLE, sentence);
    }
    file(OPERATORS_PAGE, headers)
}

/// Serves a file of the clubs' screens, or their page.
pub fn serve_clubs(method: &Method, path: &str, headers: &HeaderMap) -> Response {
    if method != Method::GET && method != Method::HEAD {
        return plain(StatusCode::METHOD_NOT_ALLOWED, "Deze aanvraag kan hier niet.");
    }
    let name = path.trim_start_matches('/');
    if name.starts_with("club/") && Built::get(name).is_some() {
        return file(name, headers);
    }
    if name.rsplit('/').next().is_some_and(|last| last.contains('.')) {
        return plain(StatusCode::NOT_FOUND, "Dit bestand bestaat niet.");
    }
    if Built::get(CLUBS_PAGE).is_none() {
        let sentence = "De schermen voor de banen zijn niet gebouwd. Draai `npm ci && npm run build` in webapp/ en start opnieuw.";
        return plain(StatusCode::SERVICE_UNAVAILABLE, sentence);
    }
    file(CLUBS_PAGE, headers)
}

/// There are no operators' screens here.
pub fn no_operators() -> Response {
    plain(StatusCode::NOT_FOUND, "Deze pagina bestaat niet.")
}

/// Whether the web app was built.
#[must_use]
pub fn is_built() -> bool {
    Built::get(PAGE).is_some()
}

fn file(name: &str, headers: &HeaderMap) -> Response {
    let Some((found, encoding)) = best(name, headers) else {
        return plain(StatusCode::NOT_FOUND, "Dit bestand bestaat niet.");
    };
    let tag = format!("\"{}\"", hex::encode(&found.metadata.sha256_hash()[..16]));
    let known = headers.get(header::IF_NONE_MATCH).and_then(|value| value.to_str().ok());
    let mut response = if known.is_some_and(|known| known.split(',').any(|one| one.trim() == tag)) {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        Body::from(found.data.into_owned()).into_response()
    };
    let answer = response.headers_mut();
    let mime = mime_guess::from_path(name).first_or_octet_stream();
    let is_text = mime.type_() == "text" || mime.suffix().is_some_and(|suffix| suffix == "xml");
    let mime = if is_text { format!("{mime}; charset=utf-8") } else { mime.to_string() };
    set(answer, header::CONTENT_TYPE, &mime);
    set(answer, header::ETAG, &tag);
    answer.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    let is_hashed = [HASHED, OPERATORS_HASHED, CLUBS_HASHED].iter().any(|folder| name.starts_with(folder));
    answer.insert(header::CACHE_CONTROL, if is_hashed { FOR_EVER } else { ASK_ALWAYS });
    if let Some(encoding) = encoding {
        answer.insert(header::CONTENT_ENCODING, HeaderValue::from_static(encoding));
    }
    if [PAGE, OPERATORS_PAGE, CLUBS_PAGE].contains(&name)
        && let Some(page) = Built::get(name)
    {
        let mut policy = policy(&String::from_utf8_lossy(&page.data));
        if name == CLUBS_PAGE {
            // The picture of the camera.
            policy.push_str("; media-src 'self' blob:");
        }
        set(answer, header::CONTENT_SECURITY_POLICY, &policy);
    }
    response
}

/// The smallest form that the client accepts.
fn best(name: &str, headers: &HeaderMap) -> Option<(EmbeddedFile, Option<&'static str>)> {
    let accepted =
        headers.get(header::ACCEPT_ENCODING).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let accepts = |encoding: &str| {
        accepted.split(',').any(|one| {
            let (name, quality) = one.split_once(';').unwrap_or((one, ""));
            name.trim().eq_ignore_ascii_case(encoding) && !matches!(quality.trim(), "q=0" | "q=0.0")
        })
    };
    for (encoding, suffix) in [("br", "br"), ("gzip", "gz")] {
        if accepts(encoding)
            && let Some(found) = Built::get(&format!("{name}.{suffix}"))
        {
            return Some((found, Some(encoding)));
        }
    }
    Built::get(name).map(|found| (found, None))
}

/// The page's own policy: its inline styles and scripts are allowed by their hashes.
fn policy(page: &str) -> String {
    content_security_policy(&inline(page, "style"), &inline(page, "script"))
}

/// Hashes of the text between `<tag …>` and `</tag>`; empty elements (scripts with `src`) have none.
fn inline(page: &str, tag: &str) -> Vec<String> {
    let (open, close) = (format!("<{tag}"), format!("</{tag}>"));
    page.split(&open)
        .skip(1)
        .filter_map(|rest| {
            let (_, rest) = rest.split_once('>')?;
            let (content, _) = rest.split_once(&close)?;
            (!content.is_empty()).then(|| STANDARD.encode(random::digest(content.as_bytes())))
        })
        .collect()
}

fn set(headers: &mut HeaderMap, name: header::HeaderName, value: &str) {
    if let Ok(value) = HeaderValue::from_str(value) {
        headers.insert(name, value);
    }
}

fn plain(status: StatusCode, sentence: &'static str) -> Response {
    (status, [(header::CACHE_CONTROL, ASK_ALWAYS)], sentence).into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_inline_content_gets_a_hash() {
        let page = r#"<script type="module" src="/a.js"></script><style>a{}</style><script>b()</script>"#;
        let policy = policy(page);
        let hash = |text: &str| STANDARD.encode(random::digest(text.as_bytes()));
        assert!(policy.contains(&format!("style-src 'self' 'sha256-{}';", hash("a{}"))), "{policy}");
        assert!(policy.contains(&format!("script-src 'self' 'sha256-{}';", hash("b()"))), "{policy}");
        assert!(!policy.contains("unsafe-inline"));
    }
}
