//! Events to rows: the net number of places that a batch takes or frees, per club and day.
//!
//! This projection adds to stored counts. That is safe because rows and checkpoint move in one transaction, so no event
//! is added twice.

use std::collections::BTreeMap;

use chrono::NaiveDate;
use fairway_events::{AggregateType, ClubId, CourseDayEvent, Event, PlaceId, RecordedEvent};

use crate::fold::Treatment::Open;
use crate::fold::{Fold, Tables};
use crate::reads::Query;
use crate::rows::{Rows, Writer};
use crate::{Projection, ProjectorError};

/// What a batch changes.
#[derive(Debug, Default)]
pub(super) struct Changes {
    /// In the order of the primary key.
    net: BTreeMap<(NaiveDate, ClubId), i32>,
}

/// The projection.
pub const PROJECTION: Projection = Projection::of::<Changes>();

impl Fold for Changes {
    const NAME: &'static str = "club_days";
    const TABLES: Tables = &[("club_days", &[("play_date", Open), ("claimed", Open), ("club_id", Open)])];
    const READS: &'static [AggregateType] = &[AggregateType::CourseDay];
    const QUERIES: &'static [Query] = super::QUERIES;
    const SOURCES: &'static [&'static str] = &[
        include_str!("fold.rs"),
        include_str!("add_to_club_days.sql"),
        include_str!("take_from_club_days.sql"),
    ];

    fn apply(&mut self, recorded: &RecordedEvent) {
        match &recorded.event {
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

    async fn write(self, writer: &mut Writer<'_>) -> Result<(), ProjectorError> {
        // In an upsert a negative count fails the column's check before the existing row is found. So a net release is
        // a separate update. Its row exists, because the places had been claimed before.
        let (claims, releases): (Vec<_>, Vec<_>) = self.net.iter().partition(|(_, net)| **net >= 0);
        for (changes, template) in [
            (claims, include_str!("add_to_club_days.sql")),
            (releases, include_str!("take_from_club_days.sql")),
        ] {
            Rows::of(changes)
                .column("play_date", |((date, _), _)| *date)
                .column("club_id", |((_, club), _)| club.0.as_str())
                .column("net", |(_, net)| *net)
                .update("club_days", template, writer)
                .await?;
        }
        Ok(())
    }
}

impl Changes {
    fn add(&mut self, club: &ClubId, date: NaiveDate, places: i32) {
        *self.net.entry((date, club.clone())).or_default() += places;
    }
}

/// A booking has four places at most.
fn count(places: &[PlaceId]) -> i32 {
    i32::try_from(places.len()).unwrap_or(i32::MAX)
}
