//! The start time of a booking in the model.

use fairway_events::{MemberId, StartTime};

use super::{Model, Refusal, refuse};

impl Model {
    pub(crate) fn agree_start_time(
        &mut self,
        index: usize,
        by: MemberId,
        start_time: Option<StartTime>,
        seen: Option<StartTime>,
    ) -> Result<bool, Refusal> {
        let booking = &mut self.bookings[index];
        if !booking.has(by) {
            return refuse("reservation_not_found");
        }
        if booking.playing().next().is_none() {
            return refuse("booking_cancelled");
        }
        if booking.playing().all(|place| place.member != by) {
            return refuse("caller_not_playing");
        }
        if booking.start_time == start_time {
            return Ok(false);
        }
        if booking.date < self.today {
            return refuse("too_late_to_agree");
        }
        if booking.start_time != seen {
            return refuse("start_time_changed");
        }
        booking.start_time = start_time;
        Ok(true)
    }
}
