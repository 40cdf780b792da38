//! `timeline`: every event that touched a booking, a member, a voucher, an order or a club's day, in global order.
//!
//! A booking's own stream says who joined and left. What that cost the members, their vouchers and the club's day stands
//! in other streams, under the same requests. So the streams are known beforehand and each is one index look-up: the
//! journal's length does not matter. No more events are held than are shown at once.

use std::collections::VecDeque;
use std::io::Write;
use std::process::ExitCode;

use anyhow::{Context, Result};
use clap::Args;
use fairway_events::journal::Selection;
use fairway_events::{Actor, Journal, RecordedEvent};
use futures::TryStreamExt;
use serde::Serialize;
use sqlx::PgPool;
use uuid::Uuid;

use crate::moment::{Bound, Moment};
use crate::names::Names;
use crate::paint::{Colour, Paint};
use crate::subjects::{self, Subject, UNKNOWN};
use crate::words::{self, Told, dates};

mod acts;
mod print;
mod scope;

use acts::Acts;
use print::Printer;
use scope::Scope;

/// Events that are looked up and printed together.
const CHUNK: usize = 500;

/// What to show.
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

/// One event as `--json` prints it.
#[derive(Debug, Serialize)]
pub struct Line {
    /// Place in the global order.
    pub position: i64,
    /// Instant with the offset of Europe/Amsterdam, RFC 3339.
    pub at: String,
    /// The stream: aggregate type and id.
    pub stream: String,
    /// Place in the stream.
    pub sequence: i64,
    /// The event's name.
    pub event: &'static str,
    /// Who did it.
    pub actor: Who,
    /// What happened, in words.
    pub what: String,
    /// Why, where an operator did it.
    pub reason: Option<String>,
    /// The request that did it.
    pub correlation_id: Uuid,
    /// The event's payload.
    pub payload: serde_json::Value,
}

/// Who did something.
#[derive(Debug, Serialize)]
pub struct Who {
    /// `member`, `operator` or `system`.
    pub kind: &'static str,
    /// The member who did it, or in whose name it was done.
    pub member: Option<Uuid>,
    /// That member's name; null when they were erased.
    pub name: Option<String>,
    /// The operator's name, or the part of the system.
    pub by: Option<String>,
    /// In words.
    pub text: String,
}

/// Prints a timeline.
///
/// # Errors
/// When the journal cannot be read, or an event is unreadable.
pub async fn run(pool: &PgPool, arguments: &Arguments) -> Result<ExitCode> {
    let subject = match subjects::find(pool, &arguments.id).await? {
        Ok(subject) => subject,
        Err(why) => {
            eprintln!("replay-tool: {why}");
            return Ok(ExitCode::from(UNKNOWN));
        }
    };
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    let shown = write(pool, &subject, arguments, Paint::of(arguments.colour), &mut out).await?;
    out.flush()?;
    if shown == Shown::UnknownSubject {
        eprintln!("replay-tool: no event is known of {subject}");
        return Ok(ExitCode::from(UNKNOWN));
    }
    Ok(ExitCode::SUCCESS)
}

/// What came of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shown {
    /// There is no stream of that id.
    UnknownSubject,
    /// So many events were written.
    Events(usize),
}

/// Writes a timeline.
///
/// # Errors
/// When the journal cannot be read, an event is unreadable, or `out` refuses.
pub async fn write(
    pool: &PgPool,
    subject: &Subject,
    arguments: &Arguments,
    paint: Paint,
    out: &mut impl Write,
) -> Result<Shown> {
    let journal = Journal::new(pool.clone());
    let mut acts = match subject {
        Subject::Member(member) => Acts::of(pool, *member, arguments).await?,
        Subject::Booking(_) | Subject::Voucher(_) | Subject::Order(_) | Subject::ClubDay(..) => {
            Acts::default()
        }
    };
    let mut printer = Printer::new(arguments.json, paint);
    let Some(scope) = Scope::of(&journal, pool, subject, arguments.whole_streams).await? else {
        if acts.is_empty() {
            return Ok(Shown::UnknownSubject);
        }
        printer.heading(out, &[subject.to_string()])?;
        printer.acts(out, &mut acts, None)?;
        printer.ending(out, false)?;
        return Ok(Shown::Events(0));
    };
    let mut names = Names::of_clubs(pool).await?;
    names.add_from(pool, &scope.own).await?;
    printer.heading(out, &scope.title(&names))?;

    let limited = arguments.limit > 0;
    let mut events = journal.select(selection(&scope, arguments));
    let (mut held, mut left_out) = (VecDeque::new(), 0_usize);
    while let Some(event) = events.try_next().await.context("reading the journal")? {
        if !scope.covers(&event.event) || !within(&event, arguments) {
            continue;
        }
        held.push_back(event);
        if limited && held.len() > arguments.limit {
            held.pop_front();
            left_out += 1;
        } else if !limited && held.len() == CHUNK {
            print(pool, &mut names, (&mut held, &mut acts), &mut printer, out).await?;
        }
    }
    if let Some(first) = held.front().filter(|_| left_out > 0) {
        acts.forget_before(first.recorded_at);
    }
    print(pool, &mut names, (&mut held, &mut acts), &mut printer, out).await?;
    printer.acts(out, &mut acts, None)?;
    printer.ending(out, left_out > 0)?;
    Ok(Shown::Events(printer.shown()))
}

async fn print(
    pool: &PgPool,
    names: &mut Names,
    (held, acts): (&mut VecDeque<RecordedEvent>, &mut Acts),
    printer: &mut Printer,
    out: &mut impl Write,
) -> Result<()> {
    while !held.is_empty() {
        let chunk: Vec<RecordedEvent> = held.drain(..held.len().min(CHUNK)).collect();
        names.add_from(pool, &chunk).await?;
        for event in &chunk {
            printer.acts(out, acts, Some(event.recorded_at))?;
            printer.event(out, event, names)?;
        }
    }
    Ok(())
}

/// Where everything of the streams is wanted, the database cuts to the latest; one more tells that there are more.
fn selection(scope: &Scope, arguments: &Arguments) -> Selection {
    let instant = |bound| match bound {
        Bound::Instant(instant) => Some(instant),
        Bound::Position(_) => None,
    };
    let to = arguments.to.map(Moment::to);
    let cut = scope.is_whole() && arguments.limit > 0 && !matches!(arguments.from, Some(Moment::Position(_)));
    Selection {
        streams: scope.streams.clone(),
        requests: scope.requests.clone(),
        from: arguments.from.map(Moment::from).and_then(instant),
        before: to.and_then(instant),
        up_to: to.and_then(|bound| match bound {
            Bound::Position(position) => Some(position),
            Bound::Instant(_) => None,
        }),
        latest: cut.then(|| i64::try_from(arguments.limit).unwrap_or(i64::MAX - 1) + 1),
    }
}

/// A beginning by position; all other limits are the database's.
fn within(event: &RecordedEvent, arguments: &Arguments) -> bool {
    !matches!(arguments.from, Some(Moment::Position(first)) if event.position < first)
}

impl Line {
    /// An event in words.
    fn of(recorded: &RecordedEvent, told: &Told, names: &Names) -> Result<Self> {
        Ok(Self {
            position: recorded.position,
            at: dates::rfc3339(recorded.recorded_at),
            stream: recorded.stream.to_string(),
            sequence: recorded.sequence,
            event: recorded.event.name(),
            actor: Who::of(&recorded.actor, names),
            what: told.in_one_line(),
            reason: recorded.metadata.get("reason").cloned(),
            correlation_id: recorded.correlation_id,
            payload: serde_json::from_str(&recorded.event.to_payload()?)?,
        })
    }
}

impl Who {
    fn of(actor: &Actor, names: &Names) -> Self {
        let text = words::actor(actor, names);
        let name = |member| names.known(member).map(str::to_owned);
        match actor {
            Actor::Member(member) => {
                Self { kind: "member", member: Some(member.0), name: name(*member), by: None, text }
            }
            Actor::Impersonator { operator, member } => Self {
                kind: "operator",
                member: Some(member.0),
                name: name(*member),
                by: Some(operator.clone()),
                text,
            },
            Actor::System(part) => {
                Self { kind: "system", member: None, name: None, by: Some(part.clone()), text }
            }
        }
    }
}
