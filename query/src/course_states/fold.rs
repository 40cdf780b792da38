//! Events to rows: one per report.

use chrono::{DateTime, NaiveDate, Utc};
use fairway_events::{
    Actor, AggregateType, ClubId, ClubUserId, CourseDayEvent, CourseStatus, Event, Position, RecordedEvent,
};

use crate::fold::Treatment::{Ids, Instant, Open, Withheld};
use crate::fold::{Fold, Tables};
use crate::reads::Query;
use crate::rows::{Rows, Writer};
use crate::{Projection, ProjectorError};

#[derive(Debug)]
struct ReportRow {
    date: NaiveDate,
    club: ClubId,
    position: Position,
    status: CourseStatus,
    winter_greens: bool,
    no_carts: bool,
    note: String,
    at: DateTime<Utc>,
    by: Option<ClubUserId>,
}

#[derive(Debug, Default)]
pub(super) struct Changes {
    reports: Vec<ReportRow>,
}

/// The projection.
pub const PROJECTION: Projection = Projection::for_fold::<Changes>();

impl Fold for Changes {
    const NAME: &'static str = "course_states";
    const TABLES: Tables = &[(
        "course_states",
        &[
            ("play_date", Open),
            ("club_id", Open),
            ("position", Withheld),
            ("status", Open),
            ("winter_greens", Open),
            ("no_carts", Open),
            ("note", Withheld),
            ("reported_at", Instant),
            ("reported_by", Ids),
        ],
    )];
    const READS: &'static [AggregateType] = &[AggregateType::CourseDay];
    const QUERIES: &'static [Query] = super::QUERIES;
    const SOURCES: &'static [&'static str] = &[include_str!("fold.rs")];

    fn apply(&mut self, recorded: &RecordedEvent) {
        let Event::CourseDay(CourseDayEvent::CourseStateReported {
            club,
            date,
            status,
            winter_greens,
            no_carts,
            note,
        }) = &recorded.event
        else {
            return;
        };
        self.reports.push(ReportRow {
            date: *date,
            club: club.clone(),
            position: recorded.position,
            status: *status,
            winter_greens: *winter_greens,
            no_carts: *no_carts,
            note: note.clone(),
            at: recorded.recorded_at,
            by: if let Actor::Club(user) = &recorded.actor { Some(*user) } else { None },
        });
    }

    async fn write(self, writer: &mut Writer<'_>) -> Result<(), ProjectorError> {
        Rows::from_iter(&self.reports)
            .column("play_date", |row| row.date)
            .column("club_id", |row| row.club.0.as_str())
            .column("position", |row| row.position)
            .column("status", |row| row.status.as_str())
            .column("winter_greens", |row| row.winter_greens)
            .column("no_carts", |row| row.no_carts)
            .column("note", |row| row.note.as_str())
            .column("reported_at", |row| row.at)
            .column("reported_by", |row| row.by.map(|user| user.0))
            .insert("course_states", writer)
            .await
    }
}
