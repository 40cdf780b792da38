//! `as-of`: how a booking, a member, a voucher, an order or a club's day stood at an earlier moment, and what changed
//! between two.
//!
//! The state is folded from the one stream that tells it; nothing of today's read models is used but names.

use std::io::Write;
use std::process::ExitCode;

use anyhow::{Context, Result};
use clap::Args;
use fairway_events::journal::Selection;
use fairway_events::{Event, Journal, RecordedEvent};
use futures::TryStreamExt;
use serde_json::{Value, json};
use sqlx::PgPool;

use crate::moment::{At, Moment};
use crate::names::Names;
use crate::paint::{Colour, Paint};
use crate::state::{Booking, ClubDay, Member, Order, Voucher};
use crate::subjects::{self, Subject, UNKNOWN};
use crate::words::dates;

mod diff;
mod facts;
mod mentions;
mod print;

pub use diff::{Change, changes};
pub use facts::{Fact, facts};

/// What to show.
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

/// A subject's state at some moment.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(missing_docs, reason = "each variant holds the state of its name")]
pub enum State {
    Booking(Booking),
    Member(Member),
    Voucher(Voucher),
    Order(Order),
    ClubDay(ClubDay),
}

impl State {
    /// Takes in the next event of the subject's stream; `None` is the subject before its first.
    pub fn fold(state: &mut Option<Self>, recorded: &RecordedEvent) {
        // Each event of a stream is of the stream's kind: the match takes the state that fits, or begins one.
        *state = match (&recorded.event, state.take()) {
            (Event::Reservation(event), before) => {
                let mut inner =
                    before.and_then(|state| if let Self::Booking(one) = state { Some(one) } else { None });
                Booking::fold(&mut inner, event);
                inner.map(Self::Booking)
            }
            (Event::Voucher(event), before) => {
                let mut inner =
                    before.and_then(|state| if let Self::Voucher(one) = state { Some(one) } else { None });
                Voucher::fold(&mut inner, event);
                inner.map(Self::Voucher)
            }
            (Event::Order(event), before) => {
                let mut inner =
                    before.and_then(|state| if let Self::Order(one) = state { Some(one) } else { None });
                Order::fold(&mut inner, event);
                inner.map(Self::Order)
            }
            (Event::Membership(event), before) => {
                let known =
                    before.and_then(|state| if let Self::Member(one) = state { Some(one) } else { None });
                let fairway_events::StreamId::Membership(id) = recorded.stream else { return };
                let mut member = known.unwrap_or_else(|| Member::new(id));
                member.apply(recorded.position, event);
                Some(Self::Member(member))
            }
            (Event::CourseDay(event), before) => {
                let known =
                    before.and_then(|state| if let Self::ClubDay(one) = state { Some(one) } else { None });
                let fairway_events::StreamId::CourseDay(club, date) = &recorded.stream else { return };
                let mut day = known.unwrap_or_else(|| ClubDay::new(club.clone(), *date));
                day.apply(event);
                Some(Self::ClubDay(day))
            }
        };
    }

    fn json(&self) -> Result<Value> {
        Ok(match self {
            Self::Booking(state) => serde_json::to_value(state)?,
            Self::Member(state) => serde_json::to_value(state)?,
            Self::Voucher(state) => serde_json::to_value(state)?,
            Self::Order(state) => serde_json::to_value(state)?,
            Self::ClubDay(state) => serde_json::to_value(state)?,
        })
    }
}

/// The state of a subject at a moment: its stream folded up to there. Costs the memory of the state, not of the stream.
///
/// # Errors
/// When the journal cannot be read, or an event is unreadable.
pub async fn state_at(journal: &Journal, subject: &Subject, at: &At) -> Result<Option<State>> {
    let mut events = journal.select(at.of(vec![subject.stream()]));
    let mut state = None;
    while let Some(event) = events.try_next().await.context("reading the journal")? {
        State::fold(&mut state, &event);
    }
    Ok(state)
}

/// Prints a state, or the difference of two.
///
/// # Errors
/// When the journal cannot be read, or a moment lies beyond it.
pub async fn run(pool: &PgPool, arguments: &Arguments) -> Result<ExitCode> {
    let subject = match subjects::find(pool, &arguments.id).await? {
        Ok(subject) => subject,
        Err(why) => {
            eprintln!("replay-tool: {why}");
            return Ok(ExitCode::from(UNKNOWN));
        }
    };
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    let known = write(pool, &subject, arguments, Paint::of(arguments.colour), &mut out).await?;
    out.flush()?;
    if let Err(why) = known {
        eprintln!("replay-tool: {why}");
        return Ok(ExitCode::from(UNKNOWN));
    }
    Ok(ExitCode::SUCCESS)
}

/// Writes a state, or the difference of two; or says why nothing was known.
///
/// # Errors
/// When the journal cannot be read, a moment lies beyond it, or `out` refuses.
pub async fn write(
    pool: &PgPool,
    subject: &Subject,
    arguments: &Arguments,
    paint: Paint,
    out: &mut impl Write,
) -> Result<Result<(), String>> {
    let journal = Journal::new(pool.clone());
    let mut moments = vec![arguments.moment.look_up(pool).await?];
    if let Some(other) = arguments.diff {
        moments.push(other.look_up(pool).await?);
        moments.sort_by_key(|at| (at.instant, at.position));
    }
    let mut states = Vec::with_capacity(moments.len());
    for at in &moments {
        states.push(state_at(&journal, subject, at).await?);
    }
    if states.iter().all(Option::is_none) {
        return Ok(Err(nothing_known(&journal, subject, &moments).await?));
    }
    let mut names = Names::of_clubs(pool).await?;
    let (members, passes) = mentions::of(states.iter().flatten());
    names.add(pool, &members, &passes).await?;
    let told: Vec<Vec<Fact>> = states
        .iter()
        .zip(&moments)
        .map(|(state, at)| state.as_ref().map_or_else(Vec::new, |state| facts(state, at.day(), &names)))
        .collect();
    let title = print::title(subject, &names);
    match (moments.as_slice(), states.as_slice(), told.as_slice()) {
        ([from, to], _, [before, after]) => {
            let changes = changes(before, after);
            if arguments.json {
                json_line(
                    out,
                    &json!({
                        "subject": describe(subject, &names),
                        "from": moment_json(from),
                        "to": moment_json(to),
                        "changes": changes,
                    }),
                )?;
            } else {
                print::changes(out, paint, &title, from, to, &changes)?;
            }
        }
        ([at], [Some(state)], [facts]) => {
            if arguments.json {
                json_line(
                    out,
                    &json!({
                        "subject": describe(subject, &names),
                        "as_of": moment_json(at),
                        "state": state.json()?,
                        "facts": facts,
                    }),
                )?;
            } else {
                print::state(out, paint, &title, at, facts)?;
            }
        }
        _ => {}
    }
    Ok(Ok(()))
}

fn json_line(out: &mut impl Write, document: &Value) -> Result<()> {
    serde_json::to_writer_pretty(&mut *out, document)?;
    writeln!(out)?;
    Ok(())
}

fn moment_json(at: &At) -> Value {
    json!({ "instant": dates::rfc3339(at.instant), "position": at.position })
}

fn describe(subject: &Subject, names: &Names) -> Value {
    let name = match subject {
        Subject::Member(member) => names.known(*member).map(str::to_owned),
        Subject::ClubDay(club, _) => Some(names.club(club)),
        Subject::Booking(_) | Subject::Voucher(_) | Subject::Order(_) => None,
    };
    json!({ "kind": subject.kind(), "id": subject.id(), "name": name })
}

/// Why there is nothing to show: it came later, or never.
async fn nothing_known(journal: &Journal, subject: &Subject, moments: &[At]) -> Result<String> {
    let streams = vec![subject.stream()];
    let mut events = journal.select(Selection { streams, ..Selection::default() });
    let first = events.try_next().await.context("reading the journal")?;
    let then = moments.last().map(ToString::to_string).unwrap_or_default();
    Ok(match first {
        Some(first) => format!(
            "nothing was known of {subject} at {then}: its first event is at position {}, {}",
            first.position,
            dates::instant(first.recorded_at)
        ),
        None => format!("no event is known of {subject}"),
    })
}
