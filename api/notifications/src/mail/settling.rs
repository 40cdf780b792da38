//! Settles mails after an attempt: sent, not needed any more, to be tried again after a growing pause, or given up.

use std::collections::HashMap;

use chrono::TimeDelta;
use fairway_store::outbox::{self, Taken, in_hand};
use fairway_text::error_chain::Chain;
use uuid::Uuid;

use super::attempt::AttemptError;
use super::lease::LeasedMails;
use super::sender::Sender;

/// After so many attempts, a little over a day, the mail is outdated.
const ATTEMPTS: u32 = 15;

/// How an attempt ended.
pub(super) enum Outcome {
    Sent,
    Obsolete,
    Failed(AttemptError),
}

impl Sender {
    /// Settles the mails whose attempts have ended. Fails when the database does not answer.
    pub(super) async fn settle(
        &self,
        ended: Vec<(Uuid, Outcome)>,
        unsettled: &mut HashMap<Uuid, Taken>,
        leased: &LeasedMails,
    ) -> Result<(), fairway_store::Error> {
        if ended.is_empty() {
            return Ok(());
        }
        let mut mails = leased.mails.lock().await;
        mails.retain(|id| ended.iter().all(|(ended, _)| ended != id));
        drop(mails);
        let (mut sent, mut obsolete, mut failed) = (Vec::new(), Vec::new(), Vec::new());
        for (id, outcome) in ended {
            let Some(mail) = unsettled.remove(&id) else { continue };
            match outcome {
                Outcome::Sent => {
                    tracing::info!(mail = %mail.id, attempts = mail.attempts, "a mail was sent");
                    self.delivery.answers().taken(self.clock.now());
                    sent.push(id);
                }
                Outcome::Obsolete => obsolete.push(id),
                Outcome::Failed(error) => failed.push((mail, error)),
            }
        }
        let now = self.clock.now();
        match leased.batch {
            // A mail of a batch is never obsolete: it tells what happened a moment ago.
            Some(batch) => {
                sent.sort_unstable();
                let is_last = unsettled.is_empty() && failed.is_empty();
                in_hand::sent(&self.pool, batch, &sent, is_last, now).await?;
            }
            None => {
                outbox::sent(&self.pool, &sent, now).await?;
                outbox::obsolete(&self.pool, &obsolete, now).await?;
            }
        }
        for (mail, error) in &failed {
            self.settle_failed(mail, error, leased.batch).await?;
        }
        match leased.batch {
            Some(batch) if unsettled.is_empty() && !failed.is_empty() => {
                in_hand::end(&self.pool, batch).await
            }
            _ => Ok(()),
        }
    }

    async fn settle_failed(
        &self,
        mail: &Taken,
        error: &AttemptError,
        batch: Option<Uuid>,
    ) -> Result<(), fairway_store::Error> {
        let now = self.clock.now();
        if let AttemptError::Transport(error) = error {
            self.delivery.answers().failed(now, error.kind());
        }
        let until = now + pause_after(mail.attempts);
        if let Some(batch) = batch
            && !in_hand::queue_failed(&self.pool, batch, mail.id, until).await?
        {
            return Ok(());
        }
        let text = Chain(error).to_string();
        if error.is_final() || mail.attempts >= ATTEMPTS {
            tracing::error!(
                mail = %mail.id, attempts = mail.attempts, error = text,
                "a mail failed too often and is not sent again"
            );
            let bounced = error.refuses_address().then_some(mail.address.as_str());
            return outbox::given_up(&self.pool, mail.id, &text, bounced, now).await;
        }
        tracing::warn!(
            mail = %mail.id, attempts = mail.attempts, pause_s = (until - now).num_seconds(), error = text,
            "a mail was not sent and will be tried again"
        );
        outbox::postpone(&self.pool, mail.id, &text, until).await
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
