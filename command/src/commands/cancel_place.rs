//! A player cancels their own place.

use chrono::{DateTime, NaiveDate, Utc};
use fairway_events::{BookingId, MemberId, PlaceId, StreamId};

use super::cancel::cancel;
use super::decide::{About, CountsAs, Decide};
use crate::reservation::ReservationCommand;
use crate::{Decision, Undecided, World};

/// Cancel one's own place.
#[derive(Debug, Clone)]
pub struct CancelPlace {
    /// The booking.
    pub booking: BookingId,
    /// The place.
    pub place: PlaceId,
    /// The member who asks.
    pub by: MemberId,
    /// The clock's day.
    pub today: NaiveDate,
    /// The clock's instant.
    pub at: DateTime<Utc>,
}

impl Decide for CancelPlace {
    const COUNTS_AS: CountsAs = CountsAs::Change;

    fn streams(&self) -> Vec<StreamId> {
        vec![StreamId::Reservation(self.booking)]
    }

    fn about(&self) -> About {
        About { booking: Some(self.booking), ..About::default() }
    }

    fn decide(&self, world: &impl World) -> Result<Decision, Undecided> {
        cancel(world, self.booking, &ReservationCommand::CancelPlace(self.clone()), self.today)
    }
}
