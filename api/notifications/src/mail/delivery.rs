//! Delivers the mails of a process: the queue in the database, and a shorter way from this process's own commits to
//! its sender.

use std::sync::Arc;

use fairway_store::outbox::queue::Outbox;

use super::answers::MailAnswers;
use super::hand_over::HandOver;

/// The state that a process's sender shares with those that queue mails. Cheap to clone; clones share it.
#[derive(Debug, Clone)]
pub struct MailDelivery {
    /// Queues mails.
    pub outbox: Outbox,
    hand_over: Arc<HandOver>,
    answers: MailAnswers,
}

impl MailDelivery {
    /// For a sender that takes mails from this outbox.
    #[must_use]
    pub fn new(outbox: Outbox) -> Self {
        Self { outbox, hand_over: Arc::default(), answers: MailAnswers::default() }
    }

    /// Whether a sender in this process gets new mails about rounds directly.
    #[must_use]
    pub fn has_idle_sender(&self) -> bool {
        self.hand_over.has_idle_sender()
    }

    /// The mail server's last answers to the sender of this process.
    #[must_use]
    pub const fn answers(&self) -> &MailAnswers {
        &self.answers
    }

    /// Where mails are handed to the sender of this process.
    pub(super) fn hand_over(&self) -> &HandOver {
        &self.hand_over
    }
}
