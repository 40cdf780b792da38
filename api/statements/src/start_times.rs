//! When the groups of lines started, as they agreed it. It is no part of a statement: a time may be agreed after the month is
//! closed.

use std::collections::HashMap;

use fairway_endpoint::common::Common;
use fairway_endpoint::failure::Failure;
use fairway_events::{BookingId, StartTime};
use fairway_query::statements as read;

/// Agreed times by booking.
#[derive(Debug, Default)]
pub(crate) struct StartTimes(HashMap<BookingId, StartTime>);

impl StartTimes {
    /// In one statement.
    pub(crate) async fn read(common: &Common, lines: &[read::Line]) -> Result<Self, Failure> {
        let mut bookings: Vec<BookingId> = lines.iter().filter_map(booking).collect();
        bookings.sort_unstable();
        bookings.dedup();
        Ok(Self(common.reads.start_times(&bookings).await?))
    }

    #[cfg(test)]
    pub(crate) fn of<const N: usize>(times: [(BookingId, &str); N]) -> Self {
        Self(times.into_iter().map(|(id, time)| (id, time.parse().expect("a time"))).collect())
    }

    /// `10:20`; none: its group agreed none, or it is of a dispute.
    pub(crate) fn of_line(&self, line: &read::Line) -> Option<String> {
        booking(line).and_then(|booking| self.0.get(&booking)).map(ToString::to_string)
    }
}

fn booking(line: &read::Line) -> Option<BookingId> {
    match &line.of {
        read::LineOf::Place { booking, .. } => Some(*booking),
        read::LineOf::Dispute(_) => None,
    }
}
