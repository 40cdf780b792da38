//! How long a sender has the mails that it took to itself. The lease is short, so that the mails of one that was killed
//! soon go out, and renewed while it works, so that a slow server does not have them sent by two at once: who cannot
//! renew stops before the lease is over.

use std::collections::HashSet;
use std::time::Duration;

use chrono::TimeDelta;
use tokio::sync::{Mutex, watch};
use tokio::time::Instant;
use uuid::Uuid;

use crate::store::outbox::Taken;

/// The length of a lease.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Lease(Duration);

impl Default for Lease {
    fn default() -> Self {
        Self(Duration::from_secs(60))
    }
}

impl Lease {
    /// Of this length, at least a second.
    #[must_use]
    pub fn of(length: Duration) -> Self {
        Self(length.max(Duration::from_secs(1)))
    }

    /// As the outbox counts it.
    pub(super) fn as_delta(self) -> TimeDelta {
        TimeDelta::from_std(self.0).unwrap_or(TimeDelta::MAX)
    }

    /// How often it is renewed: three attempts before it lapses.
    pub(super) fn renewal(self) -> Duration {
        self.0 / 4
    }

    /// How long its holder relies on it: the rest is for clocks that differ and for what is still on the wire.
    pub(super) fn trusted(self) -> Duration {
        self.0 * 5 / 6
    }
}

/// The mails that a sender has leased.
#[derive(Debug)]
pub(super) struct LeasedMails {
    pub(super) mails: Mutex<HashSet<Uuid>>,
    deadline: watch::Sender<Instant>,
}

impl LeasedMails {
    pub(super) fn holding(taken: &[Taken], deadline: Instant) -> Self {
        let mails = taken.iter().map(|mail| mail.id).collect();
        Self { mails: Mutex::new(mails), deadline: watch::Sender::new(deadline) }
    }

    pub(super) fn renewed(&self, deadline: Instant) {
        self.deadline.send_replace(deadline);
    }

    /// Completes when the lease can be relied on no longer.
    pub(super) async fn lapsed(&self) {
        let mut deadline = self.deadline.subscribe();
        loop {
            let current = *deadline.borrow_and_update();
            tokio::select! {
                () = tokio::time::sleep_until(current) => return,
                _ = deadline.changed() => {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_lease_lapses_unless_it_is_renewed() {
        let (start, lease) = (Instant::now(), Lease::default());
        let hand = LeasedMails::holding(&[], start + lease.trusted());
        let lapsing = hand.lapsed();
        let renewing = async {
            tokio::time::sleep(lease.renewal()).await;
            hand.renewed(Instant::now() + lease.trusted());
        };
        tokio::join!(lapsing, renewing);
        assert_eq!(start.elapsed(), lease.renewal() + lease.trusted());
    }
}
