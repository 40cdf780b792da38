//! Log-ins of analysts: they work as docs/analytics.md says, and nothing that they may call stops the portal.

use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Output};
use std::str::FromStr;

use sqlx::postgres::PgConnectOptions;
use sqlx::{ConnectOptions, Connection, Executor, PgConnection};

use super::server::Roles;
use crate::process::{Server, fairway};

/// The words after the beginning of the one command of docs/analytics.md that begins so.
pub(crate) fn documented(beginning: &str) -> Vec<String> {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/analytics.md");
    let page = std::fs::read_to_string(page).expect("the document");
    let mut lines = page.lines().filter_map(|line| line.strip_prefix(beginning));
    let words = lines.next().expect("the command").split_whitespace().map(str::to_owned).collect();
    assert_eq!(lines.next(), None, "more than one command begins with {beginning}");
    words
}

/// The output of `fairway analyst-login`.
pub(crate) struct Printed {
    pub(crate) psql: String,
    pub(crate) dsn: String,
    pub(crate) password: String,
}

impl Printed {
    pub(crate) fn from_output(output: &Output) -> Self {
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{errors}");
        let text = String::from_utf8_lossy(&output.stdout);
        let after = |label: &str| {
            let line = text.lines().find_map(|line| line.strip_prefix(label)).expect("a line");
            line.trim().to_owned()
        };
        let (psql, dsn) = (after("psql:"), after("DSN:"));
        let password = psql.strip_prefix("PGPASSWORD=").and_then(|rest| rest.split(' ').next());
        let password = password.expect("a password, apart from the arguments").to_owned();
        assert_eq!(psql.matches(&password).count(), 1, "it is no argument: {psql}");
        Self { psql, dsn, password }
    }

    /// Runs the line with a statement.
    pub(crate) fn ask(&self, sql: &str) -> Result<String, String> {
        ask(&self.psql, sql)
    }
}

/// The answer of psql, or its error.
pub(crate) fn ask(line: &str, sql: &str) -> Result<String, String> {
    let line = format!("{line} --no-psqlrc --no-password -At --command \"$0\"");
    let output = Command::new("sh").args(["-c", &line, sql]).output().expect("sh");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).trim().to_owned();
    if output.status.success() { Ok(text(&output.stdout)) } else { Err(text(&output.stderr)) }
}

/// On Fairway's own PostgreSQL, beside a portal that serves.
#[tokio::test]
async fn an_analyst_logs_in_as_the_document_says() {
    // A folder that the server's user may enter: otherwise its log is elsewhere.
    let open = PermissionsExt::from_mode(0o755);
    let folder = tempfile::Builder::new().permissions(open).tempdir().expect("a folder");
    let data = folder.path().join("data");
    let server = Server::start(&data).await;
    let socket = data.join("postgres/run");
    let admin = format!("psql 'postgresql://postgres@localhost/fairway?host={}'", socket.display());
    for sql in ["ALTER SYSTEM SET log_statement = 'all'", "SELECT pg_reload_conf()"] {
        ask(&admin, sql).expect("the superuser of the machine");
    }

    let words = documented("fairway ");
    let run = |more: &[&str]| {
        let words: Vec<&str> = words.iter().map(String::as_str).chain(more.iter().copied()).collect();
        fairway(&data, &words).output().expect("it runs")
    };
    let first = Printed::from_output(&run(&[]));
    assert_eq!(first.ask("SELECT current_user, count(*) FROM analytics.clubs"), Ok("eva|0".to_owned()));
    assert_eq!(ask(&format!("psql '{}'", first.dsn), "SHOW temp_file_limit"), Ok("1GB".to_owned()));
    let refused = first.ask("SELECT FROM events").expect_err("she reads figures only");
    assert!(refused.contains("permission denied"), "{refused}");
    for unseen in ["n_tup_ins FROM pg_stat_user_tables", "age('3'::xid)", "pg_current_snapshot()"] {
        let refused = first.ask(&format!("SELECT {unseen}")).expect_err("it moves with each row");
        assert!(refused.contains("permission denied"), "{unseen}: {refused}");
    }
    // A role may write its own settings and default rights.
    let lift = "BEGIN READ WRITE; ALTER ROLE eva SET statement_timeout = 0; COMMIT";
    first.ask(lift).expect("PostgreSQL refuses no role this");
    for written in ["pg_db_role_setting", "pg_default_acl", "pg_depend", "pg_shdepend"] {
        let refused =
            first.ask(&format!("SELECT xmin FROM {written}")).expect_err("a number of a transaction");
        assert!(refused.contains("permission denied"), "{written}: {refused}");
    }
    for look in
        [r"\d", r"\dv+ analytics.*", r"\d+ analytics.rounds_by_month", r"\df analytics.*", r"\l", r"\du"]
    {
        first.ask(look).expect("psql describes what there is");
    }
    let wrong = first.psql.replace(&first.password, "wrong");
    let refused = ask(&wrong, "SELECT 1").expect_err("the password counts");
    assert!(refused.contains("password authentication failed"), "{refused}");

    let second = Printed::from_output(&run(&[]));
    assert!(first.ask("SELECT 1").is_err(), "the former password is of no use");
    assert_eq!(second.ask("SHOW statement_timeout"), Ok("1min".to_owned()), "she has the limits again");
    let mut session =
        PgConnectOptions::from_str(&second.dsn).expect("a DSN").connect().await.expect("a session");

    for taken in ["postgres", "fairway_app", "analyst"] {
        for more in [&["analyst-login", taken][..], &["analyst-login", taken, "--remove"]] {
            let output = fairway(&data, more).output().expect("it runs");
            let errors = String::from_utf8_lossy(&output.stderr);
            assert!(!output.status.success() && errors.contains("choose another"), "{taken}: {errors}");
        }
    }
    let removed = run(&["--remove"]);
    assert!(removed.status.success(), "{}", String::from_utf8_lossy(&removed.stderr));
    session.execute("SELECT 1").await.expect_err("her sessions end");
    assert!(second.ask("SELECT 1").is_err(), "she cannot log in any more");

    let log = std::fs::read_to_string(data.join("postgres/server.log")).expect("the log");
    assert!(
        log.contains("CREATE ROLE \"eva\"") && log.contains("ALTER ROLE \"eva\""),
        "it has every statement"
    );
    assert!(![&first, &second].iter().any(|made| log.contains(&made.password)), "a password is in the log");
    assert!(server.terminate().success());
}

const CALLS: &str = include_str!("calls.sql");

/// The volatile functions of PostgreSQL that she may call, and those that run with another role's rights: all others have
/// no right that she lacks.
const VOLATILE: &str = "SELECT DISTINCT proname::text FROM pg_proc
    WHERE provolatile = 'v' AND (pronamespace = 'pg_catalog'::regnamespace OR prosecdef) AND prorettype <> ALL (ARRAY['trigger', 'event_trigger']::regtype[])
        AND has_schema_privilege(pronamespace, 'USAGE') AND has_function_privilege(oid, 'EXECUTE')
    ORDER BY 1";

/// PostgreSQL's code for a statement that took too long.
const CANCELLED: &str = "57014";

#[tokio::test]
async fn no_function_that_analysts_may_execute_stops_the_portal() {
    let mut roles = Roles::made().await;
    roles.migrate();
    roles.import();
    let mut postgres = roles.connect("postgres").await;
    postgres.execute("CREATE ROLE eva LOGIN IN ROLE analyst").await.expect("a log-in made by hand");
    // It sets the limits of those log-ins too.
    roles.make();
    let mut eva = roles.connect("eva").await;
    eva.execute("SET default_transaction_read_only = off").await.expect("sessions may change that");

    let calls: Vec<String> = sqlx::query_scalar(CALLS).fetch_all(&mut eva).await.expect("what she may call");
    assert!(calls.len() > 3_000, "{}", calls.len());
    let mut done = 0;
    for call in &calls {
        match eva.execute(call.as_str()).await {
            Ok(_) => done += 1,
            Err(sqlx::Error::Database(error)) if error.code().as_deref() != Some(CANCELLED) => {}
            Err(error) => panic!("{call}: {error}"),
        }
    }
    assert!(done > 2_000, "{done} of {} calls are understood", calls.len());
    assert_eq!(what_is_left(&mut postgres).await, (0, 0), "locks of her session, large objects");
    let volatile: Vec<String> = sqlx::query_scalar(VOLATILE).fetch_all(&mut eva).await.expect("functions");
    assert_eq!(
        volatile,
        [
            "clock_timestamp",
            "current_query",
            "gen_random_uuid",
            // It refuses her by itself.
            "lock_mail_checkpoint",
            "pg_is_in_recovery",
            "pg_table_size",
            "random",
            "set_config",
            "setseed",
            "timeofday"
        ]
    );

    let data = tempfile::tempdir().expect("a folder");
    let mut serve = fairway(data.path(), &["serve", "--no-projectors"]);
    serve.env("DATABASE_URL", roles.url("fairway_web")).env("FAIRWAY_MIGRATE_AT_START", "no");
    let server = Server::run(&mut serve).await;
    server.login(&reqwest::Client::new()).await;
    assert!(server.terminate().success());
    for connection in [eva, postgres] {
        connection.close().await.expect("closed");
    }
    roles.stop();
}

async fn what_is_left(postgres: &mut PgConnection) -> (i64, i64) {
    let sql =
        "SELECT (SELECT count(*) FROM pg_locks JOIN pg_stat_activity USING (pid) WHERE usename = 'eva'),
        (SELECT count(*) FROM pg_largeobject_metadata)";
    sqlx::query_as(sql).fetch_one(postgres).await.expect("what is left")
}

/// The tables and the database may belong to other roles than those of the script, and these may be analysts besides.
#[tokio::test]
async fn owners_of_any_name_keep_what_they_had() {
    let mut roles = Roles::made().await;
    roles.migrate();
    let mut postgres = roles.connect("postgres").await;
    for sql in [
        "CREATE ROLE keeper LOGIN IN ROLE analyst",
        "CREATE ROLE host LOGIN",
        "ALTER TABLE events OWNER TO keeper",
        "ALTER DATABASE fairway OWNER TO host",
        "GRANT CREATE ON SCHEMA public TO PUBLIC",
        include_str!("../../../../deploy/database/limits.sql"),
    ] {
        postgres.execute(sql).await.expect(sql);
    }
    for owner in ["keeper", "host"] {
        let mut owner = roles.connect(owner).await;
        for sql in ["SELECT pg_advisory_lock(1)", "SELECT pg_advisory_unlock(1)", "CREATE TEMP TABLE kept ()"]
        {
            owner.execute(sql).await.expect(sql);
        }
        owner
            .execute("CREATE FUNCTION public.own() RETURNS integer LANGUAGE sql AS 'SELECT 1'")
            .await
            .expect("made");
        owner.execute("DROP FUNCTION public.own()").await.expect("dropped");
        owner.close().await.expect("closed");
    }
    let limited = "SELECT rolconnlimit <> -1 OR rolconfig IS NOT NULL OR has_schema_privilege('analyst', 'public', 'CREATE')
        FROM pg_roles WHERE rolname = 'keeper'";
    let limited: bool = sqlx::query_scalar(limited).fetch_one(&mut postgres).await.expect("its settings");
    assert!(!limited);
    postgres.close().await.expect("closed");
    roles.stop();
}

/// A later version of PostgreSQL may lack a function of which a dump has the rights.
#[tokio::test]
async fn a_dump_without_the_catalog_has_no_rights_on_postgresqls_functions() {
    let mut roles = Roles::made().await;
    let dump = |more: &[&str]| {
        let output = Command::new("pg_dump")
            .args(["--username=postgres", "--dbname=fairway", "--host"])
            .arg(roles.socket_folder())
            .args(more)
            .output()
            .expect("pg_dump: it comes with psql");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    assert!(dump(&[]).contains("REVOKE ALL ON FUNCTION pg_catalog.pg_sleep("));
    assert!(!dump(&["--exclude-schema=pg_catalog"]).contains("pg_catalog.pg_sleep("));
    roles.stop();
}
