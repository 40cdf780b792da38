//! `POST /api/reservations/{id}/start_time`: a player writes down when the group starts, or takes that away.

use axum::body::Bytes;
use axum::extract::State;
use axum::response::Response;
use fairway_command::{AgreeStartTime, Command};
use fairway_endpoint::answers::Done;
use fairway_endpoint::body;
use fairway_endpoint::caller::Caller;
use fairway_endpoint::commands::{Prepared, carry_out_once};
use fairway_endpoint::common::Common;
use fairway_endpoint::failure::{Failure, FailureBody};
use fairway_endpoint::field_errors::FieldErrors;
use fairway_endpoint::receipts::OnceWithBody;
use fairway_endpoint::rejection::PlayerNames;
use fairway_events::{MemberId, PlaceId, StartTime};
use serde::Deserialize;
use serde_json::json;
use utoipa::ToSchema;

use super::place::{self, PlaceInPath};

/// The start time of the group.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(example = json!({"start_time": "10:40", "seen": null}))]
pub struct StartTimeRequest {
    /// When the group starts, in Europe/Amsterdam; null: it is taken away.
    #[schema(pattern = "^([01][0-9]|2[0-3]):[0-5][0-9]$", example = "10:40")]
    pub start_time: Option<String>,
    /// The start time that the caller saw before; null: none.
    #[schema(pattern = "^([01][0-9]|2[0-3]):[0-5][0-9]$", example = "10:30")]
    pub seen: Option<String>,
}

/// Agree on the start time
///
/// Writes down for the whole group when it starts, as agreed with the club, or takes that away. Any active player may do
/// this until the play date is over. Where another player changed it since the caller saw it, nothing is changed. With an
/// `Idempotency-Key` a repeated call gets the first answer.
#[utoipa::path(
    post,
    path = "/api/reservations/{id}/start_time",
    tag = "reservations",
    params(
        ("id" = uuid::Uuid, Path, description = "A place of the booking, usually the caller's own"),
        ("Idempotency-Key" = Option<String>, Header),
    ),
    request_body = StartTimeRequest,
    responses(
        (status = 200, description = "Written down, or taken away", body = Done),
        (status = 404, description = "Unknown, or not yours", body = FailureBody),
        (status = 409, description = "Another player changed it, the round is over or cancelled, or the caller does not \
                                      play any more", body = FailureBody),
        (status = 422, description = "Invalid input, or a key used before", body = FailureBody),
        (status = 429, description = "Too many changes in an hour; see Retry-After", body = FailureBody),
    )
)]
pub(crate) async fn start_time(
    State(common): State<Common>,
    caller: Caller,
    PlaceInPath(id): PlaceInPath,
    OnceWithBody(once, bytes): OnceWithBody,
) -> Response {
    let prepared = prepare(&common, &caller, id, &bytes).await;
    carry_out_once(&common, &caller, once, prepared).await
}

async fn prepare(common: &Common, caller: &Caller, id: PlaceId, bytes: &Bytes) -> Result<Prepared, Failure> {
    let booking = place::find(common, id, caller.id()).await?.booking;
    let wanted: StartTimeRequest = body::parse(bytes)?;
    let mut fields = FieldErrors::default();
    let start_time = read(&mut fields, "start_time", wanted.start_time.as_deref());
    let seen = read(&mut fields, "seen", wanted.seen.as_deref());
    fields.done()?;
    let members: Vec<MemberId> = booking.places.iter().map(|place| place.member).collect();
    let names = caller.names(common, &members).await?;
    let command = Command::AgreeStartTime(AgreeStartTime {
        booking: booking.booking,
        by: caller.id(),
        start_time,
        seen,
        today: common.clock.today(),
        at: common.clock.now(),
    });
    let names = PlayerNames::from_members(names.values());
    Ok(Prepared { command, names, success: json!(Done::SUCCESS) })
}

fn read(fields: &mut FieldErrors, field: &str, text: Option<&str>) -> Option<StartTime> {
    let time = text?.parse().ok();
    if time.is_none() {
        fields.refuse(field, "Vul een tijd in van 00:00 tot en met 23:59, zoals 10:40.");
    }
    time
}
