//! How long a sender has the mails that it took. The lease is short, so that the mails of a killed sender are soon sent
//! by another, and renewed while the sender works, so that no mail is sent twice because a server is slow: a sender
//! that cannot renew its lease stops before the lease ends. It ends by the clock of the database.

use std::collections::HashSet;
use std::time::Duration;

use chrono::TimeDelta;
use fairway_clock::clock::Clock;
use fairway_store::PgPool;
use fairway_store::outbox::{self, Taken, in_hand};
use tokio::sync::{Mutex, watch};
use tokio::time::Instant;
use uuid::Uuid;

/// The length of a lease.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Lease(Duration);

impl Default for Lease {
    fn default() -> Self {
        Self(Duration::from_secs(60))
    }
}

impl Lease {
    /// A lease of this length, at least a second.
    #[must_use]
    pub fn lasting(length: Duration) -> Self {
        Self(length.max(Duration::from_secs(1)))
    }

    /// The length for the outbox.
    pub(crate) fn as_delta(self) -> TimeDelta {
        TimeDelta::from_std(self.0).unwrap_or(TimeDelta::MAX)
    }

    /// How often it is renewed: three attempts before it ends.
    pub(super) fn renewal(self) -> Duration {
        self.0 / 4
    }

    /// How long its holder may rely on it: the rest is a margin for data in transit.
    pub(crate) fn safe_duration(self) -> Duration {
        self.0 * 5 / 6
    }
}

/// The mails that a sender has leased.
#[derive(Debug)]
pub(super) struct LeasedMails {
    pub(super) mails: Mutex<HashSet<Uuid>>,
    /// The batch that they are, if the sender got them as they were queued; otherwise they have rows in the outbox.
    pub(super) batch: Option<Uuid>,
    deadline: watch::Sender<Instant>,
}

impl LeasedMails {
    pub(super) fn new(taken: &[Taken], batch: Option<Uuid>, deadline: Instant) -> Self {
        let mails = taken.iter().map(|mail| mail.id).collect();
        Self { mails: Mutex::new(mails), batch, deadline: watch::Sender::new(deadline) }
    }

    /// Renews the lease on the mails that are not sent yet, repeatedly. Completes if it has ended.
    pub(super) async fn renew(&self, pool: &PgPool, clock: &Clock, lease: Lease) {
        loop {
            // It may have been waiting for its sender.
            let left = self.deadline.borrow().saturating_duration_since(Instant::now());
            tokio::time::sleep(lease.renewal().min(left / 2)).await;
            let started_at = Instant::now();
            // Locked until the renewal is done: a mail that is settled meanwhile must not be postponed again.
            let mails = self.mails.lock().await;
            let renewed = match self.batch {
                Some(batch) => in_hand::renew(pool, batch, lease.as_delta()).await,
                None => {
                    let ids: Vec<Uuid> = mails.iter().copied().collect();
                    outbox::renew(pool, &ids, clock.now(), lease.as_delta()).await.map(|()| true)
                }
            };
            match renewed {
                Ok(true) => self.renewed(started_at + lease.safe_duration()),
                Ok(false) => return,
                Err(error) => tracing::warn!(%error, "the lease on mails was not renewed; trying again"),
            }
        }
    }

    fn renewed(&self, deadline: Instant) {
        self.deadline.send_replace(deadline);
    }

    /// Completes when the lease must not be relied on any more.
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
        let leased = LeasedMails::new(&[], None, start + lease.safe_duration());
        let lapsing = leased.lapsed();
        let renewing = async {
            tokio::time::sleep(lease.renewal()).await;
            leased.renewed(Instant::now() + lease.safe_duration());
        };
        tokio::join!(lapsing, renewing);
        assert_eq!(start.elapsed(), lease.renewal() + lease.safe_duration());
    }
}
