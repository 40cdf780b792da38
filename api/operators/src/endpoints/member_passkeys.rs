//! `POST /operator/api/members/{id}/passkeys/remove`: for a member who lost the devices with their passkeys, or who has
//! passkeys that are not theirs. The member logs in with the password, or with a link that is mailed to them.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use fairway_clock::random;
use fairway_documents::mail::PasskeyChange;
use fairway_endpoint::failure::FailureBody;
use fairway_endpoint::path::PathText;
use fairway_members::endpoints::passkey_notice;
use fairway_operator_accounts::access::{ActForMembers, Permitted};
use fairway_operator_accounts::body::OperatorBody;
use fairway_operator_accounts::failure::OperatorFailure;
use fairway_store::passwords::Addressee;
use fairway_store::{operator_actions, passkeys};
use serde::Serialize;
use utoipa::ToSchema;

use super::member_account::AccountReason;
use crate::act::Acting;
use crate::state::Operators;

/// Passkeys that were removed.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct RemovedPasskeys {
    /// How many.
    pub removed: u64,
}

/// Remove the passkeys of a member
#[utoipa::path(
    post,
    path = "/operator/api/members/{id}/passkeys/remove",
    operation_id = "operator_remove_member_passkeys",
    tag = "members",
    security(("operator" = ["support"])),
    params(("id" = String, Path, description = "The member's id")),
    request_body = AccountReason,
    responses(
        (status = 200, description = "None can log in any more, and their sessions have ended; the member is mailed",
         body = RemovedPasskeys),
        (status = 404, description = "There is no such member", body = FailureBody),
        (status = 409, description = "The member has none", body = FailureBody),
    ),
)]
pub(crate) async fn remove(
    State(operators): State<Arc<Operators>>,
    permitted: Permitted<ActForMembers>,
    PathText(id): PathText,
    OperatorBody(request): OperatorBody<AccountReason>,
) -> Result<Json<RemovedPasskeys>, OperatorFailure> {
    let acting = Acting::new(&operators.common, &permitted.operator, &request.reason).await?;
    let person = acting.person(&id).await?;
    let now = operators.common.clock.now();
    let mut transaction = operators.common.pool.begin().await?;
    let removed = passkeys::remove_all(&mut transaction, person.id, now).await?;
    if removed == 0 {
        return Err(OperatorFailure::new(StatusCode::CONFLICT, "This member has no passkeys."));
    }
    let act = acting.of_account("remove passkeys", person.id);
    operator_actions::record_at_screen(&mut *transaction, &acting.by, &act, now).await?;
    let to = Addressee {
        member: person.id,
        first_name: person.first_name,
        prefix: person.prefix,
        last_name: person.last_name,
    };
    let cause = random::new_id(now);
    passkey_notice::queue(
        &operators.members,
        &mut transaction,
        to,
        cause,
        PasskeyChange::RemovedByOperator,
        now,
    )
    .await?;
    transaction.commit().await?;
    operators.delivery.outbox.wake();
    Ok(Json(RemovedPasskeys { removed }))
}
