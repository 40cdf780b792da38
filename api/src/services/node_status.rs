//! Where a process finds what it says about itself ([`NodeStatus`]).

use chrono::{DateTime, Utc};
use fairway_command::{OutcomeKind, WriterHandle};
use fairway_endpoint::refusal_queue::RefusalQueue;
use fairway_notifications::mail::answers::MailAnswers;
use fairway_payments::provider::Provider;
use fairway_store::nodes::status::{MailStatus, NodeStatus, ProviderStatus, TaskStatus, WriterStatus};
use fairway_tasks::supervisor::TaskRestarts;

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
