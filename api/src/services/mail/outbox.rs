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
use crate::store::outbox::gathering::About;
use crate::store::outbox::{self, StoredAttachment};

/// Where mails are left to be sent. Cheap to clone; all clones wake the same sender.
#[derive(Debug, Clone)]
pub struct Outbox {
    clock: Clock,
    queued: Arc<Notify>,
}

impl Outbox {
    /// An outbox with this clock.
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
        self.insert(connection, dedup_key, to, mail, None).await
    }

    /// The same for a mail about a round, which may wait until an instant for what else happens to it.
    pub(super) async fn queue_about(
        &self,
        connection: &mut PgConnection,
        dedup_key: &str,
        to: &Recipient,
        mail: &Mail,
        about: About,
    ) -> Result<bool, sqlx::Error> {
        self.insert(connection, dedup_key, to, mail, Some(about)).await
    }

    async fn insert(
        &self,
        connection: &mut PgConnection,
        dedup_key: &str,
        to: &Recipient,
        mail: &Mail,
        about: Option<About>,
    ) -> Result<bool, sqlx::Error> {
        let now = self.clock.now();
        let (id, files) = (random::new_id(now), stored(mail));
        outbox::insert(connection, id, (dedup_key, to), mail, &files, (now, about)).await
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
