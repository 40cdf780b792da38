//! `POST /api/payments/webhook`: the provider reports that a payment changed, by its id alone. Anybody can send such a
//! message, so only the provider's own answer is trusted (docs/security.md, 15), and the provider is asked only about
//! payments of our orders, a few at a time (docs/security.md, 33).
//!
//! A message may come before its payment is recorded. It is answered like an unknown one: the order is open, so the
//! provider is asked when the member returns and by the reconciliation.

use std::sync::Arc;

use axum::Json;
use axum::body::{Body, to_bytes};
use axum::extract::State;
use fairway_endpoint::answers::Done;
use fairway_endpoint::ask_models::{Answered, ask_models};
use fairway_endpoint::body::LARGEST_BODY;
use fairway_endpoint::client_address::Origin;
use fairway_endpoint::failure::{Failure, FailureBody};
use fairway_text::error_chain::Chain;
use url::form_urlencoded;
use utoipa::ToSchema;

use crate::recording::SettleError;
use crate::settling::settle;
use crate::state::Payments;
use crate::webhook_gate::TooMany;

/// Longer than any id of the provider.
const LONGEST_ID: usize = 80;

/// The form that the provider sends.
#[derive(Debug, ToSchema)]
pub(crate) struct PaymentNews {
    /// The payment's id.
    #[schema(example = "tr_7UhSN1zuXS")]
    #[expect(dead_code, reason = "described alone: the body is read as the form that it is")]
    id: String,
}

/// Webhook of the payment provider: a payment changed
///
/// Form-encoded, with only the payment's `id`. The portal asks the provider for the payment's state; an id that belongs
/// to no order changes nothing and is not a failure.
#[utoipa::path(
    post,
    path = "/api/payments/webhook",
    tag = "purchases",
    security(()),
    request_body(content = PaymentNews, content_type = "application/x-www-form-urlencoded"),
    responses(
        (status = 200, description = "Received", body = Done),
        (status = 413, description = "Too large", body = FailureBody),
        (status = 422, description = "No id", body = FailureBody),
        (status = 429, description = "Too many messages; see Retry-After", body = FailureBody),
        (status = 503, description = "Not processed; send the webhook again later", body = FailureBody),
    )
)]
pub(crate) async fn webhook(
    State(payments): State<Arc<Payments>>,
    origin: Origin,
    body: Body,
) -> Result<Json<Done>, Failure> {
    if let Err(TooMany { retry_after }) = payments.webhooks.enter(origin, payments.common.clock.now()) {
        tracing::warn!("webhooks are throttled");
        return Err(Failure::throttled("Te veel berichten. Probeer het zo opnieuw.", retry_after));
    }
    let body = to_bytes(body, LARGEST_BODY).await.map_err(|_| Failure::too_large())?;
    let id = id_in(&body).ok_or_else(|| Failure::invalid_field("id", "Het veld id ontbreekt."))?;
    if !is_payment(&id) {
        return Ok(Json(Done::SUCCESS));
    }
    match ask_models(&payments.common, async || Ok(payments.common.reads.order_of_payment(&id).await?))
        .await?
    {
        Answered::Found(_) => {}
        Answered::Absent => return Ok(Json(Done::SUCCESS)),
        Answered::Behind => return Err(Failure::unavailable()),
    }
    let Some(_turn) = payments.webhooks.turn().await else { return Err(Failure::unavailable()) };
    match settle(&payments, &id).await {
        Ok(asked) => {
            tracing::info!(payment = id, ?asked, "the provider sent a webhook for a payment");
            Ok(Json(Done::SUCCESS))
        }
        Err(SettleError::Provider(error)) => {
            tracing::warn!(
                payment = id,
                error = %Chain(&error),
                "the provider sent a webhook, but does not answer the query"
            );
            Err(Failure::unavailable())
        }
        Err(error @ (SettleError::Submit(_) | SettleError::Journal(_))) => {
            tracing::error!(payment = id, error = %Chain(&error), "the payment's state could not be stored");
            Err(Failure::unavailable())
        }
    }
}

/// The `id` of a form.
#[must_use]
pub fn id_in(form: &[u8]) -> Option<String> {
    form_urlencoded::parse(form).find(|(name, _)| name == "id").map(|(_, id)| id.into_owned())
}

/// Whether it has the form of a payment's id. It is checked because it becomes part of an address.
#[must_use]
pub fn is_payment(id: &str) -> bool {
    id.len() <= LONGEST_ID
        && id
            .strip_prefix("tr_")
            .is_some_and(|rest| !rest.is_empty() && rest.bytes().all(|byte| byte.is_ascii_alphanumeric()))
}

#[cfg(test)]
mod tests {
    use super::is_payment;

    #[test]
    fn only_the_form_of_an_id_is_asked_about() {
        assert!(is_payment("tr_7UhSN1zuXS"));
        for other in [
            "",
            "tr_",
            "re_7UhSN1zuXS",
            "tr_../methods",
            "tr_a?b",
            "tr_a b",
            &format!("tr_{}", "a".repeat(90)),
        ] {
            assert!(!is_payment(other), "{other:?}");
        }
    }
}
