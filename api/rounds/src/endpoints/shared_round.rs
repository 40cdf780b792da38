//! `GET /api/shared/{token}`: what the link that a player shared says about the round, to any member: club, day, length,
//! and whether it is still to be played. It names no player and no booking: whoever was given the link learns where and
//! when to reserve, and nobody else finds it.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use chrono::NaiveDate;
use fairway_endpoint::caller::Caller;
use fairway_endpoint::failure::{Failure, FailureBody};
use fairway_endpoint::path::PathText;
use fairway_endpoint::shapes::RoundLength;
use fairway_query::Booking;
use serde::Serialize;
use utoipa::ToSchema;

use super::reservations::place;
use crate::state::Rounds;

/// What became of a shared round.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum SharedState {
    /// It is to be played.
    Booked,
    /// Nobody is in it any more.
    Cancelled,
    /// Its day has passed.
    Over,
}

impl SharedState {
    fn of(booking: &Booking, today: NaiveDate) -> Self {
        if booking.active_places().next().is_none() {
            Self::Cancelled
        } else if booking.play_date < today {
            Self::Over
        } else {
            Self::Booked
        }
    }
}

/// The club of a shared round.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct SharedClub {
    /// Slug.
    pub id: String,
    /// Full name.
    pub name: String,
    /// Town.
    pub city: String,
    /// Sanitised HTML for the overview of a booking.
    pub reservation_instruction: String,
}

/// A round that a player shared.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct SharedRound {
    /// The club.
    pub golfclub: SharedClub,
    /// Day in Europe/Amsterdam.
    pub play_date: NaiveDate,
    /// Length of the round.
    #[schema(value_type = RoundLength)]
    pub holes: u8,
    /// What became of it.
    pub state: SharedState,
}

/// A shared round.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct SharedRoundAnswer {
    /// Always true.
    pub success: bool,
    /// The round, without its players.
    pub data: SharedRound,
}

/// A shared round
///
/// The token comes from `share_uri`.
#[utoipa::path(
    get,
    path = "/api/shared/{token}",
    operation_id = "shared_round",
    tag = "reservations",
    params(("token" = String, Path, description = "Signed token")),
    responses(
        (status = 200, description = "For every member who has the link", body = SharedRoundAnswer),
        (status = 404, description = "The link is not valid", body = FailureBody),
    )
)]
pub(crate) async fn shared_round(
    State(rounds): State<Arc<Rounds>>,
    caller: Caller,
    PathText(token): PathText,
) -> Result<Json<SharedRoundAnswer>, Failure> {
    let place = rounds.links.signer.verify_shared_round(&token).ok_or_else(not_valid)?;
    let found = place::booking_of(&rounds.common, place, |_| true).await?.ok_or_else(not_valid)?;
    let booking = found.booking;
    let clubs = caller.clubs(&rounds.common).await?;
    let card = clubs.get(&booking.club);
    let data = SharedRound {
        golfclub: SharedClub {
            id: booking.club.0.clone(),
            name: card.map_or_else(|| booking.club.0.clone(), |card| card.name.clone()),
            city: card.map(|card| card.city.clone()).unwrap_or_default(),
            reservation_instruction: card
                .map(|card| card.reservation_instruction.clone())
                .unwrap_or_default(),
        },
        play_date: booking.play_date,
        holes: booking.holes.count(),
        state: SharedState::of(&booking, rounds.common.clock.today()),
    };
    Ok(Json(SharedRoundAnswer { success: true, data }))
}

fn not_valid() -> Failure {
    Failure::not_found("Deze link is niet geldig. Vraag je medespeler om een nieuwe.")
}
