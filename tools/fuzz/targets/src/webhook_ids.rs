//! The form by which the payment provider tells that something changed; anybody can send one.

use fairway_api::http::purchases::webhook::{id_in, is_payment};

/// An id that is looked up leads to one address of the provider's and to no other.
pub fn webhook_ids(data: &[u8]) {
    let Some(id) = id_in(data) else { return };
    if !is_payment(&id) {
        return;
    }
    assert!(id.len() <= 80, "{id}");
    let provider = url::Url::parse("https://provider.example").expect("an address");
    let asked = provider.join(&format!("/v2/payments/{id}")).expect("an address");
    assert_eq!(asked.as_str(), format!("https://provider.example/v2/payments/{id}"));
    assert_eq!(asked.path_segments().map(Iterator::count), Some(3));
    assert_eq!(id_in(format!("id={id}").as_bytes()).as_deref(), Some(id.as_str()));
}
