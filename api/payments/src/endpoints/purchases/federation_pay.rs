//! `POST /api/federationregistration/pay`: orders the federation registration and answers where to pay.

use std::sync::Arc;

use axum::extract::State;
use axum::response::Response;
use chrono::NaiveDate;
use fairway_endpoint::caller::Caller;
use fairway_endpoint::common::Common;
use fairway_endpoint::failure::{Failure, FailureBody};
use fairway_endpoint::field_errors::FieldErrors;
use fairway_endpoint::receipts::OnceWithBody;
use fairway_events::{OrderId, OrderItem};
use fairway_store::shop::Settings;
use serde::Deserialize;
use utoipa::ToSchema;

use super::checkout::{self, NotPurchased, PaymentAnswer, PaymentChoice, Purchase, PurchaseRequest};
use super::federation_offer::{already_registered, registration};
use crate::state::Payments;

/// The package to buy, and the way to pay.
#[derive(Debug, Deserialize, ToSchema)]
pub struct FederationOrder {
    /// One of the methods on offer; may be absent if `issuer` is sent, which means iDEAL.
    #[schema(example = "ideal")]
    pub method: Option<String>,
    /// Accepted for an older form of iDEAL; never needed.
    pub issuer: Option<String>,
    /// The key of a package on offer.
    #[schema(example = "homecourse")]
    pub package: String,
    /// Where the provider sends the member back to: an address of the portal.
    #[serde(rename = "returnUrl")]
    #[schema(
        pattern = "^https?://[!-~]+$",
        example = "https://portal.example/subscriptions?federationOrdered=true"
    )]
    pub return_url: String,
}

/// Buy the federation registration
///
/// Places an order and answers where to pay. The server sets the price. With an `Idempotency-Key` a repeated call gets
/// the first answer.
#[utoipa::path(
    post,
    path = "/api/federationregistration/pay",
    tag = "purchases",
    params(("Idempotency-Key" = Option<String>, Header)),
    request_body = FederationOrder,
    responses(
        (status = 200, description = "Where to pay", body = PaymentAnswer),
        NotPurchased,
        (status = 409, description = "Registered already", body = FailureBody),
    )
)]
pub(crate) async fn federation_pay(
    State(payments): State<Arc<Payments>>,
    caller: Caller,
    OnceWithBody(once, bytes): OnceWithBody,
) -> Response {
    checkout::pay::<FederationOrder>(&payments, &caller, once, &bytes).await
}

impl PurchaseRequest for FederationOrder {
    const NOT_FOR_SALE: &'static str = "Je kunt op dit moment geen NGF registratie kopen.";

    fn payment(&self) -> PaymentChoice<'_> {
        let (method, issuer) = (self.method.as_deref(), self.issuer.as_deref());
        PaymentChoice { method, issuer, return_url: &self.return_url }
    }

    fn purchase(
        &self,
        settings: &Settings,
        _order: OrderId,
        _today: NaiveDate,
        fields: &mut FieldErrors,
    ) -> Option<Purchase> {
        let package = settings.federation_packages.iter().find(|package| package.key == self.package);
        if package.is_none() {
            fields.refuse("package", "Kies een pakket uit de lijst.");
        }
        let (package, year) = (package?, settings.federation_year);
        Some(Purchase {
            item: OrderItem::FederationRegistration { year, package: package.key.clone() },
            amount_cents: package.price_cents,
            description: format!("Fairway: NGF-registratie {year}"),
        })
    }

    /// The domain knows the registrations that were bought here; imported ones are only in a table.
    async fn check(&self, common: &Common, caller: &Caller, settings: &Settings) -> Result<(), Failure> {
        let year = settings.federation_year;
        match registration(common, caller.id(), year).await? {
            Some(_) => Err(Failure::conflict(already_registered(year)).temporary()),
            None => Ok(()),
        }
    }
}
