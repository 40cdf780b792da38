//! The seal over the journal: a chain of hashes that detects every change of stored events.
//!
//! Each event's hash is SHA-256 over the hash before it and the event as it is stored. The [`Sealer`] keeps the chain in
//! the table `seal`, in the background, outside the write path; [`check`] computes it again and names what differs. An
//! attacker who can change the journal can change the table too. Therefore operators store heads of the chain
//! elsewhere.
//!
//! The hash covers bytes, not decoded events: events are sealed whether or not this version can read them, and no
//! upcaster or fold can break the seal.

mod chain;
mod check;
mod findings;
mod history;
mod sealer;

pub use chain::{Hash, Head, InvalidHead, head};
pub use check::{Checked, check, check_at};
pub use findings::{EventName, Finding};
pub use history::{DayHead, HeadComparison, compare_head, history, recorded_head};
pub use sealer::{SealError, Sealed, Sealer};
