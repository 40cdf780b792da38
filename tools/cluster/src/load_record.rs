//! Records the answers that the members got: the last acknowledged state of each reservation, which must survive every
//! fault, and counts and times of answers in a round.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use reqwest::StatusCode;
use tokio::time::Instant;

/// The state of a reservation that the portal acknowledged last.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum AcknowledgedState {
    Booked,
    Cancelled,
}

/// Counts since the round began.
#[derive(Debug, Clone, Default)]
pub(crate) struct AnswerCounts {
    /// Acknowledged writes: bookings and cancellations.
    pub(crate) acknowledged: u64,
    /// Answers with a status of 500 or more.
    pub(crate) status_5xx: u64,
    /// Answers with the status 500, which are defects of the portal.
    pub(crate) status_500: u64,
    /// Requests without any answer: the connection broke, or the answer did not come in time.
    pub(crate) unanswered: u64,
    /// Refusals, each with its request: no rule refuses what the members request.
    pub(crate) refusals: Vec<String>,
    /// When each write was acknowledged.
    acknowledged_at: Vec<Instant>,
}

#[derive(Debug, Default)]
struct State {
    counts: AnswerCounts,
    /// Per member's email, the acknowledged state of each reservation id.
    acknowledged: BTreeMap<String, BTreeMap<String, AcknowledgedState>>,
    paused_members: usize,
}

/// Shared by all members.
#[derive(Debug)]
pub(crate) struct LoadRecord {
    /// The prefix of every idempotency key, so that two campaigns never use the same key.
    pub(crate) campaign: String,
    state: Mutex<State>,
}

impl LoadRecord {
    pub(crate) fn new(campaign: String) -> Self {
        Self { campaign, state: Mutex::default() }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn record_acknowledged(&self, email: &str, id: &str, acknowledged: AcknowledgedState) {
        let mut state = self.state();
        state.counts.acknowledged += 1;
        state.counts.acknowledged_at.push(Instant::now());
        state.acknowledged.entry(email.to_owned()).or_default().insert(id.to_owned(), acknowledged);
    }

    pub(crate) fn record_failure(&self, status: StatusCode) {
        let mut state = self.state();
        state.counts.status_5xx += 1;
        state.counts.status_500 += u64::from(status == 500);
    }

    pub(crate) fn record_unanswered(&self) {
        self.state().counts.unanswered += 1;
    }

    pub(crate) fn record_refusal(&self, refusal: String) {
        self.state().counts.refusals.push(refusal);
    }

    pub(crate) fn record_paused(&self) {
        self.state().paused_members += 1;
    }

    pub(crate) fn record_resumed(&self) {
        self.state().paused_members -= 1;
    }

    /// The number of members who have completed their requests and wait.
    pub(crate) fn paused_members(&self) -> usize {
        self.state().paused_members
    }

    /// Resets the counts at the start of a round. The acknowledged states remain.
    pub(crate) fn reset_counts(&self) {
        self.state().counts = AnswerCounts::default();
    }

    pub(crate) fn counts(&self) -> AnswerCounts {
        self.state().counts.clone()
    }

    /// The acknowledged state of each reservation of one member, by its id.
    pub(crate) fn acknowledged_states(&self, email: &str) -> BTreeMap<String, AcknowledgedState> {
        self.state().acknowledged.get(email).cloned().unwrap_or_default()
    }

    /// Replaces the acknowledged states of a member by the states of `reservations`, after an intended loss.
    pub(crate) fn replace_acknowledged(&self, email: &str, reservations: &[(String, bool)]) {
        let state = |active| if active { AcknowledgedState::Booked } else { AcknowledgedState::Cancelled };
        let states = reservations.iter().map(|(id, active)| (id.clone(), state(*active))).collect();
        self.state().acknowledged.insert(email.to_owned(), states);
    }
}

impl AnswerCounts {
    /// The longest time from `fault` to `now` in which no write was acknowledged.
    pub(crate) fn longest_write_gap(&self, fault: Instant, now: Instant) -> Duration {
        let mut last = fault;
        let mut longest = Duration::ZERO;
        for &at in self.acknowledged_at.iter().filter(|&&at| at >= fault && at <= now).chain([&now]) {
            longest = longest.max(at.saturating_duration_since(last));
            last = at.max(last);
        }
        longest
    }

    /// The number of writes that were acknowledged after `moment`.
    pub(crate) fn acknowledged_since(&self, moment: Instant) -> usize {
        self.acknowledged_at.iter().filter(|&&at| at > moment).count()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_write_gap_counts_from_the_fault_and_to_the_end() {
        let start = Instant::now();
        let second = |n| start + Duration::from_secs(n);
        let acknowledged_at = vec![second(1), second(5), second(6), second(14)];
        let counts = AnswerCounts { acknowledged_at, ..AnswerCounts::default() };
        assert_eq!(counts.longest_write_gap(second(5), second(15)).as_secs(), 8);
        assert_eq!(counts.longest_write_gap(second(2), second(7)).as_secs(), 3);
        assert_eq!(counts.longest_write_gap(second(13), second(30)).as_secs(), 16);
        assert_eq!(counts.acknowledged_since(second(5)), 2);
    }
}
