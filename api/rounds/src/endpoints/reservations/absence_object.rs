//! `POST /api/reservations/{id}/absence/object`: the caller came, although the club says otherwise.

use axum::extract::{Extension, State};
use axum::response::Response;
use fairway_command::{Command, ObjectToAbsence};
use fairway_endpoint::answers::Done;
use fairway_endpoint::caller::Caller;
use fairway_endpoint::commands::{Prepared, carry_out};
use fairway_endpoint::common::Common;
use fairway_endpoint::failure::{Failure, FailureBody};
use fairway_endpoint::rejection::PlayerNames;
use fairway_endpoint::request_context::RequestId;
use serde_json::json;

use super::place::{self, NotCancelled, PlaceInPath};

/// Object to an absence
///
/// Until 14 days after the play date, once: the club then looks again. A repeated call succeeds and changes nothing.
#[utoipa::path(
    post,
    path = "/api/reservations/{id}/absence/object",
    tag = "reservations",
    params(("id" = uuid::Uuid, Path, description = "The caller's own place")),
    responses(
        (status = 200, description = "The club sees the objection", body = Done),
        (status = 409, description = "Too late", body = FailureBody),
        NotCancelled,
    )
)]
pub(crate) async fn absence_object(
    State(common): State<Common>,
    Extension(request): Extension<RequestId>,
    caller: Caller,
    PlaceInPath(id): PlaceInPath,
) -> Result<Response, Failure> {
    let booking = place::find(&common, id, caller.id()).await?.booking;
    let command = Command::ObjectToAbsence(ObjectToAbsence {
        club: booking.club,
        date: booking.play_date,
        place: id,
        by: caller.id(),
        today: common.clock.today(),
    });
    let prepared = Prepared { command, names: PlayerNames::default(), success: json!(Done::SUCCESS) };
    Ok(carry_out(&common, &caller, request, prepared).await)
}
