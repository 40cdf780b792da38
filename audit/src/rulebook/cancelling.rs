//! docs/domain.md §3.4: "Cancelling before the play date gives the right back […]. Cancelling on the play date forfeits it
//! […]. One exception: if a member books or adds another player on the play date, and the same member cancels the group or
//! removes that player on that day, that player's right is returned. […] After the play date nothing can be cancelled,
//! added or downloaded."

use std::cmp::Ordering;

use chrono::NaiveDate;
use fairway_events::MemberId;

use super::Outcome;

/// A cancelled place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CancelledPlace {
    /// The player of the place.
    pub member: MemberId,
    /// The play date.
    pub play_date: NaiveDate,
    /// The member who booked or added the place, and the day.
    pub taken: (MemberId, NaiveDate),
    /// Whether the player came in another's stead (§3.18: "the exception of rule 4 does not hold for a place that came by
    /// a swap").
    pub by_swap: bool,
    /// The member who cancelled the place, and the day.
    pub cancelled: (MemberId, NaiveDate),
}

/// The outcome of a cancellation for the right of the place; none when the cancellation is too late.
#[must_use]
pub fn outcome(place: &CancelledPlace) -> Option<Outcome> {
    let (by, on) = place.cancelled;
    match on.cmp(&place.play_date) {
        Ordering::Less => Some(Outcome::GivenBack),
        Ordering::Equal if !place.by_swap && by != place.member && place.taken == (by, place.play_date) => {
            Some(Outcome::GivenBack)
        }
        Ordering::Equal => Some(Outcome::Forfeited),
        Ordering::Greater => None,
    }
}
