//! `GET /api/reservations/players/suggested`: with whom the caller really plays, before a letter is typed.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use chrono::NaiveDate;
use fairway_endpoint::caller::Caller;
use fairway_endpoint::failure::{Failure, FailureBody};
use fairway_endpoint::query::QueryFields;
use fairway_events::MemberId;
use fairway_store::favourites;
use fairway_store::members::Member;
use serde::Serialize;
use utoipa::ToSchema;

use super::earlier_co_players::{self, Shared};
use super::historic_players::Exclusion;
use crate::state::Rounds;

/// Players, at most: every favourite, and as many others.
const MOST_PLAYERS: usize = 2 * favourites::MAX_FAVOURITES;
/// Flights, at most.
const MOST_FLIGHTS: usize = 3;

/// The members of the demonstration data whom development offers: first name, prefix, last name, address.
const SAMPLES: [[&str; 4]; 6] = [
    ["Jan", "de", "Vries", "jan.devries@fairway.example"],
    ["Sanne", "", "Bakker", "sanne.bakker@fairway.example"],
    ["Pieter", "van den", "Berg", "pieter.vandenberg@fairway.example"],
    ["Fatima", "el", "Idrissi", "fatima.elidrissi@fairway.example"],
    ["Willem", "", "Jansen", "willem.jansen@fairway.example"],
    ["Anouk", "", "Visser", "anouk.visser@fairway.example"],
];

/// A co-player or a favourite.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct SuggestedPlayer {
    /// E-mail address.
    pub email: String,
    /// First name.
    pub name_first: String,
    /// Dutch prefix between first and last name, such as `van der`; empty when there is none.
    pub name_prefix: String,
    /// Last name.
    pub name_last: String,
    /// Whether the caller marked them as favourite.
    pub favourite: bool,
    /// Bookings in which both have an active place, upcoming ones among them; of the caller's latest 100.
    pub rounds: u32,
    /// The latest play date of those up to today; null when there is none.
    pub last_played: Option<NaiveDate>,
}

/// A group with which the caller played.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct SuggestedFlight {
    /// Their e-mail addresses, without the caller's: one to three.
    pub players: Vec<String>,
    /// Bookings of exactly this group, upcoming ones among them.
    pub rounds: u32,
    /// The latest play date of those up to today; null when there is none.
    pub last_played: Option<NaiveDate>,
}

/// A member of the demonstration data.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct SamplePlayer {
    /// First name.
    pub name_first: &'static str,
    /// Dutch prefix between first and last name, such as `van der`; empty when there is none.
    pub name_prefix: &'static str,
    /// Last name.
    pub name_last: &'static str,
    /// E-mail address.
    pub email: &'static str,
}

/// The players and groups to offer.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Suggestions {
    /// Favourites first, then most recent and most frequent; at most 24.
    pub players: Vec<SuggestedPlayer>,
    /// Most frequent first, then most recent; at most 3.
    pub flights: Vec<SuggestedFlight>,
    /// Six members of the demonstration data; empty in production.
    pub samples: Vec<SamplePlayer>,
}

/// Suggested co-players.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct SuggestedPlayers {
    /// Always true.
    pub success: bool,
    /// The players and groups to offer.
    pub data: Suggestions,
}

/// Suggested co-players
///
/// Members with whom the caller shares an active booking, and favourites. With `excludeReservation` the active players of
/// that booking are left out, and flights are those that all of them belong to.
#[utoipa::path(
    get,
    path = "/api/reservations/players/suggested",
    tag = "reservations",
    params(Exclusion),
    responses(
        (status = 200, description = "Players and flights", body = SuggestedPlayers),
        (status = 404, description = "The reservation is unknown, or not yours", body = FailureBody),
        (status = 422, description = "A malformed reservation id", body = FailureBody),
    )
)]
pub(crate) async fn suggested_players(
    State(rounds): State<Arc<Rounds>>,
    caller: Caller,
    QueryFields(exclusion): QueryFields<Exclusion>,
) -> Result<Json<SuggestedPlayers>, Failure> {
    let booking = exclusion.booking(&rounds.common, &caller).await?;
    let active = booking.iter().flat_map(|booking| booking.places.iter().filter(|place| place.is_active()));
    let present: Vec<MemberId> =
        active.map(|place| place.member).filter(|member| *member != caller.id()).collect();

    let today = rounds.common.clock.today();
    let together = rounds.common.reads.rounds_together(caller.id()).await?;
    let shared = earlier_co_players::of_players(&together, today);
    let ids: Vec<MemberId> = shared.keys().copied().collect();
    let members = favourites::beside(&rounds.common.pool, caller.id(), &ids).await?;

    let addresses: HashMap<MemberId, String> =
        members.iter().map(|(member, _)| (member.id, member.email.clone())).collect();
    let flights =
        earlier_co_players::of_flights(&together, &present, |id| addresses.contains_key(&id), today);
    let flights = flights.into_iter().take(MOST_FLIGHTS).map(|(members, shared)| {
        let mut players: Vec<String> =
            members.iter().filter_map(|member| addresses.get(member).cloned()).collect();
        players.sort_unstable();
        SuggestedFlight { players, rounds: shared.rounds, last_played: shared.last_played }
    });
    let data = Suggestions {
        flights: flights.collect(),
        players: players(members, &shared, &present),
        samples: if rounds.shows_samples { SAMPLES.map(sample).into() } else { Vec::new() },
    };
    Ok(Json(SuggestedPlayers { success: true, data }))
}

/// A member whom the caller may want to play with.
struct Candidate {
    member: Member,
    favourite: bool,
    shared: Shared,
}

fn players(
    members: Vec<(Member, bool)>,
    shared: &BTreeMap<MemberId, Shared>,
    present: &[MemberId],
) -> Vec<SuggestedPlayer> {
    let mut found: Vec<Candidate> = members
        .into_iter()
        .filter(|(member, _)| !present.contains(&member.id))
        .map(|(member, favourite)| {
            let shared = shared.get(&member.id).copied().unwrap_or_default();
            Candidate { member, favourite, shared }
        })
        .collect();
    found.sort_by(|one, other| {
        let key = |Candidate { favourite, shared, .. }: &Candidate| {
            (Reverse(*favourite), Reverse(shared.latest), Reverse(shared.rounds))
        };
        key(one).cmp(&key(other)).then_with(|| one.member.email.cmp(&other.member.email))
    });
    let player = |Candidate { member, favourite, shared }| SuggestedPlayer {
        email: member.email,
        name_first: member.first_name,
        name_prefix: member.prefix,
        name_last: member.last_name,
        favourite,
        rounds: shared.rounds,
        last_played: shared.last_played,
    };
    found.into_iter().take(MOST_PLAYERS).map(player).collect()
}

const fn sample([name_first, name_prefix, name_last, email]: [&'static str; 4]) -> SamplePlayer {
    SamplePlayer { name_first, name_prefix, name_last, email }
}
