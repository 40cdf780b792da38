//! Absences: after a day the club says who did not come, or takes that back (docs/domain.md §3.27).

use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use fairway_club_accounts::access::{Correct, Permitted};
use fairway_club_accounts::failure::ClubFailure;
use fairway_command::{Command, RecordAbsence, Rejection, WithdrawAbsence};
use fairway_endpoint::body::JsonBody;
use fairway_endpoint::failure::{Failure, FailureBody};
use fairway_endpoint::field_errors::FieldErrors;
use fairway_endpoint::receipts;
use fairway_endpoint::shapes::OneLine;
use fairway_events::PlaceId;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::corrections::{carry_out, decided, place};
use crate::records;
use crate::state::Clubs;

/// Players of one request, at most: each is a decision of its own.
const MOST_PLAYERS: usize = 100;

/// Why a player did not come.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum AbsenceReason {
    /// The player did not say why.
    NoShow,
    /// The weather.
    Weather,
    /// The player was ill.
    Illness,
}

/// Players who did not come.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct NewAbsences {
    /// The day.
    #[schema(value_type = NaiveDate)]
    pub date: String,
    /// Their places, at most 100.
    #[schema(value_type = Vec<uuid::Uuid>, min_items = 1, max_items = 100)]
    pub places: Vec<String>,
    /// Of each of them.
    pub reason: AbsenceReason,
}

/// An absence to be taken back.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct AbsenceWithdrawal {
    /// The day.
    #[schema(value_type = NaiveDate)]
    pub date: String,
    /// The place.
    #[schema(value_type = uuid::Uuid)]
    pub place: String,
    /// At most 100 characters, about no person.
    #[schema(value_type = OneLine)]
    pub reason: String,
}

/// Say who did not come
///
/// From the day after until a week later, on a day of which the club has a scan. Nobody is absent who arrived. A repeated
/// call succeeds and changes nothing; where one player is refused, those before are recorded.
#[utoipa::path(
    post,
    path = "/club/api/absences",
    operation_id = "club_absences",
    tag = "day",
    security(("club" = ["manager"])),
    request_body = NewAbsences,
    responses(
        (status = 204, description = "They are recorded, and the players are told"),
        (status = 404, description = "There is no such place on the day", body = FailureBody),
        (status = 409, description = "It is too early or too late, the player arrived, or nobody was scanned", body = FailureBody),
    ),
)]
pub(crate) async fn club_absences(
    State(clubs): State<Arc<Clubs>>,
    permitted: Permitted<Correct>,
    JsonBody(new): JsonBody<NewAbsences>,
) -> Result<StatusCode, ClubFailure> {
    let (common, user) = (&clubs.common, &permitted.user);
    let mut fields = FieldErrors::default();
    let date = fields.date(&new.date);
    if new.places.is_empty() || new.places.len() > MOST_PLAYERS {
        fields.refuse("places", "Kies 1 tot 100 spelers.");
    }
    let places: Result<Vec<PlaceId>, _> = new.places.iter().map(|place| place.parse::<PlaceId>()).collect();
    if places.is_err() {
        fields.refuse("places", "Deze speler is niet gevonden.");
    }
    fields.done()?;
    let (Some(date), Ok(places)) = (date, places) else { return Err(Failure::malformed().into()) };
    let bookings = common.reads.bookings_of_places(&places).await?;
    let reason = fairway_events::AbsenceReason::from(new.reason);
    let (today, mut last, mut is_recorded) = (common.clock.today(), None, false);
    for place in places {
        let booking = bookings.get(&place).ok_or(Rejection::ReservationNotFound)?.booking;
        let club = user.club().clone();
        let record = RecordAbsence { club, date, booking, place, reason, today };
        let (position, changed) = decided(&clubs, user, Command::RecordAbsence(record)).await?;
        last = Some(position);
        // Once, and also where a later player is refused.
        if changed && !is_recorded {
            records::acts(common, user, "record absences", date, reason.as_str()).await?;
            is_recorded = true;
        }
    }
    if let Some(position) = last {
        receipts::show(common, position).await;
    }
    Ok(StatusCode::NO_CONTENT)
}

/// Take an absence back
#[utoipa::path(
    post,
    path = "/club/api/absences/withdraw",
    operation_id = "club_absence_withdraw",
    tag = "day",
    security(("club" = ["manager"])),
    request_body = AbsenceWithdrawal,
    responses((status = 204, description = "It is taken back, and the player is told")),
)]
pub(crate) async fn club_absence_withdraw(
    State(clubs): State<Arc<Clubs>>,
    permitted: Permitted<Correct>,
    JsonBody(withdrawal): JsonBody<AbsenceWithdrawal>,
) -> Result<StatusCode, ClubFailure> {
    let user = &permitted.user;
    let mut fields = FieldErrors::default();
    let date = fields.date(&withdrawal.date);
    let place = place(&mut fields, &withdrawal.place);
    fields.done()?;
    let (Some(date), Some(place)) = (date, place) else { return Err(Failure::malformed().into()) };
    let reason = records::reason(&clubs.common, &withdrawal.reason).await?;
    let (club, kept) = (user.club().clone(), reason.as_str().to_owned());
    let command = Command::WithdrawAbsence(WithdrawAbsence { club, date, place, reason: kept });
    carry_out(&clubs, user, ("withdraw absence", date, &reason), command).await
}

impl From<AbsenceReason> for fairway_events::AbsenceReason {
    fn from(reason: AbsenceReason) -> Self {
        match reason {
            AbsenceReason::NoShow => Self::NoShow,
            AbsenceReason::Weather => Self::Weather,
            AbsenceReason::Illness => Self::Illness,
        }
    }
}

impl From<fairway_events::AbsenceReason> for AbsenceReason {
    fn from(reason: fairway_events::AbsenceReason) -> Self {
        match reason {
            fairway_events::AbsenceReason::NoShow => Self::NoShow,
            fairway_events::AbsenceReason::Weather => Self::Weather,
            fairway_events::AbsenceReason::Illness => Self::Illness,
        }
    }
}
