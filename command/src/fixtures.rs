//! Shared by the tests of this crate: small ids, days, passes, clubs, and the given/when/then of a decision over many
//! streams. Friday 20 November 2026 is today; the window then runs from 16 November to 6 December.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use chrono::{DateTime, NaiveDate, Utc, Weekday};
use fairway_events::{
    BookedPlace, BookingId, ClubId, Event, Holes, MemberId, OrderId, PlaceId, PlayRight, StreamId,
    SubscriptionId, VoucherId, VoucherKind, WaitingGroupId,
};
use uuid::Uuid;

use crate::{
    Club, Command, Decision, GrantVoucher, Loaded, NewPlace, Pass, Rejection, StartSubscription, Undecided,
    VoucherRight,
};

pub(crate) fn day(text: &str) -> NaiveDate {
    text.parse().unwrap()
}

pub(crate) fn today() -> NaiveDate {
    day("2026-11-20")
}

pub(crate) fn now() -> DateTime<Utc> {
    "2026-11-20T10:00:00Z".parse().unwrap()
}

pub(crate) fn member(number: u128) -> MemberId {
    MemberId(Uuid::from_u128(number))
}

pub(crate) fn booking(number: u128) -> BookingId {
    BookingId(Uuid::from_u128(1000 + number))
}

pub(crate) fn place(number: u128) -> PlaceId {
    PlaceId(Uuid::from_u128(2000 + number))
}

pub(crate) fn subscription(number: u128) -> SubscriptionId {
    SubscriptionId(Uuid::from_u128(3000 + number))
}

pub(crate) fn voucher(number: u128) -> VoucherId {
    VoucherId(Uuid::from_u128(4000 + number))
}

pub(crate) fn order(number: u128) -> OrderId {
    OrderId(Uuid::from_u128(5000 + number))
}

pub(crate) fn waiting_group(number: u128) -> WaitingGroupId {
    WaitingGroupId(Uuid::from_u128(6000 + number))
}

/// Player `number` with place `number`.
pub(crate) fn player(number: u128) -> NewPlace {
    NewPlace { member: member(number), place: place(number) }
}

/// Place `number` of player `number`, paid with their pass `number`.
pub(crate) fn booked(number: u128) -> BookedPlace {
    BookedPlace { place: place(number), member: member(number), right: by_pass(number) }
}

pub(crate) fn by_pass(number: u128) -> PlayRight {
    PlayRight::Subscription { subscription: subscription(number) }
}

pub(crate) fn by_voucher(number: u128) -> PlayRight {
    PlayRight::Voucher { voucher: voucher(number), title: "Welkom".to_owned() }
}

/// A pass for 18 holes over 2026, with 24 rounds and no month limit.
pub(crate) fn pass(number: u128) -> Pass {
    Pass {
        id: subscription(number),
        startdate: day("2026-01-01"),
        enddate: day("2026-12-31"),
        max: 24,
        per_month: None,
        max_holes: Holes::Eighteen,
        used: 0,
        used_by_month: BTreeMap::new(),
    }
}

/// An unused voucher.
pub(crate) fn voucher_right(number: u128, holes: Holes, expires: &str) -> VoucherRight {
    VoucherRight {
        id: voucher(number),
        title: "Welkom".to_owned(),
        holes,
        expires: day(expires),
        used: false,
    }
}

pub(crate) fn club_id() -> ClubId {
    ClubId::from("de-wilgenhoek")
}

/// A club for 9 and 18 holes, closed on Mondays and on 24 November, without a capacity.
pub(crate) fn club() -> Club {
    Club {
        id: club_id(),
        holes: vec![Holes::Nine, Holes::Eighteen],
        max_plays_per_year: 6,
        daily_capacity: None,
        closed_weekdays: vec![Weekday::Mon],
        closures: vec![(day("2026-11-24"), "Onderhoud aan de greens".to_owned())],
    }
}

/// Pass `number` of member `number`, as [`pass`] has it.
pub(crate) fn start_subscription(number: u128) -> StartSubscription {
    StartSubscription {
        member: member(number),
        subscription: subscription(number),
        name: "Heel het jaar".to_owned(),
        startdate: day("2026-01-01"),
        enddate: day("2026-12-31"),
        paymentdate: Some(day("2025-12-20")),
        amount_cents: 24_950,
        max: 24,
        per_month: None,
        max_holes: Holes::Eighteen,
    }
}

/// Voucher `number` for member `to`.
pub(crate) fn grant_voucher(number: u128, to: u128, holes: Holes) -> GrantVoucher {
    GrantVoucher {
        member: member(to),
        voucher: voucher(number),
        kind: VoucherKind::Bonus,
        title: "Welkom".to_owned(),
        holes,
        expires: day("2026-12-31"),
    }
}

/// The streams after some commands.
#[derive(Debug, Default)]
pub(crate) struct Streams {
    streams: HashMap<StreamId, Loaded>,
}

/// The streams after commands that all succeed.
pub(crate) fn given(commands: impl IntoIterator<Item = Command>) -> Streams {
    commands.into_iter().fold(Streams::default(), Streams::and)
}

impl Streams {
    /// One more command that succeeds.
    pub(crate) fn and(mut self, command: Command) -> Self {
        let decision = self.when(&command).expect("a given command succeeds");
        for (stream, events) in decision.events {
            let loaded = self.streams.entry(stream.clone()).or_insert_with(|| Loaded::empty(&stream));
            events.into_iter().for_each(|event| loaded.apply_next(event));
        }
        self
    }

    /// Events that no given command made.
    pub(crate) fn and_events(mut self, stream: &StreamId, events: &[Event]) -> Self {
        let loaded = self.streams.entry(stream.clone()).or_insert_with(|| Loaded::empty(stream));
        events.iter().cloned().for_each(|event| loaded.apply_next(event));
        self
    }

    /// Decides a command as the writer does: load what it names, then what turns out to be missing.
    pub(crate) fn when(&self, command: &Command) -> Result<Decision, Rejection> {
        let mut loaded = self.loaded(&command.streams());
        for _round in 0..6 {
            match command.decide(&loaded) {
                Ok(decision) => return Ok(decision),
                Err(Undecided::Rejected(rejection)) => return Err(*rejection),
                Err(Undecided::Missing(streams)) => loaded.extend(self.loaded(&streams)),
            }
        }
        panic!("the decision needs more than six rounds of loading");
    }

    /// These streams, as a load brings them.
    pub(crate) fn loaded(&self, streams: &[StreamId]) -> HashMap<StreamId, Loaded> {
        let load = |stream: &StreamId| {
            let loaded = self.streams.get(stream).cloned().unwrap_or_else(|| Loaded::empty(stream));
            (stream.clone(), loaded)
        };
        streams.iter().map(load).collect()
    }
}

/// The stream of the shared club on a date.
pub(crate) fn course_day(date: &str) -> StreamId {
    StreamId::CourseDay(club_id(), day(date))
}

/// Players 1..=n with a pass each.
pub(crate) fn members(count: u128) -> Vec<Command> {
    (1..=count).map(|number| Command::StartSubscription(start_subscription(number))).collect()
}

pub(crate) fn shared(club: Club) -> Arc<Club> {
    Arc::new(club)
}
