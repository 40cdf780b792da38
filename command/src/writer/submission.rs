//! The callers' requests to the writer, and its answers.

use std::collections::BTreeMap;
use std::sync::Arc;

use fairway_events::journal::ReceiptKey;
use fairway_events::{Actor, EventKind, Position};
use serde_json::Value;
use uuid::Uuid;

use crate::{Command, Rejection};

/// An error of the database or of the code, for the log and for callers.
pub(super) type Cause = Arc<dyn std::error::Error + Send + Sync>;

/// A request that came with an `Idempotency-Key`: the answer to its success is stored with its events. The answer to a
/// refusal, or to a success without events, is stored by the HTTP layer: it changes nothing and waits for no commit.
#[derive(Debug, Clone)]
pub struct ReceiptRequest {
    /// The key, with its member and route.
    pub key: ReceiptKey,
    /// SHA-256 of the request.
    pub request_hash: Vec<u8>,
    /// The HTTP status of a success.
    pub status: u16,
    /// The JSON body of a success.
    pub answer: Value,
}

/// A command and what is recorded with its events.
#[derive(Debug, Clone)]
pub struct Submission {
    /// The command.
    pub command: Command,
    /// The request that asks it.
    pub correlation_id: Uuid,
    /// The party that sent it.
    pub actor: Actor,
    /// Reason and subject of an operator's action; usually empty.
    pub metadata: BTreeMap<String, String>,
    /// Set when the request came with an idempotency key.
    pub receipt: Option<ReceiptRequest>,
}

/// The result of a command.
#[derive(Debug, Clone, PartialEq)]
pub enum Outcome {
    /// It is committed (or changed nothing). Reads that have seen `position` show its effect.
    Accepted {
        /// The position of its last event; where a lost answer was found beside events of others, or it has none, a
        /// position of the journal by then.
        position: Position,
        /// Whether it appended events. If not, its receipt is still to be stored.
        changed: bool,
    },
    /// A rule forbids it; nothing was appended.
    Rejected(Rejection),
    /// A request with the same key was answered before: this is that answer, and nothing was done.
    Replayed {
        /// The HTTP status of that answer.
        status: u16,
        /// The JSON body of that answer.
        answer: Value,
        /// Reads that have seen this position show the effect of the first request.
        position: Position,
    },
    /// The key was used for another request before.
    KeyReused,
}

/// Why a command has no outcome.
#[derive(Debug, Clone, thiserror::Error)]
pub enum SubmitError {
    /// The queue stayed full, or the command was not decided in time. Nothing was done.
    #[error("the writer has too much to do")]
    Overloaded,
    /// The database is unavailable. Nothing was done.
    #[error("the database did not answer the writer")]
    Unavailable(#[source] Cause),
    /// Whether the command was committed could not be found out in time. Its idempotency key finds the answer later.
    #[error("the outcome was not known in time")]
    Unknown,
    /// The command would write an event that not every node can read yet. Nothing was done.
    #[error("not every node can read {0} yet")]
    HeldBack(EventKind),
    /// The command needs a stream that this version cannot read, or the database refuses its rows, or the code
    /// panicked. Nothing was done.
    #[error("the command cannot be carried out")]
    Faulty(#[source] Cause),
    /// The writer has stopped. Nothing was done.
    #[error("the writer has stopped")]
    Stopped,
}
