//! Acts on a member's account: operators disable and enable it, end its sessions, and open the portal as the member.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use fairway_clock::random;
use fairway_endpoint::common::Common;
use fairway_endpoint::failure::FailureBody;
use fairway_endpoint::path::PathText;
use fairway_endpoint::receipts;
use fairway_events::MemberId;
use fairway_members::erasure::{member_groups, member_rounds};
use fairway_operator_accounts::access::{ActForMembers, Permitted};
use fairway_operator_accounts::answer::Changed;
use fairway_operator_accounts::body::OperatorBody;
use fairway_operator_accounts::failure::OperatorFailure;
use fairway_store::account_access::Spared;
use fairway_store::impersonations::{Granted, Maker};
use fairway_store::operator_actions::ScreenAct;
use fairway_store::{account_access, accounts, impersonations, member_account, operator_actions};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::act::Acting;
use crate::state::Operators;

/// Why an account is disabled.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct DisableMember {
    /// Why; one line.
    pub reason: String,
    /// Whether the member's places in upcoming rounds are cancelled, as the member would.
    pub cancel_upcoming: bool,
}

/// A disabled account.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct DisabledMember {
    /// Upcoming rounds in which the member had a place: cancelled, or still booked.
    pub rounds: usize,
}

/// Disable a member's account
#[utoipa::path(
    post,
    path = "/operator/api/members/{id}/disable",
    operation_id = "operator_disable_member",
    tag = "members",
    security(("operator" = ["support"])),
    params(("id" = String, Path, description = "The member's id")),
    request_body = DisableMember,
    responses(
        (status = 200, description = "Nobody can log in to it, and its sessions have ended", body = DisabledMember),
        (status = 404, description = "There is no such member", body = FailureBody),
        (status = 409, description = "It is disabled already", body = FailureBody),
    ),
)]
pub(crate) async fn disable(
    State(common): State<Common>,
    permitted: Permitted<ActForMembers>,
    PathText(id): PathText,
    OperatorBody(request): OperatorBody<DisableMember>,
) -> Result<Json<DisabledMember>, OperatorFailure> {
    let acting = Acting::new(&common, &permitted.operator, &request.reason).await?;
    let person = acting.person(&id).await?;
    let now = common.clock.now();
    let mut transaction = common.pool.begin().await?;
    let was_open = accounts::disable(&mut transaction, person.id, now).await?;
    if was_open {
        let act = acting.of_account("disable", person.id);
        operator_actions::record_at_screen(&mut *transaction, &acting.by, &act, now).await?;
        transaction.commit().await?;
    }
    // After the account is closed, so that the member cannot book meanwhile. One who cannot be booked waits for nothing.
    let given_up = give_up_rounds(&common, &acting, person.id, request.cancel_upcoming).await;
    if given_up.is_err() {
        acting.record_refused("disable", "upcoming rounds", Some(person.id), "failed").await;
    }
    let upcoming = given_up?;
    let has_cancelled_rounds = request.cancel_upcoming && upcoming > 0;
    if !was_open && !has_cancelled_rounds {
        return Err(OperatorFailure::new(StatusCode::CONFLICT, "This account is disabled already."));
    }
    Ok(Json(DisabledMember { rounds: upcoming }))
}

/// Takes a member off waiting lists, and out of their upcoming rounds if those are to be cancelled. Returns how many
/// rounds there were.
async fn give_up_rounds(
    common: &Common,
    acting: &Acting<'_>,
    member: MemberId,
    cancels: bool,
) -> Result<usize, OperatorFailure> {
    let by = acting.operator_act();
    member_groups::stop_waiting(&common.pool, &common.writer, &common.clock, member, &by).await?;
    let upcoming = member_rounds::upcoming(&common.journal, member, common.clock.today()).await?;
    if cancels && !upcoming.is_empty() {
        member_rounds::cancel(&common.writer, &common.clock, member, &by, &upcoming).await?;
        // The operator's next look shows it.
        receipts::show(common, common.journal.head().await?).await;
    }
    Ok(upcoming.len())
}

/// Why something is done to an account.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct AccountReason {
    /// Why; one line.
    pub reason: String,
}

/// Enable a member's account again
#[utoipa::path(
    post,
    path = "/operator/api/members/{id}/enable",
    operation_id = "operator_enable_member",
    tag = "members",
    security(("operator" = ["support"])),
    params(("id" = String, Path, description = "The member's id")),
    request_body = AccountReason,
    responses(
        (status = 200, description = "The member can log in again", body = Changed),
        (status = 404, description = "There is no such member", body = FailureBody),
        (status = 409, description = "It is not disabled", body = FailureBody),
    ),
)]
pub(crate) async fn enable(
    State(common): State<Common>,
    permitted: Permitted<ActForMembers>,
    PathText(id): PathText,
    OperatorBody(request): OperatorBody<AccountReason>,
) -> Result<Json<Changed>, OperatorFailure> {
    let acting = Acting::new(&common, &permitted.operator, &request.reason).await?;
    let person = acting.person(&id).await?;
    let now = common.clock.now();
    let mut transaction = common.pool.begin().await?;
    if !accounts::enable(&mut transaction, person.id, now).await? {
        return Err(OperatorFailure::new(StatusCode::CONFLICT, "This account is not disabled."));
    }
    let act = acting.of_account("enable", person.id);
    operator_actions::record_at_screen(&mut *transaction, &acting.by, &act, now).await?;
    transaction.commit().await?;
    Ok(Json(Changed {}))
}

/// A link to the members' portal.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ImpersonationLink {
    /// Works once, within 5 minutes; the session lasts an hour, or until the operator's own ends, and what is done in it is
    /// recorded.
    pub link: String,
}

/// Open the portal as a member
#[utoipa::path(
    post,
    path = "/operator/api/members/{id}/impersonate",
    operation_id = "operator_impersonate",
    tag = "members",
    security(("operator" = ["support"])),
    params(("id" = String, Path, description = "The member's id")),
    request_body = AccountReason,
    responses(
        (status = 200, description = "The link", body = ImpersonationLink),
        (status = 404, description = "There is no such member", body = FailureBody),
        (status = 409, description = "The account is disabled", body = FailureBody),
    ),
)]
pub(crate) async fn impersonate(
    State(operators): State<Arc<Operators>>,
    permitted: Permitted<ActForMembers>,
    PathText(id): PathText,
    OperatorBody(request): OperatorBody<AccountReason>,
) -> Result<Json<ImpersonationLink>, OperatorFailure> {
    let acting = Acting::new(&operators.common, &permitted.operator, &request.reason).await?;
    let person = acting.person(&id).await?;
    let (link, token) = (random::new_id(operators.common.clock.now()), random::new_token());
    let token_hash = random::digest(token.as_bytes());
    let operator = &permitted.operator;
    let maker =
        Maker { by: acting.operator_act(), session: Some((operator.account_id(), operator.session().id)) };
    // The link is the record of this act: operators' actions list it, used or not.
    match impersonations::grant(&operators.common.pool, link, &token_hash, &person.email, &maker).await? {
        Granted::Made => {}
        Granted::NoAccount => {
            let sentence = "This account is disabled: nobody can log in to it.";
            return Err(OperatorFailure::new(StatusCode::CONFLICT, sentence));
        }
        Granted::SessionEnded => return Err(OperatorFailure::unauthorized()),
    }
    let path = format!("/auth/impersonate?id={link}&login={token}");
    Ok(Json(ImpersonationLink { link: operators.links.portal.at(&path) }))
}

/// Sessions to end.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct EndMemberSessions {
    /// Why; one line.
    pub reason: String,
    /// The session; null: all of them, and the calendar feed, the devices that show news and unused links.
    pub session: Option<String>,
}

/// Sessions that have ended.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct EndedSessions {
    /// How many.
    pub ended: u64,
}

/// End sessions of a member
#[utoipa::path(
    post,
    path = "/operator/api/members/{id}/sessions/end",
    operation_id = "operator_end_member_sessions",
    tag = "members",
    security(("operator" = ["support"])),
    params(("id" = String, Path, description = "The member's id")),
    request_body = EndMemberSessions,
    responses(
        (status = 200, description = "They have ended", body = EndedSessions),
        (status = 404, description = "There is no such member", body = FailureBody),
    ),
)]
pub(crate) async fn end_sessions(
    State(common): State<Common>,
    permitted: Permitted<ActForMembers>,
    PathText(id): PathText,
    OperatorBody(request): OperatorBody<EndMemberSessions>,
) -> Result<Json<EndedSessions>, OperatorFailure> {
    let acting = Acting::new(&common, &permitted.operator, &request.reason).await?;
    let person = acting.person(&id).await?;
    let now = common.clock.now();
    let mut transaction = common.pool.begin().await?;
    let (ended, subject) = match request.session.as_deref() {
        Some(session) => {
            (member_account::end_session(&mut transaction, person.id, session, now).await?, "one session")
        }
        None => {
            let spared = Spared::PASSKEYS;
            let ended = account_access::end(&mut transaction, person.id, spared, now).await?;
            (ended.sessions, "all sessions")
        }
    };
    let act = ScreenAct { subject: subject.to_owned(), ..acting.of_account("end sessions", person.id) };
    operator_actions::record_at_screen(&mut *transaction, &acting.by, &act, now).await?;
    transaction.commit().await?;
    Ok(Json(EndedSessions { ended }))
}
