//! When a mail or a message on a device is sent that tells of a change (docs/domain.md §3.15).

use chrono::{DateTime, Utc};

/// Whether a change waits for further ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Haste {
    /// It waits where another change of the day was told shortly before.
    Waits,
    /// The recipient does not play any more: it is told at once, and what waits about the round with it.
    EndsWaiting,
    /// It is told at once, and what waits still waits.
    NeverWaits,
}

/// The way in which a change is told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Queueing {
    /// Send it at once.
    AtOnce,
    /// Send it then, with what else happens until then.
    Until(DateTime<Utc>),
    /// A mail or message that waits tells it.
    Combined,
    /// The mail or message that waits from before tells it, at once.
    WithWaiting,
}
