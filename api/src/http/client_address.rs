//! Where a request comes from. A proxy's word is believed only when the operator named that proxy
//! (docs/security.md, 19): anybody can send `X-Forwarded-For`.

use std::net::{IpAddr, SocketAddr};

use axum::http::HeaderMap;
use ipnet::IpNet;

/// The address of the connection, which the server adds to every request.
#[derive(Debug, Clone, Copy)]
pub struct Peer(pub SocketAddr);

/// The client's address: the connection's, or, where that is a trusted proxy, the last address in
/// `X-Forwarded-For` that is not one.
#[must_use]
pub fn client_address(peer: IpAddr, headers: &HeaderMap, trusted: &[IpNet]) -> IpAddr {
    let is_trusted = |address: &IpAddr| trusted.iter().any(|network| network.contains(address));
    if !is_trusted(&peer) {
        return peer;
    }
    let mut client = peer;
    let hops: Vec<&str> = headers
        .get_all("x-forwarded-for")
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .collect();
    for hop in hops.iter().rev() {
        // A garbled hop ends the chain: what stands before it came from the garbler.
        let Ok(address) = hop.trim().parse() else { break };
        client = address;
        if !is_trusted(&address) {
            break;
        }
    }
    client
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seen(peer: &str, forwarded: &str, trusted: &[&str]) -> String {
        let mut headers = HeaderMap::new();
        headers.insert("x-forwarded-for", forwarded.parse().expect("a header"));
        let trusted: Vec<IpNet> = trusted.iter().map(|text| text.parse().expect("a network")).collect();
        client_address(peer.parse().expect("an address"), &headers, &trusted).to_string()
    }

    #[test]
    fn believes_only_configured_proxies() {
        assert_eq!(seen("198.51.100.7", "203.0.113.9", &[]), "198.51.100.7");
        assert_eq!(seen("10.0.0.1", "203.0.113.9", &["10.0.0.0/8"]), "203.0.113.9");
        assert_eq!(seen("10.0.0.1", "192.0.2.1, 203.0.113.9, 10.0.0.2", &["10.0.0.0/8"]), "203.0.113.9");
        assert_eq!(seen("10.0.0.1", "nonsense", &["10.0.0.0/8"]), "10.0.0.1");
    }
}
