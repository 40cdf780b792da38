//! The operations on waiting lists, and their probabilities.

use fairway_events::Holes;
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::{Index, select};

use super::{by, holes, member};

/// An operation on waiting lists.
#[derive(Debug, Clone)]
pub(crate) enum Waiting {
    /// For the day of a booking. Without players, `size` members who do not play on that day.
    Join {
        booking: Index,
        players: Option<Vec<u8>>,
        size: usize,
        holes: Holes,
        /// Whether a player of the booking asks, for others to join it.
        to_join: bool,
    },
    Leave {
        group: Index,
        by: Option<u8>,
    },
    Decline {
        group: Index,
        by: Option<u8>,
    },
    Take {
        group: Index,
        by: Option<u8>,
    },
    /// Asked by the portal's process for the day of a group.
    Offer {
        group: Index,
    },
    Pass {
        minutes: i64,
    },
}

pub(super) fn waiting() -> impl Strategy<Value = Waiting> {
    let players = option::weighted(0.2, vec(member(), 1..=5));
    let join = (any::<Index>(), players, 1..=3_usize, holes(), any::<bool>()).prop_map(
        |(booking, players, size, holes, to_join)| Waiting::Join { booking, players, size, holes, to_join },
    );
    prop_oneof![
        3 => join,
        1 => (any::<Index>(), by()).prop_map(|(group, by)| Waiting::Leave { group, by }),
        1 => (any::<Index>(), by()).prop_map(|(group, by)| Waiting::Decline { group, by }),
        3 => (any::<Index>(), by()).prop_map(|(group, by)| Waiting::Take { group, by }),
        4 => any::<Index>().prop_map(|group| Waiting::Offer { group }),
        1 => select(vec![1_i64, 29, 31, 119, 121]).prop_map(|minutes| Waiting::Pass { minutes }),
    ]
}
