//! The journal in memory: commands as they stand in it, and the state of every stream after every command. States are
//! those of the audit; nothing of the write side is used.

use std::collections::{BTreeMap, HashMap};

use chrono::{DateTime, NaiveDate, Utc};
use fairway_audit::rulebook::Outcome;
use fairway_audit::state::{Booking, ClubDay, Member, State};
use fairway_events::{
    Actor, BookingId, ClubId, CourseDayEvent, Event, MemberId, MembershipEvent, PlaceId, PlayRight, Position,
    RecordedEvent, ReservationEvent, StreamId,
};
use uuid::Uuid;

/// Events between two states that are kept: a state in between is folded from the one before.
const KEPT_EVERY: usize = 32;

/// The events of one request that follow each other without a gap.
#[derive(Debug, Clone)]
pub(crate) struct Commit {
    pub(crate) request: Uuid,
    pub(crate) actor: Actor,
    pub(crate) first: Position,
    pub(crate) last: Position,
    pub(crate) at: DateTime<Utc>,
    pub(crate) events: Vec<RecordedEvent>,
}

/// The effects of a command, read from the members' streams.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Effects {
    /// The rights that were claimed.
    pub(crate) claimed: BTreeMap<MemberId, PlayRight>,
    /// The places that ended, and how.
    pub(crate) ended: BTreeMap<PlaceId, Ended>,
}

/// How a place ended: the rulebook's outcome, in a form that has an order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Ended {
    GivenBack,
    Forfeited,
}

impl Ended {
    pub(crate) const fn from_outcome(outcome: Outcome) -> Option<Self> {
        match outcome {
            Outcome::GivenBack => Some(Self::GivenBack),
            Outcome::Forfeited => Some(Self::Forfeited),
            Outcome::Held => None,
        }
    }
}

impl Commit {
    pub(crate) fn effects(&self) -> Effects {
        let mut effects = Effects::default();
        for recorded in &self.events {
            match &recorded.event {
                Event::Membership(MembershipEvent::PlayRightClaimed { member, right, .. }) => {
                    effects.claimed.insert(*member, right.clone());
                }
                Event::Membership(MembershipEvent::PlayRightReleased { place, .. }) => {
                    effects.ended.insert(*place, Ended::GivenBack);
                }
                Event::Membership(MembershipEvent::PlayRightForfeited { place, .. }) => {
                    effects.ended.insert(*place, Ended::Forfeited);
                }
                _ => {}
            }
        }
        effects
    }

    pub(crate) fn reservations(&self) -> impl Iterator<Item = &ReservationEvent> {
        self.events.iter().filter_map(|recorded| match &recorded.event {
            Event::Reservation(event) => Some(event),
            _ => None,
        })
    }

    /// Places by which the day became fuller, less those by which it became emptier, per club's day.
    pub(crate) fn on_days(&self) -> BTreeMap<(ClubId, NaiveDate), i64> {
        let mut on_days = BTreeMap::new();
        for recorded in &self.events {
            let (club, date, more) = match &recorded.event {
                Event::CourseDay(CourseDayEvent::PlacesClaimed { club, date, places, .. }) => {
                    (club, date, i64::try_from(places.len()).unwrap_or(0))
                }
                Event::CourseDay(CourseDayEvent::PlacesReleased { club, date, places, .. }) => {
                    (club, date, -i64::try_from(places.len()).unwrap_or(0))
                }
                _ => continue,
            };
            *on_days.entry((club.clone(), *date)).or_default() += more;
        }
        on_days
    }
}

/// One stream.
#[derive(Debug, Default)]
struct Stream {
    /// Its events: where each stands in the journal.
    at: Vec<(Position, usize, usize)>,
    /// The state after so many events that [`KEPT_EVERY`] divides.
    kept: Vec<Option<State>>,
}

/// The journal.
#[derive(Debug)]
pub(crate) struct Replay {
    pub(crate) commits: Vec<Commit>,
    streams: HashMap<StreamId, Stream>,
    pub(crate) end: Position,
}

impl Replay {
    /// From all events, in the order of the journal.
    pub(crate) fn new(events: impl IntoIterator<Item = RecordedEvent>) -> Self {
        let mut replay = Self { commits: Vec::new(), streams: HashMap::new(), end: 0 };
        let mut states: HashMap<StreamId, Option<State>> = HashMap::new();
        for recorded in events {
            let continues = replay.commits.last().is_some_and(|last| last.request == recorded.correlation_id);
            if !continues {
                replay.commits.push(Commit {
                    request: recorded.correlation_id,
                    actor: recorded.actor.clone(),
                    first: recorded.position,
                    last: recorded.position,
                    at: recorded.recorded_at,
                    events: Vec::new(),
                });
            }
            let number = replay.commits.len() - 1;
            let commit = &mut replay.commits[number];
            let stream = replay.streams.entry(recorded.stream.clone()).or_default();
            let state = states.entry(recorded.stream.clone()).or_default();
            if stream.at.len().is_multiple_of(KEPT_EVERY) {
                stream.kept.push(state.clone());
            }
            stream.at.push((recorded.position, number, commit.events.len()));
            State::fold(state, &recorded);
            (commit.last, replay.end) = (recorded.position, recorded.position);
            commit.events.push(recorded);
        }
        replay
    }

    /// The state of a stream at a position; none: it had no event yet.
    fn state(&self, stream: &StreamId, position: Position) -> Option<State> {
        let stream = self.streams.get(stream)?;
        let count = stream.at.partition_point(|(at, _, _)| *at <= position);
        let from = (count / KEPT_EVERY).min(stream.kept.len() - 1);
        let mut state = stream.kept[from].clone();
        for (_, commit, event) in &stream.at[from * KEPT_EVERY..count] {
            State::fold(&mut state, &self.commits[*commit].events[*event]);
        }
        state
    }

    pub(crate) fn booking(&self, id: BookingId, position: Position) -> Option<Booking> {
        match self.state(&StreamId::Reservation(id), position)? {
            State::Booking(booking) => Some(booking),
            _ => None,
        }
    }

    pub(crate) fn member(&self, id: MemberId, position: Position) -> Member {
        match self.state(&StreamId::Membership(id), position) {
            Some(State::Member(member)) => member,
            _ => Member::new(id),
        }
    }

    pub(crate) fn club_day(&self, club: &ClubId, date: NaiveDate, position: Position) -> ClubDay {
        match self.state(&StreamId::CourseDay(club.clone(), date), position) {
            Some(State::ClubDay(day)) => day,
            _ => ClubDay::new(club.clone(), date),
        }
    }

    /// The command whose events include a position.
    pub(crate) fn commit_at(&self, position: Position) -> Option<&Commit> {
        let next = self.commits.partition_point(|commit| commit.last < position);
        self.commits.get(next).filter(|commit| commit.first <= position)
    }

    /// The end of the last command that is whole at a position. Read models may stop between two events of a command, so
    /// that what includes such a position need not show the command.
    pub(crate) fn settled(&self, position: Position) -> Position {
        self.commit_at(position)
            .filter(|commit| commit.last > position)
            .map_or(position, |commit| commit.first - 1)
    }

    /// The positions from `low` to `high` at which some of these streams have another state than before, at the ends of
    /// commands, and `low` itself: at every position in between, the state is that of one of these.
    pub(crate) fn changes(&self, streams: &[StreamId], low: Position, high: Position) -> Vec<Position> {
        let mut found = vec![low];
        for stream in streams.iter().filter_map(|stream| self.streams.get(stream)) {
            let from = stream.at.partition_point(|(at, _, _)| *at <= low);
            let ends = stream.at[from..].iter().map(|(_, commit, _)| self.commits[*commit].last);
            found.extend(ends.take_while(|end| *end <= high));
        }
        found.sort_unstable();
        found.dedup();
        found
    }
}
