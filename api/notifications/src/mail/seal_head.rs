//! Mails the seal's head to an address outside once a day: whoever changes the journal and its seal cannot change what
//! was mailed before.

use std::time::Duration;

use chrono::NaiveDate;
use fairway_audit::{dates, seal};
use fairway_clock::clock::Clock;
use fairway_documents::mail::SealHeadMail;
use fairway_store::PgPool;
use fairway_store::outbox::Recipient;
use fairway_store::outbox::queue::Outbox;

use crate::state::Settings;

/// How often it is looked whether a day has begun.
const POLL: Duration = Duration::from_secs(60);

/// Mails the head. Any number of processes may: the outbox takes one mail for each day.
#[derive(Debug, Clone)]
pub struct SealMails {
    pool: PgPool,
    clock: Clock,
    outbox: Outbox,
    to: String,
    operator_url: String,
}

impl SealMails {
    /// As configured; none: the head is mailed to nobody.
    #[must_use]
    pub fn new(settings: &Settings, pool: PgPool, clock: Clock, outbox: Outbox) -> Option<Self> {
        let to = settings.seal_to.clone()?;
        Some(Self { pool, clock, outbox, to, operator_url: settings.operator_url.clone() })
    }

    /// Mails the head of each day until `stopped` completes.
    pub async fn run(self, stopped: impl Future<Output = ()> + Send) {
        tokio::select! {
            () = stopped => {}
            () = self.follow() => {}
        }
    }

    async fn follow(&self) {
        let mut last = None;
        loop {
            let today = self.clock.today();
            if last != Some(today) {
                match self.queue(today).await {
                    Ok(true) => last = Some(today),
                    // Nothing is sealed yet.
                    Ok(false) => {}
                    Err(error) => {
                        tracing::warn!(%error, "the seal's head was not mailed; it is tried again in a minute")
                    }
                }
            }
            tokio::time::sleep(POLL).await;
        }
    }

    /// Queues today's mail, unless another process did; false: nothing is sealed yet.
    /// Fails when the database does not answer.
    pub async fn queue(&self, today: NaiveDate) -> anyhow::Result<bool> {
        let Some((head, recorded_at)) = seal::recorded_head(&self.pool).await? else { return Ok(false) };
        let mail = SealHeadMail {
            operator_url: &self.operator_url,
            day: today,
            head: &head.to_string(),
            recorded_at: &dates::instant(recorded_at),
        };
        let mut transaction = self.pool.begin().await?;
        let to = Recipient::Address(self.to.clone());
        let key = format!("seal/{today}");
        let queued = self.outbox.queue(&mut transaction, &key, &to, &mail.compose()).await?;
        transaction.commit().await?;
        if queued {
            self.outbox.wake();
        }
        Ok(true)
    }
}
