//! Agreeing on the start time of a round (docs/domain.md §3.23).

use fairway_events::ReservationEvent;

use super::Reservation;
use crate::{AgreeStartTime, Rejection};

impl Reservation {
    pub(super) fn agree_start_time(
        &self,
        agree: &AgreeStartTime,
    ) -> Result<Vec<ReservationEvent>, Rejection> {
        let booking = self.booking_of(agree.by)?;
        if booking.active().next().is_none() {
            return Err(Rejection::BookingCancelled);
        }
        // Before the comparison: a member who left must not learn by it what was agreed since (§3.8).
        if !booking.active().any(|place| place.member == agree.by) {
            return Err(Rejection::CallerNotPlaying);
        }
        let known = booking.start_time;
        if known == agree.start_time {
            return Ok(vec![]);
        }
        if booking.play_date < agree.today {
            return Err(Rejection::TooLateToAgree);
        }
        if known != agree.seen {
            return Err(Rejection::StartTimeChanged { by: booking.start_time_by, start_time: known });
        }
        Ok(vec![ReservationEvent::StartTimeAgreed {
            booking: booking.id,
            start_time: agree.start_time,
            by: agree.by,
            agreed_at: agree.at,
        }])
    }
}
