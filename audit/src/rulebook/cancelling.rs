//! docs/domain.md §3.4: "Cancelling before the play date gives the right back […]. Cancelling on the play date forfeits it
//! […]. A place that somebody else took on its own play date and gives up again is the exception: […] its right comes
//! back. After the play date nothing can be cancelled, added or downloaded."

use std::cmp::Ordering;

use chrono::NaiveDate;
use fairway_events::MemberId;

use super::Outcome;

/// A place that was given up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GivenUp {
    /// Whose it was.
    pub member: MemberId,
    /// When they were to play.
    pub play_date: NaiveDate,
    /// Who booked or added it, and on which day.
    pub taken: (MemberId, NaiveDate),
    /// Who gave it up, and on which day.
    pub given_up: (MemberId, NaiveDate),
}

/// What a cancellation does to the right of the place: given back, forfeited, or none when it comes too late.
#[must_use]
pub fn outcome(place: &GivenUp) -> Option<Outcome> {
    let (by, on) = place.given_up;
    match on.cmp(&place.play_date) {
        Ordering::Less => Some(Outcome::GivenBack),
        Ordering::Equal if by != place.member && place.taken == (by, place.play_date) => {
            Some(Outcome::GivenBack)
        }
        Ordering::Equal => Some(Outcome::Forfeited),
        Ordering::Greater => None,
    }
}
