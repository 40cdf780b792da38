//! The answers to slightly different requests: without one of the players, with the other number of holes, on another
//! day, at another club. Each alternative is a request that is answered like the first one, by every rule, so that none
//! is a guess.
//!
//! The members are the same in all of them and are read once; the days of the clubs are read together.

use std::collections::HashMap;
use std::mem::replace;

use anyhow::{Context, Result};
use chrono::NaiveDate;
use fairway_events::{ClubId, Holes, Journal, StreamId};
use futures::TryStreamExt;
use serde::Serialize;
use sqlx::PgPool;

use super::inputs::{self, Inputs};
use super::{Explanation, Request, sql};
use crate::club_terms;
use crate::moment::At;
use crate::rulebook::{ClubTerms, window};
use crate::state::{ClubDay, State};

/// Other clubs at most, the nearest.
const MOST_CLUBS: i64 = 12;

/// A slightly different request, and its answer.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Alternative {
    /// The difference from the first request, as text.
    pub change: String,
    /// The part of the request that differs.
    pub kind: AlternativeKind,
    /// The request.
    pub request: Request,
    /// Whether that round could be booked.
    pub bookable: bool,
    /// The Dutch sentence that the booking member would get: the app shows `je hebt` for `Heeft`.
    pub sentence: Option<String>,
}

/// The part of a request in which an alternative differs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum AlternativeKind {
    /// A co-player is left out.
    Player,
    /// The other length of round.
    Holes,
    /// Another day of the booking window.
    Day,
    /// Another club.
    Club,
}

/// The alternatives to a request, or a sentence that names the unknown part of it. None where the booking member was
/// erased: nobody is there who could book otherwise.
///
/// # Errors
/// When the journal cannot be read, or the moment is later than its last event.
pub async fn what_if(pool: &PgPool, request: &Request) -> Result<Result<Vec<Alternative>, String>> {
    let mut inputs = match inputs::read(pool, request).await? {
        Ok(inputs) => inputs,
        Err(why) => return Ok(Err(why)),
    };
    if inputs.players.first().is_some_and(|player| player.account.is_none()) {
        return Ok(Ok(Vec::new()));
    }
    let today = inputs.at.day();
    let dates: Vec<NaiveDate> = today
        .iter_days()
        .take_while(|date| *date <= window::last_bookable(today))
        .filter(|date| *date != inputs.date)
        .collect();
    let clubs = nearest(pool, &inputs.club.id).await?;
    let mut wanted: Vec<_> = dates.iter().map(|date| (inputs.club.id.clone(), *date)).collect();
    wanted.extend(clubs.iter().map(|club| (club.id.clone(), inputs.date)));
    let mut days = club_days(pool, wanted, &inputs.at).await?;

    let mut alternatives = without_each_player(request, &mut inputs);
    alternatives.extend(with_other_holes(request, &mut inputs));
    for date in dates {
        let key = (inputs.club.id.clone(), date);
        let day = days.remove(&key).unwrap_or_else(|| ClubDay::new(key.0, key.1));
        let asked = (replace(&mut inputs.date, date), replace(&mut inputs.day, day));
        let change = format!("on {}", date.format("%A %-d %B %Y"));
        let request = Request { date, ..request.clone() };
        alternatives.push(answered(AlternativeKind::Day, change, request, &inputs));
        (inputs.date, inputs.day) = asked;
    }
    for club in clubs {
        let key = (club.id.clone(), inputs.date);
        inputs.day = days.remove(&key).unwrap_or_else(|| ClubDay::new(key.0, key.1));
        inputs.holes = inputs::length(request, &club);
        let request = Request { club: club.id.0.clone(), ..request.clone() };
        let change = format!("at {}", inputs.names.club(&club.id));
        inputs.club = club;
        alternatives.push(answered(AlternativeKind::Club, change, request, &inputs));
    }
    Ok(Ok(alternatives))
}

fn answered(kind: AlternativeKind, change: String, request: Request, inputs: &Inputs) -> Alternative {
    let Explanation { bookable, sentence, .. } = Explanation::from_inputs(inputs);
    Alternative { change, kind, request, bookable, sentence }
}

fn without_each_player(request: &Request, inputs: &mut Inputs) -> Vec<Alternative> {
    let mut alternatives = Vec::new();
    for number in 0..request.with.len() {
        let mut request = request.clone();
        request.with.remove(number);
        // The booking member is the first of the players.
        let player = inputs.players.remove(number + 1);
        let change = format!("without {}", inputs.names.member(player.member.id));
        alternatives.push(answered(AlternativeKind::Player, change, request, inputs));
        inputs.players.insert(number + 1, player);
    }
    alternatives
}

/// None where the club does not offer it.
fn with_other_holes(request: &Request, inputs: &mut Inputs) -> Option<Alternative> {
    let asked = inputs.holes;
    let other = Holes::ALL.into_iter().find(|holes| *holes != asked && inputs.club.holes.contains(holes))?;
    inputs.holes = other;
    let request = Request { holes: Some(other), ..request.clone() };
    let alternative = answered(AlternativeKind::Holes, format!("with {other} holes"), request, inputs);
    inputs.holes = asked;
    Some(alternative)
}

/// The clubs around one, nearest first.
async fn nearest(pool: &PgPool, club: &ClubId) -> Result<Vec<ClubTerms>> {
    let ids = sql::nearest_clubs(pool, club, MOST_CLUBS).await?;
    let mut terms = club_terms::load(pool, None).await?;
    Ok(ids.into_iter().filter_map(|id| terms.remove(&id)).collect())
}

/// The clubs' days at a moment that have events, in one query.
async fn club_days(
    pool: &PgPool,
    wanted: Vec<(ClubId, NaiveDate)>,
    at: &At,
) -> Result<HashMap<(ClubId, NaiveDate), ClubDay>> {
    let journal = Journal::new(pool.clone());
    let streams = wanted.into_iter().map(|(club, date)| StreamId::CourseDay(club, date)).collect();
    let mut events = journal.select(at.selection(streams));
    let mut states: HashMap<StreamId, Option<State>> = HashMap::new();
    while let Some(event) = events.try_next().await.context("reading the journal")? {
        State::fold(states.entry(event.stream.clone()).or_default(), &event);
    }
    let days = states.into_values().filter_map(|state| match state {
        Some(State::ClubDay(day)) => Some(((day.club.clone(), day.date), day)),
        _ => None,
    });
    Ok(days.collect())
}
