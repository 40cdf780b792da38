//! Reads of statements: the rows from which they are computed, and lists.

use std::collections::HashMap;

use chrono::{DateTime, NaiveDate, Utc};
use fairway_events::{
    AbsenceReason, ClubId, DisputeId, DisputeOutcome, Invoice, Month, MonthAmounts, PlaceId, Position,
    ScanId, TariffPrices, VatRegime,
};
use serde::Deserialize;
use sqlx::Row;
use sqlx::postgres::PgRow;
use sqlx::types::Json;
use uuid::Uuid;

use super::lines::{self, PlaceFact};
use super::{
    BilledMonth, ClubMonth, Dispute, DisputeEnd, Fact, FactKind, Line, MonthSummary, Statement,
    StatementState, Tariff,
};
use crate::reads::{ReadError, Reads, arguments, count, holes, queries};

queries! {
    STATEMENT => include_str!("statement.sql"),
    STATEMENT_MONTHS => include_str!("statement_months.sql"),
    CLUB_MONTHS => include_str!("club_months.sql"),
    CLUB_OF_STATEMENTS => "SELECT club_id FROM statements_clubs WHERE club_id = $1",
    BILLED_MONTHS => "SELECT club_id, month, total_cents, invoice
        FROM unnest($1::text[], $2::date[]) AS wanted (club_id, month)
        JOIN statements_months USING (club_id, month) WHERE invoice IS NOT NULL",
    BILLED_MONTHS_BUT => include_str!("billed_months_but.sql"),
    TARIFFS => "SELECT to_jsonb(tariff) AS tariff FROM statements_tariffs AS tariff WHERE club_id = $1 ORDER BY position",
    DISPUTES => "SELECT to_jsonb(dispute) AS dispute FROM statements_disputes AS dispute
        WHERE club_id = $1 AND (outcome IS NULL OR NOT $2) ORDER BY disputed_at DESC, dispute_id",
}

/// What the statement of a month is computed with, beside what happened to places.
#[derive(Debug, Deserialize)]
struct Terms {
    as_of: Position,
    /// The position that the closing of the month before took in; none: it is not closed.
    since: Option<Position>,
    seen: u64,
    closed: Option<ClosedRow>,
    tariffs: Vec<TariffRow>,
    adjustments: Vec<DisputeRow>,
    disputes: Vec<DisputeRow>,
}

#[derive(Debug, Deserialize)]
struct ClosedRow {
    month: NaiveDate,
    closed_at: DateTime<Utc>,
    amounts: MonthAmounts,
    invoice: Option<Box<Invoice>>,
}

#[derive(Debug, Deserialize)]
struct TariffRow {
    from_date: NaiveDate,
    weekday_9_cents: i64,
    weekday_18_cents: i64,
    weekend_9_cents: i64,
    weekend_18_cents: i64,
    absence_cents: i64,
    vat: VatRegime,
}

impl From<TariffRow> for Tariff {
    fn from(row: TariffRow) -> Self {
        let prices = TariffPrices {
            weekday_9: row.weekday_9_cents,
            weekday_18: row.weekday_18_cents,
            weekend_9: row.weekend_9_cents,
            weekend_18: row.weekend_18_cents,
            absence: row.absence_cents,
        };
        Self { from: row.from_date, prices, vat: row.vat }
    }
}

#[derive(Debug, Deserialize)]
struct DisputeRow {
    dispute_id: DisputeId,
    month: NaiveDate,
    play_date: NaiveDate,
    place_id: Option<PlaceId>,
    reason: String,
    disputed_at: DateTime<Utc>,
    /// This and what follows: none, or all.
    outcome: Option<DisputeOutcome>,
    adjustment_cents: Option<i64>,
    vat: Option<VatRegime>,
    end_reason: Option<String>,
    ended_at: Option<DateTime<Utc>>,
}

impl From<DisputeRow> for Dispute {
    fn from(row: DisputeRow) -> Self {
        let end = row.outcome.zip(row.ended_at).map(|(outcome, at)| DisputeEnd {
            outcome,
            adjustment: row.adjustment_cents.unwrap_or_default(),
            reason: row.end_reason.unwrap_or_default(),
            at,
        });
        Self {
            dispute: row.dispute_id,
            month: Month::of(row.month),
            date: row.play_date,
            place: row.place_id,
            reason: row.reason,
            disputed_at: row.disputed_at,
            end,
        }
    }
}

impl Reads {
    /// What a club is owed for a month. That of a closed month is computed again from what happened up to its position.
    ///
    /// # Errors
    /// [`ReadError`].
    pub async fn statement(&self, club: &ClubId, month: Month) -> Result<Statement, ReadError> {
        let (terms, facts) = self.settled(club, (month.first_day(), month.last_day()), true).await?;
        Ok(statement(club, month, terms, facts))
    }

    /// The lines of a day's places in the statement of its month, and the disputes about that statement, without what
    /// happened on the month's other days.
    ///
    /// # Errors
    /// [`ReadError`].
    pub async fn statement_day(
        &self,
        club: &ClubId,
        date: NaiveDate,
    ) -> Result<(Vec<Line>, Vec<Dispute>), ReadError> {
        let (terms, facts) = self.settled(club, (date, date), false).await?;
        let tariffs: Vec<Tariff> = terms.tariffs.into_iter().map(Tariff::from).collect();
        let (mut lines, _) = lines::of_places(Month::of(date), None, &tariffs, facts);
        lines::sort(&mut lines);
        Ok((lines, terms.disputes.into_iter().map(Dispute::from).collect()))
    }

    /// The terms of a month's statement, and what happened to the places of some of its days, and to those of earlier
    /// months that changed since.
    async fn settled(
        &self,
        club: &ClubId,
        (first, last): (NaiveDate, NaiveDate),
        with_changed: bool,
    ) -> Result<(Terms, Vec<PlaceFact>), ReadError> {
        let month = Month::of(first).first_day();
        let rows =
            self.rows(STATEMENT, arguments!(club.0.as_str(), month, first, last, with_changed)).await?;
        let mut terms: Option<Terms> = None;
        let mut facts = Vec::with_capacity(rows.len());
        for row in &rows {
            match row.try_get::<Option<Position>, _>("position")? {
                Some(position) => facts.push(place_fact(position, row)?),
                None => terms = Some(row.try_get::<Json<_>, _>("terms")?.0),
            }
        }
        Ok((terms.ok_or(sqlx::Error::RowNotFound)?, facts))
    }

    /// The months of a club's statements, from that of its earliest tariff to today's, latest first.
    ///
    /// # Errors
    /// [`ReadError`].
    pub async fn statement_months(
        &self,
        club: &ClubId,
        today: NaiveDate,
    ) -> Result<Vec<MonthSummary>, ReadError> {
        let rows = self.rows(STATEMENT_MONTHS, arguments!(club.0.as_str())).await?;
        let row = rows.first().ok_or(sqlx::Error::RowNotFound)?;
        let Some(first) = row.try_get::<Option<NaiveDate>, _>("first_tariff")? else { return Ok(vec![]) };
        let Json(closed): Json<Vec<ClosedRow>> = row.try_get("closed")?;
        let Json(disputed): Json<Vec<NaiveDate>> = row.try_get("disputed")?;
        let mut closed: HashMap<Month, ClosedRow> =
            closed.into_iter().map(|closed| (Month::of(closed.month), closed)).collect();
        let all = std::iter::successors(Some(Month::of(first)), |month| Some(month.next()));
        let mut months: Vec<MonthSummary> = all
            .take_while(|month| *month <= Month::of(today))
            .map(|month| {
                let open = disputed.iter().filter(|disputed| Month::of(**disputed) == month).count();
                let open_disputes = u32::try_from(open).unwrap_or(u32::MAX);
                match closed.remove(&month) {
                    Some(ClosedRow { closed_at, amounts, invoice, .. }) => MonthSummary {
                        month,
                        closed_at: Some(closed_at),
                        amounts: Some(amounts),
                        invoice,
                        open_disputes,
                    },
                    None => {
                        MonthSummary { month, closed_at: None, amounts: None, invoice: None, open_disputes }
                    }
                }
            })
            .collect();
        months.reverse();
        Ok(months)
    }

    /// Whether a club has or had a tariff, or anybody arrived at it or was missed there.
    ///
    /// # Errors
    /// [`ReadError`].
    pub async fn has_statements(&self, club: &ClubId) -> Result<bool, ReadError> {
        Ok(!self.rows(CLUB_OF_STATEMENTS, arguments!(club.0.as_str())).await?.is_empty())
    }

    /// The tariffs of a club, also those that begin later, the last to begin first. One that another of the same day
    /// replaced is left out.
    ///
    /// # Errors
    /// [`ReadError`].
    pub async fn tariffs(&self, club: &ClubId) -> Result<Vec<Tariff>, ReadError> {
        let rows = self.rows(TARIFFS, arguments!(club.0.as_str())).await?;
        let tariff =
            |row: &PgRow| Ok::<_, ReadError>(Tariff::from(row.try_get::<Json<TariffRow>, _>("tariff")?.0));
        let tariffs: Vec<Tariff> = rows.iter().map(tariff).collect::<Result<_, _>>()?;
        Ok(lines::current(tariffs))
    }

    /// The disputes of a club, latest first.
    ///
    /// # Errors
    /// [`ReadError`].
    pub async fn disputes(&self, club: &ClubId, open_only: bool) -> Result<Vec<Dispute>, ReadError> {
        let rows = self.rows(DISPUTES, arguments!(club.0.as_str(), open_only)).await?;
        rows.iter().map(|row| Ok(Dispute::from(row.try_get::<Json<DisputeRow>, _>("dispute")?.0))).collect()
    }

    /// These months of clubs, in no order; those that are open or without an invoice are left out.
    ///
    /// # Errors
    /// [`ReadError`].
    pub async fn billed_months(&self, wanted: &[(ClubId, Month)]) -> Result<Vec<BilledMonth>, ReadError> {
        let (clubs, months) = pairs(wanted);
        self.rows(BILLED_MONTHS, arguments!(clubs, months)).await?.iter().map(billed_month).collect()
    }

    /// All closed months with an amount until a last one, but these, in no order.
    ///
    /// # Errors
    /// [`ReadError`].
    pub async fn billed_months_but(
        &self,
        left_out: &[(ClubId, Month)],
        last: Month,
    ) -> Result<Vec<BilledMonth>, ReadError> {
        let (clubs, months) = pairs(left_out);
        let rows = self.rows(BILLED_MONTHS_BUT, arguments!(last.first_day(), clubs, months)).await?;
        rows.iter().map(billed_month).collect()
    }

    /// The statements of a month: of each club that has a tariff or a closed month, or at which somebody arrived.
    ///
    /// # Errors
    /// [`ReadError`].
    pub async fn statements_of_month(&self, month: Month) -> Result<Vec<ClubMonth>, ReadError> {
        let rows = self.rows(CLUB_MONTHS, arguments!(month.first_day(), month.last_day())).await?;
        let clubs: Vec<ClubMonth> =
            rows.iter().map(|row| club_month(month, row)).collect::<Result<_, ReadError>>()?;
        Ok(clubs.into_iter().filter(|club| club.has_tariff || club.arrived > 0).collect())
    }
}

fn statement(club: &ClubId, month: Month, terms: Terms, facts: Vec<PlaceFact>) -> Statement {
    let Terms { as_of, since, seen, closed, tariffs, adjustments, disputes } = terms;
    let tariffs: Vec<Tariff> = tariffs.into_iter().map(Tariff::from).collect();
    let first_tariff = tariffs.iter().map(|tariff| tariff.from).min();
    let state = match closed {
        Some(ClosedRow { closed_at, invoice, .. }) => StatementState::Closed { closed_at, invoice },
        None => lines::open_state(month, first_tariff, since.is_some()),
    };
    let (mut lines, without_tariff) = lines::of_places(month, since, &tariffs, facts);
    if matches!(state, StatementState::Closed { .. } | StatementState::NextToClose) {
        lines.extend(adjustments.into_iter().filter_map(|row| {
            Some(lines::of_dispute(row.dispute_id, row.play_date, row.adjustment_cents?, row.vat?))
        }));
    }
    lines::sort(&mut lines);
    Statement {
        club: club.clone(),
        month,
        state,
        as_of,
        seen,
        amounts: lines::amounts(&lines),
        lines_hash: lines::hash(&lines),
        lines,
        disputes: disputes.into_iter().map(Dispute::from).collect(),
        without_tariff,
    }
}

fn place_fact(position: Position, row: &PgRow) -> Result<PlaceFact, ReadError> {
    let kind: &str = row.try_get("kind")?;
    let reason: Option<&str> = row.try_get("reason")?;
    Ok(PlaceFact {
        date: row.try_get("play_date")?,
        place: PlaceId(row.try_get("place_id")?),
        booking: row.try_get::<Uuid, _>("booking_id")?.into(),
        member: row.try_get::<Uuid, _>("member_id")?.into(),
        scan: row.try_get::<Option<Uuid>, _>("scan_id")?.map(ScanId),
        walk_in: row.try_get::<Option<bool>, _>("walk_in")?.unwrap_or(false),
        // The columns' checks allow no other text.
        absence: AbsenceReason::ALL.into_iter().find(|known| Some(known.as_str()) == reason),
        fact: Fact {
            position,
            at: row.try_get("recorded_at")?,
            kind: FactKind::ALL
                .into_iter()
                .find(|known| known.as_str() == kind)
                .unwrap_or(FactKind::SeenAgain),
            holes: row.try_get::<Option<i16>, _>("holes")?.map(holes).transpose()?,
            counts: row.try_get("counts")?,
            note: row.try_get("note")?,
        },
    })
}

fn club_month(month: Month, row: &PgRow) -> Result<ClubMonth, ReadError> {
    let first_tariff: Option<NaiveDate> = row.try_get("first_tariff")?;
    let closed: Option<Json<ClosedRow>> = row.try_get("closed")?;
    let (state, amounts) = match closed {
        Some(Json(ClosedRow { closed_at, amounts, invoice, .. })) => {
            (StatementState::Closed { closed_at, invoice }, Some(amounts))
        }
        None => (lines::open_state(month, first_tariff, row.try_get("is_month_before_closed")?), None),
    };
    Ok(ClubMonth {
        club: ClubId(row.try_get("club_id")?),
        state,
        arrived: count(row.try_get("arrived")?),
        amounts,
        open_disputes: count(row.try_get("open_disputes")?),
        has_tariff: first_tariff.is_some(),
    })
}

/// As two arguments of a query.
fn pairs(months: &[(ClubId, Month)]) -> (Vec<&str>, Vec<NaiveDate>) {
    months.iter().map(|(club, month)| (club.0.as_str(), month.first_day())).unzip()
}

fn billed_month(row: &PgRow) -> Result<BilledMonth, ReadError> {
    Ok(BilledMonth {
        club: ClubId(row.try_get("club_id")?),
        month: Month::of(row.try_get("month")?),
        total: row.try_get("total_cents")?,
        invoice: row.try_get::<Json<_>, _>("invoice")?.0,
    })
}
