//! docs/domain.md §3.2: "A member has at most one active place on a play date."

use chrono::NaiveDate;

use super::{Claim, Holdings, Outcome, Refusal};

/// The member's active places on a date: at most one, unless the rule was broken.
pub fn rounds_on(holdings: &Holdings, date: NaiveDate) -> impl Iterator<Item = &Claim> {
    holdings.claims.iter().filter(move |claim| claim.outcome == Outcome::Held && claim.play_date == date)
}

/// Whether the member is free on that date.
///
/// # Errors
/// [`Refusal::AlreadyPlays`].
pub fn check(holdings: &Holdings, date: NaiveDate) -> Result<(), Refusal> {
    if rounds_on(holdings, date).next().is_some() { Err(Refusal::AlreadyPlays) } else { Ok(()) }
}
