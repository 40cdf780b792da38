//! Cancelling one's own place.

use super::giving_up::give_up;
use crate::reservation::ReservationCommand;
use crate::{CancelPlace, Decision, Undecided, World};

impl CancelPlace {
    pub(super) fn decide(&self, world: &impl World) -> Result<Decision, Undecided> {
        let Self { booking, place, by, today, at } = *self;
        give_up(world, booking, &ReservationCommand::CancelPlace { place, by, today, at }, today)
    }
}
