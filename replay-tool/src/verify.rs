//! `verify`: checks the journal's order, every rule over every stream, the seal, and every row of the read models
//! against a replay from zero.

mod words;

use std::fmt::Write;
use std::process::ExitCode;

use anyhow::Result;
use clap::Args;
use fairway_audit::progress::Observer;
use fairway_audit::seal::Head;
use fairway_console::say;
use fairway_query::Pace;
use fairway_verify::{Finding, FindingsOfKind, Kind, Report, VerifyOptions};
use sqlx::PgPool;

use crate::exit;
use crate::progress::Bars;
use crate::style::{Colour, Style};

/// Arguments of `verify`.
#[derive(Debug, Args)]
pub struct Arguments {
    /// One JSON object.
    #[arg(long)]
    pub json: bool,
    /// Heads of the seal that were kept elsewhere, as `replay-tool seal` printed them.
    #[arg(long = "head", value_name = "POSITION:HASH")]
    pub heads: Vec<Head>,
    /// Findings of this kind do not count: they are known, such as a capacity that was lowered.
    #[arg(long, value_name = "CODE")]
    pub accept: Vec<Kind>,
    /// When to use colour.
    #[command(flatten)]
    pub colour: Colour,
}

/// Checks everything and reports.
///
/// # Errors
/// When the database refuses. Inconsistent data are a finding, not an error.
pub async fn run(pool: &PgPool, arguments: &Arguments) -> Result<ExitCode> {
    let mut bars = Bars::default();
    let report =
        verify(pool, &arguments.heads, &arguments.accept, &mut |progress| bars.show(progress)).await?;
    bars.finish();
    if arguments.json {
        say!("{}", serde_json::to_string(&report)?)?;
    } else {
        fairway_console::print(text(&report, Style::for_colour(arguments.colour)))?;
    }
    Ok(exit::unless_found(report.counted == 0))
}

/// Checks everything, as fast as it can.
///
/// # Errors
/// As [`run`].
pub async fn verify(
    pool: &PgPool,
    heads: &[Head],
    accepted: &[Kind],
    observe: &mut Observer<'_>,
) -> Result<Report> {
    let how =
        VerifyOptions { heads, accepted, pace: Pace::FULL, without_tables: None, words: words::for_remedy };
    fairway_verify::verify(pool, how, observe).await
}

/// The report for people.
#[must_use]
pub fn text(report: &Report, style: Style) -> String {
    let mut text = String::new();
    // Writing to a String cannot fail.
    for line in &report.checked {
        let _ = writeln!(text, "checked  {line}");
    }
    for line in &report.not_checked {
        let _ = writeln!(text, "{}  {line}", style.bad("not checked"));
    }
    for FindingsOfKind { code, count, accepted, remedy, findings } in &report.kinds {
        let known = if *accepted { " (accepted)" } else { "" };
        let rule = findings.first().map_or("", |finding| finding.rule);
        let _ = writeln!(text, "\n{}  {count} found{known}, against {rule}", style.bad(code));
        for Finding { position, at, what, .. } in findings {
            let place = position.map(|position| format!("position {position}, ")).unwrap_or_default();
            let _ = writeln!(text, "  {}: {what}", style.strong(&format!("{place}{at}")));
        }
        let shown = u64::try_from(findings.len()).unwrap_or(*count);
        if *count > shown {
            let _ = writeln!(text, "  … and {} more", count - shown);
        }
        let _ = writeln!(text, "  {} {remedy}", style.faint("what to do:"));
    }
    let result = match report.counted {
        0 if report.kinds.is_empty() && report.not_checked.is_empty() => style.good("everything holds"),
        0 if report.kinds.is_empty() => style.good("everything that was checked holds"),
        0 => style.good("nothing but what was accepted"),
        1 => style.bad("1 finding"),
        more => style.bad(&format!("{more} findings")),
    };
    let _ = writeln!(text, "\n{result}, up to position {}", report.position);
    text
}
