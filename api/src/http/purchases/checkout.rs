//! What both purchases have in common: place the order, have the provider make its payment, write that down.
//!
//! Three steps, each of which may be repeated: with an idempotency key the order's id follows from the key, the provider
//! is asked with the order's id as its own key, and the receipt is stored with the last step. So a retry after a crash
//! goes on where the first request stopped, and finds the same order and the same payment.

use std::sync::Arc;

use axum::body::Bytes;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use chrono::NaiveDate;
use fairway_command::{Command, Outcome, PlaceOrder, SettleOrder, StartPayment, Submission};
use fairway_command::{PaymentOutcome, Rejection, SubmitError};
use fairway_events::{OrderId, OrderItem, VoucherId};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::json;
use utoipa::{IntoResponses, ToSchema};
use uuid::Uuid;

use super::methods::AWAY;
use crate::app::App;
use crate::error_chain::Chain;
use crate::http::body;
use crate::http::caller::Caller;
use crate::http::command_limit;
use crate::http::commands::{Prepared, carry_out_once, undecided};
use crate::http::failure::{Failure, FailureBody};
use crate::http::field_errors::FieldErrors;
use crate::http::rejection::PlayerNames;
use crate::http::request_context::RequestId;
use crate::random;
use crate::services::payments::breaker::Away;
use crate::services::payments::provider::ProviderError;
use crate::services::payments::wire::{Metadata, Money, NewPayment};
use crate::store::shop::{self, Settings};

/// For ids that follow from an idempotency key.
const NAMESPACE: Uuid = Uuid::from_u128(0x7a3c_52e6_88d1_4b0f_9d27_41f0_6c5b_e913);
/// What a statement of account can hold.
const LONGEST_DESCRIPTION: usize = 255;

/// Where to pay.
#[derive(Debug, Serialize, ToSchema)]
pub struct PaymentAnswer {
    /// Always true.
    pub success: bool,
    /// The provider's page.
    #[serde(rename = "paymentUrl")]
    #[schema(example = "https://www.mollie.com/checkout/select-issuer/ideal/7UhSN1zuXS")]
    pub payment_url: String,
}

/// What every purchase may be answered besides.
#[derive(Debug, IntoResponses)]
#[expect(dead_code, reason = "described alone: failures are answered as such")]
pub(super) enum NotPurchased {
    /// Invalid input, or a key used before
    #[response(status = 422)]
    Invalid(FailureBody),
    /// Too many changes in an hour; see Retry-After
    #[response(status = 429)]
    TooMany(FailureBody),
    /// The payment provider does not answer; nothing was charged
    #[response(status = 503)]
    ProviderAway(FailureBody),
}

/// A purchase as its endpoint takes it.
pub(super) trait PurchaseRequest: DeserializeOwned + Send + Sync {
    /// Method and path, which idempotency keys are kept with.
    const ROUTE: &'static str;
    /// The refusal while nothing of the kind is for sale.
    const NOT_FOR_SALE: &'static str;

    /// How it is to be paid.
    fn payment(&self) -> PaymentChoice<'_>;

    /// What is bought; none when it is not on offer, which is then a problem of a field.
    fn purchase(
        &self,
        settings: &Settings,
        order: OrderId,
        today: NaiveDate,
        fields: &mut FieldErrors,
    ) -> Option<Purchase>;

    /// Whether the member may buy it, where the domain cannot know.
    ///
    /// # Errors
    /// The refusal.
    fn check(
        &self,
        _app: &App,
        _caller: &Caller,
        _settings: &Settings,
    ) -> impl Future<Output = Result<(), Failure>> + Send {
        async { Ok(()) }
    }
}

/// How a member wants to pay.
pub(super) struct PaymentChoice<'a> {
    pub(super) method: Option<&'a str>,
    pub(super) issuer: Option<&'a str>,
    pub(super) return_url: &'a str,
}

/// What is to be paid.
pub(super) struct Purchase {
    pub(super) item: OrderItem,
    pub(super) amount_cents: i64,
    pub(super) description: String,
}

/// Orders what a request asks for, at most once per idempotency key, and answers where to pay.
pub(super) async fn pay<R: PurchaseRequest>(
    app: &Arc<App>,
    request: RequestId,
    headers: &HeaderMap,
    caller: &Caller,
    body: &Bytes,
) -> Response {
    let prepare = prepare::<R>(app, caller, request, headers, body);
    carry_out_once(app, caller, request, (headers, R::ROUTE, body), prepare).await
}

async fn prepare<R: PurchaseRequest>(
    app: &App,
    caller: &Caller,
    request: RequestId,
    headers: &HeaderMap,
    body: &Bytes,
) -> Result<Prepared, Failure> {
    let wanted: R = body::parse(body)?;
    let Some(settings) = shop::settings(&app.pool).await? else {
        return Err(Failure::conflict(R::NOT_FOR_SALE).passing());
    };
    let mut fields = FieldErrors::default();
    let choice = wanted.payment();
    let method = fields.method(&settings, choice.method, choice.issuer);
    let return_url = fields.return_url(app, choice.return_url);
    let order = order_id(app, caller, headers, R::ROUTE);
    let purchase = wanted.purchase(&settings, order, app.clock.today(), &mut fields);
    fields.done()?;
    let purchase = purchase.ok_or_else(Failure::internal)?;
    wanted.check(app, caller, &settings).await?;
    let place = PlaceOrder {
        order,
        member: caller.id(),
        item: purchase.item,
        amount_cents: purchase.amount_cents,
        method,
        voucher_maximum: settings.voucher_maximum,
        today: app.clock.today(),
        at: app.clock.now(),
    };
    begin(app, caller, request, place, &purchase.description, return_url).await
}

/// The id of the order that a request makes: the same for the same key of the same member.
fn order_id(app: &App, caller: &Caller, headers: &HeaderMap, route: &str) -> OrderId {
    let key = headers.get("idempotency-key").and_then(|value| value.to_str().ok());
    OrderId(match key {
        Some(key) => Uuid::new_v5(&NAMESPACE, format!("{} {route} {key}", caller.id()).as_bytes()),
        None => random::new_id(app.clock.now()),
    })
}

/// The ids that an order's vouchers will have.
pub(super) fn voucher_ids(order: OrderId, quantity: u32) -> Vec<VoucherId> {
    (0..quantity).map(|nth| VoucherId(Uuid::new_v5(&order.0, nth.to_string().as_bytes()))).collect()
}

/// Places the order and has its payment made; what is left to be decided is that the payment was started.
async fn begin(
    app: &App,
    caller: &Caller,
    request: RequestId,
    place: PlaceOrder,
    description: &str,
    return_url: String,
) -> Result<Prepared, Failure> {
    // Nothing is ordered that cannot be paid for: the order would count until it expires.
    if let Some(Away { retry_after }) = app.provider.refuses() {
        return Err(Failure::new(StatusCode::SERVICE_UNAVAILABLE, AWAY).retry_in(retry_after));
    }
    let (order, amount_cents, method) = (place.order, place.amount_cents, place.method.clone());
    let place = Command::PlaceOrder(place);
    let counted = command_limit::count(app, caller, &place).await?;
    if let Err(failure) = submit(app, caller, request, place).await {
        command_limit::give_back(app, counted).await;
        return Err(failure);
    }
    let wanted = NewPayment {
        amount: Money::euro_cents(amount_cents),
        description: description.chars().take(LONGEST_DESCRIPTION).collect(),
        redirect_url: return_url.clone(),
        webhook_url: app.provider.webhook_url().to_owned(),
        method,
        locale: "nl_NL".to_owned(),
        metadata: Metadata { order: order.to_string() },
    };
    let payment = match app.provider.create(&wanted, &order.to_string()).await {
        Ok(payment) => payment,
        Err(error) => return Err(refused(app, caller, request, order, &error).await),
    };
    // Paid or over already, on a late retry: the portal says how it went.
    let payment_url = payment.links.checkout.map_or(return_url, |link| link.href);
    let command = Command::StartPayment(StartPayment { order, payment: payment.id, at: app.clock.now() });
    let success = json!(PaymentAnswer { success: true, payment_url });
    Ok(Prepared { command, names: PlayerNames::default(), success })
}

async fn submit(app: &App, caller: &Caller, request: RequestId, command: Command) -> Result<(), Failure> {
    let submission = Submission {
        command,
        correlation_id: request.0,
        actor: caller.actor(),
        metadata: caller.metadata(),
        receipt: None,
    };
    match app.writer.submit(submission).await {
        Ok(Outcome::Accepted { .. } | Outcome::Replayed { .. }) => Ok(()),
        Ok(Outcome::Rejected(rejection)) => {
            tracing::info!(code = rejection.code(), "the order was refused");
            let failure = PlayerNames::default().failure(&rejection, caller.id());
            // An order that is over stays so, and with it the key that it follows from. What the member has or does not
            // have changes: another order lapses, a subscription begins.
            let passing = matches!(
                rejection,
                Rejection::NoCurrentSubscription
                    | Rejection::VoucherMaximum { .. }
                    | Rejection::AlreadyRegistered { .. }
            );
            Err(if passing { failure.passing() } else { failure })
        }
        Ok(Outcome::KeyReused) => Err(undecided(&SubmitError::Stopped)),
        Err(error) => Err(undecided(&error)),
    }
}

/// The provider made no payment, or did not say so.
async fn refused(
    app: &App,
    caller: &Caller,
    request: RequestId,
    order: OrderId,
    error: &ProviderError,
) -> Failure {
    tracing::error!(%order, error = %Chain(error), "the payment provider made no payment");
    if let ProviderError::Away { retry_after } = error {
        return Failure::new(StatusCode::SERVICE_UNAVAILABLE, AWAY).retry_in(*retry_after);
    }
    let ProviderError::Refused { field, .. } = error else {
        // The payment may have been made: the order stays open, and a retry with the same key finds it.
        return unreachable();
    };
    let now = app.clock.now();
    let (payment, outcome, day) = (None, PaymentOutcome::Failed, app.clock.today());
    let failed = Command::SettleOrder(SettleOrder { order, payment, outcome, day, at: now });
    if let Err(failure) = submit(app, caller, request, failed).await {
        return failure;
    }
    if field.as_deref() == Some("method") {
        return Failure::conflict("Deze betaalmethode werkt nu niet. Kies een andere betaalmethode.");
    }
    unreachable()
}

fn unreachable() -> Failure {
    let sentence =
        "De betaaldienst is even niet bereikbaar. Er is niets afgeschreven. Probeer het zo opnieuw.";
    Failure::new(StatusCode::SERVICE_UNAVAILABLE, sentence).retry_in(5)
}
