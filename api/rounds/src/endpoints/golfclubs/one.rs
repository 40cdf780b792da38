//! `GET /api/golfclubs/{id}`: a club's own page, with the caller's rounds there.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use chrono::{Datelike, NaiveDate, Weekday};
use fairway_endpoint::caller::Caller;
use fairway_endpoint::failure::{Failure, FailureBody};
use fairway_endpoint::path::PathText;
use fairway_endpoint::shapes::RoundLength;
use fairway_events::ClubId;
use fairway_query::PlayedRound;
use fairway_store::clubs::{ClubCard, ClubPhoto};
use fairway_store::photos;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::course_states::CourseState;
use crate::state::Rounds;

/// The longest list of the caller's rounds; the history has all of them.
const MOST_ROUNDS: u32 = 10;

/// A day of the week.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum DayOfWeek {
    Monday,
    Tuesday,
    Wednesday,
    Thursday,
    Friday,
    Saturday,
    Sunday,
}

impl From<Weekday> for DayOfWeek {
    fn from(day: Weekday) -> Self {
        match day {
            Weekday::Mon => Self::Monday,
            Weekday::Tue => Self::Tuesday,
            Weekday::Wed => Self::Wednesday,
            Weekday::Thu => Self::Thursday,
            Weekday::Fri => Self::Friday,
            Weekday::Sat => Self::Saturday,
            Weekday::Sun => Self::Sunday,
        }
    }
}

/// A date on which a club is closed.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Closure {
    /// Day in Europe/Amsterdam.
    pub date: NaiveDate,
    /// The reason.
    #[schema(example = "Gesloten wegens wedstrijd")]
    pub reason: String,
}

/// A round that the caller played at the club.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct RoundPlayed {
    /// The caller's own place.
    pub reservation_id: Uuid,
    /// Day in Europe/Amsterdam.
    pub play_date: NaiveDate,
    /// Length of the round.
    #[schema(value_type = RoundLength)]
    pub holes: u8,
}

/// A photo, as WebP.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Photo {
    /// A description, for those who do not see it.
    #[schema(example = "Hole 3, met de vijver voor de green")]
    pub alt: String,
    /// Width of the largest size in pixels.
    #[schema(example = 1600)]
    pub width: u32,
    /// Height of the largest size in pixels; every size has these proportions.
    #[schema(example = 900)]
    pub height: u32,
    /// The sizes, smallest first.
    #[schema(min_items = 1, max_items = 3)]
    pub sizes: Vec<PhotoSize>,
}

impl Photo {
    fn from_photo(photo: ClubPhoto) -> Self {
        let uri = |width| photos::uri(&photo.hash, width);
        let sizes = photo.widths.iter().map(|width| PhotoSize { width: *width, uri: uri(*width) }).collect();
        Self { sizes, alt: photo.alt, width: photo.width, height: photo.height }
    }
}

/// A photo in one size.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct PhotoSize {
    /// Width in pixels.
    #[schema(example = 480)]
    pub width: u32,
    /// Its path, which no token is needed for and whose content never changes.
    #[schema(example = "/api/photos/00112233445566778899aabbccddeeff-480.webp")]
    pub uri: String,
}

/// A club with everything that the data set contains about it. A text that the data set does not have is empty.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ClubPage {
    /// Slug.
    pub id: String,
    /// Full name.
    pub name: String,
    /// Town.
    pub city: String,
    /// Short name.
    pub short_name: String,
    /// Degrees north.
    pub lat: f64,
    /// Degrees east.
    pub lon: f64,
    /// The lengths of round on offer.
    #[schema(value_type = Vec<RoundLength>)]
    pub holes: Vec<u8>,
    /// When rounds start.
    pub starttime_description: String,
    /// Sanitised HTML for the overview of a booking.
    pub reservation_instruction: String,
    /// Sanitised HTML: practical information for visitors.
    pub reservation_description: String,
    /// Street and house number.
    #[schema(example = "Rijksstraatweg 12")]
    pub street: String,
    /// Postcode.
    #[schema(example = "9752 AB")]
    pub postcode: String,
    /// Telephone number, with the country's code.
    #[schema(example = "+31500001000")]
    pub telephone: String,
    /// Address of the club's site; it begins with `https://`.
    #[schema(example = "https://www.essenlaan.example")]
    pub website: String,
    /// Plain text about the greens.
    #[schema(example = "De greens zijn het hele jaar open.")]
    pub greens: String,
    /// Sanitised HTML: the club's terms.
    pub terms: String,
    /// Days of the week on which the club is closed, from Monday on.
    pub closed_weekdays: Vec<DayOfWeek>,
    /// Dates on which the club is closed, today and later, soonest first.
    pub closures: Vec<Closure>,
    /// Photos, in the order in which they are shown.
    #[schema(max_items = 6)]
    pub photos: Vec<Photo>,
    /// The caller's rounds there this calendar year.
    pub your_plays: u32,
    /// The most rounds per calendar year.
    pub your_maximum_plays: u32,
    /// The rounds that the caller played there, latest first.
    #[schema(max_items = 10)]
    pub rounds: Vec<RoundPlayed>,
    /// How the course is today, where the club says something about it.
    #[schema(nullable = false)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub course_state: Option<CourseState>,
}

/// One club.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ClubPageAnswer {
    /// Always true.
    pub success: bool,
    /// The club.
    pub data: ClubPage,
}

/// One club
#[utoipa::path(
    get,
    path = "/api/golfclubs/{id}",
    operation_id = "golfclub",
    tag = "golfclubs",
    params(("id" = String, Path, description = "The club's slug", example = "essenlaan-haren")),
    responses(
        (status = 200, description = "The club, and the caller's rounds there", body = ClubPageAnswer),
        (status = 404, description = "No such club", body = FailureBody),
    )
)]
pub(crate) async fn one(
    State(state): State<Arc<Rounds>>,
    caller: Caller,
    PathText(id): PathText,
) -> Result<Json<ClubPageAnswer>, Failure> {
    let common = &state.common;
    let clubs = caller.clubs(common).await?;
    let card = clubs.get(&ClubId(id)).ok_or_else(Failure::no_such_club)?;
    let today = common.clock.today();
    let this_year = common.reads.club_rounds(caller.id(), today.year()).await?;
    let rounds = common.reads.rounds_at_club(caller.id(), card.id(), today, MOST_ROUNDS).await?;
    let your_plays = this_year.get(card.id()).copied().unwrap_or(0);
    let closed_days = common.reads.closed_days(card.id(), today).await?;
    let course_state = state.courses(&caller, today).await?.get(card.id()).cloned();
    let page = page(card, today, your_plays, &rounds, closed_days);
    Ok(Json(ClubPageAnswer { success: true, data: ClubPage { course_state, ..page } }))
}

fn page(
    card: &ClubCard,
    today: NaiveDate,
    your_plays: u32,
    rounds: &[PlayedRound],
    closed_days: Vec<(NaiveDate, String)>,
) -> ClubPage {
    let details = card.details.clone();
    let mut closed = card.rules.closed_weekdays.clone();
    closed.sort_by_key(Weekday::num_days_from_monday);
    ClubPage {
        id: card.id().0.clone(),
        name: card.name.clone(),
        city: card.city.clone(),
        short_name: card.short_name.clone(),
        lat: card.lat,
        lon: card.lon,
        holes: card.hole_counts(),
        starttime_description: card.starttime_description.clone(),
        reservation_instruction: card.reservation_instruction.clone(),
        reservation_description: card.reservation_description.clone(),
        street: details.street,
        postcode: details.postcode,
        telephone: details.telephone,
        website: details.website,
        greens: details.greens,
        terms: details.terms,
        closed_weekdays: closed.into_iter().map(DayOfWeek::from).collect(),
        closures: closures(card, today, closed_days),
        photos: details.photos.into_iter().map(Photo::from_photo).collect(),
        your_plays,
        your_maximum_plays: card.rules.max_plays_per_year,
        rounds: rounds
            .iter()
            .map(|round| RoundPlayed {
                reservation_id: round.place.0,
                play_date: round.play_date,
                holes: round.holes.count(),
            })
            .collect(),
        course_state: None,
    }
}

/// The club's own closures and the days that were closed alone, soonest first; a day has one reason: the latter.
fn closures(card: &ClubCard, today: NaiveDate, closed_days: Vec<(NaiveDate, String)>) -> Vec<Closure> {
    let own = card.rules.closures.iter().filter(|(date, _)| *date >= today).cloned();
    let by_date: BTreeMap<NaiveDate, String> = own.chain(closed_days).collect();
    by_date.into_iter().map(|(date, reason)| Closure { date, reason }).collect()
}
