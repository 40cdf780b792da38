//! `export`: writes the journal, a read model or a view for analysts to a file that other programs read.
//!
//! Memory holds one row, or one group of rows for Parquet, whatever the length of the journal.

mod columnar;
mod key;
mod series;
mod sink;
mod text;

use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result};
use clap::{Args, ValueEnum};
use fairway_audit::csv_writer::Dialect;
use fairway_audit::export::{self, Key, Source};
use fairway_audit::server;
use sqlx::PgPool;

use crate::output::Output;
use crate::progress::Bars;
use columnar::Columnar;
use series::Series;
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
    /// The folder of a series of files: writes the events that none of them holds yet into the next one.
    #[arg(long, conflicts_with_all = ["out", "from"])]
    pub into: Option<PathBuf>,
    /// Only the events after this position.
    #[arg(long)]
    pub from: Option<i64>,
    /// The form of CSV.
    #[arg(long, value_enum, default_value = "dutch")]
    pub csv: CsvForm,
    /// A file with the key of the pseudonyms, made if it is missing: files of one key have the same pseudonyms. Without it
    /// each file has its own, and the key is thrown away.
    #[arg(long)]
    pub key: Option<PathBuf>,
    /// Keep ids, instants, positions, names of what few have, operators' names and reasons; views with exact figures.
    #[arg(long, requires_all = ["operator", "reason"])]
    pub with_personal_data: bool,
    /// Who exports. Goes on record; only for a view it may be left out.
    #[arg(long, requires = "reason")]
    pub operator: Option<String>,
    /// Why; without personal data, since the record is kept.
    #[arg(long, requires = "operator")]
    pub reason: Option<String>,
}

/// A form of comma-separated values.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum CsvForm {
    /// For a Dutch spreadsheet: a byte order mark, `;` between fields, `,` in decimals, no formulas.
    Dutch,
    /// For programs: `,` between fields, `.` in decimals, exact texts.
    Plain,
}

/// A format that other programs read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// A line of names, then a line a row; empty for null.
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
    let Some(mut source) = Source::find(pool, &arguments.what, arguments.with_personal_data).await? else {
        eprintln!("replay-tool: there is no {} to export; there are:", arguments.what);
        for name in Source::names(pool).await? {
            eprintln!("  {name}");
        }
        return Ok(ExitCode::from(2));
    };
    let series =
        arguments.into.as_ref().map(|folder| Series::open(folder, arguments.format.as_str())).transpose()?;
    if let Some(after) = series.as_ref().map(Series::last).or(arguments.from) {
        source = source.after(pool, after).await?;
    }
    if let (Some(_), Some((after, head))) = (&series, source.range())
        && after == head
    {
        eprintln!("nothing new after position {after}");
        return Ok(ExitCode::SUCCESS);
    }
    if !record(pool, &source, arguments).await? {
        eprintln!("replay-tool: {} is about persons: --operator and --reason go on record", source.name());
        return Ok(ExitCode::from(2));
    }
    let key = arguments.key.as_deref().map_or_else(|| Ok(Key::random()), key::kept)?;
    let shape = (arguments.format, arguments.csv);
    let path = match (&series, source.range()) {
        (Some(series), Some((_, head))) => series.next(head),
        _ => arguments.out.clone(),
    };
    if path == Path::new("-") {
        let stdout = std::io::stdout();
        anyhow::ensure!(
            arguments.format != Format::Parquet || !stdout.is_terminal(),
            "Parquet is no text: name a file with --out, or pipe it"
        );
        write(pool, &source, &key, shape, std::io::BufWriter::new(stdout)).await?;
    } else {
        let output = Output::create(&path)?;
        write(pool, &source, &key, shape, output.writer()?).await?;
        output.complete()?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Records the export. False when the operator and the reason that it needs are missing.
async fn record(pool: &PgPool, source: &Source, arguments: &Arguments) -> Result<bool> {
    let of_key = if arguments.key.is_some() { ", under a kept key" } else { "" };
    let (name, format) = (source.name(), arguments.format.as_str());
    let range =
        source.range().map_or_else(String::new, |(after, to)| format!(", positions {} to {to}", after + 1));
    let subject = format!("{name} as {format}, {}{range}{of_key}", source.treatment());
    let (operator, reason) = (arguments.operator.as_deref(), arguments.reason.as_deref());
    if source.is_view() && !arguments.with_personal_data {
        export::record_published(pool, operator, reason, &subject).await?;
        return Ok(true);
    }
    let (Some(operator), Some(reason)) = (operator, reason) else { return Ok(false) };
    server::refuse_replica(pool, "who takes out what is about persons is recorded in the database").await?;
    export::record(pool, operator, reason, &subject).await?;
    Ok(true)
}

/// Streams the rows into a writer.
///
/// # Errors
/// As [`run`].
async fn write(
    pool: &PgPool,
    source: &Source,
    key: &Key,
    (format, csv): (Format, CsvForm),
    to: impl Write + Send + 'static,
) -> Result<i64> {
    let columns = source.columns();
    let dialect = match csv {
        CsvForm::Dutch => Dialect::Dutch,
        CsvForm::Plain => Dialect::Plain,
    };
    let mut sink: Box<dyn Sink> = match format {
        Format::Csv => Box::new(Csv::new(dialect, to, columns)?),
        Format::Jsonl => Box::new(JsonLines::new(to, columns)?),
        Format::Parquet => Box::new(Columnar::new(to, columns)?),
    };
    let mut bars = Bars::default();
    let (count, about) =
        export::rows(pool, source, key, |cells| sink.row(cells), &mut |progress| bars.show(progress)).await?;
    sink.finish(&about)?;
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
    write(pool, &source, &Key::random(), (format, CsvForm::Dutch), to).await
}
