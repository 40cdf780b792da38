//! The inputs of the rules: the members' holdings and the club's day at the moment that is asked about, and the club
//! and the profiles as they are now.

use std::collections::BTreeSet;

use anyhow::Result;
use chrono::NaiveDate;
use fairway_events::{ClubId, Holes, Journal, StreamId};
use sqlx::PgPool;

use super::request::Request;
use super::sql::{self, Account};
use crate::as_of::state_at;
use crate::club_terms;
use crate::moment::{self, At};
use crate::names::Names;
use crate::rulebook::{ClubTerms, group};
use crate::state::{ClubDay, Member, State};
use crate::subject::{self, Subject};

/// A request with everything that its explanation depends on.
#[derive(Debug)]
pub(super) struct Inputs {
    pub(super) at: At,
    /// The moment is not now: plain tables may have held other values then.
    pub(super) is_past: bool,
    pub(super) date: NaiveDate,
    pub(super) holes: Holes,
    pub(super) club: ClubTerms,
    pub(super) day: ClubDay,
    /// In the order of the request; the booking member is first.
    pub(super) players: Vec<PlayerInput>,
    pub(super) names: Names,
}

/// A player.
#[derive(Debug)]
pub(super) struct PlayerInput {
    pub(super) member: Member,
    /// None: the member was erased.
    pub(super) account: Option<Account>,
}

/// Reads the inputs, or returns a sentence that names the unknown part of the request.
pub(super) async fn read(pool: &PgPool, request: &Request) -> Result<Result<Inputs, String>> {
    let journal = Journal::new(pool.clone());
    let at = match (request.at, request.clock) {
        (Some(moment), _) => match moment.find(pool).await? {
            Ok(at) => at,
            Err(why) => return Ok(Err(why)),
        },
        // Only the day of such a clock matters: the state is always that of the journal's head.
        (None, Some(clock)) => At { instant: clock, position: Some(journal.head().await?) },
        (None, None) => moment::now(pool).await?,
    };
    let mut members = Vec::new();
    for text in std::iter::once(&request.member).chain(&request.with) {
        match subject::find(pool, text).await? {
            Ok(Subject(StreamId::Membership(member))) => members.push(member),
            Ok(other) => return Ok(Err(format!("{text} is no member: it is {other}"))),
            Err(why) => return Ok(Err(why)),
        }
    }
    match group::check(&members) {
        Ok(()) => {}
        Err(group::Fault::Twice(_)) => return Ok(Err("nobody can be in a group twice".to_owned())),
        Err(group::Fault::Empty | group::Fault::TooMany(_)) => {
            return Ok(Err(format!("at most {} can play together", group::MOST)));
        }
    }
    let club = match club(pool, &request.club).await? {
        Ok(club) => club,
        Err(why) => return Ok(Err(why)),
    };
    let holes = length(request, &club);
    let mut players = Vec::with_capacity(members.len());
    for id in &members {
        let member = match state_at(&journal, &Subject(StreamId::Membership(*id)), &at).await? {
            Some(State::Member(member)) => member,
            _ => Member::new(*id),
        };
        players.push(PlayerInput { member, account: sql::account(pool, *id).await? });
    }
    let day =
        match state_at(&journal, &Subject(StreamId::CourseDay(club.id.clone(), request.date)), &at).await? {
            Some(State::ClubDay(day)) => day,
            _ => ClubDay::new(club.id.clone(), request.date),
        };
    let mut names = Names::of_clubs(pool).await?;
    names.add(pool, &members.into_iter().collect(), &BTreeSet::new()).await?;
    Ok(Ok(Inputs { is_past: request.at.is_some(), date: request.date, holes, day, at, club, players, names }))
}

/// The length of the round that is asked about: without one in the request the longest that the club offers.
pub(super) fn length(request: &Request, club: &ClubTerms) -> Holes {
    let longest = || club.holes.iter().copied().max().unwrap_or(Holes::Eighteen);
    request.holes.unwrap_or_else(longest)
}

/// A club by slug or name, else by a part of its name that is unique.
async fn club(pool: &PgPool, text: &str) -> Result<Result<ClubTerms, String>> {
    let found = club_terms::called(pool, text).await?;
    match found.as_slice() {
        [(id, _)] => {
            let terms = club_terms::load(pool, Some(id)).await?.remove(&ClubId::from(id.as_str()));
            Ok(terms.ok_or_else(|| format!("no club is called “{text}”")))
        }
        [] => Ok(Err(format!("no club is called “{text}”"))),
        several => {
            let all: Vec<String> = several.iter().map(|(id, name)| format!("{id}  {name}")).collect();
            Ok(Err(format!("“{text}” could be several clubs, say which:\n  {}", all.join("\n  "))))
        }
    }
}
