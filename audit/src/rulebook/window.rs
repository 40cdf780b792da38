//! docs/domain.md §1: "The booking window is 21 days from the Monday of today's week. Its days from today on can be
//! booked."

use chrono::{Datelike, Days, NaiveDate};

use super::Refusal;

/// The first day that the calendar shows: the Monday of today's week.
#[must_use]
pub fn first_shown(today: NaiveDate) -> NaiveDate {
    today - Days::new(u64::from(today.weekday().num_days_from_monday()))
}

/// The last day that can be booked.
#[must_use]
pub fn last_bookable(today: NaiveDate) -> NaiveDate {
    first_shown(today) + Days::new(20)
}

/// Whether a date can be booked today.
///
/// # Errors
/// [`Refusal::Past`] or [`Refusal::NotYet`].
pub fn check(date: NaiveDate, today: NaiveDate) -> Result<(), Refusal> {
    if date < today {
        return Err(Refusal::Past);
    }
    if date > last_bookable(today) {
        return Err(Refusal::NotYet);
    }
    Ok(())
}
