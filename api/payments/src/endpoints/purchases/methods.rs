//! The payment methods: those of the data set that the provider has enabled.

use fairway_store::shop::Settings;
use serde::Serialize;
use utoipa::ToSchema;

use crate::state::Payments;

/// A drawing for any payment method; brand logos belong to their owners.
const PAYMENT_ICON: &str = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 36 24\" fill=\"none\" stroke=\"#5b6b61\" \
     stroke-width=\"2\"><rect x=\"2\" y=\"2\" width=\"32\" height=\"20\" rx=\"3\"/><path d=\"M2 9h32M7 16h8\"/></svg>";

/// The sentence when the provider is unavailable, on the screens and for purchases.
pub(super) const UNAVAILABLE_SENTENCE: &str = "Betalen lukt op dit moment niet: onze betaaldienst is niet bereikbaar. Er is niets \
     afgeschreven. Probeer het over een paar minuten opnieuw.";

/// A payment method.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct MethodView {
    /// The value of `method` in an order.
    #[schema(example = "ideal")]
    pub id: String,
    /// Name that members see.
    #[schema(example = "iDEAL | Wero")]
    pub name: String,
    /// A drawing, as SVG.
    pub svg: String,
}

/// A bank.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct IssuerView {
    /// The value of `issuer` in an order.
    pub id: String,
    /// Name that members see.
    pub name: String,
}

/// The payment methods at this moment.
#[derive(Debug, Default)]
pub(super) struct PaymentOptions {
    /// The enabled methods.
    pub(super) methods: Vec<MethodView>,
    /// Seconds since the provider listed its methods; none: it did not do so yet.
    pub(super) methods_age: Option<i64>,
    /// Why paying would fail now, and what to do.
    pub(super) problem: Option<&'static str>,
}

/// The payment methods at this moment. If the provider's list is unknown, all methods are offered; if the provider is
/// unavailable, members see that before they choose.
pub(super) async fn on_offer(payments: &Payments, settings: &Settings) -> PaymentOptions {
    let available = payments.provider.methods().await;
    let offered = |id: &str| available.as_ref().is_none_or(|known| known.keys.contains(id));
    let methods = settings.methods.iter().filter(|method| offered(&method.id));
    PaymentOptions {
        methods: methods
            .map(|method| MethodView {
                id: method.id.clone(),
                name: method.name.clone(),
                svg: PAYMENT_ICON.to_owned(),
            })
            .collect(),
        methods_age: available.map(|known| known.age.num_seconds()),
        problem: payments.provider.is_unavailable().then_some(UNAVAILABLE_SENTENCE),
    }
}
