//! Generates histories of any size: members with subscriptions or vouchers book rounds, add players, cancel and remove
//! players during one year. The aggregates decide every command, so each history is one that the system could have
//! written.
//!
//! The number of members grows with the journal, so that a member's stream is equally long in a small and in a large
//! history. Comparisons between sizes therefore depend on the journal's length alone.

mod copy;
mod frequent;
mod months;

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

use crate::random_numbers::RandomNumbers;
use crate::workload::{club, id, member, now, today};
pub(crate) use copy::{load, load_with_frequent_member};
pub(crate) use months::{details, load_months};

/// Length of a history, days.
const DAYS: u64 = 365;
/// Members book fewer than this many days ahead; the measurements book on the later days of the booking window.
pub(crate) const DAYS_AHEAD: u64 = 7;
/// The last days have more bookings than others, so that screens have rounds to show: number of days, and their weight.
const BUSY_DAYS: (u64, u64) = (10, 8);
/// Events per member, approximately: one round per month.
const EVENTS_PER_MEMBER: u64 = 20;
/// Members who play together: a member's companions are among this many.
const COMMUNITY_SIZE: u64 = 12;
/// One member in this many has vouchers, and a subscription that starts only after the history.
const MEMBERS_PER_VOUCHER_HOLDER: u64 = 10;
const VOUCHERS_PER_HOLDER: u64 = 12;
/// Number of recent rounds that may still be cancelled or changed.
const MAX_RECENT: usize = 512;
/// Number of rounds that are remembered to request their timelines.
const SAMPLES: u64 = 64;

/// The length of a history of at least so many members.
pub(crate) fn events_of(members: u64) -> u64 {
    members * EVENTS_PER_MEMBER
}

/// The size of a history.
#[derive(Debug, Clone)]
pub(crate) struct Size {
    pub(crate) events: u64,
    pub(crate) members: u64,
    pub(crate) clubs: u64,
}

impl Size {
    pub(crate) fn for_events(events: u64) -> Self {
        let members = (events / EVENTS_PER_MEMBER).next_multiple_of(COMMUNITY_SIZE);
        Self { events, members, clubs: (events / 20_000).clamp(10, 500) }
    }
}

/// A member whose stream is much longer than those of others.
#[derive(Debug)]
struct Frequent {
    number: u64,
    /// Events that the stream has at the end, without those of the rounds that are played; and those that it has.
    wanted: u64,
    written: u64,
}

/// A booked round that may still be cancelled or changed.
#[derive(Debug, Clone)]
struct Booked {
    booking: BookingId,
    play_date: NaiveDate,
    master: MemberId,
    players: Vec<NewPlace>,
}

/// A generated event with its position in the journal.
#[derive(Debug)]
struct GeneratedEvent<'a> {
    position: u64,
    stream: &'a StreamId,
    sequence: i64,
    event: &'a fairway_events::Event,
    at: DateTime<Utc>,
    correlation: Uuid,
    actor: &'a Actor,
}

/// Generates a history and passes each event to `write`.
struct Generator<W> {
    size: Size,
    clubs: Vec<Arc<Club>>,
    loaded: HashMap<StreamId, Loaded>,
    /// Streams to drop from memory after a day: a played round does not change any more.
    ended_after: BTreeMap<NaiveDate, Vec<StreamId>>,
    recent: Vec<Booked>,
    random: RandomNumbers,
    written: u64,
    commands: u64,
    bookings: u64,
    samples: Vec<BookingId>,
    frequent: Option<Frequent>,
    write: W,
}

/// A generated history.
#[derive(Debug, Clone)]
pub(crate) struct History {
    pub(crate) size: Size,
    /// Number of events: a few more than requested, since the events of the last command are complete.
    pub(crate) events: u64,
    /// Rounds from the whole year.
    pub(crate) samples: Vec<BookingId>,
    /// The member with a stream of thousands of events, if one was wanted.
    pub(crate) frequent: Option<MemberId>,
}

impl<W: FnMut(GeneratedEvent<'_>) -> Result<()>> Generator<W> {
    /// `frequent_events`: the length of one member's stream; 0: nobody's is longer than usual.
    fn new(size: Size, frequent_events: u64, write: W) -> Self {
        let clubs = (0..size.clubs).map(club).collect();
        let frequent = (frequent_events > 0).then(|| Frequent::for_size(&size, frequent_events));
        Self {
            size,
            clubs,
            loaded: HashMap::new(),
            ended_after: BTreeMap::new(),
            recent: Vec::new(),
            random: RandomNumbers::new(7),
            written: 0,
            commands: 0,
            bookings: 0,
            samples: Vec::new(),
            frequent,
            write,
        }
    }

    fn generate(mut self) -> Result<History> {
        for number in 0..self.size.members {
            self.give_rights(number)?;
        }
        let written_before = self.written;
        let weight = |day: u64| if day + BUSY_DAYS.0 > DAYS { BUSY_DAYS.1 } else { 1 };
        let (total_weight, mut weight_so_far) = ((0..=DAYS).map(weight).sum::<u64>(), 0);
        for day in 0..=DAYS {
            weight_so_far += weight(day);
            let remaining = self.size.events.saturating_sub(written_before);
            let quota = written_before + remaining * weight_so_far / total_weight;
            let date = today() - Days::new(DAYS - day);
            self.book_and_cancel(date, day)?;
            self.generate_day(date, quota)?;
        }
        let frequent = self.frequent.map(|frequent| frequent.member());
        Ok(History { size: self.size, events: self.written, samples: self.samples, frequent })
    }

    /// Gives a member a subscription. For some members it starts only after the history; they book with vouchers.
    fn give_rights(&mut self, number: u64) -> Result<()> {
        let (member, at) = (member(number), now() - TimeDelta::days(400));
        let with_vouchers = number % MEMBERS_PER_VOUCHER_HOLDER == MEMBERS_PER_VOUCHER_HOLDER - 1;
        let subscription = StartSubscription {
            member,
            subscription: SubscriptionId(id(4, number)),
            name: "Jaarabonnement".to_owned(),
            startdate: if with_vouchers { today() + Days::new(DAYS_AHEAD) } else { at.date_naive() },
            enddate: today() + Days::new(300),
            paymentdate: Some(at.date_naive()),
            amount_cents: 24_900,
            max: 1_000,
            per_month: Some(100),
            max_holes: Holes::Eighteen,
        };
        self.carry_out(&Command::StartSubscription(subscription), &Actor::import(), at)?;
        for voucher in 0..if with_vouchers { VOUCHERS_PER_HOLDER } else { 0 } {
            let grant = GrantVoucher {
                member,
                voucher: VoucherId(id(5, number * VOUCHERS_PER_HOLDER + voucher)),
                kind: VoucherKind::Free,
                title: "Vrije voucher".to_owned(),
                holes: Holes::Eighteen,
                expires: today() + Days::new(300),
            };
            self.carry_out(&Command::GrantVoucher(grant), &Actor::import(), at)?;
        }
        Ok(())
    }

    /// Generates one day: commands until the number of events reaches the quota. A rejected command adds no events.
    fn generate_day(&mut self, day: NaiveDate, quota: u64) -> Result<()> {
        let morning = day.and_hms_opt(7, 0, 0).unwrap_or_default().and_utc();
        let (mut attempts, max_attempts) = (0, 1_000 + (quota.saturating_sub(self.written)) * 20);
        while self.written < quota {
            attempts += 1;
            ensure!(
                attempts < max_attempts,
                "no member can book on {day} any more: the history does not grow"
            );
            let at = morning + TimeDelta::milliseconds(i64::try_from(attempts % 40_000).unwrap_or(0) * 1_000);
            match self.random.below(100) {
                0..92 => self.book(day, at)?,
                _ => self.cancel(day, at)?,
            }
        }
        for stream in self.ended_after.remove(&day).into_iter().flatten() {
            self.loaded.remove(&stream);
        }
        self.recent.retain(|booked| booked.play_date > day);
        Ok(())
    }

    fn book(&mut self, day: NaiveDate, at: DateTime<Utc>) -> Result<()> {
        let master = self.random.below(self.size.members);
        let first_of_community = master / COMMUNITY_SIZE * COMMUNITY_SIZE;
        let group_size = [4, 4, 4, 4, 4, 4, 3, 3, 2, 1][usize::try_from(self.random.below(10))?];
        let mut numbers = vec![master];
        while numbers.len() < group_size {
            let number = first_of_community + self.random.below(COMMUNITY_SIZE);
            if !numbers.contains(&number) {
                numbers.push(number);
            }
        }
        let booking_number = self.bookings;
        self.bookings += 1;
        let players: Vec<NewPlace> = (0_u64..)
            .zip(&numbers)
            .map(|(index, &number)| NewPlace {
                member: member(number),
                place: PlaceId(id(13, booking_number * 4 + index)),
            })
            .collect();
        let club = Arc::clone(&self.clubs[usize::try_from(self.random.below(self.size.clubs))?]);
        let booking = BookingId(id(12, booking_number));
        let play_date = day + Days::new(self.random.below(DAYS_AHEAD));
        let master = member(master);
        // In one booking of ten the last player is added later.
        let adds_player = players.len() > 2 && self.random.below(10) == 0;
        let (first, added) = players.split_at(players.len() - usize::from(adds_player));
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
        self.ended_after.entry(play_date).or_default().extend(streams);
        if self.written * SAMPLES / self.size.events >= self.samples.len() as u64 {
            self.samples.push(booking);
        }
        if adds_player {
            let add = AddPlayers {
                booking,
                club: Arc::clone(&club),
                play_date,
                by: master,
                players: added.to_vec(),
                today: day,
                at,
            };
            self.carry_out(&Command::AddPlayers(add), &actor, at)?;
        }
        let booked = Booked { booking, play_date, master, players: first.to_vec() };
        if self.recent.len() < MAX_RECENT {
            self.recent.push(booked);
        } else {
            let index = usize::try_from(self.random.below(MAX_RECENT as u64))?;
            self.recent[index] = booked;
        }
        Ok(())
    }

    /// Cancels a recent round, or a player's own place in it, or removes a player from it.
    fn cancel(&mut self, day: NaiveDate, at: DateTime<Utc>) -> Result<()> {
        if self.recent.is_empty() {
            return Ok(());
        }
        let chosen = usize::try_from(self.random.below(self.recent.len() as u64))?;
        let Booked { booking, play_date: _, master, players } = self.recent[chosen].clone();
        let player = players[usize::try_from(self.random.below(players.len() as u64))?];
        let (by, command) = match self.random.below(3) {
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

    /// Decides a command on the current state and writes its events. Returns false when a rule rejects the command.
    fn carry_out(&mut self, command: &Command, actor: &Actor, at: DateTime<Utc>) -> Result<bool> {
        let decision = loop {
            match command.decide(&self.loaded) {
                Ok(decision) => break decision,
                // A stream that is not in memory has no events yet.
                Err(Undecided::Missing(streams)) => {
                    for stream in streams {
                        let empty = Loaded::empty(&stream);
                        self.loaded.insert(stream, empty);
                    }
                }
                Err(Undecided::Rejected(_)) => return Ok(false),
            }
        };
        self.commands += 1;
        let correlation = id(9, self.commands);
        for (stream, events) in &decision.events {
            let Some(loaded) = self.loaded.get_mut(stream) else { continue };
            for event in events {
                loaded.apply_next(event.clone());
                self.written += 1;
                let (position, sequence) = (self.written, loaded.version);
                (self.write)(GeneratedEvent { position, stream, sequence, event, at, correlation, actor })?;
            }
        }
        Ok(true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_history_has_the_requested_length_all_kinds_of_events_and_gapless_streams() {
        let mut streams: HashMap<StreamId, i64> = HashMap::new();
        let mut kinds: BTreeMap<&str, u64> = BTreeMap::new();
        let mut last = 0;
        let history = Generator::new(Size::for_events(20_000), 0, |generated: GeneratedEvent<'_>| {
            last += 1;
            assert_eq!(generated.position, last);
            let version = streams.entry(generated.stream.clone()).or_insert(0);
            *version += 1;
            assert_eq!(generated.sequence, *version, "{}", generated.stream);
            *kinds.entry(generated.event.name()).or_default() += 1;
            Ok(())
        })
        .generate()
        .unwrap();
        assert_eq!(history.events, last);
        assert!((20_000..20_040).contains(&history.events), "{}", history.events);
        let samples = history.samples.len() as u64;
        assert!((SAMPLES / 2..=SAMPLES + 1).contains(&samples), "{samples}");
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
    fn every_run_generates_the_same_history() {
        let generate = || {
            let mut payloads = Vec::new();
            let write = |generated: GeneratedEvent<'_>| {
                payloads.push(generated.event.to_payload()?);
                Ok(())
            };
            Generator::new(Size::for_events(1_000), 0, write).generate().unwrap();
            payloads
        };
        assert_eq!(generate(), generate());
    }
}
