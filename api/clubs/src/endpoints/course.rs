//! How the course is today, as a manager of the club or its system says it (docs/domain.md §3.26).

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use chrono::NaiveDate;
use fairway_audit::dates::rfc3339;
use fairway_club_accounts::access::{ClubUser, Permitted, ReportCourse, SeeDay};
use fairway_club_accounts::failure::ClubFailure;
use fairway_command::{Command, ReportCourseState};
use fairway_endpoint::body::JsonBody;
use fairway_endpoint::failure::{Failure, FailureBody};
use fairway_endpoint::receipts::show;
use fairway_events::{ClubId, ClubUserId};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::corrections::decided;
use crate::records::{changes_course_day, told, user_names};
use crate::state::Clubs;

/// How much of the course can be played.
#[derive(Debug, Clone, Copy, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum CourseStatus {
    Open,
    Partly,
    Closed,
}

/// Of today, latest first.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct CourseReports {
    pub date: NaiveDate,
    pub reports: Vec<CourseReport>,
    /// Active places of today and tomorrow, whose players are told.
    pub rounds: i64,
}

/// What the club said about its course on a day.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct CourseReport {
    pub status: CourseStatus,
    pub winter_greens: bool,
    pub no_carts: bool,
    /// At most 100 characters; may be empty.
    pub note: String,
    /// RFC 3339
    pub at: String,
    /// The name of the account or the system.
    pub by: Option<String>,
}

/// How the course is now.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct NewCourseReport {
    pub status: CourseStatus,
    pub winter_greens: bool,
    pub no_carts: bool,
    /// May be empty.
    #[schema(max_length = 100, pattern = r"^[^\u0000-\u001f\u007f-\u009f]*$")]
    pub note: String,
}

/// What was said about the course today
#[utoipa::path(
    get,
    path = "/club/api/course",
    operation_id = "club_course",
    tag = "course",
    security(("club" = ["desk", "manager"])),
    responses((status = 200, description = "What was said about the course today", body = CourseReports)),
)]
pub(crate) async fn club_course(
    State(clubs): State<Arc<Clubs>>,
    permitted: Permitted<SeeDay>,
) -> Result<Json<CourseReports>, ClubFailure> {
    Ok(Json(reports(&clubs, permitted.user.club()).await?))
}

/// What a club said about its course today.
///
/// # Errors
/// When the database does not answer.
pub(super) async fn reports(clubs: &Clubs, club: &ClubId) -> Result<CourseReports, Failure> {
    let common = &clubs.common;
    let today = common.clock.today();
    let tomorrow = today.succ_opt().unwrap_or(today);
    let states = common.reads.course_reports(club, today).await?;
    let days = common.reads.club_days((today, tomorrow), Some(club), None).await?;
    let by: Vec<ClubUserId> = states.iter().filter_map(|state| state.by).collect();
    let names = user_names(common, &by).await?;
    let report = |state: fairway_query::CourseState| CourseReport {
        status: state.status.into(),
        winter_greens: state.winter_greens,
        no_carts: state.no_carts,
        note: state.note,
        at: rfc3339(state.at),
        by: state.by.and_then(|by| names.get(&by).cloned()),
    };
    Ok(CourseReports {
        date: today,
        reports: states.into_iter().map(report).collect(),
        rounds: days.iter().map(|day| i64::from(day.claimed)).sum(),
    })
}

/// Say how the course is today
#[utoipa::path(
    post,
    path = "/club/api/course",
    operation_id = "club_course_report",
    tag = "course",
    security(("club" = ["manager"])),
    request_body = NewCourseReport,
    responses(
        (status = 204, description = "Say how the course is today"),
        (status = 422, description = "The note is too long or names somebody", body = FailureBody),
    ),
)]
pub(crate) async fn club_course_report(
    State(clubs): State<Arc<Clubs>>,
    permitted: Permitted<ReportCourse>,
    JsonBody(new): JsonBody<NewCourseReport>,
) -> Result<StatusCode, ClubFailure> {
    report(&clubs, &permitted.user, &new).await
}

/// Says how the course of the user's club is today.
///
/// # Errors
/// 422 when the note cannot be kept.
pub(super) async fn report(
    clubs: &Clubs,
    user: &ClubUser,
    new: &NewCourseReport,
) -> Result<StatusCode, ClubFailure> {
    let common = &clubs.common;
    let note = match new.note.trim() {
        "" => String::new(),
        note => told(common, ("note", "toelichting"), note).await?.into_string(),
    };
    let today = common.clock.today();
    let command = Command::ReportCourseState(ReportCourseState {
        club: user.club().clone(),
        date: today,
        status: new.status.into(),
        winter_greens: new.winter_greens,
        no_carts: new.no_carts,
        note: note.clone(),
        today,
    });
    let (position, changed) = decided(clubs, user, command).await?;
    if changed {
        changes_course_day(common, user, "report course", today, &note).await?;
    }
    show(common, position).await;
    Ok(StatusCode::NO_CONTENT)
}

impl From<fairway_events::CourseStatus> for CourseStatus {
    fn from(status: fairway_events::CourseStatus) -> Self {
        match status {
            fairway_events::CourseStatus::Open => Self::Open,
            fairway_events::CourseStatus::Partly => Self::Partly,
            fairway_events::CourseStatus::Closed => Self::Closed,
        }
    }
}

impl From<CourseStatus> for fairway_events::CourseStatus {
    fn from(status: CourseStatus) -> Self {
        match status {
            CourseStatus::Open => Self::Open,
            CourseStatus::Partly => Self::Partly,
            CourseStatus::Closed => Self::Closed,
        }
    }
}
