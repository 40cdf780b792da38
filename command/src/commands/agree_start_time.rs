//! A player writes down for the group when it starts, as agreed with the club, or takes that away (docs/domain.md §3.23).

use chrono::{DateTime, NaiveDate, Utc};
use fairway_events::{BookingId, MemberId, StartTime, StreamId};

use super::decide::{About, CountsAs, Decide};
use crate::reservation::ReservationCommand;
use crate::{Decision, Reservation, Undecided, World};

/// Write down the start time of a round, or take it away; any active player may.
#[derive(Debug, Clone)]
pub struct AgreeStartTime {
    /// The booking.
    pub booking: BookingId,
    /// The member who asks.
    pub by: MemberId,
    /// The start time from here on; none: it is taken away.
    pub start_time: Option<StartTime>,
    /// The start time that the member saw. Where another player has changed it since, that player is not overruled.
    pub seen: Option<StartTime>,
    /// The clock's day.
    pub today: NaiveDate,
    /// The clock's instant.
    pub at: DateTime<Utc>,
}

impl Decide for AgreeStartTime {
    const COUNTS_AS: CountsAs = CountsAs::Change;

    fn streams(&self) -> Vec<StreamId> {
        vec![StreamId::Reservation(self.booking)]
    }

    fn about(&self) -> About {
        About { booking: Some(self.booking), ..About::default() }
    }

    fn decide(&self, world: &impl World) -> Result<Decision, Undecided> {
        let reservation = world.get::<Reservation>(self.booking)?;
        let agreed = reservation.decide(&ReservationCommand::AgreeStartTime(self.clone()))?;
        let mut decision = Decision::default();
        decision.add(StreamId::Reservation(self.booking), agreed);
        Ok(decision)
    }
}
