//! Validates the choices of a request: a method of the list, and a return address of the portal itself.

use fairway_endpoint::field_errors::FieldErrors;
use fairway_store::shop::Settings;
use url::{Host, Url};

use crate::state::Payments;

/// The method that an issuer belongs to.
const IDEAL: &str = "ideal";

/// The method; a chosen bank means iDEAL. The bank itself is chosen at the provider.
pub(super) fn method(
    fields: &mut FieldErrors,
    settings: &Settings,
    method: Option<&str>,
    issuer: Option<&str>,
) -> String {
    let wanted = match (method, issuer) {
        (_, Some(issuer)) if !issuer.is_empty() => IDEAL,
        (Some(method), _) => method,
        (None, _) => "",
    };
    let is_on_offer = |id: &str| settings.methods.iter().any(|method| method.id == id);
    if !is_on_offer(wanted) || method.is_some_and(|method| !is_on_offer(method)) {
        fields.refuse("method", "Kies een betaalmethode uit de lijst.");
    }
    wanted.to_owned()
}

/// The return address, as it is given to the provider.
pub(super) fn return_url(fields: &mut FieldErrors, payments: &Payments, address: &str) -> String {
    let own = own_address(&payments.public_url, address, payments.is_production);
    own.unwrap_or_else(|| {
        fields.refuse("returnUrl", "De returnUrl moet een adres van het portaal zelf zijn.");
        String::new()
    })
}

/// An address with the portal's own origin, as a browser parses it; none for any other. Outside production, the
/// loopback names (`localhost`, `127.0.0.1`) count as one host.
///
/// It is serialised again: browsers treat a backslash as a slash and ignore tabs and line breaks, so that other parsers
/// could read another host in the original text.
#[must_use]
pub fn own_address(portal: &str, address: &str, production: bool) -> Option<String> {
    let (portal, address) = (Url::parse(portal).ok()?, Url::parse(address).ok()?);
    if !address.username().is_empty() || address.password().is_some() {
        return None;
    }
    let same_scheme_and_port = (portal.scheme(), portal.port_or_known_default())
        == (address.scheme(), address.port_or_known_default());
    let same_host = portal.host().is_some() && portal.host() == address.host();
    let is_own =
        same_scheme_and_port && (same_host || (!production && is_loopback(&portal) && is_loopback(&address)));
    is_own.then(|| address.into())
}

fn is_loopback(url: &Url) -> bool {
    match url.host() {
        Some(Host::Domain(name)) => name == "localhost",
        Some(Host::Ipv4(address)) => address.is_loopback(),
        Some(Host::Ipv6(address)) => address.is_loopback(),
        None => false,
    }
}

#[cfg(test)]
mod tests {
    use super::own_address;

    fn is_own(portal: &str, address: &str, production: bool) -> bool {
        own_address(portal, address, production).is_some()
    }

    #[test]
    fn the_return_address_is_normalised() {
        for (sent, given) in [
            ("https://portal.example\\@evil.example/", "https://portal.example/@evil.example/"),
            ("https:portal.example/a", "https://portal.example/a"),
            (" https://portal.ex\tample/a\n", "https://portal.example/a"),
        ] {
            assert_eq!(own_address("https://portal.example", sent, true).as_deref(), Some(given), "{sent:?}");
        }
    }

    #[test]
    fn only_the_portals_own_origin_is_a_return_address() {
        let portal = "https://portal.example";
        for own in
            ["https://portal.example/subscriptions?ordered=true", "https://portal.example:443/", portal]
        {
            assert!(is_own(portal, own, true), "{own}");
        }
        for foreign in [
            "",
            "/subscriptions",
            "//portal.example/",
            "http://portal.example/",
            "https://portal.example:8443/",
            "https://portal.example.evil.example/",
            "https://portal.example@evil.example/",
            "https://user@portal.example/",
            "https://evil.example/?https://portal.example",
            "https://evil.example\\@portal.example/",
            "javascript:alert(1)",
            "data:text/html,x",
        ] {
            assert!(!is_own(portal, foreign, false), "{foreign}");
        }
    }

    #[test]
    fn outside_production_loopback_names_are_one_host() {
        let portal = "http://127.0.0.1:8080";
        assert!(is_own(portal, "http://localhost:8080/subscriptions", false));
        assert!(!is_own(portal, "http://localhost:8080/subscriptions", true));
        assert!(!is_own(portal, "http://localhost:9090/subscriptions", false));
        assert!(!is_own(portal, "http://evil.example:8080/", false));
    }
}
