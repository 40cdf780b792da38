//! `X-Forwarded-For`. The first line of the input is the address of the connection, each other line a header's value.

use std::net::IpAddr;

use axum::http::HeaderMap;
use fairway_documents::signing::Pseudonymizer;
use fairway_endpoint::client_address::{Origin, client_address, is_among};
use ipnet::IpNet;

use crate::lines::{header_values, split_first_line, text};

/// The client's address is that of the connection, or the nearest untrusted address that an unbroken chain of trusted
/// proxies reports. A client that can use many addresses of one internet connection has one origin.
pub fn client_addresses(data: &[u8]) {
    let (peer, rest) = split_first_line(data);
    let Some(peer) = text(peer).and_then(|peer| peer.parse::<IpAddr>().ok()) else { return };
    let trusted: Vec<IpNet> =
        ["10.0.0.0/8", "2001:db8:ffff::/48"].iter().map(|text| text.parse().expect("a network")).collect();
    let mut headers = HeaderMap::new();
    let mut chain = Vec::new();
    for value in header_values(rest) {
        chain.extend(value.as_bytes().split(|byte| *byte == b',').map(<[u8]>::to_vec));
        headers.append("x-forwarded-for", value);
    }
    let client = client_address(peer, &headers, &trusted);
    assert_eq!(client, client.to_canonical());

    // The expected address, by the definition: a proxy's report counts when that proxy is trusted.
    let mut expected = peer.to_canonical();
    while is_among(&trusted, expected) {
        let named = chain.pop().and_then(|hop| text(&hop)?.trim().parse::<IpAddr>().ok());
        let Some(named) = named else { break };
        expected = named.to_canonical();
    }
    assert_eq!(client, expected);
    assert!(is_among(&trusted, peer.to_canonical()) || client == peer.to_canonical());

    let neighbour = match client {
        IpAddr::V4(address) => IpAddr::V6(address.to_ipv6_mapped()),
        IpAddr::V6(address) => IpAddr::V6((address.to_bits() ^ u128::from(u64::MAX)).into()),
    };
    let is_mapped = matches!(neighbour, IpAddr::V6(address) if address.to_ipv4_mapped().is_some());
    if client.is_ipv4() || !is_mapped {
        assert_eq!(Origin::from_address(client), Origin::from_address(neighbour));
    }
    assert_eq!(Origin::from_address(client).digest(&Pseudonymizer::new(b"a secret")).len(), 32);
}
