//! Closing one day of a club, limiting its places and opening it again (docs/domain.md §3.17). A preview shows the
//! rounds that a change meets; the change is carried out only if it still meets exactly these.

mod met_rounds;

use axum::Json;
use axum::extract::State;
use chrono::{Days, NaiveDate};
use fairway_audit::dates;
use fairway_audit::permanent_text::{PermanentText, Refusal};
use fairway_audit::subject::Subject;
use fairway_command::{CourseDay, DayChange};
use fairway_endpoint::common::Common;
use fairway_endpoint::failure::FailureBody;
use fairway_endpoint::path::PathText;
use fairway_events::{MemberId, StreamId};
use fairway_operator_accounts::access::{ActForMembers, Operator, Permitted};
use fairway_operator_accounts::answer::Changed;
use fairway_operator_accounts::body::OperatorBody;
use fairway_operator_accounts::failure::OperatorFailure;
use fairway_operator_accounts::permanent::{permanent, refused_text};
use fairway_query::Booking;
use fairway_round_data::day_changes::{self, Cancelled, MOST_PLACES, course_day, notice_line, rounds_met};
use fairway_store::members;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use super::club_days::card;
use crate::act::Acting;
use crate::views;

pub(super) use self::met_rounds::AffectedRound;

/// How far ahead a day can be changed, in days.
pub(super) const LAST_DAY: u64 = 366;

/// A change to preview.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum WantedChange {
    /// Nobody can book, and every round is cancelled.
    Close,
    /// So many places at most; the rounds booked last are cancelled until the others fit.
    Limit,
}

/// A preview of a change.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct PreviewDay {
    /// The change.
    pub change: WantedChange,
    /// Active places at most; only for a limit.
    pub capacity: Option<u32>,
}

/// The rounds that a change would cancel.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = MetRounds)]
pub(crate) struct AffectedRounds {
    /// Active places of the day.
    pub claimed: u32,
    /// Active places at most as it is now; null: no limit.
    pub capacity: Option<u32>,
    /// The rounds that would be cancelled, in the order in which they were booked.
    pub rounds: Vec<AffectedRound>,
    /// Their places.
    pub places: usize,
}

/// Preview closing or limiting a day
#[utoipa::path(
    post,
    path = "/operator/api/clubs/{club}/days/{date}/preview",
    operation_id = "operator_preview_day",
    tag = "club days",
    security(("operator" = ["support"])),
    params(("club" = String, Path, description = "The club's slug"),
           ("date" = NaiveDate, Path, description = "The day")),
    request_body = PreviewDay,
    responses(
        (status = 200, description = "The rounds that it would cancel; nothing is changed", body = AffectedRounds),
        (status = 404, description = "There is no such club", body = FailureBody),
    ),
)]
pub(crate) async fn preview(
    State(common): State<Common>,
    permitted: Permitted<ActForMembers>,
    PathText((club, date)): PathText<(String, String)>,
    OperatorBody(request): OperatorBody<PreviewDay>,
) -> Result<Json<AffectedRounds>, OperatorFailure> {
    let card = card(&common, &club).await?;
    let date = day(&common, &date)?;
    let change = match request.change {
        WantedChange::Close => DayChange::Close,
        WantedChange::Limit => DayChange::Limit { capacity: capacity(request.capacity)? },
    };
    let course_day = course_day(&common.journal, card.id(), date).await?;
    let states = rounds_met(&common.journal, &course_day, &change).await?;
    let players: Vec<MemberId> = states.iter().flat_map(Booking::players).collect();
    if !players.is_empty() {
        let shown = Subject(StreamId::CourseDay(card.id().clone(), date));
        views::record(&common, &permitted.operator, &shown).await?;
    }
    let names = members::by_ids(&common.pool, &players).await?;
    let status = course_day.status(common.clock.now());
    Ok(Json(AffectedRounds {
        claimed: status.claimed,
        capacity: card.rules.capacity_on(status.capacity),
        places: players.len(),
        rounds: states.iter().map(|state| AffectedRound::new(state, &names)).collect(),
    }))
}

/// Closing a day.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct CloseDay {
    /// Why, for the record; one line.
    pub reason: String,
    /// The notice to members, in Dutch; one line of at most 100 characters.
    pub notice: String,
    /// The bookings of the preview.
    #[schema(max_items = 1000)]
    pub meets: Vec<Uuid>,
}

/// Limiting a day.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct LimitDay {
    /// Why, for the record; one line.
    pub reason: String,
    /// The notice to members whose round is cancelled, in Dutch; one line of at most 100 characters.
    pub notice: String,
    /// Active places at most, 0 to 1,000.
    pub capacity: u32,
    /// The bookings of the preview.
    #[schema(max_items = 1000)]
    pub meets: Vec<Uuid>,
}

/// Opening a day again.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct ReopenDay {
    /// Why, for the record; one line.
    pub reason: String,
}

/// The rounds that a change cancelled.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ChangedDay {
    /// Rounds that are cancelled now; 0 for a repetition.
    pub cancelled: usize,
    /// Their places.
    pub places: usize,
}

/// Close a day of a club
#[utoipa::path(
    post,
    path = "/operator/api/clubs/{club}/days/{date}/close",
    operation_id = "operator_close_day",
    tag = "club days",
    security(("operator" = ["support"])),
    params(("club" = String, Path, description = "The club's slug"),
           ("date" = NaiveDate, Path, description = "The day")),
    request_body = CloseDay,
    responses(
        (status = 200, description = "The day is closed, and its rounds are cancelled", body = ChangedDay),
        (status = 404, description = "There is no such club", body = FailureBody),
        (status = 409, description = "The day is over, or it meets other rounds than the preview said",
         body = FailureBody),
    ),
)]
pub(crate) async fn close(
    State(common): State<Common>,
    permitted: Permitted<ActForMembers>,
    PathText(day): PathText<(String, String)>,
    OperatorBody(request): OperatorBody<CloseDay>,
) -> Result<Json<ChangedDay>, OperatorFailure> {
    let acting = Acting::new(&common, &permitted.operator, &request.reason).await?;
    let wanted = Wanted {
        day,
        change: DayChange::Close,
        notice: Some(notice(&common, &permitted.operator, &request.notice).await?),
        meets: request.meets,
    };
    wanted.carry_out(&common, &acting).await.map(Json)
}

/// Limit the places of a day of a club
#[utoipa::path(
    post,
    path = "/operator/api/clubs/{club}/days/{date}/limit",
    operation_id = "operator_limit_day",
    tag = "club days",
    security(("operator" = ["support"])),
    params(("club" = String, Path, description = "The club's slug"),
           ("date" = NaiveDate, Path, description = "The day")),
    request_body = LimitDay,
    responses(
        (status = 200, description = "The day is limited, and the rounds that did not fit are cancelled",
         body = ChangedDay),
        (status = 404, description = "There is no such club", body = FailureBody),
        (status = 409, description = "The day is over, or it meets other rounds than the preview said",
         body = FailureBody),
    ),
)]
pub(crate) async fn limit(
    State(common): State<Common>,
    permitted: Permitted<ActForMembers>,
    PathText(day): PathText<(String, String)>,
    OperatorBody(request): OperatorBody<LimitDay>,
) -> Result<Json<ChangedDay>, OperatorFailure> {
    let acting = Acting::new(&common, &permitted.operator, &request.reason).await?;
    let wanted = Wanted {
        day,
        change: DayChange::Limit { capacity: capacity(Some(request.capacity))? },
        notice: Some(notice(&common, &permitted.operator, &request.notice).await?),
        meets: request.meets,
    };
    wanted.carry_out(&common, &acting).await.map(Json)
}

/// Open a day of a club again
#[utoipa::path(
    post,
    path = "/operator/api/clubs/{club}/days/{date}/reopen",
    operation_id = "operator_reopen_day",
    tag = "club days",
    security(("operator" = ["support"])),
    params(("club" = String, Path, description = "The club's slug"),
           ("date" = NaiveDate, Path, description = "The day")),
    request_body = ReopenDay,
    responses(
        (status = 200, description = "It can be booked again; what was cancelled stays cancelled", body = Changed),
        (status = 404, description = "There is no such club", body = FailureBody),
        (status = 409, description = "The day is over", body = FailureBody),
    ),
)]
pub(crate) async fn reopen(
    State(common): State<Common>,
    permitted: Permitted<ActForMembers>,
    PathText(day): PathText<(String, String)>,
    OperatorBody(request): OperatorBody<ReopenDay>,
) -> Result<Json<Changed>, OperatorFailure> {
    let acting = Acting::new(&common, &permitted.operator, &request.reason).await?;
    let wanted = Wanted { day, change: DayChange::Reopen, notice: None, meets: Vec::new() };
    wanted.carry_out(&common, &acting).await?;
    Ok(Json(Changed {}))
}

/// A change of a day, as an operator wants it.
struct Wanted {
    /// The club's slug and the date, as the address has them.
    day: (String, String),
    change: DayChange,
    /// None for opening a day again.
    notice: Option<PermanentText>,
    meets: Vec<Uuid>,
}

impl Wanted {
    async fn carry_out(self, common: &Common, acting: &Acting<'_>) -> Result<ChangedDay, OperatorFailure> {
        let Self { day: (club, date), change, notice, meets } = self;
        let card = card(common, &club).await?;
        let date = day(common, &date)?;
        let (club, before) = (card.id().clone(), course_day(&common.journal, card.id(), date).await?);
        // The rounds that the operator saw are those that are cancelled: otherwise the command is refused.
        let changed = ChangedDay::by(&before, &change);
        let (action, subject) = (day_changes::action(&change), format!("club_day {club}/{date}"));
        let notice = notice.map(PermanentText::into_string).unwrap_or_default();
        let command = day_changes::command(&common.clock, (club, date), change, notice, meets);
        acting.carry_out(action, subject, None, command).await?;
        Ok(changed)
    }
}

impl ChangedDay {
    /// As the change cancels them, if it still meets the same.
    pub(super) fn by(before: &CourseDay, change: &DayChange) -> Self {
        let Cancelled { rounds, places } = Cancelled::by(before, change);
        Self { cancelled: rounds, places }
    }
}

/// The day of an address: from yesterday on, so that one that is over gets the rule's own sentence.
pub(super) fn day(common: &Common, text: &str) -> Result<NaiveDate, OperatorFailure> {
    let date: NaiveDate = text.parse().map_err(|_| {
        OperatorFailure::not_found(format!("Nothing is known under {text}: a day is written YYYY-MM-DD."))
    })?;
    let last = common.clock.today().checked_add_days(Days::new(LAST_DAY)).unwrap_or(NaiveDate::MAX);
    if date > last {
        return Err(OperatorFailure::invalid(format!("Choose a day up to {}.", dates::day(last))));
    }
    Ok(date)
}

pub(super) fn capacity(wanted: Option<u32>) -> Result<u32, OperatorFailure> {
    wanted
        .filter(|places| *places <= MOST_PLACES)
        .ok_or_else(|| OperatorFailure::invalid_field("capacity", "Write a number from 0 to 1,000."))
}

/// The checked notice, without a full stop: sentences put the notice at their end and add one.
pub(super) async fn notice(
    common: &Common,
    operator: &Operator,
    text: &str,
) -> Result<PermanentText, OperatorFailure> {
    let notice = notice_line(text).ok_or_else(|| refused_text("notice", Refusal::NotOneLine))?;
    permanent(common, operator, "notice", notice).await
}
