//! A portal's past, as large as wanted: members with passes or vouchers who book, add, cancel and remove over a year,
//! decided by the aggregates themselves. So every history is one that the system would have written.
//!
//! The population grows with the journal, so that one member's past is equally long in a small and in a large one:
//! what is compared between sizes is the journal's length and nothing else.

mod copy;

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use anyhow::{Result, ensure};
use chrono::{DateTime, Days, NaiveDate, TimeDelta, Utc};
use fairway_command::{
    AddPlayers, BookRound, CancelGroup, CancelPlace, Club, Command, GrantVoucher, Loaded, NewPlace,
    RemovePlayer, StartSubscription, Undecided,
};
use fairway_events::{
    Actor, BookingId, Holes, MemberId, PlaceId, StreamId, SubscriptionId, VoucherId, VoucherKind,
};
use uuid::Uuid;

use crate::workload::{club, id, member, now, today};
pub(crate) use copy::load;

/// Days of the past.
const DAYS: u64 = 365;
/// Members book so many days ahead at most; the rest of the window is left to those who measure.
pub(crate) const AHEAD: u64 = 7;
/// The last days are busier than others, so that screens have rounds to show.
const BUSY: (u64, u64) = (10, 8);
/// Events per member, roughly: a round a month.
const PER_MEMBER: u64 = 20;
/// Members who play together: a member's companions come from among so many.
const CIRCLE: u64 = 12;
/// One member in so many has vouchers, and a pass only for later.
const WITH_VOUCHERS: u64 = 10;
const VOUCHERS: u64 = 12;
/// Rounds that somebody may still think better of.
const RECENT: usize = 512;
/// Rounds that are kept to ask for their timelines.
const SAMPLES: u64 = 64;

/// How large a history is.
#[derive(Debug, Clone)]
pub(crate) struct Size {
    pub(crate) events: u64,
    pub(crate) members: u64,
    pub(crate) clubs: u64,
}

impl Size {
    pub(crate) fn of(events: u64) -> Self {
        let members = (events / PER_MEMBER).next_multiple_of(CIRCLE);
        Self { events, members, clubs: (events / 20_000).clamp(10, 500) }
    }
}

/// A small generator of equally distributed numbers (splitmix64): the same history every time.
#[derive(Debug)]
struct Dice(u64);

impl Dice {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ (mixed >> 31)) % limit.max(1)
    }
}

/// A booked round that may change.
#[derive(Debug, Clone)]
struct Booked {
    booking: BookingId,
    play_date: NaiveDate,
    master: MemberId,
    players: Vec<NewPlace>,
}

/// An event with its place in the journal.
#[derive(Debug)]
struct Written<'a> {
    position: u64,
    stream: &'a StreamId,
    sequence: i64,
    event: &'a fairway_events::Event,
    at: DateTime<Utc>,
    correlation: Uuid,
    actor: &'a Actor,
}

/// Makes a history, handing out each event as it happens.
struct History<W> {
    size: Size,
    clubs: Vec<Arc<Club>>,
    world: HashMap<StreamId, Loaded>,
    /// What can be forgotten after a day: nobody changes a round that was played.
    over_after: BTreeMap<NaiveDate, Vec<StreamId>>,
    recent: Vec<Booked>,
    dice: Dice,
    written: u64,
    commands: u64,
    bookings: u64,
    samples: Vec<BookingId>,
    write: W,
}

/// What a history turned out to be.
#[derive(Debug, Clone)]
pub(crate) struct Made {
    pub(crate) size: Size,
    /// Events; a few more than were asked for, since the last command is whole.
    pub(crate) events: u64,
    /// Rounds from all over the year.
    pub(crate) samples: Vec<BookingId>,
}

impl<W: FnMut(Written<'_>) -> Result<()>> History<W> {
    fn new(size: Size, write: W) -> Self {
        let clubs = (0..size.clubs).map(club).collect();
        Self {
            size,
            clubs,
            world: HashMap::new(),
            over_after: BTreeMap::new(),
            recent: Vec::new(),
            dice: Dice(7),
            written: 0,
            commands: 0,
            bookings: 0,
            samples: Vec::new(),
            write,
        }
    }

    fn make(mut self) -> Result<Made> {
        for number in 0..self.size.members {
            self.equip(number)?;
        }
        let begun = self.written;
        let weight = |day: u64| if day + BUSY.0 > DAYS { BUSY.1 } else { 1 };
        let (all, mut weights) = ((0..=DAYS).map(weight).sum::<u64>(), 0);
        for day in 0..=DAYS {
            weights += weight(day);
            let quota = begun + self.size.events.saturating_sub(begun) * weights / all;
            self.live(today() - Days::new(DAYS - day), quota)?;
        }
        Ok(Made { size: self.size, events: self.written, samples: self.samples })
    }

    /// A member's pass; of some it begins only after the history, which they live on vouchers.
    fn equip(&mut self, number: u64) -> Result<()> {
        let (member, at) = (member(number), now() - TimeDelta::days(400));
        let with_vouchers = number % WITH_VOUCHERS == WITH_VOUCHERS - 1;
        let pass = StartSubscription {
            member,
            subscription: SubscriptionId(id(4, number)),
            name: "Jaarabonnement".to_owned(),
            startdate: if with_vouchers { today() + Days::new(AHEAD) } else { at.date_naive() },
            enddate: today() + Days::new(300),
            paymentdate: Some(at.date_naive()),
            amount_cents: 24_900,
            max: 1_000,
            per_month: Some(100),
            max_holes: Holes::Eighteen,
        };
        self.carry_out(&Command::StartSubscription(pass), &Actor::import(), at)?;
        for voucher in 0..if with_vouchers { VOUCHERS } else { 0 } {
            let grant = GrantVoucher {
                member,
                voucher: VoucherId(id(5, number * VOUCHERS + voucher)),
                kind: VoucherKind::Free,
                title: "Vrije voucher".to_owned(),
                holes: Holes::Eighteen,
                expires: today() + Days::new(300),
            };
            self.carry_out(&Command::GrantVoucher(grant), &Actor::import(), at)?;
        }
        Ok(())
    }

    /// One day: as many wishes as it takes to get to the quota.
    fn live(&mut self, day: NaiveDate, quota: u64) -> Result<()> {
        let morning = day.and_hms_opt(7, 0, 0).unwrap_or_default().and_utc();
        let (mut wishes, most) = (0, 1_000 + (quota.saturating_sub(self.written)) * 20);
        while self.written < quota {
            wishes += 1;
            ensure!(wishes < most, "nobody can book any more on {day}: the history does not grow");
            let at = morning + TimeDelta::milliseconds(i64::try_from(wishes % 40_000).unwrap_or(0) * 1_000);
            match self.dice.below(100) {
                0..92 => self.book(day, at)?,
                _ => self.think_better(day, at)?,
            }
        }
        for stream in self.over_after.remove(&day).into_iter().flatten() {
            self.world.remove(&stream);
        }
        self.recent.retain(|booked| booked.play_date > day);
        Ok(())
    }

    fn book(&mut self, day: NaiveDate, at: DateTime<Utc>) -> Result<()> {
        let master = self.dice.below(self.size.members);
        let circle = master / CIRCLE * CIRCLE;
        let wanted = [4, 4, 4, 4, 4, 4, 3, 3, 2, 1][usize::try_from(self.dice.below(10))?];
        let mut numbers = vec![master];
        while numbers.len() < wanted {
            let number = circle + self.dice.below(CIRCLE);
            if !numbers.contains(&number) {
                numbers.push(number);
            }
        }
        let number = self.bookings;
        self.bookings += 1;
        let seats = (0_u64..).zip(&numbers);
        let players: Vec<NewPlace> = seats
            .map(|(seat, &who)| NewPlace { member: member(who), place: PlaceId(id(13, number * 4 + seat)) })
            .collect();
        let club = Arc::clone(&self.clubs[usize::try_from(self.dice.below(self.size.clubs))?]);
        let booking = BookingId(id(12, number));
        let play_date = day + Days::new(self.dice.below(AHEAD));
        let master = member(master);
        // One in ten joins later.
        let later = players.len() > 2 && self.dice.below(10) == 0;
        let (first, rest) = players.split_at(players.len() - usize::from(later));
        let book = Command::BookRound(BookRound {
            booking,
            club: Arc::clone(&club),
            play_date,
            holes: Holes::Eighteen,
            master,
            players: first.to_vec(),
            today: day,
            at,
        });
        let actor = Actor::Member(master);
        if !self.carry_out(&book, &actor, at)? {
            return Ok(());
        }
        let streams = [StreamId::Reservation(booking), StreamId::CourseDay(club.id.clone(), play_date)];
        self.over_after.entry(play_date).or_default().extend(streams);
        if self.written * SAMPLES / self.size.events >= self.samples.len() as u64 {
            self.samples.push(booking);
        }
        if later {
            let join = AddPlayers {
                booking,
                club: Arc::clone(&club),
                play_date,
                by: master,
                players: rest.to_vec(),
                today: day,
                at,
            };
            self.carry_out(&Command::AddPlayers(join), &actor, at)?;
        }
        let booked = Booked { booking, play_date, master, players: first.to_vec() };
        if self.recent.len() < RECENT {
            self.recent.push(booked);
        } else {
            let at = usize::try_from(self.dice.below(RECENT as u64))?;
            self.recent[at] = booked;
        }
        Ok(())
    }

    /// Somebody cancels: the whole group, their own place, or a companion's.
    fn think_better(&mut self, day: NaiveDate, at: DateTime<Utc>) -> Result<()> {
        if self.recent.is_empty() {
            return Ok(());
        }
        let chosen = usize::try_from(self.dice.below(self.recent.len() as u64))?;
        let Booked { booking, play_date: _, master, players } = self.recent[chosen].clone();
        let player = players[usize::try_from(self.dice.below(players.len() as u64))?];
        let (by, command) = match self.dice.below(3) {
            0 => (master, Command::CancelGroup(CancelGroup { booking, by: master, today: day, at })),
            1 => {
                let cancel = CancelPlace { booking, place: player.place, by: player.member, today: day, at };
                (player.member, Command::CancelPlace(cancel))
            }
            _ => {
                let remove = RemovePlayer { booking, place: player.place, by: master, today: day, at };
                (master, Command::RemovePlayer(remove))
            }
        };
        self.carry_out(&command, &Actor::Member(by), at).map(drop)
    }

    /// Decides on the world as it stands and writes what was decided; false where a rule forbids it.
    fn carry_out(&mut self, command: &Command, actor: &Actor, at: DateTime<Utc>) -> Result<bool> {
        let decision = loop {
            match command.decide(&self.world) {
                Ok(decision) => break decision,
                // What is not in memory has never been.
                Err(Undecided::Missing(streams)) => {
                    for stream in streams {
                        let empty = Loaded::empty(&stream);
                        self.world.insert(stream, empty);
                    }
                }
                Err(Undecided::Rejected(_)) => return Ok(false),
            }
        };
        self.commands += 1;
        let correlation = id(9, self.commands);
        for (stream, events) in &decision.events {
            let Some(loaded) = self.world.get_mut(stream) else { continue };
            for event in events {
                loaded.evolve(event);
                self.written += 1;
                let (position, sequence) = (self.written, loaded.version);
                (self.write)(Written { position, stream, sequence, event, at, correlation, actor })?;
            }
        }
        Ok(true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_history_is_as_long_as_wanted_varied_and_whole() {
        let mut streams: HashMap<StreamId, i64> = HashMap::new();
        let mut kinds: BTreeMap<&str, u64> = BTreeMap::new();
        let mut last = 0;
        let made = History::new(Size::of(20_000), |written: Written<'_>| {
            last += 1;
            assert_eq!(written.position, last);
            let version = streams.entry(written.stream.clone()).or_insert(0);
            *version += 1;
            assert_eq!(written.sequence, *version, "{}", written.stream);
            *kinds.entry(written.event.name()).or_default() += 1;
            Ok(())
        })
        .make()
        .unwrap();
        assert_eq!(made.events, last);
        assert!((20_000..20_040).contains(&made.events), "{}", made.events);
        assert!((SAMPLES / 2..=SAMPLES + 1).contains(&(made.samples.len() as u64)), "{}", made.samples.len());
        for name in [
            "SubscriptionStarted",
            "VoucherGranted",
            "VoucherUsed",
            "RoundBooked",
            "PlayerAdded",
            "PlaceCancelled",
            "PlayRightForfeited",
            "PlayRightReleased",
            "MasterPassedOn",
            "BookingCancelled",
            "PlacesReleased",
        ] {
            assert!(kinds.contains_key(name), "{name} never happens: {kinds:?}");
        }
    }

    #[test]
    fn the_same_history_is_made_every_time() {
        let make = || {
            let mut payloads = Vec::new();
            let write = |written: Written<'_>| {
                payloads.push(written.event.to_payload()?);
                Ok(())
            };
            History::new(Size::of(1_000), write).make().unwrap();
            payloads
        };
        assert_eq!(make(), make());
    }
}
