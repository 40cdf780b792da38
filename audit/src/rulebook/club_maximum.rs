//! docs/domain.md §3.5: "Per member, club and calendar year of the play date at most `max_plays_per_year` places. Active
//! and played places count; cancelled and forfeited ones do not."

use chrono::Datelike;
use fairway_events::ClubId;

use super::{Holdings, Outcome, Refusal};

/// How many of the member's places at a club count in a calendar year.
#[must_use]
pub fn rounds(holdings: &Holdings, club: &ClubId, year: i32) -> u32 {
    let counts = |claim: &&super::Claim| {
        claim.outcome == Outcome::Held && claim.club == *club && claim.play_date.year() == year
    };
    u32::try_from(holdings.claims.iter().filter(counts).count()).unwrap_or(u32::MAX)
}

/// Whether the club allows the member one more round in that year.
///
/// # Errors
/// [`Refusal::ClubMaximum`].
pub fn check(holdings: &Holdings, club: &ClubId, maximum: u32, year: i32) -> Result<(), Refusal> {
    if rounds(holdings, club, year) >= maximum { Err(Refusal::ClubMaximum(maximum)) } else { Ok(()) }
}
