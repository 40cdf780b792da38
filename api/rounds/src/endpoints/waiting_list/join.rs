//! `POST /api/waiting-list`: puts a group on the waiting list of a full day.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::State;
use axum::response::Response;
use fairway_clock::random;
use fairway_command::{Command, JoinWaitingList};
use fairway_endpoint::body;
use fairway_endpoint::caller::Caller;
use fairway_endpoint::commands::{Prepared, carry_out_once};
use fairway_endpoint::failure::{Failure, FailureBody};
use fairway_endpoint::field_errors::FieldErrors;
use fairway_endpoint::receipts::OnceWithBody;
use fairway_endpoint::shapes::{Players, RoundLength};
use fairway_events::{ClubId, WaitingGroupId};
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::endpoints::reservations::party::Party;
use crate::state::Rounds;

/// A group that wants in on a full day.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct JoinRequest {
    /// The club's id.
    #[schema(example = "essenlaan-haren")]
    pub golfclub: String,
    /// Play date, `YYYY-MM-DD`.
    #[schema(value_type = chrono::NaiveDate, example = "2026-11-28")]
    pub date: String,
    /// Length of the round.
    #[schema(value_type = RoundLength)]
    #[serde(deserialize_with = "body::whole")]
    pub holes: i64,
    /// The players, including the caller.
    #[schema(value_type = Players)]
    pub players: Vec<String>,
}

/// The group that waits.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct JoinedGroup {
    /// Its id.
    pub group: Uuid,
}

/// The group was put on the list.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Joined {
    /// Always true.
    pub success: bool,
    /// The group.
    pub data: JoinedGroup,
}

/// Put a group on the waiting list of a full day
///
/// Every player must be able to play there then, if there were room. With an `Idempotency-Key` a repeated call gets the
/// first answer and changes nothing.
#[utoipa::path(
    post,
    path = "/api/waiting-list",
    operation_id = "join_waiting_list",
    tag = "waiting list",
    params(("Idempotency-Key" = Option<String>, Header)),
    request_body = JoinRequest,
    responses(
        (status = 200, description = "On the list", body = Joined),
        (status = 404, description = "Unknown club", body = FailureBody),
        (status = 409, description = "Refused: there is room, a player waits for that day already, or a rule of \
                                      booking other than room forbids it", body = FailureBody),
        (status = 422, description = "Invalid input, an unknown player, or a key used before",
         body = FailureBody),
        (status = 429, description = "Too many unknown addresses looked up, or too many changes in an \
                                      hour; see Retry-After", body = FailureBody),
    )
)]
pub(crate) async fn join(
    State(rounds): State<Arc<Rounds>>,
    caller: Caller,
    OnceWithBody(once, bytes): OnceWithBody,
) -> Response {
    let prepared = prepare(&rounds, &caller, &bytes).await;
    carry_out_once(&rounds.common, &caller, once, prepared).await
}

async fn prepare(rounds: &Rounds, caller: &Caller, bytes: &Bytes) -> Result<Prepared, Failure> {
    let wanted: JoinRequest = body::parse(bytes)?;
    let mut fields = FieldErrors::default();
    let holes = fields.holes(wanted.holes);
    let date = fields.date(&wanted.date);
    let emails = fields.players(&wanted.players);
    fields.done()?;
    let (Some(holes), Some(date)) = (holes, date) else { return Err(Failure::malformed()) };
    let clubs = caller.clubs(&rounds.common).await?;
    let club = clubs.get(&ClubId(wanted.golfclub)).ok_or_else(Failure::no_such_club)?;
    let party = Party::with_caller(rounds, caller, &emails).await?;
    if !caller.member.profile_complete {
        return Err(Failure::conflict(
            "Je profiel is nog niet compleet. Vul eerst je profiel aan, dan kun je op de wachtlijst.",
        ));
    }
    let now = rounds.common.clock.now();
    let group = WaitingGroupId(random::new_id(now));
    let success = json!(Joined { success: true, data: JoinedGroup { group: group.0 } });
    let command = Command::JoinWaitingList(JoinWaitingList {
        group,
        club: Arc::clone(&club.rules),
        date,
        holes,
        by: caller.id(),
        players: party.ids(),
        joins: None,
        today: rounds.common.clock.today(),
        at: now,
    });
    Ok(Prepared { command, names: party.names(caller), success })
}
