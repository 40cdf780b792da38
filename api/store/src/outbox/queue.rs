//! Queueing mails.

use std::sync::Arc;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use fairway_clock::clock::Clock;
use fairway_clock::random;
use fairway_documents::mail::Mail;
use sqlx::PgConnection;
use tokio::sync::Notify;

use super::{Recipient, StoredAttachment};

/// The queue of mails to send. Cheap to clone; all clones wake the same sender.
#[derive(Debug, Clone)]
pub struct Outbox {
    clock: Clock,
    queued: Arc<Notify>,
}

impl Outbox {
    /// An outbox with this clock.
    #[must_use]
    pub fn new(clock: Clock) -> Self {
        Self { clock, queued: Arc::default() }
    }

    /// Queues a mail in the transaction of `connection`; it is sent after the commit. `dedup_key` identifies the cause
    /// and the recipient, 1..=200 characters: a second mail with the same key is not queued. Returns whether it was
    /// queued; an erased member gets none.
    /// Fails when the database does not answer.
    pub async fn queue(
        &self,
        connection: &mut PgConnection,
        dedup_key: &str,
        to: &Recipient,
        mail: &Mail,
    ) -> Result<bool, sqlx::Error> {
        let now = self.clock.now();
        let (id, files) = (random::new_id(now), stored(mail));
        super::insert(connection, id, dedup_key, to, mail, &files, now).await
    }

    /// Makes the sender of this process check the outbox at once. Otherwise, and in other processes, a mail waits for
    /// the sender's next poll.
    pub fn wake(&self) {
        self.queued.notify_one();
    }

    /// Completes when [`Self::wake`] was called since the last time.
    pub async fn woken(&self) {
        self.queued.notified().await;
    }
}

/// A mail's attachments as the outbox stores them.
#[must_use]
pub fn stored(mail: &Mail) -> Vec<StoredAttachment> {
    mail.attachments
        .iter()
        .map(|file| StoredAttachment {
            filename: file.filename.clone(),
            content_type: file.content_type.to_owned(),
            content: STANDARD.encode(&file.bytes),
        })
        .collect()
}
