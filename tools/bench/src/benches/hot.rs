//! What everybody wants at once: one club's day, and one member whom everybody books along. Beside the same load
//! spread, and beside the peers' hot stream.

use std::sync::Arc;

use anyhow::Result;
use fairway_bench_driver::load::{Round, drive};
use fairway_command::{BookRound, CancelGroup, Command, NewPlace, WriterHandle};
use fairway_events::{BookingId, PlaceId};

use super::booking::{book, writer_over};
use super::{Bench, peers};
use crate::database::Server;
use crate::report::Row;
use crate::workload::{Bookings, DAYS, Spread, id, member, now, submit, today};

const CALLERS: u64 = 64;
const BOOKINGS: u64 = 10_000;
/// Bookings and cancellations with one member: a member plays once a day, so that as many can be at it as there are
/// days in the window after today.
const WITH_ONE: u64 = 4_000;
/// The peers' callers on one stream, and their bookings per round.
const PEERS: (u64, u64) = (32, 300);

pub(crate) async fn run(bench: &mut Bench) -> Result<()> {
    let (server, options) = (&bench.server, &bench.options);
    let (count, with_one) = (options.count(BOOKINGS), options.count(WITH_ONE));
    let groups = count * options.rounds as u64 + DAYS;
    let (spread_journal, spread, _spread_task) = writer_over(server, "bench_spread", groups).await?;
    let (hot_journal, hot, _hot_task) = writer_over(server, "bench_hot", groups).await?;
    let (member_journal, one, _member_task) = writer_over(server, "bench_member", DAYS).await?;
    let mut peers = peers::booking(server).await?;

    let mut measured: [Vec<Round>; 4] = Default::default();
    for round in 0..options.rounds as u64 {
        let bookings = |spread| Bookings::new(spread, 1, round * count);
        measured[0].push(book(server, &spread, bookings(Spread::Everywhere), CALLERS, count).await?);
        measured[1].push(book(server, &hot, bookings(Spread::OneClubDay), CALLERS, count).await?);
        let first = round * with_one;
        measured[2].push(couples(server, &one, Companion::TheirOwn, first, with_one).await?);
        measured[3].push(couples(server, &one, Companion::TheSame, first, with_one).await?);
        for peer in &mut peers {
            peer.round(server, true, PEERS.0, options.count(PEERS.1)).await?;
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
    let mut rows: Vec<Row> = names
        .into_iter()
        .zip(&measured)
        .map(|((name, unit, bound), rounds)| Row::of_rounds(name, unit, rounds, bound))
        .collect();
    rows.extend(peers.iter_mut().map(|peer| peer.row(format!("{}, one hot stream, 32 callers", peer.name))));
    for journal in [spread_journal, hot_journal, member_journal] {
        journal.pool().close().await;
    }
    bench.report("hot", "What everybody wants at once", rows);
    Ok(())
}

/// With whom a master plays.
#[derive(Debug, Clone, Copy)]
enum Companion {
    TheirOwn,
    TheSame,
}

/// Masters book a round for two, each on a day of their own, and cancel it.
async fn couples(
    server: &Server,
    writer: &WriterHandle,
    companion: Companion,
    first: u64,
    count: u64,
) -> Result<Round> {
    let kind = match companion {
        Companion::TheirOwn => 20,
        Companion::TheSame => 21,
    };
    let writer = writer.clone();
    let club = crate::workload::club(0);
    let round = drive(DAYS - 1, count, move |caller, number| {
        let (writer, club) = (writer.clone(), Arc::clone(&club));
        // Group 0 lends the member whom everybody books; the masters are of the groups after it.
        let master = member(4 * caller + 1);
        let other = match companion {
            Companion::TheirOwn => member(4 * caller + 2),
            Companion::TheSame => member(0),
        };
        async move {
            let booking = BookingId(id(kind, first + number));
            let place = |seat: u128, member| NewPlace {
                member,
                place: PlaceId(id(kind + 2 + seat * 2, first + number)),
            };
            let book = Command::BookRound(BookRound {
                booking,
                club,
                // Not today: who cancels on the day itself loses the right.
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
