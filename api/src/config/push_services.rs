//! The origins in `FAIRWAY_PUSH_SERVICES`. The server posts to what members' browsers name, so each must be exact.

use url::Url;

/// The origin as it is compared, such as `https://push.example.org`; none for a text that is more or less than an origin.
pub(super) fn origin(text: &str) -> Option<String> {
    let url = Url::parse(text).ok()?;
    let origin = url.origin();
    let is_origin = matches!(url.scheme(), "https" | "http") && url.path() == "/" && url.query().is_none();
    let is_plain = url.fragment().is_none() && url.username().is_empty() && url.password().is_none();
    (origin.is_tuple() && is_origin && is_plain).then(|| origin.ascii_serialization())
}

#[cfg(test)]
mod tests {
    use super::origin;

    #[test]
    fn an_origin_has_a_scheme_and_a_host_and_nothing_else() {
        for (text, wanted) in [
            ("https://push.example.org", Some("https://push.example.org")),
            ("https://Push.example.org:443/", Some("https://push.example.org")),
            ("http://127.0.0.1:4000", Some("http://127.0.0.1:4000")),
            ("push.example.org", None),
            ("https://push.example.org/wpush", None),
            ("https://me@push.example.org", None),
            ("ftp://push.example.org", None),
            ("https://push.example.org/?a=b", None),
        ] {
            assert_eq!(origin(text).as_deref(), wanted, "{text}");
        }
    }
}
