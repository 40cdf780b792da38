//! When a mail or a message on a device is sent that tells of a change (docs/domain.md §4).

use chrono::{DateTime, Utc};

/// The way in which a change is told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Queueing {
    /// Send it at once.
    AtOnce,
    /// Send it then, with what else happens until then.
    Until(DateTime<Utc>),
    /// A mail or message that waits tells it.
    Combined,
}
