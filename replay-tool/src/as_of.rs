//! `as-of`: the state of a booking, a member, a voucher, an order or a club's day at an earlier moment, and what
//! changed between two moments.

use std::io::Write;
use std::process::ExitCode;

use anyhow::Result;
use clap::Args;
use fairway_audit::as_of::{as_of, difference};
use fairway_audit::moment::Moment;
use fairway_audit::subject::{self, Subject};
use serde::Serialize;
use sqlx::PgPool;

use crate::exit;
use crate::style::{Colour, Style};

mod print;

/// Arguments of `as-of`.
#[derive(Debug, Args)]
pub struct Arguments {
    /// The moment: `2026-11-25 09:00` (Europe/Amsterdam), RFC 3339 or a position in the journal.
    pub moment: Moment,
    /// A reservation, booking, member, voucher or order id (or its first digits), a member's e-mail address, a payment
    /// (tr_…) or a club's day (de-wilgenhoek/2026-11-28).
    pub id: String,
    /// Show what changed between the moment and this one, field by field; the order of the two does not matter.
    #[arg(long, value_name = "MOMENT")]
    pub diff: Option<Moment>,
    /// One JSON document.
    #[arg(long)]
    pub json: bool,
    /// Colours.
    #[command(flatten)]
    pub colour: Colour,
}

/// Prints a state, or the difference of two.
///
/// # Errors
/// When the journal cannot be read, or a moment is later than its last event.
pub async fn run(pool: &PgPool, arguments: &Arguments) -> Result<ExitCode> {
    let subject = match subject::find(pool, &arguments.id).await? {
        Ok(subject) => subject,
        Err(why) => return Ok(exit::unknown(&why)),
    };
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    let known = write(pool, &subject, arguments, Style::for_colour(arguments.colour), &mut out).await?;
    out.flush()?;
    Ok(known.map_or_else(|why| exit::unknown(&why), |()| ExitCode::SUCCESS))
}

/// Writes a state, or the difference of two; or returns why there is none.
///
/// # Errors
/// When the journal cannot be read, a moment is later than its last event, or `out` refuses.
pub async fn write(
    pool: &PgPool,
    subject: &Subject,
    arguments: &Arguments,
    style: Style,
    out: &mut impl Write,
) -> Result<Result<(), String>> {
    let at = arguments.moment.resolve(pool).await?;
    if let Some(other) = arguments.diff {
        let difference = match difference(pool, subject, (at, other.resolve(pool).await?)).await? {
            Ok(difference) => difference,
            Err(why) => return Ok(Err(why)),
        };
        return if arguments.json {
            document(out, &difference)
        } else {
            print::difference(out, style, &difference)
        }
        .map(Ok);
    }
    let state = match as_of(pool, subject, at).await? {
        Ok(state) => state,
        Err(why) => return Ok(Err(why)),
    };
    if arguments.json { document(out, &state) } else { print::state(out, style, &state) }.map(Ok)
}

fn document(out: &mut impl Write, answer: &impl Serialize) -> Result<()> {
    // Converted to a value first, which sorts the field names.
    serde_json::to_writer_pretty(&mut *out, &serde_json::to_value(answer)?)?;
    writeln!(out)?;
    Ok(())
}
