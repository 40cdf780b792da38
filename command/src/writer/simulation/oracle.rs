//! The rules that must hold whatever happened: each answer was true, nothing was done twice or in part.

#[path = "../../../tests/reference_model/invariants.rs"]
mod invariants;

use std::collections::{BTreeMap, BTreeSet, HashMap};

use fairway_events::{Event, WaitingListEvent};
use uuid::Uuid;

use super::journal::{Journal, Version};
use crate::writer::machine::Decided;
use crate::writer::{Outcome, Submission};
use crate::{Club, Command, SubmitError};

/// A submission and its outcome.
#[derive(Debug)]
pub(super) struct Asked {
    pub(super) command: Command,
    pub(super) key: Option<String>,
    /// Whether it may fail through a fault of its own.
    pub(super) faulty: bool,
    /// The version of the journal when it was submitted.
    since: usize,
    /// How often the journal had gone back by then.
    rewinds: usize,
    answered: bool,
    /// Acknowledged with events, before so many rewinds.
    pub(super) acknowledged: Option<usize>,
    /// Answered that nothing was done.
    refused: bool,
}

/// Checks the answers of a run.
#[derive(Debug, Default)]
pub(super) struct Oracle {
    pub(super) asked: BTreeMap<Uuid, Asked>,
    pub(super) failures: Vec<String>,
    /// Whether the database was away in this run.
    pub(super) outages: bool,
    pub(super) counts: BTreeMap<&'static str, usize>,
}

impl Oracle {
    pub(super) fn note(&mut self, what: &'static str, count: usize) {
        *self.counts.entry(what).or_default() += count;
    }

    pub(super) fn submitted(&mut self, submission: &Submission, faulty: bool, journal: &Journal) {
        let asked = Asked {
            command: submission.command.clone(),
            key: submission.receipt.as_ref().map(|receipt| receipt.key.key.clone()),
            faulty,
            since: journal.versions.len() - 1,
            rewinds: journal.rewinds,
            answered: false,
            acknowledged: None,
            refused: false,
        };
        self.asked.insert(submission.correlation_id, asked);
    }

    /// An accepted command as it is appended: it must be what the present state decides.
    pub(super) fn check_append(&mut self, decided: &Decided, version: &Version) {
        let submission = decided.submission();
        let expected = version.decide(&submission.command).map(|decision| decision.events);
        let decided: Vec<_> = decided.writes().to_vec();
        let taken = |event: &Event| matches!(event, Event::WaitingList(WaitingListEvent::OfferTaken { .. }));
        let took = decided.iter().flat_map(|(_, events)| events).any(taken);
        self.note("took an offer", usize::from(took));
        if !decided.is_empty() && expected.as_ref() != Ok(&decided) {
            self.failures.push(format!(
                "{} appended {decided:?} where the journal leads to {expected:?}",
                submission.correlation_id
            ));
        }
    }

    pub(super) fn answered(&mut self, id: Uuid, answer: &Result<Outcome, SubmitError>, journal: &Journal) {
        let (mut failures, outages) = (Vec::new(), self.outages);
        let Some(asked) = self.asked.get_mut(&id) else { return };
        if asked.answered {
            failures.push(format!("{id} was answered twice"));
        }
        asked.answered = true;
        let mut since = journal.versions[asked.since..].iter();
        let receipt_at = |version: &Version| {
            let key = asked.key.as_ref()?;
            version.receipts.values().find(|receipt| receipt.key.key == *key).cloned()
        };
        let stored = journal.log.iter().any(|stored| stored.correlation_id == id);
        let name = match answer {
            Ok(Outcome::Accepted { position, changed }) => {
                let unchanged =
                    since.any(|version| version.decide(&asked.command).is_ok_and(|it| it.events.is_empty()));
                if *changed != stored && journal.rewinds == asked.rewinds {
                    failures.push(format!("{id} is told {changed} of whether it changed anything"));
                }
                if stored {
                    asked.acknowledged = Some(journal.rewinds);
                    let last = journal.log.iter().rposition(|stored| stored.correlation_id == id).unwrap();
                    if i64::try_from(last + 1).unwrap() > *position && journal.rewinds == asked.rewinds {
                        failures.push(format!("{id} is told position {position} and stands at {last}"));
                    }
                } else if !unchanged && journal.rewinds == asked.rewinds {
                    failures.push(format!("{id} was acknowledged and is not in the journal"));
                }
                "accepted"
            }
            Ok(Outcome::Rejected(rejection)) => {
                let was_so =
                    since.clone().any(|version| version.decide(&asked.command).as_ref() == Err(rejection));
                if !was_so {
                    failures.push(format!("{id} was refused for what was not so: {rejection}"));
                }
                let mut since = since;
                if since.all(|version| receipt_at(version).is_some()) {
                    failures.push(format!("{id} was refused under a key that was answered"));
                }
                asked.refused = true;
                "rejected"
            }
            Ok(Outcome::Replayed { .. }) => {
                if !since.any(|version| receipt_at(version).is_some()) {
                    failures.push(format!("{id} got the answer to a key that nobody answered"));
                }
                asked.refused = true;
                "replayed"
            }
            Ok(Outcome::KeyReused) => {
                failures.push(format!("{id} did not reuse a key"));
                "key reused"
            }
            Err(SubmitError::Faulty(cause)) => {
                if !asked.faulty {
                    failures.push(format!("{id} failed for another's fault: {cause}"));
                }
                asked.refused = true;
                "faulty"
            }
            Err(error @ (SubmitError::Unavailable(_) | SubmitError::Overloaded)) => {
                if !outages {
                    failures.push(format!("{id} failed without a reason: {error}"));
                }
                asked.refused = true;
                "unavailable"
            }
            Err(SubmitError::HeldBack(kind)) => {
                failures.push(format!("{id} was held back for {kind}, and nothing is"));
                "held back"
            }
            Err(SubmitError::Stopped) => {
                asked.refused = true;
                "stopped"
            }
            Err(SubmitError::Unknown) => "unknown",
        };
        if asked.refused && stored {
            failures.push(format!("{id} was told that nothing was done, and it is in the journal"));
        }
        self.note(name, 1);
        self.failures.extend(failures);
    }

    /// At the end, when everything was answered.
    pub(super) fn check_end(&mut self, journal: &Journal, club: &Club) {
        let mut last: HashMap<_, i64> = HashMap::new();
        let mut of_keys: HashMap<&str, BTreeSet<Uuid>> = HashMap::new();
        for stored in &journal.log {
            let sequence = last.entry(&stored.stream).or_default();
            if stored.sequence != *sequence + 1 {
                self.failures.push(format!("{} goes from {sequence} to {}", stored.stream, stored.sequence));
            }
            *sequence = stored.sequence;
            if let Some(key) = self.asked.get(&stored.correlation_id).and_then(|asked| asked.key.as_deref()) {
                of_keys.entry(key).or_default().insert(stored.correlation_id);
            }
        }
        for (key, ids) in of_keys {
            if ids.len() > 1 {
                self.failures.push(format!("the key {key} did its work {} times", ids.len()));
            }
        }
        for (id, asked) in &self.asked {
            if !asked.answered {
                self.failures.push(format!("{id} was never answered"));
            }
            let stored = journal.log.iter().filter(|stored| stored.correlation_id == *id).count();
            let may_be_lost = asked.acknowledged.is_none_or(|rewinds| journal.rewinds > rewinds);
            if stored == 0 && !may_be_lost {
                self.failures.push(format!("{id} was acknowledged and is lost"));
            }
            if asked.refused && stored > 0 {
                self.failures.push(format!("{id} was told that nothing was done, and it was"));
            }
        }
        invariants::check(journal.log.iter().map(|stored| &stored.event), std::slice::from_ref(club));
    }
}
