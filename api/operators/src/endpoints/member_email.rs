//! `POST /operator/api/members/{id}/email`: a new e-mail address for a member who cannot ask for it, because the former
//! mailbox is gone. The member confirms it by the link that is mailed to it; the operator never sees that link.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use fairway_audit::dates;
use fairway_documents::mail::AskedBy;
use fairway_endpoint::failure::FailureBody;
use fairway_endpoint::path::PathText;
use fairway_members::address_change::{self, Asked, Request};
use fairway_operator_accounts::access::{ChangeAddresses, Permitted};
use fairway_operator_accounts::answer::Changed;
use fairway_operator_accounts::body::OperatorBody;
use fairway_operator_accounts::failure::OperatorFailure;
use fairway_store::address_changes::Addresses;
use fairway_store::operator_actions;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::act::Acting;
use crate::state::Operators;
use crate::views;

/// How the record names the act.
const ACTION: &str = "change address";

/// A new address for a member.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct NewMemberEmail {
    /// Why; one line without the address, which is kept for good.
    pub reason: String,
    /// The new address.
    pub email: String,
}

/// Ask for another e-mail address of a member
#[utoipa::path(
    post,
    path = "/operator/api/members/{id}/email",
    operation_id = "operator_change_email",
    tag = "members",
    security(("operator" = ["support"])),
    params(("id" = String, Path, description = "The member's id")),
    request_body = NewMemberEmail,
    responses(
        (status = 200, description = "A mail with a link goes to the new address, and a notice to the present one", body = Changed),
        (status = 404, description = "There is no such member", body = FailureBody),
        (status = 409, description = "Another member has the address, or the account is disabled", body = FailureBody),
        (status = 429, description = "Too many new addresses for this member", body = FailureBody),
    ),
)]
pub(crate) async fn change_email(
    State(operators): State<Arc<Operators>>,
    permitted: Permitted<ChangeAddresses>,
    PathText(id): PathText,
    OperatorBody(request): OperatorBody<NewMemberEmail>,
) -> Result<Json<Changed>, OperatorFailure> {
    let acting = Acting::new(&operators.common, &permitted.operator, &request.reason).await?;
    let person = acting.person(&id).await?;
    let email = fairway_text::email::checked(&request.email)
        .map_err(|problem| OperatorFailure::invalid_field("email", format!("It {problem}.")))?;
    if email == person.email {
        return Err(OperatorFailure::invalid_field("email", "This is the member's address already."));
    }
    let portal = &operators.members.portal;
    let now = operators.common.clock.now();
    let asking = Request { member: person.id, email: &email, by: AskedBy::Operator };
    let mut transaction = operators.common.pool.begin().await?;
    let asked =
        address_change::ask(&mut transaction, &operators.delivery.outbox, portal, asking, now).await?;
    if let Some((status, sentence, why)) = refusal(&asked) {
        transaction.rollback().await?;
        // The answer tells who has the address: that is a look at them.
        if let Asked::InUse(holder) = asked {
            views::record_member(&operators.common, &permitted.operator, holder).await?;
        }
        acting.record_refused(ACTION, "account", Some(person.id), why).await;
        return Err(OperatorFailure::new(status, sentence));
    }
    let act = acting.of_account(ACTION, person.id);
    operator_actions::record_at_screen(&mut *transaction, &acting.by, &act, now).await?;
    transaction.commit().await?;
    operators.delivery.outbox.wake();
    Ok(Json(Changed {}))
}

/// Why nothing is sent: for the operator, and in a word for the record.
const fn refusal(asked: &Asked) -> Option<(StatusCode, &'static str, &'static str)> {
    Some(match asked {
        Asked::Sent => return None,
        // An operator finds every member by their address: there is nothing to hide.
        Asked::InUse(_) => {
            (StatusCode::CONFLICT, "Another member has this address.", "another member has the address")
        }
        Asked::TooMany(_) => (
            StatusCode::TOO_MANY_REQUESTS,
            "Five new addresses were asked for in the last hour. Try again later.",
            "too many in an hour",
        ),
        Asked::Gone => {
            (StatusCode::CONFLICT, "This account is disabled: enable it first.", "the account is disabled")
        }
    })
}

/// The addresses of a member beside the present one.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct AddressesView {
    /// Those before it, latest first.
    pub former: Vec<FormerAddress>,
    /// The new one that waits until the member confirms it.
    pub waiting: Option<WaitingAddress>,
}

/// An address that a member had.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct FormerAddress {
    /// In lower case.
    pub email: String,
    /// When the member got another one.
    pub left_at: String,
}

/// An address that a member will have.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct WaitingAddress {
    /// In lower case.
    pub email: String,
    /// Until when the member can confirm it.
    pub expires_at: String,
}

impl AddressesView {
    pub(super) fn from_addresses(Addresses { former, waiting }: Addresses) -> Self {
        let former = former.into_iter();
        Self {
            former: former
                .map(|(email, left_at)| FormerAddress { email, left_at: dates::rfc3339(left_at) })
                .collect(),
            waiting: waiting
                .map(|(email, expires)| WaitingAddress { email, expires_at: dates::rfc3339(expires) }),
        }
    }
}
