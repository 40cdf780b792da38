//! `POST /api/reservations/{id}/player/wait`: an active player puts co-players on the waiting list of the round's full day.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::State;
use axum::response::Response;
use fairway_clock::random;
use fairway_command::{Command, JoinWaitingList};
use fairway_endpoint::caller::Caller;
use fairway_endpoint::commands::{Prepared, carry_out_once};
use fairway_endpoint::failure::{Failure, FailureBody};
use fairway_endpoint::receipts::OnceWithBody;
use fairway_events::{PlaceId, WaitingGroupId};
use serde_json::json;

use super::place::PlaceInPath;
use super::player_add::{AddPlayersRequest, Joining, joining};
use crate::endpoints::waiting_list::join::{Joined, JoinedGroup};
use crate::state::Rounds;

/// Put co-players on the waiting list of a full day
///
/// Those who play keep their places; once there are places for the others and it is their turn, they are offered these,
/// and taking them adds them to the booking. Any active player of the booking may do this. With an `Idempotency-Key` a
/// repeated call gets the first answer.
#[utoipa::path(
    post,
    path = "/api/reservations/{id}/player/wait",
    tag = "waiting list",
    params(
        ("id" = uuid::Uuid, Path, description = "A place of the booking, usually the caller's own"),
        ("Idempotency-Key" = Option<String>, Header),
    ),
    request_body = AddPlayersRequest,
    responses(
        (status = 200, description = "On the list", body = Joined),
        (status = 404, description = "Unknown, or not yours", body = FailureBody),
        (status = 409, description = "Refused: there is room, a player waits for that day already, or a rule of \
                                      adding players other than room forbids it", body = FailureBody),
        (status = 422, description = "Invalid input, an unknown player, or a key used before",
         body = FailureBody),
        (status = 429, description = "Too many unknown addresses looked up, or too many changes in an \
                                      hour; see Retry-After", body = FailureBody),
    )
)]
pub(crate) async fn player_wait(
    State(rounds): State<Arc<Rounds>>,
    caller: Caller,
    PlaceInPath(id): PlaceInPath,
    OnceWithBody(once, bytes): OnceWithBody,
) -> Response {
    let prepared = prepare(&rounds, &caller, id, &bytes).await;
    carry_out_once(&rounds.common, &caller, once, prepared).await
}

async fn prepare(rounds: &Rounds, caller: &Caller, id: PlaceId, bytes: &Bytes) -> Result<Prepared, Failure> {
    let Joining { booking, club, party } = joining(rounds, caller, id, bytes).await?;
    let now = rounds.common.clock.now();
    let group = WaitingGroupId(random::new_id(now));
    let command = Command::JoinWaitingList(JoinWaitingList {
        group,
        club,
        date: booking.play_date,
        holes: booking.holes,
        by: caller.id(),
        players: party.ids(),
        joins: Some(booking.booking),
        today: rounds.common.clock.today(),
        at: now,
    });
    let success = json!(Joined { success: true, data: JoinedGroup { group: group.0 } });
    Ok(Prepared { command, names: party.names(caller), success })
}
