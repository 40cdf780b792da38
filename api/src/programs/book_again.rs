//! `fairway book-again`: repairs what a fail-over or a restore lost, as listed by `replay-tool salvage --json`. It
//! books lost rounds again where the rules still permit it, repeats lost cancellations, and sends a mail to each member
//! for whom that is not possible.
//!
//! It submits the commands that members would send, in the operator's name, to the writer. A booking is booked under
//! its former ids, so that links, vouchers and calendar entries of members are valid again, and a second run finds it.

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
use fairway_console::say;
use fairway_events::Journal;
use fairway_store::PgPool;

pub use self::read::LostItem;
pub use self::report::{Outcome, Report};
use crate::config::Config;
use crate::services::writer::with_writer;
use fairway_clock::clock::Clock;
use fairway_round_data::links::Links;
use fairway_store::database::with_pool;
use fairway_store::operator_actions::{OperatorAct, WrittenAct};
use fairway_store::outbox::queue::Outbox;

/// One for a transaction, one for its look-ups, and the writer's.
const CONNECTIONS: u32 = 5;
/// The longest input that is read, in bytes.
const MAX_INPUT_BYTES: u64 = 1 << 30;

/// The command.
///
/// # Errors
/// When the file cannot be read, or the database does not answer. The changes until then remain, and the next run
/// does not repeat them.
pub async fn run(config: Config, file: &Path, by: WrittenAct, rehearse: bool) -> anyhow::Result<()> {
    let lost = read::lines(&text(file)?)?;
    let clock = Clock::starting_at(config.clock);
    let report = with_pool(&config.database(), CONNECTIONS, async |pool| {
        let by = by.checked(pool).await?;
        with_writer(pool, &clock, async |writer| {
            let again = BookAgain::new(&config, pool.clone(), clock.clone(), writer)?;
            again.restore_lost_bookings(&lost, &by, rehearse).await
        })
        .await
    })
    .await?;
    say!("{report}")?;
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
        .take(MAX_INPUT_BYTES)
        .read_to_string(&mut text)
        .with_context(|| format!("{} cannot be read", file.display()))?;
    ensure!(length as u64 != MAX_INPUT_BYTES, "{} is longer than 1 GiB: give it in parts", file.display());
    Ok(text)
}

/// Restores lost bookings.
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
    /// Expects a migrated database.
    ///
    /// # Errors
    /// Never for a configuration that was loaded.
    pub fn new(config: &Config, pool: PgPool, clock: Clock, writer: WriterHandle) -> anyhow::Result<Self> {
        Ok(Self {
            journal: Journal::new(pool.clone()),
            outbox: Outbox::new(clock.clone()),
            links: config.links()?,
            pool,
            clock,
            writer,
        })
    }

    /// Processes the lost items in the order in which they were acknowledged. With `rehearse` it changes nothing, and
    /// the report states what would be done.
    ///
    /// # Errors
    /// When the database does not answer. The changes until then remain.
    pub async fn restore_lost_bookings(
        &self,
        lost: &[LostItem],
        by: &OperatorAct,
        rehearse: bool,
    ) -> anyhow::Result<Report> {
        let mut report = Report::new(rehearse);
        let mut restoration = self.start_restoration(by, rehearse).await?;
        for lost in lost {
            match lost {
                LostItem::Booking(lost) => restoration.booking(lost, &mut report).await?,
                LostItem::Other { summary } => report.others.push(summary.clone()),
            }
        }
        Ok(report)
    }
}

/// The lines that `replay-tool salvage --json` printed.
///
/// # Errors
/// When a line is something else, or holds an event that this version cannot read.
pub fn read(text: &str) -> anyhow::Result<Vec<LostItem>> {
    read::lines(text)
}
