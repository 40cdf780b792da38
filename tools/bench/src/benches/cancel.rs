//! Cancelling: a group books a round, cancels it, and books the next one on the same day; and cancelling on a full day for
//! which nobody waits, or 10,000 groups.

use std::sync::Arc;

use anyhow::Result;
use fairway_command::{CancelGroup, Command};
use fairway_events::{BookingId, PlaceId};

use crate::bench::Bench;
use crate::bench_writer::BenchWriter;
use crate::load::{Round, drive};
use crate::report::Row;
use crate::workload::{Bookings, PLAYERS, Spread, id, now, submit, today};

mod waiting;

use waiting::WAITING;
pub(crate) use waiting::{NOBODY_WAITS, SOMEBODY_WAITS};

const LEVELS: [(u64, u64); 2] = [(8, 1_500), (64, 5_000)];

pub(crate) async fn run(bench: &mut Bench) -> Result<()> {
    let (server, options) = (&bench.server, &bench.options);
    let max_callers = LEVELS.iter().map(|(callers, _)| *callers).max().unwrap_or(1);
    let writer = BenchWriter::start(server, "bench_cancel", max_callers).await?;
    let mut rows = Vec::new();
    let mut next_number = 0;
    for (callers, default_count) in LEVELS {
        let count = options.count(default_count);
        let mut rounds: Vec<Round> = Vec::new();
        for _ in 0..options.rounds {
            let (writer, first) = (writer.handle.clone(), next_number);
            // One group per caller, on days 7 to 13 of the booking window: cancelling then returns the play rights.
            let bookings = Arc::new(Bookings::new(Spread::Everywhere, 1, 0).restricted_to(1, 7, 7));
            let round = drive(callers, count, move |caller, number| {
                let (writer, mut book) = (writer.clone(), bookings.booking(caller));
                let number = first + number;
                book.booking = BookingId(id(30, number));
                for (index, player) in (0..PLAYERS).zip(&mut book.players) {
                    player.place = PlaceId(id(31, number * PLAYERS + index));
                }
                let cancel =
                    CancelGroup { booking: book.booking, by: book.master, today: today(), at: now() };
                async move {
                    submit(&writer, Command::BookRound(book)).await?;
                    submit(&writer, Command::CancelGroup(cancel)).await
                }
            });
            rounds.push(server.observe(&[], round).await?);
            next_number += count;
        }
        let bound = "two commits one after the other, with 16 rows in 6 streams";
        rows.push(Row::of_rounds(
            format!("book and cancel for four, {callers} callers"),
            "pairs/s",
            &rounds,
            bound,
        ));
    }
    writer.stop().await;
    for groups in [0, WAITING] {
        rows.push(waiting::cancel(bench, groups).await?);
    }
    bench.report("cancel", "Cancel and book again", rows);
    Ok(())
}
