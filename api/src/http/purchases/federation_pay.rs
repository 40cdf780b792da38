//! `POST /api/federationregistration/pay`: orders the federation registration and answers where to pay.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::{Extension, State};
use axum::http::HeaderMap;
use axum::response::Response;
use fairway_events::OrderItem;
use serde::Deserialize;
use utoipa::ToSchema;

use super::checkout::{self, PaymentAnswer, Purchase};
use super::federation_offer::{already_registered, registration};
use crate::app::App;
use crate::http::body::{self, RawBody};
use crate::http::caller::Caller;
use crate::http::commands::{Prepared, carry_out_once};
use crate::http::failure::{Failure, FailureBody};
use crate::http::field_errors::FieldErrors;
use crate::http::request_context::RequestId;
use crate::store::shop;

const ROUTE: &str = "POST /api/federationregistration/pay";

/// Which package, and how it is paid.
#[derive(Debug, Deserialize, ToSchema)]
pub struct FederationOrder {
    /// One of the methods on offer; may be absent where a bank is chosen, which means iDEAL.
    #[schema(example = "ideal")]
    pub method: Option<String>,
    /// Accepted for iDEAL of old; never needed.
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
/// Places an order and answers where to pay. The price is the server's. With an `Idempotency-Key` a repeated call gets
/// the first answer.
#[utoipa::path(
    post,
    path = "/api/federationregistration/pay",
    tag = "purchases",
    params(("Idempotency-Key" = Option<String>, Header)),
    request_body = FederationOrder,
    responses(
        (status = 200, description = "Where to pay", body = PaymentAnswer),
        (status = 409, description = "Registered already", body = FailureBody),
        (status = 422, description = "Invalid input, or a key used before", body = FailureBody),
        (status = 429, description = "Too many changes in an hour; see Retry-After", body = FailureBody),
        (status = 503, description = "The payment provider does not answer; nothing was charged", body = FailureBody),
    )
)]
pub async fn federation_pay(
    State(app): State<Arc<App>>,
    Extension(request): Extension<RequestId>,
    headers: HeaderMap,
    caller: Caller,
    RawBody(bytes): RawBody,
) -> Response {
    let prepare = prepare(&app, &caller, request, &headers, &bytes);
    carry_out_once(&app, &caller, request, (&headers, ROUTE, &bytes), prepare).await
}

async fn prepare(
    app: &App,
    caller: &Caller,
    request: RequestId,
    headers: &HeaderMap,
    bytes: &Bytes,
) -> Result<Prepared, Failure> {
    let wanted: FederationOrder = body::parse(bytes)?;
    let Some(settings) = shop::settings(&app.pool).await? else {
        return Err(Failure::conflict("Je kunt op dit moment geen NGF registratie kopen.").passing());
    };
    let mut fields = FieldErrors::default();
    let method = fields.method(&settings, wanted.method.as_deref(), wanted.issuer.as_deref());
    let return_url = fields.return_url(app, &wanted.return_url);
    let package = settings.federation_packages.iter().find(|package| package.key == wanted.package);
    if package.is_none() {
        fields.refuse("package", "Kies een pakket uit de lijst.");
    }
    fields.done()?;
    let Some(package) = package else { return Err(Failure::internal()) };
    let year = settings.federation_year;
    // The domain knows what was bought here; the data set's registrations are known only by this table.
    if registration(app, caller.id(), year).await?.is_some() {
        return Err(Failure::conflict(already_registered(year)).passing());
    }
    let purchase = Purchase {
        order: checkout::order_id(app, caller, headers, ROUTE),
        item: OrderItem::FederationRegistration { year, package: package.key.clone() },
        amount_cents: package.price_cents,
        method,
        voucher_maximum: settings.voucher_maximum,
        description: format!("Fairway: NGF-registratie {year}"),
        return_url,
    };
    checkout::begin(app, caller, request, purchase).await
}
