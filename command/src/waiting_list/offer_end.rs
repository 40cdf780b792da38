//! Until when an offer holds.

use chrono::{DateTime, Days, NaiveDate, NaiveTime, TimeDelta, TimeZone, Timelike, Utc};
use chrono_tz::Europe::Amsterdam;

/// How long places are offered.
const LONG: TimeDelta = TimeDelta::hours(2);

/// How long when play is near.
const SHORT: TimeDelta = TimeDelta::minutes(30);

/// The hour in Europe/Amsterdam of the day before from which play is near.
const EVENING: u32 = 18;

/// Until when places of a day are offered at an instant: 2 hours; 30 minutes on the day itself and from 18:00 on the day
/// before; never beyond the end of the day. None: the day is over.
#[must_use]
pub fn offer_end(date: NaiveDate, at: DateTime<Utc>) -> Option<DateTime<Utc>> {
    let local = at.with_timezone(&Amsterdam);
    let is_eve = local.date_naive().checked_add_days(Days::new(1)) == Some(date);
    let is_near = local.date_naive() >= date || (is_eve && local.hour() >= EVENING);
    let next_day = date.checked_add_days(Days::new(1))?.and_time(NaiveTime::MIN);
    let day_ends = Amsterdam.from_local_datetime(&next_day).earliest()?.to_utc();
    let end = at.checked_add_signed(if is_near { SHORT } else { LONG })?.min(day_ends);
    (end > at).then_some(end)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn end(date: &str, at: &str) -> Option<String> {
        let at: DateTime<Utc> = at.parse().unwrap();
        offer_end(date.parse().unwrap(), at).map(|end| end.with_timezone(&Amsterdam).to_rfc3339())
    }

    #[test]
    fn an_offer_holds_for_two_hours_and_for_half_an_hour_when_play_is_near() {
        for (at, wanted) in [
            ("2026-11-25T10:00:00+01:00", "2026-11-25T12:00:00+01:00"),
            ("2026-11-27T17:59:59+01:00", "2026-11-27T19:59:59+01:00"),
            ("2026-11-27T18:00:00+01:00", "2026-11-27T18:30:00+01:00"),
            ("2026-11-28T09:00:00+01:00", "2026-11-28T09:30:00+01:00"),
        ] {
            assert_eq!(end("2026-11-28", at).as_deref(), Some(wanted), "{at}");
        }
    }

    #[test]
    fn no_offer_outlasts_the_day() {
        assert_eq!(
            end("2026-11-28", "2026-11-28T23:45:00+01:00").as_deref(),
            Some("2026-11-29T00:00:00+01:00")
        );
        assert_eq!(end("2026-11-28", "2026-11-29T00:00:00+01:00"), None);
    }

    #[test]
    fn the_hours_are_those_of_amsterdam_also_when_the_clocks_change() {
        // 28 March 2027 begins at 23:00 UTC and ends, an hour shorter, at 22:00 UTC.
        assert_eq!(end("2027-03-28", "2027-03-27T17:30:00Z").as_deref(), Some("2027-03-27T19:00:00+01:00"));
        assert_eq!(end("2027-03-28", "2027-03-28T21:45:00Z").as_deref(), Some("2027-03-29T00:00:00+02:00"));
    }
}
