//! The master cancels every place of a booking.

use chrono::{DateTime, NaiveDate, Utc};
use fairway_events::{BookingId, MemberId, StreamId};

use super::cancel::cancel;
use super::decide::{About, CountsAs, Decide};
use crate::reservation::ReservationCommand;
use crate::{Decision, Undecided, World};

/// Cancel every place of a booking; the master's right.
#[derive(Debug, Clone)]
pub struct CancelGroup {
    /// The booking.
    pub booking: BookingId,
    /// The member who asks.
    pub by: MemberId,
    /// The clock's day.
    pub today: NaiveDate,
    /// The clock's instant.
    pub at: DateTime<Utc>,
}

impl Decide for CancelGroup {
    const COUNTS_AS: CountsAs = CountsAs::Change;

    fn streams(&self) -> Vec<StreamId> {
        vec![StreamId::Reservation(self.booking)]
    }

    fn about(&self) -> About {
        About { booking: Some(self.booking), ..About::default() }
    }

    fn decide(&self, world: &impl World) -> Result<Decision, Undecided> {
        cancel(world, self.booking, &ReservationCommand::CancelGroup(self.clone()), self.today)
    }
}
