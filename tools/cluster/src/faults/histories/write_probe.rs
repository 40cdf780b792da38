//! How many PostgreSQL servers accept writes at once. Each server is asked ten times a second whether it is writable, and
//! one that says so gets a transaction that is to be acknowledged as a booking's is. More than one writable server is a
//! figure: a deposed primary does not know for a while that it is one, and gets no acknowledgement from a standby. A
//! server that acknowledges on a timeline that another one has left behind is a mistake.
//!
//! Each server is asked from within its machine, that is with its group (`network`): a machine that is cut off from the
//! others is asked all the same.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::Result;
use rustix::process::Gid;
use sqlx::{Connection, PgConnection};
use tokio::sync::watch;
use tokio::time::{sleep, timeout};

use crate::layout::{Layout, SERVERS};

const INTERVAL: Duration = Duration::from_millis(100);
/// A server that does not say in this time that it is writable counts as one that is not.
const ANSWER_TIMEOUT: Duration = Duration::from_millis(500);
/// A transaction without an acknowledgement is given up after this time. It may still be acknowledged to nobody.
const WRITE_TIMEOUT: Duration = Duration::from_secs(10);

const IS_WRITABLE: &str =
    "SELECT NOT pg_is_in_recovery() AND current_setting('transaction_read_only') = 'off'";
/// A transaction that changes no table, and the timeline on which it stands.
const WRITE: &str = "SELECT left(pg_walfile_name(pg_logical_emit_message(true, 'fairway probe', '')), 8)";

/// A write that a server acknowledged.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Acknowledged {
    server: usize,
    /// Hexadecimal, so that a later one is greater.
    timeline: String,
    asked: Instant,
    answered: Instant,
}

#[derive(Debug, Default)]
struct Observed {
    writable: [bool; SERVERS],
    /// Since when more than one has been writable.
    several_since: Option<Instant>,
    most_writable: usize,
    several_for: Duration,
    acknowledged: Vec<Acknowledged>,
}

/// What the probe saw.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Writers {
    /// Servers that said at once that they are writable, at most.
    pub(super) most: usize,
    /// How long there was more than one, in all.
    pub(super) several_for: Duration,
    /// Writes that were acknowledged.
    pub(super) acknowledged: usize,
    /// Writes that a server acknowledged on a timeline that another server had left behind before.
    pub(super) on_old_timeline: usize,
}

/// Asks until it is dropped.
#[derive(Debug)]
pub(super) struct WriteProbe {
    observed: Arc<Mutex<Observed>>,
    _stop: watch::Sender<()>,
}

impl WriteProbe {
    /// Asks the servers at these addresses.
    pub(super) fn start(layout: &Layout, urls: [String; SERVERS]) -> Result<Self> {
        let observed: Arc<Mutex<Observed>> = Arc::default();
        let (stop, stopped) = watch::channel(());
        for (server, url) in urls.into_iter().enumerate() {
            let (observed, mut stopped) = (Arc::clone(&observed), stopped.clone());
            let user = layout.machine_user(server);
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
            // Linux has groups per thread, and all sockets of this runtime are opened on this one.
            thread::spawn(move || {
                if user.steps_down && rustix::thread::set_thread_gid(Gid::from_raw(user.gid)).is_err() {
                    return;
                }
                runtime.block_on(async {
                    tokio::select! {
                        () = watch_state(server, url.clone(), Arc::clone(&observed)) => {}
                        () = write(server, url, observed) => {}
                        _ = stopped.changed() => {}
                    }
                });
            });
        }
        Ok(Self { observed, _stop: stop })
    }

    pub(super) fn result(&self) -> Writers {
        let observed = lock(&self.observed);
        let still = observed.several_since.map(|since| since.elapsed()).unwrap_or_default();
        Writers {
            most: observed.most_writable,
            several_for: observed.several_for + still,
            acknowledged: observed.acknowledged.len(),
            on_old_timeline: on_old_timeline(&observed.acknowledged),
        }
    }
}

fn lock(observed: &Mutex<Observed>) -> MutexGuard<'_, Observed> {
    observed.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Observed {
    fn note(&mut self, server: usize, is_writable: bool, now: Instant) {
        self.writable[server] = is_writable;
        let count = self.writable.iter().filter(|writable| **writable).count();
        self.most_writable = self.most_writable.max(count);
        if count > 1 {
            self.several_since.get_or_insert(now);
        } else if let Some(since) = self.several_since.take() {
            self.several_for += now - since;
        }
    }
}

async fn watch_state(server: usize, url: String, observed: Arc<Mutex<Observed>>) {
    let mut connection: Option<PgConnection> = None;
    loop {
        let asking = async {
            let mut open = match connection.take() {
                Some(open) => open,
                None => PgConnection::connect(&url).await?,
            };
            let is_writable: bool = sqlx::query_scalar(IS_WRITABLE).fetch_one(&mut open).await?;
            Ok::<_, sqlx::Error>((open, is_writable))
        };
        let is_writable = match timeout(ANSWER_TIMEOUT, asking).await {
            Ok(Ok((open, is_writable))) => {
                connection = Some(open);
                is_writable
            }
            Ok(Err(_)) | Err(_) => false,
        };
        lock(&observed).note(server, is_writable, Instant::now());
        sleep(INTERVAL).await;
    }
}

async fn write(server: usize, url: String, observed: Arc<Mutex<Observed>>) {
    let mut connection: Option<PgConnection> = None;
    loop {
        sleep(INTERVAL).await;
        if !lock(&observed).writable[server] {
            continue;
        }
        let writing = async {
            let mut open = match connection.take() {
                Some(open) => open,
                None => PgConnection::connect(&url).await?,
            };
            let asked = Instant::now();
            let timeline: String = sqlx::query_scalar(WRITE).fetch_one(&mut open).await?;
            let answered = Instant::now();
            Ok::<_, sqlx::Error>((open, Acknowledged { server, timeline, asked, answered }))
        };
        if let Ok(Ok((open, acknowledged))) = timeout(WRITE_TIMEOUT, writing).await {
            connection = Some(open);
            lock(&observed).acknowledged.push(acknowledged);
        }
    }
}

/// How many writes a server acknowledged that were asked for after another server had acknowledged one on a later timeline.
fn on_old_timeline(acknowledged: &[Acknowledged]) -> usize {
    let is_old = |write: &&Acknowledged| {
        let is_later = |other: &Acknowledged| {
            other.server != write.server && other.timeline > write.timeline && other.answered < write.asked
        };
        acknowledged.iter().any(is_later)
    };
    acknowledged.iter().filter(is_old).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_acknowledgement_on_a_timeline_that_was_left_behind_is_counted() {
        let start = Instant::now();
        let at = |milliseconds| start + Duration::from_millis(milliseconds);
        let write = |server, timeline: &str, asked, answered| Acknowledged {
            server,
            timeline: timeline.to_owned(),
            asked: at(asked),
            answered: at(answered),
        };
        let mut writes =
            vec![write(0, "00000001", 0, 1), write(1, "00000002", 5, 9), write(0, "00000001", 8, 30)];
        assert_eq!(on_old_timeline(&writes), 0, "it was asked for before the other's acknowledgement");
        writes.push(write(0, "00000003", 40, 41));
        assert_eq!(on_old_timeline(&writes), 0, "a server that is primary again has a new timeline");
        writes.push(write(0, "00000001", 10, 11));
        assert_eq!(on_old_timeline(&writes), 1);
    }

    #[test]
    fn the_time_with_several_writable_servers_is_added_up() {
        let start = Instant::now();
        let mut observed = Observed::default();
        for (server, is_writable, at) in
            [(0, true, 0), (1, true, 10), (1, true, 20), (0, false, 30), (2, true, 50), (1, false, 60)]
        {
            observed.note(server, is_writable, start + Duration::from_secs(at));
        }
        assert_eq!((observed.most_writable, observed.several_for), (2, Duration::from_secs(30)));
    }
}
