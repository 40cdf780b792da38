//! Works the outbox off: at least once per mail, later after every failure, and given up in the end.

use std::future::Future;
use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use futures::StreamExt;
use lettre::message::Mailbox;
use sqlx::PgPool;
use tokio::time::Instant;
use uuid::Uuid;

use super::Outbox;
use super::lease::{Lease, LeasedMails};
use super::message::{self, Unsendable};
use super::transport::{Transport, TransportError};
use crate::clock::Clock;
use crate::config::Config;
use crate::error_chain::Chain;
use crate::store::outbox::{self, Taken};

/// How often to look without having been woken: other processes queue too, and failed mails become due.
const POLL: Duration = Duration::from_secs(2);
/// Mails that are taken at once.
const BATCH: i64 = 50;
/// Mails that are under way at once.
const PARALLEL: usize = 4;
/// How often drafts are looked for that nobody writes any more.
const CLEARING: Duration = Duration::from_secs(15 * 60);
/// After so many attempts, a little over a day, nobody waits for the mail any more.
const ATTEMPTS: u32 = 15;

/// Sends what is in the outbox. Several may run, here and elsewhere: each mail is taken by one.
#[derive(Debug, Clone)]
pub struct Sender {
    pool: PgPool,
    clock: Clock,
    outbox: Outbox,
    transport: Transport,
    from: Mailbox,
    lease: Lease,
}

/// Why an attempt failed.
#[derive(Debug, thiserror::Error)]
enum AttemptError {
    #[error(transparent)]
    Unsendable(#[from] Unsendable),
    #[error(transparent)]
    Transport(#[from] TransportError),
}

impl AttemptError {
    /// Whether another attempt would fail the same way.
    fn is_final(&self) -> bool {
        match self {
            Self::Unsendable(_) => true,
            Self::Transport(error) => error.is_final(),
        }
    }
}

/// Why no mail can be sent at all.
#[derive(Debug, thiserror::Error)]
pub enum SenderError {
    /// The sender's address is none.
    #[error("mails cannot be sent from this address")]
    From(#[from] Unsendable),
    /// The links in mails would lead nowhere.
    #[error(transparent)]
    Portal(#[from] fairway_documents::portal::InvalidPortal),
    /// The way out does not exist.
    #[error("FAIRWAY_MAIL cannot be used")]
    Transport(#[from] TransportError),
}

impl Sender {
    /// A sender as configured.
    ///
    /// # Errors
    /// [`SenderError`].
    pub fn new(config: &Config, pool: PgPool, clock: Clock, outbox: Outbox) -> Result<Self, SenderError> {
        let from = message::sender(&config.contact_email)?;
        let transport = Transport::from_config(config)?;
        Ok(Self { pool, clock, outbox, transport, from, lease: Lease::default() })
    }

    /// The same with another lease, which tests have no time to wait for.
    #[must_use]
    pub fn with_lease(self, lease: Lease) -> Self {
        Self { lease, ..self }
    }

    /// Sends until `shutdown` completes. A mail that is under way then is tried again by the next sender.
    pub async fn run(self, shutdown: impl Future<Output = ()>) {
        tokio::select! {
            () = shutdown => {}
            () = self.work() => {}
        }
    }

    async fn work(&self) {
        let mut clearing = tokio::time::interval(CLEARING);
        loop {
            tokio::select! {
                biased;
                _ = clearing.tick() => self.transport.clear_drafts().await,
                () = std::future::ready(()) => {}
            }
            match self.send_due().await {
                // A full batch: more is likely waiting.
                Ok(taken) if i64::try_from(taken).is_ok_and(|taken| taken == BATCH) => continue,
                Ok(_) => {}
                Err(error) => {
                    tracing::warn!(error = %Chain(&error), "the outbox cannot be read; trying again")
                }
            }
            tokio::select! {
                () = self.outbox.woken() => {}
                () = tokio::time::sleep(POLL) => {}
            }
        }
    }

    /// Tries every mail that is due, at most a batch; returns how many there were.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn send_due(&self) -> Result<usize, sqlx::Error> {
        // Before the lease begins by the database's row, so that ours is over first.
        let begun = Instant::now();
        let now = self.clock.now();
        let taken = outbox::take(&self.pool, now, now + self.lease.as_delta(), BATCH).await?;
        let count = taken.len();
        let hand = LeasedMails::holding(&taken, begun + self.lease.trusted());
        // Gathered first: a closure inside the stream would keep this future from being spawned.
        let attempts: Vec<_> = taken.iter().map(|mail| self.attempt(mail, now, &hand)).collect();
        let sending = futures::stream::iter(attempts).buffer_unordered(PARALLEL).collect::<Vec<_>>();
        tokio::select! {
            results = sending => results.into_iter().collect::<Result<(), _>>()?,
            () = self.renew(&hand) => {}
            () = hand.lapsed() => {
                tracing::warn!("the lease on mails could not be renewed in time; whoever takes them next sends them");
            }
        }
        Ok(count)
    }

    /// Renews the lease on what is not sent yet, again and again.
    async fn renew(&self, hand: &LeasedMails) {
        loop {
            tokio::time::sleep(self.lease.renewal()).await;
            let begun = Instant::now();
            // Held until it is done: what is settled meanwhile must not be put off again.
            let mails = hand.mails.lock().await;
            let ids: Vec<Uuid> = mails.iter().copied().collect();
            match outbox::renew(&self.pool, &ids, self.clock.now() + self.lease.as_delta()).await {
                Ok(()) => hand.renewed(begun + self.lease.trusted()),
                Err(error) => tracing::warn!(%error, "the lease on mails was not renewed; trying again"),
            }
        }
    }

    async fn attempt(&self, mail: &Taken, now: DateTime<Utc>, hand: &LeasedMails) -> Result<(), sqlx::Error> {
        let outcome = self.send(mail, now).await;
        hand.mails.lock().await.remove(&mail.id);
        self.settle(mail, outcome).await
    }

    async fn send(&self, mail: &Taken, now: DateTime<Utc>) -> Result<(), AttemptError> {
        let message = message::compose(mail, &self.from, now)?;
        Ok(self.transport.send(mail.id, now, message).await?)
    }

    async fn settle(&self, mail: &Taken, outcome: Result<(), AttemptError>) -> Result<(), sqlx::Error> {
        match outcome {
            Ok(()) => {
                tracing::info!(mail = %mail.id, attempts = mail.attempts, "a mail was sent");
                outbox::sent(&self.pool, mail.id, self.clock.now()).await
            }
            Err(error) if error.is_final() || mail.attempts >= ATTEMPTS => {
                let error = Chain(&error).to_string();
                self.give_up(mail, error).await
            }
            Err(error) => {
                let error = Chain(&error).to_string();
                let pause = pause_after(mail.attempts);
                tracing::warn!(
                    mail = %mail.id, attempts = mail.attempts, pause_s = pause.num_seconds(), error,
                    "a mail was not sent and will be tried again"
                );
                outbox::put_off(&self.pool, mail.id, &error, self.clock.now() + pause).await
            }
        }
    }

    async fn give_up(&self, mail: &Taken, error: String) -> Result<(), sqlx::Error> {
        tracing::error!(mail = %mail.id, attempts = mail.attempts, error, "a mail is given up");
        outbox::given_up(&self.pool, mail.id, &error, self.clock.now()).await
    }
}

/// 15 s, doubled with every attempt, at most 6 hours.
fn pause_after(attempts: u32) -> TimeDelta {
    let doubled = 15_i64.saturating_mul(1 << attempts.saturating_sub(1).min(20));
    TimeDelta::seconds(doubled.min(6 * 3600))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_grow_and_have_an_end() {
        let seconds: Vec<i64> =
            [1, 2, 3, 11, 12, 60].map(|attempts| pause_after(attempts).num_seconds()).into();
        assert_eq!(seconds, [15, 30, 60, 15_360, 21_600, 21_600]);
    }
}
