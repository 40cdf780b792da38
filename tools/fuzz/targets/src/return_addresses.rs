//! The address to which the payment provider sends a member back.

use fairway_api::http::purchases::fields::own_address;

use crate::lines::text;

/// What is taken is given to the provider in a form that everybody reads alike: the portal's origin, then a path, and
/// nothing but visible ASCII; and it is taken again as it is.
pub fn return_addresses(data: &[u8]) {
    let Some(input) = text(data) else { return };
    holds("https://portal.example", &["https://portal.example/"], input, true);
    holds("https://portal.example:8443/", &["https://portal.example:8443/"], input, false);
    let own_names = ["http://127.", "http://localhost:8080/", "http://[::1]:8080/"];
    holds("http://127.0.0.1:8080", &own_names, input, false);
}

fn holds(portal: &str, own: &[&str], input: &str, production: bool) {
    let Some(given) = own_address(portal, input, production) else { return };
    assert!(own.iter().any(|origin| given.starts_with(origin)), "{input:?} became {given:?}");
    assert!(given.bytes().all(|byte| byte.is_ascii_graphic()), "{input:?} became {given:?}");
    // In a query or fragment it parts nothing.
    let path = given.split(['?', '#']).next().unwrap_or_default();
    assert!(!path.contains('\\'), "{input:?} became {given:?}");
    assert_eq!(own_address(portal, &given, production).as_deref(), Some(given.as_str()));
}
