//! The second implementation of the rules of docs/domain.md §3. It shares no code with the write side on purpose: an
//! explanation or a check that ran the same code could never find a mistake in it.
//!
//! Everything here is a pure function of plain values: no I/O, no clock, no event. Where the write side stores
//! counters, this side counts claims each time. One file per group of rules, each naming its section.

pub mod assessment;
pub mod cancelling;
pub mod club;
pub mod club_maximum;
pub mod group;
pub mod holdings;
pub mod one_round;
pub mod profile;
pub mod refusal;
pub mod rights;
pub mod window;

pub use assessment::{Assessment, Check, Player, RoundRequest, Rule, assessment, checks};
pub use club::ClubTerms;
pub use holdings::{Claim, Holdings, Outcome, Pass, Voucher};
pub use refusal::{REFUSAL_CODES, Refusal};
