//! `GET /api/reservations/{id}`: one booking with its players.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use fairway_endpoint::caller::Caller;
use fairway_endpoint::failure::{Failure, FailureBody};
use serde::Serialize;
use utoipa::ToSchema;

use super::place::{self, PlaceInPath};
use super::view::{self, Reservation};
use crate::state::Rounds;

/// One booking.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ReservationAnswer {
    /// Always true.
    pub success: bool,
    /// The booking as the caller sees it.
    pub data: Reservation,
}

/// One reservation
#[utoipa::path(
    get,
    path = "/api/reservations/{id}",
    tag = "reservations",
    params(("id" = uuid::Uuid, Path, description = "A place of the booking")),
    responses(
        (status = 200, description = "For members who are or were in the booking", body = ReservationAnswer),
        (status = 404, description = "Unknown, or not yours", body = FailureBody),
    )
)]
pub(crate) async fn one(
    State(rounds): State<Arc<Rounds>>,
    caller: Caller,
    PlaceInPath(id): PlaceInPath,
) -> Result<Json<ReservationAnswer>, Failure> {
    let found = place::find(&rounds.common, id, caller.id()).await?;
    let shown = view::show(&rounds, &caller, &[view::as_seen_by(found, caller.id())]).await?;
    let data = shown.into_iter().next().ok_or_else(Failure::no_such_reservation)?;
    Ok(Json(ReservationAnswer { success: true, data }))
}
