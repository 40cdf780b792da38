//! docs/domain.md §3, "Settled details": "The caller's own incomplete profile blocks booking (409); a co-player's does
//! not."

use super::Refusal;

/// Whether the caller's profile is complete enough to book. It is checked before every other rule.
///
/// # Errors
/// [`Refusal::ProfileIncomplete`].
pub const fn check(complete: bool) -> Result<(), Refusal> {
    if complete { Ok(()) } else { Err(Refusal::ProfileIncomplete) }
}
