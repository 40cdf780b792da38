//! `fairway book-again`: makes good what a fail-over or a restore lost, as `replay-tool salvage --json` names it: rounds
//! are booked again where the rules still permit, cancellations are repeated, and whoever cannot be helped is written to.
//!
//! It submits the commands that members would send, under the operator's name, to the writer that knows the rules. A
//! booking keeps the ids that it had, so that what members hold (links, vouchers, calendar entries) is right again, and
//! so that a second run finds it there.

mod case;
mod decider;
mod letters;
mod plan;
mod read;
mod report;
mod restoration;

use std::io::Read;
use std::path::Path;

use anyhow::{Context, ensure};
use fairway_command::WriterHandle;
use fairway_events::Journal;
use sqlx::PgPool;

use crate::clock::Clock;
use crate::config::Config;
use crate::rounds::links::Links;
use crate::services::mail::Outbox;
use crate::services::writer::with_writer;
use crate::store::database::with_pool;
use crate::store::operator_actions::OperatorAct;
pub use read::Lost;
pub use report::{Outcome, Report};

/// A transaction, what it looks up meanwhile, and the writer.
const CONNECTIONS: u32 = 5;
/// What is read at most, bytes.
const LONGEST: u64 = 1 << 30;

/// The command.
///
/// # Errors
/// When the file cannot be read, or the database does not answer. What was done until then stands, and is not done
/// twice by the next run.
pub async fn run(config: Config, file: &Path, by: OperatorAct, rehearse: bool) -> anyhow::Result<()> {
    let by = by.checked()?;
    let lost = read::lines(&text(file)?)?;
    let clock = Clock::starting_at(config.clock);
    let report = with_pool(&config, CONNECTIONS, async |pool| {
        with_writer(pool, &clock, async |writer| {
            let again = BookAgain::new(&config, pool.clone(), clock.clone(), writer)?;
            again.make_good(&lost, &by, rehearse).await
        })
        .await
    })
    .await?;
    println!("{report}");
    Ok(())
}

fn text(file: &Path) -> anyhow::Result<String> {
    let mut text = String::new();
    let source: Box<dyn Read> = if file == Path::new("-") {
        Box::new(std::io::stdin().lock())
    } else {
        Box::new(std::fs::File::open(file).with_context(|| format!("{} cannot be read", file.display()))?)
    };
    let length = source
        .take(LONGEST)
        .read_to_string(&mut text)
        .with_context(|| format!("{} cannot be read", file.display()))?;
    ensure!(length as u64 != LONGEST, "{} is longer than 1 GiB: give it in parts", file.display());
    Ok(text)
}

/// Makes good what was lost.
#[derive(Debug)]
pub struct BookAgain {
    pool: PgPool,
    journal: Journal,
    clock: Clock,
    writer: WriterHandle,
    outbox: Outbox,
    links: Links,
}

impl BookAgain {
    /// Over a migrated database.
    ///
    /// # Errors
    /// Never for a configuration that was loaded.
    pub fn new(config: &Config, pool: PgPool, clock: Clock, writer: WriterHandle) -> anyhow::Result<Self> {
        Ok(Self {
            journal: Journal::new(pool.clone()),
            outbox: Outbox::new(clock.clone()),
            links: Links::new(config)?,
            pool,
            clock,
            writer,
        })
    }

    /// Goes through what was lost, in the order in which it was promised. With `rehearse` nothing is done, and the
    /// report says what would be.
    ///
    /// # Errors
    /// When the database does not answer. What was done until then stands.
    pub async fn make_good(&self, lost: &[Lost], by: &OperatorAct, rehearse: bool) -> anyhow::Result<Report> {
        let mut report = Report::new(rehearse);
        let mut making = self.making(by, rehearse).await?;
        for lost in lost {
            match lost {
                Lost::Booking(lost) => making.booking(lost, &mut report).await?,
                Lost::Other { words } => report.others.push(words.clone()),
            }
        }
        Ok(report)
    }
}

/// The lines that `replay-tool salvage --json` printed.
///
/// # Errors
/// When one of them is something else, or holds an event that this version cannot read.
pub fn read(text: &str) -> anyhow::Result<Vec<Lost>> {
    read::lines(text)
}
