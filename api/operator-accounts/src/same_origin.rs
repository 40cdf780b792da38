//! Whether a browser sent a request from a page of this portal. With the cookie's `SameSite=Strict` and the form token
//! it is the third, independent, check against requests that another site causes.

use axum::http::{HeaderMap, Uri, header};

/// Whether `Origin` is the origin that the request was sent to. A browser adds `Origin` to every POST, and no page can
/// change it.
#[must_use]
pub fn is_same_origin(headers: &HeaderMap) -> bool {
    let text = |name| headers.get(name).and_then(|value: &axum::http::HeaderValue| value.to_str().ok());
    let (Some(origin), Some(host)) = (text(header::ORIGIN), text(header::HOST)) else { return false };
    let Ok(origin) = origin.parse::<Uri>() else { return false };
    origin.authority().is_some_and(|authority| authority.as_str().eq_ignore_ascii_case(host))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_origin_that_the_request_was_sent_to_is_the_same() {
        let check = |origin: &str| {
            let headers = HeaderMap::from_iter([
                (header::HOST, "portal.example:8443".parse().expect("a header")),
                (header::ORIGIN, origin.parse().expect("a header")),
            ]);
            is_same_origin(&headers)
        };
        assert!(check("https://portal.example:8443"));
        assert!(check("https://PORTAL.example:8443"));
        for other in [
            "https://portal.example",
            "https://portal.example:8443.evil.example",
            "https://evil.example",
            "https://portal.example:8443@evil.example",
            "null",
            "",
        ] {
            assert!(!check(other), "{other}");
        }
        assert!(!is_same_origin(&HeaderMap::new()));
    }
}
