//! `POST /operator/api/members/{id}/erase`: removing a member's personal data, after a rehearsal that says what would go.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use chrono::NaiveDate;
use fairway_endpoint::failure::FailureBody;
use fairway_endpoint::path::PathText;
use fairway_members::erasure::member_rounds::Upcoming;
use fairway_members::erasure::{EraseRequest, Eraser, member_rounds, naming};
use fairway_operator_accounts::access::{EraseMembers, Permitted};
use fairway_operator_accounts::body::OperatorBody;
use fairway_operator_accounts::failure::OperatorFailure;
use fairway_store::erasures;
use fairway_store::refusal_code::is_refused_with;
use fairway_text::email;
use fairway_text::error_chain::Chain;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::act::Acting;
use crate::state::Operators;

/// An erasure.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct EraseMember {
    /// Why; one line that does not name the member.
    pub reason: String,
    /// Whether the member's places in upcoming rounds are cancelled first.
    pub cancel_upcoming: bool,
    /// Only say what would be removed.
    pub rehearse: bool,
    /// The member's e-mail address, as a confirmation; not needed for a rehearsal.
    #[serde(default)]
    pub confirm: String,
}

/// Rows of one table.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ErasedRows {
    /// The table.
    pub table: String,
    /// How many.
    pub count: u64,
}

/// A round in which the member had a place.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ErasedRound {
    /// The play date.
    pub play_date: NaiveDate,
    /// The club's slug.
    pub club: String,
    /// Whether the member led it.
    pub leads: bool,
    /// How many others play.
    pub others: usize,
}

/// The data that was removed, or would be.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ErasedMember {
    /// Whether it was a rehearsal, which changes nothing.
    pub rehearsed: bool,
    /// Rows per table, by name.
    pub rows: Vec<ErasedRows>,
    /// Waiting mails to others, which will not have the name.
    pub mails: u64,
    /// Files of the mail folder.
    pub files: usize,
    /// Upcoming rounds whose place was given up.
    pub rounds: Vec<ErasedRound>,
    /// Why the erasure would be refused as it was asked for; empty where it would not. Nodes of the release before leave it
    /// out.
    #[schema(required = false)]
    pub refused: String,
}

/// Erase a member
#[utoipa::path(
    post,
    path = "/operator/api/members/{id}/erase",
    operation_id = "operator_erase_member",
    tag = "members",
    security(("operator" = ["admin"])),
    params(("id" = String, Path, description = "The member's id")),
    request_body = EraseMember,
    responses(
        (status = 200, description = "The data that were removed, or would be", body = ErasedMember),
        (status = 404, description = "There is no such member", body = FailureBody),
        (status = 409, description = "Rounds are upcoming, or the portal's log-in to the database may not erase",
         body = FailureBody),
    ),
)]
pub(crate) async fn erase(
    State(operators): State<Arc<Operators>>,
    permitted: Permitted<EraseMembers>,
    PathText(id): PathText,
    OperatorBody(request): OperatorBody<EraseMember>,
) -> Result<Json<ErasedMember>, OperatorFailure> {
    let acting = Acting::new(&operators.common, &permitted.operator, &request.reason).await?;
    let person = acting.person(&id).await?;
    if naming::refuse(&acting.operator_act(), &person).is_err() {
        return Err(OperatorFailure::new(
            StatusCode::CONFLICT,
            "Your name contains the member's last name, and it would stay in the record of the erasure. Have another admin \
             erase this member, or run `fairway erase` with initials.",
        ));
    }
    // Or as it is stored: an address stays as it was where another account has its one form.
    let written = [email::canonical(&request.confirm), request.confirm.trim().to_lowercase()];
    if !request.rehearse && !written.contains(&person.email) {
        let sentence = "Write the member's e-mail address, to be sure that it is this one.";
        return Err(OperatorFailure::invalid_field("confirm", sentence));
    }
    let upcoming =
        member_rounds::upcoming(&operators.common.journal, person.id, operators.common.clock.today()).await?;
    let refused = if request.cancel_upcoming { None } else { still_to_play(upcoming.len()) };
    if let Some(sentence) = &refused
        && !request.rehearse
    {
        return Err(OperatorFailure::new(StatusCode::CONFLICT, sentence.as_str()));
    }
    let action = if request.rehearse { "rehearse erasure" } else { "erase" };
    acting.record(action, "account".to_owned(), Some(person.id)).await?;
    let eraser = Eraser::new(
        &operators.members.erasing,
        operators.common.pool.clone(),
        operators.common.clock.clone(),
        operators.common.writer.clone(),
    );
    let order = EraseRequest {
        email: person.email.clone(),
        by: acting.operator_act(),
        // A rehearsal names the rounds, whether or not they are to be cancelled.
        cancel_upcoming: request.cancel_upcoming || request.rehearse,
        rehearse: request.rehearse,
    };
    let erased = eraser.erase(&order).await.map_err(failure);
    // A failure after the member is gone is no refusal; without an answer, nobody knows whether they are gone.
    let is_refused = erased.is_err()
        && !request.rehearse
        && matches!(erasures::by_id(&operators.common.pool, person.id).await, Ok(Some(_)));
    if is_refused {
        acting.record_refused("erase", "account", Some(person.id), "failed").await;
    }
    let report = erased?;
    let mut rows: BTreeMap<&str, u64> = BTreeMap::new();
    for (table, count) in &report.rows {
        *rows.entry(table).or_default() += count;
    }
    Ok(Json(ErasedMember {
        rehearsed: report.rehearsed,
        rows: rows.into_iter().map(|(table, count)| ErasedRows { table: table.to_owned(), count }).collect(),
        mails: report.rewritten,
        files: report.files.len(),
        rounds: report.cancelled.iter().map(ErasedRound::from_booking).collect(),
        refused: refused.unwrap_or_default(),
    }))
}

/// Why an erasure that cancels nothing is refused; none where the member has no round to play.
fn still_to_play(count: usize) -> Option<String> {
    let rounds = match count {
        0 => return None,
        1 => "1 round".to_owned(),
        _ => format!("{count} rounds"),
    };
    Some(format!("The member still has {rounds} to play: cancel these first, or choose to cancel them."))
}

/// The database refuses an erasure to a log-in that only serves members.
fn failure(error: anyhow::Error) -> OperatorFailure {
    if !is_refused_with(error.as_ref(), "42501") {
        return error.into();
    }
    tracing::warn!(error = %Chain(error.as_ref()), "an erasure needs another log-in to the database");
    OperatorFailure::new(
        StatusCode::CONFLICT,
        "This portal's log-in to the database may not erase, and nothing was changed: run `fairway erase` on the machine.",
    )
}

impl ErasedRound {
    fn from_booking(round: &Upcoming) -> Self {
        Self {
            play_date: round.play_date,
            club: round.club.0.clone(),
            leads: round.leads,
            others: round.others,
        }
    }
}
