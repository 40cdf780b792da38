//! `POST /api/reservations/availability`: on which of the 21 days of the window a group can play.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use chrono::NaiveDate;
use fairway_command::BookingWindow;
use fairway_endpoint::body::{self, JsonBody};
use fairway_endpoint::caller::Caller;
use fairway_endpoint::failure::{Failure, FailureBody};
use fairway_endpoint::field_errors::FieldErrors;
use fairway_endpoint::shapes::{Players, RoundLength};
use fairway_events::ClubId;
use fairway_round_data::rights_cache::WantedDays;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::group::Group;
use super::party::Party;
use crate::state::Rounds;

/// The round that the group wants to play.
#[derive(Debug, Deserialize, ToSchema)]
pub struct AvailabilityRequest {
    /// Length of the round.
    #[schema(value_type = RoundLength)]
    #[serde(deserialize_with = "body::whole")]
    pub holes: i64,
    /// The club's id, or null before one is chosen.
    #[schema(example = "essenlaan-haren")]
    pub golfclub: Option<String>,
    /// The players, including the caller.
    #[schema(value_type = Players)]
    pub players: Vec<String>,
}

/// One day.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct DayAvailability {
    /// Whether the group can play.
    pub reservable: bool,
    /// The reason why it is not reservable; empty when it is.
    #[schema(example = "De baan is op maandag gesloten")]
    pub reason: String,
    /// Whether a voucher would be used.
    pub bonus_needed: bool,
    /// First names of the players whose voucher would be used.
    pub bonus_players: Vec<String>,
    /// Whether the day lacks room and nothing else, so that the group may wait for it.
    pub waiting_list: bool,
}

/// The booking window.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct AvailabilityAnswer {
    /// Always true.
    pub success: bool,
    /// Exactly the 21 dates of the window.
    pub data: BTreeMap<NaiveDate, DayAvailability>,
}

/// The days on which the group can play
#[utoipa::path(
    post,
    path = "/api/reservations/availability",
    tag = "reservations",
    request_body = AvailabilityRequest,
    responses(
        (status = 200, description = "The 21 days from this week's Monday", body = AvailabilityAnswer),
        (status = 404, description = "Unknown club", body = FailureBody),
        (status = 422, description = "Invalid input or an unknown player", body = FailureBody),
        (status = 429, description = "Too many unknown addresses looked up; see Retry-After",
         body = FailureBody),
    )
)]
pub(crate) async fn availability(
    State(rounds): State<Arc<Rounds>>,
    caller: Caller,
    JsonBody(request): JsonBody<AvailabilityRequest>,
) -> Result<Json<AvailabilityAnswer>, Failure> {
    let mut fields = FieldErrors::default();
    let holes = fields.holes(request.holes);
    let emails = fields.players(&request.players);
    fields.done()?;
    let Some(holes) = holes else { return Err(Failure::malformed()) };

    let clubs = caller.clubs(&rounds.common).await?;
    let club = match request.golfclub {
        None => None,
        Some(id) => Some(clubs.get(&ClubId(id)).ok_or_else(Failure::no_such_club)?),
    };
    let party = Party::with_caller(&rounds, &caller, &emails).await?;
    let today = rounds.common.clock.today();
    let window = BookingWindow::around(today);
    let (rights, claims) = match club {
        None => (rounds.rights(&caller, &party.ids(), today).await?, Arc::default()),
        Some(card) => {
            let days = (today, window.last);
            let wanted = WantedDays { window: days, club: Some(card.id()), day: None, clubs: &clubs };
            rounds.rights_and_claims(&caller, &party.ids(), wanted).await?
        }
    };
    let group = Group::new(&party, &caller, rights, holes, today);
    let now = rounds.common.clock.now();
    let day = |date: NaiveDate| {
        let status = club.map(|card| claims.on(card.id(), date, now));
        let at_club = club.zip(status.as_ref()).map(|(card, status)| (card.rules.as_ref(), status));
        match group.on_day(at_club, date) {
            Ok(bonus_players) => DayAvailability {
                reservable: true,
                reason: String::new(),
                bonus_needed: !bonus_players.is_empty(),
                bonus_players,
                waiting_list: false,
            },
            Err(reason) => DayAvailability {
                reservable: false,
                reason: group.sentence(&reason),
                bonus_needed: false,
                bonus_players: Vec::new(),
                waiting_list: at_club.is_some_and(|(club, day)| group.may_wait(club, date, day, &reason)),
            },
        }
    };
    let data = window.dates().map(|date| (date, day(date))).collect();
    Ok(Json(AvailabilityAnswer { success: true, data }))
}
