//! Sends the mails of the outbox: at least once each, retried with growing pauses, and given up in the end. A mail about
//! a round is composed here, immediately before it is sent. Its functions fail when the database does not answer.

use std::collections::HashMap;
use std::future::Future;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use chrono::{DateTime, Utc};
use fairway_clock::clock::Clock;
use fairway_store::PgPool;
use fairway_store::outbox::{self, Taken, Uncomposed, UncomposedWaiting, in_hand};
use fairway_text::error_chain::Chain;
use futures::StreamExt;
use lettre::message::Mailbox;
use tokio::sync::oneshot;
use tokio::time::Instant;
use uuid::Uuid;

use super::attempt::AttemptError;
use super::bookings::{ComposeError, Composed, Composer, MailFacts};
use super::delivery::MailDelivery;
use super::hand_over::HandedOver;
use super::lease::{Lease, LeasedMails};
use super::message::{self, Content, Unsendable};
use super::settling::Outcome;
use super::transport::{Transport, TransportError};
use crate::state::Settings;

/// How often the outbox is read without a wake-up: other processes queue too, and failed mails become due.
const POLL: Duration = Duration::from_secs(2);
/// Mails per batch.
const BATCH: i64 = 50;
/// How often abandoned drafts are searched for.
const DRAFT_CLEANUP_INTERVAL: Duration = Duration::from_secs(15 * 60);

/// Sends the mails of the outbox. Several senders may run, here and in other processes: each mail is taken by one.
#[derive(Debug, Clone)]
pub struct Sender {
    pub(super) pool: PgPool,
    pub(super) clock: Clock,
    pub(super) delivery: MailDelivery,
    composer: Composer,
    transport: Transport,
    from: Mailbox,
    lease: Lease,
    /// The batch in hand, for the end of the process.
    batch: Arc<Mutex<Option<Uuid>>>,
}

enum ToSend {
    Message(Content),
    /// Nothing: the recipient does not need the mail any more.
    Obsolete,
}

/// Why no mail can be sent at all.
#[derive(Debug, thiserror::Error)]
pub enum SenderError {
    /// The sender's address is invalid.
    #[error("mails cannot be sent from this address")]
    From(#[from] Unsendable),
    /// The transport cannot be used.
    #[error("FAIRWAY_MAIL cannot be used")]
    Transport(#[from] TransportError),
}

impl Sender {
    /// A sender as configured.
    ///
    /// # Errors
    /// [`SenderError`].
    pub fn new(
        settings: &Settings,
        pool: PgPool,
        clock: Clock,
        delivery: MailDelivery,
    ) -> Result<Self, SenderError> {
        let from = message::sender(settings.links.portal.contact_email())?;
        let transport = Transport::new(settings)?;
        let composer = Composer::new(pool.clone(), clock.clone(), settings.links.clone());
        Ok(Self {
            pool,
            clock,
            delivery,
            composer,
            transport,
            from,
            lease: Lease::default(),
            batch: Arc::default(),
        })
    }

    /// The same with another lease, for tests, which cannot wait for the default.
    #[must_use]
    pub fn with_lease(self, lease: Lease) -> Self {
        Self { lease, ..self }
    }

    /// Sends until `shutdown` completes. The next sender retries a mail whose sending is interrupted; those that this one
    /// was handed are queued for it.
    pub async fn run(self, shutdown: impl Future<Output = ()>) {
        tokio::select! {
            () = shutdown => {}
            () = self.send_continuously() => {}
        }
        let unfinished = self.batch.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(batch) = unfinished
            && let Err(error) = in_hand::queue_unsent(&self.pool, Some(batch), self.clock.now()).await
        {
            tracing::warn!(error = %Chain(&error), "mails that were not sent wait for the end of their lease");
        }
    }

    async fn send_continuously(&self) {
        let mut draft_cleanup = tokio::time::interval(DRAFT_CLEANUP_INTERVAL);
        let hand_over = self.delivery.hand_over();
        let _running = hand_over.begin();
        let mut handed_over = hand_over.get_ready(self.lease);
        loop {
            tokio::select! {
                biased;
                _ = draft_cleanup.tick() => self.transport.clear_drafts().await,
                () = std::future::ready(()) => {}
            }
            hand_over.set_idle(false);
            match self.send_due().await {
                // A full batch: more mails are likely waiting.
                Ok(taken) if i64::try_from(taken).is_ok_and(|taken| taken == BATCH) => continue,
                Ok(_) => {}
                Err(error) => {
                    tracing::warn!(error = %Chain(&error), "the outbox cannot be read; trying again")
                }
            }
            hand_over.set_idle(true);
            let poll = std::pin::pin!(tokio::time::sleep(POLL));
            self.send_handed_over(&mut handed_over, poll).await;
        }
    }

    /// Sends the mails that are handed over, until there may be others in the outbox.
    async fn send_handed_over(
        &self,
        handed_over: &mut oneshot::Receiver<HandedOver>,
        mut poll: Pin<&mut tokio::time::Sleep>,
    ) {
        loop {
            tokio::select! {
                // First: their lease runs.
                biased;
                ready = &mut *handed_over => {
                    // Until it is sent, new mails are due at once for any sender.
                    if let Ok(ready) = ready && let Err(error) = self.send_mails(ready).await {
                        tracing::warn!(error = %Chain(&error), "sent mails may be sent again");
                    }
                    *handed_over = self.delivery.hand_over().get_ready(self.lease);
                }
                () = self.delivery.outbox.woken() => return,
                () = &mut poll => return,
            }
        }
    }

    /// Sends mails that were leased when they were queued.
    async fn send_mails(&self, handed_over: HandedOver) -> Result<(), fairway_store::Error> {
        let HandedOver { batch, mails, deadline } = handed_over;
        let now = self.clock.now();
        *self.batch.lock().unwrap_or_else(PoisonError::into_inner) = Some(batch);
        let (taken, facts): (Vec<Taken>, Vec<MailFacts>) = mails.into_iter().unzip();
        let leased = LeasedMails::new(&taken, Some(batch), deadline);
        let facts = taken.iter().map(|mail| mail.id).zip(facts).collect();
        let sent = self
            .while_leased(&leased, async {
                let composed = match self.composer.compose_mails(&facts).await {
                    Ok(composed) => {
                        contents(taken, composed.into_iter().map(|(id, one)| (id, Ok(one))).collect())
                    }
                    // As if they had been taken from the outbox: only a mail that cannot be composed is tried again later.
                    Err(_) => self.compose(taken).await,
                };
                self.send_composed(composed, now, &leased).await
            })
            .await;
        *self.batch.lock().unwrap_or_else(PoisonError::into_inner) = None;
        sent
    }

    /// Sends every mail that is due, at most a batch; returns how many there were.
    pub async fn send_due(&self) -> Result<usize, fairway_store::Error> {
        // Taken before the database sets the lease, so that our deadline is the earlier one.
        let started_at = Instant::now();
        let now = self.clock.now();
        in_hand::queue_unsent(&self.pool, None, now).await?;
        let taken = outbox::take(&self.pool, now, self.lease.as_delta(), BATCH).await?;
        let count = taken.len();
        let leased = LeasedMails::new(&taken, None, started_at + self.lease.safe_duration());
        self.while_leased(&leased, async {
            let composed = self.compose(taken).await;
            self.send_composed(composed, now, &leased).await
        })
        .await?;
        Ok(count)
    }

    /// Sends as long as the lease lasts, and renews it meanwhile.
    async fn while_leased(
        &self,
        leased: &LeasedMails,
        sending: impl Future<Output = Result<(), fairway_store::Error>>,
    ) -> Result<(), fairway_store::Error> {
        tokio::select! {
            sent = sending => sent,
            () = leased.renew(&self.pool, &self.clock, self.lease) => {
                tracing::warn!("the lease on mails has ended; another sender sends the others");
                Ok(())
            }
            () = leased.lapsed() => {
                tracing::warn!(
                    "the lease on mails could not be renewed in time; the next sender that takes them sends them"
                );
                Ok(())
            }
        }
    }

    /// Sends mails, and settles together those that are sent by the same time.
    async fn send_composed(
        &self,
        composed: Vec<(Taken, Result<ToSend, AttemptError>)>,
        now: DateTime<Utc>,
        leased: &LeasedMails,
    ) -> Result<(), fairway_store::Error> {
        let mut unsettled: HashMap<Uuid, Taken> = HashMap::new();
        let (mut messages, mut without_message) = (Vec::new(), Vec::new());
        for (mail, content) in composed {
            let message = content.and_then(|content| match content {
                ToSend::Obsolete => Ok(None),
                ToSend::Message(_) if mail.useful_until.is_some_and(|until| until <= now) => {
                    Err(AttemptError::TooLate)
                }
                ToSend::Message(content) => {
                    let (key, to) = (mail.dedup_key.as_str(), mail.address.as_str());
                    Ok(Some(message::compose(key, to, content, &self.from, now)?))
                }
            });
            match message {
                Ok(Some(message)) => messages.push((mail.id, message)),
                Ok(None) => without_message.push((mail.id, Outcome::Obsolete)),
                Err(error) => without_message.push((mail.id, Outcome::Failed(error))),
            }
            unsettled.insert(mail.id, mail);
        }
        self.settle(without_message, &mut unsettled, leased).await?;
        let mut sending = self.transport.send(now, messages);
        while let Some(ended) = sending.next().await {
            let outcome = |result: Result<(), TransportError>| match result {
                Ok(()) => Outcome::Sent,
                Err(error) => Outcome::Failed(error.into()),
            };
            let ended = ended.into_iter().map(|(id, result)| (id, outcome(result))).collect();
            self.settle(ended, &mut unsettled, leased).await?;
        }
        Ok(())
    }

    /// The content of each mail, or why it has none.
    async fn compose(&self, taken: Vec<Taken>) -> Vec<(Taken, Result<ToSend, AttemptError>)> {
        let about_rounds: Vec<Uncomposed> = taken
            .iter()
            .filter_map(|mail| match &mail.content {
                outbox::Content::AboutRound(uncomposed) => Some(uncomposed.clone()),
                outbox::Content::AboutWaiting(_) | outbox::Content::Stored { .. } => None,
            })
            .collect();
        let mut composed: HashMap<Uuid, Result<Composed, ComposeError>> =
            match self.composer.compose(&about_rounds).await {
                Ok(composed) => composed.into_iter().map(|(id, composed)| (id, Ok(composed))).collect(),
                // One by one: only the mail that cannot be composed is tried again later.
                Err(_) => self.compose_one_by_one(&about_rounds).await,
            };
        composed.extend(self.compose_waiting(&taken).await);
        contents(taken, composed)
    }

    async fn compose_waiting(&self, taken: &[Taken]) -> HashMap<Uuid, Result<Composed, ComposeError>> {
        let mails: Vec<UncomposedWaiting> = taken
            .iter()
            .filter_map(|mail| match &mail.content {
                outbox::Content::AboutWaiting(uncomposed) => Some(uncomposed.clone()),
                outbox::Content::AboutRound(_) | outbox::Content::Stored { .. } => None,
            })
            .collect();
        if let Ok(composed) = self.composer.compose_waiting(&mails).await {
            return composed.into_iter().map(|(id, composed)| (id, Ok(composed))).collect();
        }
        let mut composed = HashMap::new();
        for mail in &mails {
            let one = self.composer.compose_waiting(std::slice::from_ref(mail)).await;
            composed
                .insert(mail.id, one.and_then(|mut one| one.remove(&mail.id).ok_or(ComposeError::NoCause)));
        }
        composed
    }

    async fn compose_one_by_one(
        &self,
        mails: &[Uncomposed],
    ) -> HashMap<Uuid, Result<Composed, ComposeError>> {
        let mut composed = HashMap::new();
        for mail in mails {
            let one = self.composer.compose(std::slice::from_ref(mail)).await;
            let one = one.and_then(|mut one| one.remove(&mail.id).ok_or(ComposeError::NoCause));
            composed.insert(mail.id, one);
        }
        composed
    }
}

/// The content of each mail: as it was stored, or as it was composed.
fn contents(
    taken: Vec<Taken>,
    mut composed: HashMap<Uuid, Result<Composed, ComposeError>>,
) -> Vec<(Taken, Result<ToSend, AttemptError>)> {
    let content = |mail: &Taken| match &mail.content {
        outbox::Content::AboutRound(_) | outbox::Content::AboutWaiting(_) => {
            match composed.remove(&mail.id) {
                Some(Ok(Composed::Mail(mail))) => Ok(ToSend::Message(mail.into())),
                Some(Ok(Composed::Obsolete)) => Ok(ToSend::Obsolete),
                Some(Err(error)) => Err(error.into()),
                None => Err(ComposeError::NoCause.into()),
            }
        }
        outbox::Content::Stored { subject, text, html, attachments } => {
            let files = attachments.iter().cloned().map(message::file).collect::<Result<_, _>>()?;
            let (subject, text, html) = (subject.clone(), text.clone(), html.clone());
            Ok(ToSend::Message(Content { subject, text, html, files, switches_url: None }))
        }
    };
    let contents: Vec<Result<ToSend, AttemptError>> = taken.iter().map(content).collect();
    taken.into_iter().zip(contents).collect()
}
