//! `POST /api/reservations/alternatives`: the nearest day and the nearest club at which a group can play, where the
//! chosen round is refused. The rules that refused it assess days and clubs ([`Group`]), and no others.

use std::cmp::Reverse;
use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use chrono::{DateTime, NaiveDate, Utc};
use fairway_command::BookingWindow;
use fairway_endpoint::body::{self, JsonBody};
use fairway_endpoint::caller::Caller;
use fairway_endpoint::failure::{Failure, FailureBody};
use fairway_endpoint::field_errors::FieldErrors;
use fairway_endpoint::shapes::{Players, RoundLength};
use fairway_events::ClubId;
use fairway_round_data::rights::Claims;
use fairway_round_data::rights_cache::WantedDays;
use fairway_store::clubs::{ClubCard, Clubs};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::group::Group;
use super::party::Party;
use crate::state::Rounds;

/// The round that the group cannot play.
#[derive(Debug, Deserialize, ToSchema)]
pub struct AlternativesRequest {
    /// Length of the round.
    #[schema(value_type = RoundLength)]
    #[serde(deserialize_with = "body::whole")]
    pub holes: i64,
    /// The players, including the caller.
    #[schema(value_type = Players)]
    pub players: Vec<String>,
    /// The club's id, or null before one is chosen.
    #[schema(example = "essenlaan-haren")]
    pub golfclub: Option<String>,
    /// Play date, `YYYY-MM-DD`, or null before one is chosen.
    #[schema(value_type = Option<chrono::NaiveDate>, example = "2026-11-28")]
    pub date: Option<String>,
}

/// Another day.
#[derive(Debug, PartialEq, Eq, Serialize, ToSchema)]
pub(crate) struct AlternativeDay {
    /// Play date.
    pub date: NaiveDate,
    /// Whether a voucher would be used.
    pub bonus_needed: bool,
    /// First names of the players whose voucher would be used.
    pub bonus_players: Vec<String>,
}

/// Another club.
#[derive(Debug, PartialEq, Serialize, ToSchema)]
pub(crate) struct AlternativeClub {
    /// Slug.
    pub id: String,
    /// Full name.
    pub name: String,
    /// Town.
    pub city: String,
    /// Sanitised HTML for the overview.
    pub reservation_instruction: String,
    /// Kilometres from the chosen club as the crow flies, in tenths.
    #[schema(example = 12.4)]
    pub distance_km: f64,
}

/// The nearest rounds that the group can play instead.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Alternatives {
    /// The day closest to the chosen one on which the group can play at the chosen club, or at any before one is
    /// chosen; of two, the later. Null when there is none, or no date is chosen.
    pub day: Option<AlternativeDay>,
    /// The club closest to the chosen one at which the group can play on the chosen day, or on any before one is
    /// chosen; of several, the first by name. Null when there is none, or no club is chosen.
    pub club: Option<AlternativeClub>,
    /// Whether the chosen club lacks room on the chosen day and nothing else, so that the group may wait for it.
    pub waiting_list: bool,
}

/// The nearest day and the nearest club.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct AlternativesAnswer {
    /// Always true.
    pub success: bool,
    /// The nearest rounds that the group can play instead.
    pub data: Alternatives,
}

/// The nearest day and club for a round that cannot be played
#[utoipa::path(
    post,
    path = "/api/reservations/alternatives",
    tag = "reservations",
    request_body = AlternativesRequest,
    responses(
        (status = 200, description = "The nearest day at the club, and the nearest club on the day",
         body = AlternativesAnswer),
        (status = 404, description = "Unknown club", body = FailureBody),
        (status = 422, description = "Invalid input or an unknown player", body = FailureBody),
        (status = 429, description = "Too many unknown addresses looked up; see Retry-After",
         body = FailureBody),
    )
)]
pub(crate) async fn alternatives(
    State(rounds): State<Arc<Rounds>>,
    caller: Caller,
    JsonBody(request): JsonBody<AlternativesRequest>,
) -> Result<Json<AlternativesAnswer>, Failure> {
    let mut fields = FieldErrors::default();
    let holes = fields.holes(request.holes);
    let date = request.date.as_deref().map(|text| fields.date(text));
    let emails = fields.players(&request.players);
    fields.done()?;
    let (Some(holes), date) = (holes, date.flatten()) else { return Err(Failure::malformed()) };

    let clubs = caller.clubs(&rounds.common).await?;
    let club = match request.golfclub {
        None => None,
        Some(id) => Some(clubs.get(&ClubId(id)).ok_or_else(Failure::no_such_club)?),
    };
    let party = Party::with_caller(&rounds, &caller, &emails).await?;
    let today = rounds.common.clock.today();
    let window = BookingWindow::around(today);
    // Without a club the nearest day may be one of any club.
    let beside = club.and(date);
    let wanted =
        WantedDays { window: (today, window.last), club: club.map(ClubCard::id), day: beside, clubs: &clubs };
    let (rights, claims) = rounds.rights_and_claims(&caller, &party.ids(), wanted).await?;
    let group = Group::new(&party, &caller, rights, holes, today);
    let search = Search { group, clubs: &clubs, claims, window, now: rounds.common.clock.now() };
    let data = Alternatives {
        day: date.and_then(|date| search.nearest_day(club, date)),
        club: club.and_then(|club| search.nearest_club(club, date)),
        waiting_list: club.zip(date).is_some_and(|(club, date)| search.may_wait(club, date)),
    };
    Ok(Json(AlternativesAnswer { success: true, data }))
}

/// Everything that a search looks at.
struct Search<'a> {
    group: Group,
    clubs: &'a Clubs,
    claims: Arc<Claims>,
    window: BookingWindow,
    now: DateTime<Utc>,
}

impl Search<'_> {
    fn nearest_day(&self, club: Option<&ClubCard>, wanted: NaiveDate) -> Option<AlternativeDay> {
        let mut dates: Vec<NaiveDate> = self.window.dates().filter(|date| *date != wanted).collect();
        dates.sort_by_key(|date| ((*date - wanted).abs(), Reverse(*date)));
        dates.into_iter().find_map(|date| {
            let bonus_players = match club {
                Some(club) => self.free_at(club, date),
                None => self.clubs.all().find_map(|club| self.free_at(club, date)),
            }?;
            Some(AlternativeDay { date, bonus_needed: !bonus_players.is_empty(), bonus_players })
        })
    }

    fn nearest_club(&self, wanted: &ClubCard, date: Option<NaiveDate>) -> Option<AlternativeClub> {
        let others = self.clubs.all().filter(|club| club.id() != wanted.id());
        let free = others.filter(|club| match date {
            Some(date) => self.free_at(club, date).is_some(),
            None => self.group.at_club(&club.rules).is_ok(),
        });
        // The first of several at one distance: the clubs are sorted by name.
        let (club, distance) = free
            .map(|club| (club, wanted.kilometres_to(club)))
            .min_by(|(_, one), (_, other)| one.total_cmp(other))?;
        Some(AlternativeClub {
            id: club.id().0.clone(),
            name: club.name.clone(),
            city: club.city.clone(),
            reservation_instruction: club.reservation_instruction.clone(),
            distance_km: (distance * 10.0).round() / 10.0,
        })
    }

    fn may_wait(&self, club: &ClubCard, date: NaiveDate) -> bool {
        let day = self.claims.on(club.id(), date, self.now);
        let refused = self.group.on_day(Some((&club.rules, &day)), date).err();
        refused.is_some_and(|reason| self.group.may_wait(&club.rules, date, &day, &reason))
    }

    /// The players whose voucher would be used, if the group can play.
    fn free_at(&self, club: &ClubCard, date: NaiveDate) -> Option<Vec<String>> {
        let day = self.claims.on(club.id(), date, self.now);
        self.group.on_day(Some((&club.rules, &day)), date).ok()
    }
}
