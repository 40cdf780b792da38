//! Cancelling every place of a booking: the master's right.

use super::giving_up::give_up;
use crate::reservation::ReservationCommand;
use crate::{CancelGroup, Decision, Undecided, World};

impl CancelGroup {
    pub(super) fn decide(&self, world: &impl World) -> Result<Decision, Undecided> {
        let Self { booking, by, today, at } = *self;
        give_up(world, booking, &ReservationCommand::CancelGroup { by, today, at }, today)
    }
}
