//! The JSON of statements, the same for clubs and operators. Money is euro cents.

use chrono::NaiveDate;
use fairway_clock::clock::day_of;
use fairway_events::{Invoice, LineSum, Month, MonthAmounts};
use fairway_query::statements as read;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::disputes::StatementDispute;
use crate::lines::StatementLine;

/// The months of a club, newest first.
#[derive(Debug, Serialize, ToSchema)]
pub struct StatementMonths {
    /// Of the earliest tariff; null: there is none yet.
    pub first_month: Option<String>,
    /// From the first one until today's.
    pub months: Vec<StatementMonth>,
}

/// Whether a month's statement is final.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum StatementMonthState {
    /// Not yet.
    Open,
    /// It is.
    Closed,
}

/// A month.
#[derive(Debug, Serialize, ToSchema)]
pub struct StatementMonth {
    /// `2026-11`.
    pub month: String,
    /// Whether its statement is final.
    pub state: StatementMonthState,
    /// Whether it is the next one to be closed.
    pub is_next: bool,
    /// The day of the closing.
    pub closed_on: Option<NaiveDate>,
    /// The day on which a payment file was made with its amount; null: it is in none.
    pub paid_on: Option<NaiveDate>,
    /// Euro cents without VAT; null while it is open.
    pub net_cents: Option<i64>,
    /// The VAT in euro cents; null while it is open.
    pub vat_cents: Option<i64>,
    /// With VAT; null while it is open.
    pub total_cents: Option<i64>,
    /// Null: nothing was owed, or it is open.
    pub invoice_number: Option<String>,
    /// Disputes of this month that are open.
    pub open_disputes: u32,
}

impl StatementMonth {
    pub(crate) fn of(month: read::MonthSummary, is_next: bool, paid_on: Option<NaiveDate>) -> Self {
        let amounts = month.amounts.as_ref();
        Self {
            month: month.month.to_string(),
            state: match month.closed_at {
                Some(_) => StatementMonthState::Closed,
                None => StatementMonthState::Open,
            },
            is_next,
            closed_on: month.closed_at.map(day_of),
            paid_on,
            net_cents: amounts.map(MonthAmounts::net),
            vat_cents: amounts.map(MonthAmounts::vat_amount),
            total_cents: amounts.map(MonthAmounts::total),
            invoice_number: month.invoice.map(|invoice| invoice.number),
            open_disputes: month.open_disputes,
        }
    }
}

/// How far a statement is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum StatementState {
    /// It is final.
    Closed,
    /// The next one to be closed.
    Next,
    /// Months before it are not closed.
    Later,
    /// The month is before the first tariff.
    NoTariff,
}

impl From<&read::StatementState> for StatementState {
    fn from(state: &read::StatementState) -> Self {
        match state {
            read::StatementState::Closed { .. } => Self::Closed,
            read::StatementState::NextToClose => Self::Next,
            read::StatementState::Later => Self::Later,
            read::StatementState::BeforeFirst => Self::NoTariff,
        }
    }
}

/// The day of the closing; none: it is open.
pub(crate) fn closed_on(state: &read::StatementState) -> Option<NaiveDate> {
    match state {
        read::StatementState::Closed { closed_at, .. } => Some(day_of(*closed_at)),
        _ => None,
    }
}

/// The invoice; none: nothing was owed, or it is open.
pub(crate) fn invoice(state: &read::StatementState) -> Option<&Invoice> {
    match state {
        read::StatementState::Closed { invoice, .. } => invoice.as_deref(),
        _ => None,
    }
}

/// Whether a month can be closed today.
pub(crate) fn can_be_closed(state: &read::StatementState, month: Month, today: NaiveDate) -> bool {
    matches!(state, read::StatementState::NextToClose) && today > month.last_day()
}

/// What a club is owed for a month.
#[derive(Debug, Serialize, ToSchema)]
pub struct StatementAnswer {
    /// `2026-11`.
    pub month: String,
    /// How far it is.
    pub state: StatementState,
    /// Whether the month is over and the next to be closed.
    pub can_be_closed: bool,
    /// The day of the closing.
    pub closed_on: Option<NaiveDate>,
    /// The day on which a payment file was made with its amount; null: it is in none.
    pub paid_on: Option<NaiveDate>,
    /// The last day on which lines may be disputed; null: while it is open.
    pub disputes_until: Option<NaiveDate>,
    /// The position of the journal up to which it is.
    pub as_of: i64,
    /// SHA-256 of its lines, hexadecimal.
    pub hash: String,
    /// Null: nothing was owed, or it is open.
    pub invoice_number: Option<String>,
    /// Its sums.
    pub amounts: StatementAmounts,
    /// Days with lines of the month's own, in order.
    pub days: Vec<StatementDay>,
    /// Differences to the statements of earlier months.
    pub corrections: Vec<StatementLine>,
    /// What accepted disputes add or take away.
    pub adjustments: Vec<StatementLine>,
    /// Disputes of this month.
    pub disputes: Vec<StatementDispute>,
    /// Players who arrived on a day without a tariff.
    pub rounds_without_tariff: u32,
}

/// The sums of a statement, in euro cents.
#[derive(Debug, Serialize, ToSchema)]
pub struct StatementAmounts {
    /// Rounds that were booked before the player came.
    pub arrivals: StatementSum,
    /// Rounds that were booked at the desk.
    pub walk_ins: StatementSum,
    /// Players who did not come, where that costs.
    pub absences: StatementSum,
    /// Differences to the statements of earlier months.
    pub corrections: StatementSum,
    /// What accepted disputes add or take away.
    pub adjustments: StatementSum,
    /// By VAT regime.
    pub vat: Vec<StatementVat>,
    /// Without VAT.
    pub net_cents: i64,
    /// The VAT.
    pub vat_cents: i64,
    /// With VAT.
    pub total_cents: i64,
}

impl From<&MonthAmounts> for StatementAmounts {
    fn from(amounts: &MonthAmounts) -> Self {
        Self {
            arrivals: amounts.arrivals.into(),
            walk_ins: amounts.walk_ins.into(),
            absences: amounts.absences.into(),
            corrections: amounts.corrections.into(),
            adjustments: amounts.adjustments.into(),
            vat: amounts
                .vat
                .iter()
                .map(|sum| StatementVat {
                    regime: sum.regime.into(),
                    percent: sum.regime.percent(),
                    net_cents: sum.net,
                    vat_cents: sum.vat,
                })
                .collect(),
            net_cents: amounts.net(),
            vat_cents: amounts.vat_amount(),
            total_cents: amounts.total(),
        }
    }
}

/// Lines of a kind.
#[derive(Debug, Serialize, ToSchema)]
pub struct StatementSum {
    /// How many.
    pub count: u32,
    /// Their sum without VAT.
    pub net_cents: i64,
}

impl From<LineSum> for StatementSum {
    fn from(sum: LineSum) -> Self {
        Self { count: sum.count, net_cents: sum.net }
    }
}

/// The VAT on a club's rounds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum VatRegime {
    /// None.
    Exempt,
    /// The low rate.
    Low,
    /// The high rate.
    High,
}

impl From<fairway_events::VatRegime> for VatRegime {
    fn from(regime: fairway_events::VatRegime) -> Self {
        match regime {
            fairway_events::VatRegime::Exempt => Self::Exempt,
            fairway_events::VatRegime::Low => Self::Low,
            fairway_events::VatRegime::High => Self::High,
        }
    }
}

impl From<VatRegime> for fairway_events::VatRegime {
    fn from(regime: VatRegime) -> Self {
        match regime {
            VatRegime::Exempt => Self::Exempt,
            VatRegime::Low => Self::Low,
            VatRegime::High => Self::High,
        }
    }
}

/// The lines of a VAT regime.
#[derive(Debug, Serialize, ToSchema)]
pub struct StatementVat {
    /// The regime.
    pub regime: VatRegime,
    /// The rate.
    pub percent: i64,
    /// Their sum without VAT.
    pub net_cents: i64,
    /// The VAT on it.
    pub vat_cents: i64,
}

/// A day of a statement.
#[derive(Debug, Serialize, ToSchema)]
pub struct StatementDay {
    /// The day.
    pub date: NaiveDate,
    /// How many lines.
    pub lines: u32,
    /// Their sum without VAT.
    pub net_cents: i64,
}

/// The lines of a day.
#[derive(Debug, Serialize, ToSchema)]
pub struct DayLines {
    /// The day.
    pub date: NaiveDate,
    /// Its lines.
    pub lines: Vec<StatementLine>,
}
