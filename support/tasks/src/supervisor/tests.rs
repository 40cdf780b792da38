//! Tests what happens when tasks end too early.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::*;

/// A supervisor and the flag that stops its tasks.
fn supervisor() -> (Supervisor, watch::Sender<bool>) {
    let (stopping, stop) = watch::channel(false);
    (Supervisor::new(stop, TaskRestarts::default()), stopping)
}

/// Counts starts and notifies waiting tests of each.
#[derive(Clone, Default)]
struct Starts(Arc<AtomicU64>, Arc<tokio::sync::Notify>);

impl Starts {
    fn another(&self) -> u64 {
        self.1.notify_one();
        self.0.fetch_add(1, Relaxed) + 1
    }

    async fn until(&self, count: u64) {
        while self.0.load(Relaxed) < count {
            self.1.notified().await;
        }
    }
}

#[tokio::test(start_paused = true)]
async fn a_task_that_panics_is_started_again_and_counted() {
    let (mut supervisor, stopping) = supervisor();
    let starts = Starts::default();
    let seen = starts.clone();
    supervisor.start("projector", move |stopped| {
        let start = seen.another();
        async move {
            assert!(start > 2, "start {start}");
            stopped.await;
        }
    });
    starts.until(3).await;
    assert_eq!(supervisor.restarts.counts(), [("projector", 2)]);
    stopping.send_replace(true);
    supervisor.finish(Duration::from_secs(1)).await;
    assert_eq!(starts.0.load(Relaxed), 3, "who is asked to end is not started again");
}

#[tokio::test(start_paused = true)]
async fn a_task_that_ends_without_being_asked_is_started_again() {
    let (mut supervisor, stopping) = supervisor();
    let starts = Starts::default();
    let seen = starts.clone();
    supervisor.start("mails", move |stopped| {
        let start = seen.another();
        async move {
            if start > 1 {
                stopped.await;
            }
        }
    });
    starts.until(2).await;
    assert_eq!(supervisor.restarts.counts(), [("mails", 1)]);
    drop(stopping);
    supervisor.finish(Duration::from_secs(1)).await;
}

#[tokio::test(start_paused = true)]
async fn what_ends_again_and_again_is_given_up_by_name() {
    let (mut supervisor, _stopping) = supervisor();
    let starts = Starts::default();
    let seen = starts.clone();
    supervisor.start("healthy", |stopped| stopped);
    supervisor.start("seal", move |_| {
        seen.another();
        async { panic!("always") }
    });
    assert_eq!(supervisor.gave_up().await, "seal");
    assert_eq!(starts.0.load(Relaxed), 1 + MOST_RESTARTS as u64);
}

#[tokio::test(start_paused = true)]
async fn a_task_that_does_not_end_when_asked_is_aborted() {
    let (mut supervisor, stopping) = supervisor();
    let held = Arc::new(());
    let inside = Arc::clone(&held);
    supervisor.start("housekeeping", move |_| {
        let inside = Arc::clone(&inside);
        async move {
            let _inside = inside;
            std::future::pending::<()>().await;
        }
    });
    stopping.send_replace(true);
    supervisor.finish(Duration::from_secs(1)).await;
    while Arc::strong_count(&held) > 1 {
        tokio::task::yield_now().await;
    }
}

#[test]
fn pauses_double_up_to_the_longest_and_old_endings_are_forgotten() {
    let (mut endings, start) = (Endings::default(), Instant::now());
    let pauses: Vec<u128> =
        (0..MOST_RESTARTS).filter_map(|_| endings.another(start)).map(|pause| pause.as_millis()).collect();
    assert_eq!(pauses, [100, 200, 400, 800, 1_600, 3_200, 6_400, 10_000, 10_000, 10_000]);
    assert_eq!(endings.another(start), None);
    assert_eq!(endings.another(start + WINDOW), Some(FIRST_PAUSE));
}

#[test]
fn a_panic_is_reported_with_its_message() {
    for (panic, expected) in [
        (std::panic::catch_unwind(|| panic!("as it is")), "it panicked: as it is"),
        (std::panic::catch_unwind(|| panic!("number {}", 7)), "it panicked: number 7"),
        (std::panic::catch_unwind(|| std::panic::panic_any(7)), "it panicked"),
    ] {
        assert_eq!(panic_message(panic.expect_err("a panic").as_ref()), expected);
    }
}
