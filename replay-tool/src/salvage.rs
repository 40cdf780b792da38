//! `salvage`: what members were promised and the journal does not hold any more, after a fail-over or a restore that lost
//! acknowledged commits.
//!
//! Two witnesses know: the data folder of the old primary, of which a copy is started, and what the nodes wrote down
//! before they answered. Either is held against the journal that is there now, event by event; what is gone is told per
//! booking, with what has been booked again since. It only reads; booking again is the server's (`hand_over`).

mod again;
mod gone;
mod hand_over;
mod lost;
mod old_primary;
mod print;
mod records;

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Result, ensure};
use clap::Args;
use sqlx::PgPool;

use crate::connect::Place;
use crate::names::Names;
use crate::paint::{Colour, Paint};
use crate::replica;
use again::Present;
use gone::Gone;
pub use gone::Witness;
pub use lost::{Lost, Promise};
pub use print::Line;

/// The exit status when something is gone and was not made good since.
const GONE: u8 = 4;

/// Where to look, and what to do about it.
#[derive(Debug, Args)]
pub struct Arguments {
    /// Where to look.
    #[command(flatten)]
    pub witnesses: Witnesses,
    /// One JSON object per booking, order, voucher, member or club's day, one per line.
    #[arg(long)]
    pub json: bool,
    /// Have `fairway book-again` do for members what the rules still permit, and write to the others.
    #[arg(long, requires_all = ["operator", "reason"], conflicts_with = "json")]
    pub book_again: bool,
    /// Who has it booked again; recorded.
    #[arg(long, requires = "book_again")]
    pub operator: Option<String>,
    /// Why; recorded, so without personal data.
    #[arg(long, requires = "book_again")]
    pub reason: Option<String>,
    /// With --book-again: only say what would be done.
    #[arg(long, requires = "book_again")]
    pub dry_run: bool,
    /// When to use colour.
    #[command(flatten)]
    pub colour: Colour,
}

/// What knows of the lost past.
#[derive(Debug, Clone, Args)]
pub struct Witnesses {
    /// PostgreSQL's data folder of the old primary, or a copy of it. It is only read: a copy is started, privately, and
    /// removed.
    #[arg(long, value_name = "PGDATA", required_unless_present = "acknowledged")]
    pub old_primary: Option<PathBuf>,
    /// A node's `acknowledged` folder, or a file of it; once for each node.
    #[arg(long, value_name = "DIR")]
    pub acknowledged: Vec<PathBuf>,
    /// How the old primary's data are copied and started.
    #[command(flatten)]
    pub copying: Copying,
}

/// How the old primary's data are copied and started.
#[derive(Debug, Clone, Args)]
pub struct Copying {
    /// Where the copy of the old primary's data goes; it takes as much room as these.
    #[arg(long, value_name = "DIR", default_value = "/var/tmp")]
    pub copy_to: PathBuf,
    /// Folder with PostgreSQL's programs, in the major version of the old primary; found by itself as a rule.
    #[arg(long, value_name = "DIR", env = "FAIRWAY_POSTGRES_BIN")]
    pub postgres_bin: Option<PathBuf>,
}

/// What was found.
#[derive(Debug)]
pub struct Report {
    /// What is gone, by the time at which it was first promised.
    pub lost: Vec<Lost>,
    /// What the witnesses said about themselves, in sentences.
    pub looked: Vec<String>,
    names: Names,
}

/// Says what is gone, and has it booked again where that is asked.
///
/// # Errors
/// When a witness cannot be read, the database does not answer, or booking again fails.
pub async fn run(pool: &PgPool, place: &Place, arguments: &Arguments) -> Result<ExitCode> {
    if arguments.book_again {
        replica::refuse(pool, "booking again writes").await?;
    }
    let report = find(pool, &arguments.witnesses).await?;
    if let (true, Some(operator), Some(reason)) =
        (arguments.book_again, &arguments.operator, &arguments.reason)
    {
        let fairway = hand_over::program()?;
        let done = hand_over::run(&fairway, place, &report, (operator, reason), arguments.dry_run)?;
        ensure!(
            done.success(),
            "`fairway book-again` failed ({done}); say the same again once its cause is gone"
        );
        return Ok(ExitCode::SUCCESS);
    }
    let mut out = std::io::stdout().lock();
    if arguments.json {
        report.write_json(&mut out)?;
    } else {
        for sentence in &report.looked {
            eprintln!("{sentence}");
        }
        report.write_text(Paint::of(arguments.colour), &mut out)?;
    }
    out.flush()?;
    Ok(if report.lost.iter().all(|lost| lost.again.made_good) {
        ExitCode::SUCCESS
    } else {
        ExitCode::from(GONE)
    })
}

/// Holds the witnesses against the journal. A copy of an old primary runs on the thread that calls this.
///
/// # Errors
/// When a witness cannot be read, or the database does not answer.
pub async fn find(pool: &PgPool, witnesses: &Witnesses) -> Result<Report> {
    let mut gone = Gone::from_journal(pool.clone());
    let mut looked = Vec::new();
    for path in &witnesses.acknowledged {
        looked.push(records::read(path, &mut gone).await?);
    }
    if let Some(data) = &witnesses.old_primary {
        looked.push(old_primary::read(data, &witnesses.copying, pool, &mut gone).await?);
    }
    let mut lost = lost::by_subject(gone.into_promised())?;
    let mut names = Names::of_clubs(pool).await?;
    for lost in &lost {
        names.add_from(pool, lost.events()).await?;
    }
    let lost_from = lost.iter().flat_map(Lost::events).map(|event| event.position).min().unwrap_or_default();
    for some in lost.chunks_mut(again::AT_ONCE) {
        let present = Present::of(pool, some, lost_from).await?;
        for lost in some {
            lost.again = present.of_lost(lost, &names);
        }
    }
    Ok(Report { lost, looked, names })
}
