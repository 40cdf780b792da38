//! Serving goes on while tables are swapped: many readers, a writer and the live projector at once. No read fails,
//! none shows less than was acknowledged before it was asked, and no event is lost or taken in twice.

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

/// Swaps that a run sees.
const SWAPS: usize = 4;
/// Readers at once.
const READERS: usize = 4;

/// What is known to everybody: how many rounds member 1 was told that they have booked.
#[derive(Default)]
struct Known {
    booked: AtomicU64,
    reads: AtomicUsize,
}

/// The first complaint of a reader.
async fn read(reads: Reads, known: Arc<Known>, stop: watch::Receiver<bool>) -> Result<(), String> {
    while !*stop.borrow() {
        let booked = known.booked.load(Ordering::SeqCst);
        let count = |seen: usize| u64::try_from(seen).unwrap_or(0);
        let upcoming = reads.upcoming(member(1), play_day(0)).await.map_err(|error| format!("{error:?}"))?;
        let rights =
            reads.member_rights(&[member(1)], play_day(0)).await.map_err(|error| format!("{error:?}"))?;
        let days = reads
            .club_days(Some(&club(1)), play_day(0), play_day(100_000))
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

/// One round after the other, each acknowledged once the projections show it.
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
    /// Stopped after the writer, who waits for it.
    projecting: [Projecting; 2],
}

impl Load {
    async fn on(bench: &Bench) -> Self {
        let (known, (stop, stopped)) = (Arc::new(Known::default()), watch::channel(false));
        // Two live projectors, each at a pace of its own, as when a part is projected elsewhere.
        let [(progress, first), (_, second)] =
            [Projection::member_facing().collect(), Projection::background().collect()]
                .map(|projections| project(&bench.pool, projections));
        let writing = book(bench.journal.clone(), progress, Arc::clone(&known), stopped.clone());
        let readers = (0..READERS)
            .map(|_| tokio::spawn(read(bench.reads.clone(), Arc::clone(&known), stopped.clone())))
            .collect();
        let writing = tokio::spawn(writing);
        let load = Self { known, stop, readers, writing, projecting: [first, second] };
        load.goes_on().await;
        load
    }

    /// Waits until much was read and something was booked after now, or a reader has complained.
    async fn goes_on(&self) {
        let now = |counter: &AtomicUsize| counter.load(Ordering::SeqCst);
        let (reads, booked) = (now(&self.known.reads), self.known.booked.load(Ordering::SeqCst));
        crate::support::until("reading and writing go on", async || {
            self.readers.iter().any(JoinHandle::is_finished)
                || now(&self.known.reads) > reads + 3 * READERS
                    && self.known.booked.load(Ordering::SeqCst) > booked + 2
        })
        .await;
    }

    async fn complaints(self) -> Vec<String> {
        self.stop.send_replace(true);
        let mut complaints = Vec::new();
        for reader in self.readers {
            complaints.extend(reader.await.unwrap().err());
        }
        self.writing.await.unwrap();
        for Projecting { end, task } in self.projecting {
            end.send_replace(true);
            task.await.unwrap();
        }
        complaints
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
        assert!(compared.len() >= 10, "the live tables keep up, so that there is much to compare");
        assert!(compared.iter().all(|compared| compared.differences == 0), "{compared:?}");
        rebuild.swap().await.unwrap();
        load.goes_on().await;
    }
    assert_eq!(load.complaints().await, Vec::<String>::new());
    // The slower of the two projectors may have been stopped on its way.
    let projections = Projection::ALL.to_vec();
    let mut last = Projector::new(bench.pool.clone(), ProjectorOptions { projections, ..Default::default() });
    finish(&mut last).await;
    assert_same(&dump(&bench.pool, &Schema::live()).await, &from_zero(&bench.pool).await, "after the swaps");
}

/// What the rebuild's swap adds to this: the fence, and the twins brought to where the live tables are.
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
    load.goes_on().await;
    assert!(!load.complaints().await.is_empty(), "a swap without the fence went unnoticed");
}
