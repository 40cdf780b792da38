//! Which events are whose. An answer names its request, and the request is the correlation id of its events; a request
//! without an answer is recognised by its member and by what it asked for.

use std::collections::{BTreeMap, HashMap, HashSet};

use fairway_events::{Actor, CancelMode, Position, ReservationEvent};

use super::Judging;
use super::journal::Commit;
use crate::contradiction::Contradiction;
use crate::history::{Call, Operation, Outcome};
use crate::words;

impl<'a> Judging<'a> {
    /// Finds the commit of each operation: exactly one of each that was acknowledged and changed something, at most one
    /// of each that has no certain answer, none of those that were refused.
    pub(super) fn attribute(&mut self) {
        let mut commits_of: HashMap<_, Vec<usize>> = HashMap::new();
        for (number, commit) in self.replay.commits.iter().enumerate() {
            if commit.first > self.history.header.began_at {
                commits_of.entry(commit.request).or_default().push(number);
            }
        }
        let mut named = HashSet::new();
        for operation in &self.history.operations {
            self.count(operation);
            let Some(request) = operation.request else { continue };
            let Some(commits) = commits_of.get(&request) else { continue };
            if named.insert(request) {
                self.attribute_named(operation, commits);
            } else {
                let words =
                    format!("The answer to #{} names a request that another answer named.", operation.id);
                self.found(&[operation], words);
            }
        }
        self.attribute_unnamed(&named);
        self.check_once();
        self.check_present();
    }

    fn count(&mut self, operation: &Operation) {
        let figures = &mut self.figures;
        *match &operation.outcome {
            Outcome::Ok { .. } => &mut figures.ok,
            Outcome::Refused { position: Some(_), .. } => &mut figures.refused,
            Outcome::Refused { position: None, .. } => &mut figures.not_decided,
            Outcome::Unknown if operation.call.is_read() => return,
            Outcome::Unknown => &mut figures.unknown,
            Outcome::Read { .. } => &mut figures.reads,
        } += 1;
    }

    fn assign(&mut self, operation: &'a Operation, number: usize) {
        self.commit_of.insert(operation.id, number);
        self.operation_of.insert(number, operation);
        self.figures.unknown_done += u64::from(operation.outcome == Outcome::Unknown);
    }

    /// An operation whose request caused events.
    fn attribute_named(&mut self, operation: &'a Operation, commits: &[usize]) {
        let id = operation.id;
        let (Some(first), Some(commit)) =
            (commits.first(), commits.first().map(|number| &self.replay.commits[*number]))
        else {
            return;
        };
        self.assign(operation, *first);
        let words = match &operation.outcome {
            Outcome::Refused { why, .. } => Some(format!(
                "#{id} was refused ({why}), and its events stand in the journal at {} to {}.",
                commit.first, commit.last
            )),
            Outcome::Read { .. } => Some(format!("#{id} is a read, and events at {} are its.", commit.first)),
            Outcome::Ok { .. } | Outcome::Unknown if commits.len() > 1 => {
                let at: Vec<String> =
                    commits.iter().map(|number| self.replay.commits[*number].last.to_string()).collect();
                Some(format!(
                    "#{id} was carried out {} times: its events end at {}.",
                    commits.len(),
                    at.join(" and at ")
                ))
            }
            Outcome::Ok { .. } | Outcome::Unknown if !fits(operation, commit) => {
                Some(format!("The events of #{id} at {} do something else than it asked for.", commit.first))
            }
            Outcome::Ok { position } if *position != commit.last => Some(format!(
                "#{id} was told position {position}, and its last event stands at {}.",
                commit.last
            )),
            Outcome::Ok { .. } | Outcome::Unknown => None,
        };
        if let Some(words) = words {
            self.distrusted.insert(id);
            self.found(&[operation], words);
        }
    }

    /// Commits of the record's members that no answer names: each is an operation without a certain answer.
    fn attribute_unnamed(&mut self, named: &HashSet<uuid::Uuid>) {
        let history = self.history;
        let members: HashSet<_> = history.operations.iter().map(|operation| operation.by).collect();
        let mut open: Vec<&'a Operation> = history
            .operations
            .iter()
            .filter(|operation| {
                operation.outcome == Outcome::Unknown && !self.commit_of.contains_key(&operation.id)
            })
            .collect();
        let evidence = Evidence::new(&history.operations, &self.commit_of);
        for (number, commit) in self.replay.commits.iter().enumerate() {
            let is_members = matches!(&commit.actor, Actor::Member(member) if members.contains(member));
            if commit.first <= history.header.began_at || named.contains(&commit.request) || !is_members {
                continue;
            }
            // An attempt whose request was carried out already comes last: two would be one too many.
            let is_open =
                |operation: &Operation| fits(operation, commit) && self.earlier_attempt(operation).is_none();
            let candidates = open.iter().enumerate().filter(|(_, operation)| is_open(operation));
            let found = candidates.min_by_key(|(_, operation)| evidence.against(operation, commit));
            if let Some(found) = found
                .map(|(number, _)| number)
                .or_else(|| open.iter().position(|operation| fits(operation, commit)))
            {
                self.assign(open.remove(found), number);
            } else if let Some(repeated) = self.attempt_that_fits(commit) {
                let words = format!(
                    "The request of #{} was carried out once more, by the events that end at {}; no operation is left \
                     that they could belong to.",
                    repeated.id, commit.last
                );
                self.found(&[repeated], words);
            } else {
                let words = format!(
                    "The events that end at {} are of no operation: nobody asked for them.",
                    commit.last
                );
                let key = format!("the journal at {}", commit.last);
                self.contradictions.push(Contradiction::of_the_journal(history.header.seed, key, words));
            }
        }
    }

    fn attempt_that_fits(&self, commit: &Commit) -> Option<&'a Operation> {
        let was_asked = |operation: &&Operation| !matches!(operation.outcome, Outcome::Refused { .. });
        self.history.operations.iter().filter(was_asked).find(|operation| fits(operation, commit))
    }

    /// All attempts under one key are carried out once at most (docs/domain.md §3.10).
    fn check_once(&mut self) {
        let mut attempts: BTreeMap<&str, Vec<&Operation>> = BTreeMap::new();
        for operation in &self.history.operations {
            if let Some(key) = operation.key.as_deref().filter(|_| self.commit_of.contains_key(&operation.id))
            {
                attempts.entry(key).or_default().push(operation);
            }
        }
        for (key, done) in attempts.into_iter().filter(|(_, done)| done.len() > 1) {
            let ids: Vec<String> = done.iter().map(|operation| format!("#{}", operation.id)).collect();
            let ends: Vec<String> =
                done.iter().filter_map(|operation| Some(self.commit(operation)?.last.to_string())).collect();
            let words = format!(
                "{} are attempts of one request (key {key}), and it was carried out {} times: at {}.",
                ids.join(" and "),
                done.len(),
                ends.join(" and at ")
            );
            self.found(&done, words);
        }
    }

    /// A command that always changes something and was acknowledged is in the journal, as its own events or as those of an
    /// earlier attempt under its key. The others (a repeated cancellation) may have had nothing to do.
    fn check_present(&mut self) {
        for operation in &self.history.operations {
            let Outcome::Ok { position } = operation.outcome else { continue };
            if self.commit(operation).is_some() {
                continue;
            }
            let earlier = self.earlier_attempt(operation);
            let words = match earlier {
                Some(commit) if commit.last > position => format!(
                    "#{} was told position {position}, and the events of its first attempt end at {}.",
                    operation.id, commit.last
                ),
                Some(_) => continue,
                None if operation.call.takes_away() => continue,
                None => format!(
                    "#{} was acknowledged at position {position}, and the journal (which ends at {}) has no event of it: \
                     an acknowledged change of {} is lost.",
                    operation.id,
                    self.replay.end,
                    words::key(operation)
                ),
            };
            self.distrusted.insert(operation.id);
            self.found(&[operation], words);
        }
    }

    /// The events of this or another attempt under the same key.
    pub(super) fn earlier_attempt(&self, operation: &Operation) -> Option<&'a Commit> {
        let key = operation.key.as_ref()?;
        let mut others = self.history.operations.iter().filter(|other| other.key.as_ref() == Some(key));
        others.find_map(|other| self.commit(other))
    }
}

/// What the other answers say about which of several uncertain operations, that ask for the same, was carried out.
struct Evidence<'a> {
    /// By key: the lowest position with which an attempt was acknowledged that has no events of its own.
    acknowledged: HashMap<&'a str, Position>,
    /// By the operation's id: the highest position that an answer had named before it began.
    known_before: HashMap<u64, Position>,
}

impl<'a> Evidence<'a> {
    fn new(operations: &'a [Operation], commit_of: &HashMap<u64, usize>) -> Self {
        let mut acknowledged = HashMap::new();
        for operation in operations {
            if let (Some(key), Outcome::Ok { position }) = (operation.key.as_deref(), &operation.outcome)
                && !commit_of.contains_key(&operation.id)
            {
                let lowest = acknowledged.entry(key).or_insert(*position);
                *lowest = (*lowest).min(*position);
            }
        }
        let mut ended: Vec<(u64, Position)> = operations
            .iter()
            .filter_map(|operation| Some((operation.completed, operation.outcome.position()?)))
            .collect();
        ended.sort_unstable();
        let mut ended = ended.into_iter().peekable();
        let (mut highest, mut known_before) = (0, HashMap::new());
        // The operations are in the order of their beginnings.
        for operation in operations {
            while let Some((_, position)) = ended.next_if(|(completed, _)| *completed < operation.invoked) {
                highest = highest.max(position);
            }
            known_before.insert(operation.id, highest);
        }
        Self { acknowledged, known_before }
    }

    /// The lower, the more likely is it that the events are the operation's: it did not begin after they were known, and
    /// an attempt under its key was acknowledged soon after them.
    fn against(&self, operation: &Operation, commit: &Commit) -> (bool, Position) {
        let is_later = self.known_before.get(&operation.id).is_some_and(|known| *known >= commit.first);
        let acknowledged = operation.key.as_deref().and_then(|key| self.acknowledged.get(key));
        let acknowledged = acknowledged.filter(|position| **position >= commit.last);
        (is_later, acknowledged.copied().unwrap_or(Position::MAX))
    }
}

/// Whether the events do what the operation asked for.
fn fits(operation: &Operation, commit: &Commit) -> bool {
    let by = operation.by;
    if commit.actor != Actor::Member(by) {
        return false;
    }
    let cancels = |wanted: CancelMode, of, place: Option<_>| {
        commit.reservations().any(|event| {
            matches!(event, ReservationEvent::PlaceCancelled { booking, place: cancelled, by: who, mode, .. }
                if *booking == of && *mode == wanted && *who == by && place.is_none_or(|place| place == *cancelled))
        })
    };
    match &operation.call {
        Call::Book { club, date, holes, players } => commit.reservations().any(|event| {
            matches!(event, ReservationEvent::RoundBooked { club: at, play_date, holes: length, master, places, .. }
                if at == club && play_date == date && length == holes && *master == by
                    && places.iter().map(|place| place.member).eq(players.iter().copied()))
        }),
        Call::AddPlayer { booking, player, .. } => commit.reservations().any(|event| {
            matches!(event, ReservationEvent::PlayerAdded { booking: to, place, added_by, .. }
                if to == booking && place.member == *player && *added_by == by)
        }),
        Call::SwapPlayer { booking, place, player, .. } => commit.reservations().any(|event| {
            matches!(event, ReservationEvent::PlayerSwapped { booking: of, left, place: coming, by: who, .. }
                if of == booking && left.place == *place && coming.member == *player && *who == by)
        }),
        Call::CancelPlace { booking, place, .. } => cancels(CancelMode::Own, *booking, Some(*place)),
        Call::CancelGroup { booking, .. } => cancels(CancelMode::Group, *booking, None),
        Call::RemovePlayer { booking, place, .. } => cancels(CancelMode::Removal, *booking, Some(*place)),
        Call::ReadOwn | Call::ReadAvailability { .. } | Call::ReadDay { .. } => false,
    }
}
