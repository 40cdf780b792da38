//! Two processes on one database, racing for the same members and the same club day.

use std::process::Stdio;

use fairway_command::WriterOptions;
use fairway_events::testing::TestDatabase;
use fairway_events::{BookingId, Journal};
use sqlx::postgres::PgPoolOptions;
use tokio::process::Command;
use uuid::Uuid;

use crate::support::{JournalTotals, accepted, booking, club, give_pass, play_date, submission, writer};

const DATABASE: &str = "FAIRWAY_RACE_DATABASE";
const RACER: &str = "FAIRWAY_RACE_NUMBER";
const MEMBERS: u128 = 60;
const CAPACITY: u32 = 40;
/// Each process tries this many bookings, far more than fit.
const TRIES: u128 = 120;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_processes_that_race_on_the_same_streams_lose_nothing_and_break_no_rule() {
    let database = TestDatabase::new().await;
    {
        let (writer, _task) = writer(database.pool(), WriterOptions::default());
        for number in 1..=MEMBERS {
            give_pass(&writer, number).await;
        }
    }
    let racers: Vec<_> = (1..=2_u8)
        .map(|number| {
            Command::new(std::env::current_exe().unwrap())
                .args(["--exact", "race::racer", "--ignored", "--nocapture"])
                .env(DATABASE, database.url())
                .env(RACER, number.to_string())
                .stdout(Stdio::piped())
                .spawn()
                .unwrap()
        })
        .collect();
    let mut acknowledged = Vec::new();
    for racer in racers {
        let output = racer.wait_with_output().await.unwrap();
        assert!(output.status.success(), "a racer failed");
        let printed = String::from_utf8(output.stdout).unwrap();
        acknowledged.extend(
            printed
                .lines()
                .filter_map(|line| line.split_once("booked "))
                .map(|(_, id)| BookingId(id.trim().parse().unwrap())),
        );
    }

    let ledger = JournalTotals::read(&Journal::new(database.pool())).await;
    assert_eq!(ledger.places_of_day, usize::try_from(CAPACITY).unwrap(), "the day is full and not fuller");
    assert!(ledger.active.values().all(|places| *places <= 1), "one place per member and date");
    assert_eq!(ledger.bookings.len(), acknowledged.len());
    assert!(acknowledged.iter().all(|booking| ledger.bookings.contains(booking)));
}

/// A process of the race above, which starts it. It prints the bookings that were acknowledged.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "started by the race, as its second process"]
async fn racer() {
    let number: u128 = std::env::var(RACER).unwrap().parse().unwrap();
    let pool = PgPoolOptions::new().connect(&std::env::var(DATABASE).unwrap()).await.unwrap();
    let (writer, _task) = writer(pool, WriterOptions::default());
    let club = club(Some(CAPACITY));
    for tries in (0..TRIES).collect::<Vec<_>>().chunks(8) {
        let submitted = tries.iter().map(|tried| {
            let id = number * 1_000_000 + tried;
            // The two processes book the same members at about the same time.
            let first = tried % MEMBERS + 1;
            let second = (tried * 7 + number) % MEMBERS + 1;
            let members = if first == second { vec![first] } else { vec![first, second] };
            let command = booking(id, &club, play_date(), &members);
            let writer = &writer;
            async move { (id, writer.submit(submission(command)).await) }
        });
        for (id, outcome) in futures::future::join_all(submitted).await {
            if accepted(&outcome) {
                println!("booked {}", Uuid::from_u128(id));
            }
            assert!(outcome.is_ok(), "no conflict reaches the caller: {outcome:?}");
        }
    }
}
