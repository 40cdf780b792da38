//! An operator cancels places of a booking in the players' names (docs/domain.md §3.16).

use chrono::{DateTime, NaiveDate, Utc};
use fairway_events::{BookingId, PlaceId, StreamId};

use super::cancel::cancel;
use super::decide::{CountsAs, Decide};
use crate::reservation::ReservationCommand;
use crate::{Decision, Undecided, World};

/// An operator's choice for the rights of the places that are cancelled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RightsChoice {
    /// Forfeited on the play date, else given back (docs/domain.md §3.4).
    ByRule,
    /// Given back.
    Return,
    /// Forfeited.
    Forfeit,
}

/// Cancel places of a booking in the players' names; an operator's act (docs/domain.md §3.16).
#[derive(Debug, Clone)]
pub struct CancelForPlayers {
    /// The booking.
    pub booking: BookingId,
    /// The places.
    pub places: Vec<PlaceId>,
    /// The choice for their rights.
    pub rights: RightsChoice,
    /// The clock's day.
    pub today: NaiveDate,
    /// The clock's instant.
    pub at: DateTime<Utc>,
}

impl Decide for CancelForPlayers {
    const COUNTS_AS: CountsAs = CountsAs::Nothing;

    fn streams(&self) -> Vec<StreamId> {
        vec![StreamId::Reservation(self.booking)]
    }

    fn decide(&self, world: &impl World) -> Result<Decision, Undecided> {
        cancel(world, self.booking, &ReservationCommand::CancelForPlayers(self.clone()), self.today)
    }
}
