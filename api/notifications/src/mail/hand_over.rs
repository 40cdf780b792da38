//! Hands mails that were just queued to the sender of this process, which then need not take them from the outbox, nor
//! read the events that they are about.
//!
//! Their rows are inserted with a lease, as if the sender had taken them: after a crash the next sender sends them when
//! the lease ends. Only an idle sender gets mails in this way; otherwise they are due at once for any sender.

use std::sync::{Mutex, PoisonError};

use chrono::TimeDelta;
use fairway_store::outbox::Taken;
use tokio::sync::oneshot;
use tokio::time::Instant;

use super::bookings::MailFacts;
use super::lease::Lease;

/// Mails with a lease for the sender that gets them.
#[derive(Debug)]
pub(super) struct HandedOver {
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
    pub(super) fn hand_over(self, mails: Vec<(Taken, MailFacts)>, leased_at: Instant) {
        let deadline = leased_at + self.lease.safe_duration();
        if !mails.is_empty() && self.mails.send(HandedOver { mails, deadline }).is_err() {
            tracing::info!("the sender ended before it got mails; they are sent when their lease ends");
        }
    }
}

/// Where the sender of this process says that it is ready.
#[derive(Debug, Default)]
pub(super) struct HandOver(Mutex<State>);

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
        work(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}
