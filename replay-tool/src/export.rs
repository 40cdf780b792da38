//! `export`: writes the journal, a read model or a view for analysts to a file that other programs read.
//!
//! Memory holds one row, or one group of rows for Parquet, whatever the length of the journal.

mod columnar;
mod sink;
mod text;

use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result};
use clap::{Args, ValueEnum};
use fairway_audit::export::{self, Source};
use fairway_audit::server;
use sqlx::PgPool;

use crate::output::Output;
use crate::progress::Bars;
use columnar::Columnar;
use sink::Sink;
use text::{Csv, JsonLines};

/// What to export, how and where to.
#[derive(Debug, Args)]
pub struct Arguments {
    /// The file's format.
    #[arg(long, value_enum)]
    pub format: Format,
    /// `events`, a table of a read model (`ledger`), or a view of the schema analytics (`rounds_by_day`).
    #[arg(long)]
    pub what: String,
    /// The file to write, or `-` for the standard output. It appears under this name when it is complete.
    #[arg(long, default_value = "-")]
    pub out: PathBuf,
    /// Keep the ids of members and of what belongs to them, and operators' names and reasons. Goes on record.
    #[arg(long, requires_all = ["operator", "reason"])]
    pub with_personal_data: bool,
    /// Who takes the personal data out.
    #[arg(long, requires = "with_personal_data")]
    pub operator: Option<String>,
    /// Why; without personal data, since the record is kept.
    #[arg(long, requires = "with_personal_data")]
    pub reason: Option<String>,
}

/// A format that other programs read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For spreadsheets: `;` between fields, `,` in decimals, a line of names; empty for null.
    Csv,
    /// One JSON object a line.
    Jsonl,
    /// Columns with their types, compressed.
    Parquet,
}

impl Format {
    const fn as_str(self) -> &'static str {
        match self {
            Self::Csv => "csv",
            Self::Jsonl => "jsonl",
            Self::Parquet => "parquet",
        }
    }
}

/// Exports.
///
/// # Errors
/// When the database does not answer, or the file cannot be written; then no file of that name is left.
pub async fn run(pool: &PgPool, arguments: &Arguments) -> Result<ExitCode> {
    let Some(source) = Source::find(pool, &arguments.what, arguments.with_personal_data).await? else {
        eprintln!("replay-tool: there is no {} to export; there are:", arguments.what);
        for name in Source::names(pool).await? {
            eprintln!("  {name}");
        }
        return Ok(ExitCode::from(2));
    };
    if let (true, Some(operator), Some(reason)) =
        (arguments.with_personal_data, &arguments.operator, &arguments.reason)
    {
        server::refuse_replica(pool, "who takes out personal data is recorded in the database").await?;
        let subject = format!("{} as {}", source.name(), arguments.format.as_str());
        export::record(pool, operator, reason, &subject).await?;
    }
    if arguments.out == Path::new("-") {
        let stdout = std::io::stdout();
        anyhow::ensure!(
            arguments.format != Format::Parquet || !stdout.is_terminal(),
            "Parquet is no text: name a file with --out, or pipe it"
        );
        write(pool, &source, arguments.format, std::io::BufWriter::new(stdout)).await?;
    } else {
        let output = Output::create(&arguments.out)?;
        write(pool, &source, arguments.format, output.writer()?).await?;
        output.complete()?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Streams the rows into a writer.
///
/// # Errors
/// As [`run`].
async fn write(
    pool: &PgPool,
    source: &Source,
    format: Format,
    to: impl Write + Send + 'static,
) -> Result<i64> {
    let columns = source.columns();
    let mut sink: Box<dyn Sink> = match format {
        Format::Csv => Box::new(Csv::new(to, columns)?),
        Format::Jsonl => Box::new(JsonLines::new(to, columns)?),
        Format::Parquet => Box::new(Columnar::new(to, columns)?),
    };
    let mut bars = Bars::default();
    let count =
        export::rows(pool, source, |cells| sink.row(cells), &mut |progress| bars.show(progress)).await?;
    sink.finish()?;
    bars.finish();
    Ok(count)
}

/// Writes the rows to a writer, for tests and for other commands.
///
/// # Errors
/// As [`run`]; and when no table or view has that name.
pub async fn to_writer(
    pool: &PgPool,
    what: &str,
    format: Format,
    personal: bool,
    to: impl Write + Send + 'static,
) -> Result<i64> {
    let source = Source::find(pool, what, personal).await?.context("there is nothing of that name")?;
    write(pool, &source, format, to).await
}
