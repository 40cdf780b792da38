//! What a process says about itself: its writer, the payment provider's and the mail server's last answers, its tasks.
//! Each node stores it with its announcement, so that any node can show all of them. It names no person.

use chrono::{DateTime, Utc};
use fairway_command::{OutcomeKind, WriterHandle};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::mail::answers::MailAnswers;
use super::payments::provider::Provider;
use super::refusals::RefusalQueue;
use super::supervisor::TaskRestarts;

/// The status of a process. Every field may be absent: another release may have stored it.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct NodeStatus {
    /// When the process started; UTC.
    pub started_at: Option<DateTime<Utc>>,
    /// Its writer; null where it only projects.
    pub writer: Option<WriterStatus>,
    /// The payment provider, as this process knows it; null where it serves nobody.
    pub provider: Option<ProviderStatus>,
    /// The mail server, as this process knows it.
    pub mail: Option<MailStatus>,
    /// Its background tasks.
    pub tasks: Vec<TaskStatus>,
    /// Refused commands that were not recorded because there were too many.
    pub refusals_dropped: u64,
}

/// The writer of a process; counts are since its start.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct WriterStatus {
    /// Whether it takes commands.
    pub is_running: bool,
    /// Commands that wait.
    pub queue_depth: u64,
    /// How long the oldest of them has waited, in milliseconds; null: none waits.
    pub oldest_waiting_ms: Option<u64>,
    /// Commits.
    pub batches: u64,
    /// Commands that were committed.
    pub commands: u64,
    /// Events that were committed.
    pub events: u64,
    /// The mean time of a commit, in milliseconds; null: there was none.
    pub mean_commit_ms: Option<f64>,
    /// Commands that were accepted.
    pub accepted: u64,
    /// Commands that a rule refused.
    pub rejected: u64,
    /// Commands that got no outcome.
    pub without_outcome: u64,
    /// Batches that the database did not commit.
    pub failures: u64,
    /// Commands that were decided again because another node was first.
    pub decided_again: u64,
    /// Panics that it survived.
    pub panics: u64,
    /// Kinds of events that it does not write until every node can read them.
    pub held_back: Vec<String>,
}

/// The payment provider, as a process knows it.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct ProviderStatus {
    /// `closed`: it answers; `open`: calls are paused; `half_open`: one call is tried.
    pub state: String,
    /// When it last answered; UTC.
    pub answered_at: Option<DateTime<Utc>>,
    /// When a call last failed; UTC.
    pub failed_at: Option<DateTime<Utc>>,
    /// What that call failed with.
    pub failure: Option<String>,
    /// Calls without a usable answer since the start.
    pub failures: u64,
}

/// The mail server, as a process knows it.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct MailStatus {
    /// When it last took a mail; UTC.
    pub taken_at: Option<DateTime<Utc>>,
    /// When it last did not; UTC.
    pub failed_at: Option<DateTime<Utc>>,
    /// Why not.
    pub failure: Option<String>,
}

/// A background task.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct TaskStatus {
    /// Its name.
    pub name: String,
    /// How often it was restarted after it ended unexpectedly.
    pub restarts: u64,
}

/// Where a process finds its status. Cheap to clone; it holds a handle of the writer where there is one.
#[derive(Debug, Clone)]
pub struct StatusSource {
    started_at: DateTime<Utc>,
    writer: Option<WriterHandle>,
    provider: Option<Provider>,
    mail: MailAnswers,
    tasks: TaskRestarts,
    refusals: RefusalQueue,
}

impl StatusSource {
    /// The same for a process that serves.
    #[must_use]
    pub fn serving(self, writer: WriterHandle, provider: Provider, refusals: RefusalQueue) -> Self {
        Self { writer: Some(writer), provider: Some(provider), refusals, ..self }
    }

    /// Of a process that only projects.
    #[must_use]
    pub fn projecting(started_at: DateTime<Utc>, mail: MailAnswers, tasks: TaskRestarts) -> Self {
        Self { started_at, writer: None, provider: None, mail, tasks, refusals: RefusalQueue::default() }
    }

    /// The writer.
    #[must_use]
    pub const fn writer(&self) -> Option<&WriterHandle> {
        self.writer.as_ref()
    }

    /// The present status.
    #[must_use]
    pub fn status(&self) -> NodeStatus {
        let mail = self.mail.last();
        NodeStatus {
            started_at: Some(self.started_at),
            writer: self.writer.as_ref().map(writer_status),
            provider: self.provider.as_ref().map(provider_status),
            mail: Some(MailStatus {
                taken_at: mail.taken_at,
                failed_at: mail.failed_at,
                failure: mail.failure,
            }),
            tasks: self
                .tasks
                .counts()
                .into_iter()
                .map(|(name, restarts)| TaskStatus { name: name.to_owned(), restarts })
                .collect(),
            refusals_dropped: self.refusals.dropped(),
        }
    }
}

fn writer_status(writer: &WriterHandle) -> WriterStatus {
    let stats = writer.stats();
    let batches: u64 = stats.commit_micros().ranges().map(|(_, count)| count).sum();
    let count = |kinds: &[OutcomeKind]| {
        stats.outcomes().filter(|(_, kind, _)| kinds.contains(kind)).map(|(_, _, count)| count).sum()
    };
    #[expect(clippy::cast_precision_loss, reason = "a mean of milliseconds for reading")]
    let mean = (batches > 0).then(|| stats.commit_micros().sum() as f64 / batches as f64 / 1_000.0);
    WriterStatus {
        is_running: writer.is_running(),
        queue_depth: writer.queue_depth() as u64,
        oldest_waiting_ms: writer
            .oldest_waiting()
            .map(|waited| u64::try_from(waited.as_millis()).unwrap_or(u64::MAX)),
        batches,
        commands: stats.commands_per_commit().sum(),
        events: stats.events_per_commit().sum(),
        mean_commit_ms: mean,
        accepted: count(&[OutcomeKind::Accepted]),
        rejected: count(&[OutcomeKind::Rejected]),
        without_outcome: count(&[
            OutcomeKind::Overloaded,
            OutcomeKind::Unavailable,
            OutcomeKind::Unknown,
            OutcomeKind::HeldBack,
            OutcomeKind::Faulty,
            OutcomeKind::Stopped,
        ]),
        failures: stats.failures(),
        decided_again: stats.retries(),
        panics: stats.panics(),
        held_back: writer.held_back().iter().map(ToString::to_string).collect(),
    }
}

fn provider_status(provider: &Provider) -> ProviderStatus {
    let (known, last) = (provider.known(), provider.last_answers());
    ProviderStatus {
        state: known.state.as_str().to_owned(),
        answered_at: last.answered_at,
        failed_at: last.failed_at,
        failure: last.failure,
        failures: known.failures,
    }
}
