//! `GET /api/golfclubs/info`: the screen `Baaninformatie`.

use axum::extract::State;
use chrono::Datelike;
use fairway_endpoint::caller::Caller;
use fairway_endpoint::common::Common;
use fairway_endpoint::failure::Failure;
use fairway_endpoint::shapes::RoundLength;
use serde::Serialize;
use utoipa::ToSchema;

use super::list::ClubList;

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
}

/// The fields of a [`ClubInfo`] that depend on the caller.
#[derive(Serialize)]
struct OfCaller {
    your_plays: u32,
    your_maximum_plays: u32,
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
pub(crate) async fn info(State(common): State<Common>, caller: Caller) -> Result<ClubList, Failure> {
    let rounds = common.reads.club_rounds(caller.id(), common.clock.today().year()).await?;
    let clubs = caller.clubs(&common).await?;
    ClubList::from_clubs(clubs.all().map(|card| {
        let own = OfCaller {
            your_plays: rounds.get(card.id()).copied().unwrap_or(0),
            your_maximum_plays: card.rules.max_plays_per_year,
        };
        (card.listing.as_str(), own)
    }))
}
