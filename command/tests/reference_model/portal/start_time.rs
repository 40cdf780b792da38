//! A change of a start time, sent to the portal and to the model.

use fairway_command::{AgreeStartTime, Command};
use fairway_events::StartTime;

use super::{Portal, member};
use crate::operation::StartTimeChange;

fn full(hour: u8) -> StartTime {
    format!("{hour:02}:00").parse().unwrap()
}

impl Portal {
    pub(super) fn agree_start_time(&mut self, change: StartTimeChange) {
        if self.model.bookings.is_empty() {
            return;
        }
        let index = change.booking.index(self.model.bookings.len());
        let known = &self.model.bookings[index];
        let someone = known.playing().last().map_or(known.master, |place| place.member);
        let by = change.by.map_or(someone, member);
        let start_time = change.hour.map(full);
        let other = if known.start_time.is_some() { None } else { Some(full(23)) };
        let seen = if change.is_outdated { other } else { known.start_time };
        let command = Command::AgreeStartTime(AgreeStartTime {
            booking: known.id,
            by,
            start_time,
            seen,
            today: self.model.today,
            at: self.model.at(),
        });
        let expected = self.model.agree_start_time(index, by, start_time, seen);
        self.agree(&command, expected);
    }
}
