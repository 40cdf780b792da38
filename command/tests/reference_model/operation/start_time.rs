//! The operation that changes a booking's start time. Few times, so that the same one is agreed again.

use proptest::bool::weighted;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::Index;

use super::by;

/// A player writes the start time of a booking down, or takes it away.
#[derive(Debug, Clone, Copy)]
pub(crate) struct StartTimeChange {
    pub(crate) booking: Index,
    pub(crate) by: Option<u8>,
    /// The full hour; none: the start time is taken away.
    pub(crate) hour: Option<u8>,
    /// Whether the member saw another start time than the present one.
    pub(crate) is_outdated: bool,
}

pub(super) fn start_time() -> impl Strategy<Value = StartTimeChange> {
    (any::<Index>(), by(), option::weighted(0.7, 9..=11_u8), weighted(0.3))
        .prop_map(|(booking, by, hour, is_outdated)| StartTimeChange { booking, by, hour, is_outdated })
}
