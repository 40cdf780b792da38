//! `as-of`: the state of a booking, a member, a voucher, an order or a club's day at an earlier moment, and what
//! changed between two moments.

use std::io::Write;
use std::process::ExitCode;

use anyhow::Result;
use clap::error::ErrorKind;
use clap::{ArgMatches, Args, FromArgMatches};
use fairway_audit::as_of::{as_of, difference};
use fairway_audit::moment::Moment;
use fairway_audit::subject::{self, Subject};
use serde::Serialize;
use sqlx::PgPool;

use crate::exit;
use crate::json;
use crate::style::{Colour, Style};

mod print;

/// Arguments of `as-of`.
#[derive(Debug)]
pub struct Arguments {
    /// The moment.
    pub moment: Moment,
    /// The subject, as it was written.
    pub id: String,
    /// The moment to compare with.
    pub diff: Option<Moment>,
    /// One JSON document.
    pub json: bool,
    /// Colours.
    pub colour: Colour,
}

/// The arguments as they are written. The id comes first, as in other commands; the moment came first in earlier releases,
/// and scripts may still have it there.
#[derive(Debug, Args)]
struct Written {
    /// A reservation, booking, member, voucher or order id (or its first digits), a member's e-mail address, a payment
    /// (tr_…) or a club's day (de-wilgenhoek/2026-11-28).
    id: String,
    /// The moment: `2026-11-25 09:00` (Europe/Amsterdam), `2026-11-25` for the end of that day, RFC 3339 or a position in
    /// the journal.
    moment: String,
    /// Show what changed between the moment and this one, field by field; the order of the two does not matter.
    #[arg(long, value_name = "MOMENT")]
    diff: Option<Moment>,
    /// One JSON document.
    #[arg(long)]
    json: bool,
    /// Colours.
    #[command(flatten)]
    colour: Colour,
}

impl Written {
    /// A first text that is a moment too is one only where the second is none: a position and the first digits of an id
    /// may look the same.
    fn read(self) -> Result<Arguments, String> {
        let Self { id: first, moment: second, diff, json, colour } = self;
        let (id, moment) = match (second.parse::<Moment>(), first.parse::<Moment>()) {
            (Ok(moment), _) => (first, moment),
            (Err(_), Ok(moment)) => (second, moment),
            (Err(why), Err(_)) => return Err(format!("`{second}` is no moment: {why}")),
        };
        Ok(Arguments { moment, id, diff, json, colour })
    }
}

impl FromArgMatches for Arguments {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let written = Written::from_arg_matches(matches)?;
        written.read().map_err(|why| clap::Error::raw(ErrorKind::ValueValidation, why))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

impl Args for Arguments {
    fn augment_args(command: clap::Command) -> clap::Command {
        Written::augment_args(command)
    }

    fn augment_args_for_update(command: clap::Command) -> clap::Command {
        Written::augment_args_for_update(command)
    }
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
    let mut out = std::io::BufWriter::new(fairway_console::output());
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
    json::write_pretty(out, &serde_json::to_value(answer)?)?;
    writeln!(out)?;
    Ok(())
}
