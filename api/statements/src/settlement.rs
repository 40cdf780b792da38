//! All that an operator settles with a club: tariffs, billing details, months and open disputes.

use chrono::NaiveDate;
use fairway_endpoint::common::Common;
use fairway_endpoint::failure::Failure;
use fairway_events::ClubId;
use fairway_query::statements as read;
use serde::Serialize;
use utoipa::ToSchema;

use crate::billing::{self, BillingDetails};
use crate::disputes::{StatementDispute, disputed_players, with_players};
use crate::names::{known_clubs, name_of};
use crate::payments;
use crate::players::Players;
use crate::shapes::{StatementMonths, VatRegime};
use crate::statement::listed;

/// All that is settled with a club.
#[derive(Debug, Serialize, ToSchema)]
pub struct ClubSettlement {
    /// The club's slug.
    pub club: String,
    /// The club's name.
    pub name: String,
    /// The newest first.
    pub tariffs: Vec<ClubTariff>,
    /// Null: nobody wrote them yet.
    pub billing: Option<BillingDetails>,
    /// Its months.
    pub months: StatementMonths,
    /// Those that are open.
    pub disputes: Vec<StatementDispute>,
}

/// The prices of a club's rounds from a day, in euro cents without VAT.
#[derive(Debug, Serialize, ToSchema)]
pub struct ClubTariff {
    /// The first day.
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
}

impl From<read::Tariff> for ClubTariff {
    fn from(tariff: read::Tariff) -> Self {
        Self {
            from: tariff.from,
            weekday_9_cents: tariff.prices.weekday_9,
            weekday_18_cents: tariff.prices.weekday_18,
            weekend_9_cents: tariff.prices.weekend_9,
            weekend_18_cents: tariff.prices.weekend_18,
            absence_cents: tariff.prices.absence,
            vat: tariff.vat.into(),
        }
    }
}

/// What is settled with a club.
///
/// # Errors
/// When the database does not answer.
pub async fn settlement(common: &Common, club: &ClubId) -> Result<ClubSettlement, Failure> {
    let reads = &common.reads;
    let known = known_clubs(common).await?;
    let tariffs = reads.tariffs(club).await?;
    let months = reads.statement_months(club, common.clock.today()).await?;
    let months = listed(&tariffs, months, &payments::paid_on(common, club).await?);
    let disputes = reads.disputes(club, true).await?;
    let members = disputed_players(common, club, &disputes).await?;
    let players = Players::read(common, members.values().copied().collect()).await?;
    Ok(ClubSettlement {
        club: club.0.clone(),
        name: name_of(&known, club),
        tariffs: tariffs.into_iter().map(Into::into).collect(),
        billing: billing::of_club(common, club).await?.map(Into::into),
        months,
        disputes: with_players(disputes, &members, &players),
    })
}
