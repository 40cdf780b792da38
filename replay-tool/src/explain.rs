//! `explain`: why a member could or could not book a round, now or at an earlier moment: every rule of docs/domain.md
//! §3 in the order of the reasons, its numbers, and the sentence that the member would read.

use std::io::Write;
use std::process::ExitCode;

use anyhow::Result;
use chrono::{DateTime, NaiveDate, Utc};
use clap::Args;
use fairway_audit::explain::{Explanation, Request};
use fairway_audit::moment::Moment;
use fairway_events::Holes;
use sqlx::PgPool;

use crate::exit;
use crate::style::{Colour, Style};

mod print;

/// Arguments of `explain`.
#[derive(Debug, Args)]
pub struct Arguments {
    /// The member who books: their e-mail address, or their id.
    pub member: String,
    /// The play date, `2026-11-28`.
    pub date: NaiveDate,
    /// The club: its slug, its name or an unmistakable part of it.
    pub club: String,
    /// The length of the round. Without it: 18 where the club offers it, else 9.
    #[arg(long, value_name = "9|18", value_parser = holes)]
    pub holes: Option<Holes>,
    /// A co-player, in the order of the request; may be given up to three times.
    #[arg(long, value_name = "MEMBER")]
    pub with: Vec<String>,
    /// The moment at which it is asked: `2026-11-25 09:00` (Europe/Amsterdam), `2026-11-25` for the end of that day, RFC
    /// 3339 or a position. Without it: now.
    #[arg(long, value_name = "MOMENT")]
    pub at: Option<Moment>,
    /// The instant that is now, beside a server with a clock of its own.
    #[arg(long, env = "FAIRWAY_CLOCK", hide = true)]
    pub clock: Option<DateTime<Utc>>,
    /// One JSON document.
    #[arg(long)]
    pub json: bool,
    /// Colours.
    #[command(flatten)]
    pub colour: Colour,
}

fn holes(text: &str) -> Result<Holes, String> {
    let count: u8 = text.parse().map_err(|_| "9 or 18".to_owned())?;
    Holes::try_from(count).map_err(|error| error.to_string())
}

/// Explains.
///
/// # Errors
/// When the journal cannot be read, or the moment is later than its last event.
pub async fn run(pool: &PgPool, arguments: &Arguments) -> Result<ExitCode> {
    let explanation = match explain(pool, arguments).await? {
        Ok(explanation) => explanation,
        Err(why) => return Ok(exit::unknown(&why)),
    };
    let mut out = std::io::BufWriter::new(fairway_console::output());
    write(&explanation, arguments.json, Style::for_colour(arguments.colour), &mut out)?;
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

/// Explains, or returns what is unknown.
///
/// # Errors
/// When the journal cannot be read, or the moment is later than its last event.
pub async fn explain(pool: &PgPool, arguments: &Arguments) -> Result<Result<Explanation, String>> {
    let Arguments { date, holes, at, clock, .. } = *arguments;
    let (member, club, with) = (arguments.member.clone(), arguments.club.clone(), arguments.with.clone());
    fairway_audit::explain::explain(pool, &Request { member, date, club, holes, with, at, clock }).await
}

/// Writes an explanation.
///
/// # Errors
/// When `out` refuses.
pub fn write(explanation: &Explanation, json: bool, style: Style, out: &mut impl Write) -> Result<()> {
    if json { print::json(out, explanation) } else { print::explanation(out, style, explanation) }
}
