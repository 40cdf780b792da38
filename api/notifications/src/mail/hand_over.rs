//! Hands mails to the sender of this process as they are queued: it need not take them from the outbox, nor read the
//! events that they are about, and those that it sends at the first attempt have no row there.
//!
//! One row holds them with a lease: after a crash the next sender sends them when the lease ends. Only an idle sender gets
//! mails in this way, for which those who queue wait a moment; otherwise they are due at once for any sender.

use std::sync::{Mutex, PoisonError};
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
    became_idle: Notify,
}

#[derive(Debug, Default)]
struct State {
    idle: bool,
    ready: Option<ReadySender>,
}

impl HandOver {
    /// Notes that the sender is ready, and returns where it gets its mails; replaces an earlier note.
    pub(super) fn get_ready(&self, lease: Lease) -> oneshot::Receiver<HandedOver> {
        let (mails, receiver) = oneshot::channel();
        self.state(|state| state.ready = Some(ReadySender { lease, mails }));
        receiver
    }

    /// Notes whether the sender has nothing else to send.
    pub(super) fn set_idle(&self, idle: bool) {
        self.state(|state| state.idle = idle);
        if idle {
            self.became_idle.notify_waiters();
        }
    }

    /// Waits until the sender is idle, if there is one: a moment at most.
    pub(super) async fn until_idle(&self) {
        let idle = async {
            loop {
                let becomes_idle = self.became_idle.notified();
                if self.state(|state| state.idle || !state.ready.as_ref().is_some_and(ReadySender::is_there))
                {
                    return;
                }
                becomes_idle.await;
            }
        };
        // Elapsed: its mails get rows in the outbox.
        let _ = tokio::time::timeout(PATIENCE, idle).await;
    }

    /// The sender, if it is ready and idle and has not ended.
    pub(super) fn idle_sender(&self) -> Option<ReadySender> {
        self.state(|state| state.ready.take_if(|sender| state.idle && sender.is_there()))
    }

    /// Whether [`Self::idle_sender`] has one.
    pub(super) fn has_idle_sender(&self) -> bool {
        self.state(|state| state.idle && state.ready.as_ref().is_some_and(ReadySender::is_there))
    }

    fn state<T>(&self, work: impl FnOnce(&mut State) -> T) -> T {
        work(&mut self.state.lock().unwrap_or_else(PoisonError::into_inner))
    }
}
