//! `export`: writes the journal, a read model or a view for analysts to a file that other programs read.
//!
//! Memory holds one row, or one group of rows for Parquet, whatever the length of the journal.

mod columnar;
mod key;
pub mod rows;
mod series;
mod sink;
mod text;

use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result, ensure};
use clap::{Args, ValueEnum};
use fairway_audit::csv_writer::Dialect;
use fairway_audit::operator_record::Stated;
use fairway_audit::server;
use fairway_console::warn;
use sqlx::PgPool;

use crate::output::Output;
use crate::progress::Bars;
use columnar::Columnar;
use rows::{Key, Source};
use series::Series;
use sink::Sink;
use text::{Csv, JsonLines};

/// Arguments of `export`.
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
    /// The folder of a series of files: writes the events that none of this format holds yet into the next one. Without
    /// personal data it needs --key.
    #[arg(long, conflicts_with_all = ["out", "from"])]
    pub into: Option<PathBuf>,
    /// Only the events after this position.
    #[arg(long)]
    pub from: Option<i64>,
    /// The form of CSV.
    #[arg(long, value_enum, default_value = "dutch")]
    pub csv: CsvForm,
    /// A file with the key of the pseudonyms, made if it is missing: files of one key have the same pseudonyms. Without it
    /// each file has its own, and the key is thrown away. Views have no pseudonyms.
    #[arg(long, conflicts_with = "with_personal_data")]
    pub key: Option<PathBuf>,
    /// Keep ids, instants, positions, names of what few have, operators' names and reasons; views with exact figures.
    #[arg(long, requires_all = ["operator", "reason"])]
    pub with_personal_data: bool,
    /// The name of the operator who exports. Goes on record; only for a view it may be left out.
    #[arg(long, requires = "reason")]
    pub operator: Option<String>,
    /// The reason; without personal data, since the record is kept.
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
        let names = Source::names(pool).await?;
        let proposed = proposals(&arguments.what, &names);
        if !proposed.is_empty() {
            warn!("replay-tool: did you mean {}?", proposed.join(", "));
        }
        warn!("replay-tool: there is no {} to export; there are:", arguments.what);
        for name in names {
            warn!("  {name}");
        }
        return Ok(ExitCode::from(2));
    };
    let (is_series, is_coarse) = (arguments.into.is_some(), source.is_coarse());
    ensure!(!is_series || source.is_journal(), "only events are written as a series of files");
    ensure!(
        !is_series || !is_coarse || arguments.key.is_some(),
        "a series needs --key, or each file has other pseudonyms"
    );
    let by = match (&arguments.operator, &arguments.reason) {
        _ if source.is_published() => None,
        (Some(operator), Some(reason)) => {
            server::refuse_replica(pool, "who takes out what is about persons is recorded in the database")
                .await?;
            Some(Stated::check(pool, operator, reason).await?)
        }
        _ => {
            warn!("replay-tool: {} is about persons: --operator and --reason go on record", source.name());
            return Ok(ExitCode::from(2));
        }
    };
    let name = if is_coarse { "events" } else { "events-personal" };
    let open = |folder: &Path| Series::open(folder, name, arguments.format.as_str());
    let series = arguments.into.as_deref().map(open).transpose()?;
    if let Some(series) = &series {
        series.check(&rows::marks(pool, &series.ends()).await?)?;
    }
    if let Some(after) = series.as_ref().map(Series::last).or(arguments.from) {
        source = source.after(pool, after).await?;
    }
    if let (Some(_), Some((after, head))) = (&series, source.range())
        && after == head
    {
        warn!("nothing new after position {after}");
        return Ok(ExitCode::SUCCESS);
    }
    let is_begun = series.as_ref().is_some_and(|series| series.last() > 0);
    let key = match &arguments.key {
        Some(path) if is_coarse => Some(key::kept(path, is_begun)?),
        _ => None,
    };
    record(pool, &source, arguments, by.as_ref(), key.is_some()).await?;
    let key = key.unwrap_or_else(Key::random);
    let shape = (arguments.format, arguments.csv);
    let path = match (&series, source.range()) {
        (Some(series), Some((_, head))) => {
            series.next(head, rows::marks(pool, &[head]).await?.get(&head).context("the journal went back")?)
        }
        _ => arguments.out.clone(),
    };
    if path == Path::new("-") {
        ensure!(
            arguments.format != Format::Parquet || !std::io::stdout().is_terminal(),
            "Parquet is no text: name a file with --out, or pipe it"
        );
        write(pool, &source, &key, shape, std::io::BufWriter::new(fairway_console::output())).await?;
    } else {
        let output = Output::create(&path)?;
        write(pool, &source, &key, shape, output.writer()?).await?;
        output.complete()?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The names that begin as what was asked for, with or without the schema of views.
fn proposals<'a>(what: &str, names: &'a [String]) -> Vec<&'a str> {
    let what = what.strip_prefix("analytics.").unwrap_or(what);
    let begins_so = |name: &&str| name.strip_prefix("analytics.").unwrap_or(name).starts_with(what);
    names.iter().map(String::as_str).filter(|name| !what.is_empty() && begins_so(name)).collect()
}

/// Records the export. For data that are not published an operator gives the reason.
async fn record(
    pool: &PgPool,
    source: &Source,
    arguments: &Arguments,
    by: Option<&Stated>,
    is_key_kept: bool,
) -> Result<()> {
    let of_key = if is_key_kept { ", under a kept key" } else { "" };
    let (name, format) = (source.name(), arguments.format.as_str());
    let range =
        source.range().map_or_else(String::new, |(after, to)| format!(", positions {} to {to}", after + 1));
    let subject = format!("{name} as {format}, {}{range}{of_key}", source.treatment());
    let (operator, reason) = (arguments.operator.as_deref(), arguments.reason.as_deref());
    match by {
        Some(by) => rows::record(pool, by, &subject).await,
        None => rows::record_published(pool, operator, reason, &subject).await,
    }
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
        rows::rows(pool, source, key, |cells| sink.row(cells), &mut |progress| bars.show(progress)).await?;
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_begin_so_are_proposed() {
        let names = ["events", "reservations_bookings", "reservations_places", "analytics.rounds_by_day"];
        let names = names.map(str::to_owned);
        let (read_models, view) =
            (["reservations_bookings", "reservations_places"], "analytics.rounds_by_day");
        assert_eq!(proposals("reservations", &names), read_models);
        for what in ["rounds", "analytics.rounds", "rounds_by_day"] {
            assert_eq!(proposals(what, &names), [view], "{what}");
        }
        for what in ["", "bookings", "analytics."] {
            assert!(proposals(what, &names).is_empty(), "{what}");
        }
    }
}
