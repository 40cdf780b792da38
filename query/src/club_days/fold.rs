//! Events to rows: the net number of places that a batch takes or frees, per club and day.
//!
//! The one projection that adds to what is there. That is safe because rows and checkpoint move in one transaction:
//! no event is ever added twice.

use std::collections::BTreeMap;

use chrono::NaiveDate;
use fairway_events::{ClubId, CourseDayEvent, Event, PlaceId};
use sqlx::PgConnection;

use crate::{ProjectorError, Schema};

/// What a batch changes.
#[derive(Debug, Default)]
pub(crate) struct Changes {
    /// In the order of the primary key.
    net: BTreeMap<(NaiveDate, ClubId), i32>,
}

impl Changes {
    pub(crate) fn apply(&mut self, event: &Event) {
        match event {
            Event::CourseDay(CourseDayEvent::PlacesClaimed { club, date, places, booking: _ }) => {
                self.add(club, *date, count(places));
            }
            Event::CourseDay(CourseDayEvent::PlacesReleased { club, date, places, booking: _ }) => {
                self.add(club, *date, -count(places));
            }
            // The day's own events count its places.
            Event::Reservation(_) | Event::Membership(_) | Event::Voucher(_) | Event::Order(_) => {}
        }
    }

    fn add(&mut self, club: &ClubId, date: NaiveDate, places: i32) {
        *self.net.entry((date, club.clone())).or_default() += places;
    }

    pub(crate) async fn write(
        self,
        connection: &mut PgConnection,
        schema: &Schema,
    ) -> Result<u64, ProjectorError> {
        // A row that would be negative fails its check before the upsert sees the row that is there, so that a net
        // loss is an update of its own. Its row exists: what was released had been claimed.
        let (gains, losses): (Vec<_>, Vec<_>) = self.net.iter().partition(|(_, net)| **net >= 0);
        let mut rows = 0;
        for (changes, template) in
            [(gains, include_str!("add_to_club_days.sql")), (losses, include_str!("take_from_club_days.sql"))]
        {
            if changes.is_empty() {
                continue;
            }
            let sql = schema.sql(template);
            let done = sqlx::query(&sql)
                .bind(changes.iter().map(|((date, _), _)| *date).collect::<Vec<_>>())
                .bind(changes.iter().map(|((_, club), _)| club.0.as_str()).collect::<Vec<_>>())
                .bind(changes.iter().map(|(_, net)| **net).collect::<Vec<_>>())
                .execute(&mut *connection)
                .await?;
            rows += ProjectorError::unless_all("club_days", changes.len(), done.rows_affected())?;
        }
        Ok(rows)
    }
}

/// A booking has four places at most.
fn count(places: &[PlaceId]) -> i32 {
    i32::try_from(places.len()).unwrap_or(i32::MAX)
}
