//! What does a club say about its course on a day? Every report, of which the last holds (docs/domain.md §3.26).

mod fold;

use std::collections::HashMap;

use chrono::{DateTime, NaiveDate, Utc};
use fairway_events::{ClubId, ClubUserId, CourseStatus};
use sqlx::Row;
use sqlx::postgres::PgRow;

use crate::reads::{ReadError, Reads, arguments, queries};
pub use fold::PROJECTION;

queries! {
    COURSE_REPORTS => "SELECT club_id, status, winter_greens, no_carts, note, reported_at, reported_by FROM course_states
        WHERE play_date = $2 AND club_id = $1 ORDER BY position DESC LIMIT 100",
    COURSE_STATES => "SELECT DISTINCT ON (club_id)
            club_id, status, winter_greens, no_carts, note, reported_at, reported_by
        FROM course_states WHERE play_date = $1 ORDER BY club_id, position DESC",
}

/// What a club said about its course.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CourseState {
    /// How much of it can be played.
    pub status: CourseStatus,
    /// Whether it is played to winter greens.
    pub winter_greens: bool,
    /// Whether buggies may not drive.
    pub no_carts: bool,
    /// The club's own words, in Dutch; may be empty.
    pub note: String,
    /// When it was said.
    pub at: DateTime<Utc>,
    /// Who said it; none: nobody of the club.
    pub by: Option<ClubUserId>,
}

impl CourseState {
    /// Whether there is nothing to say.
    #[must_use]
    pub fn is_plain(&self) -> bool {
        self.status == CourseStatus::Open && !self.winter_greens && !self.no_carts && self.note.is_empty()
    }
}

impl Reads {
    /// What a club said about its course on a day, latest first: at most 100.
    ///
    /// # Errors
    /// [`ReadError`].
    pub async fn course_reports(
        &self,
        club: &ClubId,
        date: NaiveDate,
    ) -> Result<Vec<CourseState>, ReadError> {
        let rows = self.rows(COURSE_REPORTS, arguments!(club.0.as_str(), date)).await?;
        rows.iter().map(|row| Ok(state(row)?)).collect()
    }

    /// How the courses are on a day; a club that said nothing is absent.
    ///
    /// # Errors
    /// [`ReadError`].
    pub async fn course_states(&self, date: NaiveDate) -> Result<HashMap<ClubId, CourseState>, ReadError> {
        let rows = self.rows(COURSE_STATES, arguments!(date)).await?;
        rows.iter().map(|row| Ok((ClubId(row.try_get("club_id")?), state(row)?))).collect()
    }
}

fn state(row: &PgRow) -> Result<CourseState, sqlx::Error> {
    let status: &str = row.try_get("status")?;
    Ok(CourseState {
        // The column's check allows no other word.
        status: CourseStatus::ALL
            .into_iter()
            .find(|known| known.as_str() == status)
            .unwrap_or(CourseStatus::Open),
        winter_greens: row.try_get("winter_greens")?,
        no_carts: row.try_get("no_carts")?,
        note: row.try_get("note")?,
        at: row.try_get("reported_at")?,
        by: row.try_get::<Option<uuid::Uuid>, _>("reported_by")?.map(ClubUserId),
    })
}
