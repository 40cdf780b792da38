//! Decides which mails and messages wait (docs/domain.md §4): the first about a day is sent at once, and those of the
//! next ten minutes become one. So a member who books and cancels in a loop floods nobody.

use std::collections::{HashMap, HashSet};
use std::hash::Hash;

use chrono::{DateTime, NaiveDate, TimeDelta, Utc};
use fairway_store::queueing::Queueing;

/// How long a mail or a message waits for further changes, at most.
pub(crate) const COMBINING_TIME: TimeDelta = TimeDelta::minutes(10);

/// Changes that are queued together, in their order: each counts for the next ones.
pub(crate) struct Combining<To, Subject> {
    now: DateTime<Utc>,
    first_ones: HashMap<(To, NaiveDate), DateTime<Utc>>,
    waiting: HashSet<(To, Subject)>,
}

impl<To: Eq + Hash + Copy, Subject: Eq + Hash> Combining<To, Subject> {
    pub(crate) fn new(now: DateTime<Utc>) -> Self {
        Self { now, first_ones: HashMap::new(), waiting: HashSet::new() }
    }

    /// Queues a change that must not wait.
    pub(crate) fn at_once(&mut self, to: To, day: NaiveDate) -> Queueing {
        self.first_ones.insert((to, day), self.now);
        Queueing::AtOnce
    }

    /// Queues the next change. Before these, the last about the day that did not wait was queued at
    /// `last_without_waiting`, and `waits` says whether something about the subject waits.
    pub(crate) fn next(
        &mut self,
        to: To,
        day: NaiveDate,
        subject: Subject,
        last_without_waiting: Option<DateTime<Utc>>,
        waits: bool,
    ) -> Queueing {
        let Some(first) = self.first_ones.get(&(to, day)).copied().or(last_without_waiting) else {
            return self.at_once(to, day);
        };
        if !self.waiting.insert((to, subject)) || waits {
            return Queueing::Combined;
        }
        Queueing::Until(first + COMBINING_TIME)
    }
}
