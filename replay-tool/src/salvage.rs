//! `salvage`: acknowledged events that the journal does not have any more, after a fail-over or a restore that lost
//! commits.

mod entry;
mod hand_over;
mod lost;
mod missing;
mod old_primary;
mod print;
mod records;
mod recovery;
mod search;

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Result, ensure};
use clap::Args;
use fairway_audit::server;
use fairway_console::warn;
use sqlx::PgPool;

use crate::connect::ConnectionOptions;
use crate::exit;
use crate::style::{Colour, Style};
pub use entry::{Entry, members};
pub use lost::{LostRequest, LostSubject, Recovery};
pub use missing::Source;
pub use old_primary::Copying;
pub use search::{Report, Search};

/// Where to look, and what to do about it.
#[derive(Debug, Args)]
pub struct Arguments {
    /// Where to look.
    #[command(flatten)]
    pub sources: Sources,
    /// One JSON object per booking, order, voucher, member or club's day, one per line.
    #[arg(long)]
    pub json: bool,
    /// Have `fairway book-again` do for members what the rules still permit, and write to the others.
    #[arg(long, requires_all = ["operator", "reason"], conflicts_with = "json")]
    pub book_again: bool,
    /// The name of the operator who has it booked again; recorded.
    #[arg(long, requires = "book_again")]
    pub operator: Option<String>,
    /// The reason; recorded, so without personal data.
    #[arg(long, requires = "book_again")]
    pub reason: Option<String>,
    /// With --book-again: only say what would be done.
    #[arg(long, requires = "book_again")]
    pub dry_run: bool,
    /// When to use colour.
    #[command(flatten)]
    pub colour: Colour,
}

/// The sources of acknowledged events.
#[derive(Debug, Clone, Args)]
pub struct Sources {
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

/// Prints what is missing, and runs `fairway book-again` on request.
///
/// # Errors
/// When a source cannot be read, the database does not answer, or booking again fails.
pub async fn run(pool: &PgPool, connection: &ConnectionOptions, arguments: &Arguments) -> Result<ExitCode> {
    if arguments.book_again {
        server::refuse_replica(pool, "booking again writes").await?;
    }
    let report = search(pool, &arguments.sources).await?;
    if let (true, Some(operator), Some(reason)) =
        (arguments.book_again, &arguments.operator, &arguments.reason)
    {
        let fairway = hand_over::program()?;
        let done = hand_over::run(&fairway, connection, &report, (operator, reason), arguments.dry_run)?;
        ensure!(
            done.success(),
            "`fairway book-again` failed ({done}); say the same again once its cause is gone"
        );
        return Ok(ExitCode::SUCCESS);
    }
    let mut out = std::io::BufWriter::new(fairway_console::output());
    if arguments.json {
        out.write_all(&print::json_lines(&report)?)?;
    } else {
        for sentence in &report.read {
            warn!("{sentence}");
        }
        print::text(&report, Style::for_colour(arguments.colour), &mut out)?;
    }
    out.flush()?;
    Ok(exit::unless_found(report.subjects.iter().all(|lost| lost.recovery.is_complete)))
}

/// Reads the sources. A copy of an old primary runs on the calling thread.
async fn search(pool: &PgPool, sources: &Sources) -> Result<Report> {
    let mut search = Search::new(pool.clone());
    for path in &sources.acknowledged {
        search.read_record(path).await?;
    }
    if let Some(data) = &sources.old_primary {
        warn!("copying {} …", data.display());
        search.read_old_primary(data, &sources.copying).await?;
    }
    search.finish().await
}
