//! Contention: many callers book on one club's day, and many callers book with the same member. Compared with the same
//! load spread over clubs and days.

use std::sync::Arc;

use anyhow::Result;
use fairway_command::{BookRound, CancelGroup, Command, NewPlace, WriterHandle};
use fairway_events::{BookingId, PlaceId};

use super::booking::book;
use crate::bench::Bench;
use crate::bench_writer::BenchWriter;
use crate::database::Server;
use crate::load::{Round, drive};
use crate::report::Row;
use crate::workload::{Bookings, DAYS, Spread, id, member, now, submit, today};

const CALLERS: u64 = 64;
const BOOKINGS: u64 = 10_000;
/// Pairs of booking and cancellation with one member. A member plays once per day, so there is one caller for each day
/// of the booking window after today.
const PAIRS: u64 = 4_000;

pub(crate) async fn run(bench: &mut Bench) -> Result<()> {
    let (server, options) = (&bench.server, &bench.options);
    let (count, pair_count) = (options.count(BOOKINGS), options.count(PAIRS));
    let groups = count * options.rounds as u64 + DAYS;
    let spread_writer = BenchWriter::start(server, "bench_spread", groups).await?;
    let hot_writer = BenchWriter::start(server, "bench_hot", groups).await?;
    let member_writer = BenchWriter::start(server, "bench_member", DAYS).await?;

    let mut measured: [Vec<Round>; 4] = Default::default();
    for round in 0..options.rounds as u64 {
        let bookings = |spread| Bookings::new(spread, 1, round * count);
        measured[0]
            .push(book(server, &spread_writer.handle, bookings(Spread::Everywhere), CALLERS, count).await?);
        measured[1]
            .push(book(server, &hot_writer.handle, bookings(Spread::OneClubDay), CALLERS, count).await?);
        let first = round * pair_count;
        for (row, companion) in [(2, Companion::OwnPerMaster), (3, Companion::SharedByAll)] {
            measured[row]
                .push(book_and_cancel(server, &member_writer.handle, companion, first, pair_count).await?);
        }
    }
    let names = [
        (
            "spread over clubs and days, 64 callers",
            "bookings/s",
            "PostgreSQL's work on six rows and three indexes",
        ),
        ("one hot club day, 64 callers", "bookings/s", "the same: one writer decides in memory"),
        (
            "book and cancel, each with a companion, 20 callers",
            "pairs/s",
            "two commits one after the other for each pair",
        ),
        (
            "book and cancel, all with one member, 20 callers",
            "pairs/s",
            "two commits one after the other for each pair",
        ),
    ];
    let rows: Vec<Row> = names
        .into_iter()
        .zip(&measured)
        .map(|((name, unit, bound), rounds)| Row::of_rounds(name, unit, rounds, bound))
        .collect();
    for writer in [spread_writer, hot_writer, member_writer] {
        writer.stop().await;
    }
    bench.report("hot", "One day that everybody wants", rows);
    Ok(())
}

/// The second player of each booking.
#[derive(Debug, Clone, Copy)]
enum Companion {
    /// Each master plays with another member.
    OwnPerMaster,
    /// All masters play with the same member.
    SharedByAll,
}

/// Runs a round in which each master books a round for two on a day of the master's own, and cancels it.
async fn book_and_cancel(
    server: &Server,
    writer: &WriterHandle,
    companion: Companion,
    first: u64,
    count: u64,
) -> Result<Round> {
    let kind = match companion {
        Companion::OwnPerMaster => 20,
        Companion::SharedByAll => 21,
    };
    let writer = writer.clone();
    let club = crate::workload::club(0);
    let round = drive(DAYS - 1, count, move |caller, number| {
        let (writer, club) = (writer.clone(), Arc::clone(&club));
        // Member 0 is the shared companion; each master and own companion are the second and third member of a group.
        let master = member(4 * caller + 1);
        let other = match companion {
            Companion::OwnPerMaster => member(4 * caller + 2),
            Companion::SharedByAll => member(0),
        };
        async move {
            let booking = BookingId(id(kind, first + number));
            let place = |index: u128, member| NewPlace {
                member,
                place: PlaceId(id(kind + 2 + index * 2, first + number)),
            };
            let book = Command::BookRound(BookRound {
                booking,
                club,
                // Not today: cancelling on the play date forfeits the play right.
                play_date: today() + chrono::Days::new(1 + caller),
                holes: fairway_events::Holes::Eighteen,
                master,
                players: vec![place(0, master), place(1, other)],
                today: today(),
                at: now(),
            });
            submit(&writer, book).await?;
            submit(
                &writer,
                Command::CancelGroup(CancelGroup { booking, by: master, today: today(), at: now() }),
            )
            .await
        }
    });
    server.observe(&[], round).await
}
