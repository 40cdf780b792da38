//! The booking window: which days can be booked today (docs/domain.md §1).

use chrono::{Datelike, Days, NaiveDate};

use crate::DateReason;

/// Days that the calendar shows, and that may be booked from today on.
pub const WINDOW_DAYS: u64 = 21;

/// The 21 days from the Monday of a day's week.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BookingWindow {
    /// The Monday of the week in which today lies.
    pub first: NaiveDate,
    /// The last day that can be booked: that Monday + 20 days.
    pub last: NaiveDate,
}

impl BookingWindow {
    /// The window of a day.
    #[must_use]
    pub fn around(today: NaiveDate) -> Self {
        let since_monday = u64::from(today.weekday().num_days_from_monday());
        let first = today.checked_sub_days(Days::new(since_monday)).unwrap_or(NaiveDate::MIN);
        let last = first.checked_add_days(Days::new(WINDOW_DAYS - 1)).unwrap_or(NaiveDate::MAX);
        Self { first, last }
    }

    /// The 21 days, in order; those before today among them.
    pub fn dates(&self) -> impl Iterator<Item = NaiveDate> + use<> {
        self.first.iter_days().take(WINDOW_DAYS as usize)
    }

    /// Whether a day can be booked today: it lies in the window, and today or later.
    ///
    /// # Errors
    /// The reason why not.
    pub fn check(&self, date: NaiveDate, today: NaiveDate) -> Result<(), DateReason> {
        if date < today {
            Err(DateReason::Past)
        } else if date > self.last {
            Err(DateReason::NotYet)
        } else {
            Ok(())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(text: &str) -> NaiveDate {
        text.parse().unwrap()
    }

    #[test]
    fn begins_on_the_monday_of_today_and_has_21_days() {
        for today in ["2026-11-16", "2026-11-20", "2026-11-22"] {
            let window = BookingWindow::around(day(today));
            assert_eq!(window, BookingWindow { first: day("2026-11-16"), last: day("2026-12-06") });
            let dates: Vec<_> = window.dates().collect();
            assert_eq!(dates.len(), 21);
            assert_eq!((dates[0], dates[20]), (window.first, window.last));
        }
        assert_eq!(BookingWindow::around(day("2026-11-23")).first, day("2026-11-23"));
    }

    #[test]
    fn keeps_its_21_days_over_the_change_of_clocks_and_of_the_year() {
        let autumn = BookingWindow::around(day("2026-10-24"));
        assert_eq!((autumn.first, autumn.last), (day("2026-10-19"), day("2026-11-08")));
        let new_year = BookingWindow::around(day("2026-12-31"));
        assert_eq!((new_year.first, new_year.last), (day("2026-12-28"), day("2027-01-17")));
    }

    #[test]
    fn only_today_and_later_days_of_the_window_can_be_booked() {
        let today = day("2026-11-20");
        let window = BookingWindow::around(today);
        assert_eq!(window.check(day("2026-11-19"), today), Err(DateReason::Past));
        assert_eq!(window.check(today, today), Ok(()));
        assert_eq!(window.check(day("2026-12-06"), today), Ok(()));
        assert_eq!(window.check(day("2026-12-07"), today), Err(DateReason::NotYet));
    }
}
