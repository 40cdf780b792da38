//! The only module that reads the system's clock. All other code receives an instant, or a day in Europe/Amsterdam.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use chrono::{DateTime, NaiveDate, NaiveTime, TimeDelta, Utc};
use chrono_tz::Europe::Amsterdam;

/// The time. Cheap to clone; clones share their state.
#[derive(Debug, Clone)]
pub struct Clock(Source);

#[derive(Debug, Clone)]
enum Source {
    /// The system's clock, with an offset.
    Running(TimeDelta),
    /// Does not run; changes only by [`Clock::advance`]. Microseconds since the epoch.
    Fixed(Arc<AtomicI64>),
}

impl Clock {
    /// A clock that starts at the given instant and runs on; without one, the system's time.
    #[must_use]
    pub fn starting_at(start: Option<DateTime<Utc>>) -> Self {
        Self(Source::Running(start.map_or_else(TimeDelta::zero, |start| start - system_now())))
    }

    /// A clock that does not run, for tests that depend on the time.
    #[must_use]
    pub fn fixed_at(instant: DateTime<Utc>) -> Self {
        Self(Source::Fixed(Arc::new(AtomicI64::new(instant.timestamp_micros()))))
    }

    /// Advances a fixed clock; has no effect on a running one.
    pub fn advance(&self, by: TimeDelta) {
        if let Source::Fixed(micros) = &self.0 {
            micros.fetch_add(by.num_microseconds().unwrap_or(0), Ordering::SeqCst);
        }
    }

    /// The instant, UTC. In whole microseconds, which is PostgreSQL's precision, so that a stored instant reads
    /// back equal.
    #[must_use]
    pub fn now(&self) -> DateTime<Utc> {
        let micros = match &self.0 {
            Source::Running(offset) => (system_now() + *offset).timestamp_micros(),
            Source::Fixed(micros) => micros.load(Ordering::SeqCst),
        };
        DateTime::from_timestamp_micros(micros).unwrap_or(DateTime::UNIX_EPOCH)
    }

    /// The day in Europe/Amsterdam.
    #[must_use]
    pub fn today(&self) -> NaiveDate {
        day_of(self.now())
    }
}

/// The day of an instant in Europe/Amsterdam.
#[must_use]
pub fn day_of(instant: DateTime<Utc>) -> NaiveDate {
    instant.with_timezone(&Amsterdam).date_naive()
}

/// Seconds until the next day begins in Europe/Amsterdam, rounded up; at least 1.
#[must_use]
pub fn seconds_until_tomorrow(now: DateTime<Utc>) -> u64 {
    let tomorrow = day_of(now).succ_opt().unwrap_or(NaiveDate::MAX).and_time(NaiveTime::MIN);
    // Midnight exists on every day: the clocks change later in the night.
    let midnight = tomorrow.and_local_timezone(Amsterdam).earliest();
    let left = midnight.map_or(TimeDelta::days(1), |midnight| midnight.to_utc() - now);
    u64::try_from(left.num_seconds() + 1).unwrap_or(1)
}

#[expect(clippy::disallowed_methods, reason = "this is the clock module")]
fn system_now() -> DateTime<Utc> {
    Utc::now()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> DateTime<Utc> {
        text.parse().expect("an instant")
    }

    #[test]
    fn days_change_at_midnight_in_amsterdam_summer_and_winter() {
        for (instant, day) in [
            ("2026-07-01T21:59:59Z", "2026-07-01"),
            ("2026-07-01T22:00:00Z", "2026-07-02"),
            ("2026-12-31T22:59:59Z", "2026-12-31"),
            ("2026-12-31T23:00:00Z", "2027-01-01"),
            // The night of the change to winter time: 25 hours long.
            ("2026-10-24T22:00:00Z", "2026-10-25"),
            ("2026-10-25T22:59:59Z", "2026-10-25"),
            ("2026-10-25T23:00:00Z", "2026-10-26"),
        ] {
            assert_eq!(Clock::fixed_at(at(instant)).today().to_string(), day, "{instant}");
        }
    }

    #[test]
    fn a_day_ends_at_midnight_also_when_it_has_25_hours() {
        assert_eq!(seconds_until_tomorrow(at("2026-11-20T22:59:59Z")), 2);
        assert_eq!(seconds_until_tomorrow(at("2026-10-24T22:00:00Z")), 25 * 3600 + 1);
    }

    #[test]
    fn a_started_clock_begins_at_the_given_instant() {
        let clock = Clock::starting_at(Some(at("2031-02-03T04:05:06Z")));
        assert_eq!(clock.today().to_string(), "2031-02-03");
    }
}
