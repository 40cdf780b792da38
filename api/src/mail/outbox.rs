//! The way in: queueing a mail.

use std::sync::Arc;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use fairway_documents::mail::Mail;
use sqlx::PgConnection;
use tokio::sync::Notify;

use super::Recipient;
use crate::clock::Clock;
use crate::random;
use crate::store::outbox::{self, StoredAttachment};

/// Where mails are left to be sent. Cheap to clone; all clones wake the same sender.
#[derive(Debug, Clone)]
pub struct Outbox {
    clock: Clock,
    queued: Arc<Notify>,
}

impl Outbox {
    /// An outbox that tells the time by `clock`.
    #[must_use]
    pub fn new(clock: Clock) -> Self {
        Self { clock, queued: Arc::new(Notify::new()) }
    }

    /// Queues a mail in the transaction of `connection`; it is sent once that commits. `dedup_key` names the cause
    /// and the recipient, 1..=200 characters: a second mail with the same key is not queued. Says whether it was;
    /// a member who was erased gets none.
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
        outbox::insert(connection, random::new_id(now), (dedup_key, to), mail, &stored(mail), now).await
    }

    /// Has the sender of this process look at once. Without it, and in other processes, a mail waits for the
    /// sender's next look.
    pub fn wake(&self) {
        self.queued.notify_one();
    }

    /// Completes when somebody called [`Self::wake`] since the last time.
    pub(super) async fn woken(&self) {
        self.queued.notified().await;
    }
}

/// A mail's files as the outbox keeps them.
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
