//! What the booking benches book: groups of four members with a pass each, clubs without a limit, the 21 days.

use std::collections::BTreeMap;
use std::sync::Arc;

use anyhow::{Result, bail};
use chrono::{DateTime, Days, NaiveDate, TimeZone, Utc};
use fairway_command::{BookRound, Club, Command, NewPlace, Outcome, Submission, WriterHandle};
use fairway_events::journal::{Batch, StreamAppend};
use fairway_events::{
    Actor, BookingId, ClubId, Holes, Journal, MemberId, MembershipEvent, PlaceId, StreamId, SubscriptionId,
};
use uuid::Uuid;

/// Places in a booking: every bench books for four.
pub(crate) const PLAYERS: u64 = 4;
pub(crate) const CLUBS: u64 = 60;
pub(crate) const DAYS: u64 = 21;

/// The bench's instant: a Monday, so that the whole window lies ahead.
pub(crate) fn now() -> DateTime<Utc> {
    Utc.with_ymd_and_hms(2026, 11, 23, 9, 0, 0).single().unwrap_or_default()
}

pub(crate) fn today() -> NaiveDate {
    now().date_naive()
}

/// Where and when the bookings of a case go.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Spread {
    /// Over 60 clubs and 21 days.
    Everywhere,
    /// All on one club's one day.
    OneClubDay,
}

/// Ids are made of a kind and a number, so that every process and every run makes the same.
pub(crate) fn id(kind: u128, number: u64) -> Uuid {
    Uuid::from_u128((kind << 96) | u128::from(number))
}

pub(crate) fn member(number: u64) -> MemberId {
    MemberId(id(1, number))
}

pub(crate) fn club(number: u64) -> Arc<Club> {
    Arc::new(Club {
        id: ClubId(format!("club-{number}")),
        holes: vec![Holes::Nine, Holes::Eighteen],
        max_plays_per_year: 1_000,
        daily_capacity: Some(10_000_000),
        closed_weekdays: Vec::new(),
        closures: Vec::new(),
    })
}

/// Hands out bookings that no rule forbids: booking `n` is for group `n / days`, on a day that is new to the group.
#[derive(Debug)]
pub(crate) struct Bookings {
    clubs: Vec<Arc<Club>>,
    spread: Spread,
    /// Bookings per group of members: more than one only where the days differ.
    per_group: u64,
    first_group: u64,
    /// From one group to the next: more than 1 to reach all over a large population.
    stride: u64,
    /// The first day of the window that is used, and how many.
    days: (u64, u64),
}

impl Bookings {
    pub(crate) fn new(spread: Spread, per_group: u64, first_group: u64) -> Self {
        Self {
            clubs: (0..CLUBS).map(club).collect(),
            spread,
            per_group,
            first_group,
            stride: 1,
            days: (0, DAYS),
        }
    }

    /// The same for every `stride`th group, on `days` days from day `first` of the window on.
    pub(crate) fn among(self, stride: u64, first: u64, days: u64) -> Self {
        Self { stride, days: (first, days), ..self }
    }

    /// The group of operation `number`.
    pub(crate) fn group(&self, number: u64) -> u64 {
        self.first_group + number / self.per_group * self.stride
    }

    pub(crate) fn command(&self, number: u64) -> Command {
        Command::BookRound(self.booking(number))
    }

    pub(crate) fn booking(&self, number: u64) -> BookRound {
        let group = self.group(number);
        let (first, days) = self.days;
        let (club, day) = match self.spread {
            Spread::Everywhere => (number % CLUBS, first + (number % self.per_group + group) % days),
            Spread::OneClubDay => (0, 7),
        };
        // Unique over cases: the group's number space is.
        let booking = group * self.per_group + number % self.per_group;
        let players = (0..PLAYERS)
            .map(|seat| NewPlace {
                member: member(group * PLAYERS + seat),
                place: PlaceId(id(3, booking * PLAYERS + seat)),
            })
            .collect();
        BookRound {
            booking: BookingId(id(2, booking)),
            club: Arc::clone(&self.clubs[usize::try_from(club).unwrap_or(0)]),
            play_date: today() + Days::new(day),
            holes: Holes::Eighteen,
            master: member(group * PLAYERS),
            players,
            today: today(),
            at: now(),
        }
    }
}

/// Gives every member of groups `0..groups` a pass, in large batches.
pub(crate) async fn start_passes(journal: &Journal, groups: u64) -> Result<()> {
    let members: Vec<u64> = (0..groups * PLAYERS).collect();
    for chunk in members.chunks(5_000) {
        let appends = chunk.iter().map(|&number| pass(number)).collect();
        journal.append(&Batch { appends, receipts: Vec::new() }, now()).await?;
    }
    Ok(())
}

fn pass(number: u64) -> StreamAppend {
    let event = MembershipEvent::SubscriptionStarted {
        member: member(number),
        subscription: SubscriptionId(id(4, number)),
        name: "Jaarabonnement".to_owned(),
        startdate: today() - Days::new(60),
        enddate: today() + Days::new(300),
        paymentdate: None,
        amount_cents: 24_900,
        max: 1_000,
        per_month: Some(100),
        max_holes: Holes::Eighteen,
    };
    StreamAppend {
        stream: StreamId::Membership(member(number)),
        version: 0,
        events: vec![event.into()],
        correlation_id: Uuid::nil(),
        actor: Actor::import(),
        metadata: BTreeMap::new(),
    }
}

/// Has a command carried out that no rule forbids.
pub(crate) async fn submit(writer: &WriterHandle, command: Command) -> Result<()> {
    let submission = Submission {
        command,
        correlation_id: Uuid::nil(),
        actor: Actor::import(),
        metadata: BTreeMap::new(),
        receipt: None,
    };
    match writer.submit(submission).await? {
        Outcome::Accepted { .. } => Ok(()),
        other => bail!("a command that no rule forbids was not accepted: {other:?}"),
    }
}
