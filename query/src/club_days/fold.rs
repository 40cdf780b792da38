//! Events to rows: the net number of places that a batch takes or frees, per club and day, and what operators changed for
//! a day.
//!
//! This projection adds to stored counts. That is safe because rows and checkpoint move in one transaction, so no event
//! is added twice.

use std::collections::BTreeMap;

use chrono::NaiveDate;
use fairway_events::{AggregateType, ClubId, CourseDayEvent, Event, PlaceId, RecordedEvent};
use sqlx::Row;

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
    limits: BTreeMap<(NaiveDate, ClubId), Vec<DayLimit>>,
}

/// A change of what a day allows.
#[derive(Debug)]
enum DayLimit {
    Closed(String),
    Capacity(i32),
    Reopened,
}

/// What a day allows, after its changes.
#[derive(Debug, Default)]
struct DayLimits {
    closed_notice: Option<String>,
    capacity: Option<i32>,
}

/// The projection.
pub const PROJECTION: Projection = Projection::of::<Changes>();

impl Fold for Changes {
    const NAME: &'static str = "club_days";
    const TABLES: Tables = &[(
        "club_days",
        &[
            ("play_date", Open),
            ("claimed", Open),
            ("club_id", Open),
            ("closed_notice", Open),
            ("capacity", Open),
        ],
    )];
    const READS: &'static [AggregateType] = &[AggregateType::CourseDay];
    const QUERIES: &'static [Query] = super::QUERIES;
    const SOURCES: &'static [&'static str] = &[
        include_str!("fold.rs"),
        include_str!("add_to_club_days.sql"),
        include_str!("take_from_club_days.sql"),
        include_str!("change_club_days.sql"),
    ];

    fn apply(&mut self, recorded: &RecordedEvent) {
        match &recorded.event {
            Event::CourseDay(CourseDayEvent::PlacesClaimed { club, date, places, booking: _ }) => {
                self.add(club, *date, count(places));
            }
            Event::CourseDay(CourseDayEvent::PlacesReleased { club, date, places, booking: _ }) => {
                self.add(club, *date, -count(places));
            }
            // The day is as full as before.
            Event::CourseDay(CourseDayEvent::PlaceSwapped {
                club: _,
                date: _,
                booking: _,
                from: _,
                to: _,
            }) => {}
            Event::CourseDay(CourseDayEvent::DayClosed { club, date, notice }) => {
                self.limit(club, *date, DayLimit::Closed(notice.clone()));
            }
            Event::CourseDay(CourseDayEvent::DayLimited { club, date, capacity }) => {
                self.limit(club, *date, DayLimit::Capacity(i32::try_from(*capacity).unwrap_or(i32::MAX)));
            }
            Event::CourseDay(CourseDayEvent::DayReopened { club, date }) => {
                self.limit(club, *date, DayLimit::Reopened);
            }
            // The day's own events count its places.
            Event::Reservation(_) | Event::Membership(_) | Event::Voucher(_) | Event::Order(_) => {}
        }
    }

    async fn write(self, writer: &mut Writer<'_>) -> Result<(), ProjectorError> {
        // In an upsert a negative count fails the column's check before the existing row is found. So a net release is
        // a separate update. Its row exists, because the places had been claimed before.
        if !self.limits.is_empty() {
            let limits = self.limits(writer).await?;
            Rows::of(&limits)
                .column("play_date", |((date, _), _)| *date)
                .column("club_id", |((_, club), _)| club.0.as_str())
                .column("closed_notice", |(_, limits)| limits.closed_notice.as_deref())
                .column("capacity", |(_, limits)| limits.capacity)
                .update("club_days", include_str!("change_club_days.sql"), writer)
                .await?;
        }
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

    fn limit(&mut self, club: &ClubId, date: NaiveDate, limit: DayLimit) {
        self.limits.entry((date, club.clone())).or_default().push(limit);
    }

    /// What the changed days allow now: the changes follow what the table says.
    async fn limits(
        &self,
        writer: &mut Writer<'_>,
    ) -> Result<BTreeMap<(NaiveDate, ClubId), DayLimits>, sqlx::Error> {
        let (dates, clubs): (Vec<NaiveDate>, Vec<&str>) =
            self.limits.keys().map(|(date, club)| (*date, club.0.as_str())).unzip();
        let sql = writer.schema.sql(
            "SELECT play_date, club_id, closed_notice, capacity FROM {schema}.club_days
             WHERE (play_date, club_id) IN (SELECT * FROM UNNEST($1::date[], $2::text[]))",
        );
        let rows = sqlx::query(&sql).bind(dates).bind(clubs).fetch_all(&mut *writer.connection).await?;
        let mut limits: BTreeMap<(NaiveDate, ClubId), DayLimits> = BTreeMap::new();
        for row in rows {
            let key = (row.try_get("play_date")?, ClubId(row.try_get("club_id")?));
            let (closed_notice, capacity) = (row.try_get("closed_notice")?, row.try_get("capacity")?);
            limits.insert(key, DayLimits { closed_notice, capacity });
        }
        for (day, changes) in &self.limits {
            let limits = limits.entry(day.clone()).or_default();
            for change in changes {
                match change {
                    DayLimit::Closed(notice) => limits.closed_notice = Some(notice.clone()),
                    DayLimit::Capacity(capacity) => limits.capacity = Some(*capacity),
                    DayLimit::Reopened => *limits = DayLimits::default(),
                }
            }
        }
        Ok(limits)
    }
}

/// A booking has four places at most.
fn count(places: &[PlaceId]) -> i32 {
    i32::try_from(places.len()).unwrap_or(i32::MAX)
}
