//! `POST /api/reservations/golfclubs`: at which clubs a group can play, with or without a date.

use std::collections::HashMap;
use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use chrono::Datelike;
use fairway_command::{Rights, assess, assess_club};
use fairway_events::{ClubId, MemberId};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::party::Party;
use crate::app::App;
use crate::http::body::{self, JsonBody};
use crate::http::caller::Caller;
use crate::http::failure::{Failure, FailureBody};
use crate::http::field_errors::FieldErrors;
use crate::http::openapi::shapes::{Players, RoundLength};
use crate::rounds::rights;

/// The round that the group wants to play.
#[derive(Debug, Deserialize, ToSchema)]
pub struct ClubsRequest {
    /// Length of the round.
    #[schema(value_type = RoundLength)]
    #[serde(deserialize_with = "body::whole")]
    pub holes: i64,
    /// The players, including the caller.
    #[schema(value_type = Players)]
    pub players: Vec<String>,
    /// Play date, `YYYY-MM-DD`, or null before one is chosen.
    #[schema(value_type = Option<chrono::NaiveDate>, example = "2026-11-28")]
    pub date: Option<String>,
}

/// A club as a place to play.
#[derive(Debug, Serialize, ToSchema)]
pub struct ReservableClub {
    /// Slug.
    pub id: String,
    /// Full name.
    pub name: String,
    /// Town.
    pub city: String,
    /// Short name.
    pub short_name: String,
    /// Comma-separated words for the filter.
    pub keywords: String,
    /// The lengths of round on offer.
    #[schema(value_type = Vec<RoundLength>)]
    pub holes: Vec<u8>,
    /// Whether the group can play there.
    pub reservable: bool,
    /// The reason why it is not reservable; empty when it is.
    #[schema(example = "De baan is op deze datum volgeboekt")]
    pub reason: String,
    /// Sanitised HTML for the overview.
    pub reservation_instruction: String,
    /// Degrees north.
    pub lat: f64,
    /// Degrees east.
    pub lon: f64,
    /// When rounds start.
    pub starttime_description: String,
    /// The caller's rounds there this calendar year.
    pub your_plays: u32,
    /// The most rounds per calendar year.
    pub your_maximum_plays: u32,
}

/// All clubs.
#[derive(Debug, Serialize, ToSchema)]
pub struct ClubsAnswer {
    /// Always true.
    pub success: bool,
    /// Sorted by name.
    pub data: Vec<ReservableClub>,
}

/// The clubs at which the group can play
#[utoipa::path(
    post,
    path = "/api/reservations/golfclubs",
    tag = "reservations",
    request_body = ClubsRequest,
    responses(
        (status = 200, description = "Every club, either reservable or with the reason why it is not",
         body = ClubsAnswer),
        (status = 422, description = "Invalid input or an unknown player", body = FailureBody),
        (status = 429, description = "Too many unknown addresses looked up; see Retry-After",
         body = FailureBody),
    )
)]
pub async fn golfclubs(
    State(app): State<Arc<App>>,
    caller: Caller,
    JsonBody(request): JsonBody<ClubsRequest>,
) -> Result<Json<ClubsAnswer>, Failure> {
    let mut fields = FieldErrors::default();
    let holes = fields.holes(request.holes);
    let date = request.date.as_deref().map(|text| fields.date(text));
    let emails = fields.players(&request.players);
    fields.done()?;
    let (Some(holes), date) = (holes, date.flatten()) else { return Err(Failure::malformed()) };

    let today = app.clock.today();
    let party = Party::with_caller(&app, &caller, &emails).await?;
    let names = party.names(&caller);
    let rights = rights::of_members(&app.reads, &party.ids(), today).await?;
    let none = Rights::default();
    let players: Vec<(MemberId, &Rights)> =
        party.ids().into_iter().map(|id| (id, rights.get(&id).unwrap_or(&none))).collect();
    let claimed: HashMap<ClubId, u32> = match date {
        None => HashMap::new(),
        Some(date) => {
            let days = app.reads.club_days(None, date, date).await?;
            days.into_iter().map(|day| (day.club, day.claimed)).collect()
        }
    };
    let mine = rights.get(&caller.id()).unwrap_or(&none);
    let clubs = caller.clubs(&app).await?;
    let data = clubs
        .all()
        .map(|card| {
            let assessment = match date {
                None => assess_club(&card.rules, &players, holes, today),
                Some(date) => {
                    let claimed = claimed.get(card.id()).copied().unwrap_or(0);
                    assess(Some(&card.rules), claimed, &players, date, holes, today).map(|_| ())
                }
            };
            let reason = assessment.err().map(|reason| names.reason(&reason, caller.id()));
            ReservableClub {
                id: card.id().0.clone(),
                name: card.name.clone(),
                city: card.city.clone(),
                short_name: card.short_name.clone(),
                keywords: card.keywords.clone(),
                holes: card.hole_counts(),
                reservable: reason.is_none(),
                reason: reason.unwrap_or_default(),
                reservation_instruction: card.reservation_instruction.clone(),
                lat: card.lat,
                lon: card.lon,
                starttime_description: card.starttime_description.clone(),
                your_plays: mine.rounds_at(card.id(), today.year()),
                your_maximum_plays: card.rules.max_plays_per_year,
            }
        })
        .collect();
    Ok(Json(ClubsAnswer { success: true, data }))
}
