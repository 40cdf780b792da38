//! Removing a co-player: the master's right.

use super::giving_up::give_up;
use crate::reservation::ReservationCommand;
use crate::{Decision, RemovePlayer, Undecided, World};

impl RemovePlayer {
    pub(super) fn decide(&self, world: &impl World) -> Result<Decision, Undecided> {
        let Self { booking, place, by, today, at } = *self;
        give_up(world, booking, &ReservationCommand::RemovePlayer { place, by, today, at }, today)
    }
}
