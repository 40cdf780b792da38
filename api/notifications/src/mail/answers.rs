//! The mail server's last answers, for operators: when it took a mail, when it did not, and why. Without addresses.

use std::sync::{Arc, Mutex, PoisonError};

use chrono::{DateTime, Utc};

/// The last answers to a sender of this process.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct LastAnswers {
    /// When a mail was last taken.
    pub taken_at: Option<DateTime<Utc>>,
    /// When one last was not.
    pub failed_at: Option<DateTime<Utc>>,
    /// Why not: the kind of the failure, which names nobody.
    pub failure: Option<String>,
}

/// Remembers the last answers. Cheap to clone; clones share them.
#[derive(Debug, Clone, Default)]
pub struct MailAnswers(Arc<Mutex<LastAnswers>>);

impl MailAnswers {
    /// The last answers.
    #[must_use]
    pub fn last(&self) -> LastAnswers {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub(super) fn taken(&self, at: DateTime<Utc>) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).taken_at = Some(at);
    }

    pub(super) fn failed(&self, at: DateTime<Utc>, failure: String) {
        let mut last = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        last.failed_at = Some(at);
        last.failure = Some(failure);
    }
}
