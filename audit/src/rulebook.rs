//! The rules of docs/domain.md §3, written down a second time and on purpose without a line of the write side's code:
//! an explanation or a check that ran the same code could never find a mistake in it.
//!
//! Everything here is a pure function of plain values: no I/O, no clock, no event. Where the write side keeps
//! counters, this side counts claims each time. One file per family of rules, each naming its section.

pub mod cancelling;
pub mod club;
pub mod club_maximum;
pub mod group;
pub mod holdings;
pub mod one_round;
pub mod profile;
pub mod refusal;
pub mod rights;
pub mod verdict;
pub mod window;

pub use club::ClubTerms;
pub use holdings::{Claim, Holdings, Outcome, Pass, Voucher};
pub use refusal::Refusal;
pub use verdict::{Check, Player, Question, Rule, Verdict, checks, verdict};
