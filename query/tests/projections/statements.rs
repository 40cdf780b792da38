//! What clubs are owed: the statement of an open month follows the events, that of a closed one stays as it was.

use fairway_events::{
    AbsenceReason, ArrivalListEvent, DisputeOutcome, Holes, LineSum, Month, Position, StreamId, TariffPrices,
    VatRegime, VatSum,
};
use fairway_query::{BilledMonth, FactKind, Line, LineOf, Schema, Statement, StatementState};
use sqlx::Executor;

use self::club::{Club, PRICES, dispute_id, round, scan};
use crate::support::scenario::{Scenario, company};
use crate::support::tables::{assert_same, beside, dump, from_zero};
use crate::support::{Bench, club, day};

mod club;

fn month(text: &str) -> Month {
    text.parse().unwrap()
}

async fn statement(bench: &Bench, text: &str) -> Statement {
    bench.reads.statement(&club(1), month(text)).await.unwrap()
}

async fn close(bench: &mut Bench, scenario: &mut Scenario, month: &str) -> Statement {
    let statement = statement(bench, month).await;
    Club(scenario).close(&statement);
    bench.catch_up(scenario).await;
    statement
}

/// Date, kind, holes and cents of each line.
fn lines(statement: &Statement) -> Vec<String> {
    let lines = statement.lines.iter().map(|line| {
        let (kind, holes) = (line.kind.as_str(), line.holes.map_or(0, Holes::count));
        let correction = if line.is_correction { " correction" } else { "" };
        format!("{} {kind} {holes} {}{correction}", line.date, line.cents)
    });
    lines.collect()
}

#[tokio::test]
async fn each_event_on_which_a_line_depends_is_a_row() {
    let mut bench = Bench::new().await;
    let mut scenario = Scenario::default();
    let (mut club_1, date) = (Club(&mut scenario), "2026-11-23");
    club_1.arrive(1, date, Holes::Eighteen, true);
    club_1.see_again(1, date, 20);
    club_1.scan_irregularly(21, date, Some(1));
    club_1.decide(21, date, true, Some(1));
    club_1.scan_irregularly(22, date, None);
    club_1.decide(22, date, false, None);
    club_1.annul(1, date);
    club_1.correct(1, date, Holes::Nine);
    club_1.miss(2, date, AbsenceReason::Illness);
    club_1.withdraw(2, date);
    bench.catch_up(&mut scenario).await;
    let rows: Vec<String> = sqlx::query_scalar(
        "SELECT concat_ws(' ', kind, holes, walk_in, counts, reason, note) FROM statements_facts
         WHERE club_id = 'club-1' AND play_date = '2026-11-23' ORDER BY position",
    )
    .fetch_all(&bench.pool)
    .await
    .unwrap();
    let wanted = [
        "arrived 18 t",
        "seen_again",
        "decided 9 t Gezien",
        "annulled Verkeerde speler",
        "holes 9 Regen",
        "absent illness",
        "absence_withdrawn Speelde wel",
    ];
    assert_eq!(rows, wanted, "none of a decision about nobody's scan");
}

#[tokio::test]
async fn the_statement_of_an_open_month_has_who_came_and_who_gave_no_reason() {
    let mut bench = Bench::new().await;
    let mut scenario = Scenario::default();
    let mut club_1 = Club(&mut scenario);
    club_1.arrive(6, "2026-10-31", Holes::Nine, false);
    club_1.price("2026-11-01", PRICES);
    club_1.arrive(1, "2026-11-23", Holes::Eighteen, false);
    club_1.arrive(2, "2026-11-28", Holes::Nine, true);
    club_1.miss(3, "2026-11-23", AbsenceReason::NoShow);
    club_1.miss(4, "2026-11-23", AbsenceReason::Illness);
    club_1.arrive(5, "2026-12-01", Holes::Nine, false);
    bench.catch_up(&mut scenario).await;

    let november = statement(&bench, "2026-11").await;
    let wanted = ["2026-11-23 arrival 18 1800", "2026-11-23 absence 0 500", "2026-11-28 walk_in 9 1100"];
    assert_eq!(lines(&november), wanted);
    assert_eq!((&november.state, november.seen), (&StatementState::NextToClose, 1));
    assert_eq!(november.as_of, bench.journal.head().await.unwrap());
    let sums = [november.amounts.arrivals, november.amounts.absences, november.amounts.walk_ins];
    assert_eq!(sums, [1_800, 500, 1_100].map(|net| LineSum { count: 1, net }));
    assert_eq!(november.amounts.vat, [VatSum { regime: VatRegime::Low, net: 3_400, vat: 306 }]);
    let LineOf::Place { place, booking, member, facts } = &november.lines[0].of else { panic!("a place's") };
    assert_eq!((*booking, *place, *member), round(1));
    assert_eq!((facts.len(), facts[0].position, facts[0].kind), (1, 3, FactKind::Arrived));

    let december = statement(&bench, "2026-12").await;
    assert_eq!(
        (&december.state, lines(&december)),
        (&StatementState::Later, vec!["2026-12-01 arrival 9 900".to_owned()])
    );
    let october = statement(&bench, "2026-10").await;
    assert_eq!(
        (&october.state, october.lines.len(), october.without_tariff),
        (&StatementState::BeforeFirst, 0, 1)
    );
    let other = bench.reads.statement(&club(2), month("2026-11")).await.unwrap();
    assert_eq!((&other.state, other.seen, other.lines.len()), (&StatementState::BeforeFirst, 0, 0));
}

#[tokio::test]
async fn a_tariff_holds_from_its_first_day_and_another_of_that_day_replaces_it() {
    let mut bench = Bench::new().await;
    let mut scenario = Scenario::default();
    let mut club_1 = Club(&mut scenario);
    club_1.price("2026-11-15", PRICES);
    for weekday_9 in [950, 1_000] {
        club_1.price("2026-11-24", TariffPrices { weekday_9, ..PRICES });
    }
    club_1.price("2027-01-01", PRICES);
    for (place, date) in [(1, "2026-11-13"), (2, "2026-11-23"), (3, "2026-11-24"), (4, "2026-11-25")] {
        club_1.arrive(place, date, Holes::Nine, false);
    }
    bench.catch_up(&mut scenario).await;
    let november = statement(&bench, "2026-11").await;
    let cents: Vec<i64> = november.lines.iter().map(|line| line.cents).collect();
    assert_eq!((cents.as_slice(), november.without_tariff), ([900, 1_000, 1_000].as_slice(), 1));
    let tariffs = bench.reads.tariffs(&club(1)).await.unwrap();
    let shown: Vec<_> = tariffs.iter().map(|tariff| (tariff.from, tariff.prices.weekday_9)).collect();
    let wanted = [("2027-01-01", 900), ("2026-11-24", 1_000), ("2026-11-15", 900)];
    assert_eq!(shown, wanted.map(|(from, cents)| (day(from), cents)));
    assert!(bench.reads.tariffs(&club(2)).await.unwrap().is_empty());
}

/// November is closed, then some of it changes. Returns its statement as it was closed.
async fn changed_after_closing(bench: &mut Bench, scenario: &mut Scenario) -> Statement {
    let mut club_1 = Club(scenario);
    club_1.price("2026-11-01", PRICES);
    club_1.arrive(1, "2026-11-23", Holes::Eighteen, false);
    club_1.arrive(2, "2026-11-24", Holes::Nine, false);
    club_1.arrive(5, "2026-11-24", Holes::Nine, false);
    club_1.dispute(1, "2026-11-24");
    club_1.dispute(2, "2026-11-24");
    bench.catch_up(scenario).await;
    let closed = close(bench, scenario, "2026-11").await;
    let mut club_1 = Club(scenario);
    club_1.correct(1, "2026-11-23", Holes::Nine);
    club_1.annul(2, "2026-11-24");
    club_1.see_again(5, "2026-11-24", 25);
    club_1.scan_irregularly(3, "2026-11-25", Some(3));
    club_1.decide(3, "2026-11-25", true, Some(3));
    club_1.arrive(4, "2026-12-01", Holes::Nine, false);
    club_1.end(1, "2026-11-24", DisputeOutcome::Accepted, 250);
    bench.catch_up(scenario).await;
    closed
}

#[tokio::test]
async fn what_changes_after_a_closing_is_on_the_next_statement() {
    let mut bench = Bench::new().await;
    let mut scenario = Scenario::default();
    let closed = changed_after_closing(&mut bench, &mut scenario).await;
    let november = statement(&bench, "2026-11").await;
    assert_eq!(
        (&november.lines, &november.lines_hash, &november.amounts, november.as_of),
        (&closed.lines, &closed.lines_hash, &closed.amounts, closed.as_of)
    );
    let StatementState::Closed { invoice: Some(invoice), .. } = &november.state else {
        panic!("{november:?}")
    };
    assert_eq!((invoice.number.as_str(), &invoice.supplier), ("club-1-2026-11", &company()));
    let ends: Vec<_> =
        november.disputes.iter().map(|dispute| dispute.end.as_ref().map(|end| end.adjustment)).collect();
    assert_eq!(ends, [Some(250), None], "as they stand now");

    let december = statement(&bench, "2026-12").await;
    let wanted = [
        "2026-11-23 arrival 18 -1800 correction",
        "2026-11-23 arrival 9 900 correction",
        "2026-11-24 arrival 9 -900 correction",
        "2026-11-24 adjustment 0 250",
        "2026-11-25 arrival 9 900 correction",
        "2026-12-01 arrival 9 900",
    ];
    assert_eq!(
        (lines(&december), &december.state),
        (wanted.map(str::to_owned).to_vec(), &StatementState::NextToClose)
    );
    let sums = [december.amounts.corrections, december.amounts.adjustments];
    assert_eq!(sums, [LineSum { count: 4, net: -900 }, LineSum { count: 1, net: 250 }]);
    let regimes = [(VatRegime::Low, 0, 0), (VatRegime::High, 250, 53)];
    assert_eq!(december.amounts.vat, regimes.map(|(regime, net, vat)| VatSum { regime, net, vat }));
    assert_eq!(december.seen, 5);
    let january = statement(&bench, "2027-01").await;
    assert_eq!((january.lines.len(), january.state), (0, StatementState::Later));

    let closed = close(&mut bench, &mut scenario, "2026-12").await;
    let mut club_1 = Club(&mut scenario);
    club_1.correct(1, "2026-11-23", Holes::Eighteen);
    club_1.end(2, "2026-11-24", DisputeOutcome::Refused, 0);
    bench.catch_up(&mut scenario).await;
    assert_eq!(statement(&bench, "2026-12").await.lines, closed.lines);
    let january = statement(&bench, "2027-01").await;
    let wanted = ["2026-11-23 arrival 9 -900 correction", "2026-11-23 arrival 18 1800 correction"];
    assert_eq!(
        (lines(&january), january.state),
        (wanted.map(str::to_owned).to_vec(), StatementState::NextToClose)
    );
}

#[tokio::test]
async fn a_day_has_its_own_lines_of_the_statement_and_the_disputes_of_the_month() {
    let mut bench = Bench::new().await;
    let mut scenario = Scenario::default();
    changed_after_closing(&mut bench, &mut scenario).await;
    for (date, count) in [("2026-11-23", 1), ("2026-11-24", 2), ("2026-11-25", 0), ("2026-12-01", 1)] {
        let Statement { lines, disputes, .. } = statement(&bench, &date[..7]).await;
        let is_own = |line: &Line| !line.is_correction && matches!(line.of, LineOf::Place { .. });
        let own: Vec<Line> =
            lines.into_iter().filter(|line| is_own(line) && line.date == day(date)).collect();
        assert_eq!(own.len(), count, "{date}");
        let shown = bench.reads.statement_day(&club(1), day(date)).await.unwrap();
        assert_eq!(shown, (own, disputes), "{date}");
    }
}

#[tokio::test]
async fn lists_show_the_months_of_a_club_and_the_clubs_of_a_month() {
    let mut bench = Bench::new().await;
    let mut scenario = Scenario::default();
    let closed = changed_after_closing(&mut bench, &mut scenario).await;
    let elsewhere = StreamId::ArrivalList(club(2), day("2026-11-23"));
    let ((booking, place, member), scan) = (round(9), scan(9));
    let (date, holes, walk_in) = (day("2026-11-23"), Holes::Nine, false);
    let arrived =
        ArrivalListEvent::PlayerArrived { club: club(2), date, booking, place, member, holes, walk_in, scan };
    scenario.record(elsewhere, arrived);
    bench.catch_up(&mut scenario).await;

    let months = bench.reads.statement_months(&club(1), day("2027-01-15")).await.unwrap();
    let shown: Vec<_> = months
        .iter()
        .map(|summary| (summary.month.to_string(), summary.closed_at.is_some(), summary.open_disputes))
        .collect();
    let wanted = [("2027-01", false, 0), ("2026-12", false, 0), ("2026-11", true, 1)];
    assert_eq!(shown, wanted.map(|(month, closed, open)| (month.to_owned(), closed, open)));
    assert_eq!((&months[2].amounts, &months[1].amounts), (&Some(closed.amounts.clone()), &None));
    assert_eq!(months[2].invoice.as_ref().map(|invoice| invoice.number.as_str()), Some("club-1-2026-11"));
    assert!(bench.reads.statement_months(&club(1), day("2026-10-31")).await.unwrap().is_empty());
    assert!(bench.reads.statement_months(&club(2), day("2027-01-15")).await.unwrap().is_empty());

    let mut known = Vec::new();
    for number in 1..=3 {
        known.push(bench.reads.has_statements(&club(number)).await.unwrap());
    }
    assert_eq!(known, [true, true, false]);

    let open = bench.reads.disputes(&club(1), true).await.unwrap();
    assert_eq!(open.iter().map(|dispute| dispute.dispute).collect::<Vec<_>>(), [dispute_id(2)]);
    assert_eq!(bench.reads.disputes(&club(1), false).await.unwrap().len(), 2);

    let clubs = bench.reads.statements_of_month(month("2026-11")).await.unwrap();
    let [first, second] = &clubs[..] else { panic!("{clubs:?}") };
    // One was annulled, one came by a decision.
    assert_eq!((&first.club, first.arrived, first.open_disputes, first.has_tariff), (&club(1), 3, 1, true));
    assert!(matches!(first.state, StatementState::Closed { .. }) && first.amounts == Some(closed.amounts));
    assert_eq!((&second.club, second.arrived, second.has_tariff), (&club(2), 1, false));
    assert_eq!((&second.state, &second.amounts), (&StatementState::BeforeFirst, &None));
    let clubs = bench.reads.statements_of_month(month("2026-12")).await.unwrap();
    let shown: Vec<_> = clubs.iter().map(|club| (&club.state, club.arrived)).collect();
    assert_eq!(shown, [(&StatementState::NextToClose, 1)], "of the other club nobody");
}

#[tokio::test]
async fn closed_months_with_an_amount_are_found_until_a_last_one() {
    let mut bench = Bench::new().await;
    let mut scenario = Scenario::default();
    let november = changed_after_closing(&mut bench, &mut scenario).await;
    let december = close(&mut bench, &mut scenario, "2026-12").await;
    // Without an amount.
    close(&mut bench, &mut scenario, "2027-01").await;
    let shown = |found: Vec<BilledMonth>| {
        let mut shown: Vec<(String, i64)> =
            found.into_iter().map(|billed| (billed.invoice.number, billed.total)).collect();
        shown.sort_unstable();
        shown
    };
    let of = |statement: &Statement| (format!("club-1-{}", statement.month), statement.amounts.total());
    let reads = &bench.reads;
    let all = reads.billed_months_but(&[], month("2027-01")).await.unwrap();
    assert_eq!(shown(all), [of(&november), of(&december)]);
    let until = reads.billed_months_but(&[], month("2026-11")).await.unwrap();
    assert_eq!(shown(until), [of(&november)]);
    let others = [(club(1), month("2026-11")), (club(2), month("2026-12"))];
    let left = reads.billed_months_but(&others, month("2026-12")).await.unwrap();
    assert_eq!(shown(left), [of(&december)]);
    let wanted = reads.billed_months(&others).await.unwrap();
    assert_eq!(shown(wanted), [of(&november)]);
}

#[tokio::test]
async fn any_batch_size_gives_the_same_rows() {
    let mut bench = Bench::new().await;
    let mut scenario = Scenario::default();
    changed_after_closing(&mut bench, &mut scenario).await;
    Club(&mut scenario).end(2, "2026-11-24", DisputeOutcome::Withdrawn, 0);
    bench.catch_up(&mut scenario).await;
    let whole = from_zero(&bench.pool).await;
    // Eight facts, two disputes, a tariff, a closed month and the club.
    let of_statements = whole.iter().filter(|row| row.starts_with("statements_")).count();
    assert_eq!(of_statements, 13, "{whole:#?}");
    assert_same(&dump(&bench.pool, &Schema::live()).await, &whole, "live");
    for limit in [1, 2, 3, 5, 8] {
        let (schema, mut projector) = beside(&bench.pool, &format!("cut_{limit}")).await;
        while projector.run_once(limit).await.unwrap().events > 0 {}
        assert_same(&dump(&bench.pool, &schema).await, &whole, &format!("batches of {limit}"));
    }
}

#[tokio::test]
async fn the_migration_brings_what_happened_before_it() {
    const SQL: &str = include_str!("../../../migrations/20261130100000_create_statements.sql");
    let (_, fills) = SQL.split_once("WITH started").unwrap();
    let (fills, _) = fills.split_once("-- A new table").unwrap();
    let mut bench = Bench::new().await;
    let mut scenario = Scenario::default();
    let (mut club_1, date) = (Club(&mut scenario), "2026-11-23");
    club_1.arrive(1, date, Holes::Eighteen, true);
    club_1.see_again(1, date, 20);
    club_1.scan_irregularly(21, date, Some(2));
    club_1.decide(21, date, true, Some(2));
    club_1.decide(21, date, false, Some(2));
    club_1.scan_irregularly(22, date, None);
    club_1.decide(22, date, false, None);
    club_1.annul(1, date);
    club_1.correct(1, date, Holes::Nine);
    club_1.miss(3, date, AbsenceReason::Illness);
    club_1.withdraw(3, date);
    bench.catch_up(&mut scenario).await;
    let live = dump(&bench.pool, &Schema::live()).await;
    let empty =
        "TRUNCATE statements_facts, statements_clubs; DELETE FROM projections WHERE name = 'statements'";
    bench.pool.execute(empty).await.unwrap();
    // Of an older release at work: the event that is not projected yet is left to the projector.
    Club(&mut scenario).arrive(4, date, Holes::Nine, false);
    scenario.append(&bench.journal).await;
    bench.pool.execute(format!("WITH started{fills}").as_str()).await.unwrap();
    assert_same(&dump(&bench.pool, &Schema::live()).await, &live, "by the migration");
    let position: Position = sqlx::query_scalar("SELECT position FROM projections WHERE name = 'statements'")
        .fetch_one(&bench.pool)
        .await
        .unwrap();
    assert_eq!(position, 11);
}
