//! `report`: the figures of a period as one page of HTML without network access, scripts or personal data. It
//! can be opened, printed and mailed.
//!
//! The figures are `fairway_audit`'s; `chart` draws them, `page` is the text around the charts.

mod chart;
mod page;
mod text;

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Result;
use chrono::NaiveDate;
use clap::Args;
use fairway_audit::figures::{Request, figures};
use sqlx::PgPool;

use crate::output::Output;

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

/// A month of the calendar, as its first day.
fn month(text: &str) -> Result<NaiveDate, String> {
    format!("{text}-01").parse().map_err(|_| "a month looks like 2025-12".to_owned())
}

/// Writes the report.
///
/// # Errors
/// When the database does not answer, or the file cannot be written; then no file of that name is left.
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
    let Arguments { from, to, today, .. } = *arguments;
    Ok(page::page(&figures(pool, &Request { from, to, today, ..Request::default() }).await?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_month_is_its_first_day() {
        assert_eq!(month("2025-11").unwrap().to_string(), "2025-11-01");
        assert!(month("2025-13").is_err() && month("november").is_err());
    }
}
