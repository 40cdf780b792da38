//! `timeline`: every event that touched a booking, a member, a voucher, an order or a club's day, in global order.

use std::io::Write;
use std::process::ExitCode;

use anyhow::Result;
use clap::Args;
use fairway_audit::moment::Moment;
use fairway_audit::subject::{self, Subject};
use fairway_audit::timeline::{Scope, timeline};
use sqlx::PgPool;

use crate::exit;
use crate::json;
use crate::style::{Colour, Style};

mod print;

/// Arguments of `timeline`.
#[derive(Debug, Args)]
pub struct Arguments {
    /// A reservation, booking, member, voucher or order id (or its first digits), a member's e-mail address, a payment
    /// (tr_…) or a club's day (de-wilgenhoek/2026-11-28).
    pub id: String,
    /// Only what happened at this moment or later: `2026-11-25`, `2026-11-25 09:00` (Europe/Amsterdam), RFC 3339 or a
    /// position.
    #[arg(long, value_name = "MOMENT")]
    pub from: Option<Moment>,
    /// Only what happened up to this moment; a day counts to its end.
    #[arg(long, value_name = "MOMENT")]
    pub to: Option<Moment>,
    /// At most so many events, the latest ones; 0 for all.
    #[arg(long, value_name = "EVENTS", default_value_t = 500)]
    pub limit: usize,
    /// Also show everything else that ever happened in the streams that were touched.
    #[arg(long)]
    pub whole_streams: bool,
    /// One JSON object per event, one per line.
    #[arg(long)]
    pub json: bool,
    /// Colours.
    #[command(flatten)]
    pub colour: Colour,
}

/// Prints a timeline.
///
/// # Errors
/// When the journal cannot be read, or an event is unreadable.
pub async fn run(pool: &PgPool, arguments: &Arguments) -> Result<ExitCode> {
    let subject = match subject::find(pool, &arguments.id).await? {
        Ok(subject) => subject,
        Err(why) => return Ok(exit::unknown(&why)),
    };
    let mut out = std::io::BufWriter::new(fairway_console::output());
    let known = write(pool, &subject, arguments, Style::for_colour(arguments.colour), &mut out).await?;
    out.flush()?;
    Ok(known.map_or_else(|why| exit::unknown(&why), |()| ExitCode::SUCCESS))
}

/// Writes a timeline, or returns why there is none.
///
/// # Errors
/// When the journal cannot be read, an event is unreadable, or `out` refuses.
pub async fn write(
    pool: &PgPool,
    subject: &Subject,
    arguments: &Arguments,
    style: Style,
    out: &mut impl Write,
) -> Result<Result<(), String>> {
    let Arguments { from, to, limit, whole_streams, .. } = *arguments;
    let scope = Scope { from, to, limit, whole_streams };
    let Some(timeline) = timeline(pool, subject, &scope).await? else {
        return Ok(Err(format!("no event is known of {subject}")));
    };
    if arguments.json {
        for entry in &timeline.entries {
            json::write(out, entry)?;
            writeln!(out)?;
        }
    } else {
        print::timeline(out, style, &timeline)?;
    }
    Ok(Ok(()))
}
