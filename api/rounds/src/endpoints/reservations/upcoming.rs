//! `GET /api/reservations`: the member's upcoming rounds.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use fairway_endpoint::caller::Caller;
use fairway_endpoint::failure::Failure;

use super::view::{self, ReservationList};
use crate::state::Rounds;

/// Upcoming reservations, soonest first
#[utoipa::path(
    get,
    path = "/api/reservations",
    tag = "reservations",
    responses(
        (status = 200, description = "Own place active, play date today or later", body = ReservationList),
    )
)]
pub(crate) async fn upcoming(
    State(rounds): State<Arc<Rounds>>,
    caller: Caller,
) -> Result<Json<ReservationList>, Failure> {
    let bookings = rounds.upcoming(&caller, rounds.common.clock.today()).await?;
    Ok(Json(ReservationList { success: true, data: view::show(&rounds, &caller, &bookings).await? }))
}
