//! What the booking benches book: groups of four members with a pass each, clubs without a limit, the 21 days.

use std::collections::BTreeMap;
use std::sync::Arc;

use anyhow::Result;
use chrono::{DateTime, Days, NaiveDate, TimeZone, Utc};
use fairway_command::{BookRound, Club, Command, NewPlace};
use fairway_events::journal::{Batch, StreamAppend};
use fairway_events::{
    Actor, BookingId, ClubId, Holes, Journal, MemberId, MembershipEvent, PlaceId, StreamId, SubscriptionId,
};
use uuid::Uuid;

/// Places in a booking: every bench books for four.
pub(crate) const PLAYERS: u64 = 4;
const CLUBS: u64 = 60;
const DAYS: u64 = 21;

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

fn id(kind: u128, number: u64) -> Uuid {
    Uuid::from_u128((kind << 96) | u128::from(number))
}

pub(crate) fn member(number: u64) -> MemberId {
    MemberId(id(1, number))
}

fn club(number: u64) -> Arc<Club> {
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
}

impl Bookings {
    pub(crate) fn new(spread: Spread, per_group: u64, first_group: u64) -> Self {
        Self { clubs: (0..CLUBS).map(club).collect(), spread, per_group, first_group }
    }

    pub(crate) fn command(&self, number: u64) -> Command {
        let group = self.first_group + number / self.per_group;
        let (club, day) = match self.spread {
            Spread::Everywhere => (number % CLUBS, (number % self.per_group + group) % DAYS),
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
        Command::BookRound(BookRound {
            booking: BookingId(id(2, booking)),
            club: Arc::clone(&self.clubs[usize::try_from(club).unwrap_or(0)]),
            play_date: today() + Days::new(day),
            holes: Holes::Eighteen,
            master: member(group * PLAYERS),
            players,
            today: today(),
            at: now(),
        })
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
