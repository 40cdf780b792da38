//! Development answers to this machine only: it shows every mail on `/dev/mail`, has known log-ins and a known key.
//!
//! Listening on loopback does not ensure that. A page elsewhere can give its own name this machine's address (DNS
//! rebinding), and a proxy or tunnel on this machine passes on what strangers send. So a request must name this machine
//! in `Host`, and must not have been forwarded. In production this layer does nothing.

use std::net::IpAddr;
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::uri::Authority;
use axum::http::{HeaderMap, HeaderName, StatusCode, Uri, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use fairway_endpoint::client_address::{self, Peer};
use fairway_endpoint::failure::Failure;

use super::request_id::MONITORING_PATHS;
use crate::app::App;
use crate::config::Config;

/// Prefixes of headers that proxies and tunnels add.
const FORWARDED_PREFIXES: [&str; 2] = ["x-forwarded", "x-original-"];
/// Further headers that proxies and tunnels add.
const FORWARDED: [&str; 7] =
    ["forwarded", "via", "x-real-ip", "x-client-ip", "true-client-ip", "cf-connecting-ip", "cf-ray"];

/// Refuses, in development, every request that does not come from this machine itself.
pub(super) async fn admit(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    // Load balancers and Prometheus ask by a container's address. The probes have no personal data, and the metrics check
    // themselves who may read them.
    if app.config.is_production() || MONITORING_PATHS.contains(&request.uri().path()) {
        return next.run(request).await;
    }
    let headers = request.headers();
    let refused = |sentence| Failure::new(StatusCode::MISDIRECTED_REQUEST, sentence).into_response();
    if !names_this_machine(request.uri(), headers) {
        return refused(
            "Deze portal draait in ontwikkeling en antwoordt alleen op localhost. Open hem op de computer zelf, of start \
             hem met FAIRWAY_ENV=production.",
        );
    }
    let peer = request.extensions().get::<Peer>().map(|peer| peer.0.ip());
    if is_forwarded(headers) && !peer.is_some_and(|peer| comes_from_here(&app.config, peer, headers)) {
        return refused(
            "Deze portal draait in ontwikkeling en antwoordt niet op aanvragen die een proxy of tunnel doorstuurt. Open \
             hem op de computer zelf, of start hem met FAIRWAY_ENV=production.",
        );
    }
    next.run(request).await
}

/// Whether every name to which the request was sent is one of this machine's own; false for a request without any.
pub(super) fn names_this_machine(address: &Uri, headers: &HeaderMap) -> bool {
    let mut hosts = headers.get_all(header::HOST).iter().peekable();
    let has_name = hosts.peek().is_some() || address.authority().is_some();
    has_name
        && address.authority().is_none_or(is_loopback)
        && hosts.all(|host| {
            host.to_str().ok().and_then(|host| host.parse().ok()).is_some_and(|host| is_loopback(&host))
        })
}

/// Whether a proxy or tunnel added its header.
pub(super) fn is_forwarded(headers: &HeaderMap) -> bool {
    let adds = |name: &HeaderName| {
        FORWARDED.contains(&name.as_str())
            || FORWARDED_PREFIXES.iter().any(|prefix| name.as_str().starts_with(prefix))
    };
    headers.keys().any(adds)
}

/// Whether a configured proxy forwarded the request of a client on this machine, as in a rehearsal of a cluster.
fn comes_from_here(config: &Config, peer: IpAddr, headers: &HeaderMap) -> bool {
    let proxies = &config.trusted_proxies;
    client_address::is_among(proxies, peer.to_canonical())
        && client_address::client_address(peer, headers, proxies).is_loopback()
}

/// Browsers resolve `localhost` and the names below it to loopback, whatever the DNS says.
fn is_loopback(authority: &Authority) -> bool {
    let name = authority.host().to_ascii_lowercase();
    let address = name.trim_start_matches('[').trim_end_matches(']');
    let is_address = address.parse::<IpAddr>().is_ok_and(|address| address.to_canonical().is_loopback());
    let is_plain = !authority.as_str().contains('@');
    is_plain && (name == "localhost" || name.ends_with(".localhost") || is_address)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(given: &[(&str, &str)]) -> HeaderMap {
        let header = |(name, value): &(&str, &str)| {
            (name.parse::<HeaderName>().expect("a name"), value.parse().expect("a value"))
        };
        given.iter().map(header).collect()
    }

    #[test]
    fn only_loopback_names_are_this_machines() {
        let named = |host: &str| names_this_machine(&Uri::from_static("/"), &headers(&[("host", host)]));
        for host in [
            "localhost",
            "LocalHost:8080",
            "golf.localhost",
            "127.0.0.1:8080",
            "127.9.9.9",
            "[::1]:8080",
            "[::1]",
            "[::ffff:127.0.0.1]:80",
        ] {
            assert!(named(host), "{host}");
        }
        for host in [
            "",
            "evil.example",
            "localhost.evil.example",
            "evillocalhost",
            "127.0.0.1.nip.io",
            "localhost@evil.example",
            "evil.example@localhost",
            "0.0.0.0:8080",
            "192.168.1.5",
            "[::]:8080",
            "2130706433",
            "localhost, evil.example",
        ] {
            assert!(!named(host), "{host}");
        }
    }

    #[test]
    fn each_name_of_a_request_counts_and_one_is_needed() {
        let localhost = headers(&[("host", "localhost")]);
        assert!(names_this_machine(&Uri::from_static("http://localhost:8080/"), &HeaderMap::new()));
        assert!(!names_this_machine(&Uri::from_static("http://evil.example/"), &localhost));
        assert!(!names_this_machine(&Uri::from_static("/"), &HeaderMap::new()));
        let mut two = localhost;
        two.append(header::HOST, "evil.example".parse().expect("a value"));
        assert!(!names_this_machine(&Uri::from_static("/"), &two));
    }

    #[test]
    fn what_proxies_and_tunnels_add_is_recognised() {
        for name in FORWARDED.iter().chain(&["x-forwarded-for", "x-forwarded-host", "x-original-host"]) {
            assert!(is_forwarded(&headers(&[(name, "192.0.2.1")])), "{name}");
        }
        assert!(!is_forwarded(&headers(&[("host", "localhost"), ("x-request-id", "forwarded")])));
    }

    #[test]
    fn only_a_configured_proxy_may_forward_and_only_from_this_machine() {
        let from = |proxies: &str, forwarded: &str| {
            let config =
                Config::from_lookup(|key| (key == "FAIRWAY_TRUSTED_PROXIES").then(|| proxies.to_owned()));
            let headers = headers(&[("x-forwarded-for", forwarded)]);
            comes_from_here(&config.expect("a configuration"), IpAddr::from([127, 0, 0, 1]), &headers)
        };
        assert!(from("127.0.0.1", "127.0.0.1"));
        assert!(!from("127.0.0.1", "192.0.2.1"));
        assert!(!from("127.0.0.1", "127.0.0.1, 192.0.2.1"));
        assert!(!from("none", "127.0.0.1"));
    }
}
