//! The seal over the journal: a chain of hashes that makes a change of history show.
//!
//! Each event's hash is SHA-256 over the hash before it and the event as it is stored. The [`Sealer`] keeps the chain in
//! the table `seal`, in the background, not on the path of bookings; [`check`] computes it again and names what differs. Who
//! can change the journal can change the table too: that is what a head is for, written down where they cannot reach.
//!
//! What is hashed is bytes, not meaning: events are sealed whether or not this version can read them, and no upcaster or
//! fold can make a seal break.

mod chain;
mod check;
mod findings;
mod sealer;

pub use chain::{Hash, Head, InvalidHead, head};
pub use check::{Checked, check};
pub use findings::{EventName, Finding};
pub use sealer::{SealError, Sealed, Sealer};
