//! The log-ins of a database that several programs share: created by `deploy/database/roles.sql` on a server of its
//! own, because roles belong to a whole server. Each does its work, as real processes, and is refused everything else.

pub(crate) mod analysts;
mod erasing;
mod operators;
mod server;

use std::time::Duration;

use fairway_store::club_accounts::{self, ClubRole};
use sqlx::{Connection, Executor, PgConnection};

use crate::process::{Server, fairway};
use crate::projecting::Projector;
use crate::support::{Answer, data_set, round};
use server::Roles;

/// PostgreSQL's codes for a missing right.
const REFUSED: [&str; 2] = ["42501", "0LP01"];

/// Fails unless each statement is refused for a missing right; any other error is a failure of the test.
async fn refuses(connection: &mut PgConnection, statements: &[String]) {
    for statement in statements {
        // A statement that is not refused is rolled back.
        let mut transaction = connection.begin().await.expect("a transaction");
        let done = transaction.execute(statement.as_str()).await;
        transaction.rollback().await.expect("undone");
        let error = done.expect_err(statement);
        let code = error.as_database_error().and_then(|error| error.code()).map(|code| code.into_owned());
        let code = code.unwrap_or_default();
        assert!(REFUSED.contains(&&*code), "{statement}: {error}");
        assert!(
            !error.to_string().contains("append-only"),
            "the role refuses, not only the trigger: {error}"
        );
    }
}

fn words(statements: &[&str]) -> Vec<String> {
    statements.iter().map(|&statement| statement.to_owned()).collect()
}

/// Statements that only the owner may run.
fn what_owners_do() -> Vec<String> {
    let others = [
        "fairway",
        "postgres",
        "fairway_app",
        "fairway_web",
        "fairway_projector",
        "fairway_reader",
        "analyst",
    ];
    let mut statements = words(&[
        "UPDATE events SET actor = 'x'",
        "DELETE FROM events",
        "TRUNCATE events",
        "DROP TABLE events",
        "ALTER TABLE events DISABLE TRIGGER events_append_only",
        "DROP TRIGGER events_append_only ON events",
        "CREATE OR REPLACE FUNCTION refuse_change_of_history() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END'",
        "SET LOCAL session_replication_role = replica",
        "CREATE TABLE mine ()",
        "CREATE TEMPORARY TABLE mine ()",
        "CREATE SCHEMA mine",
        "CREATE ROLE mine",
        "ALTER ROLE fairway_web SUPERUSER",
        "ALTER TABLE members OWNER TO analyst",
        "SELECT grant_login_roles()",
        "DELETE FROM _sqlx_migrations",
        "DELETE FROM seal",
        "UPDATE operator_actions SET operator = 'x'",
        "UPDATE club_actions SET user_name = 'x'",
        "DELETE FROM club_devices",
        "DELETE FROM club_systems",
        "COPY clubs TO PROGRAM 'true'",
        "SELECT pg_read_file('/etc/passwd')",
    ]);
    statements.extend(others.map(|role| format!("SET LOCAL ROLE {role}")));
    statements
}

const READ_MODELS: [&str; 22] = [
    "projections",
    "reservations_bookings",
    "reservations_places",
    "play_rights_subscriptions",
    "play_rights_claims",
    "vouchers",
    "club_days",
    "historic_players",
    "orders",
    "orders_registrations",
    "ledger",
    "arrivals_absences",
    "arrivals_places",
    "arrivals_scans",
    "club_feed",
    "statements_clubs",
    "statements_disputes",
    "statements_facts",
    "statements_months",
    "statements_tariffs",
    "analytics_places",
    "analytics_vouchers",
];

const SECRETS: [&str; 17] = [
    "access_tokens",
    "password_resets",
    "address_changes",
    "passkeys",
    "login_links",
    "used_challenges",
    "calendar_feeds",
    "impersonations",
    "idempotency_receipts",
    "login_failures",
    "reset_requests",
    "operator_passkeys",
    "operator_recovery_codes",
    "club_links",
    "club_sessions",
    "club_passkeys",
    "club_pairings",
];

fn writes(table: &str) -> [String; 2] {
    [format!("INSERT INTO {table} DEFAULT VALUES"), format!("DELETE FROM {table}")]
}

#[tokio::test]
async fn each_log_in_does_its_work_and_nothing_else() {
    let mut roles = Roles::made().await;
    roles.migrate();
    roles.import();

    // Statements that are never refused prove nothing: the owner may run them.
    let mut owner = roles.connect("fairway").await;
    owner.execute("CREATE TABLE mine (); DROP TABLE mine").await.expect("the owner makes tables");
    let powers: (bool, bool) = sqlx::query_as(
        "SELECT rolsuper, rolcreaterole AND current_setting('server_version_num')::int < 160000
            FROM pg_roles WHERE rolname = 'fairway'",
    )
    .fetch_one(&mut owner)
    .await
    .expect("the owner");
    assert_eq!(powers, (false, false), "it is no superuser, and makes no roles any more");
    let mut others = what_owners_do();
    let itself = |role: &str| format!("SET LOCAL ROLE {role}");

    let mut web = roles.connect("fairway_web").await;
    let mut denied = others.clone();
    denied.retain(|statement| *statement != itself("fairway_web"));
    denied.extend(READ_MODELS.iter().flat_map(|table| writes(table)));
    denied.extend(words(&[
        "UPDATE seal SET hashes = ''",
        "DELETE FROM operator_actions",
        "DELETE FROM erased_members",
        "DELETE FROM impersonations",
        "UPDATE content_changes SET reason = 'x'",
        "INSERT INTO photos DEFAULT VALUES",
        "UPDATE photo_sizes SET webp = ''",
        "UPDATE projections SET position = 0",
    ]));
    refuses(&mut web, &denied).await;
    web.execute("SELECT password_hash FROM members").await.expect("it checks passwords");
    let photo = "SELECT store_photo(repeat('a', 32), 1, 1, ARRAY[1], ARRAY['x'::bytea])";
    web.execute(photo).await.expect("it adds photos");
    web.execute("SELECT FROM analytics.rounds_by_day").await.expect("it shows operators the figures");
    web.execute(
        "INSERT INTO operator_actions (id, at, operator, reason, action, subject)
         VALUES (gen_random_uuid(), now(), 'piet', 'ticket 7', 'change profile', 'city')",
    )
    .await
    .expect("it records what operators do");

    let mut projector = roles.connect("fairway_projector").await;
    let mut denied = others.clone();
    denied.retain(|statement| *statement != itself("fairway_projector"));
    denied.extend(writes("events"));
    denied.extend(SECRETS.iter().map(|table| format!("SELECT FROM {table}")));
    denied.extend(words(&[
        "UPDATE journal_head SET position = 0",
        "SELECT password_hash FROM members",
        "SELECT gsn FROM members",
        "SELECT password_hash FROM club_accounts",
        "SELECT FROM former_addresses",
        "UPDATE members SET email = 'x'",
        "DELETE FROM members",
        "INSERT INTO erased_members DEFAULT VALUES",
        "SELECT lock_mail_checkpoint()",
    ]));
    refuses(&mut projector, &denied).await;
    let people = club_accounts::people(&mut projector, &["de-es"], &ClubRole::ALL).await;
    people.expect("it writes to clubs");

    others.extend(
        ["events", "mail_outbox", "members", "former_addresses", "seal"]
            .iter()
            .chain(&READ_MODELS)
            .flat_map(|table| writes(table)),
    );
    others.extend(
        SECRETS
            .iter()
            .chain(&["mail_outbox", "snapshots", "push_keys", "push_devices", "push_messages"])
            .map(|table| format!("SELECT FROM {table}")),
    );
    others.extend(words(&["SELECT password_hash FROM members", "SELECT lock_mail_checkpoint()"]));
    let mut reader = roles.connect("fairway_reader").await;
    let mut denied = others.clone();
    denied.retain(|statement| *statement != itself("fairway_reader"));
    refuses(&mut reader, &denied).await;
    reader.execute("SELECT position FROM events").await.expect("it reads the journal");
    let addresses = "SELECT member_id, email FROM former_addresses";
    reader.execute(addresses).await.expect("it finds members by former addresses");

    let mut analyst = roles.connect("analyst").await;
    others.retain(|statement| *statement != itself("analyst"));
    others.extend(words(&[
        "SELECT FROM events",
        "SELECT FROM members",
        "SELECT FROM former_addresses",
        "SELECT FROM ledger",
        "SELECT pg_advisory_lock(1)",
        "SELECT lo_create(0)",
        "SELECT pg_sleep(0)",
        "SELECT pg_notify('x', 'x')",
        "DO ''",
        "SET LOCAL temp_file_limit = -1",
        "ALTER ROLE analyst CONNECTION LIMIT -1",
        "ALTER ROLE analyst RESET temp_file_limit",
    ]));
    analyst.execute("SET default_transaction_read_only = off").await.expect("sessions may change that");
    refuses(&mut analyst, &others).await;
    analyst.execute("SELECT FROM analytics.rounds_by_day").await.expect("it reads figures");
    for database in ["postgres", "template1"] {
        assert!(roles.refuses_to_connect("analyst", database).await, "it can connect to {database}");
    }
    for connection in [owner, web, projector, reader, analyst] {
        connection.close().await.expect("closed");
    }
    roles.stop();
}

#[tokio::test]
async fn a_node_serves_as_the_web_role_beside_a_projector_as_its_own() {
    let mut roles = Roles::made().await;
    roles.migrate();
    roles.import();
    let data = tempfile::tempdir().expect("a folder");
    let mut project = fairway(data.path(), &["project"])
        .env("DATABASE_URL", roles.url("fairway_projector"))
        .env("FAIRWAY_MIGRATE_AT_START", "no")
        .stderr(std::process::Stdio::null())
        .spawn()
        .expect("it runs");
    let mut serve = fairway(data.path(), &["serve", "--no-projectors"]);
    serve.env("DATABASE_URL", roles.url("fairway_web")).env("FAIRWAY_MIGRATE_AT_START", "no");
    let server = Server::run(&mut serve).await;
    let http = reqwest::Client::new();
    let token = server.login(&http).await;
    let request = http.post(format!("{}/api/reservations", server.base)).bearer_auth(&token);
    let booked = Answer::to(request.json(&round("2026-11-28", &["jan", "eva"]))).await;
    assert_eq!(booked.status, 200, "{}", booked.body);
    let mut postgres = roles.connect("postgres").await;
    let waiting = async {
        loop {
            let list =
                Answer::to(http.get(format!("{}/api/reservations", server.base)).bearer_auth(&token)).await;
            let sent = "SELECT coalesce(sum(cardinality(member_ids)), 0)::bigint FROM sent_round_mails";
            let sent: i64 = sqlx::query_scalar(sent).fetch_one(&mut postgres).await.expect("the outbox");
            let sealed =
                "SELECT (SELECT position FROM projections WHERE name = 'seal') = position FROM journal_head";
            let sealed: bool = sqlx::query_scalar(sealed).fetch_one(&mut postgres).await.expect("the seal");
            if !list.data().is_empty() && sent == 2 && sealed {
                return;
            }
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(Duration::from_secs(60), waiting).await.expect("it is shown, mailed and sealed");
    let sql = "SELECT DISTINCT usename::text FROM pg_stat_activity
        WHERE datname = 'fairway' AND application_name = 'fairway' ORDER BY 1";
    let who: Vec<String> = sqlx::query_scalar(sql).fetch_all(&mut postgres).await.expect("the sessions");
    assert_eq!(who, ["fairway_projector", "fairway_web"]);
    let metrics = http.get(format!("{}/metrics", server.base)).send().await.expect("metrics");
    assert!(metrics.text().await.expect("text").contains("fairway_database_up 1"));
    postgres.close().await.expect("closed");
    assert!(server.terminate().success());
    project.kill().expect("killed");
    project.wait().expect("its end");
    roles.stop();
}

#[tokio::test]
async fn production_does_not_serve_as_superuser_as_owner_or_without_a_needed_right() {
    let mut roles = Roles::made().await;
    roles.migrate();
    let production = [
        ("FAIRWAY_ENV", "production"),
        ("FAIRWAY_SECRET", "0123456789abcdef0123456789abcdef"),
        ("FAIRWAY_PAYMENTS", "mollie"),
        ("MOLLIE_API_KEY", "live_x"),
        ("FAIRWAY_PUBLIC_URL", "https://golf.example"),
        ("FAIRWAY_MAIL", "smtps://mail.example"),
        ("FAIRWAY_TRUSTED_PROXIES", "127.0.0.1"),
        ("FAIRWAY_LISTEN", "127.0.0.1:0"),
    ];
    for (role, arguments, expected) in [
        ("postgres", &["serve"][..], "a superuser"),
        ("postgres", &["project"], "a superuser"),
        ("fairway", &["serve", "--no-projectors"], "deploy/database/roles.sql and log in as `fairway_web`"),
        ("fairway", &["project"], "log in as `fairway_projector`"),
        ("fairway_projector", &["serve", "--no-projectors"], "may not append events"),
        ("fairway_web", &["serve"], "--no-projectors"),
        ("fairway_web", &["project"], "may not write the read models"),
    ] {
        let data = tempfile::tempdir().expect("a folder");
        let mut command = fairway(data.path(), arguments);
        command.env_remove("FAIRWAY_CLOCK").envs(production).env("DATABASE_URL", roles.url(role));
        let output = command.output().expect("it runs");
        let words = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success() && words.contains(expected), "{role} {arguments:?}: {words}");
    }
    let data = tempfile::tempdir().expect("a folder");
    let mut knows_the_owner = fairway(data.path(), &["serve", "--no-projectors"]);
    knows_the_owner
        .env_remove("FAIRWAY_CLOCK")
        .envs(production)
        .env("DATABASE_URL", roles.url("fairway_web"));
    let output = knows_the_owner.env("FAIRWAY_OWNER_URL", roles.url("fairway")).output().expect("it runs");
    let words = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success() && words.contains("FAIRWAY_OWNER_URL is set"), "{words}");
    let mut project = fairway(data.path(), &["project"]);
    project.env_remove("FAIRWAY_CLOCK").envs(production).env("DATABASE_URL", roles.url("fairway_projector"));
    project.env("FAIRWAY_OWNER_URL", roles.url("fairway"));
    drop(Projector::run(project).await);
    roles.stop();
}

#[tokio::test]
async fn a_superusers_database_is_transferred_to_its_owner_and_log_ins_get_their_rights() {
    let mut roles = Roles::none().await;
    let mut postgres = roles.connect_to("postgres", "postgres").await;
    postgres.execute("CREATE DATABASE fairway").await.expect("a database");
    postgres.close().await.expect("closed");
    roles.command("postgres", &["migrate"]);
    roles.command("postgres", &["import", data_set().to_str().expect("a path")]);
    roles.make();
    let mut postgres = roles.connect("postgres").await;
    let foreign: Vec<String> = sqlx::query_scalar(
        "SELECT relname::text FROM pg_class WHERE relowner <> 'fairway'::regrole AND relkind IN ('r', 'v', 'S')
            AND relnamespace IN ('public'::regnamespace, 'analytics'::regnamespace)
         UNION ALL
         SELECT proname::text FROM pg_proc WHERE proowner <> 'fairway'::regrole AND pronamespace = 'public'::regnamespace",
    )
    .fetch_all(&mut postgres)
    .await
    .expect("the owners");
    assert!(foreign.is_empty(), "not handed over: {foreign:?}");
    postgres.close().await.expect("closed");
    let mut web = roles.connect("fairway_web").await;
    web.execute("SELECT FROM members").await.expect("it has its rights");
    refuses(&mut web, &words(&["DELETE FROM events", "SET LOCAL ROLE fairway_app"])).await;
    web.close().await.expect("closed");
    // The next release's tables belong to the owner, with their grants.
    roles.command("fairway", &["migrate"]);
    roles.stop();
}

#[tokio::test]
async fn a_role_without_a_password_cannot_log_in_and_passwords_are_stored_as_scram() {
    let mut roles = Roles::none().await;
    roles.make_with(&[("FAIRWAY_DATABASE_PASSWORD", "it's a secret"), ("FAIRWAY_WEB_PASSWORD", "")]);
    let mut postgres = roles.connect("postgres").await;
    let sql = "SELECT rolname::text, rolcanlogin, coalesce(left(rolpassword, 13), '') FROM pg_authid
        WHERE rolname = 'analyst' OR rolname LIKE 'fairway%' ORDER BY 1";
    let found: Vec<(String, bool, String)> =
        sqlx::query_as(sql).fetch_all(&mut postgres).await.expect("the roles");
    let expected =
        ["analyst", "fairway", "fairway_app", "fairway_projector", "fairway_reader", "fairway_web"].map(
            |role| {
                let owner = role == "fairway";
                (role.to_owned(), owner, if owner { "SCRAM-SHA-256" } else { "" }.to_owned())
            },
        );
    assert_eq!(found, expected);
    postgres.close().await.expect("closed");
    roles.stop();
}
