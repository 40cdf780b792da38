//! Requests are served while tables are swapped: many readers, a writer and the live projector at once. No read fails,
//! none shows less than was acknowledged before it began, and no event is lost or projected twice.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::Duration;

use fairway_events::{Holes, Journal};
use fairway_query::{Progress, Projection, Projector, ProjectorOptions, Reads, Schema};
use sqlx::{Executor, PgPool};
use tokio::sync::watch;
use tokio::task::JoinHandle;

use crate::support::scenario::{Scenario, play_day};
use crate::support::tables::{assert_same, dump, from_zero};
use crate::support::{Bench, PATIENCE, club, finish, member};

/// The number of swaps in one run.
const SWAPS: usize = 4;
/// The number of concurrent readers.
const READERS: usize = 4;

/// Shared counters: the rounds of member 1 that were acknowledged, and the reads so far.
#[derive(Default)]
struct Known {
    booked: AtomicU64,
    reads: AtomicUsize,
}

/// Reads until `stop`, or until a read fails or shows less than was acknowledged; returns that error.
async fn read(reads: Reads, known: Arc<Known>, stop: watch::Receiver<bool>) -> Result<(), String> {
    while !*stop.borrow() {
        let booked = known.booked.load(Ordering::SeqCst);
        let count = |seen: usize| u64::try_from(seen).unwrap_or(0);
        let upcoming = reads.upcoming(member(1), play_day(0)).await.map_err(|error| format!("{error:?}"))?;
        let rights =
            reads.member_rights(&[member(1)], play_day(0)).await.map_err(|error| format!("{error:?}"))?;
        let days = reads
            .club_days((play_day(0), play_day(100_000)), Some(&club(1)), None)
            .await
            .map_err(|error| format!("{error:?}"))?;
        let taken: u32 = days.iter().map(|day| day.claimed).sum();
        let dates = rights.first().map_or(0, |rights| rights.dates_taken.len());
        let seen = [count(upcoming.len()), count(dates), u64::from(taken)];
        if seen.iter().any(|seen| *seen < booked) {
            return Err(format!("{booked} rounds were acknowledged, and shown were {seen:?}"));
        }
        known.reads.fetch_add(1, Ordering::SeqCst);
    }
    Ok(())
}

/// Books one round after the other; each is acknowledged when the projections show it.
async fn book(journal: Journal, progress: Progress, known: Arc<Known>, stop: watch::Receiver<bool>) {
    let mut scenario = Scenario::default();
    scenario.subscribe(1, 100_000, None);
    for round in 0.. {
        if *stop.borrow() {
            return;
        }
        scenario.book(&club(1), play_day(round), Holes::Nine, &[(1, None)]);
        scenario.append(&journal).await;
        progress.wait_until(journal.head().await.unwrap(), PATIENCE).await.unwrap();
        known.booked.store(round + 1, Ordering::SeqCst);
    }
}

struct Projecting {
    end: watch::Sender<bool>,
    task: JoinHandle<()>,
}

fn project(pool: &PgPool, projections: Vec<Projection>) -> (Progress, Projecting) {
    let poll = Duration::from_millis(1);
    let options = ProjectorOptions { poll, projections, ..ProjectorOptions::default() };
    let projector = Projector::new(pool.clone(), options);
    let progress = projector.progress();
    let (end, mut ended) = watch::channel(false);
    let task = tokio::spawn(projector.run(None, async move {
        let _ = ended.wait_for(|ended| *ended).await;
    }));
    (progress, Projecting { end, task })
}

struct Load {
    known: Arc<Known>,
    stop: watch::Sender<bool>,
    readers: Vec<JoinHandle<Result<(), String>>>,
    writing: JoinHandle<()>,
    /// Stopped after the writer, which waits for the projections.
    projecting: [Projecting; 2],
}

impl Load {
    async fn on(bench: &Bench) -> Self {
        let (known, (stop, stopped)) = (Arc::new(Known::default()), watch::channel(false));
        // Two live projectors at different positions, as when another process runs some of the projections.
        let [(progress, first), (_, second)] =
            [Projection::member_facing().collect(), Projection::background().collect()]
                .map(|projections| project(&bench.pool, projections));
        let writing = book(bench.journal.clone(), progress, Arc::clone(&known), stopped.clone());
        let readers = (0..READERS)
            .map(|_| tokio::spawn(read(bench.reads.clone(), Arc::clone(&known), stopped.clone())))
            .collect();
        let writing = tokio::spawn(writing);
        let load = Self { known, stop, readers, writing, projecting: [first, second] };
        load.wait_for_progress().await;
        load
    }

    /// Waits until the readers and the writer have made progress, or a reader has failed.
    async fn wait_for_progress(&self) {
        let now = |counter: &AtomicUsize| counter.load(Ordering::SeqCst);
        let (reads, booked) = (now(&self.known.reads), self.known.booked.load(Ordering::SeqCst));
        crate::support::until("reading and writing go on", async || {
            self.readers.iter().any(JoinHandle::is_finished)
                || now(&self.known.reads) > reads + 3 * READERS
                    && self.known.booked.load(Ordering::SeqCst) > booked + 2
        })
        .await;
    }

    async fn reader_errors(self) -> Vec<String> {
        self.stop.send_replace(true);
        let mut reader_errors = Vec::new();
        for reader in self.readers {
            reader_errors.extend(reader.await.unwrap().err());
        }
        self.writing.await.unwrap();
        for Projecting { end, task } in self.projecting {
            end.send_replace(true);
            task.await.unwrap();
        }
        reader_errors
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_read_fails_or_shows_too_little_while_tables_are_swapped() {
    let bench = Bench::new().await;
    let load = Load::on(&bench).await;
    for _ in 0..SWAPS {
        let rebuild = super::begin(&bench.pool).await;
        rebuild.fill(|_| ()).await.unwrap();
        rebuild.index().await.unwrap();
        let compared = super::compare(&rebuild).await;
        assert!(compared.len() >= 10, "the live tables are at the head, so most tables are compared");
        assert!(compared.iter().all(|compared| compared.differences == 0), "{compared:?}");
        rebuild.replace_tables().await.unwrap();
        load.wait_for_progress().await;
    }
    assert_eq!(load.reader_errors().await, Vec::<String>::new());
    // The slower of the two projectors may have been stopped before it reached the head.
    let projections = Projection::ALL.to_vec();
    let mut last = Projector::new(bench.pool.clone(), ProjectorOptions { projections, ..Default::default() });
    finish(&mut last).await;
    assert_same(&dump(&bench.pool, &Schema::live()).await, &from_zero(&bench.pool).await, "after the swaps");
}

/// A swap without the lock on the checkpoints, and without filling the twins up to the live position.
async fn naive_swap(pool: &PgPool) {
    let rebuild = super::begin(pool).await;
    drop(rebuild); // empty twins
    pool.execute("CREATE SCHEMA before").await.unwrap();
    for table in ["club_days", "reservations_places"] {
        let mut transaction = pool.begin().await.unwrap();
        for sql in [
            format!("ALTER TABLE public.{table} SET SCHEMA before"),
            format!("ALTER TABLE rebuild.{table} SET SCHEMA public"),
        ] {
            transaction.execute(sql.as_str()).await.unwrap();
        }
        transaction.commit().await.unwrap();
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn control_readers_notice_tables_that_are_not_up_to_date() {
    let bench = Bench::new().await;
    let load = Load::on(&bench).await;
    naive_swap(&bench.pool).await;
    load.wait_for_progress().await;
    assert!(!load.reader_errors().await.is_empty(), "the readers did not notice the incomplete swap");
}
