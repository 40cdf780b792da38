//! Everything that the rules look at: the members' holdings and the club's day as they stood, the club and the profiles as
//! they are.

use std::collections::BTreeSet;

use anyhow::{Context, Result};
use chrono::{DateTime, NaiveDate, Utc, Weekday};
use fairway_events::{ClubId, Event, Holes, Journal, MemberId, StreamId};
use futures::TryStreamExt;
use sqlx::{PgPool, Row};

use super::Arguments;
use crate::moment::{self, At};
use crate::names::Names;
use crate::rulebook::{ClubTerms, group};
use crate::state::{ClubDay, Member};
use crate::subjects::{self, Subject};

/// A question with everything that its answer rests on.
#[derive(Debug)]
pub(super) struct Gathered {
    pub(super) at: At,
    /// The moment is not now: what tables hold may have been different.
    pub(super) past: bool,
    pub(super) date: NaiveDate,
    pub(super) holes: Holes,
    pub(super) club: ClubTerms,
    pub(super) day: ClubDay,
    /// In the order of the request; the one who books first.
    pub(super) players: Vec<Somebody>,
    pub(super) names: Names,
}

/// A player.
#[derive(Debug)]
pub(super) struct Somebody {
    pub(super) member: Member,
    /// None: erased.
    pub(super) account: Option<Account>,
}

/// What the members' table holds of a player, today.
#[derive(Debug)]
pub(super) struct Account {
    pub(super) first_name: String,
    pub(super) profile_complete: bool,
    pub(super) disabled_at: Option<DateTime<Utc>>,
}

pub(super) async fn gather(pool: &PgPool, arguments: &Arguments) -> Result<Result<Gathered, String>> {
    let journal = Journal::new(pool.clone());
    let at = match (arguments.at, arguments.clock) {
        (Some(moment), _) => moment.look_up(pool).await?,
        // Such a clock has run on since it started: only the day is taken from it.
        (None, Some(clock)) => At { instant: clock, position: Some(journal.head().await?) },
        (None, None) => moment::now(pool).await?,
    };
    let mut members = Vec::new();
    for text in std::iter::once(&arguments.member).chain(&arguments.with) {
        match subjects::find(pool, text).await? {
            Ok(Subject::Member(member)) => members.push(member),
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
    let club = match club(pool, &arguments.club).await? {
        Ok(club) => club,
        Err(why) => return Ok(Err(why)),
    };
    let longest = club.holes.iter().copied().max().unwrap_or(Holes::Eighteen);
    let mut players = Vec::with_capacity(members.len());
    for id in &members {
        players.push(Somebody {
            member: member_at(&journal, *id, &at).await?,
            account: account(pool, *id).await?,
        });
    }
    let mut names = Names::of_clubs(pool).await?;
    names.add(pool, &members.into_iter().collect(), &BTreeSet::new()).await?;
    Ok(Ok(Gathered {
        past: arguments.at.is_some(),
        date: arguments.date,
        holes: arguments.holes.unwrap_or(longest),
        day: day_at(&journal, &club.id, arguments.date, &at).await?,
        at,
        club,
        players,
        names,
    }))
}

/// A member's own stream, folded up to the moment.
async fn member_at(journal: &Journal, id: MemberId, at: &At) -> Result<Member> {
    let mut member = Member::new(id);
    let mut events = journal.select(at.of(vec![StreamId::Membership(id)]));
    while let Some(recorded) = events.try_next().await.context("reading the journal")? {
        if let Event::Membership(event) = &recorded.event {
            member.apply(recorded.position, event);
        }
    }
    Ok(member)
}

/// The club's day, folded up to the moment.
async fn day_at(journal: &Journal, club: &ClubId, date: NaiveDate, at: &At) -> Result<ClubDay> {
    let mut day = ClubDay::new(club.clone(), date);
    let mut events = journal.select(at.of(vec![StreamId::CourseDay(club.clone(), date)]));
    while let Some(recorded) = events.try_next().await.context("reading the journal")? {
        if let Event::CourseDay(event) = &recorded.event {
            day.apply(event);
        }
    }
    Ok(day)
}

async fn account(pool: &PgPool, id: MemberId) -> Result<Option<Account>> {
    let row = sqlx::query("SELECT first_name, profile_complete, disabled_at FROM members WHERE id = $1")
        .bind(id.0)
        .fetch_optional(pool)
        .await?;
    row.map(|row| {
        Ok(Account {
            first_name: row.try_get("first_name")?,
            profile_complete: row.try_get("profile_complete")?,
            disabled_at: row.try_get("disabled_at")?,
        })
    })
    .transpose()
}

/// A club by slug or name, else by a part of its name that no other has.
async fn club(pool: &PgPool, text: &str) -> Result<Result<ClubTerms, String>> {
    let found: Vec<(String, String)> = sqlx::query_as(
        "SELECT id, name FROM (
             SELECT id, name, CASE
                 WHEN $1 IN (id, lower(name), lower(short_name)) THEN 1
                 WHEN strpos(lower(name), $1) > 0 OR strpos(id, $1) > 0 THEN 2
             END AS fits FROM clubs
         ) AS clubs
         WHERE fits IS NOT NULL AND fits = (
             SELECT min(CASE WHEN $1 IN (id, lower(name), lower(short_name)) THEN 1 ELSE 2 END) FROM clubs
             WHERE $1 IN (id, lower(name), lower(short_name)) OR strpos(lower(name), $1) > 0 OR strpos(id, $1) > 0
         )
         ORDER BY name LIMIT 20",
    )
    .bind(text.trim().to_lowercase())
    .fetch_all(pool)
    .await?;
    match found.as_slice() {
        [(id, _)] => Ok(Ok(terms(pool, id).await?)),
        [] => Ok(Err(format!("no club is called “{text}”"))),
        several => {
            let all: Vec<String> = several.iter().map(|(id, name)| format!("{id}  {name}")).collect();
            Ok(Err(format!("“{text}” could be several clubs, say which:\n  {}", all.join("\n  "))))
        }
    }
}

async fn terms(pool: &PgPool, id: &str) -> Result<ClubTerms> {
    let row = sqlx::query(
        "SELECT holes, max_plays_per_year, daily_capacity, closed_weekdays FROM clubs WHERE id = $1",
    )
    .bind(id)
    .fetch_one(pool)
    .await?;
    let closures: Vec<(NaiveDate, String)> =
        sqlx::query_as("SELECT date, reason FROM club_closures WHERE club_id = $1 ORDER BY date")
            .bind(id)
            .fetch_all(pool)
            .await?;
    // The table's checks keep these in range.
    let count = |value: i32| u32::try_from(value).unwrap_or(0);
    let lengths: Vec<i16> = row.try_get("holes")?;
    let closed: Vec<i16> = row.try_get("closed_weekdays")?;
    Ok(ClubTerms {
        id: ClubId::from(id),
        holes: Holes::ALL.into_iter().filter(|holes| lengths.contains(&i16::from(holes.count()))).collect(),
        max_plays_per_year: count(row.try_get("max_plays_per_year")?),
        daily_capacity: row.try_get::<Option<i32>, _>("daily_capacity")?.map(count),
        closed_weekdays: closed.into_iter().filter_map(weekday).collect(),
        closures,
    })
}

/// ISO days of the week: Monday is 1.
fn weekday(iso: i16) -> Option<Weekday> {
    let from_monday = u8::try_from(iso).ok()?.checked_sub(1)?;
    Weekday::try_from(from_monday).ok()
}
