//! How the courses are today, as their clubs say it (docs/domain.md §3.26). Members' lists and rounds ask for it at every
//! start of the app: all clubs of a day are one cached value, until one of them says something.

use std::collections::HashMap;
use std::sync::Arc;

use chrono::{NaiveDate, SecondsFormat};
use fairway_events::ClubId;
use fairway_query::{Changes, ReadCache, ReadError, ReadModelsVersion, Reads, Subject};
use serde::Serialize;
use utoipa::ToSchema;

/// Days in the cache, at most.
const MAX_DAYS: usize = 4;

/// The courses of a day about which there is something to say.
pub(crate) type CourseStates = Arc<HashMap<ClubId, CourseState>>;

/// How the courses are.
#[derive(Debug)]
pub struct CourseStatesCache(ReadCache<NaiveDate, CourseStates>);

/// How much of a course can be played.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum CourseStatus {
    /// All of it.
    Open,
    /// A part of it.
    Partly,
    /// Nothing.
    Closed,
}

/// How a course is today, as the club says it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct CourseState {
    /// How much of it can be played.
    pub status: CourseStatus,
    /// Whether it is played to winter greens.
    pub winter_greens: bool,
    /// Whether buggies may not drive.
    pub no_carts: bool,
    /// The club's own words; may be empty.
    #[schema(example = "Hole 4 is dicht")]
    pub note: String,
    /// When the club said so; RFC 3339.
    #[schema(example = "2026-11-28T05:30:00Z")]
    pub at: String,
}

impl CourseStatesCache {
    /// A cache that these changes invalidate.
    #[must_use]
    pub fn new(changes: &Changes) -> Self {
        Self(ReadCache::new(changes.clone(), MAX_DAYS))
    }

    /// The courses of a day about which there is something to say.
    ///
    /// # Errors
    /// When they have to be read and cannot be.
    pub async fn of_day(
        &self,
        reads: &Reads,
        seen: ReadModelsVersion,
        day: NaiveDate,
    ) -> Result<CourseStates, ReadError> {
        if let Some(states) = self.0.get(seen, &day) {
            return Ok(states);
        }
        let read_at = self.0.now(seen);
        let found = reads.course_states(day).await?.into_iter().filter(|(_, state)| !state.is_plain());
        let states: CourseStates = Arc::new(found.map(|(club, state)| (club, state.into())).collect());
        self.0.insert(day, Arc::clone(&states), read_at, [Subject::Courses(day)]);
        Ok(states)
    }
}

impl From<fairway_query::CourseState> for CourseState {
    fn from(state: fairway_query::CourseState) -> Self {
        let status = match state.status {
            fairway_events::CourseStatus::Open => CourseStatus::Open,
            fairway_events::CourseStatus::Partly => CourseStatus::Partly,
            fairway_events::CourseStatus::Closed => CourseStatus::Closed,
        };
        Self {
            status,
            winter_greens: state.winter_greens,
            no_carts: state.no_carts,
            note: state.note,
            at: state.at.to_rfc3339_opts(SecondsFormat::Secs, true),
        }
    }
}
