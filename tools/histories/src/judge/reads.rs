//! Each read showed a state that was: at some position not before what its session had seen or written, and not after
//! the journal's end when the answer came. A session's reads never go back. How far a read was behind others' changes is
//! a figure, because members are promised their own writes only (docs/domain.md §3.11).

use std::collections::{BTreeSet, HashMap};

use chrono::{DateTime, Utc};
use fairway_audit::dates::day_of;
use fairway_audit::rulebook::Outcome as ClaimOutcome;
use fairway_events::{Position, StreamId};

use super::Judging;
use super::decide::{Refused, Then, is_told, streams};
use super::real_time::Bounds;
use crate::history::{Answer, Call, Operation, Outcome, OwnPlace};

/// Combinations of players' positions that are tried for one availability, at most.
const MOST_COMBINATIONS: usize = 4_096;

/// The last position that a session has seen, and its operation.
#[derive(Clone, Copy)]
struct Seen<'a> {
    position: Position,
    by: Option<&'a Operation>,
}

impl<'a> Judging<'a> {
    pub(super) fn check_reads(&mut self, bounds: &Bounds<'a>) {
        let mut sessions: HashMap<u32, Seen<'a>> = HashMap::new();
        let began_at = self.history.header.began_at;
        for operation in &self.history.operations {
            if self.distrusted.contains(&operation.id) {
                continue;
            }
            let seen = *sessions.get(&operation.session).unwrap_or(&Seen { position: began_at, by: None });
            let position = match &operation.outcome {
                Outcome::Read { position, answer } => {
                    self.check_read(operation, bounds, seen, *position, answer)
                }
                outcome => outcome.position(),
            };
            if let Some(position) = position.filter(|position| *position > seen.position) {
                sessions.insert(operation.session, Seen { position, by: Some(operation) });
            }
        }
    }

    /// Returns the earliest position whose state the read can have shown.
    fn check_read(
        &mut self,
        operation: &'a Operation,
        bounds: &Bounds<'a>,
        seen: Seen<'a>,
        told: Option<Position>,
        answer: &Answer,
    ) -> Option<Position> {
        let high = bounds.ceiling(operation.completed);
        // The answer itself said that it lacks what the session knows.
        let is_told_behind = told.is_some_and(|told| told < seen.position);
        self.figures.told_behind += u64::from(is_told_behind);
        let low = self.replay.settled(told.unwrap_or(seen.position));
        let streams = streams(&operation.call, operation.by);
        let shows = |position: &Position| self.shows(operation, answer, *position);
        let changes = self.replay.changes(&streams, low.min(high), high);
        if let (Some(first), Some(last)) =
            (changes.iter().find(|at| shows(at)), changes.iter().rfind(|at| shows(at)))
        {
            self.note_staleness(operation, bounds, changes.iter().find(|at| *at > last).copied());
            return Some(*first);
        }
        if self.shows_in_parts(operation, answer, low.min(high), high) {
            self.figures.in_parts += 1;
            return None;
        }
        let id = operation.id;
        let all = self.replay.changes(&streams, self.history.header.began_at, self.replay.end);
        let (mut meant, words) = match all.iter().rev().find(|at| shows(at)) {
            Some(old) if *old < low => {
                let next = all.iter().find(|at| *at > old).copied().unwrap_or(low);
                let words = match (seen.by, told) {
                    (Some(by), _) if !is_told_behind => format!(
                        "#{id} shows the state at {old}, without what {} did at {next}; its session had {} position {} with \
                         #{}: {}.",
                        self.origin(next),
                        if by.call.is_read() { "seen" } else { "been answered with" },
                        seen.position,
                        by.id,
                        if by.call.is_read() { "the session's reads went back" } else { "the read is stale" },
                    ),
                    (_, told) => format!(
                        "#{id} says that it includes position {}, and shows the state at {old}, without what {} did at \
                         {next}.",
                        told.unwrap_or(low),
                        self.origin(next)
                    ),
                };
                (self.operation_at(next).into_iter().chain(seen.by).collect::<Vec<_>>(), words)
            }
            Some(later) if *later > high => (
                self.operation_at(*later).into_iter().collect(),
                format!(
                    "#{id} shows what {} did at {later}, and that was asked for after the answer had come.",
                    self.origin(*later)
                ),
            ),
            _ => (Vec::new(), format!("#{id} shows a state that was at no position from {low} to {high}.")),
        };
        meant.insert(0, operation);
        meant.dedup_by_key(|operation| operation.id);
        self.found(&meant, words);
        None
    }

    /// Whether an answer is what the states at a position say.
    fn shows(&self, operation: &Operation, answer: &Answer, position: Position) -> bool {
        match (&operation.call, answer) {
            (Call::ReadOwn, Answer::Own { places }) => {
                let shown: BTreeSet<OwnPlace> = places.iter().cloned().collect();
                shown.len() == places.len() && shown == self.own(operation, operation.at, position)
            }
            (
                Call::ReadAvailability { club, date, holes, players },
                Answer::Availability { reason, bonus_needed },
            ) => {
                let then = Then { replay: self.replay, clubs: self.clubs, position, at: operation.at };
                let found = then.availability((club, *date), *holes, players);
                is_shown(&found, reason.as_deref(), *bonus_needed)
            }
            (Call::ReadDay { club, date, .. }, Answer::Day { bookings }) => {
                let day = self.replay.club_day(club, *date, position);
                let active: BTreeSet<_> = day.places.values().copied().collect();
                let shown: BTreeSet<_> = bookings.iter().copied().collect();
                shown.len() == bookings.len() && shown == active
            }
            _ => false,
        }
    }

    /// Whether an availability is what the day at one position and each player at another say: the portal keeps them apart,
    /// each as new as the session may ask for, and promises no single moment for both.
    fn shows_in_parts(&self, operation: &Operation, answer: &Answer, low: Position, high: Position) -> bool {
        let (
            Call::ReadAvailability { club, date, holes, players },
            Answer::Availability { reason, bonus_needed },
        ) = (&operation.call, answer)
        else {
            return false;
        };
        let positions_of = |stream: StreamId| self.replay.changes(&[stream], low, high);
        let of_day = positions_of(StreamId::CourseDay(club.clone(), *date));
        let of_players: Vec<Vec<Position>> =
            players.iter().map(|player| positions_of(StreamId::Membership(*player))).collect();
        let combinations = of_players.iter().map(Vec::len).product::<usize>().min(MOST_COMBINATIONS);
        (0..combinations).any(|combination| {
            let mut rest = combination;
            let choose = |positions: &Vec<Position>| {
                let chosen = positions[rest % positions.len()];
                rest /= positions.len();
                chosen
            };
            let at: Vec<Position> = of_players.iter().map(choose).collect();
            of_day.iter().any(|position| {
                let then =
                    Then { replay: self.replay, clubs: self.clubs, position: *position, at: operation.at };
                let found = then.availability_of_parts((club, *date), *holes, players, &at);
                is_shown(&found, reason.as_deref(), *bonus_needed)
            })
        })
    }

    fn own(&self, operation: &Operation, at: DateTime<Utc>, position: Position) -> BTreeSet<OwnPlace> {
        let member = self.replay.member(operation.by, position);
        let claims = member.holdings.claims.iter();
        let to_come =
            claims.filter(|claim| claim.outcome == ClaimOutcome::Held && claim.play_date >= day_of(at));
        to_come
            .map(|claim| OwnPlace { date: claim.play_date, club: claim.club.clone(), place: claim.place })
            .collect()
    }

    /// `next` is the end of the first command whose change the read lacks.
    fn note_staleness(&mut self, operation: &Operation, bounds: &Bounds<'a>, next: Option<Position>) {
        let (known, _) = bounds.floor(operation);
        let Some(next) = next.filter(|next| *next <= known) else { return };
        self.figures.stale += 1;
        let behind = known - self.replay.commit_at(next).map_or(next, |commit| commit.first) + 1;
        self.figures.most_positions_behind = self.figures.most_positions_behind.max(behind);
        let acknowledged = self.operation_at(next).map(|lacking| lacking.completed);
        let since = acknowledged.and_then(|at| operation.invoked.checked_sub(at)).unwrap_or(0);
        self.figures.most_nanoseconds_behind = self.figures.most_nanoseconds_behind.max(since);
    }
}

/// Whether an availability is shown as it was found.
fn is_shown(found: &Result<bool, Refused>, reason: Option<&str>, bonus_needed: bool) -> bool {
    match (found, reason) {
        (Ok(with_voucher), None) => *with_voucher == bonus_needed,
        (Err(refused), Some(why)) => is_told(why, refused),
        _ => false,
    }
}
