//! The read-only roles: what they may read, and what they are refused.

use fairway_events::Holes;
use sqlx::{Executor, PgConnection, PgPool};

use super::{add_club, add_rounds};
use crate::support::scenario::{Scenario, play_day};
use crate::support::{Bench, club, member};

/// Text that belongs to one member, in every table where the portal stores such text.
const SECRETS: [&str; 3] = ["zwaluwenburg", "gerritje@", "NL99887766"];

async fn as_role(pool: &PgPool, role: &str) -> sqlx::pool::PoolConnection<sqlx::Postgres> {
    let mut connection = pool.acquire().await.unwrap();
    connection.execute(format!("SET ROLE {role}").as_str()).await.unwrap();
    connection
}

/// Tables and views of a schema, by name.
async fn relations(pool: &PgPool, schema: &str) -> Vec<String> {
    sqlx::query_scalar(
        "SELECT relname::text FROM pg_class WHERE relnamespace = $1::regnamespace AND relkind IN ('r', 'v', 'm', 'p')
         ORDER BY 1",
    )
    .bind(schema)
    .fetch_all(pool)
    .await
    .unwrap()
}

/// Whether the database refuses it for a missing privilege, or because nobody can write a view; any other error fails the
/// test.
async fn refused(connection: &mut PgConnection, sql: &str) -> bool {
    match connection.execute(sql).await {
        Ok(_) => false,
        Err(error) => {
            let code = error.as_database_error().and_then(|error| error.code());
            assert!(code.is_some_and(|code| ["42501", "55000"].contains(&code.as_ref())), "{sql}: {error}");
            true
        }
    }
}

async fn add_member(pool: &PgPool) {
    sqlx::query(
        "INSERT INTO members (id, email, password_hash, first_name, last_name, gsn, created_at)
         VALUES ($1, 'gerritje@fairway.example', 'x', 'Gerritje', 'Zwaluwenburg', 'NL99887766', now())",
    )
    .bind(member(1).0)
    .execute(pool)
    .await
    .unwrap();
}

#[tokio::test]
async fn everything_in_the_schema_is_described_in_the_database() {
    let bench = Bench::new().await;
    let undescribed: Vec<String> = sqlx::query_scalar(
        "SELECT format('%s.%s', relname, coalesce(attname, '')) FROM pg_class
         LEFT JOIN pg_attribute ON attrelid = pg_class.oid AND attnum > 0 AND NOT attisdropped
         WHERE relkind IN ('r', 'v')
           AND (relnamespace = 'analytics'::regnamespace OR relname LIKE 'analytics\\_%'
               OR relname IN ('published_figures', 'publication'))
           AND (col_description(pg_class.oid, attnum) IS NULL OR obj_description(pg_class.oid, 'pg_class') IS NULL)",
    )
    .fetch_all(&bench.pool)
    .await
    .unwrap();
    assert!(undescribed.is_empty(), "without a comment: {undescribed:?}");
    assert!(relations(&bench.pool, "analytics").await.len() >= 15);
}

#[tokio::test]
async fn analysts_read_the_views_and_nothing_else() {
    let mut bench = Bench::new().await;
    add_member(&bench.pool).await;
    add_club(&bench.pool, 1, 8).await;
    let mut scenario = Scenario::default();
    for number in 1..=6 {
        scenario.subscribe(number, 40, Some(4));
    }
    let players = [1, 2, 3, 4, 5, 6].map(|number| (number, None));
    for four in players.chunks(4) {
        scenario.book(&club(1), play_day(0), Holes::Nine, four);
    }
    bench.catch_up(&mut scenario).await;
    sqlx::query("SELECT publish_figures('2026-11-25')").execute(&bench.pool).await.unwrap();
    let mut analyst = as_role(&bench.pool, "analyst").await;
    let secrets = SECRETS.map(str::to_owned).into_iter().chain([member(1).to_string()]);
    let secrets: Vec<String> = secrets.map(|secret| secret.to_lowercase()).collect();
    for view in relations(&bench.pool, "analytics").await {
        let rows: Vec<String> =
            sqlx::query_scalar(&format!("SELECT rows::text FROM analytics.{view} AS rows"))
                .fetch_all(&mut *analyst)
                .await
                .unwrap();
        for secret in &secrets {
            let found = rows.iter().find(|row| row.to_lowercase().contains(secret));
            assert!(found.is_none(), "{view} shows {secret}: {found:?}");
        }
        let writable: bool = sqlx::query_scalar("SELECT has_table_privilege($1, 'INSERT, UPDATE, DELETE')")
            .bind(format!("analytics.{view}"))
            .fetch_one(&mut *analyst)
            .await
            .unwrap();
        assert!(!writable, "{view} can be written");
        if view == "rounds_by_day" {
            assert_eq!(rows.len(), 1, "the history shows");
        }
    }
    for schema in ["public", "figures"] {
        let tables = relations(&bench.pool, schema).await;
        assert!(tables.len() > 20, "{schema}: {tables:?}");
        for table in tables {
            let table = format!("{schema}.{table}");
            assert!(refused(&mut analyst, &format!("SELECT FROM {table}")).await, "{table} can be read");
        }
    }
    for attempt in [
        "CREATE TABLE analytics.own ()",
        "CREATE TABLE public.own ()",
        "SELECT analytics.grant_readers()",
        "SELECT publish_figures('2026-12-01')",
    ] {
        assert!(refused(&mut analyst, attempt).await, "{attempt}");
    }
}

/// The tables, indexes and functions that the plan of a view reads.
async fn planned(connection: &mut PgConnection, view: &str) -> Vec<String> {
    let explain = format!("EXPLAIN (COSTS OFF) SELECT * FROM analytics.{view}");
    let plan: Vec<String> = sqlx::query_scalar(&explain).fetch_all(connection).await.unwrap();
    let read = plan.iter().filter_map(|line| line.split_once(" on ")?.1.split(' ').next());
    read.map(str::to_owned).collect()
}

/// A plan has estimates of rows, and what it took to run it: both would count members.
#[tokio::test]
async fn plans_for_analysts_read_nothing_but_what_is_published() {
    let bench = Bench::new().await;
    let views = relations(&bench.pool, "analytics").await;
    let mut analyst = as_role(&bench.pool, "analyst").await;
    let mut reader = as_role(&bench.pool, "fairway_reader").await;
    let published =
        ["published_figures", "published_figures_figure_idx", "jsonb_populate_record", "shown_club_days"];
    // These have no persons, but for the first and last day of play in `calendar`.
    for view in views.iter().filter(|view| !["calendar", "clubs", "freshness"].contains(&view.as_str())) {
        let planned_for_analyst = planned(&mut analyst, view).await;
        assert!(!planned_for_analyst.is_empty(), "{view}");
        for read in planned_for_analyst {
            assert!(published.contains(&read.as_str()), "{view} reads {read}");
        }
        let exact = planned(&mut reader, view).await;
        assert!(exact.iter().any(|read| !published.contains(&read.as_str())), "{view}: {exact:?}");
    }
}

#[tokio::test]
async fn a_readers_search_path_shows_nothing_more() {
    let bench = Bench::new().await;
    bench
        .pool
        .execute(
            "CREATE SCHEMA own;
             CREATE FUNCTION own.has_table_privilege(text, text) RETURNS boolean LANGUAGE sql AS 'SELECT true';
             CREATE FUNCTION own.current_setting(text, boolean) RETURNS text LANGUAGE sql AS 'SELECT ''2020-02-02''';
             GRANT USAGE ON SCHEMA own TO analyst",
        )
        .await
        .unwrap();
    let mut analyst = as_role(&bench.pool, "analyst").await;
    analyst.execute("SET search_path = own, pg_catalog").await.unwrap();
    let sql = "SELECT has_table_privilege('public.events', 'SELECT'), analytics.sees_members(), analytics.reads_journal(),
        analytics.today() = '2020-02-02'";
    let seen: (bool, bool, bool, bool) = sqlx::query_as(sql).fetch_one(&mut *analyst).await.unwrap();
    assert_eq!(seen, (true, false, false, false), "the first is the function of that schema");
}

#[tokio::test]
async fn one_event_moves_neither_the_calendar_nor_the_freshness_of_analysts() {
    let mut bench = Bench::new().await;
    add_rounds(&mut bench).await;
    for sql in [
        "SELECT publish_figures('2026-11-25')",
        "UPDATE analytics_places SET play_date = '2031-01-01' WHERE ctid = (SELECT min(ctid) FROM analytics_places)",
    ] {
        bench.pool.execute(sql).await.unwrap();
    }
    let sql = "SELECT (SELECT max(day)::text FROM analytics.calendar),
        (SELECT bool_and(position % 1000 = 0 AND as_of IS NOT DISTINCT FROM date_trunc('day', as_of, 'Europe/Amsterdam'))
            FROM analytics.freshness)";
    for (role, seen) in [("fairway_reader", ("2031-12-31", false)), ("analyst", ("2026-12-31", true))] {
        let mut connection = as_role(&bench.pool, role).await;
        let (last, coarse): (String, bool) = sqlx::query_as(sql).fetch_one(&mut *connection).await.unwrap();
        assert_eq!((last.as_str(), coarse), seen, "{role}");
    }
}

#[tokio::test]
async fn the_applications_role_writes_published_figures_by_their_function_only() {
    let bench = Bench::new().await;
    bench.pool.execute("SELECT grant_login_roles()").await.unwrap();
    let sql = "SELECT has_table_privilege('fairway_app', 'published_figures', 'INSERT, UPDATE, DELETE')
            OR has_table_privilege('fairway_app', 'publication', 'INSERT, UPDATE, DELETE'),
        has_function_privilege('fairway_app', 'publish_figures(date, boolean)', 'EXECUTE')";
    let may: (bool, bool) = sqlx::query_as(sql).fetch_one(&bench.pool).await.unwrap();
    assert_eq!(may, (false, true));
}

#[tokio::test]
async fn no_column_of_the_views_can_hold_an_identity() {
    let bench = Bench::new().await;
    let columns: Vec<(String, String)> = sqlx::query_as(
        "SELECT format('%s.%s', relname, attname), atttypid::regtype::text FROM pg_attribute
         JOIN pg_class ON pg_class.oid = attrelid WHERE relnamespace = 'analytics'::regnamespace AND attnum > 0",
    )
    .fetch_all(&bench.pool)
    .await
    .unwrap();
    // These columns are names of clubs, products, kinds and states. Any other text column has to be checked first.
    let text_columns = [
        "club",
        "club_id",
        "other_club_id",
        "city",
        "pass",
        "state",
        "mode",
        "kind",
        "product",
        "status",
        "projection",
        "closed_by",
    ];
    for (column, kind) in columns {
        let name = column.rsplit('.').next().unwrap();
        assert!(
            ["date", "integer", "bigint", "smallint", "smallint[]", "numeric", "boolean", "double precision"]
                .contains(&kind.as_str())
                || (kind == "text" && text_columns.contains(&name))
                || (name == "as_of" && kind == "timestamp with time zone"),
            "{column} is {kind}"
        );
    }
}

#[tokio::test]
async fn the_operators_reader_sees_no_secret_and_writes_nothing_but_its_record() {
    let mut bench = Bench::new().await;
    add_member(&bench.pool).await;
    add_rounds(&mut bench).await;
    let mut reader = as_role(&bench.pool, "fairway_reader").await;
    for readable in
        ["events", "ledger", "reservations_places", "analytics_places", "analytics.rounds_by_day", "clubs"]
    {
        reader.execute(format!("SELECT * FROM {readable}").as_str()).await.unwrap();
    }
    reader.execute("SELECT id, email, first_name, last_name FROM members").await.unwrap();
    for secret in
        ["access_tokens", "password_resets", "mail_outbox", "idempotency_receipts", "impersonations"]
    {
        assert!(refused(&mut reader, &format!("SELECT FROM {secret}")).await, "{secret} can be read");
    }
    assert!(refused(&mut reader, "SELECT password_hash FROM members").await);
    for table in relations(&bench.pool, "public").await {
        for attempt in [format!("DELETE FROM {table}"), format!("INSERT INTO {table} DEFAULT VALUES")] {
            if !(table == "operator_actions" && attempt.starts_with("INSERT")) {
                assert!(refused(&mut reader, &attempt).await, "{attempt}");
            }
        }
    }
    reader
        .execute(
            "INSERT INTO operator_actions (id, operator, reason, action, subject)
             VALUES (gen_random_uuid(), 'Eva', 'test', 'export', 'members as csv')",
        )
        .await
        .unwrap();
    let pool = &bench.pool;
    let changed = sqlx::query("UPDATE operator_actions SET operator = 'Niemand'").execute(pool).await;
    assert!(changed.is_err(), "the record is append-only, for its owner too");
}
