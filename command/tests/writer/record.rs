//! A listener receives every event of the journal once, at its position, and no other events.

use std::io::Write;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::mpsc::{SyncSender, sync_channel};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use chrono::Days;
use fairway_command::{AppendListener, Outcome, WriterHandle, WriterOptions};
use fairway_events::Journal;
use fairway_events::journal::{Acknowledged, AcknowledgedAppend};
use fairway_events::testing::{Proxy, TestDatabase};
use futures::future::join_all;
use sqlx::postgres::PgPoolOptions;
use sqlx::{Executor, PgPool};

use crate::support::{
    accepted, booking, cancel, club, give_pass, play_date, submission, today, waiting, writer,
};

/// Stores the lines that a node would write.
#[derive(Debug, Default)]
struct Lines(Mutex<Vec<String>>);

impl AppendListener for Lines {
    fn acknowledged(&self, append: &Acknowledged<'_>) {
        self.0.lock().unwrap().push(append.line());
    }
}

fn recording_to(lines: &Arc<Lines>, options: WriterOptions) -> WriterOptions {
    let listener: Arc<dyn AppendListener> = Arc::clone(lines) as _;
    WriterOptions { listeners: vec![listener], ..options }
}

/// The lines' events in order of position, as a row of the journal reads.
fn recorded(lines: &Lines) -> Vec<String> {
    let mut recorded: Vec<(i64, String)> = Vec::new();
    for line in lines.0.lock().unwrap().iter() {
        let append: AcknowledgedAppend = serde_json::from_str(line).unwrap();
        assert_eq!(append.last - append.first + 1, i64::try_from(append.events.len()).unwrap());
        for (line_event, position) in append.events.iter().zip(append.first..) {
            let event = line_event.read(position, append.at).unwrap();
            let row =
                format!("{position} {} {} {:?} {}", event.stream, event.sequence, event.event, event.actor);
            recorded.push((position, row));
        }
    }
    recorded.sort_unstable();
    recorded.into_iter().map(|(_, row)| row).collect()
}

async fn stored(pool: &PgPool) -> Vec<String> {
    let rows = Journal::new(pool.clone()).raw_after(0, 100_000).await.unwrap();
    rows.into_iter()
        .map(|row| {
            let event = row.read().unwrap();
            format!(
                "{} {} {} {:?} {}",
                event.position, event.stream, event.sequence, event.event, event.actor
            )
        })
        .collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_nodes_records_are_together_the_journal_and_no_event_is_in_both() {
    let database = TestDatabase::new().await;
    let (one, other) = (Arc::new(Lines::default()), Arc::new(Lines::default()));
    let (first, _task) = writer(database.pool(), recording_to(&one, WriterOptions::default()));
    let (second, _task) = writer(database.pool(), recording_to(&other, WriterOptions::default()));
    let club = club(Some(30));
    for number in 1..=40 {
        give_pass(&first, number).await;
    }
    // On shared days and on days of their own, so that batches are appended completely, in part, and under the lock.
    for round in 0..6_u64 {
        let submitted = (1..=40_u128).map(|number| {
            let node = if number % 2 == 0 { &first } else { &second };
            let date = play_date() + Days::new(if number % 3 == 0 { number as u64 } else { round });
            let id = u128::from(round) * 1_000 + number;
            node.submit(submission(booking(id, &club, date, &[number])))
        });
        let outcomes = join_all(submitted).await;
        assert!(outcomes.iter().all(Result::is_ok), "{outcomes:?}");
    }
    assert!(first.stats().moved() + second.stats().moved() > 0, "the nodes moved each other's head");
    let all = Lines(Mutex::new(
        [&one, &other].into_iter().flat_map(|lines| lines.0.lock().unwrap().clone()).collect(),
    ));
    assert_eq!(recorded(&all), stored(&database.pool()).await);
    assert!(!one.0.lock().unwrap().is_empty() && !other.0.lock().unwrap().is_empty());
}

#[tokio::test]
async fn a_batch_appended_after_others_is_answered_and_recorded_at_its_position() {
    let database = TestDatabase::new().await;
    let (journal, lines) = (Journal::new(database.pool()), Arc::new(Lines::default()));
    let (node, _task) = writer(database.pool(), recording_to(&lines, WriterOptions::default()));
    let (other, _task) = writer(database.pool(), recording_to(&lines, WriterOptions::default()));
    let club = club(None);
    for number in 1..=3 {
        give_pass(&node, number).await;
    }
    let book = |node: &WriterHandle, id: u128, member: u128| {
        let (node, club) = (node.clone(), club.clone());
        let date = play_date() + Days::new(u64::try_from(id).unwrap());
        async move { node.submit(submission(booking(id, &club, date, &[member]))).await }
    };
    // Now the node knows that others write: from here on it appends after the events of others.
    give_pass(&other, 4).await;
    assert!(accepted(&book(&node, 1, 1).await));

    assert!(accepted(&book(&other, 2, 4).await));
    let whole = book(&node, 3, 2).await.unwrap();
    assert_eq!(whole, Outcome::Accepted { position: journal.head().await.unwrap(), changed: true });

    // Of the next two, the first reads a stream that the other node has changed, and is decided again.
    assert!(accepted(&book(&other, 4, 1).await));
    let (commits, retries) = (lines.0.lock().unwrap().len(), node.stats().retries());
    let (decided_again, decided_once) = tokio::join!(book(&node, 5, 1), book(&node, 6, 3));
    assert_eq!((lines.0.lock().unwrap().len(), node.stats().retries()), (commits + 2, retries + 1));
    let read = |line: &String| serde_json::from_str::<AcknowledgedAppend>(line).unwrap();
    let ends: Vec<_> = lines.0.lock().unwrap()[commits..].iter().map(|line| read(line).last).collect();
    assert_eq!(decided_once.unwrap(), Outcome::Accepted { position: ends[0], changed: true });
    assert_eq!(decided_again.unwrap(), Outcome::Accepted { position: ends[1], changed: true });
    assert_eq!(recorded(&lines), stored(&database.pool()).await);
    assert_eq!(node.stats().commands_per_commit().sum(), 3 + 2 + 2);
}

#[tokio::test]
async fn a_commit_whose_answer_was_lost_is_recorded_once_it_is_found_and_a_refusal_never() {
    let database = TestDatabase::new().await;
    let proxy = Proxy::before(&database.options()).await;
    let proxied_pool = PgPoolOptions::new()
        .max_connections(4)
        .before_acquire(|_, meta| {
            Box::pin(async move { Ok(fairway_events::connections::is_valid(meta.age)) })
        })
        .connect_with(proxy.options(&database.options()))
        .await
        .unwrap();
    let lines = Arc::new(Lines::default());
    let options = WriterOptions {
        commit: Duration::from_millis(400),
        read: Duration::from_millis(400),
        ..WriterOptions::default()
    };
    let (writer, _task) = writer(proxied_pool, recording_to(&lines, options));
    give_pass(&writer, 1).await;
    let club = club(None);
    assert!(accepted(&writer.submit(submission(booking(1, &club, play_date(), &[1]))).await));
    assert!(accepted(&writer.submit(submission(cancel(1, 1, 1))).await));
    let count = lines.0.lock().unwrap().len();
    let refused = writer.submit(submission(booking(9, &club, today() - Days::new(1), &[1]))).await;
    assert!(!accepted(&refused), "{refused:?}");
    assert_eq!(lines.0.lock().unwrap().len(), count, "nothing was appended");

    let pool = database.pool();
    let mut held = pool.begin().await.unwrap();
    held.execute("SELECT position FROM journal_head FOR UPDATE").await.unwrap();
    let submitted = writer.submit(submission(booking(2, &club, play_date(), &[1])));
    let lose_answer = async {
        waiting(&pool, 1).await;
        proxy.silence();
        held.rollback().await.unwrap();
    };
    let (outcome, ()) = tokio::join!(submitted, lose_answer);
    assert!(accepted(&outcome), "{outcome:?}");
    assert!(writer.stats().failures() >= 1, "the answer was lost");
    assert_eq!(recorded(&lines), stored(&pool).await);
}

/// Writes the lines as a node does: from a bounded channel, on a separate thread.
#[derive(Debug)]
struct Written {
    lines: SyncSender<String>,
    /// Appends, and the nanoseconds for which their callers waited.
    spent: Arc<(AtomicU64, AtomicU64)>,
}

impl AppendListener for Written {
    fn acknowledged(&self, append: &Acknowledged<'_>) {
        let started = Instant::now();
        self.lines.try_send(append.line()).unwrap();
        self.spent.0.fetch_add(1, Relaxed);
        self.spent.1.fetch_add(u64::try_from(started.elapsed().as_nanos()).unwrap(), Relaxed);
    }
}

/// The cost of recording for the writer: bookings per second with and without it, alternating.
///
/// `cargo nextest run --release -p fairway-command -E 'test(what_a_record_costs)' --run-ignored only --no-capture`
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "a measurement, not a test"]
async fn what_a_record_costs() {
    const CALLERS: u128 = 64;
    const ROUNDS: u64 = 40;
    for turn in 0..8 {
        let database = TestDatabase::new().await;
        let mut file = tempfile::tempfile().unwrap();
        let (lines, waiting) = sync_channel::<String>(4_096);
        let thread = std::thread::spawn(move || {
            waiting
                .into_iter()
                .map(|line| file.write_all(line.as_bytes()).map(|()| line.len()).unwrap())
                .sum::<usize>()
        });
        let recorded = turn % 2 == 1;
        let spent = Arc::<(AtomicU64, AtomicU64)>::default();
        let listener = recorded.then(|| {
            Arc::new(Written { lines: lines.clone(), spent: Arc::clone(&spent) }) as Arc<dyn AppendListener>
        });
        drop(lines);
        let (writer, task) = writer(
            database.pool(),
            WriterOptions { listeners: listener.into_iter().collect(), ..WriterOptions::default() },
        );
        for number in 1..=CALLERS {
            give_pass(&writer, number).await;
        }
        let club = club(None);
        let started = Instant::now();
        // Every booking is cancelled again, so that the passes are not used up.
        join_all((1..=CALLERS).map(|number| {
            let (writer, club) = (&writer, &club);
            async move {
                for round in 0..ROUNDS {
                    let id = u128::from(round) * 1_000 + number;
                    let date = play_date() + Days::new(round % 10);
                    assert!(accepted(&writer.submit(submission(booking(id, club, date, &[number]))).await));
                    assert!(accepted(&writer.submit(submission(cancel(id, 1, number))).await));
                }
            }
        }))
        .await;
        let took = started.elapsed().as_secs_f64();
        drop(writer);
        task.finished().await;
        let bytes = thread.join().unwrap();
        let commands = 2 * u64::try_from(CALLERS).unwrap() * ROUNDS;
        let (appends, nanos) = (spent.0.load(Relaxed).max(1), spent.1.load(Relaxed));
        println!(
            "recorded {recorded}: {:.0} commands a second, {} bytes each, {:.1} µs for each of {appends} appends, {:.2} % \
             of the time",
            commands as f64 / took,
            bytes as u64 / commands,
            nanos as f64 / appends as f64 / 1e3,
            nanos as f64 / 1e7 / took
        );
    }
}
