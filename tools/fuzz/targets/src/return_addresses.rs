//! The address to which the payment provider sends a member back.

use fairway_payments::endpoints::purchases::fields::own_address;

use crate::lines::text;

/// An accepted address goes to the provider in a form that every parser reads in the same way: the portal's origin and
/// a path, in visible ASCII only. It is accepted again unchanged.
pub fn return_addresses(data: &[u8]) {
    let Some(input) = text(data) else { return };
    check("https://portal.example", &["https://portal.example/"], input, true);
    check("https://portal.example:8443/", &["https://portal.example:8443/"], input, false);
    let own_names = ["http://127.", "http://localhost:8080/", "http://[::1]:8080/"];
    check("http://127.0.0.1:8080", &own_names, input, false);
}

fn check(portal: &str, own: &[&str], input: &str, production: bool) {
    let Some(accepted) = own_address(portal, input, production) else { return };
    assert!(own.iter().any(|origin| accepted.starts_with(origin)), "{input:?} became {accepted:?}");
    assert!(accepted.bytes().all(|byte| byte.is_ascii_graphic()), "{input:?} became {accepted:?}");
    // A backslash in the query or the fragment does not separate parts of the address.
    let path = accepted.split(['?', '#']).next().unwrap_or_default();
    assert!(!path.contains('\\'), "{input:?} became {accepted:?}");
    assert_eq!(own_address(portal, &accepted, production).as_deref(), Some(accepted.as_str()));
}
