//! No read examines more rows than its answer needs, independent of the number of bookings: the plans of every query
//! with 100,000 bookings.

use fairway_events::testing::TestDatabase;
use fairway_query::Query;
use serde_json::Value;
use sqlx::{Executor, PgConnection};

/// 5,000 members over two years, so that each has about 80 places, 27 of them cancelled.
const LOAD: &str = include_str!("plans/load.sql");

/// The maximum of rows that one read may examine. The largest read is three weeks of all clubs.
const MAX_ROWS: f64 = 1_000.0;

/// The maximum of 8 KiB blocks that one read may use: rows and index pages, with a margin. Only this limit notices a
/// read of a whole index that finds no row.
const MAX_BLOCKS: f64 = 1_000.0;

/// For the operators who close and pay a month: the first counts the players who came to all clubs in it, the second looks
/// for months that were not paid among all that are closed. So often as much is examined.
const OF_ALL_CLUBS: ([&str; 2], f64) = (["CLUB_MONTHS", "BILLED_MONTHS_BUT"], 5.0);

/// Tables with few rows, independent of the journal's length.
const SMALL: [&str; 3] = ["projections", "journal_head", "statements_clubs"];

/// Arguments with which each read finds rows: one of the members, and a day in the middle of the two years.
fn arguments(query: Query) -> &'static [&'static str] {
    const MEMBER: &str = "md5('member 2500')::uuid";
    const TODAY: &str = "'2026-01-01'";
    const GROUP: &str =
        "ARRAY[md5('member 2500'), md5('member 17'), md5('member 4999'), md5('member 0')]::uuid[]";
    const OWN_PLACE: &str =
        "(SELECT place_id FROM reservations_places WHERE member_id = md5('member 2500')::uuid
        AND play_date < '2026-01-01' ORDER BY play_date DESC LIMIT 1)";
    const CLUB_OF_MEMBER: &str =
        "(SELECT club_id FROM play_rights_claims WHERE member_id = md5('member 2500')::uuid
        AND play_date < '2026-01-01' ORDER BY play_date LIMIT 1)";
    const LOST_PLACES: &str = "(SELECT array_agg(place_id) FROM ledger
        WHERE member_id = md5('member 2500')::uuid AND kind = 'forfeited')";
    match query.name() {
        "UPCOMING" => &[MEMBER, TODAY],
        "HISTORY" => &[MEMBER, TODAY, OWN_PLACE, "25"],
        "BOOKING" => &["md5('booking 5000')::uuid"],
        "ACTIVE_PLAYERS" => &["ARRAY[md5('booking 5000'), md5('booking 17'), md5('booking 4999')]::uuid[]"],
        "DAYS_OF_ROUNDS" | "PLAYERS_OF_DAYS" => {
            &["ARRAY['2026-01-01', '2026-01-05']::date[]", "ARRAY['club-7', 'club-7']"]
        }
        "BOOKINGS_OF_DAY" => &[TODAY, "'00000000-0000-0000-0000-000000000000'::uuid", "100"],
        "BOOKING_OF_PLACE" => &["md5('place 5000 1')::uuid"],
        "BOOKINGS_OF_PLACES" => &["ARRAY[md5('place 5000 1'), md5('place 17 1')]::uuid[]"],
        "BOOKINGS_OF_CLUB_DAY" => &[TODAY, "'club-7'"],
        "DAYS_OF_BOOKINGS" | "START_TIMES" => &["ARRAY[md5('booking 5000'), md5('booking 17')]::uuid[]"],
        "VOUCHER_KINDS" => {
            &["(SELECT array_agg(voucher_id) FROM vouchers WHERE member_id = md5('member 2500')::uuid)"]
        }
        "MEMBER_RIGHTS" => &[GROUP, TODAY],
        "RIGHTS_AND_DAYS" => &[GROUP, TODAY, "'2026-01-21'", "'club-7'", "'2026-01-05'"],
        "SUBSCRIPTIONS" | "VOUCHERS" | "ROUNDS_TOGETHER" => &[MEMBER],
        "CLUB_ROUNDS" => &[MEMBER, "'2026-01-01'", "'2026-12-31'"],
        "ROUNDS_AT_CLUB" => &[MEMBER, CLUB_OF_MEMBER, TODAY, "10"],
        "CLUB_DAYS" => &[TODAY, "'2026-01-21'", "'club-7'", "'2026-01-05'"],
        "CLUB_FEED" => &["'club-7'", "5000", "200"],
        "CLOSED_DAYS" => &["'club-7'", TODAY],
        "DAYS_WITH_WAITING" => &[TODAY, "'2026-01-14'"],
        "FORFEITED" => &[MEMBER, "50"],
        "FORFEITS" => &[MEMBER, LOST_PLACES],
        "RETURNED_RIGHTS" | "ORDERS_OF" => &[MEMBER, "20"],
        "SHOWN_VOUCHERS" => &[MEMBER, TODAY, "200", "50", "20"],
        "HISTORIC_PLAYERS" => &[MEMBER, "md5('booking 5000')::uuid"],
        "LATEST_ORDERS" | "OPEN_ORDERS_OF" | "REGISTRATIONS" => &[MEMBER],
        "OPEN_ORDERS" | "REFUNDS_DUE" => &["'2026-01-01'", "md5('')::uuid", "200"],
        "ORDER_OF_PAYMENT" => &["'tr_1'"],
        "VOUCHERS_BOUGHT" => &[MEMBER, "2025"],
        "LEDGER" => &[MEMBER, MEMBER, TODAY, "50000", "25"],
        "REACHED" => &["ARRAY['reservations', 'play_rights']"],
        "WAITING_MEMBERS" => &["ARRAY[md5('group 50'), md5('group 17')]::uuid[]"],
        "WAITING_TOTALS" => &[TODAY],
        "WAITING_GROUP" => &["md5('group 5000')::uuid"],
        "WAITING_GROUPS" => &["md5('waiter 2500')::uuid", TODAY, "100"],
        "WAITING_GROUPS_OF_DAY" => &[
            "(SELECT club_id FROM waiting_lists_groups WHERE group_id = md5('group 5000')::uuid)",
            "(SELECT play_date FROM waiting_lists_groups WHERE group_id = md5('group 5000')::uuid)",
            "100",
        ],
        "OPEN_OFFERS" => &[TODAY, "100"],
        "COURSE_REPORTS" => &["'club-7'", TODAY],
        "COURSE_STATES" => &[TODAY],
        "WAITING_DAYS" => &[TODAY, "500"],
        "DAY_ARRIVALS" | "DAY_ABSENCES" => &["'club-7'", TODAY],
        "MEMBER_ABSENCES" => &[MEMBER],
        "RECORDED_SCANS" => &["'club-7'", "ARRAY[md5('scan 44'), md5('scan 118')]::uuid[]"],
        "STATEMENT" => &["'club-7'", "'2025-12-01'", "'2025-12-01'", "'2025-12-31'", "true"],
        "STATEMENT_MONTHS" | "TARIFFS" | "CLUB_OF_STATEMENTS" => &["'club-7'"],
        "DISPUTES" => &["'club-7'", "false"],
        "CLUB_MONTHS" => &["'2025-12-01'", "'2025-12-31'"],
        "BILLED_MONTHS" => &["ARRAY['club-7', 'club-8']", "ARRAY['2025-10-01', '2025-11-01']::date[]"],
        "BILLED_MONTHS_BUT" => {
            &["'2025-11-01'", "ARRAY['club-7', 'club-8']", "ARRAY['2025-10-01', '2025-11-01']::date[]"]
        }
        "PROJECTIONS" | "OPEN_ORDER_TOTALS" => &[],
        other => panic!("{other} has no arguments here"),
    }
}

/// The arguments of a query, and the same without optional arguments.
fn variations(query: Query) -> Vec<Vec<&'static str>> {
    let mut all = vec![arguments(query).to_vec()];
    if query.name() == "HISTORY" {
        let mut whole = arguments(query).to_vec();
        (whole[2], whole[3]) = ("NULL", "NULL");
        all.push(whole);
    }
    if ["RIGHTS_AND_DAYS", "CLUB_DAYS"].contains(&query.name()) {
        // The club and the day come last.
        let given = arguments(query);
        let (first, [club, day]) = given.split_last_chunk::<2>().unwrap();
        for which in [[*club, "NULL"], ["NULL", *day], ["NULL", "NULL"]] {
            all.push([first, &which].concat());
        }
    }
    all
}

/// The problems of a query's plans.
async fn problems(connection: &mut PgConnection, query: Query) -> Vec<String> {
    let mut problems = Vec::new();
    let times = if OF_ALL_CLUBS.0.contains(&query.name()) { OF_ALL_CLUBS.1 } else { 1.0 };
    for arguments in variations(query) {
        // The server may choose either: one plan per call, or one for all calls.
        for mode in ["force_custom_plan", "force_generic_plan"] {
            connection.execute(format!("SET plan_cache_mode = {mode}").as_str()).await.unwrap();
            let prepare = format!("PREPARE asked AS {}", query.sql());
            sqlx::raw_sql(&prepare).execute(&mut *connection).await.unwrap();
            let call = if arguments.is_empty() {
                String::new()
            } else {
                format!("({})", literals(connection, &arguments).await)
            };
            let explain = format!("EXPLAIN (ANALYZE, BUFFERS, TIMING OFF, FORMAT JSON) EXECUTE asked{call}");
            let plan: Value = sqlx::query_scalar(&explain).fetch_one(&mut *connection).await.unwrap();
            connection.execute("DEALLOCATE asked").await.unwrap();
            let mut examined = Examined::default();
            examined.add_node(&plan[0]["Plan"]);
            for table in examined.scanned {
                problems.push(format!("{query:?} ({mode}) scans {table}: {plan:#}"));
            }
            if plan[0]["Plan"]["Actual Rows"].as_f64() == Some(0.0) {
                problems.push(format!("{query:?} ({mode}) finds nothing: its arguments prove nothing"));
            }
            let blocks = |key: &str| plan[0]["Plan"][key].as_f64().unwrap_or(0.0);
            let blocks = blocks("Shared Hit Blocks") + blocks("Shared Read Blocks");
            if blocks > MAX_BLOCKS * times {
                problems.push(format!("{query:?} ({mode}) touches {blocks} blocks: {plan:#}"));
            }
            if examined.rows > MAX_ROWS * times {
                problems.push(format!("{query:?} ({mode}) looks at {} rows: {plan:#}", examined.rows));
            }
        }
    }
    problems
}

/// The arguments' values, because EXECUTE accepts no sub-query.
async fn literals(connection: &mut PgConnection, arguments: &[&str]) -> String {
    let values = arguments.iter().map(|argument| format!("quote_nullable(({argument})::text)"));
    let values = values.collect::<Vec<_>>().join(" || ', ' || ");
    sqlx::query_scalar(&format!("SELECT {values}")).fetch_one(connection).await.unwrap()
}

#[derive(Default)]
struct Examined {
    /// Large tables that are read completely.
    scanned: Vec<String>,
    /// Rows that scans returned or filtered out.
    rows: f64,
}

impl Examined {
    fn add_node(&mut self, node: &Value) {
        let kind = node["Node Type"].as_str().unwrap();
        let number = |key: &str| node[key].as_f64().unwrap_or(0.0);
        if let Some(table) = node["Relation Name"].as_str() {
            if kind == "Seq Scan" && !SMALL.contains(&table) {
                self.scanned.push(table.to_owned());
            }
            let examined_rows = number("Actual Rows")
                + number("Rows Removed by Filter")
                + number("Rows Removed by Index Recheck");
            self.rows += examined_rows * number("Actual Loops");
        }
        for child in node["Plans"].as_array().into_iter().flatten() {
            self.add_node(child);
        }
    }
}

#[tokio::test]
async fn every_read_is_bounded_with_a_hundred_thousand_bookings() {
    let database = TestDatabase::new().await;
    let mut connection = database.pool().acquire().await.unwrap();
    sqlx::raw_sql(LOAD).execute(&mut *connection).await.unwrap();
    let places: i64 = sqlx::query_scalar("SELECT count(*) FROM reservations_places")
        .fetch_one(&mut *connection)
        .await
        .unwrap();
    assert_eq!(places, 400_000);

    for query in Query::all() {
        let problems = problems(&mut connection, query).await;
        assert!(problems.is_empty(), "{}", problems.join("\n"));
    }

    // The control: without its index the same check finds a problem.
    for (index, query) in [
        ("reservations_places_member_idx", "UPCOMING"),
        ("reservations_places_booking_idx", "BOOKING"),
        ("vouchers_member_idx", "MEMBER_RIGHTS"),
    ] {
        let query = Query::all().find(|known| known.name() == query).unwrap();
        connection.execute(format!("BEGIN; DROP INDEX {index}").as_str()).await.unwrap();
        assert!(!problems(&mut connection, query).await.is_empty(), "{query:?} does not need {index}");
        connection.execute("ROLLBACK").await.unwrap();
    }
}
