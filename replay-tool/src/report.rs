//! A report of a period as one page of HTML: no network, no script, nothing about persons. It can be opened, printed and
//! mailed.
//!
//! All figures come from the views of the schema `analytics`; `figures` reads them, `chart` draws, `page` is the document.

mod chart;
mod figures;
mod page;
mod period;
mod text;

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result};
use chrono::{Datelike, Months, NaiveDate};
use clap::Args;
use sqlx::PgPool;

use crate::export::Output;
use figures::Figures;
use period::{Period, month};

/// What to report on, and where to.
#[derive(Debug, Args)]
pub struct Arguments {
    /// The page to write. It appears under this name when it is complete.
    #[arg(long)]
    pub html: PathBuf,
    /// First month, such as 2025-12; eleven months before the last one when it is not given.
    #[arg(long, value_parser = month)]
    pub from: Option<NaiveDate>,
    /// Last month; the current one when it is not given.
    #[arg(long, value_parser = month)]
    pub to: Option<NaiveDate>,
    /// The day that "expired" and "running" are reckoned from; today in Europe/Amsterdam when it is not given.
    #[arg(long)]
    pub today: Option<NaiveDate>,
}

/// Writes the report.
///
/// # Errors
/// When the database does not answer, or the file cannot be written; then there is no file under its name.
pub async fn run(pool: &PgPool, arguments: &Arguments) -> Result<ExitCode> {
    let html = html(pool, arguments).await?;
    let output = Output::create(&arguments.html)?;
    let mut writer = output.writer()?;
    std::io::Write::write_all(&mut writer, html.as_bytes())?;
    std::io::Write::flush(&mut writer)?;
    output.complete()?;
    eprintln!("{}: {} KB", arguments.html.display(), html.len().div_ceil(1024));
    Ok(ExitCode::SUCCESS)
}

/// The page.
///
/// # Errors
/// When the database does not answer, or the period ends before it begins.
pub async fn html(pool: &PgPool, arguments: &Arguments) -> Result<String> {
    // One snapshot, so that all charts are of the same moment.
    let mut snapshot = pool.begin().await?;
    sqlx::query("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY").execute(&mut *snapshot).await?;
    if let Some(today) = arguments.today {
        sqlx::query("SELECT set_config('fairway.today', $1, true)")
            .bind(today.to_string())
            .execute(&mut *snapshot)
            .await?;
    }
    let today: NaiveDate =
        sqlx::query_scalar("SELECT analytics.today()").fetch_one(&mut *snapshot).await.context(
            "the schema analytics is not there: the database is of an older version, start `fairway serve` once",
        )?;
    let to = arguments.to.or_else(|| today.with_day(1)).unwrap_or(today);
    let from = arguments.from.or_else(|| to.checked_sub_months(Months::new(11))).unwrap_or(to);
    anyhow::ensure!(from <= to, "the period ends before it begins");
    let period = Period { from, to };
    anyhow::ensure!(period.months().nth(120).is_none(), "a report covers ten years at most");
    let figures = Figures::of(&mut snapshot, period).await?;
    Ok(page::page(&figures, period, today))
}
