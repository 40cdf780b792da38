//! The origin of a request. Forwarded addresses are used only when the operator configured the proxy that sent them
//! (docs/security.md, 19): anybody can send `X-Forwarded-For`. Limits by address count by [`Origin`].

use std::net::{IpAddr, Ipv6Addr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use axum::extract::{FromRequestParts, Request, State};
use axum::http::HeaderMap;
use axum::http::request::Parts;
use axum::middleware::Next;
use axum::response::Response;
use fairway_documents::signing::Pseudonymizer;
use ipnet::IpNet;

use super::failure::Failure;

/// The header into which a proxy writes the client's address.
const FORWARDED_FOR: &str = "x-forwarded-for";
/// The bits of an IPv6 address that identify a subscriber's line; the subscriber chooses the others.
const IPV6_LINE: u32 = 64;

/// The address of the connection, which the server adds to every request.
#[derive(Debug, Clone, Copy)]
pub struct Peer(pub SocketAddr);

/// The unit by which requests are counted: an IPv4 address, or the first 64 bits of an IPv6 one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Origin(IpAddr);

impl Origin {
    /// The origin of a client's address. An IPv4 address in IPv6 form (`::ffff:192.0.2.1`) is that IPv4 address.
    #[must_use]
    pub fn from_address(address: IpAddr) -> Self {
        Self(match address.to_canonical() {
            IpAddr::V6(address) => {
                let line = address.to_bits() >> IPV6_LINE << IPV6_LINE;
                IpAddr::V6(Ipv6Addr::from_bits(line))
            }
            address @ IpAddr::V4(_) => address,
        })
    }

    /// Tables store this instead of the address: counting does not need the address. Under a key, since there are few
    /// enough addresses to try all of them against a plain digest.
    #[must_use]
    pub fn digest(self, key: &Pseudonymizer) -> Vec<u8> {
        key.pseudonym("client address", &self.0.to_string()).to_vec()
    }
}

/// The extractor: the origin of the request.
impl<S: Sync> FromRequestParts<S> for Origin {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Failure> {
        parts.extensions.get::<Self>().copied().ok_or_else(Failure::internal)
    }
}

/// The trusted proxies; one warning is logged when another sender forwards addresses, which are ignored.
#[derive(Debug)]
pub struct TrustedProxies {
    networks: Vec<IpNet>,
    has_warned: AtomicBool,
}

impl TrustedProxies {
    /// The proxies of these networks.
    #[must_use]
    pub fn new(networks: Vec<IpNet>) -> Self {
        Self { networks, has_warned: AtomicBool::new(false) }
    }

    fn warn(&self, peer: IpAddr) {
        if !self.has_warned.swap(true, Ordering::Relaxed) {
            tracing::warn!(
                %peer,
                "a request with X-Forwarded-For came from an address that is not in FAIRWAY_TRUSTED_PROXIES: if it is your \
                 proxy, add it, or all clients behind it count as one"
            );
        }
    }
}

/// Computes the origin once per request.
pub async fn identify(
    State(trusted): State<Arc<TrustedProxies>>,
    mut request: Request,
    next: Next,
) -> Response {
    if let Some(Peer(peer)) = request.extensions().get::<Peer>().copied() {
        let (peer, headers) = (peer.ip().to_canonical(), request.headers());
        if headers.contains_key(FORWARDED_FOR) && !is_among(&trusted.networks, peer) {
            trusted.warn(peer);
        }
        let origin = Origin::from_address(client_address(peer, headers, &trusted.networks));
        request.extensions_mut().insert(origin);
    }
    next.run(request).await
}

/// Whether one of these networks contains the address.
#[must_use]
pub fn is_among(networks: &[IpNet], address: IpAddr) -> bool {
    networks.iter().any(|network| network.contains(&address))
}

/// The client's address: the connection's, or, where that is a trusted proxy, the last address in
/// `X-Forwarded-For` that is not one.
#[must_use]
pub fn client_address(peer: IpAddr, headers: &HeaderMap, trusted: &[IpNet]) -> IpAddr {
    let mut client = peer.to_canonical();
    if !is_among(trusted, client) {
        return client;
    }
    // Bytes, because a proxy appends to the received value: a value that is no text still ends with that proxy's
    // address.
    let hops: Vec<&[u8]> = headers
        .get_all(FORWARDED_FOR)
        .iter()
        .flat_map(|value| value.as_bytes().split(|byte| *byte == b','))
        .collect();
    for hop in hops.iter().rev() {
        // A malformed hop ends the chain: the entries before it came from an untrusted sender.
        let Some(address) = address(hop) else { break };
        client = address.to_canonical();
        if !is_among(trusted, client) {
            break;
        }
    }
    client
}

fn address(hop: &[u8]) -> Option<IpAddr> {
    std::str::from_utf8(hop).ok()?.trim().parse().ok()
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;
    use fairway_clock::random;

    fn seen(peer: &str, forwarded: &str, trusted: &[&str]) -> String {
        let mut headers = HeaderMap::new();
        headers.insert(FORWARDED_FOR, forwarded.parse().expect("a header"));
        let trusted: Vec<IpNet> = trusted.iter().map(|text| text.parse().expect("a network")).collect();
        client_address(peer.parse().expect("an address"), &headers, &trusted).to_string()
    }

    fn origin(address: &str) -> Origin {
        Origin::from_address(address.parse().expect("an address"))
    }

    #[test]
    fn only_configured_proxies_are_trusted() {
        assert_eq!(seen("198.51.100.7", "203.0.113.9", &[]), "198.51.100.7");
        assert_eq!(seen("10.0.0.1", "203.0.113.9", &["10.0.0.0/8"]), "203.0.113.9");
        assert_eq!(seen("10.0.0.1", "192.0.2.1, 203.0.113.9, 10.0.0.2", &["10.0.0.0/8"]), "203.0.113.9");
        assert_eq!(seen("10.0.0.1", "nonsense", &["10.0.0.0/8"]), "10.0.0.1");
    }

    #[test]
    fn a_value_that_is_no_text_is_not_ignored() {
        let trusted = ["10.0.0.0/8".parse().expect("a network")];
        let seen = |lines: &[&[u8]]| {
            let mut headers = HeaderMap::new();
            for line in lines {
                headers.append(FORWARDED_FOR, HeaderValue::from_bytes(line).expect("a header"));
            }
            client_address("10.0.0.1".parse().expect("an address"), &headers, &trusted).to_string()
        };
        assert_eq!(seen(&[b"192.0.2.1", b"\xe9, 203.0.113.9"]), "203.0.113.9");
        assert_eq!(seen(&[b"192.0.2.1", b"\xe9"]), "10.0.0.1");
    }

    #[test]
    fn a_proxy_is_recognised_on_a_socket_that_takes_both_kinds_of_address() {
        assert_eq!(seen("::ffff:10.0.0.1", "203.0.113.9", &["10.0.0.0/8"]), "203.0.113.9");
        assert_eq!(seen("10.0.0.1", "203.0.113.9, ::ffff:10.0.0.2", &["10.0.0.0/8"]), "203.0.113.9");
    }

    #[test]
    fn the_digest_of_an_address_needs_the_key() {
        let (key, other) = (Pseudonymizer::new(b"a secret"), Pseudonymizer::new(b"another"));
        let digest = origin("192.0.2.1").digest(&key);
        assert_eq!(digest, origin("::ffff:192.0.2.1").digest(&key));
        assert_ne!(digest, origin("192.0.2.1").digest(&other));
        assert_ne!(digest, random::digest(b"192.0.2.1"), "whoever has the table can try every address");
    }

    #[test]
    fn all_addresses_of_one_ipv6_line_are_one_origin() {
        assert_eq!(origin("2001:db8:0:1::1"), origin("2001:db8:0:1:ffff::7"));
        assert_ne!(origin("2001:db8:0:1::1"), origin("2001:db8:0:2::1"));
        assert_eq!(origin("::ffff:192.0.2.1"), origin("192.0.2.1"));
        assert_ne!(origin("192.0.2.1"), origin("192.0.2.2"));
    }
}
