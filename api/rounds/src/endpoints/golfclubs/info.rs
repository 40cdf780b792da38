//! `GET /api/golfclubs/info`: the screen `Baaninformatie`.

use std::sync::Arc;

use axum::extract::State;
use chrono::Datelike;
use fairway_endpoint::caller::Caller;
use fairway_endpoint::failure::Failure;
use fairway_endpoint::shapes::RoundLength;
use serde::Serialize;
use utoipa::ToSchema;

use super::list::ClubList;
use crate::course_states::CourseState;
use crate::state::Rounds;

/// A club.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ClubInfo {
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
    /// Sanitised HTML for the overview of a booking.
    pub reservation_instruction: String,
    /// Degrees north.
    pub lat: f64,
    /// Degrees east.
    pub lon: f64,
    /// When rounds start.
    pub starttime_description: String,
    /// Path of a small photo; null where the club has none.
    #[schema(example = "/api/photos/00112233445566778899aabbccddeeff-480.webp")]
    pub photo: Option<String>,
    /// The caller's rounds there this calendar year.
    pub your_plays: u32,
    /// The most rounds per calendar year.
    pub your_maximum_plays: u32,
    /// How the course is today, where the club says something about it.
    #[schema(nullable = false)]
    pub course_state: Option<CourseState>,
}

/// The fields of a [`ClubInfo`] that depend on the caller or on the day.
#[derive(Serialize)]
struct OfCaller<'a> {
    your_plays: u32,
    your_maximum_plays: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    course_state: Option<&'a CourseState>,
}

/// All clubs.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ClubInfoAnswer {
    /// Always true.
    pub success: bool,
    /// Sorted by name.
    pub data: Vec<ClubInfo>,
}

/// All clubs
#[utoipa::path(
    get,
    path = "/api/golfclubs/info",
    tag = "golfclubs",
    responses(
        (status = 200, description = "Every club", body = ClubInfoAnswer),
    )
)]
pub(crate) async fn info(State(state): State<Arc<Rounds>>, caller: Caller) -> Result<ClubList, Failure> {
    let common = &state.common;
    let today = common.clock.today();
    let rounds = common.reads.club_rounds(caller.id(), today.year()).await?;
    let clubs = caller.clubs(common).await?;
    let courses = state.courses(&caller, today).await?;
    ClubList::from_clubs(clubs.all().map(|card| {
        let own = OfCaller {
            your_plays: rounds.get(card.id()).copied().unwrap_or(0),
            your_maximum_plays: card.rules.max_plays_per_year,
            course_state: courses.get(card.id()),
        };
        (card.listing.as_str(), own)
    }))
}
