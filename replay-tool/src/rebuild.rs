//! `rebuild`: rebuilds projections from the journal beside the live tables, compares both, and replaces the live ones.
//!
//! `fairway_query` does the work. This module prints the progress, and requires a confirmation before differing rows go
//! live.

mod report;

use std::process::ExitCode;
use std::time::Instant;

use anyhow::{Context, Result, anyhow};
use clap::Args;
use fairway_audit::server;
use fairway_console::{say, warn};
use fairway_events::Position;
use fairway_query::rebuild::{Comparison, drop_old, old_schemas};
use fairway_query::{Projection, Rebuild, RebuildOptions, Schema};
use sqlx::PgPool;

use crate::exit;
use crate::progress::Bar;

/// Differing rows that are shown per table.
const EXAMPLES: usize = 5;

/// Arguments of `rebuild`.
#[derive(Debug, Args)]
pub struct Arguments {
    /// Projections by name, as `replay-tool projections` lists them; none: all.
    #[arg(value_parser = projection)]
    pub projections: Vec<Projection>,
    /// Do everything but the swap. The filled tables are kept, and the next rebuild goes on with them.
    #[arg(long)]
    pub dry_run: bool,
    /// Forget what an unfinished rebuild left, and begin at the first event. Needed after an upgrade.
    #[arg(long)]
    pub restart: bool,
    /// Swap although rows differ from the live ones: for when those are wrong, or the folds have changed.
    #[arg(long)]
    pub accept_differences: bool,
    /// Drop the tables that earlier rebuilds replaced, and do nothing else.
    #[arg(long, conflicts_with_all = ["projections", "dry_run", "restart", "accept_differences"])]
    pub drop_old: bool,
    /// Events per transaction. More is faster and takes more memory: about 2 KB per event.
    #[arg(long, default_value_t = 10_000, value_parser = clap::value_parser!(i64).range(100..=100_000))]
    pub batch: i64,
}

/// Rebuilds.
///
/// # Errors
/// When the database refuses, another rebuild runs, or the swap cannot lock the tables. Then the live tables are
/// unchanged.
pub async fn run(pool: &PgPool, arguments: &Arguments) -> Result<ExitCode> {
    server::refuse_replica(pool, "a rebuild makes tables").await?;
    if arguments.drop_old {
        return drop_replaced(pool).await;
    }
    if arguments.restart {
        Rebuild::discard(pool, &Schema::rebuild()).await?;
    }
    let wanted = if arguments.projections.is_empty() { Projection::ALL } else { &arguments.projections };
    let options = RebuildOptions { batch: arguments.batch, ..RebuildOptions::default() };
    let rebuild = Rebuild::begin(pool.clone(), wanted, options)
        .await
        .context("the rebuild cannot begin (an unfinished one goes on under the same names, or is forgotten with --restart)")?;
    fill(&rebuild).await?;
    let compared = compare(&rebuild).await?;
    // Whether the tables are swapped does not depend on who reads this.
    let shown = fairway_console::print(report::comparisons(&compared));
    let differences: u64 = compared.iter().map(|compared| compared.differences).sum();

    if arguments.dry_run {
        rebuild.pause().await?;
        shown?;
        say!("nothing was swapped; `replay-tool rebuild` goes on from here, `--restart` begins anew")?;
        return Ok(exit::unless_found(differences == 0));
    }
    if differences > 0 && !arguments.accept_differences {
        rebuild.pause().await?;
        shown?;
        say!(
            "nothing was swapped, and members see the live tables as before. If those are wrong, say the same with \
             --accept-differences; what was filled is kept. Rows that differ: {differences}"
        )?;
        return Ok(ExitCode::from(exit::FOUND));
    }
    let replaced = rebuild.replace_tables().await?;
    shown?;
    say!(
        "swapped at position {} ({}); the old tables are in schema {} until `replay-tool rebuild --drop-old`",
        replaced.position,
        if replaced.tries == 1 { "at once".to_owned() } else { format!("after {} tries", replaced.tries) },
        replaced.old.name()
    )?;
    Ok(ExitCode::SUCCESS)
}

/// Fills and indexes the new tables, and prints each step.
///
/// # Errors
/// When the database refuses. Filled tables remain.
pub async fn fill(rebuild: &Rebuild) -> Result<()> {
    let from = rebuild.position().await?;
    if rebuild.resumed() {
        warn!("going on with an unfinished rebuild, after position {from}");
    }
    let began = Instant::now();
    let mut bar = Bar::new("events", from);
    let filled = rebuild.fill(|filled| bar.at(filled.position, filled.target)).await?;
    bar.finish();
    let events = filled.position - from;
    let seconds = began.elapsed().as_secs_f64();
    warn!("{events} events in {seconds:.1} s, {:.0} per second", events as f64 / seconds.max(0.001));
    if let Some(stopped) = filled.stopped {
        warn!("{stopped}: the tables end before it, as live ones do (`replay-tool record` says more)");
    }
    let began = Instant::now();
    rebuild.index().await?;
    warn!("indexed in {:.1} s", began.elapsed().as_secs_f64());
    Ok(())
}

/// Compares every table that is at the same position as its live one.
///
/// # Errors
/// When the database refuses.
pub async fn compare(rebuild: &Rebuild) -> Result<Vec<Comparison>> {
    let mut aligned = rebuild.align().await?;
    let at = aligned.positions().to_vec();
    let names = |wanted: &dyn Fn(&Projection) -> bool| {
        rebuild
            .projections()
            .iter()
            .filter(|one| wanted(one))
            .map(|one| one.name())
            .collect::<Vec<_>>()
            .join(", ")
    };
    let mut positions: Vec<Position> = at.iter().map(|(_, position)| *position).collect();
    positions.sort_unstable();
    positions.dedup();
    for position in positions {
        warn!("comparing at position {position}: {}", names(&|one| at.contains(&(*one, position))));
    }
    let left_out = names(&|one| !at.iter().any(|(aligned, _)| aligned == one));
    if !left_out.is_empty() {
        warn!("not compared, since the live tables stand elsewhere: {left_out}");
    }
    let mut compared = Vec::new();
    for table in at.iter().flat_map(|(projection, _)| projection.tables()) {
        compared.push(rebuild.compare(&mut aligned, table, EXAMPLES).await?);
    }
    Ok(compared)
}

async fn drop_replaced(pool: &PgPool) -> Result<ExitCode> {
    let old = old_schemas(pool).await?;
    drop_old(pool, &old).await?;
    for schema in &old {
        say!("dropped {} ({:.1} MB)", schema.name, schema.bytes as f64 / 1e6)?;
    }
    if old.is_empty() {
        say!("there are no replaced tables")?;
    }
    Ok(ExitCode::SUCCESS)
}

/// A projection by its name.
fn projection(name: &str) -> Result<Projection> {
    let names = || Projection::ALL.iter().map(|projection| projection.name()).collect::<Vec<_>>().join(", ");
    Projection::named(name).ok_or_else(|| anyhow!("there is {}", names()))
}
