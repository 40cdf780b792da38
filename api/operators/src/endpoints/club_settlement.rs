//! `/operator/api/clubs/{club}/settlement`: a club's tariffs, months and open disputes; setting a tariff (docs/domain.md
//! §3.29), and deciding a dispute (§3.31).

use std::collections::BTreeMap;

use axum::Json;
use axum::extract::State;
use chrono::{Months, NaiveDate};
use fairway_audit::dates;
use fairway_audit::subject::Subject;
use fairway_command::{Command, EndDispute, SetTariff};
use fairway_endpoint::common::Common;
use fairway_endpoint::failure::FailureBody;
use fairway_endpoint::path::PathText;
use fairway_events::{ClubId, DisputeId, DisputeOutcome, Month, StreamId, TariffPrices};
use fairway_operator_accounts::access::{ManageStatements, Permitted, SeeStatements};
use fairway_operator_accounts::answer::Changed;
use fairway_operator_accounts::body::OperatorBody;
use fairway_operator_accounts::failure::OperatorFailure;
use fairway_operator_accounts::permanent::permanent;
use fairway_statements::{ClubSettlement, VatRegime};
use serde::Deserialize;
use utoipa::ToSchema;

use super::club_days::card;
use crate::act::Acting;
use crate::views;

/// A thousand euros: more for a round is a typing mistake.
const MOST_CENTS: i64 = 100_000;
/// Before and after today.
const TARIFF_MONTHS: u32 = 12;
/// Ten thousand euros.
const MOST_ADJUSTMENT: i64 = 1_000_000;

/// What a club is owed, and by which terms
#[utoipa::path(
    get,
    path = "/operator/api/clubs/{club}/settlement",
    operation_id = "operator_settlement",
    tag = "statements",
    security(("operator" = ["support", "auditor", "admin"])),
    params(("club" = String, Path, description = "The club's slug")),
    responses(
        (status = 200, description = "Tariffs, months and open disputes", body = ClubSettlement),
        (status = 404, description = "There is no such club", body = FailureBody),
    ),
)]
pub(crate) async fn settlement(
    State(common): State<Common>,
    permitted: Permitted<SeeStatements>,
    PathText(club): PathText,
) -> Result<Json<ClubSettlement>, OperatorFailure> {
    let club = settled(&common, &club).await?;
    views::record(&common, &permitted.operator, &Subject(StreamId::Settlement(club.clone()))).await?;
    Ok(Json(fairway_statements::settlement(&common, &club).await?))
}

/// A club by its slug. One that was removed from the data set is still owed its last months.
pub(super) async fn settled(common: &Common, club: &str) -> Result<ClubId, OperatorFailure> {
    let id = ClubId::from(club);
    // The database refuses a text with this sign.
    if !club.contains('\0') && common.reads.has_statements(&id).await? {
        return Ok(id);
    }
    Ok(card(common, club).await?.id().clone())
}

/// The prices of a club's rounds from a day on, in cents without VAT: 0 to 100,000 each.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(as = SetTariff)]
pub(crate) struct NewTariff {
    /// From this day on, which is in no closed month: at most 12 months before today or after it.
    pub from: NaiveDate,
    /// 9 holes, Monday to Friday.
    pub weekday_9_cents: i64,
    /// 18 holes, Monday to Friday.
    pub weekday_18_cents: i64,
    /// 9 holes, Saturday and Sunday.
    pub weekend_9_cents: i64,
    /// 18 holes, Saturday and Sunday.
    pub weekend_18_cents: i64,
    /// A player who did not come and gave no reason.
    pub absence_cents: i64,
    /// The VAT.
    pub vat: VatRegime,
    /// Why; one line.
    pub reason: String,
}

/// Set a club's tariff
#[utoipa::path(
    post,
    path = "/operator/api/clubs/{club}/tariffs",
    operation_id = "operator_set_tariff",
    tag = "statements",
    security(("operator" = ["admin"])),
    params(("club" = String, Path, description = "The club's slug")),
    request_body = NewTariff,
    responses(
        (status = 200, description = "It holds from that day on", body = Changed),
        (status = 404, description = "There is no such club", body = FailureBody),
        (status = 409, description = "The day is in a closed month", body = FailureBody),
    ),
)]
pub(crate) async fn set_tariff(
    State(common): State<Common>,
    permitted: Permitted<ManageStatements>,
    PathText(club): PathText,
    OperatorBody(new): OperatorBody<NewTariff>,
) -> Result<Json<Changed>, OperatorFailure> {
    let acting = Acting::new(&common, &permitted.operator, &new.reason).await?;
    let club = card(&common, &club).await?.id().clone();
    let prices = [
        ("weekday_9_cents", new.weekday_9_cents),
        ("weekday_18_cents", new.weekday_18_cents),
        ("weekend_9_cents", new.weekend_9_cents),
        ("weekend_18_cents", new.weekend_18_cents),
        ("absence_cents", new.absence_cents),
    ];
    let wrong = prices.into_iter().filter(|(_, cents)| !(0..=MOST_CENTS).contains(cents));
    let mut wrong: BTreeMap<String, String> = wrong
        .map(|(field, _)| (field.to_owned(), "Write an amount from 0 to 1,000 euros.".to_owned()))
        .collect();
    let (first, last) = tariff_days(common.clock.today());
    if !(first..=last).contains(&new.from) {
        let sentence = format!("Choose a day from {} to {}.", dates::day(first), dates::day(last));
        wrong.insert("from".to_owned(), sentence);
    }
    if !wrong.is_empty() {
        return Err(OperatorFailure::invalid_fields(wrong));
    }
    let subject = Subject(StreamId::Settlement(club.clone())).to_string();
    let command = Command::SetTariff(SetTariff {
        club,
        from: new.from,
        prices: TariffPrices {
            weekday_9: new.weekday_9_cents,
            weekday_18: new.weekday_18_cents,
            weekend_9: new.weekend_9_cents,
            weekend_18: new.weekend_18_cents,
            absence: new.absence_cents,
        },
        vat: new.vat.into(),
    });
    acting.carry_out("set tariff", subject, None, command).await?;
    Ok(Json(Changed {}))
}

/// The days from which a tariff may hold. Every month since a club's first tariff has to be closed, so one of long ago by
/// mistake would cost much work, and nobody could take it back.
fn tariff_days(today: NaiveDate) -> (NaiveDate, NaiveDate) {
    let months = Months::new(TARIFF_MONTHS);
    let first = today.checked_sub_months(months).unwrap_or(today);
    (Month::of(first).first_day(), today.checked_add_months(months).unwrap_or(today))
}

/// How an operator decides a dispute.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum DisputeDecision {
    /// The club is right.
    Accepted,
    /// The club is not right.
    Refused,
}

/// A decision about a dispute.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(as = EndDispute)]
pub(crate) struct DecideDispute {
    /// The decision.
    pub outcome: DisputeDecision,
    /// accepted: owed besides, in cents without VAT; may be negative. Else 0.
    pub adjustment_cents: i64,
    /// What the club reads, in Dutch; one line.
    pub answer: String,
    /// Why, for the record; one line.
    pub reason: String,
}

/// Decide a club's dispute
#[utoipa::path(
    post,
    path = "/operator/api/clubs/{club}/disputes/{dispute}/end",
    operation_id = "operator_end_dispute",
    tag = "statements",
    security(("operator" = ["admin"])),
    params(("club" = String, Path, description = "The club's slug"),
           ("dispute" = uuid::Uuid, Path, description = "The dispute")),
    request_body = DecideDispute,
    responses(
        (status = 200, description = "It is decided; an adjustment is on the next statement that is closed", body = Changed),
        (status = 404, description = "There is no such club or dispute", body = FailureBody),
        (status = 409, description = "It ended in another way", body = FailureBody),
    ),
)]
pub(crate) async fn end_dispute(
    State(common): State<Common>,
    permitted: Permitted<ManageStatements>,
    PathText((club, id)): PathText<(String, String)>,
    OperatorBody(decided): OperatorBody<DecideDispute>,
) -> Result<Json<Changed>, OperatorFailure> {
    let acting = Acting::new(&common, &permitted.operator, &decided.reason).await?;
    let answer = permanent(&common, &permitted.operator, "answer", &decided.answer).await?;
    let club = settled(&common, &club).await?;
    let known = common.reads.disputes(&club, false).await?;
    let dispute: Option<DisputeId> = id.parse().ok();
    let dispute = dispute.filter(|id| known.iter().any(|known| known.dispute == *id));
    let dispute = dispute.ok_or_else(|| {
        OperatorFailure::not_found(format!("Nothing is known under {id}: the club has no such dispute."))
    })?;
    let is_allowed = match decided.outcome {
        DisputeDecision::Accepted => (-MOST_ADJUSTMENT..=MOST_ADJUSTMENT).contains(&decided.adjustment_cents),
        DisputeDecision::Refused => decided.adjustment_cents == 0,
    };
    if !is_allowed {
        return Err(OperatorFailure::invalid_field(
            "adjustment_cents",
            "Write an amount of at most 10,000 euros where you accept the dispute, otherwise 0.",
        ));
    }
    let subject = Subject(StreamId::Settlement(club.clone())).to_string();
    let command = Command::EndDispute(EndDispute {
        club,
        dispute,
        outcome: decided.outcome.into(),
        adjustment: decided.adjustment_cents,
        reason: answer.into_string(),
    });
    acting.carry_out("end dispute", subject, None, command).await?;
    Ok(Json(Changed {}))
}

impl From<DisputeDecision> for DisputeOutcome {
    fn from(decision: DisputeDecision) -> Self {
        match decision {
            DisputeDecision::Accepted => Self::Accepted,
            DisputeDecision::Refused => Self::Refused,
        }
    }
}
