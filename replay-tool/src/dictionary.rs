//! `dictionary`: what each view for analysts and each of its columns means. The only description is the database's own
//! comments; this writes them down for readers (Markdown), programs (JSON) and dbt.

use std::fmt::Write;
use std::process::ExitCode;

use anyhow::{Context, Result};
use clap::{Args, ValueEnum};
use serde::{Deserialize, Serialize};
use sqlx::PgPool;
use sqlx::types::Json;

/// The form of the dictionary.
#[derive(Debug, Args)]
pub struct Arguments {
    /// The form in which it is printed.
    #[arg(long, value_enum, default_value_t = Format::Md)]
    pub format: Format,
}

/// A form of the dictionary.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// Markdown: a table per view.
    Md,
    /// One JSON object.
    Json,
    /// The sources of a dbt project, with tests.
    Dbt,
}

/// The views of the schema analytics, by name.
#[derive(Debug, Serialize, Deserialize)]
pub struct Dictionary {
    /// Of the views; `deploy/analytics/changes.md` says how it rises.
    pub version: String,
    /// By name.
    pub views: Vec<View>,
}

/// A view.
#[derive(Debug, Serialize, Deserialize)]
pub struct View {
    /// Its name in the schema analytics.
    pub name: String,
    /// What a row is.
    pub meaning: String,
    /// In their order.
    pub columns: Vec<Column>,
}

/// A column of a view.
#[derive(Debug, Serialize, Deserialize)]
pub struct Column {
    /// Its name.
    pub name: String,
    /// PostgreSQL's name of its type.
    pub r#type: String,
    /// What it counts or names, with its unit.
    pub meaning: String,
}

const VIEWS: &str = "
    SELECT json_build_object(
        'name', relname, 'meaning', coalesce(obj_description(class.oid, 'pg_class'), ''),
        'columns', json_agg(json_build_object(
            'name', attname, 'type', format_type(atttypid, atttypmod),
            'meaning', coalesce(col_description(class.oid, attnum), '')) ORDER BY attnum))
    FROM pg_class AS class JOIN pg_attribute ON attrelid = class.oid AND attnum > 0
    WHERE relnamespace = 'analytics'::regnamespace AND relkind = 'v'
    GROUP BY class.oid, relname ORDER BY relname COLLATE \"C\"";

/// Counts of persons, or of what persons have or did: none of 1 to 4 is ever published.
const NONE_OR_FIVE: [&str; 18] = [
    "bought",
    "cancelled",
    "ended",
    "expired",
    "forfeited",
    "known",
    "members",
    "orders",
    "pairs",
    "passes",
    "places",
    "players",
    "quantity",
    "received",
    "renewed",
    "swapped",
    "vouchers",
    "withdrawn",
];

/// Prints the dictionary.
///
/// # Errors
/// When the database does not answer.
pub async fn run(pool: &PgPool, arguments: &Arguments) -> Result<ExitCode> {
    print!("{}", Dictionary::read(pool).await?.text(arguments.format)?);
    Ok(ExitCode::SUCCESS)
}

impl Dictionary {
    /// Reads it from the comments of a database; every role that may read the views may read them.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn read(pool: &PgPool) -> Result<Self> {
        let version = sqlx::query_scalar("SELECT analytics.contract()").fetch_one(pool).await.context(
            "the views have no version: the database is of an older version, start `fairway serve` once",
        )?;
        let views: Vec<Json<View>> = sqlx::query_scalar(VIEWS).fetch_all(pool).await?;
        Ok(Self { version, views: views.into_iter().map(|Json(view)| view).collect() })
    }

    /// The whole text, which ends in a newline.
    ///
    /// # Errors
    /// None in practice: every dictionary has a form in JSON.
    pub fn text(&self, format: Format) -> Result<String> {
        let mut text = String::new();
        match format {
            Format::Md => self.markdown(&mut text)?,
            Format::Json => writeln!(text, "{}", serde_json::to_string_pretty(self)?)?,
            Format::Dbt => self.dbt(&mut text)?,
        }
        Ok(text)
    }

    fn markdown(&self, text: &mut String) -> Result<()> {
        writeln!(
            text,
            "# Dictionary of the views for analysts\n\n\
             Version {} ([changes](changes.md)). `replay-tool dictionary` writes this page from the comments in \
             the database; [analytics.md](../../docs/analytics.md) has examples.",
            self.version
        )?;
        for View { name, meaning, columns } in &self.views {
            writeln!(text, "\n## {name}\n\n{meaning}\n\n| column | type | meaning |\n| --- | --- | --- |")?;
            for Column { name, r#type, meaning } in columns {
                writeln!(text, "| {name} | {} | {} |", r#type, meaning.replace('|', "\\|"))?;
            }
        }
        Ok(())
    }

    fn dbt(&self, text: &mut String) -> Result<()> {
        writeln!(
            text,
            "# Written by `replay-tool dictionary --format dbt`, from the comments in the database.\n\
             version: 2\nsources:\n  - name: analytics\n    meta: {{ contract: \"{}\" }}\n    tables:",
            self.version
        )?;
        // Text in the form of JSON is text in YAML, too.
        for View { name, meaning, columns } in &self.views {
            writeln!(
                text,
                "      - name: {name}\n        description: {}\n        columns:",
                serde_json::to_string(meaning)?
            )?;
            for column in columns {
                let Column { name, r#type, meaning } = column;
                let meaning = serde_json::to_string(meaning)?;
                write!(text, "          - {{ name: {name}, data_type: \"{type}\", description: {meaning}")?;
                match column.tests() {
                    [] => writeln!(text, " }}")?,
                    tests => writeln!(text, ", data_tests: [{}] }}", tests.join(", "))?,
                }
            }
        }
        Ok(())
    }
}

impl Column {
    /// What holds for each published row: `deploy/analytics/dbt/tests/generic` has these tests, and dbt `not_null`.
    fn tests(&self) -> &'static [&'static str] {
        match self.name.as_str() {
            "month" => &["not_null", "first_of_a_month"],
            "club_id" | "club" | "pass" | "projection" => &["not_null"],
            name if name.ends_with("_share") || name == "utilisation" => &["share"],
            name if NONE_OR_FIVE.contains(&name) => &["none_or_five"],
            _ => &[],
        }
    }
}
