//! A month of all clubs, for operators: what is closed, what can be, and what is to be paid.

use std::collections::{HashMap, HashSet};

use chrono::NaiveDate;
use fairway_clock::clock::day_of;
use fairway_endpoint::common::Common;
use fairway_endpoint::failure::Failure;
use fairway_events::{ClubId, Month, MonthAmounts};
use fairway_store::club_billing;
use serde::Serialize;
use utoipa::ToSchema;

use crate::names::{known_clubs, name_of};
use crate::payments::{self, NextPaymentFile, PaymentFile};
use crate::shapes::{StatementState, can_be_closed, invoice};

/// What clubs are owed for a month.
#[derive(Debug, Serialize, ToSchema)]
pub struct StatementOverview {
    /// `2026-11`.
    pub month: String,
    /// Those with a tariff, an arrival or a closed statement, by name.
    pub clubs: Vec<ClubStatement>,
    /// Of the closed statements, in euro cents with VAT.
    pub total_cents: i64,
    /// The payment files that were made of the month, or have a statement of it, in order.
    pub payments: Vec<PaymentFile>,
    /// The one that would be made of the month now: of its closed statements and of those before it that are in none.
    pub next_payment: NextPaymentFile,
}

/// What a club is owed for a month.
#[derive(Debug, Serialize, ToSchema)]
pub struct ClubStatement {
    /// The club's slug.
    pub club: String,
    /// The club's name.
    pub name: String,
    /// How far it is.
    pub state: StatementState,
    /// Players who arrived, as it stands.
    pub arrived: u32,
    /// Euro cents without VAT; null while it is open.
    pub net_cents: Option<i64>,
    /// With VAT; null while it is open.
    pub total_cents: Option<i64>,
    /// Null: nothing was owed, or it is open.
    pub invoice_number: Option<String>,
    /// Disputes of this month that are open.
    pub open_disputes: u32,
    /// Whether the club's billing details are known.
    pub has_billing: bool,
    /// Whether the month is over and the next to be closed.
    pub can_be_closed: bool,
    /// Whether its amount is in a payment file.
    pub in_payment: bool,
    /// The day on which that file was made; null: it is in none.
    pub paid_on: Option<NaiveDate>,
}

/// The statements of a month.
///
/// # Errors
/// When the database does not answer.
pub async fn overview(common: &Common, month: Month) -> Result<StatementOverview, Failure> {
    let found = common.reads.statements_of_month(month).await?;
    let billed: HashSet<ClubId> = club_billing::clubs(&common.pool).await?;
    let taken = payments::of_month(common, month).await?;
    let payments = payments::files(&taken, &payments::statements(common, &taken).await?);
    let next_payment = payments::next_file(common, month).await?;
    let paid_on: HashMap<ClubId, NaiveDate> = taken
        .into_iter()
        .filter(|paid| paid.month == month)
        .map(|paid| (paid.club, day_of(paid.message.created_at)))
        .collect();
    let known = known_clubs(common).await?;
    let today = common.clock.today();
    let mut clubs: Vec<ClubStatement> = found
        .into_iter()
        .map(|club| {
            let amounts = club.amounts.as_ref();
            ClubStatement {
                name: name_of(&known, &club.club),
                state: (&club.state).into(),
                arrived: club.arrived,
                net_cents: amounts.map(MonthAmounts::net),
                total_cents: amounts.map(MonthAmounts::total),
                invoice_number: invoice(&club.state).map(|invoice| invoice.number.clone()),
                open_disputes: club.open_disputes,
                has_billing: billed.contains(&club.club),
                can_be_closed: can_be_closed(&club.state, month, today),
                in_payment: paid_on.contains_key(&club.club),
                paid_on: paid_on.get(&club.club).copied(),
                club: club.club.0,
            }
        })
        .collect();
    // A new club is there before it has a tariff: that is where an operator sets the first.
    let is_listed: HashSet<String> = clubs.iter().map(|club| club.club.clone()).collect();
    let new = known.all().filter(|card| !is_listed.contains(&card.id().0));
    clubs.extend(new.map(|card| ClubStatement {
        club: card.id().0.clone(),
        name: card.name.clone(),
        state: StatementState::NoTariff,
        arrived: 0,
        net_cents: None,
        total_cents: None,
        invoice_number: None,
        open_disputes: 0,
        has_billing: billed.contains(card.id()),
        can_be_closed: false,
        in_payment: false,
        paid_on: None,
    }));
    clubs.sort_by(|one, other| (&one.name, &one.club).cmp(&(&other.name, &other.club)));
    let total_cents = clubs.iter().filter_map(|club| club.total_cents).sum();
    Ok(StatementOverview { month: month.to_string(), clubs, total_cents, payments, next_payment })
}
