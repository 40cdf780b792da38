//! Closing, limiting and reopening a range of days at several clubs. Each day stays a change of its own, with its own
//! append and its own record: one that meets other rounds than were shown is not done, and the others are.

mod choice;
mod previews;

use axum::Json;
use axum::extract::State;
use chrono::NaiveDate;
use fairway_command::{DayChange, Rejection};
use fairway_endpoint::common::Common;
use fairway_endpoint::failure::FailureBody;
use fairway_endpoint::receipts;
use fairway_events::Position;
use fairway_operator_accounts::access::{ActForMembers, Permitted};
use fairway_operator_accounts::body::OperatorBody;
use fairway_operator_accounts::failure::OperatorFailure;
use fairway_round_data::day_changes;
use futures::StreamExt;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use self::choice::{Asked, Choice};
use self::previews::{DayBefore, PreviewedDay};
use super::club_day_changes::{ChangedDay, notice};
use crate::act::{Acting, NotDone};

/// Days that are changed at the same time: more would only wait for the writer.
const AT_ONCE: usize = 16;

/// A change of days.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum RangeChange {
    /// Nobody can book, and every round is cancelled.
    Close,
    /// So many places at most; the rounds booked last are cancelled until the others fit.
    Limit,
    /// As the club's own terms say again; what was cancelled stays cancelled.
    Reopen,
}

/// Days to change, to see first whom that meets.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct PreviewDays {
    /// The clubs' slugs, 1 to 40.
    #[schema(max_items = 40)]
    pub clubs: Vec<String>,
    /// The first day.
    #[schema(value_type = String, example = "2026-11-28")]
    pub from: NaiveDate,
    /// The last day, not before today; clubs × days are at most 200.
    #[schema(value_type = String, example = "2026-12-02")]
    pub to: NaiveDate,
    /// The change.
    pub change: RangeChange,
    /// Active places at most, 0 to 1,000; only for a limit.
    pub capacity: Option<u32>,
}

/// A day of a club.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct DayOfClub {
    /// The club's slug.
    pub club: String,
    /// The day.
    pub date: NaiveDate,
}

/// The days and rounds that a change would meet.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct PreviewedDays {
    /// The days that would change, by club in the order asked for, then by date.
    pub days: Vec<PreviewedDay>,
    /// The days on which nothing would change.
    pub unchanged: Vec<DayOfClub>,
    /// The days that are over.
    pub too_late: Vec<DayOfClub>,
}

/// Preview changing several days of several clubs
#[utoipa::path(
    post,
    path = "/operator/api/club-days/preview",
    operation_id = "operator_preview_days",
    tag = "club days",
    security(("operator" = ["support"])),
    request_body = PreviewDays,
    responses(
        (status = 200, description = "The days and the rounds that it would cancel; nothing is changed",
         body = PreviewedDays),
        (status = 422, description = "No such club, more than 200 days, more than 1,000 rounds (`errors.rounds`), or a \
                                      range that is over", body = FailureBody),
    ),
)]
pub(crate) async fn preview(
    State(common): State<Common>,
    permitted: Permitted<ActForMembers>,
    OperatorBody(request): OperatorBody<PreviewDays>,
) -> Result<Json<PreviewedDays>, OperatorFailure> {
    let asked = Asked { clubs: &request.clubs, from: request.from, to: request.to };
    let choice = Choice::new(&common, &asked, request.change, request.capacity).await?;
    let today = common.clock.today();
    let (too_late, ahead): (Vec<_>, Vec<_>) = choice.days()?.into_iter().partition(|(_, date)| *date < today);
    let before = previews::days(&common, &choice, ahead).await?;
    let (changing, unchanged): (Vec<_>, Vec<_>) =
        before.into_iter().partition(|day| day.changes(&common, &choice));
    choice::refuse_many_rounds(changing.iter().map(|day| day.met.len()).sum())?;
    Ok(Json(PreviewedDays {
        days: previews::shown(&common, &permitted.operator, &choice, &changing).await?,
        unchanged: unchanged.into_iter().map(|day| DayOfClub { club: day.club.0, date: day.date }).collect(),
        too_late: too_late.into_iter().map(|(club, date)| DayOfClub { club: club.0, date }).collect(),
    }))
}

/// A day to change, as it was shown.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct DayToChange {
    /// The club's slug; one of the clubs chosen.
    pub club: String,
    /// The day; in the range chosen.
    pub date: NaiveDate,
    /// The bookings of the preview.
    #[schema(max_items = 1000)]
    pub meets: Vec<Uuid>,
}

/// Changing days.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct ChangeDays {
    /// The clubs' slugs, 1 to 40.
    #[schema(max_items = 40)]
    pub clubs: Vec<String>,
    /// The first day.
    #[schema(value_type = String, example = "2026-11-28")]
    pub from: NaiveDate,
    /// The last day, not before today.
    #[schema(value_type = String, example = "2026-12-02")]
    pub to: NaiveDate,
    /// The change.
    pub change: RangeChange,
    /// Active places at most, 0 to 1,000; only for a limit.
    pub capacity: Option<u32>,
    /// The notice to members, in Dutch; one line of at most 100 characters. Not for opening days again.
    pub notice: Option<String>,
    /// Why, for the record of each day; one line.
    pub reason: String,
    /// Days of the preview, each once; with at most 1,000 rounds together.
    #[schema(min_items = 1, max_items = 200)]
    pub days: Vec<DayToChange>,
}

/// A day that is changed.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct DoneDay {
    /// The club's slug.
    pub club: String,
    /// The day.
    pub date: NaiveDate,
    /// Rounds that are cancelled now; 0 for a repetition.
    pub cancelled: usize,
    /// Their places.
    pub places: usize,
}

/// A day that could not be changed.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct FailedDay {
    /// The club's slug.
    pub club: String,
    /// The day.
    pub date: NaiveDate,
    /// Why, and what to do.
    pub sentence: String,
}

/// The outcome for each day.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ChangedDays {
    /// The days that are changed.
    pub done: Vec<DoneDay>,
    /// The days that would meet other rounds than were shown, as they are now: nothing was done to them.
    pub stale: Vec<PreviewedDay>,
    /// The days that could not be changed.
    pub failed: Vec<FailedDay>,
}

/// Close, limit or reopen several days of several clubs
#[utoipa::path(
    post,
    path = "/operator/api/club-days/change",
    operation_id = "operator_change_days",
    tag = "club days",
    security(("operator" = ["support"])),
    request_body = ChangeDays,
    responses(
        (status = 200, description = "Each day is in one of the lists; all that was done has one correlation id",
         body = ChangedDays),
        (status = 422, description = "No such club, a day outside the choice, more than 200 days, more than 1,000 rounds \
                                      (`errors.rounds`), or a text that may not be kept", body = FailureBody),
    ),
)]
pub(crate) async fn change(
    State(common): State<Common>,
    permitted: Permitted<ActForMembers>,
    OperatorBody(request): OperatorBody<ChangeDays>,
) -> Result<Json<ChangedDays>, OperatorFailure> {
    let acting = Acting::new(&common, &permitted.operator, &request.reason).await?;
    let asked = Asked { clubs: &request.clubs, from: request.from, to: request.to };
    let choice = Choice::new(&common, &asked, request.change, request.capacity).await?;
    let wanted = choice.days_to_change(&request.days)?;
    let notice = match request.change {
        RangeChange::Reopen => String::new(),
        RangeChange::Close | RangeChange::Limit => {
            let text = request.notice.as_deref().unwrap_or_default();
            notice(&common, &permitted.operator, text).await?.into_string()
        }
    };
    let before = previews::days(&common, &choice, wanted).await?;
    let changes: Vec<_> = before
        .into_iter()
        .zip(request.days)
        .map(|(before, seen)| change_day(&common, &acting, &choice.change, &notice, before, seen.meets))
        .collect();
    let outcomes: Vec<DayOutcome> = futures::stream::iter(changes).buffered(AT_ONCE).collect().await;

    // Once for all of them: the read models have the others when they have the last one.
    if let Some(position) = outcomes.iter().filter_map(|outcome| outcome.position).max() {
        receipts::show(&common, position).await;
    }
    let (mut done, mut stale, mut failed) = (Vec::new(), Vec::new(), Vec::new());
    for DayOutcome { day: DayBefore { club, date, .. }, result, .. } in outcomes {
        match result {
            Ok(ChangedDay { cancelled, places }) => {
                done.push(DoneDay { club: club.0, date, cancelled, places });
            }
            Err(NotDone::Refused(Rejection::DayChanged)) => stale.push((club, date)),
            Err(other) => failed.push(FailedDay { club: club.0, date, sentence: other.sentence() }),
        }
    }
    let stale = previews::days(&common, &choice, stale).await?;
    let stale = previews::shown(&common, &permitted.operator, &choice, &stale).await?;
    Ok(Json(ChangedDays { done, stale, failed }))
}

/// How the change of one day ended.
struct DayOutcome {
    day: DayBefore,
    /// None where nothing was written.
    position: Option<Position>,
    result: Result<ChangedDay, NotDone>,
}

async fn change_day(
    common: &Common,
    acting: &Acting<'_>,
    change: &DayChange,
    notice: &str,
    day: DayBefore,
    meets: Vec<Uuid>,
) -> DayOutcome {
    let subject = format!("club_day {}/{}", day.club, day.date);
    let of_day = (day.club.clone(), day.date);
    let command = day_changes::command(&common.clock, of_day, change.clone(), notice.to_owned(), meets);
    match acting.submit(day_changes::action(change), subject, None, command).await {
        Ok(position) => {
            let changed = ChangedDay::by(&day.state, change);
            DayOutcome { day, position, result: Ok(changed) }
        }
        Err(not_done) => DayOutcome { day, position: None, result: Err(not_done) },
    }
}
