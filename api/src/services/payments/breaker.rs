//! Sparing a provider that is away, and members the wait for it: after some failures in a row nothing is asked for a
//! while, then one question tries whether it is back. Every call to the provider passes here.
//!
//! A state machine without a clock of its own: the instant comes with each question (docs/stack.md says why none of the
//! crates does).

use chrono::{DateTime, TimeDelta, Utc};

/// Failures in a row after which nothing is asked any more.
const FAILURES: u32 = 5;
/// The first pause; it doubles with every trial that fails, up to the longest.
const FIRST_PAUSE: TimeDelta = TimeDelta::seconds(2);
const LONGEST_PAUSE: TimeDelta = TimeDelta::seconds(60);
/// A trial that has said nothing for so long is lost: another may try. Longer than any call takes.
const TRIAL: TimeDelta = TimeDelta::seconds(15);

/// The state of the provider, as far as its answers show.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BreakerState {
    /// It is asked whatever is to be asked.
    Closed,
    /// It is asked nothing.
    Open,
    /// One question tries whether it is back.
    HalfOpen,
}

impl BreakerState {
    /// Every standing, for metrics.
    pub const ALL: [Self; 3] = [Self::Closed, Self::Open, Self::HalfOpen];

    /// The word in metrics.
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
    /// How often it opened, trials that failed not counted.
    opened: u64,
}

/// Nothing is asked now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Away {
    /// Seconds until it is worth asking again, from 1.
    pub retry_after: u64,
}

impl Default for Breaker {
    fn default() -> Self {
        Self { state: State::Closed { failures: 0 }, opened: 0 }
    }
}

impl Breaker {
    /// Whether a question may be asked. Whoever may asks, and says how it went.
    ///
    /// # Errors
    /// [`Away`]: the pause is not over, or another question tries.
    pub fn ask(&mut self, now: DateTime<Utc>) -> Result<(), Away> {
        if let Some(away) = self.refuses(now) {
            return Err(away);
        }
        if let State::Open { pause, .. } | State::HalfOpen { pause, .. } = self.state {
            self.state = State::HalfOpen { since: now, pause };
        }
        Ok(())
    }

    /// Whether a question would be refused now.
    #[must_use]
    pub fn refuses(&self, now: DateTime<Utc>) -> Option<Away> {
        match self.state {
            State::Closed { .. } => None,
            State::Open { since, pause } => left(since, pause, now).map(away),
            State::HalfOpen { since, .. } => left(since, TRIAL, now).map(|_| away(FIRST_PAUSE)),
        }
    }

    /// A question was answered, if only by a refusal: it is there.
    pub fn answered(&mut self) {
        self.state = State::Closed { failures: 0 };
    }

    /// A question got no answer, or one that says that the provider is not well.
    pub fn failed(&mut self, now: DateTime<Utc>) {
        self.state = match self.state {
            State::Closed { failures } if failures + 1 < FAILURES => State::Closed { failures: failures + 1 },
            State::Closed { .. } => {
                self.opened += 1;
                State::Open { since: now, pause: FIRST_PAUSE }
            }
            State::HalfOpen { pause, .. } => State::Open { since: now, pause: LONGEST_PAUSE.min(pause * 2) },
            // Asked before it opened: nothing new.
            open @ State::Open { .. } => open,
        };
    }

    /// How it stands.
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

/// What is left of a pause; none: it is over. A clock that went back ends it too.
fn left(since: DateTime<Utc>, pause: TimeDelta, now: DateTime<Utc>) -> Option<TimeDelta> {
    let left = since + pause - now;
    (left > TimeDelta::zero() && now >= since).then_some(left)
}

fn away(left: TimeDelta) -> Away {
    // Rounded up: a client that waits exactly that long must not be refused again.
    Away { retry_after: u64::try_from(left.num_milliseconds()).unwrap_or(0).div_ceil(1_000).max(1) }
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
    fn it_opens_after_failures_in_a_row_and_an_answer_in_between_starts_the_count_anew() {
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
        assert_eq!((breaker.ask(at(0)), breaker.opened()), (Err(Away { retry_after: 2 }), 1));
    }

    #[test]
    fn one_question_tries_after_the_pause_and_the_others_are_spared() {
        let mut breaker = open_at(0);
        assert_eq!(breaker.ask(at(1)), Err(Away { retry_after: 1 }));
        assert_eq!((breaker.ask(at(2)), breaker.state()), (Ok(()), BreakerState::HalfOpen));
        assert!(breaker.ask(at(2)).is_err(), "one is enough");
        breaker.answered();
        assert_eq!((breaker.ask(at(2)), breaker.state()), (Ok(()), BreakerState::Closed));
    }

    #[test]
    fn pauses_double_up_to_a_minute_and_are_short_again_once_it_was_well() {
        let mut breaker = open_at(0);
        let (mut now, mut pauses) = (0, Vec::new());
        for _trial in 0..8 {
            let Err(Away { retry_after }) = breaker.ask(at(now)) else { panic!("open") };
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
        assert_eq!(breaker.ask(at(now + 60)), Err(Away { retry_after: 2 }));
    }

    #[test]
    fn a_trial_that_is_lost_is_made_again() {
        let mut breaker = open_at(0);
        assert_eq!(breaker.ask(at(2)), Ok(()));
        assert!(breaker.ask(at(16)).is_err());
        assert_eq!(breaker.ask(at(17)), Ok(()));
    }

    #[test]
    fn a_clock_that_goes_back_keeps_nobody_waiting() {
        let mut breaker = open_at(1_000);
        assert_eq!(breaker.ask(at(0)), Ok(()));
    }

    #[test]
    fn failures_of_questions_from_before_it_opened_do_not_prolong_the_pause() {
        let mut breaker = open_at(0);
        breaker.failed(at(1));
        assert_eq!(breaker.ask(at(2)), Ok(()));
    }

    proptest! {
        /// Whatever happens in whatever order: it is never silent for longer than the longest pause, and while it is not
        /// closed at most one question is on its way in any pause.
        #[test]
        fn it_never_shuts_for_good(steps in proptest::collection::vec((0..3_u8, 0..90_i64), 1..200)) {
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
