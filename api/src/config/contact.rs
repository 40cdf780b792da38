//! The default address of customer service.

use std::net::IpAddr;

/// `klantenservice@` and the host of the portal's address, without `www.`; a placeholder host if that is no name.
pub(super) fn default_address(public_url: &str) -> String {
    let rest = public_url.split_once("://").map_or(public_url, |(_, rest)| rest);
    let authority = rest.split('/').next().unwrap_or_default();
    let host = authority.rsplit_once(':').map_or(authority, |(host, _port)| host);
    let is_address = host.trim_matches(['[', ']']).parse::<IpAddr>().is_ok();
    let host = host.strip_prefix("www.").unwrap_or(host);
    if is_address || !host.contains('.') {
        "klantenservice@fairway.example".to_owned()
    } else {
        format!("klantenservice@{host}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn follows_the_portals_host_where_that_is_a_name() {
        for (url, email) in [
            ("https://www.golf.example", "klantenservice@golf.example"),
            ("https://golf.example:8443/portaal", "klantenservice@golf.example"),
            ("http://127.0.0.1:8080", "klantenservice@fairway.example"),
            ("http://[::1]:8080", "klantenservice@fairway.example"),
            ("http://localhost:8080", "klantenservice@fairway.example"),
        ] {
            assert_eq!(default_address(url), email, "{url}");
        }
    }
}
