//! `X-Forwarded-For`: the first line is the address of the connection, every other one a header.

use std::net::IpAddr;

use axum::http::HeaderMap;
use fairway_api::http::client_address::{Origin, client_address, is_among};
use ipnet::IpNet;

use crate::lines::{first, header_values, text};

/// A client is who connects, or the nearest whom an unbroken chain of trusted proxies names; and whoever chooses among the
/// addresses of one line stays one origin.
pub fn client_addresses(data: &[u8]) {
    let (peer, rest) = first(data);
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

    // The same by its definition: a hop counts when everybody behind it is trusted.
    let mut wanted = peer.to_canonical();
    while is_among(&trusted, wanted) {
        let named = chain.pop().and_then(|hop| text(&hop)?.trim().parse::<IpAddr>().ok());
        let Some(named) = named else { break };
        wanted = named.to_canonical();
    }
    assert_eq!(client, wanted);
    assert!(is_among(&trusted, peer.to_canonical()) || client == peer.to_canonical());

    let neighbour = match client {
        IpAddr::V4(address) => IpAddr::V6(address.to_ipv6_mapped()),
        IpAddr::V6(address) => IpAddr::V6((address.to_bits() ^ u128::from(u64::MAX)).into()),
    };
    let is_mapped = matches!(neighbour, IpAddr::V6(address) if address.to_ipv4_mapped().is_some());
    if client.is_ipv4() || !is_mapped {
        assert_eq!(Origin::of(client), Origin::of(neighbour));
    }
    assert_eq!(Origin::of(client).digest().len(), 32);
}
