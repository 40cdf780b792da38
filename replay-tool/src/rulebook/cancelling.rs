//! docs/domain.md §3.4: "Cancelling before the play date gives the right back […]. Cancelling on the play date forfeits it
//! […]. After the play date nothing can be cancelled, added or downloaded."

use std::cmp::Ordering;

use chrono::NaiveDate;

use super::Outcome;

/// What a cancellation does to the right of the place: given back, forfeited, or none when it comes too late.
#[must_use]
pub fn outcome(play_date: NaiveDate, cancelled_on: NaiveDate) -> Option<Outcome> {
    match cancelled_on.cmp(&play_date) {
        Ordering::Less => Some(Outcome::GivenBack),
        Ordering::Equal => Some(Outcome::Forfeited),
        Ordering::Greater => None,
    }
}
