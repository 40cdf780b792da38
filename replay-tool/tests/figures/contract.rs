//! The promise of the views to those who build on them: their dictionary, their version, and the tools of
//! `deploy/analytics`.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

use fairway_events::MIGRATOR;
use fairway_events::testing::TestDatabase;
use replay_tool::dictionary::Dictionary;
use replay_tool::dictionary::{self, Format};
use serde_json::Value;
use sqlx::migrate::Migrator;
use sqlx::{Connection, PgConnection};

use crate::as_role;
use crate::season;

/// The first migration with views for analysts.
const FIRST_VIEWS: i64 = 20_261_120_000_111;

fn path(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(name)
}

fn text(name: &str) -> String {
    std::fs::read_to_string(path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

#[tokio::test]
async fn the_committed_dictionary_is_that_of_the_database() {
    let database = TestDatabase::new().await;
    let dictionary = Dictionary::read(&as_role(&database, "analyst").await).await.unwrap();
    for (format, name) in [
        (Format::Md, "deploy/analytics/dictionary.md"),
        (Format::Json, "deploy/analytics/dictionary.json"),
        (Format::Dbt, "deploy/analytics/dbt/models/sources.yml"),
    ] {
        let current = dictionary::text(&dictionary, format).unwrap();
        if std::env::var("INSTA_UPDATE").is_ok_and(|update| update == "always") {
            std::fs::write(path(name), &current).unwrap();
        }
        assert!(text(name) == current, "{name} is stale: this test with INSTA_UPDATE=always writes it");
    }
    let newest = format!("\n## {}\n", dictionary.version);
    let changes = text("deploy/analytics/changes.md");
    assert_eq!(changes.find("\n## "), changes.find(&newest), "the newest change is not of {newest}");
}

/// The views after a migration.
#[derive(Clone)]
struct Views {
    /// Major and minor; none before the first version.
    version: Option<(u32, u32)>,
    /// `view.column type`.
    columns: BTreeSet<String>,
}

impl Views {
    async fn read(connection: &mut PgConnection) -> Self {
        let has_version: bool =
            sqlx::query_scalar("SELECT to_regprocedure('analytics.contract()') IS NOT NULL")
                .fetch_one(&mut *connection)
                .await
                .unwrap();
        let version = if has_version {
            let version: String =
                sqlx::query_scalar("SELECT analytics.contract()").fetch_one(&mut *connection).await.unwrap();
            let (major, minor) = version.split_once('.').unwrap();
            Some((major.parse().unwrap(), minor.parse().unwrap()))
        } else {
            None
        };
        let columns: Vec<String> = sqlx::query_scalar(
            "SELECT format('%s.%s %s', relname, attname, format_type(atttypid, atttypmod))
             FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid AND attnum > 0
             WHERE relnamespace = 'analytics'::regnamespace AND relkind = 'v'",
        )
        .fetch_all(connection)
        .await
        .unwrap();
        Self { version, columns: columns.into_iter().collect() }
    }

    /// The columns with which a change of these views into others breaks the promise.
    fn broken_by<'a>(&'a self, after: &'a Self) -> Vec<&'a String> {
        let major = |views: &Self| views.version.map(|(major, _)| major);
        let lost = self.columns.difference(&after.columns).filter(|_| major(self) == major(after));
        // Before the first version nobody was told of a new column.
        let is_told = self.version != after.version || self.version.is_none();
        let added = after.columns.difference(&self.columns).filter(|_| !is_told);
        lost.chain(added).collect()
    }
}

async fn migrate(connection: &mut PgConnection, is_included: impl Fn(i64) -> bool) {
    let migrations =
        MIGRATOR.iter().filter(|migration| is_included(migration.version)).cloned().collect::<Vec<_>>();
    Migrator { migrations: migrations.into(), ..Migrator::DEFAULT }.run_direct(connection).await.unwrap();
}

#[tokio::test]
async fn no_view_loses_a_column_without_a_version() {
    let database = TestDatabase::without_tables().await;
    let mut connection = PgConnection::connect_with(&database.options()).await.unwrap();
    migrate(&mut connection, |version| version <= FIRST_VIEWS).await;
    let mut before = Views::read(&mut connection).await;
    for migration in MIGRATOR.iter().filter(|migration| migration.version > FIRST_VIEWS) {
        migrate(&mut connection, |version| version <= migration.version).await;
        let after = Views::read(&mut connection).await;
        let broken = before.broken_by(&after);
        assert!(broken.is_empty(), "{}: raise analytics.contract() for {broken:?}", migration.description);
        before = after;
    }
    assert!(before.columns.len() > 100, "{}", before.columns.len());

    // The control: a loss is found, and allowed with a higher first number.
    let run = async |connection: &mut PgConnection, sql: &str| {
        sqlx::raw_sql(sql).execute(&mut *connection).await.unwrap();
        Views::read(connection).await
    };
    let lost = run(&mut connection, "DROP VIEW analytics.calendar").await;
    assert!(before.broken_by(&lost).iter().all(|column| column.starts_with("calendar.")));
    assert!(!before.broken_by(&lost).is_empty() && !lost.broken_by(&before).is_empty());
    let version = |number: &str| {
        format!(
            "CREATE OR REPLACE FUNCTION analytics.contract() RETURNS text LANGUAGE sql AS $$ SELECT '{number}' $$"
        )
    };
    let minor = run(&mut connection, &version("2.99")).await;
    assert!(!before.broken_by(&minor).is_empty() && minor.broken_by(&before).is_empty());
    assert!(before.broken_by(&run(&mut connection, &version("99.0")).await).is_empty());
}

#[test]
fn the_exposures_name_the_views_that_each_reads() {
    let dictionary: Dictionary = serde_json::from_str(&text("deploy/analytics/dictionary.json")).unwrap();
    let exposures = text("deploy/analytics/dbt/models/exposures.yml");
    let mut named = BTreeSet::new();
    let mut compared = 0;
    for exposure in exposures.split("- name: ").skip(1) {
        // Two exposures share one list.
        if !exposure.contains("*figures") {
            named = exposure.split("source('analytics', '").skip(1).collect();
        }
        let named: BTreeSet<&str> =
            named.iter().map(|rest: &&str| rest.split('\'').next().unwrap()).collect();
        let source = exposure.split_whitespace().find(|word| word.contains('/')).unwrap().trim_matches('"');
        let read = text(source);
        let is_read = |view: &&str| {
            read.match_indices(&format!("analytics.{view}")).any(|(at, found)| {
                !read[at + found.len()..].starts_with(|next: char| next == '_' || next.is_alphanumeric())
            })
        };
        let views = dictionary.views.iter().map(|view| view.name.as_str());
        assert_eq!(named, views.filter(is_read).collect(), "{source}");
        compared += 1;
    }
    assert_eq!(compared, 3);
}

/// The Python programs of `deploy/analytics/requirements.txt`.
const PROGRAMS: &str = "FAIRWAY_ANALYSTS_PROGRAMS";

/// Runs a program; its output, when it succeeds.
fn run(command: &mut Command) -> Result<String, String> {
    let output = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let text = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
    if output.status.success() { Ok(text) } else { Err(text) }
}

#[tokio::test]
#[ignore = "needs the programs of deploy/analytics in FAIRWAY_ANALYSTS_PROGRAMS; `cargo xtask test --only analysts` installs them"]
async fn dbt_finds_what_is_promised_and_the_notebook_what_the_report_says() {
    let programs = PathBuf::from(std::env::var(PROGRAMS).unwrap());
    let database = TestDatabase::new().await;
    season::play(&database, 120, 1_500).await;
    let folder = tempfile::tempdir().unwrap();
    let at = database.options();
    let dbt = |arguments: &[&str]| {
        let mut dbt = Command::new(programs.join("dbt"));
        dbt.current_dir(path("deploy/analytics/dbt")).arg("--no-use-colors").args(arguments);
        dbt.env("DBT_TARGET_PATH", folder.path())
            .env("DBT_LOG_PATH", folder.path())
            .env("PYTHONDONTWRITEBYTECODE", "1");
        let host = at.get_socket().map_or(Path::new(at.get_host()), |socket| socket.as_path());
        dbt.env("PGHOST", host).env("PGPORT", at.get_port().to_string());
        run(dbt.env("PGUSER", at.get_username()).env("PGDATABASE", at.get_database().unwrap()))
    };
    let tested = dbt(&["test"]).unwrap_or_else(|text| panic!("{text}"));
    assert!(tested.contains("ERROR=0 SKIP=0"), "{tested}");

    let notebook = path("deploy/analytics/figures.ipynb");
    let tool = |arguments: &[&str]| {
        let mut tool = Command::new(env!("CARGO_BIN_EXE_replay-tool"));
        tool.current_dir(folder.path()).args(["--database-url", &database.url()]).args(arguments);
        run(&mut tool).unwrap_or_else(|text| panic!("{text}"))
    };
    tool(&["report", "--published", "--to", "2026-10", "--json", "report.json"]);
    for view in text("deploy/analytics/figures.ipynb")
        .split("for view in ")
        .nth(1)
        .unwrap()
        .split(';')
        .next()
        .unwrap()
        .split(' ')
    {
        let file = format!("{view}.parquet");
        tool(&["export", "--format", "parquet", "--what", &format!("analytics.{view}"), "--out", &file]);
    }
    let draw = || {
        let mut draw = Command::new(programs.join("jupyter-execute"));
        run(draw.arg(&notebook).env("FAIRWAY_FIGURES", folder.path()))
    };
    draw().unwrap_or_else(|text| panic!("{text}"));

    // The control: both find a wrong number.
    let report = folder.path().join("report.json");
    let mut figures: Value = serde_json::from_str(&std::fs::read_to_string(&report).unwrap()).unwrap();
    assert!(figures["key_figures"]["cancelled"].as_f64().unwrap() > 0.0, "{figures}");
    figures["key_figures"]["cancelled"] = 0.5.into();
    std::fs::write(&report, figures.to_string()).unwrap();
    let found = draw().unwrap_err();
    assert!(found.contains("0.5 in the report"), "{found}");
    let small = "UPDATE published_figures SET cells = jsonb_set(cells, '{players}', '4')
        WHERE ctid = (SELECT min(ctid) FROM published_figures WHERE figure = 'rounds_by_month')";
    sqlx::query(small).execute(&database.pool()).await.unwrap();
    let found = dbt(&["test", "--select", "source:analytics.rounds_by_month"]).unwrap_err();
    assert!(found.contains("Got 1 result"), "dbt finds no published number below five: {found}");
}
