//! How one can pay: the data set's methods, as far as the provider has them switched on.

use serde::Serialize;
use utoipa::ToSchema;

use crate::app::App;
use crate::store::shop::Settings;

/// A drawing that stands for any way to pay; real marks belong to their owners.
const MARK: &str = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 36 24\" fill=\"none\" stroke=\"#5b6b61\" \
     stroke-width=\"2\"><rect x=\"2\" y=\"2\" width=\"32\" height=\"20\" rx=\"3\"/><path d=\"M2 9h32M7 16h8\"/></svg>";

/// Said where the provider is away, on the screens and to who tries all the same.
pub(super) const AWAY: &str = "Betalen lukt op dit moment niet: onze betaaldienst is niet bereikbaar. Er is niets \
     afgeschreven. Probeer het over een paar minuten opnieuw.";

/// A way to pay.
#[derive(Debug, Serialize, ToSchema)]
pub struct MethodView {
    /// What to send as `method`.
    #[schema(example = "ideal")]
    pub id: String,
    /// What members see.
    #[schema(example = "iDEAL | Wero")]
    pub name: String,
    /// A drawing, as SVG.
    pub svg: String,
}

/// A bank.
#[derive(Debug, Serialize, ToSchema)]
pub struct IssuerView {
    /// What to send as `issuer`.
    pub id: String,
    /// What members see.
    pub name: String,
}

/// How one can pay now.
#[derive(Debug, Default)]
pub(super) struct Paying {
    /// The methods on offer.
    pub(super) methods: Vec<MethodView>,
    /// Seconds since the provider said which it has; none: it did not say so yet.
    pub(super) methods_age: Option<i64>,
    /// Why paying would fail now, and what to do.
    pub(super) problem: Option<&'static str>,
}

/// How one can pay now. A provider that does not say what it has is no reason to sell nothing; one that is away is, and
/// members learn that before they have chosen.
pub(super) async fn on_offer(app: &App, settings: &Settings) -> Paying {
    let available = app.provider.methods().await;
    let offered = |id: &str| available.as_ref().is_none_or(|known| known.keys.contains(id));
    let methods = settings.methods.iter().filter(|method| offered(&method.id));
    Paying {
        methods: methods
            .map(|method| MethodView {
                id: method.id.clone(),
                name: method.name.clone(),
                svg: MARK.to_owned(),
            })
            .collect(),
        methods_age: available.map(|known| known.age.num_seconds()),
        problem: app.provider.is_away().then_some(AWAY),
    }
}
