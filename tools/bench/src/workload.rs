//! The bookings of the benches: by groups of four members with a subscription each, at clubs without a capacity limit,
//! on the 21 days of the booking window.

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

/// Players of a booking: every bench books for four.
pub(crate) const PLAYERS: u64 = 4;
pub(crate) const CLUBS: u64 = 60;
pub(crate) const DAYS: u64 = 21;

/// The bench's current time: a Monday.
pub(crate) fn now() -> DateTime<Utc> {
    Utc.with_ymd_and_hms(2026, 11, 23, 9, 0, 0).single().unwrap_or_default()
}

pub(crate) fn today() -> NaiveDate {
    now().date_naive()
}

/// How the bookings of a case are distributed over clubs and days.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Spread {
    /// Over 60 clubs and 21 days.
    Everywhere,
    /// All on one day of one club.
    OneClubDay,
}

/// Ids consist of a kind and a number, so that they are the same in every process and every run.
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

/// Generates bookings that no rule rejects: each group of members books at most once per day.
#[derive(Debug)]
pub(crate) struct Bookings {
    clubs: Vec<Arc<Club>>,
    spread: Spread,
    /// Bookings per group of members, each on another day.
    per_group: u64,
    first_group: u64,
    /// The distance from one group to the next. More than 1 distributes the bookings over a large population.
    stride: u64,
    /// The first day of the booking window that is used, and the number of days.
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

    /// Uses only every `stride`th group, and only `days` days from day `first` of the booking window.
    pub(crate) fn restricted_to(self, stride: u64, first: u64, days: u64) -> Self {
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
        // Unique among all cases, since each case has its own group numbers.
        let booking = group * self.per_group + number % self.per_group;
        let players = (0..PLAYERS)
            .map(|index| NewPlace {
                member: member(group * PLAYERS + index),
                place: PlaceId(id(3, booking * PLAYERS + index)),
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

/// Gives every member of groups `0..groups` a subscription, in large batches.
pub(crate) async fn start_subscriptions(journal: &Journal, groups: u64) -> Result<()> {
    let members: Vec<u64> = (0..groups * PLAYERS).collect();
    for chunk in members.chunks(5_000) {
        let appends = chunk.iter().map(|&number| start_subscription(number)).collect();
        journal.append(&Batch { appends, receipts: Vec::new() }, now()).await?;
    }
    Ok(())
}

fn start_subscription(number: u64) -> StreamAppend {
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

/// Submits a command that no rule may reject.
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
