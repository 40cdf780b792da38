//! `POST /api/reservations/{id}/player/add`: an active player brings more players along.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::State;
use axum::response::Response;
use fairway_clock::random;
use fairway_command::{AddPlayers, Club, Command, NewPlace};
use fairway_endpoint::answers::Done;
use fairway_endpoint::body;
use fairway_endpoint::caller::Caller;
use fairway_endpoint::commands::{Prepared, carry_out_once};
use fairway_endpoint::failure::{Failure, FailureBody};
use fairway_endpoint::field_errors::FieldErrors;
use fairway_endpoint::receipts::OnceWithBody;
use fairway_endpoint::refusal_queue::Attempt;
use fairway_endpoint::shapes::Players;
use fairway_events::PlaceId;
use fairway_query::Booking;
use serde::Deserialize;
use serde_json::json;
use utoipa::ToSchema;

use super::party::Party;
use super::place::{self, PlaceInPath};
use crate::state::Rounds;

/// The players to add.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(example = json!({"players": ["sanne.bakker@fairway.example"]}))]
pub struct AddPlayersRequest {
    /// The players to add.
    #[schema(value_type = Players)]
    pub players: Vec<String>,
}

/// Add co-players
///
/// Adds all of them or none. Any active player of the booking may do this. With an `Idempotency-Key` a repeated call gets
/// the first answer.
#[utoipa::path(
    post,
    path = "/api/reservations/{id}/player/add",
    tag = "reservations",
    params(
        ("id" = uuid::Uuid, Path, description = "A place of the booking, usually the caller's own"),
        ("Idempotency-Key" = Option<String>, Header),
    ),
    request_body = AddPlayersRequest,
    responses(
        (status = 200, description = "Added", body = Done),
        (status = 404, description = "Unknown, or not yours", body = FailureBody),
        (status = 409, description = "Refused: a rule of booking forbids it now", body = FailureBody),
        (status = 422, description = "Invalid input, an unknown player, or a key used before",
         body = FailureBody),
        (status = 429, description = "Too many unknown addresses looked up, or too many changes in an \
                                      hour; see Retry-After", body = FailureBody),
    )
)]
pub(crate) async fn player_add(
    State(rounds): State<Arc<Rounds>>,
    caller: Caller,
    PlaceInPath(id): PlaceInPath,
    OnceWithBody(once, bytes): OnceWithBody,
) -> Response {
    let prepared = prepare(&rounds, &caller, id, &bytes).await;
    carry_out_once(&rounds.common, &caller, once, prepared).await
}

/// A booking, and who is to join it.
pub(super) struct Joining {
    pub(super) booking: Booking,
    pub(super) club: Arc<Club>,
    pub(super) party: Party,
}

/// Reads who is to join the booking of a place.
pub(super) async fn joining(
    rounds: &Rounds,
    caller: &Caller,
    id: PlaceId,
    bytes: &Bytes,
) -> Result<Joining, Failure> {
    let found = place::find(&rounds.common, id, caller.id()).await?;
    let wanted: AddPlayersRequest = body::parse(bytes)?;
    let mut fields = FieldErrors::default();
    let emails = fields.players(&wanted.players);
    fields.done()?;
    let clubs = caller.clubs(&rounds.common).await?;
    let club = clubs.get(&found.booking.club).ok_or_else(Failure::no_such_club)?;
    let attempt = Attempt::to_add(found.booking.booking, found.booking.play_date).at(&club.rules);
    let party = Party::find(rounds, caller, &emails).await;
    let party = party.map_err(|none| none.recorded(&rounds.common, caller, attempt))?;
    Ok(Joining { booking: found.booking, club: Arc::clone(&club.rules), party })
}

async fn prepare(rounds: &Rounds, caller: &Caller, id: PlaceId, bytes: &Bytes) -> Result<Prepared, Failure> {
    let Joining { booking, club, party } = joining(rounds, caller, id, bytes).await?;
    let now = rounds.common.clock.now();
    let players = party
        .players
        .iter()
        .map(|player| NewPlace { member: player.id, place: PlaceId(random::new_id(now)) });
    let command = Command::AddPlayers(AddPlayers {
        booking: booking.booking,
        club,
        play_date: booking.play_date,
        by: caller.id(),
        players: players.collect(),
        today: rounds.common.clock.today(),
        at: now,
    });
    Ok(Prepared { command, names: party.names(caller), success: json!(Done::SUCCESS) })
}
