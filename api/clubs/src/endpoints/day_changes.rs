//! A manager closes a day of the club, limits its places, or opens it again (docs/domain.md §3.17). A preview shows the
//! rounds that a change cancels; the change is carried out only if it still meets exactly these.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use chrono::NaiveDate;
use fairway_club_accounts::access::{CloseDays, ClubUser, Permitted};
use fairway_club_accounts::failure::ClubFailure;
use fairway_command::{DayChange, Outcome, Rejection, SubmitError};
use fairway_endpoint::body::{self, JsonBody};
use fairway_endpoint::commands::undecided;
use fairway_endpoint::common::Common;
use fairway_endpoint::failure::{Failure, FailureBody};
use fairway_endpoint::field_errors::FieldErrors;
use fairway_endpoint::path::PathText;
use fairway_endpoint::receipts;
use fairway_events::MemberId;
use fairway_query::{Booking, Place};
use fairway_round_data::day_changes::{
    Cancelled, MOST_PLACES, action, command, course_day, notice_line, rounds_met,
};
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;
use uuid::Uuid;

use super::club_day::{EntitledBy, vouchers};
use crate::day::{ListNames, shown_days};
use crate::records;
use crate::state::Clubs;
use crate::submit::submit;

/// A change of a day.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum WantedChange {
    /// Nobody can book, and every round is cancelled.
    Close,
    /// So many places at most; the rounds booked last are cancelled until the others fit.
    Limit,
    /// As the club's own terms say again; what was cancelled stays cancelled.
    Open,
}

/// A change to look at.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct PreviewDay {
    /// The change.
    pub change: WantedChange,
    /// Active places at most, 0 to 1,000; only for a limit.
    #[schema(value_type = Option<u32>, maximum = 1000)]
    #[serde(default, deserialize_with = "body::whole_or_none")]
    pub capacity: Option<i64>,
}

/// A player who would lose their place.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct CancelledPlayer {
    /// The name.
    pub name: String,
    /// The right that comes back.
    pub returned: EntitledBy,
}

/// A round that would be cancelled.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct CancelledRound {
    /// The booking.
    pub booking: Uuid,
    /// Its number, which people say to each other.
    pub booking_number: String,
    /// `HH:MM`, Europe/Amsterdam.
    pub start_time: Option<String>,
    /// 9 or 18.
    pub holes: u8,
    /// The active players: each is mailed the notice and other days.
    pub players: Vec<CancelledPlayer>,
}

/// The rounds that a change would cancel.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct DayPreview {
    /// Active places of the day.
    pub claimed: u32,
    /// Places that would be cancelled.
    pub places: usize,
    /// In the order in which they were booked.
    pub rounds: Vec<CancelledRound>,
}

/// Look at a change of a day
#[utoipa::path(
    post,
    path = "/club/api/days/{date}/preview",
    operation_id = "club_day_preview",
    tag = "course",
    security(("club" = ["manager"])),
    params(("date" = NaiveDate, Path, description = "The day")),
    request_body = PreviewDay,
    responses(
        (status = 200, description = "The rounds that it would cancel; nothing is changed", body = DayPreview),
        (status = 422, description = "No day that members can book, or no number of places", body = FailureBody),
    ),
)]
pub(crate) async fn club_day_preview(
    State(clubs): State<Arc<Clubs>>,
    permitted: Permitted<CloseDays>,
    PathText(date): PathText,
    JsonBody(request): JsonBody<PreviewDay>,
) -> Result<Json<DayPreview>, ClubFailure> {
    let (date, change) = wanted(&clubs.common, &date, request.change, request.capacity)?;
    Ok(Json(DayPreview::read(&clubs, &permitted.user, date, &change).await?))
}

/// A change that was looked at.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct ChangeDay {
    /// The change.
    pub change: WantedChange,
    /// Active places at most, 0 to 1,000; only for a limit.
    #[schema(value_type = Option<u32>, maximum = 1000)]
    #[serde(default, deserialize_with = "body::whole_or_none")]
    pub capacity: Option<i64>,
    /// What members read, in Dutch: one line of at most 100 characters, about no person. For closing, and for a limit that
    /// cancels rounds.
    pub notice: Option<String>,
    /// The bookings of the preview.
    #[schema(max_items = 1000)]
    pub seen: Vec<Uuid>,
}

/// The rounds that a change cancelled.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ChangedDay {
    /// Rounds that are cancelled now; 0 for a repetition.
    pub cancelled: usize,
    /// Their places.
    pub places: usize,
}

/// Close, limit or open a day
#[utoipa::path(
    post,
    path = "/club/api/days/{date}/change",
    operation_id = "club_day_change",
    tag = "course",
    security(("club" = ["manager"])),
    params(("date" = NaiveDate, Path, description = "The day")),
    request_body = ChangeDay,
    responses(
        (status = 200, description = "It is changed, and its rounds are cancelled", body = ChangedDay),
        (status = 409, description = "It would cancel other rounds than were seen: `current` is the preview now",
         body = FailureBody),
        (status = 422, description = "No day that members can book, no number of places, or a notice that is too long or \
                                      names somebody", body = FailureBody),
    ),
)]
pub(crate) async fn club_day_change(
    State(clubs): State<Arc<Clubs>>,
    permitted: Permitted<CloseDays>,
    PathText(date): PathText,
    JsonBody(request): JsonBody<ChangeDay>,
) -> Result<Response, ClubFailure> {
    let (common, user) = (&clubs.common, &permitted.user);
    let (date, change) = wanted(common, &date, request.change, request.capacity)?;
    let is_read = match change {
        DayChange::Close => true,
        DayChange::Limit { .. } => !request.seen.is_empty(),
        DayChange::Reopen => false,
    };
    let notice = if is_read {
        notice(common, request.notice.as_deref().unwrap_or_default()).await?
    } else {
        String::new()
    };
    let before = course_day(&common.journal, user.club(), date).await?;
    // The rounds that the manager saw are those that are cancelled: otherwise the command is refused.
    let Cancelled { rounds, places } = Cancelled::by(&before, &change);
    let of_day = (user.club().clone(), date);
    let command = command(&common.clock, of_day, change.clone(), notice.clone(), request.seen);
    let act = action(&change);
    records::changes_course_day(common, user, act, date, &notice).await?;
    let outcome = submit(common, user, command, None).await;
    let refused = match &outcome {
        Ok(Outcome::Rejected(rejection)) => Some(rejection.code()),
        // It may be carried out yet.
        Ok(_) | Err(SubmitError::Unknown) => None,
        Err(_) => Some("failed"),
    };
    if let Some(why) = refused {
        records::changes_course_day(common, user, "refused", date, &format!("{act}: {why}")).await?;
    }
    match outcome {
        Ok(Outcome::Accepted { position, .. }) => receipts::show(common, position).await,
        Ok(Outcome::Rejected(rejection @ Rejection::DayChanged)) => {
            let error = format!("{rejection} Bekijk ze opnieuw.");
            let current = DayPreview::read(&clubs, user, date, &change).await?;
            let body = json!({ "success": false, "error": error, "current": current });
            return Ok((StatusCode::CONFLICT, Json(body)).into_response());
        }
        Ok(Outcome::Rejected(rejection)) => return Err(rejection.into()),
        // Both need an idempotency key.
        Ok(Outcome::Replayed { .. } | Outcome::KeyReused) => {}
        Err(error) => return Err(undecided(&error).into()),
    }
    Ok(Json(ChangedDay { cancelled: rounds, places }).into_response())
}

impl DayPreview {
    /// From the journal; the user is recorded as seeing who plays.
    async fn read(
        clubs: &Clubs,
        user: &ClubUser,
        date: NaiveDate,
        change: &DayChange,
    ) -> Result<Self, Failure> {
        let common = &clubs.common;
        let day = course_day(&common.journal, user.club(), date).await?;
        let met = rounds_met(&common.journal, &day, change).await?;
        let players: Vec<MemberId> = met.iter().flat_map(Booking::players).collect();
        if !players.is_empty() {
            records::saw_days(common, user, [date]).await?;
        }
        let places = players.len();
        let names = ListNames::read(clubs, players, []).await?;
        let kinds = common.reads.voucher_kinds(&vouchers(&met)).await?;
        let player = |place: &Place| CancelledPlayer {
            name: names.member(place.member),
            returned: EntitledBy::from_right(&place.right, &kinds),
        };
        let round = |booking: &Booking| CancelledRound {
            booking: booking.booking.0,
            booking_number: booking.booking.number().to_string(),
            start_time: booking.start_time.map(String::from),
            holes: booking.holes.count(),
            players: booking.active_places().map(player).collect(),
        };
        let mut rounds: Vec<CancelledRound> = met.iter().map(round).collect();
        // Rounds without a time come last.
        rounds.sort_by_cached_key(|round| {
            (round.start_time.is_none(), round.start_time.clone(), round.booking_number.clone())
        });
        Ok(Self { claimed: day.claimed(), places, rounds })
    }
}

/// A day that members can book, and a change with its number of places.
fn wanted(
    common: &Common,
    date: &str,
    change: WantedChange,
    capacity: Option<i64>,
) -> Result<(NaiveDate, DayChange), Failure> {
    let today = common.clock.today();
    let mut fields = FieldErrors::default();
    let date = fields.date(date);
    if date.is_some_and(|date| !(today..=shown_days(today).1).contains(&date)) {
        fields.refuse("date", "Kies een dag die leden nu kunnen boeken.");
    }
    let places =
        capacity.and_then(|places| u32::try_from(places).ok()).filter(|places| *places <= MOST_PLACES);
    // A number that the change does not use is checked all the same.
    if places.is_none() && (capacity.is_some() || change == WantedChange::Limit) {
        fields.refuse("capacity", "Vul een aantal van 0 tot en met 1000 in.");
    }
    fields.done()?;
    let change = match change {
        WantedChange::Close => DayChange::Close,
        WantedChange::Limit => DayChange::Limit { capacity: places.unwrap_or_default() },
        WantedChange::Open => DayChange::Reopen,
    };
    Ok((date.unwrap_or(today), change))
}

async fn notice(common: &Common, text: &str) -> Result<String, Failure> {
    // One that is too long is refused with its sentence.
    let line = notice_line(text).unwrap_or(text);
    Ok(records::told(common, ("notice", "melding"), line).await?.into_string())
}
