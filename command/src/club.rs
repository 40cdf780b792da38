//! What the rules need to know of a club. It is reference data: the caller reads it and passes it in, the domain
//! never looks it up.

use chrono::{NaiveDate, Weekday};
use fairway_events::{ClubId, Holes};

/// A club's offer and limits (docs/domain.md §3.5, §3.6).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Club {
    /// The club.
    pub id: ClubId,
    /// The lengths of round that it offers.
    pub holes: Vec<Holes>,
    /// Places per member and calendar year.
    pub max_plays_per_year: u32,
    /// Active places per play date; none: no limit.
    pub daily_capacity: Option<u32>,
    /// Days of the week on which it is closed.
    pub closed_weekdays: Vec<Weekday>,
    /// Dates on which it is closed, with the Dutch reason that members see.
    pub closures: Vec<(NaiveDate, String)>,
}
