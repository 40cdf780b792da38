//! Events to rows: places from bookings, vouchers from their own streams. An event that ends what began in the same
//! batch is folded into the new row.

use chrono::NaiveDate;
use chrono_tz::Europe::Amsterdam;
use fairway_events::{Actor, Event, RecordedEvent};
use sqlx::PgConnection;

use crate::{ProjectorError, Schema};

mod places;
mod vouchers;

/// What a batch changes.
#[derive(Debug, Default)]
pub(crate) struct Changes {
    places: places::Changes,
    vouchers: vouchers::Changes,
}

impl Changes {
    pub(crate) fn apply(&mut self, recorded: &RecordedEvent) {
        match &recorded.event {
            Event::Reservation(event) => self.places.apply(event, recorded.actor == Actor::import()),
            Event::Voucher(event) => self.vouchers.apply(event, day_of(recorded)),
            // Rights and orders are counted from the members' own read models.
            Event::Membership(_) | Event::CourseDay(_) | Event::Order(_) => {}
        }
    }

    pub(crate) async fn write(
        self,
        connection: &mut PgConnection,
        schema: &Schema,
    ) -> Result<u64, ProjectorError> {
        let places = self.places.write(connection, schema).await?;
        Ok(places + self.vouchers.write(connection, schema).await?)
    }
}

/// The day on which it was recorded, in Europe/Amsterdam.
fn day_of(recorded: &RecordedEvent) -> NaiveDate {
    recorded.recorded_at.with_timezone(&Amsterdam).date_naive()
}
