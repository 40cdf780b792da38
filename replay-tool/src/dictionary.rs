//! `dictionary`: what each view for analysts and each of its columns means, for readers (Markdown), programs (JSON) and
//! dbt.

mod views;

use std::fmt::Write;
use std::process::ExitCode;

use anyhow::Result;
use clap::{Args, ValueEnum};
use sqlx::PgPool;

pub use views::Dictionary;
use views::{Column, View};

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

/// Counts of persons, or of what persons have or did: none of 1 to 4 is ever published.
const NONE_OR_FIVE: [&str; 27] = [
    "accepted",
    "annulled",
    "arrived",
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
    "played_less",
    "played_more",
    "players",
    "quantity",
    "received",
    "refused",
    "renewed",
    "scans",
    "seen_again",
    "swapped",
    "vouchers",
    "walk_ins",
    "withdrawn",
];

/// Prints the dictionary.
/// Fails when the database does not answer.
pub async fn run(pool: &PgPool, arguments: &Arguments) -> Result<ExitCode> {
    fairway_console::print(text(&Dictionary::read(pool).await?, arguments.format)?)?;
    Ok(ExitCode::SUCCESS)
}

/// The whole text, which ends in a newline.
///
/// # Errors
/// None in practice: every dictionary has a form in JSON.
pub fn text(dictionary: &Dictionary, format: Format) -> Result<String> {
    let mut text = String::new();
    match format {
        Format::Md => markdown(dictionary, &mut text)?,
        Format::Json => writeln!(text, "{}", serde_json::to_string_pretty(dictionary)?)?,
        Format::Dbt => dbt(dictionary, &mut text)?,
    }
    Ok(text)
}

fn markdown(dictionary: &Dictionary, text: &mut String) -> Result<()> {
    writeln!(
        text,
        "# Dictionary of the views for analysts\n\n\
             Version {} ([changes](changes.md)). `replay-tool dictionary` writes this page from the comments in \
             the database; [analytics.md](../../docs/analytics.md) has examples.",
        dictionary.version
    )?;
    for View { name, meaning, columns } in &dictionary.views {
        writeln!(text, "\n## {name}\n\n{meaning}\n\n| column | type | meaning |\n| --- | --- | --- |")?;
        for Column { name, r#type, meaning } in columns {
            writeln!(text, "| {name} | {} | {} |", r#type, meaning.replace('|', "\\|"))?;
        }
    }
    Ok(())
}

fn dbt(dictionary: &Dictionary, text: &mut String) -> Result<()> {
    writeln!(
        text,
        "# Written by `replay-tool dictionary --format dbt`, from the comments in the database.\n\
             version: 2\nsources:\n  - name: analytics\n    meta: {{ contract: \"{}\" }}\n    tables:",
        dictionary.version
    )?;
    // Text in the form of JSON is text in YAML, too.
    for View { name, meaning, columns } in &dictionary.views {
        writeln!(
            text,
            "      - name: {name}\n        description: {}\n        columns:",
            serde_json::to_string(meaning)?
        )?;
        for column in columns {
            let Column { name, r#type, meaning } = column;
            let meaning = serde_json::to_string(meaning)?;
            write!(text, "          - {{ name: {name}, data_type: \"{type}\", description: {meaning}")?;
            match tests(column) {
                [] => writeln!(text, " }}")?,
                tests => writeln!(text, ", data_tests: [{}] }}", tests.join(", "))?,
            }
        }
    }
    Ok(())
}

/// The tests of each published row: dbt has `not_null`, and `deploy/analytics/dbt/tests/generic` the others.
fn tests(column: &Column) -> &'static [&'static str] {
    match column.name.as_str() {
        "month" => &["not_null", "first_of_a_month"],
        "club_id" | "club" | "pass" | "projection" => &["not_null"],
        name if name.ends_with("_share") || name == "utilisation" => &["share"],
        name if NONE_OR_FIVE.contains(&name) => &["none_or_five"],
        _ => &[],
    }
}
