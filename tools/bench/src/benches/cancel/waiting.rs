//! The cost of a waiting list for a cancellation: many bookings of one day are cancelled, beside a long list and
//! without one.

use std::collections::BTreeMap;
use std::sync::Arc;

use anyhow::Result;
use fairway_command::{CancelGroup, Command};
use fairway_events::journal::{Batch, StreamAppend};
use fairway_events::{
    Actor, ClubId, CourseDayEvent, Event, Holes, Journal, MemberId, StreamId, WaitingGroupId,
    WaitingListEvent,
};
use uuid::Uuid;

use crate::bench::Bench;
use crate::bench_writer::{BenchWriter, analyze_and_checkpoint};
use crate::load::{Round, drive};
use crate::report::Row;
use crate::workload::{Bookings, Spread, id, now, submit, today};

/// Groups that wait.
pub(super) const WAITING: u64 = 10_000;

/// The rows' names, for the target.
pub(crate) const NOBODY_WAITS: &str = "cancel for four, nobody waits, 8 callers";
pub(crate) const SOMEBODY_WAITS: &str = "cancel for four, 10 000 groups wait, 8 callers";

const CALLERS: u64 = 8;
const DEFAULT_COUNT: u64 = 1_500;

/// Cancels rounds of one day for which so many groups wait.
pub(super) async fn cancel(bench: &Bench, waiting: u64) -> Result<Row> {
    let (server, options) = (&bench.server, &bench.options);
    let (count, rounds_wanted) = (options.count(DEFAULT_COUNT), u64::try_from(options.rounds)?);
    let total = count * rounds_wanted;
    let writer = BenchWriter::start(server, &format!("bench_waiting_{waiting}"), total).await?;
    let bookings = Arc::new(Bookings::new(Spread::OneClubDay, 1, 0));
    let day = bookings.booking(0);
    if waiting > 0 {
        append_list(&writer.journal, &day.club.id, day.play_date, waiting).await?;
    }
    let booked = Arc::clone(&bookings);
    let handle = writer.handle.clone();
    drive(CALLERS, total, move |_caller, number| {
        let (writer, command) = (handle.clone(), booked.command(number));
        async move { submit(&writer, command).await }
    })
    .await?;
    analyze_and_checkpoint(&writer.journal).await?;
    let mut rounds: Vec<Round> = Vec::new();
    for number in 0..rounds_wanted {
        let (handle, bookings, first) = (writer.handle.clone(), Arc::clone(&bookings), number * count);
        let round = drive(CALLERS, count, move |_caller, number| {
            let (writer, book) = (handle.clone(), bookings.booking(first + number));
            let cancel = CancelGroup { booking: book.booking, by: book.master, today: today(), at: now() };
            async move { submit(&writer, Command::CancelGroup(cancel)).await }
        });
        rounds.push(server.observe(&[], round).await?);
    }
    writer.stop().await;
    let name = if waiting > 0 { SOMEBODY_WAITS } else { NOBODY_WAITS };
    Ok(Row::of_rounds(name.to_owned(), "cancellations/s", &rounds, "a commit with 10 rows in 6 streams"))
}

/// The events of a list of groups of four that came when the day was full.
async fn append_list(journal: &Journal, club: &ClubId, date: chrono::NaiveDate, waiting: u64) -> Result<()> {
    let started = |number: u64| {
        let players: Vec<MemberId> = (0..4).map(|player| MemberId(id(8, number * 4 + player))).collect();
        Event::from(WaitingListEvent::GroupStartedWaiting {
            club: club.clone(),
            date,
            group: WaitingGroupId(id(9, number)),
            holes: Holes::Eighteen,
            by: players[0],
            players,
            at: now(),
        })
    };
    // Nobody is in turn until a place comes free, so that the rounds which are cancelled can be booked.
    let known = CourseDayEvent::WaitingGroupsChanged {
        club: club.clone(),
        date,
        smallest: Some(4),
        smallest_in_turn: None,
    };
    let list = (StreamId::WaitingList(club.clone(), date), (0..waiting).map(started).collect());
    let day = (StreamId::CourseDay(club.clone(), date), vec![Event::from(known)]);
    let appends = [list, day].map(|(stream, events)| StreamAppend {
        stream,
        version: 0,
        events,
        correlation_id: Uuid::nil(),
        actor: Actor::import(),
        metadata: BTreeMap::new(),
    });
    journal.append(&Batch { appends: appends.into(), receipts: Vec::new() }, now()).await?;
    Ok(())
}
