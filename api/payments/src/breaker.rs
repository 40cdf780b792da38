//! A circuit breaker for the provider, which spares members the wait when it is unavailable: after some consecutive
//! failures there are no calls for a while, then one trial call. Every call to the provider passes here.
//!
//! A state machine without a clock of its own: the time is a parameter
//! (docs/decisions/0016-orders-in-three-repeatable-steps.md says why no crate is used).

use chrono::{DateTime, TimeDelta, Utc};

/// Consecutive failures after which the breaker opens.
const FAILURES: u32 = 5;
/// The first pause; it doubles with every failed trial, up to the longest.
const FIRST_PAUSE: TimeDelta = TimeDelta::seconds(2);
const LONGEST_PAUSE: TimeDelta = TimeDelta::seconds(60);
/// After this time a trial without a result counts as lost, and another one may start. Longer than any call takes.
const TRIAL_TIME_LIMIT: TimeDelta = TimeDelta::seconds(15);

/// The state of the breaker.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BreakerState {
    /// All calls are allowed.
    Closed,
    /// No call is allowed.
    Open,
    /// One trial call is allowed.
    HalfOpen,
}

impl BreakerState {
    /// Every state, for metrics.
    pub const ALL: [Self; 3] = [Self::Closed, Self::Open, Self::HalfOpen];

    /// The name in metrics.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Closed => "closed",
            Self::Open => "open",
            Self::HalfOpen => "half_open",
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    Closed { failures: u32 },
    Open { since: DateTime<Utc>, pause: TimeDelta },
    HalfOpen { since: DateTime<Utc>, pause: TimeDelta },
}

/// The breaker.
#[derive(Debug)]
pub struct Breaker {
    state: State,
    /// How often it opened, failed trials not counted.
    opened: u64,
}

/// No call is allowed now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ProviderUnavailable {
    /// Seconds until a retry makes sense, from 1.
    pub retry_after: u64,
}

impl Default for Breaker {
    fn default() -> Self {
        Self { state: State::Closed { failures: 0 }, opened: 0 }
    }
}

impl Breaker {
    /// Whether a call is allowed. An allowed call must report its result.
    ///
    /// # Errors
    /// [`ProviderUnavailable`]: the pause is not over, or a trial is running.
    pub fn ask(&mut self, now: DateTime<Utc>) -> Result<(), ProviderUnavailable> {
        if let Some(unavailable_for) = self.refuses(now) {
            return Err(unavailable_for);
        }
        if let State::Open { pause, .. } | State::HalfOpen { pause, .. } = self.state {
            self.state = State::HalfOpen { since: now, pause };
        }
        Ok(())
    }

    /// Whether a call would be refused now.
    #[must_use]
    pub fn refuses(&self, now: DateTime<Utc>) -> Option<ProviderUnavailable> {
        match self.state {
            State::Closed { .. } => None,
            State::Open { since, pause } => remaining_pause(since, pause, now).map(unavailable_for),
            State::HalfOpen { since, .. } => {
                remaining_pause(since, TRIAL_TIME_LIMIT, now).map(|_| unavailable_for(FIRST_PAUSE))
            }
        }
    }

    /// A call was answered, even with a refusal: the provider is available.
    pub fn answered(&mut self) {
        self.state = State::Closed { failures: 0 };
    }

    /// A call got no answer, or one that reports an internal failure.
    pub fn failed(&mut self, now: DateTime<Utc>) {
        self.state = match self.state {
            State::Closed { failures } if failures + 1 < FAILURES => State::Closed { failures: failures + 1 },
            State::Closed { .. } => {
                self.opened += 1;
                State::Open { since: now, pause: FIRST_PAUSE }
            }
            State::HalfOpen { pause, .. } => State::Open { since: now, pause: LONGEST_PAUSE.min(pause * 2) },
            // The call started before the breaker opened: no change.
            open @ State::Open { .. } => open,
        };
    }

    /// The present state.
    #[must_use]
    pub const fn state(&self) -> BreakerState {
        match self.state {
            State::Closed { .. } => BreakerState::Closed,
            State::Open { .. } => BreakerState::Open,
            State::HalfOpen { .. } => BreakerState::HalfOpen,
        }
    }

    /// How often it opened since the start.
    #[must_use]
    pub const fn opened(&self) -> u64 {
        self.opened
    }
}

/// The rest of a pause; none: it is over. A clock that went back ends it too.
fn remaining_pause(since: DateTime<Utc>, pause: TimeDelta, now: DateTime<Utc>) -> Option<TimeDelta> {
    let remaining_pause = since + pause - now;
    (remaining_pause > TimeDelta::zero() && now >= since).then_some(remaining_pause)
}

fn unavailable_for(remaining_pause: TimeDelta) -> ProviderUnavailable {
    // Rounded up: a client that waits for exactly this time must not be refused again.
    ProviderUnavailable {
        retry_after: u64::try_from(remaining_pause.num_milliseconds()).unwrap_or(0).div_ceil(1_000).max(1),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn at(seconds: i64) -> DateTime<Utc> {
        DateTime::<Utc>::UNIX_EPOCH + TimeDelta::seconds(seconds)
    }

    fn open_at(second: i64) -> Breaker {
        let mut breaker = Breaker::default();
        (0..FAILURES).for_each(|_| breaker.failed(at(second)));
        breaker
    }

    #[test]
    fn it_opens_after_consecutive_failures_and_an_answer_resets_the_count() {
        let mut breaker = Breaker::default();
        for _failure in 1..FAILURES {
            breaker.failed(at(0));
        }
        assert_eq!((breaker.ask(at(0)), breaker.state()), (Ok(()), BreakerState::Closed));
        breaker.answered();
        for _failure in 1..FAILURES {
            breaker.failed(at(0));
        }
        assert_eq!(breaker.state(), BreakerState::Closed);
        breaker.failed(at(0));
        assert_eq!((breaker.ask(at(0)), breaker.opened()), (Err(ProviderUnavailable { retry_after: 2 }), 1));
    }

    #[test]
    fn one_trial_is_allowed_after_the_pause_and_other_calls_are_refused() {
        let mut breaker = open_at(0);
        assert_eq!(breaker.ask(at(1)), Err(ProviderUnavailable { retry_after: 1 }));
        assert_eq!((breaker.ask(at(2)), breaker.state()), (Ok(()), BreakerState::HalfOpen));
        assert!(breaker.ask(at(2)).is_err(), "one is enough");
        breaker.answered();
        assert_eq!((breaker.ask(at(2)), breaker.state()), (Ok(()), BreakerState::Closed));
    }

    #[test]
    fn pauses_double_up_to_a_minute_and_are_short_again_after_an_answer() {
        let mut breaker = open_at(0);
        let (mut now, mut pauses) = (0, Vec::new());
        for _trial in 0..8 {
            let Err(ProviderUnavailable { retry_after }) = breaker.ask(at(now)) else { panic!("open") };
            pauses.push(retry_after);
            now += i64::try_from(retry_after).expect("a pause");
            assert_eq!(breaker.ask(at(now)), Ok(()));
            breaker.failed(at(now));
        }
        assert_eq!(pauses, [2, 4, 8, 16, 32, 60, 60, 60]);
        assert_eq!(breaker.opened(), 1);
        breaker.ask(at(now + 60)).expect("a trial");
        breaker.answered();
        (0..FAILURES).for_each(|_| breaker.failed(at(now + 60)));
        assert_eq!(breaker.ask(at(now + 60)), Err(ProviderUnavailable { retry_after: 2 }));
    }

    #[test]
    fn a_lost_trial_is_repeated() {
        let mut breaker = open_at(0);
        assert_eq!(breaker.ask(at(2)), Ok(()));
        assert!(breaker.ask(at(16)).is_err());
        assert_eq!(breaker.ask(at(17)), Ok(()));
    }

    #[test]
    fn a_clock_that_goes_back_ends_the_pause() {
        let mut breaker = open_at(1_000);
        assert_eq!(breaker.ask(at(0)), Ok(()));
    }

    #[test]
    fn failures_of_calls_from_before_it_opened_do_not_prolong_the_pause() {
        let mut breaker = open_at(0);
        breaker.failed(at(1));
        assert_eq!(breaker.ask(at(2)), Ok(()));
    }

    proptest! {
        /// In any order of steps: it never refuses for longer than the longest pause, and while it is not closed there
        /// is at most one trial per pause.
        #[test]
        fn it_never_stays_open_for_ever(steps in proptest::collection::vec((0..3_u8, 0..90_i64), 1..200)) {
            let (mut breaker, mut now) = (Breaker::default(), 0);
            for (step, passed) in steps {
                now += passed;
                match step {
                    0 => breaker.answered(),
                    1 => breaker.failed(at(now)),
                    _ => {
                        if breaker.ask(at(now)).is_ok() && breaker.state() == BreakerState::HalfOpen {
                            prop_assert!(breaker.ask(at(now)).is_err(), "one at a time");
                        }
                    }
                }
            }
            prop_assert!(breaker.ask(at(now + LONGEST_PAUSE.num_seconds())).is_ok());
        }
    }
}
