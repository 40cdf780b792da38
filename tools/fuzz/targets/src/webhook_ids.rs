//! The form by which the payment provider reports that a payment changed. Anybody can send such a form.

use fairway_payments::endpoints::purchases::webhook::{id_in, is_payment};

/// An accepted id results in exactly one URL at the provider.
pub fn webhook_ids(data: &[u8]) {
    let Some(id) = id_in(data) else { return };
    if !is_payment(&id) {
        return;
    }
    assert!(id.len() <= 80, "{id}");
    let provider = url::Url::parse("https://provider.example").expect("an address");
    let url = provider.join(&format!("/v2/payments/{id}")).expect("an address");
    assert_eq!(url.as_str(), format!("https://provider.example/v2/payments/{id}"));
    assert_eq!(url.path_segments().map(Iterator::count), Some(3));
    assert_eq!(id_in(format!("id={id}").as_bytes()).as_deref(), Some(id.as_str()));
}
