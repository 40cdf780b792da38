//! Queueing mails.

use std::sync::Arc;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use fairway_documents::mail::Mail;
use sqlx::PgConnection;
use tokio::sync::Notify;

use super::Recipient;
use super::answers::MailAnswers;
use super::hand_over::HandOver;
use crate::clock::Clock;
use crate::random;
use crate::store::outbox::{self, StoredAttachment};

/// The queue of mails to send. Cheap to clone; all clones wake the same sender.
#[derive(Debug, Clone)]
pub struct Outbox {
    clock: Clock,
    queued: Arc<Notify>,
    hand_over: Arc<HandOver>,
    answers: MailAnswers,
}

impl Outbox {
    /// An outbox with this clock.
    #[must_use]
    pub fn new(clock: Clock) -> Self {
        Self { clock, queued: Arc::default(), hand_over: Arc::default(), answers: MailAnswers::default() }
    }

    /// Queues a mail in the transaction of `connection`; it is sent after the commit. `dedup_key` identifies the cause
    /// and the recipient, 1..=200 characters: a second mail with the same key is not queued. Returns whether it was
    /// queued; an erased member gets none.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn queue(
        &self,
        connection: &mut PgConnection,
        dedup_key: &str,
        to: &Recipient,
        mail: &Mail,
    ) -> Result<bool, sqlx::Error> {
        let now = self.clock.now();
        let (id, files) = (random::new_id(now), stored(mail));
        outbox::insert(connection, id, (dedup_key, to), mail, &files, now).await
    }

    /// Makes the sender of this process check the outbox at once. Otherwise, and in other processes, a mail waits for
    /// the sender's next poll.
    pub fn wake(&self) {
        self.queued.notify_one();
    }

    /// Whether a sender in this process gets new mails about rounds directly.
    #[must_use]
    pub fn has_idle_sender(&self) -> bool {
        self.hand_over.has_idle_sender()
    }

    /// What the mail server last answered to the sender of this process.
    #[must_use]
    pub const fn answers(&self) -> &MailAnswers {
        &self.answers
    }

    /// Where mails are handed to the sender of this process.
    pub(super) fn hand_over(&self) -> &HandOver {
        &self.hand_over
    }

    /// Completes when [`Self::wake`] was called since the last time.
    pub(super) async fn woken(&self) {
        self.queued.notified().await;
    }
}

/// A mail's attachments as the outbox stores them.
pub(super) fn stored(mail: &Mail) -> Vec<StoredAttachment> {
    mail.attachments
        .iter()
        .map(|file| StoredAttachment {
            filename: file.filename.clone(),
            content_type: file.content_type.to_owned(),
            content: STANDARD.encode(&file.bytes),
        })
        .collect()
}
