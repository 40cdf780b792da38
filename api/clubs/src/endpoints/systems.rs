//! The other endpoints of the clubs' own systems: what they record, how full a day is, and how the course is. They do what
//! the screens do.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use chrono::{Datelike, NaiveDate};
use fairway_club_accounts::failure::ClubFailure;
use fairway_club_accounts::systems::{ArrivalsRead, ArrivalsWrite, CourseRead, CourseWrite, SystemCaller};
use fairway_endpoint::body::JsonBody;
use fairway_endpoint::failure::{Failure, FailureBody};
use fairway_endpoint::field_errors::FieldErrors;
use fairway_endpoint::query::QueryFields;
use fairway_round_data::rights::Claims;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::course::{self, CourseReports, NewCourseReport};
use super::scans::{self, NewScan, ScanResults};
use crate::day::shown_days;
use crate::state::Clubs;

/// Scans to record.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct SystemScans {
    /// At most 100, oldest first.
    #[schema(max_items = 100)]
    pub scans: Vec<NewScan>,
}

/// Record who came; the same nonce is recorded once
#[utoipa::path(
    post,
    path = "/club/api/arrivals",
    operation_id = "system_scans",
    tag = "systems",
    security(("system" = ["arrivals.write"])),
    request_body = SystemScans,
    responses(
        (status = 200, description = "All are recorded", body = ScanResults),
        (status = 422, description = "One is malformed: none is recorded", body = FailureBody),
        (status = 503, description = "Some may not be recorded: send all of them again", body = FailureBody),
    ),
)]
pub(crate) async fn system_scans(
    State(clubs): State<Arc<Clubs>>,
    caller: SystemCaller<ArrivalsWrite>,
    JsonBody(SystemScans { scans }): JsonBody<SystemScans>,
) -> Result<Json<ScanResults>, ClubFailure> {
    let now = clubs.common.clock.now();
    Ok(Json(scans::take(&clubs, &caller.user, scans, now).await?))
}

/// Which day.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct QuotaDay {
    /// The day; today unless told.
    #[param(value_type = Option<NaiveDate>)]
    date: Option<String>,
}

/// How full a day is, in places.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct SystemQuota {
    /// The day.
    pub date: NaiveDate,
    /// The most there can be; null: no limit.
    pub capacity: Option<u32>,
    /// Booked.
    pub taken: u32,
    /// Kept for groups of the waiting list.
    pub held: u32,
    /// Whether nobody can book on it.
    pub closed: bool,
}

/// How full a day is
#[utoipa::path(
    get,
    path = "/club/api/quotas",
    operation_id = "system_quota",
    tag = "systems",
    security(("system" = ["arrivals.read"])),
    params(QuotaDay),
    responses(
        (status = 200, description = "The day", body = SystemQuota),
        (status = 422, description = "No day that can be shown", body = FailureBody),
    ),
)]
pub(crate) async fn system_quota(
    State(clubs): State<Arc<Clubs>>,
    caller: SystemCaller<ArrivalsRead>,
    QueryFields(wanted): QueryFields<QuotaDay>,
) -> Result<Json<SystemQuota>, ClubFailure> {
    let (common, club) = (&clubs.common, caller.user.club());
    let (now, today) = (common.clock.now(), common.clock.today());
    let (first, last) = shown_days(today);
    let mut fields = FieldErrors::default();
    let date = wanted.date.map_or(Some(today), |text| fields.date(&text));
    let date = date.filter(|date| (first..=last).contains(date));
    if date.is_none() {
        fields.refuse("date", "Deze dag kan niet worden getoond.");
    }
    fields.done()?;
    let date = date.unwrap_or(today);
    let cards = clubs.cards().await?;
    let rules = &cards.get(club).ok_or_else(Failure::no_such_club)?.rules;
    let days = common.reads.days_of_rounds(&[(club.clone(), date)]).await?;
    let day = Claims::from_days(days).on(club, date, now);
    Ok(Json(SystemQuota {
        date,
        capacity: rules.capacity_on(day.capacity),
        taken: day.claimed,
        held: day.held,
        closed: day.closed.is_some()
            || rules.closed_weekdays.contains(&date.weekday())
            || rules.closures.iter().any(|(closed, _)| *closed == date),
    }))
}

/// What was said about the course today
#[utoipa::path(
    get,
    path = "/club/api/course-state",
    operation_id = "system_course",
    tag = "systems",
    security(("system" = ["course.read"])),
    responses((status = 200, description = "The latest holds", body = CourseReports)),
)]
pub(crate) async fn system_course(
    State(clubs): State<Arc<Clubs>>,
    caller: SystemCaller<CourseRead>,
) -> Result<Json<CourseReports>, ClubFailure> {
    Ok(Json(course::reports(&clubs, caller.user.club()).await?))
}

/// Say how the course is today
#[utoipa::path(
    post,
    path = "/club/api/course-state",
    operation_id = "system_course_report",
    tag = "systems",
    security(("system" = ["course.write"])),
    request_body = NewCourseReport,
    responses(
        (status = 204, description = "It holds for today"),
        (status = 422, description = "The note is too long or names somebody", body = FailureBody),
    ),
)]
pub(crate) async fn system_course_report(
    State(clubs): State<Arc<Clubs>>,
    caller: SystemCaller<CourseWrite>,
    JsonBody(new): JsonBody<NewCourseReport>,
) -> Result<StatusCode, ClubFailure> {
    course::report(&clubs, &caller.user, &new).await
}
