//! Corrections of a day's arrivals, each with a reason: an arrival is taken back, another number of holes was played, or an
//! irregular scan counts or not (docs/domain.md §3.24).

use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use chrono::NaiveDate;
use fairway_audit::permanent_text::PermanentText;
use fairway_club_accounts::access::{ClubUser, Correct, Permitted, RecordArrivals};
use fairway_club_accounts::failure::ClubFailure;
use fairway_command::{AnnulArrival, Command, CorrectPlayedHoles, DecideIrregularScan, Outcome};
use fairway_endpoint::body::{self, JsonBody};
use fairway_endpoint::commands::undecided;
use fairway_endpoint::failure::{Failure, FailureBody};
use fairway_endpoint::field_errors::FieldErrors;
use fairway_endpoint::receipts;
use fairway_endpoint::shapes::{OneLine, RoundLength};
use fairway_events::{PlaceId, Position, ScanId};
use fairway_store::club_accounts::ClubRole;
use serde::Deserialize;
use utoipa::ToSchema;

use crate::records;
use crate::state::Clubs;
use crate::submit::submit;

/// An arrival to be taken back.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct ArrivalAnnulment {
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

/// How many holes were played.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct HolesCorrection {
    /// The day.
    #[schema(value_type = NaiveDate)]
    pub date: String,
    /// The place.
    #[schema(value_type = uuid::Uuid)]
    pub place: String,
    /// 9 or 18.
    #[schema(value_type = RoundLength)]
    #[serde(deserialize_with = "body::whole")]
    pub holes: i64,
    /// At most 100 characters, about no person.
    #[schema(value_type = OneLine)]
    pub reason: String,
}

/// Whether an irregular scan counts.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct IrregularDecision {
    /// The day of the list that has it.
    #[schema(value_type = NaiveDate)]
    pub date: String,
    /// Its nonce.
    #[schema(value_type = uuid::Uuid)]
    pub scan: String,
    /// Whether its player arrived by it.
    pub counts: bool,
    /// At most 100 characters, about no person.
    #[schema(value_type = OneLine)]
    pub reason: String,
}

/// Take an arrival back
#[utoipa::path(
    post,
    path = "/club/api/arrivals/annul",
    operation_id = "club_arrival_annul",
    tag = "day",
    security(("club" = ["desk", "manager"])),
    request_body = ArrivalAnnulment,
    responses(
        (status = 204, description = "It is taken back"),
        (status = 404, description = "There is no such arrival", body = FailureBody),
        (status = 409, description = "It is too early or too late to correct the day", body = FailureBody),
    ),
)]
pub(crate) async fn club_arrival_annul(
    State(clubs): State<Arc<Clubs>>,
    permitted: Permitted<RecordArrivals>,
    JsonBody(annulment): JsonBody<ArrivalAnnulment>,
) -> Result<StatusCode, ClubFailure> {
    let user = &permitted.user;
    let mut fields = FieldErrors::default();
    let date = fields.date(&annulment.date);
    let place = place(&mut fields, &annulment.place);
    fields.done()?;
    let (Some(date), Some(place)) = (date, place) else { return Err(Failure::malformed().into()) };
    let today = clubs.common.clock.today();
    refuse_desk_later(user, date, today)?;
    let reason = records::reason(&clubs.common, &annulment.reason).await?;
    let (club, kept) = (user.club().clone(), reason.as_str().to_owned());
    let command = Command::AnnulArrival(AnnulArrival { club, date, place, reason: kept, today });
    carry_out(&clubs, user, ("annul arrival", date, &reason), command).await
}

/// Correct how many holes were played
#[utoipa::path(
    post,
    path = "/club/api/arrivals/holes",
    operation_id = "club_arrival_holes",
    tag = "day",
    security(("club" = ["desk", "manager"])),
    request_body = HolesCorrection,
    responses(
        (status = 204, description = "It is corrected"),
        (status = 404, description = "There is no such arrival", body = FailureBody),
        (status = 409, description = "It is too early or too late to correct the day", body = FailureBody),
    ),
)]
pub(crate) async fn club_arrival_holes(
    State(clubs): State<Arc<Clubs>>,
    permitted: Permitted<RecordArrivals>,
    JsonBody(correction): JsonBody<HolesCorrection>,
) -> Result<StatusCode, ClubFailure> {
    let user = &permitted.user;
    let mut fields = FieldErrors::default();
    let date = fields.date(&correction.date);
    let place = place(&mut fields, &correction.place);
    let holes = fields.holes(correction.holes);
    fields.done()?;
    let (Some(date), Some(place), Some(holes)) = (date, place, holes) else {
        return Err(Failure::malformed().into());
    };
    let today = clubs.common.clock.today();
    refuse_desk_later(user, date, today)?;
    let reason = records::reason(&clubs.common, &correction.reason).await?;
    let (club, kept) = (user.club().clone(), reason.as_str().to_owned());
    let command =
        Command::CorrectPlayedHoles(CorrectPlayedHoles { club, date, place, holes, reason: kept, today });
    carry_out(&clubs, user, ("correct holes", date, &reason), command).await
}

/// Decide whether an irregular scan counts
#[utoipa::path(
    post,
    path = "/club/api/arrivals/decide",
    operation_id = "club_arrival_decide",
    tag = "day",
    security(("club" = ["manager"])),
    request_body = IrregularDecision,
    responses(
        (status = 204, description = "It is decided"),
        (status = 404, description = "There is no such scan", body = FailureBody),
        (status = 409, description = "The scan names nobody, or it is too early or too late", body = FailureBody),
    ),
)]
pub(crate) async fn club_arrival_decide(
    State(clubs): State<Arc<Clubs>>,
    permitted: Permitted<Correct>,
    JsonBody(decision): JsonBody<IrregularDecision>,
) -> Result<StatusCode, ClubFailure> {
    let user = &permitted.user;
    let mut fields = FieldErrors::default();
    let date = fields.date(&decision.date);
    let scan: Option<ScanId> = decision.scan.parse().ok();
    if scan.is_none() {
        fields.refuse("scan", "Deze scan is niet gevonden.");
    }
    fields.done()?;
    let (Some(date), Some(scan)) = (date, scan) else { return Err(Failure::malformed().into()) };
    let reason = records::reason(&clubs.common, &decision.reason).await?;
    let command = Command::DecideIrregularScan(DecideIrregularScan {
        club: user.club().clone(),
        date,
        scan,
        counts: decision.counts,
        reason: reason.as_str().to_owned(),
        today: clubs.common.clock.today(),
    });
    let action = if decision.counts { "count scan" } else { "reject scan" };
    carry_out(&clubs, user, (action, date, &reason), command).await
}

pub(super) fn place(fields: &mut FieldErrors, text: &str) -> Option<PlaceId> {
    let place: Option<PlaceId> = text.parse().ok();
    if place.is_none() {
        fields.refuse("place", "Deze aankomst is niet gevonden.");
    }
    place
}

/// The desk corrects the day itself; later only a manager, under their own account.
fn refuse_desk_later(user: &ClubUser, date: NaiveDate, today: NaiveDate) -> Result<(), ClubFailure> {
    if date < today && user.role() != ClubRole::Manager {
        return Err(ClubFailure::forbidden("Een eerdere dag kan alleen een beheerder corrigeren."));
    }
    Ok(())
}

/// Carries the act out, records it, and answers when the read models show it.
pub(super) async fn carry_out(
    clubs: &Clubs,
    user: &ClubUser,
    (action, date, reason): (&'static str, NaiveDate, &PermanentText),
    command: Command,
) -> Result<StatusCode, ClubFailure> {
    let (position, changed) = decided(clubs, user, command).await?;
    if changed {
        records::acts(&clubs.common, user, action, date, reason.as_str()).await?;
    }
    receipts::show(&clubs.common, position).await;
    Ok(StatusCode::NO_CONTENT)
}

/// Has a command decided. Returns the position that shows it, and whether it changed anything.
pub(super) async fn decided(
    clubs: &Clubs,
    user: &ClubUser,
    command: Command,
) -> Result<(Position, bool), ClubFailure> {
    match submit(&clubs.common, user, command, None).await {
        Ok(Outcome::Accepted { position, changed }) => Ok((position, changed)),
        Ok(Outcome::Rejected(rejection)) => Err(rejection.into()),
        // Both need an idempotency key.
        Ok(Outcome::Replayed { .. } | Outcome::KeyReused) => Err(receipts::key_reused().into()),
        Err(error) => Err(undecided(&error).into()),
    }
}
