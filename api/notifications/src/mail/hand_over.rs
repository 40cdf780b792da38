//! Hands mails to the sender of this process as they are queued: it need not take them from the outbox, nor read the
//! events that they are about, and those that it sends at the first attempt have no row there.
//!
//! One row holds them with a lease: after a crash the next sender sends them when the lease ends. Only an idle sender gets
//! mails in this way, for which those who queue wait a moment; otherwise they are due at once for any sender.

use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::Duration;

use chrono::TimeDelta;
use fairway_store::outbox::Taken;
use tokio::sync::{Notify, oneshot};
use tokio::time::Instant;
use uuid::Uuid;

use super::bookings::MailFacts;
use super::lease::Lease;

/// How long those who queue mails wait for a busy sender.
const PATIENCE: Duration = Duration::from_secs(1);

/// Mails with a lease for the sender that gets them.
#[derive(Debug)]
pub(super) struct HandedOver {
    /// The batch that holds them.
    pub(super) batch: Uuid,
    pub(super) mails: Vec<(Taken, MailFacts)>,
    /// Until when their sender may rely on the lease.
    pub(super) deadline: Instant,
}

/// A sender that is ready to get mails. If this is dropped, the sender notices.
#[derive(Debug)]
pub(super) struct ReadySender {
    lease: Lease,
    mails: oneshot::Sender<HandedOver>,
}

impl ReadySender {
    /// The length of the lease for the outbox.
    pub(super) fn lease(&self) -> TimeDelta {
        self.lease.as_delta()
    }

    fn is_there(&self) -> bool {
        !self.mails.is_closed()
    }

    /// Hands committed mails over. `leased_at` is before their lease was computed. If the sender has ended, the next one
    /// sends them when the lease ends.
    pub(super) fn hand_over(self, batch: Uuid, mails: Vec<(Taken, MailFacts)>, leased_at: Instant) {
        let deadline = leased_at + self.lease.safe_duration();
        if self.mails.send(HandedOver { batch, mails, deadline }).is_err() {
            tracing::info!("the sender ended before it got mails; they are sent when their lease ends");
        }
    }
}

/// Where the sender of this process says that it is ready.
#[derive(Debug, Default)]
pub(super) struct HandOver {
    state: Mutex<State>,
    changed: Notify,
}

#[derive(Debug, Default)]
struct State {
    /// Whether there is a sender: it holds the other end.
    running: Weak<()>,
    idle: bool,
    ready: Option<ReadySender>,
}

impl State {
    fn has_idle_sender(&self) -> bool {
        self.idle && self.ready.as_ref().is_some_and(ReadySender::is_there)
    }
}

impl HandOver {
    /// Notes that there is a sender, as long as it holds what this returns.
    pub(super) fn begin(&self) -> Arc<()> {
        let running = Arc::new(());
        self.change(|state| state.running = Arc::downgrade(&running));
        running
    }

    /// Notes that the sender is ready, and returns where it gets its mails; replaces an earlier note.
    pub(super) fn get_ready(&self, lease: Lease) -> oneshot::Receiver<HandedOver> {
        let (mails, receiver) = oneshot::channel();
        self.change(|state| state.ready = Some(ReadySender { lease, mails }));
        receiver
    }

    /// Notes whether the sender has nothing else to send.
    pub(super) fn set_idle(&self, idle: bool) {
        self.change(|state| state.idle = idle);
    }

    /// Waits until the sender is ready and idle, if there is one: a moment at most.
    pub(super) async fn until_idle(&self) {
        let idle = async {
            loop {
                let changed = self.changed.notified();
                if self.state(|state| state.has_idle_sender() || state.running.strong_count() == 0) {
                    return;
                }
                changed.await;
            }
        };
        // If it stays busy, its mails get rows in the outbox.
        let _ = tokio::time::timeout(PATIENCE, idle).await;
    }

    /// The sender, if it is ready and idle and has not ended.
    pub(super) fn idle_sender(&self) -> Option<ReadySender> {
        self.state(|state| if state.has_idle_sender() { state.ready.take() } else { None })
    }

    /// Whether [`Self::idle_sender`] has one.
    pub(super) fn has_idle_sender(&self) -> bool {
        self.state(|state| state.has_idle_sender())
    }

    fn change(&self, change: impl FnOnce(&mut State)) {
        self.state(change);
        self.changed.notify_waiters();
    }

    fn state<T>(&self, work: impl FnOnce(&mut State) -> T) -> T {
        work(&mut self.state.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn whoever_queues_waits_for_a_busy_sender_a_moment_and_for_none_not_at_all() {
        let hand_over = HandOver::default();
        let start = Instant::now();
        hand_over.until_idle().await;
        assert_eq!(start.elapsed(), Duration::ZERO, "there is no sender");

        let running = hand_over.begin();
        let _mails = hand_over.get_ready(Lease::default());
        hand_over.set_idle(true);
        hand_over.until_idle().await;
        assert_eq!(start.elapsed(), Duration::ZERO, "it is idle");

        assert!(hand_over.idle_sender().is_some());
        let queueing = hand_over.until_idle();
        let mut next_mails = None;
        let sending = async {
            tokio::time::sleep(PATIENCE / 2).await;
            next_mails = Some(hand_over.get_ready(Lease::default()));
        };
        tokio::join!(queueing, sending);
        assert_eq!(start.elapsed(), PATIENCE / 2, "until it has sent");

        drop(next_mails);
        hand_over.until_idle().await;
        assert_eq!(start.elapsed(), PATIENCE / 2 + PATIENCE, "it is busy for long");
        drop(running);
        hand_over.until_idle().await;
        assert_eq!(start.elapsed(), PATIENCE / 2 + PATIENCE, "it has ended");
    }
}
