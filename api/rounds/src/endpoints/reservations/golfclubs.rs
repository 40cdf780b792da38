//! `POST /api/reservations/golfclubs`: at which clubs a group can play, with or without a date.

use std::sync::Arc;

use axum::extract::State;
use chrono::{Datelike, NaiveDate};
use fairway_command::BookingWindow;
use fairway_endpoint::body::{self, JsonBody};
use fairway_endpoint::caller::Caller;
use fairway_endpoint::failure::{Failure, FailureBody};
use fairway_endpoint::field_errors::FieldErrors;
use fairway_endpoint::shapes::{Players, RoundLength};
use fairway_round_data::rights_cache::WantedDays;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::group::Group;
use super::party::Party;
use crate::endpoints::golfclubs::list::ClubList;
use crate::state::Rounds;

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
pub(crate) struct ReservableClub {
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
    /// Whether it lacks room on the date and nothing else, so that the group may wait for it.
    pub waiting_list: bool,
    /// Sanitised HTML for the overview.
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
    /// The first day on which the group can play there; null when there is none, or the request has a date.
    pub first_free_day: Option<NaiveDate>,
    /// The caller's rounds there this calendar year.
    pub your_plays: u32,
    /// The most rounds per calendar year.
    pub your_maximum_plays: u32,
}

/// The fields of a [`ReservableClub`] that depend on the caller and the group.
#[derive(Serialize)]
struct ForGroup {
    reservable: bool,
    reason: String,
    waiting_list: bool,
    first_free_day: Option<NaiveDate>,
    your_plays: u32,
    your_maximum_plays: u32,
}

/// All clubs.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ClubsAnswer {
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
pub(crate) async fn golfclubs(
    State(rounds): State<Arc<Rounds>>,
    caller: Caller,
    JsonBody(request): JsonBody<ClubsRequest>,
) -> Result<ClubList, Failure> {
    let mut fields = FieldErrors::default();
    let holes = fields.holes(request.holes);
    let date = request.date.as_deref().map(|text| fields.date(text));
    let emails = fields.players(&request.players);
    fields.done()?;
    let (Some(holes), date) = (holes, date.flatten()) else { return Err(Failure::malformed()) };

    let (today, now) = (rounds.common.clock.today(), rounds.common.clock.now());
    let party = Party::with_caller(&rounds, &caller, &emails).await?;
    let clubs = caller.clubs(&rounds.common).await?;
    let window = (today, BookingWindow::around(today).last);
    // Before a date is chosen all days are read, at once and for every group: each club's first free one is looked for.
    let wanted = WantedDays { window, club: None, day: date, clubs: &clubs };
    let (rights, claims) = rounds.rights_and_claims(&caller, &party.ids(), wanted).await?;
    let group = Group::new(&party, &caller, rights, holes, today);
    ClubList::from_clubs(clubs.all().map(|card| {
        let on_date = date.map(|date| (date, claims.on(card.id(), date, now)));
        let on_date = on_date.as_ref().map(|(date, day)| (*date, day));
        let assessment = match on_date {
            None => group.at_club(&card.rules),
            Some((date, day)) => group.on_day(Some((&card.rules, day)), date).map(|_| ()),
        };
        let refused = assessment.err();
        let waiting_list = on_date
            .zip(refused.as_ref())
            .is_some_and(|((date, day), reason)| group.may_wait(&card.rules, date, day, reason));
        let first_free_day = if date.is_none() && refused.is_none() {
            group.first_free_day(&card.rules, |day| claims.on(card.id(), day, now))
        } else {
            None
        };
        let own = ForGroup {
            first_free_day,
            reservable: refused.is_none(),
            reason: refused.map(|reason| group.sentence(&reason)).unwrap_or_default(),
            waiting_list,
            your_plays: group.callers_rounds_at(&card.rules, today.year()),
            your_maximum_plays: card.rules.max_plays_per_year,
        };
        (card.listing.as_str(), own)
    }))
}
