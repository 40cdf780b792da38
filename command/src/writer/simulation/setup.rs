//! The setting that the runs have in common, and the parts that some of them switch off.

use crate::writer::machine::Guard;
use crate::{Club, fixtures};

/// Members who book; one more has a stream that cannot be read.
pub(super) const MEMBERS: usize = 8;

/// The member whose stream cannot be read.
pub(super) const UNREADABLE: u128 = 9;

/// A part that is switched off, so that a test shows that the simulation notices it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Without {
    /// A protection of the machine.
    Guard(Guard),
    /// The journal takes an append on any head.
    Head,
    /// The journal compares the head's position, not its stamp.
    Stamp,
    /// An append may come late, after it was looked for.
    Turn,
    /// The journal appends also the parts that others touched.
    Parts,
}

/// A club with so many places a day.
pub(super) fn club(places: u32) -> Club {
    Club { daily_capacity: Some(places), closed_weekdays: vec![], closures: vec![], ..fixtures::club() }
}
