//! The steps that both purchases share: place the order, create the payment at the provider, record that it was
//! started.
//!
//! Each of the three steps may be repeated: with an idempotency key the order's id is computed from the key, the
//! provider receives the order's id as its own idempotency key, and the receipt is stored with the last step. So a
//! retry after a crash continues where the first request stopped, with the same order and the same payment.

use axum::body::Bytes;
use axum::http::StatusCode;
use axum::response::Response;
use chrono::NaiveDate;
use fairway_clock::random;
use fairway_command::{
    Command, Outcome, PaymentOutcome, PlaceOrder, Rejection, SettleOrder, StartPayment, Submission,
    SubmitError,
};
use fairway_endpoint::caller::Caller;
use fairway_endpoint::commands::{Prepared, carry_out_once, undecided};
use fairway_endpoint::common::Common;
use fairway_endpoint::failure::{Failure, FailureBody};
use fairway_endpoint::field_errors::FieldErrors;
use fairway_endpoint::receipts::Once;
use fairway_endpoint::refusal_queue::Attempt;
use fairway_endpoint::rejection::PlayerNames;
use fairway_endpoint::request_context::RequestId;
use fairway_endpoint::{body, command_limit, refusals};
use fairway_events::journal::ReceiptKey;
use fairway_events::{OrderId, OrderItem, VoucherId};
use fairway_store::shop;
use fairway_store::shop::Settings;
use fairway_text::error_chain::Chain;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::json;
use utoipa::{IntoResponses, ToSchema};
use uuid::Uuid;

use super::fields::{method, return_url};
use super::methods::UNAVAILABLE_SENTENCE;
use crate::breaker::ProviderUnavailable;
use crate::provider::ProviderError;
use crate::state::Payments;
use crate::wire::{Metadata, Money, NewPayment};

/// The namespace of ids that are computed from an idempotency key.
const NAMESPACE: Uuid = Uuid::from_u128(0x7a3c_52e6_88d1_4b0f_9d27_41f0_6c5b_e913);
/// The longest description that a bank statement can show.
const LONGEST_DESCRIPTION: usize = 255;

/// Where to pay.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct PaymentAnswer {
    /// Always true.
    pub success: bool,
    /// Address of the payment provider's page.
    #[serde(rename = "paymentUrl")]
    #[schema(example = "https://www.mollie.com/checkout/select-issuer/ideal/7UhSN1zuXS")]
    pub payment_url: String,
}

/// The failures of every purchase.
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

/// A purchase request of an endpoint.
pub(super) trait PurchaseRequest: DeserializeOwned + Send + Sync {
    /// The refusal when nothing of this kind is for sale.
    const NOT_FOR_SALE: &'static str;

    /// The chosen payment method.
    fn payment(&self) -> PaymentChoice<'_>;

    /// The purchase; none when it is not on offer, which is recorded as a field error.
    fn purchase(
        &self,
        settings: &Settings,
        order: OrderId,
        today: NaiveDate,
        fields: &mut FieldErrors,
    ) -> Option<Purchase>;

    /// Checks whether the member may buy it, where the domain lacks the data.
    ///
    /// # Errors
    /// The refusal.
    fn check(
        &self,
        _common: &Common,
        _caller: &Caller,
        _settings: &Settings,
    ) -> impl Future<Output = Result<(), Failure>> + Send {
        async { Ok(()) }
    }
}

/// The member's choice of how to pay.
pub(super) struct PaymentChoice<'a> {
    pub(super) method: Option<&'a str>,
    pub(super) issuer: Option<&'a str>,
    pub(super) return_url: &'a str,
}

/// A purchase, its price, and its description for the bank statement.
pub(super) struct Purchase {
    pub(super) item: OrderItem,
    pub(super) amount_cents: i64,
    pub(super) description: String,
}

/// Places the order of a request, at most once per idempotency key, and returns where to pay.
pub(super) async fn pay<R: PurchaseRequest>(
    payments: &Payments,
    caller: &Caller,
    once: Once,
    body: &Bytes,
) -> Response {
    let prepared = prepare::<R>(payments, caller, &once, body).await;
    carry_out_once(&payments.common, caller, once, prepared).await
}

async fn prepare<R: PurchaseRequest>(
    payments: &Payments,
    caller: &Caller,
    once: &Once,
    body: &Bytes,
) -> Result<Prepared, Failure> {
    let wanted: R = body::parse(body)?;
    let Some(settings) = shop::settings(&payments.common.pool).await? else {
        return Err(Failure::conflict(R::NOT_FOR_SALE).temporary());
    };
    let mut fields = FieldErrors::default();
    let choice = wanted.payment();
    let method = method(&mut fields, &settings, choice.method, choice.issuer);
    let return_url = return_url(&mut fields, payments, choice.return_url);
    let order = order_id(&payments.common, once);
    let purchase = wanted.purchase(&settings, order, payments.common.clock.today(), &mut fields);
    fields.done()?;
    let purchase = purchase.ok_or_else(Failure::internal)?;
    wanted.check(&payments.common, caller, &settings).await?;
    let place = PlaceOrder {
        order,
        member: caller.id(),
        item: purchase.item,
        amount_cents: purchase.amount_cents,
        method,
        voucher_maximum: settings.voucher_maximum,
        today: payments.common.clock.today(),
        at: payments.common.clock.now(),
    };
    begin(payments, caller, once.request, place, &purchase.description, return_url).await
}

/// The id of a request's order: the same for the same key of the same member.
fn order_id(common: &Common, once: &Once) -> OrderId {
    OrderId(match once.key() {
        Some(ReceiptKey { member, route, key }) => {
            Uuid::new_v5(&NAMESPACE, format!("{member} {route} {key}").as_bytes())
        }
        None => random::new_id(common.clock.now()),
    })
}

/// The ids of an order's vouchers.
pub(super) fn voucher_ids(order: OrderId, quantity: u32) -> Vec<VoucherId> {
    (0..quantity).map(|nth| VoucherId(Uuid::new_v5(&order.0, nth.to_string().as_bytes()))).collect()
}

/// Places the order and creates its payment; the command that records the start of the payment remains to be decided.
async fn begin(
    payments: &Payments,
    caller: &Caller,
    request: RequestId,
    place: PlaceOrder,
    description: &str,
    return_url: String,
) -> Result<Prepared, Failure> {
    // No order is placed that cannot be paid: it would count until it expires.
    if let Some(ProviderUnavailable { retry_after }) = payments.provider.refuses() {
        return Err(Failure::new(StatusCode::SERVICE_UNAVAILABLE, UNAVAILABLE_SENTENCE).retry_in(retry_after));
    }
    let (order, amount_cents, method) = (place.order, place.amount_cents, place.method.clone());
    let place = Command::PlaceOrder(place);
    let counted = command_limit::count(&payments.common, caller, &place).await?;
    if let Err(failure) = submit(&payments.common, caller, request, place).await {
        command_limit::uncount(&payments.common, counted).await;
        return Err(failure);
    }
    let wanted = NewPayment {
        amount: Money::euro_cents(amount_cents),
        description: description.chars().take(LONGEST_DESCRIPTION).collect(),
        redirect_url: return_url.clone(),
        webhook_url: payments.provider.webhook_url().to_owned(),
        method,
        locale: "nl_NL".to_owned(),
        metadata: Metadata { order: order.to_string() },
    };
    let payment = match payments.provider.create(&wanted, &order.to_string()).await {
        Ok(payment) => payment,
        Err(error) => return Err(refused(&payments.common, caller, request, order, &error).await),
    };
    // On a late retry it may be paid or expired: the portal then shows the result.
    let payment_url = payment.links.checkout.map_or(return_url, |link| link.href);
    let command =
        Command::StartPayment(StartPayment { order, payment: payment.id, at: payments.common.clock.now() });
    let success = json!(PaymentAnswer { success: true, payment_url });
    Ok(Prepared { command, names: PlayerNames::default(), success })
}

async fn submit(
    common: &Common,
    caller: &Caller,
    request: RequestId,
    command: Command,
) -> Result<(), Failure> {
    let attempt = Attempt::from_command(&command);
    let submission = Submission {
        command,
        correlation_id: request.0,
        actor: caller.actor(),
        metadata: caller.metadata(),
        receipt: None,
    };
    match common.writer.submit_at(submission).await {
        Ok((Outcome::Accepted { .. } | Outcome::Replayed { .. }, _)) => Ok(()),
        Ok((Outcome::Rejected(rejection), position)) => {
            tracing::info!(code = rejection.code(), "the order was refused");
            refusals::rejected(common, caller, attempt, &rejection);
            let failure = PlayerNames::default().failure(&rejection, caller.id()).decided_at(position);
            // An order that has ended stays so, and so does the key from which its id is computed. These rejections
            // depend on data that changes: another order expires, a subscription starts.
            let temporary = matches!(
                rejection,
                Rejection::NoCurrentSubscription
                    | Rejection::VoucherMaximum { .. }
                    | Rejection::AlreadyRegistered { .. }
            );
            Err(if temporary { failure.temporary() } else { failure })
        }
        Ok((Outcome::KeyReused, _)) => Err(undecided(&SubmitError::Stopped)),
        Err(error) => Err(undecided(&error)),
    }
}

/// The provider created no payment, or its response did not arrive.
async fn refused(
    common: &Common,
    caller: &Caller,
    request: RequestId,
    order: OrderId,
    error: &ProviderError,
) -> Failure {
    tracing::error!(%order, error = %Chain(error), "the payment provider did not create a payment");
    if let ProviderError::Unavailable { retry_after } = error {
        return Failure::new(StatusCode::SERVICE_UNAVAILABLE, UNAVAILABLE_SENTENCE).retry_in(*retry_after);
    }
    let ProviderError::Refused { field, .. } = error else {
        // The payment may exist: the order stays open, and a retry with the same key finds it.
        return unreachable();
    };
    let now = common.clock.now();
    let (payment, outcome, day) = (None, PaymentOutcome::Failed, common.clock.today());
    let failed = Command::SettleOrder(SettleOrder { order, payment, outcome, day, at: now });
    if let Err(failure) = submit(common, caller, request, failed).await {
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
