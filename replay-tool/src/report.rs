//! `report`: the figures of a period as one page of HTML without network access, scripts or personal data, which can be
//! opened, printed and mailed; and as JSON, for programs.
//!
//! The figures and their tables are `fairway_audit`'s, which the operators' screen shows too and draws as charts.

mod page;
mod text;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Result;
use chrono::NaiveDate;
use clap::Args;
use fairway_audit::figures::{Figures, Request, figures};
use fairway_console::warn;
use sqlx::PgPool;

use crate::output::Output;

/// Arguments of `report`.
#[derive(Debug, Args)]
pub struct Arguments {
    /// The page to write. It appears under this name when it is complete.
    #[arg(long, required_unless_present = "json")]
    pub html: Option<PathBuf>,
    /// The same figures as JSON: the key figures, and each part of the page as a table.
    #[arg(long)]
    pub json: Option<PathBuf>,
    /// First month, such as 2025-12; eleven months before the last one when it is not given.
    #[arg(long, value_parser = month)]
    pub from: Option<NaiveDate>,
    /// Last month; the current one when it is not given.
    #[arg(long, value_parser = month)]
    pub to: Option<NaiveDate>,
    /// The day that "expired" and "running" are reckoned from; today in Europe/Amsterdam when it is not given.
    #[arg(long)]
    pub today: Option<NaiveDate>,
    /// The figures as analysts read them, for a page that leaves the house: of closed months, with small numbers counted
    /// together. Else the exact ones.
    #[arg(long)]
    pub published: bool,
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
    let figures = read(pool, arguments).await?;
    if let Some(file) = &arguments.html {
        write(file, page::page(&figures).as_bytes())?;
    }
    if let Some(file) = &arguments.json {
        write(file, &serde_json::to_vec_pretty(&figures.report())?)?;
    }
    Ok(ExitCode::SUCCESS)
}

fn write(file: &Path, content: &[u8]) -> Result<()> {
    let output = Output::create(file)?;
    let mut writer = output.writer()?;
    writer.write_all(content)?;
    writer.flush()?;
    output.complete()?;
    warn!("{}: {} KB", file.display(), content.len().div_ceil(1024));
    Ok(())
}

/// The page.
///
/// # Errors
/// When the database does not answer, or the period ends before it begins.
pub async fn html(pool: &PgPool, arguments: &Arguments) -> Result<String> {
    Ok(page::page(&read(pool, arguments).await?))
}

async fn read(pool: &PgPool, arguments: &Arguments) -> Result<Figures> {
    let Arguments { from, to, today, published, .. } = *arguments;
    figures(pool, &Request { from, to, today, published, ..Request::default() }).await
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
