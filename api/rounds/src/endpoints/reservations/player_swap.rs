//! `POST /api/reservations/{playerReservationId}/player/swap`: one player leaves and another comes, in one step.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::State;
use axum::response::Response;
use fairway_clock::random;
use fairway_command::{Command, NewPlace, SwapPlayer};
use fairway_endpoint::answers::Done;
use fairway_endpoint::body;
use fairway_endpoint::caller::Caller;
use fairway_endpoint::commands::{Prepared, carry_out_once};
use fairway_endpoint::failure::{Failure, FailureBody};
use fairway_endpoint::field_errors::FieldErrors;
use fairway_endpoint::receipts::OnceWithBody;
use fairway_endpoint::refusal_queue::Attempt;
use fairway_endpoint::shapes::TypedAddress;
use fairway_events::PlaceId;
use serde::Deserialize;
use serde_json::json;
use utoipa::ToSchema;

use super::party::Party;
use super::place::{self, PlaceInPath};
use crate::state::Rounds;

/// The player who comes.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(example = json!({"email": "sanne.bakker@fairway.example"}))]
pub struct SwapPlayerRequest {
    /// The e-mail address of the player who comes.
    #[schema(value_type = TypedAddress)]
    pub email: String,
}

/// Swap a player for another
///
/// The player of the place leaves and another comes, in one step, also on the play date: the play right of the player who
/// leaves comes back, that of the player who comes is used. The player who leaves may do this, and the master for any
/// player. With an `Idempotency-Key` a repeated call gets the first answer.
#[utoipa::path(
    post,
    path = "/api/reservations/{id}/player/swap",
    tag = "reservations",
    params(
        ("id" = uuid::Uuid, Path, description = "The place of the player who leaves"),
        ("Idempotency-Key" = Option<String>, Header),
    ),
    request_body = SwapPlayerRequest,
    responses(
        (status = 200, description = "Swapped", body = Done),
        (status = 403, description = "Another player's place, and the caller is not the master",
         body = FailureBody),
        (status = 404, description = "Unknown, or not yours", body = FailureBody),
        (status = 409, description = "Refused: a rule of booking forbids it now", body = FailureBody),
        (status = 422, description = "Invalid input, an unknown player, or a key used before",
         body = FailureBody),
        (status = 429, description = "Too many unknown addresses looked up, or too many changes in an \
                                      hour; see Retry-After", body = FailureBody),
    )
)]
pub(crate) async fn player_swap(
    State(rounds): State<Arc<Rounds>>,
    caller: Caller,
    PlaceInPath(id): PlaceInPath,
    OnceWithBody(once, bytes): OnceWithBody,
) -> Response {
    let prepared = prepare(&rounds, &caller, id, &bytes).await;
    carry_out_once(&rounds.common, &caller, once, prepared).await
}

async fn prepare(rounds: &Rounds, caller: &Caller, id: PlaceId, bytes: &Bytes) -> Result<Prepared, Failure> {
    let found = place::find(&rounds.common, id, caller.id()).await?;
    let wanted: SwapPlayerRequest = body::parse(bytes)?;
    let mut fields = FieldErrors::default();
    let email = fields.email(&wanted.email);
    fields.done()?;
    let clubs = caller.clubs(&rounds.common).await?;
    let club = clubs.get(&found.booking.club).ok_or_else(Failure::no_such_club)?;
    let (booking, play_date) = (found.booking.booking, found.booking.play_date);
    let attempt = Attempt::to_swap(booking, play_date).at(&club.rules);
    let coming = Party::of_one(rounds, caller, email).await;
    let coming = coming.map_err(|none| none.recorded(&rounds.common, caller, attempt))?;
    let now = rounds.common.clock.now();
    let command = Command::SwapPlayer(SwapPlayer {
        booking,
        club: Arc::clone(&club.rules),
        play_date,
        place: id,
        player: NewPlace { member: coming.id, place: PlaceId(random::new_id(now)) },
        by: caller.id(),
        today: rounds.common.clock.today(),
        at: now,
    });
    let names = Party { players: vec![coming] }.names(caller);
    Ok(Prepared { command, names, success: json!(Done::SUCCESS) })
}
