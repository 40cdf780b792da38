//! A club's statements: the list of its months, one month by day, and the lines of a day. A month has thousands of lines,
//! so the whole of them is in no answer.

use std::collections::{BTreeMap, HashMap, HashSet};

use chrono::NaiveDate;
use fairway_command::last_day_to_dispute;
use fairway_endpoint::common::Common;
use fairway_endpoint::failure::Failure;
use fairway_events::{ClubId, Month, PlaceId};
use fairway_query::statements as read;

use crate::disputes::{disputed_players, with_players};
use crate::lines::StatementLine;
use crate::payments;
use crate::players::{Players, player};
use crate::shapes::{
    DayLines, StatementAnswer, StatementDay, StatementMonth, StatementMonths, can_be_closed, closed_on,
    invoice,
};
use crate::start_times::StartTimes;

/// A club's months.
///
/// # Errors
/// When the database does not answer.
pub async fn months(common: &Common, club: &ClubId) -> Result<StatementMonths, Failure> {
    let tariffs = common.reads.tariffs(club).await?;
    let months = common.reads.statement_months(club, common.clock.today()).await?;
    Ok(listed(&tariffs, months, &payments::paid_on(common, club).await?))
}

/// Tariffs and months are newest first.
pub(crate) fn listed(
    tariffs: &[read::Tariff],
    months: Vec<read::MonthSummary>,
    paid_on: &HashMap<Month, NaiveDate>,
) -> StatementMonths {
    let next = months.iter().rev().find(|month| month.closed_at.is_none()).map(|month| month.month);
    let months = months.into_iter().map(|month| {
        let is_next = next == Some(month.month);
        let paid_on = paid_on.get(&month.month).copied();
        StatementMonth::of(month, is_next, paid_on)
    });
    StatementMonths {
        first_month: tariffs.last().map(|tariff| Month::of(tariff.from).to_string()),
        months: months.collect(),
    }
}

/// A month of a club: its own lines by day, what differs from earlier months line by line.
///
/// # Errors
/// When the database does not answer.
pub async fn answer(common: &Common, club: &ClubId, month: Month) -> Result<StatementAnswer, Failure> {
    let statement = common.reads.statement(club, month).await?;
    let disputed = open_disputes(&statement.disputes);
    let members = disputed_players(common, club, &statement.disputes).await?;
    let days = days(&statement.lines);
    let others: Vec<read::Line> = statement.lines.into_iter().filter(|line| !is_own(line)).collect();
    let shown = others.iter().filter_map(player).chain(members.values().copied()).collect();
    let players = Players::read(common, shown).await?;
    let start_times = StartTimes::read(common, &others).await?;
    let (corrections, adjustments): (Vec<_>, Vec<_>) =
        others.into_iter().partition(|line| line.is_correction);
    let with_initials = |lines: Vec<read::Line>| {
        let line = |line| StatementLine::of(line, &players, &start_times, &disputed);
        lines.into_iter().map(line).collect::<Vec<_>>()
    };
    let paid_on = payments::paid_on(common, club).await?;
    Ok(StatementAnswer {
        month: month.to_string(),
        state: (&statement.state).into(),
        can_be_closed: can_be_closed(&statement.state, month, common.clock.today()),
        closed_on: closed_on(&statement.state),
        paid_on: paid_on.get(&month).copied(),
        disputes_until: closed_on(&statement.state).map(last_day_to_dispute),
        as_of: statement.as_of,
        hash: statement.lines_hash,
        invoice_number: invoice(&statement.state).map(|invoice| invoice.number.clone()),
        amounts: (&statement.amounts).into(),
        days,
        corrections: with_initials(corrections),
        adjustments: with_initials(adjustments),
        disputes: with_players(statement.disputes, &members, &players),
        rounds_without_tariff: statement.without_tariff,
    })
}

/// The lines of a day; what differs from earlier months is of no day.
///
/// # Errors
/// When the database does not answer.
pub async fn day(common: &Common, club: &ClubId, date: NaiveDate) -> Result<DayLines, Failure> {
    let (lines, disputes) = common.reads.statement_day(club, date).await?;
    let disputed = open_disputes(&disputes);
    let players = Players::read(common, lines.iter().filter_map(player).collect()).await?;
    let start_times = StartTimes::read(common, &lines).await?;
    let line = |line| StatementLine::of(line, &players, &start_times, &disputed);
    let lines = lines.into_iter().map(line).collect();
    Ok(DayLines { date, lines })
}

/// Whether a line is of a place of the month itself.
fn is_own(line: &read::Line) -> bool {
    !line.is_correction && matches!(line.of, read::LineOf::Place { .. })
}

fn days(lines: &[read::Line]) -> Vec<StatementDay> {
    let mut days: BTreeMap<NaiveDate, StatementDay> = BTreeMap::new();
    for line in lines.iter().filter(|line| is_own(line)) {
        let day = days.entry(line.date).or_insert(StatementDay { date: line.date, lines: 0, net_cents: 0 });
        day.lines += 1;
        day.net_cents += line.cents;
    }
    days.into_values().collect()
}

fn open_disputes(disputes: &[read::Dispute]) -> HashSet<PlaceId> {
    disputes.iter().filter(|dispute| dispute.end.is_none()).filter_map(|dispute| dispute.place).collect()
}

#[cfg(test)]
mod tests {
    use fairway_events::{Holes, TariffPrices, VatRegime};

    use super::*;
    use crate::testing::{adjustment, correction, date, month, round};

    #[test]
    fn a_day_counts_its_own_lines_alone() {
        let lines = [
            round("2026-11-02", Holes::Nine, 2_000),
            round("2026-11-01", Holes::Eighteen, 5_000),
            round("2026-11-02", Holes::Eighteen, 4_000),
            correction("2026-10-31", -4_000),
            adjustment("2026-11-02", 700),
        ];
        let counted: Vec<(NaiveDate, u32, i64)> =
            days(&lines).into_iter().map(|day| (day.date, day.lines, day.net_cents)).collect();
        assert_eq!(counted, [(date("2026-11-01"), 1, 5_000), (date("2026-11-02"), 2, 6_000)]);
    }

    #[test]
    fn the_earliest_month_that_is_not_closed_is_the_next_one() {
        let summary = |text: &str, closed: bool| read::MonthSummary {
            month: month(text),
            closed_at: closed.then(|| "2026-12-02T10:00:00Z".parse().expect("an instant")),
            amounts: None,
            invoice: None,
            open_disputes: 0,
        };
        let prices = TariffPrices { weekday_9: 0, weekday_18: 0, weekend_9: 0, weekend_18: 0, absence: 0 };
        let tariff = |from: &str| read::Tariff { from: date(from), prices, vat: VatRegime::High };
        let months = vec![summary("2027-01", false), summary("2026-12", false), summary("2026-11", true)];
        let paid_on = HashMap::from([(month("2026-11"), date("2026-12-04"))]);
        let listed = listed(&[tariff("2027-01-01"), tariff("2026-11-15")], months, &paid_on);
        assert_eq!(listed.first_month.as_deref(), Some("2026-11"));
        let next: Vec<bool> = listed.months.iter().map(|month| month.is_next).collect();
        assert_eq!(next, [false, true, false]);
        let closed = &listed.months[2];
        assert_eq!((closed.closed_on, closed.paid_on), (Some(date("2026-12-02")), Some(date("2026-12-04"))));
        assert_eq!(listed.months[1].paid_on, None);
    }
}
