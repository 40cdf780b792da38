//! Disputes: the club says that a line of a statement is wrong or that one is missing, or takes that back
//! (docs/domain.md §3.31).

use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use chrono::NaiveDate;
use fairway_audit::permanent_text::PermanentText;
use fairway_club_accounts::access::{ClubUser, DisputeLines, Permitted};
use fairway_club_accounts::failure::ClubFailure;
use fairway_command::{Command, DisputeLine, EndDispute, Rejection};
use fairway_endpoint::body::JsonBody;
use fairway_endpoint::failure::{Failure, FailureBody};
use fairway_endpoint::field_errors::FieldErrors;
use fairway_endpoint::path::PathText;
use fairway_endpoint::receipts;
use fairway_endpoint::shapes::OneLine;
use fairway_events::{DisputeId, DisputeOutcome, Month, PlaceId};
use fairway_query::statements::{LineOf, Statement};
use serde::Deserialize;
use utoipa::ToSchema;

use super::corrections::decided;
use super::statements::wanted_month;
use crate::records;
use crate::state::Clubs;

/// What is wrong with a statement.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct NewDispute {
    /// Made by the client: the same is recorded once.
    #[schema(value_type = uuid::Uuid)]
    pub dispute: String,
    /// The play date.
    #[schema(value_type = NaiveDate)]
    pub date: String,
    /// The place of the line; null: of the day a line is missing.
    #[schema(value_type = Option<uuid::Uuid>)]
    pub place: Option<String>,
    /// At most 100 characters, about no person.
    #[schema(value_type = OneLine)]
    pub reason: String,
}

/// A dispute to be taken back.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct DisputeWithdrawal {
    /// At most 100 characters, about no person.
    #[schema(value_type = OneLine)]
    pub reason: String,
}

/// Say that a line is wrong, or that one is missing
///
/// Until 60 days after the month. A repeated call succeeds and changes nothing.
#[utoipa::path(
    post,
    path = "/club/api/statements/{month}/disputes",
    operation_id = "club_statement_dispute",
    tag = "statements",
    security(("club" = ["manager", "treasurer"])),
    params(("month" = String, Path, description = "The month of the statement: `2026-11`")),
    request_body = NewDispute,
    responses(
        (status = 204, description = "It is recorded"),
        (status = 404, description = "The statement has no such line", body = FailureBody),
        (status = 409, description = "It is too early or too late, the line is disputed already, or too many disputes are open", body = FailureBody),
    ),
)]
pub(crate) async fn club_statement_dispute(
    State(clubs): State<Arc<Clubs>>,
    permitted: Permitted<DisputeLines>,
    PathText(month): PathText,
    JsonBody(new): JsonBody<NewDispute>,
) -> Result<StatusCode, ClubFailure> {
    let (common, user) = (&clubs.common, &permitted.user);
    let month = wanted_month(&month)?;
    let mut fields = FieldErrors::default();
    let dispute: Option<DisputeId> = new.dispute.parse().ok();
    if dispute.is_none() {
        fields.refuse("dispute", "De aanvraag is ongeldig.");
    }
    let date = fields.date(&new.date);
    let place: Option<PlaceId> = new.place.as_deref().and_then(|place| place.parse().ok());
    if place.is_none() && new.place.is_some() {
        fields.refuse("place", "Deze regel is niet gevonden.");
    }
    // A correction is of an earlier month.
    if new.place.is_none() && date.is_some_and(|date| Month::of(date) != month) {
        fields.refuse("date", "Kies een dag van deze maand.");
    }
    fields.done()?;
    let (Some(dispute), Some(date)) = (dispute, date) else { return Err(Failure::malformed().into()) };
    let reason = records::reason(common, &new.reason).await?;
    if let Some(place) = place {
        let statement = common.reads.statement(user.club(), month).await?;
        let is_known = statement.disputes.iter().any(|known| known.dispute == dispute);
        if !is_known && !has_line(&statement, date, place) {
            return Err(ClubFailure::not_found("Deze regel staat niet op de afrekening."));
        }
    }
    let command = Command::DisputeLine(DisputeLine {
        club: user.club().clone(),
        dispute,
        month,
        date,
        place,
        reason: reason.as_str().to_owned(),
        today: common.clock.today(),
    });
    carry_out(&clubs, user, ("dispute line", month, &reason), command).await
}

/// Take a dispute back
#[utoipa::path(
    post,
    path = "/club/api/disputes/{dispute}/withdraw",
    operation_id = "club_dispute_withdraw",
    tag = "statements",
    security(("club" = ["manager", "treasurer"])),
    params(("dispute" = uuid::Uuid, Path, description = "The dispute")),
    request_body = DisputeWithdrawal,
    responses(
        (status = 204, description = "It is taken back"),
        (status = 404, description = "The club has no such dispute", body = FailureBody),
        (status = 409, description = "It has ended in another way", body = FailureBody),
    ),
)]
pub(crate) async fn club_dispute_withdraw(
    State(clubs): State<Arc<Clubs>>,
    permitted: Permitted<DisputeLines>,
    PathText(dispute): PathText,
    JsonBody(withdrawal): JsonBody<DisputeWithdrawal>,
) -> Result<StatusCode, ClubFailure> {
    let (common, user) = (&clubs.common, &permitted.user);
    let dispute: DisputeId = dispute.parse().map_err(|_| ClubFailure::from(Rejection::DisputeNotFound))?;
    let reason = records::reason(common, &withdrawal.reason).await?;
    let known = common.reads.disputes(user.club(), false).await?;
    let month = known.iter().find(|known| known.dispute == dispute).map(|known| known.month);
    let month = month.ok_or(Rejection::DisputeNotFound)?;
    let command = Command::EndDispute(EndDispute {
        club: user.club().clone(),
        dispute,
        outcome: DisputeOutcome::Withdrawn,
        adjustment: 0,
        reason: reason.as_str().to_owned(),
    });
    carry_out(&clubs, user, ("withdraw dispute", month, &reason), command).await
}

fn has_line(statement: &Statement, date: NaiveDate, place: PlaceId) -> bool {
    let is_of = |of: &LineOf| matches!(of, LineOf::Place { place: of, .. } if *of == place);
    statement.lines.iter().any(|line| line.date == date && is_of(&line.of))
}

/// Carries the act out, records it, and answers when the read models show it.
async fn carry_out(
    clubs: &Clubs,
    user: &ClubUser,
    (action, month, reason): (&'static str, Month, &PermanentText),
    command: Command,
) -> Result<StatusCode, ClubFailure> {
    let (position, changed) = decided(clubs, user, command).await?;
    if changed {
        records::settles(&clubs.common, user, action, month, reason.as_str()).await?;
    }
    receipts::show(&clubs.common, position).await;
    Ok(StatusCode::NO_CONTENT)
}
