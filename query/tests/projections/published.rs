//! The figures published to analysts: no difference that they can make is of fewer than five members, and totals stay.
//!
//! The seasons are written into the read models as projections would: quiet ones, where most cells are too small to show,
//! and a busy one.

use fairway_events::testing::TestDatabase;
use sqlx::pool::PoolConnection;
use sqlx::{Connection, Executor, PgConnection, PgPool, Postgres};

const SEASON: &str = include_str!("published/season.sql");
/// Passes and vouchers by hand, for a season without vouchers.
const TRAPS: &str = include_str!("published/traps.sql");
const ATTACK: &str = include_str!("published/attack.sql");
const COMBINATIONS: &str = include_str!("published/combinations.sql");
const MEMBERS: &str = include_str!("published/members.sql");
const TOTALS: &str = include_str!("published/totals.sql");
/// The portal's day.
const TODAY: &str = "2026-11-27";

/// A season of so many bookings, the same for the same seed (0 to 1). Nothing is published yet.
async fn season(seed: f64, rounds: u32) -> (TestDatabase, PgPool) {
    let database = TestDatabase::new().await;
    let pool = database.pool();
    let mut transaction = pool.begin().await.unwrap();
    let sql = SEASON.replace("ROUNDS", &rounds.to_string());
    transaction.execute(format!("SELECT setseed({seed})").as_str()).await.unwrap();
    sqlx::raw_sql(&sql).execute(&mut *transaction).await.unwrap();
    transaction.execute("ANALYZE").await.unwrap();
    transaction.commit().await.unwrap();
    (database, pool)
}

async fn publish(connection: &mut PgConnection, today: &str) -> i32 {
    sqlx::query_scalar("SELECT publish_figures($1::date)").bind(today).fetch_one(connection).await.unwrap()
}

/// A connection with statements run on it before.
async fn after(pool: &PgPool, statements: &str) -> PoolConnection<Postgres> {
    let mut connection = pool.acquire().await.unwrap();
    connection.execute(statements).await.unwrap();
    connection
}

/// Kinds of difference: how many were tried, and how many were of 1 to 4.
async fn attack(connection: &mut PgConnection) -> Vec<(String, i64, i64)> {
    sqlx::query_as(ATTACK).fetch_all(connection).await.unwrap()
}

/// The figures that are published, by rows.
async fn published(pool: &PgPool, months: &str) -> Vec<String> {
    let sql = format!("SELECT (figure, month, cells)::text FROM published_figures WHERE {months} ORDER BY 1");
    sqlx::query_scalar(&sql).fetch_all(pool).await.unwrap()
}

#[tokio::test]
async fn no_difference_an_analyst_can_make_is_fewer_than_five() {
    for (seed, rounds) in [(0.1, 900), (0.2, 2_500), (0.3, 4_000)] {
        let (_database, pool) = season(seed, rounds).await;
        let mut owner = after(&pool, "SET fairway.today = '2026-11-27'").await;
        publish(&mut owner, TODAY).await;
        if rounds == 900 {
            let exact = attack(&mut owner).await;
            let singled_out: i64 = exact.iter().map(|(_, _, leaks)| leaks).sum();
            assert!(singled_out > 500, "the attack finds members in figures as they stand: {singled_out}");
        }
        let mut analyst = after(&pool, "SET ROLE analyst").await;
        let tried = attack(&mut analyst).await;
        let leaks: Vec<_> = tried.iter().filter(|(_, _, leaks)| *leaks > 0).collect();
        assert!(leaks.is_empty(), "{rounds} rounds: {leaks:?}");
        assert!(
            tried.len() >= 34 && tried.iter().map(|(_, tried, _)| tried).sum::<i64>() > 1_500,
            "{tried:?}"
        );
        // An analyst counts places; that they are of five members is for the owner to see.
        owner.execute("SET fairway.figures = 'published'").await.unwrap();
        let (rests, as_published): (i64, i64) = sqlx::query_as(MEMBERS).fetch_one(&mut *owner).await.unwrap();
        assert!(rests > 100 && rests == as_published, "{as_published} of {rests} rests are of five members");
    }
}

/// In months in which some sums are of few: places on a voucher are rounds and forfeits less the use of passes.
#[tokio::test]
async fn no_sum_of_a_months_totals_leaves_fewer_than_five() {
    // In the last, arrivals are published.
    for (seed, rounds) in [(0.15, 450), (0.1, 900), (0.2, 2_500)] {
        let (_database, pool) = season(seed, rounds).await;
        let mut owner =
            after(&pool, "SET fairway.figures = 'published'; SET fairway.today = '2026-11-27'").await;
        publish(&mut owner, TODAY).await;
        let (tried, unequal, leaks): (i64, i64, Vec<String>) =
            sqlx::query_as(COMBINATIONS).fetch_one(&mut *owner).await.unwrap();
        assert!(leaks.is_empty(), "{rounds} rounds: {leaks:?}");
        assert!(tried > 1_000 && unequal == 0, "{tried} tried, {unequal} totals are not those of the places");
    }
}

/// Also where all clubs are named, where nobody plays, and where places with or without a limit are few (450 rounds).
#[tokio::test]
async fn capacity_has_the_clubs_of_rounds() {
    for (seed, rounds) in [(0.15, 450), (0.2, 2_500)] {
        let (_database, pool) = season(seed, rounds).await;
        let mut owner = after(&pool, "SET fairway.figures = 'published'").await;
        let without_play = "UPDATE club_days SET capacity = NULL; DELETE FROM analytics_places WHERE play_date BETWEEN '2025-06-01' AND '2025-06-30' OR play_date >= '2026-09-01'";
        owner.execute(without_play).await.unwrap();
        publish(&mut owner, TODAY).await;
        let (unlike, empty, without_players, unknown): (i64, i64, i64, i64) = sqlx::query_as(
            "SELECT count(*) FILTER (WHERE club_id <> 'other' AND (rounds IS NULL OR open_days IS NULL)),
                 count(*) FILTER (WHERE NOT (club IS NOT NULL AND open_days IS NOT NULL AND closed_days IS NOT NULL AND limited_days IS NOT NULL)),
                 count(*) FILTER (WHERE players = 0), count(*) FILTER (WHERE players IS NULL)
             FROM (SELECT month, club_id, rounds FROM analytics.rounds_by_month) AS played FULL JOIN (SELECT month, club_id, club, open_days, closed_days, limited_days, players FROM analytics.capacity_by_month) AS capacity
                 USING (month, club_id)",
        )
        .fetch_one(&mut *owner)
        .await
        .unwrap();
        assert_eq!((unlike, empty), (0, 0), "{rounds} rounds");
        assert!(without_players > 0 && (unknown > 0) == (rounds == 450), "{without_players} {unknown}");
    }
}

/// In a season without vouchers, with kinds of pass and voucher that have few members in one month, or in one state.
#[tokio::test]
async fn what_is_small_in_one_view_is_left_by_no_other() {
    let (_database, pool) = season(0.1, 900).await;
    let mut owner = after(&pool, "SET fairway.today = '2026-11-27'").await;
    sqlx::raw_sql(TRAPS).execute(&mut *owner).await.unwrap();
    publish(&mut owner, TODAY).await;
    let mut analyst = after(&pool, "SET ROLE analyst").await;
    let tried = attack(&mut analyst).await;
    let leaks: Vec<_> = tried.iter().filter(|(_, _, leaks)| *leaks > 0).collect();
    assert!(leaks.is_empty(), "{leaks:?}");
    for name in
        ["all terms-renewals", "all funnel-months", "passes-rounds", "mean", "partly used", "other limited"]
    {
        assert!(
            tried.iter().any(|(what, tried, _)| what == name && *tried > 0),
            "{name} was not tried: {tried:?}"
        );
    }
}

/// Three members have a pass without a limit, and three one that nobody else has.
#[tokio::test]
async fn a_small_kind_of_pass_hides_its_use_and_no_month() {
    let (_database, pool) = season(0.2, 2_500).await;
    let mut owner = after(&pool, "SET fairway.today = '2026-11-27'").await;
    let three = "UPDATE play_rights_subscriptions SET per_month = 6, name = 'Start' WHERE per_month IS NULL
        AND member_id NOT IN (SELECT DISTINCT member_id FROM play_rights_subscriptions WHERE per_month IS NULL ORDER BY 1 LIMIT 3)";
    owner.execute(three).await.unwrap();
    publish(&mut owner, TODAY).await;
    let mut analyst = after(&pool, "SET ROLE analyst").await;
    let months: (i64, i64) =
        sqlx::query_as("SELECT count(DISTINCT month), count(used) FROM analytics.utilisation_by_month")
            .fetch_one(&mut *analyst)
            .await
            .unwrap();
    assert_eq!(months, (34, 0));
    let leaks: Vec<_> = attack(&mut analyst).await.into_iter().filter(|(_, _, leaks)| *leaks > 0).collect();
    assert!(leaks.is_empty(), "{leaks:?}");
}

/// The day's number was read while the month was open.
#[tokio::test]
async fn a_round_imported_into_a_published_day_is_not_its_difference_from_the_month() {
    let (_database, pool) = season(0.3, 4_000).await;
    let mut owner = pool.acquire().await.unwrap();
    publish(&mut owner, "2026-09-25").await;
    let imported = sqlx::query(
        "WITH days AS (
            SELECT (cells ->> 'play_date')::date AS play_date, cells ->> 'club_id' AS club_id, md5(cells::text)::uuid AS place_id
            FROM published_figures WHERE figure = 'rounds_by_day' AND month = '2026-09-01'
        ), places AS (
            INSERT INTO analytics_places (place_id, booking_id, joined_at, play_date, holes, forfeited, entry, play_right, club_id)
            SELECT place_id, place_id, '2026-09-25', play_date, 18, false, 'imported', 'pass', club_id FROM days
        )
        INSERT INTO reservations_places (place_id, booking_id, member_id, subscription_id, play_date, standing, playright_expired)
        SELECT place_id, (SELECT booking_id FROM reservations_bookings LIMIT 1), md5('m60')::uuid,
            (SELECT subscription_id FROM play_rights_subscriptions LIMIT 1), play_date, 1, false FROM days",
    )
    .execute(&mut *owner)
    .await
    .unwrap();
    assert!(imported.rows_affected() > 0, "days are published");
    publish(&mut owner, TODAY).await;
    let mut analyst = after(&pool, "SET ROLE analyst").await;
    let leaks: Vec<_> = attack(&mut analyst).await.into_iter().filter(|(_, _, leaks)| *leaks > 0).collect();
    assert!(leaks.is_empty(), "{leaks:?}");
    let rest = "SELECT sum(players)::bigint - (SELECT sum(players) FROM analytics.rounds_by_day WHERE month = '2026-09-01')::bigint
        FROM analytics.rounds_by_month WHERE month = '2026-09-01'";
    assert_eq!(sqlx::query_scalar::<_, i64>(rest).fetch_one(&mut *analyst).await.unwrap(), 0);
}

#[tokio::test]
async fn totals_are_those_of_the_exact_figures() {
    for (seed, rounds) in [(0.4, 900), (0.5, 4_000)] {
        let (_database, pool) = season(seed, rounds).await;
        let mut owner =
            after(&pool, "SET fairway.figures = 'published'; SET fairway.today = '2026-11-27'").await;
        publish(&mut owner, TODAY).await;
        let totals: Vec<(String, i64, i64)> = sqlx::query_as(&format!(
            "SELECT what, published::bigint, exact::bigint FROM ({TOTALS}) AS totals"
        ))
        .fetch_all(&mut *owner)
        .await
        .unwrap();
        assert!(totals.len() >= if rounds == 900 { 11 } else { 12 });
        for (what, published, exact) in totals {
            assert!(published > 0 && published == exact, "{what}: {published} published, {exact} exact");
        }
    }
}

#[tokio::test]
async fn the_day_of_analysts_is_the_databases() {
    let (_database, pool) = season(0.1, 900).await;
    let mut owner = after(&pool, "SET fairway.today = '2026-02-03'").await;
    publish(&mut owner, TODAY).await;
    let today = "SELECT analytics.today()::text";
    assert_eq!(sqlx::query_scalar::<_, String>(today).fetch_one(&mut *owner).await.unwrap(), "2026-02-03");
    let mut analyst =
        after(&pool, "SET ROLE analyst; SET fairway.today = '2026-02-03'; SET fairway.figures = 'exact'")
            .await;
    assert_eq!(sqlx::query_scalar::<_, String>(today).fetch_one(&mut *analyst).await.unwrap(), TODAY);
    let last = "SELECT max(month)::text FROM analytics.club_days";
    assert_eq!(sqlx::query_scalar::<_, String>(last).fetch_one(&mut *analyst).await.unwrap(), "2026-11-01");
}

/// Counts of members, passes and places of all time, by view and class.
const OF_ALL_TIME: &str = "CREATE TEMP TABLE seen AS
SELECT 'pass' AS what, pass || state AS class, passes AS n FROM analytics.utilisation_by_pass
UNION ALL SELECT 'used', pass || state, used FROM analytics.utilisation_by_pass
UNION ALL SELECT 'degree', coalesce(lowest::text, 'other'), members FROM analytics.co_player_degrees
UNION ALL SELECT 'network', '', members FROM analytics.co_player_network
UNION ALL SELECT 'pairs', '', pairs FROM analytics.co_player_network
UNION ALL SELECT 'bond', coalesce(lowest::text, 'other'), pairs FROM analytics.co_player_bonds
UNION ALL SELECT 'link', club_id || ' ' || other_club_id, members FROM analytics.club_links
UNION ALL SELECT 'club', club_id, players FROM analytics.rounds_by_club
UNION ALL SELECT 'vouchers', kind || year, received FROM analytics.voucher_funnel
UNION ALL SELECT 'used vouchers', kind || year, used FROM analytics.voucher_funnel";

#[tokio::test]
async fn successive_publications_differ_by_none_or_five() {
    let (_database, pool) = season(0.6, 2_500).await;
    let mut owner = after(&pool, "SET fairway.figures = 'published'").await;
    publish(&mut owner, "2025-10-27").await;
    owner.execute(OF_ALL_TIME).await.unwrap();
    let days: Vec<String> = sqlx::query_scalar(
        "SELECT day::date::text FROM generate_series('2025-10-28', '2026-04-05', interval '1 day') AS day",
    )
    .fetch_all(&mut *owner)
    .await
    .unwrap();
    let mut changes = 0;
    for day in days {
        publish(&mut owner, &day).await;
        owner.execute("ALTER TABLE seen RENAME TO before").await.unwrap();
        owner.execute(OF_ALL_TIME).await.unwrap();
        let differences: Vec<(String, String, i64)> = sqlx::query_as(
            "SELECT what, class, (coalesce(seen.n, 0) - coalesce(before.n, 0))::bigint FROM seen FULL JOIN before USING (what, class)
             WHERE seen.n IS DISTINCT FROM before.n",
        )
        .fetch_all(&mut *owner)
        .await
        .unwrap();
        owner.execute("DROP TABLE before").await.unwrap();
        changes += differences.len();
        let singled_out: Vec<_> = differences.iter().filter(|(.., n)| n.abs() < 5).collect();
        assert!(singled_out.is_empty(), "{day}: {singled_out:?}");
    }
    assert!(changes > 50, "{changes} changes were seen");
}

#[tokio::test]
async fn a_closed_month_is_never_written_again() {
    let (_database, pool) = season(0.7, 900).await;
    let mut owner = pool.acquire().await.unwrap();
    publish(&mut owner, "2026-09-15").await;
    let closed = "month BETWEEN '2000-01-01' AND '2026-08-01'";
    let before = published(&pool, closed).await;
    // An import of past rounds.
    sqlx::query(
        "INSERT INTO analytics_places SELECT gen_random_uuid(), booking_id, joined_at, NULL, play_date, holes, false, 'imported', 'pass', NULL, club_id
         FROM analytics_places WHERE play_date BETWEEN '2026-05-01' AND '2026-05-20'",
    )
    .execute(&mut *owner)
    .await
    .unwrap();
    publish(&mut owner, "2026-11-15").await;
    assert_eq!(published(&pool, closed).await, before);
    assert!(!published(&pool, "month = '2026-10-01'").await.is_empty(), "later months are published");
    sqlx::query("SELECT publish_figures('2026-11-15', again => true)").execute(&mut *owner).await.unwrap();
    assert_ne!(published(&pool, closed).await, before);
}

#[tokio::test]
async fn a_month_of_a_club_is_published_by_length_and_by_kind_of_right() {
    let (_database, pool) = season(0.8, 900).await;
    publish(&mut pool.acquire().await.unwrap(), TODAY).await;
    let both = "SELECT count(*) FROM published_figures
        WHERE figure = 'rounds_by_month' AND cells ?& '{players_9,players_by_voucher}'";
    let both: i64 = sqlx::query_scalar(both).fetch_one(&pool).await.unwrap();
    assert!(both > 0);
}

#[tokio::test]
async fn a_publication_that_fails_or_is_ended_leaves_nothing_and_the_next_one_is_whole() {
    let (_undisturbed, expected) = season(0.8, 900).await;
    let (_database, pool) = season(0.8, 900).await;
    for pool in [&expected, &pool] {
        publish(&mut pool.acquire().await.unwrap(), "2026-09-15").await;
    }
    let of = async |pool: &PgPool| {
        let day: String =
            sqlx::query_scalar("SELECT publication::text FROM publication").fetch_one(pool).await.unwrap();
        (published(pool, "true").await, day)
    };
    let before = of(&pool).await;
    let publishing = sqlx::query("SELECT publish_figures('2026-11-27')");
    // Links between clubs are the last that it writes.
    let refusing =
        "ALTER TABLE published_figures ADD CONSTRAINT refusing CHECK (figure <> 'club_links') NOT VALID";
    pool.execute(refusing).await.unwrap();
    let refused = publishing.execute(&pool).await.unwrap_err();
    assert!(refused.to_string().contains("refusing"), "{refused}");
    assert_eq!(of(&pool).await, before);
    pool.execute("ALTER TABLE published_figures DROP CONSTRAINT refusing").await.unwrap();

    // These it reads for the links.
    let mut holder = pool.begin().await.unwrap();
    holder.execute("LOCK TABLE play_rights_claims IN ACCESS EXCLUSIVE MODE").await.unwrap();
    let publishing = tokio::spawn({
        let pool = pool.clone();
        async move { sqlx::query("SELECT publish_figures('2026-11-27')").execute(&pool).await }
    });
    let ending = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%publish_figures%'";
    while sqlx::query(ending).fetch_optional(&pool).await.unwrap().is_none() {
        tokio::task::yield_now().await;
    }
    publishing.await.unwrap().unwrap_err();
    holder.rollback().await.unwrap();
    // The ended session keeps its lock until its process is gone; whoever finds the lock taken publishes nothing.
    let is_locked =
        "SELECT EXISTS (SELECT FROM pg_locks JOIN pg_database ON pg_database.oid = pg_locks.database
        WHERE locktype = 'advisory' AND datname = current_database())";
    while sqlx::query_scalar(is_locked).fetch_one(&pool).await.unwrap() {
        tokio::task::yield_now().await;
    }
    assert_eq!(of(&pool).await, before);

    publish(&mut pool.acquire().await.unwrap(), TODAY).await;
    publish(&mut expected.acquire().await.unwrap(), TODAY).await;
    assert_eq!(of(&pool).await.0, of(&expected).await.0);
}

#[tokio::test]
async fn two_nodes_publish_once() {
    let (_database, pool) = season(0.8, 900).await;
    let (mut one, mut other) = (pool.acquire().await.unwrap(), pool.acquire().await.unwrap());
    let mut first = one.begin().await.unwrap();
    assert_eq!(publish(&mut first, TODAY).await, 34, "months");
    assert_eq!(publish(&mut other, TODAY).await, 0, "another node publishes at this moment");
    first.commit().await.unwrap();
    let once = published(&pool, "true").await;
    assert_eq!(publish(&mut other, TODAY).await, 0, "the day is published");
    assert_eq!(publish(&mut other, "2026-11-20").await, 0, "so is a day before");
    assert_eq!(published(&pool, "true").await, once);
    let mut distinct = once.clone();
    distinct.dedup();
    assert_eq!(distinct.len(), once.len(), "no row twice");
}
