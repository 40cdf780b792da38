//! Booking for four through the writer, every rule checked: spread and on one hot club day, beside the bare append.

use std::sync::Arc;

use anyhow::{Result, bail};
use fairway_command::{Command, Outcome, Submission, WriterHandle, WriterOptions, start_writer};
use fairway_events::{Actor, Journal};
use std::collections::BTreeMap;
use uuid::Uuid;

use crate::bare::{Bare, rows_of};
use crate::database::Server;
use crate::load::drive;
use crate::table::{Row, print_header};
use crate::workload::{Bookings, Spread, now, start_passes};

/// Callers, and bookings per round.
const LEVELS: [(u64, u64); 4] = [(1, 400), (8, 2_000), (64, 6_000), (256, 8_000)];
const ROUNDS: u64 = 3;
/// `spread` books for members of whom nothing is in memory; `spread, known` for members who booked before.
const CASES: [&str; 4] = ["bare append", "spread", "hot club day", "spread, known"];
/// Bookings per group of members in the last case: one on each day of the window.
const PER_KNOWN_GROUP: u64 = 21;

pub(crate) async fn submit(writer: &WriterHandle, command: Command) -> Result<()> {
    let submission = Submission {
        command,
        correlation_id: Uuid::nil(),
        actor: Actor::import(),
        metadata: BTreeMap::new(),
        receipt: None,
    };
    match writer.submit(submission).await? {
        Outcome::Accepted { .. } => Ok(()),
        other => bail!("a booking that no rule forbids was not accepted: {other:?}"),
    }
}

pub(crate) async fn run(server: &Server) -> Result<()> {
    let per_case: u64 = LEVELS.iter().map(|(_, count)| count * ROUNDS).sum();
    let options = WriterOptions::default();
    // Each case has a database of its own, filled alike, so that none works on another's rows.
    let mut journals = Vec::new();
    for name in ["bench_bare", "bench_spread", "bench_hot", "bench_known"] {
        let journal = Journal::new(server.fresh(name).await?);
        start_passes(&journal, per_case).await?;
        sqlx::query("ANALYZE events").execute(journal.pool()).await?;
        sqlx::query("CHECKPOINT").execute(journal.pool()).await?;
        journals.push(journal);
    }
    let bare = Bare::start(journals[0].clone(), options.batch);
    let (spread, _spread_task) = start_writer(journals[1].clone(), Arc::new(now), options.clone());
    let (hot, _hot_task) = start_writer(journals[2].clone(), Arc::new(now), options.clone());
    let (known, _known_task) = start_writer(journals[3].clone(), Arc::new(now), options);

    print_header("Booking for four, every rule checked, durable commits");
    let mut group = 0;
    for (callers, count) in LEVELS {
        let mut rows =
            CASES.map(|case| Row { name: format!("{case}, {callers} callers"), rounds: Vec::new() });
        for _ in 0..ROUNDS {
            let everywhere = Arc::new(Bookings::new(Spread::Everywhere, 1, group));
            let one_day = Arc::new(Bookings::new(Spread::OneClubDay, 1, group));
            let (writer, bookings) = (bare.clone(), Arc::clone(&everywhere));
            let round = drive(callers, count, move |number| {
                let (writer, rows) = (writer.clone(), rows_of(&bookings.command(number)));
                async move { writer.append(rows).await }
            });
            rows[0].rounds.push(round.await?);
            let same_members = Arc::new(Bookings::new(Spread::Everywhere, PER_KNOWN_GROUP, group));
            let cases = [(1, &spread, everywhere), (2, &hot, one_day), (3, &known, same_members)];
            for (row, writer, bookings) in cases {
                let writer = writer.clone();
                let round = drive(callers, count, move |number| {
                    let (writer, command) = (writer.clone(), bookings.command(number));
                    async move { submit(&writer, command).await }
                });
                rows[row].rounds.push(round.await?);
            }
            group += count;
        }
        for row in &rows {
            row.print();
        }
        println!(
            "  spread / bare {:.0} %, hot / spread {:.0} %, known / bare {:.0} %",
            100.0 * rows[1].rate() / rows[0].rate(),
            100.0 * rows[2].rate() / rows[1].rate(),
            100.0 * rows[3].rate() / rows[0].rate()
        );
    }
    Ok(())
}
