//! `GET /api/federationregistration/buy`: the federation's packages, unless the member is registered already.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use fairway_endpoint::caller::Caller;
use fairway_endpoint::common::Common;
use fairway_endpoint::failure::Failure;
use fairway_events::MemberId;
use fairway_store::shop;
use serde::Serialize;
use utoipa::ToSchema;

use super::methods::{self, IssuerView, MethodView, PaymentOptions};
use crate::amount;
use crate::state::Payments;

/// The packages for sale.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct FederationOffer {
    /// Always true.
    pub success: bool,
    /// Whether the member may buy at all.
    #[serde(rename = "allowPurchase")]
    pub allow_purchase: bool,
    /// The federation's year on sale; null before the first data set.
    #[schema(example = 2026)]
    pub year: Option<i32>,
    /// The packages.
    #[serde(rename = "availablePackages")]
    pub available_packages: Vec<PackagePrice>,
    /// Payment methods.
    pub methods: Vec<MethodView>,
    /// Always empty: members choose their bank at the provider.
    pub issuers: Vec<IssuerView>,
    /// Seconds since the provider last listed its methods; null: it has not listed them yet.
    #[serde(rename = "methodsAge")]
    #[schema(example = 12)]
    pub methods_age: Option<i64>,
    /// Why a payment would fail now, and what to do; null: no problem is known.
    #[serde(rename = "paymentTrouble")]
    pub payment_trouble: Option<&'static str>,
    /// Always null: a failure has another form.
    pub error: Option<String>,
    /// Why nothing can be bought.
    pub message: Option<String>,
}

/// A package and its price.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct PackagePrice {
    /// The value of `package` in an order.
    #[schema(example = "homecourse")]
    pub key: String,
    /// In Dutch.
    pub description: String,
    /// As members read it.
    #[serde(rename = "formattedPrice")]
    #[schema(example = "€ 49,50")]
    pub formatted_price: String,
}

/// The federation registration on offer
#[utoipa::path(
    get,
    path = "/api/federationregistration/buy",
    tag = "purchases",
    responses(
        (status = 200, description = "The offer", body = FederationOffer),
    )
)]
pub(crate) async fn federation_offer(
    State(payments): State<Arc<Payments>>,
    caller: Caller,
) -> Result<Json<FederationOffer>, Failure> {
    let settings = shop::settings(&payments.common.pool).await?;
    let (year, packages, payment_options, registered) = match &settings {
        Some(settings) => {
            let year = settings.federation_year;
            let registered = registration(&payments.common, caller.id(), year).await?.is_some();
            let payment_options = methods::on_offer(&payments, settings).await;
            (Some(year), settings.federation_packages.as_slice(), payment_options, registered)
        }
        None => (None, [].as_slice(), PaymentOptions::default(), false),
    };
    let message = match year {
        Some(year) if registered => Some(already_registered(year)),
        _ if packages.is_empty() => Some("Je kunt op dit moment geen NGF registratie kopen.".to_owned()),
        _ => None,
    };
    let available_packages = packages.iter().map(|package| PackagePrice {
        key: package.key.clone(),
        description: package.description.clone(),
        formatted_price: amount::formatted(package.price_cents),
    });
    Ok(Json(FederationOffer {
        success: true,
        allow_purchase: message.is_none(),
        year,
        available_packages: available_packages.collect(),
        methods: payment_options.methods,
        issuers: Vec::new(),
        methods_age: payment_options.methods_age,
        payment_trouble: payment_options.problem,
        error: None,
        message,
    }))
}

/// The package under which a member is registered for a year, bought here or imported.
pub(crate) async fn registration(
    common: &Common,
    member: MemberId,
    year: i32,
) -> Result<Option<String>, Failure> {
    let bought = common.reads.registrations(member).await?;
    match bought.into_iter().find(|registration| registration.year == year) {
        Some(registration) => Ok(Some(registration.package)),
        None => Ok(shop::registered_before(&common.pool, member, year).await?),
    }
}

pub(super) fn already_registered(year: i32) -> String {
    format!("Je hebt voor {year} al een NGF-registratie.")
}
