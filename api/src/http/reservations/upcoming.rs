//! `GET /api/reservations`: the member's upcoming rounds.

use axum::Json;
use axum::extract::State;

use super::view::{self, ReservationList};
use crate::app::App;
use crate::http::caller::Caller;
use crate::http::failure::Failure;

/// Upcoming reservations, soonest first
#[utoipa::path(
    get,
    path = "/api/reservations",
    tag = "reservations",
    responses(
        (status = 200, description = "Own place active, play date today or later", body = ReservationList),
    )
)]
pub async fn upcoming(State(app): State<App>, caller: Caller) -> Result<Json<ReservationList>, Failure> {
    let bookings = app.rounds.upcoming(&caller, app.clock.today()).await?;
    Ok(Json(ReservationList { success: true, data: view::show(&app, &caller, &bookings).await? }))
}
