//! Events to rows: the net number of places that a batch takes or frees, per club and day, what operators changed for a
//! day, and what its waiting list holds.
//!
//! This projection adds to stored counts. Rows and checkpoint move in one transaction, so no event is added twice.

use std::collections::BTreeMap;

use chrono::NaiveDate;
use fairway_events::{AggregateType, ClubId, CourseDayEvent, Event, PlaceId, RecordedEvent, WaitingGroupId};
use sqlx::Row;

use crate::club_days::Hold;
use crate::fold::Treatment::{Ids, Open, Withheld};
use crate::fold::{Fold, Tables};
use crate::reads::Query;
use crate::rows::{Rows, Writer};
use crate::{Projection, ProjectorError};

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
    Held(Hold),
    HoldEnded(WaitingGroupId),
    Waiting {
        smallest: Option<i32>,
        in_turn: Option<i32>,
    },
    /// Groups that were passed over are in turn again.
    CameFree,
}

/// The limits of a day after its changes.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct DayLimits {
    closed_notice: Option<String>,
    capacity: Option<i32>,
    holds: Vec<Hold>,
    smallest: Option<i32>,
    in_turn: Option<i32>,
}

/// The projection.
pub const PROJECTION: Projection = Projection::for_fold::<Changes>();

impl Fold for Changes {
    const NAME: &'static str = "club_days";
    const TABLES: Tables = &[(
        "club_days",
        &[
            ("play_date", Open),
            ("claimed", Open),
            ("club_id", Open),
            ("closed_notice", Withheld),
            ("capacity", Open),
            ("holds", Ids),
            ("smallest_waiting", Open),
            ("smallest_in_turn", Open),
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
                self.limit(club, *date, DayLimit::CameFree);
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
            Event::CourseDay(CourseDayEvent::PlacesHeld { club, date, group, places, until }) => {
                let hold = Hold { group: *group, places: *places, until: *until };
                self.limit(club, *date, DayLimit::Held(hold));
            }
            Event::CourseDay(CourseDayEvent::HoldEnded { club, date, group }) => {
                self.limit(club, *date, DayLimit::HoldEnded(*group));
            }
            Event::CourseDay(CourseDayEvent::WaitingGroupsChanged {
                club,
                date,
                smallest,
                smallest_in_turn,
            }) => {
                let players = |size: &Option<u32>| size.map(|size| i32::try_from(size).unwrap_or(i32::MAX));
                let waiting =
                    DayLimit::Waiting { smallest: players(smallest), in_turn: players(smallest_in_turn) };
                self.limit(club, *date, waiting);
            }
            // How the course is changes nothing for who books.
            Event::CourseDay(CourseDayEvent::CourseStateReported { .. }) => {}
            // The day's own events count its places.
            Event::Reservation(_)
            | Event::Membership(_)
            | Event::Voucher(_)
            | Event::Order(_)
            | Event::WaitingList(_)
            | Event::ArrivalList(_)
            | Event::Settlement(_) => {}
        }
    }

    async fn write(self, writer: &mut Writer<'_>) -> Result<(), ProjectorError> {
        // In an upsert a negative count fails the column's check before the existing row is found. So a net release is
        // a separate update. Its row exists, because the places had been claimed before.
        if !self.limits.is_empty() {
            let limits: Vec<_> = self.limits(writer).await?.into_iter().map(DayRow::from).collect();
            Rows::from_iter(&limits)
                .column("play_date", |row| row.date)
                .column("club_id", |row| row.club.0.as_str())
                .column("closed_notice", |row| row.limits.closed_notice.as_deref())
                .column("capacity", |row| row.limits.capacity)
                .column("holds", |row| row.holds.as_deref())
                .column("smallest_waiting", |row| row.limits.smallest)
                .column("smallest_in_turn", |row| row.limits.in_turn)
                .update("club_days", include_str!("change_club_days.sql"), writer)
                .await?;
        }
        let (claims, releases): (Vec<_>, Vec<_>) = self.net.iter().partition(|(_, net)| **net >= 0);
        for (changes, template) in [
            (claims, include_str!("add_to_club_days.sql")),
            (releases, include_str!("take_from_club_days.sql")),
        ] {
            Rows::from_iter(changes)
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

    /// The new limits of the changed days, without the days whose row stays as it is.
    async fn limits(
        &self,
        writer: &mut Writer<'_>,
    ) -> Result<BTreeMap<(NaiveDate, ClubId), DayLimits>, sqlx::Error> {
        let (dates, clubs): (Vec<NaiveDate>, Vec<&str>) =
            self.limits.keys().map(|(date, club)| (*date, club.0.as_str())).unzip();
        let sql = writer.schema.sql(
            "SELECT play_date, club_id, closed_notice, capacity, holds::text AS holds, smallest_waiting, smallest_in_turn
             FROM {schema}.club_days
             WHERE (play_date, club_id) IN (SELECT * FROM UNNEST($1::date[], $2::text[]))",
        );
        let rows = sqlx::query(&sql).bind(dates).bind(clubs).fetch_all(&mut *writer.connection).await?;
        let mut limits: BTreeMap<(NaiveDate, ClubId), DayLimits> = BTreeMap::new();
        for row in rows {
            let key = (row.try_get("play_date")?, ClubId(row.try_get("club_id")?));
            let stored = DayLimits {
                closed_notice: row.try_get("closed_notice")?,
                capacity: row.try_get("capacity")?,
                holds: super::holds(row.try_get("holds")?)?,
                smallest: row.try_get("smallest_waiting")?,
                in_turn: row.try_get("smallest_in_turn")?,
            };
            limits.insert(key, stored);
        }
        let stored = limits.clone();
        for (day, changes) in &self.limits {
            let limits = limits.entry(day.clone()).or_default();
            for change in changes {
                match change {
                    DayLimit::Closed(notice) => limits.closed_notice = Some(notice.clone()),
                    DayLimit::Capacity(capacity) => {
                        limits.capacity = Some(*capacity);
                        limits.in_turn = limits.smallest;
                    }
                    DayLimit::Reopened => {
                        (limits.closed_notice, limits.capacity) = (None, None);
                        limits.in_turn = limits.smallest;
                    }
                    DayLimit::Held(hold) => limits.holds.push(hold.clone()),
                    DayLimit::HoldEnded(group) => limits.holds.retain(|hold| hold.group != *group),
                    DayLimit::Waiting { smallest, in_turn } => {
                        (limits.smallest, limits.in_turn) = (*smallest, *in_turn);
                    }
                    DayLimit::CameFree => limits.in_turn = limits.smallest,
                }
            }
        }
        // Most places come free on days for which nobody waits: their rows stay as they are, and a missing one is an
        // error. Any other change makes a row, also where it is undone in one batch: rows must not depend on where a
        // batch ends.
        limits.retain(|day, limits| match stored.get(day) {
            Some(stored) => stored != limits,
            None => self.limits[day].iter().any(|change| !matches!(change, DayLimit::CameFree)),
        });
        Ok(limits)
    }
}

/// A changed day as it is written.
struct DayRow {
    date: NaiveDate,
    club: ClubId,
    limits: DayLimits,
    /// As JSON text.
    holds: Option<String>,
}

impl From<((NaiveDate, ClubId), DayLimits)> for DayRow {
    fn from(((date, club), limits): ((NaiveDate, ClubId), DayLimits)) -> Self {
        let holds = if limits.holds.is_empty() { None } else { serde_json::to_string(&limits.holds).ok() };
        Self { date, club, limits, holds }
    }
}

/// A booking has four places at most.
fn count(places: &[PlaceId]) -> i32 {
    i32::try_from(places.len()).unwrap_or(i32::MAX)
}
