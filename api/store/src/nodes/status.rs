//! The status of a process: its writer, the payment provider's and the mail server's last answers, its tasks. Each node
//! stores its own with its announcement, so that any node can show all of them. A status names no person.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

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
    /// The error of that call.
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
