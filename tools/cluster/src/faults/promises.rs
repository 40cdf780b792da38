//! What the members were told, and when: the promises that must be kept, and the gaps in which nobody was told anything.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use reqwest::StatusCode;
use tokio::time::Instant;

/// What a member was promised about a reservation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Promise {
    Booked,
    Cancelled,
}

/// What was counted since the round began.
#[derive(Debug, Clone, Default)]
pub(super) struct Tally {
    /// Acknowledged writes: bookings and cancellations.
    pub(super) acknowledged: u64,
    /// Answers with a status from 500 on.
    pub(super) failures: u64,
    /// Those of them that were 500: a mistake of ours.
    pub(super) mistakes: u64,
    /// Requests without any answer: a connection that broke or was silent.
    pub(super) unanswered: u64,
    /// Answers that no rule explains.
    pub(super) refused: Vec<String>,
    /// When each write was acknowledged.
    at: Vec<Instant>,
}

#[derive(Debug, Default)]
struct State {
    tally: Tally,
    /// Per member, the reservations and the last promise about each.
    promises: BTreeMap<String, BTreeMap<String, Promise>>,
    resting: usize,
}

/// Shared by all members.
#[derive(Debug)]
pub(super) struct Promises {
    /// Begins every idempotency key, so that no campaign repeats another's.
    pub(super) campaign: String,
    state: Mutex<State>,
}

impl Promises {
    pub(super) fn new(campaign: String) -> Self {
        Self { campaign, state: Mutex::default() }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn acknowledged(&self, email: &str, id: &str, promise: Promise) {
        let mut state = self.state();
        state.tally.acknowledged += 1;
        state.tally.at.push(Instant::now());
        state.promises.entry(email.to_owned()).or_default().insert(id.to_owned(), promise);
    }

    pub(super) fn failed(&self, status: StatusCode) {
        let mut state = self.state();
        state.tally.failures += 1;
        state.tally.mistakes += u64::from(status == 500);
    }

    pub(super) fn unanswered(&self) {
        self.state().tally.unanswered += 1;
    }

    pub(super) fn refused(&self, what: String) {
        self.state().tally.refused.push(what);
    }

    pub(super) fn rests(&self) {
        self.state().resting += 1;
    }

    pub(super) fn plays(&self) {
        self.state().resting -= 1;
    }

    /// Members who finished what they had begun, and wait.
    pub(super) fn resting(&self) -> usize {
        self.state().resting
    }

    /// Begins a round: what was counted until now is gone, what was promised is not.
    pub(super) fn begin(&self) {
        self.state().tally = Tally::default();
    }

    pub(super) fn tally(&self) -> Tally {
        self.state().tally.clone()
    }

    /// What one member was promised.
    pub(super) fn promises(&self, email: &str) -> BTreeMap<String, Promise> {
        self.state().promises.get(email).cloned().unwrap_or_default()
    }

    /// Takes what a member has for what was promised, after a loss that was meant to happen.
    pub(super) fn believe(&self, email: &str, found: &[(String, bool)]) {
        let promise = |active| if active { Promise::Booked } else { Promise::Cancelled };
        let promises = found.iter().map(|(id, active)| (id.clone(), promise(*active))).collect();
        self.state().promises.insert(email.to_owned(), promises);
    }
}

impl Tally {
    /// The longest time from `fault` to `now` in which no write was acknowledged.
    pub(super) fn longest_gap(&self, fault: Instant, now: Instant) -> Duration {
        let mut last = fault;
        let mut longest = Duration::ZERO;
        for &at in self.at.iter().filter(|&&at| at >= fault && at <= now).chain([&now]) {
            longest = longest.max(at.saturating_duration_since(last));
            last = at.max(last);
        }
        longest
    }

    /// Writes that were acknowledged after a moment.
    pub(super) fn since(&self, moment: Instant) -> usize {
        self.at.iter().filter(|&&at| at > moment).count()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_gap_counts_from_the_fault_and_to_the_end() {
        let start = Instant::now();
        let second = |n| start + Duration::from_secs(n);
        let tally = Tally { at: vec![second(1), second(5), second(6), second(14)], ..Tally::default() };
        assert_eq!(tally.longest_gap(second(5), second(15)).as_secs(), 8);
        assert_eq!(tally.longest_gap(second(2), second(7)).as_secs(), 3);
        assert_eq!(tally.longest_gap(second(13), second(30)).as_secs(), 16);
        assert_eq!(tally.since(second(5)), 2);
    }
}
