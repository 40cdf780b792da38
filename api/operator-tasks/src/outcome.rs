//! How a task ended, and how its errors are said to operators.

use fairway_store::refusal_code::is_refused_with;
use fairway_text::error_chain::Chain;
use serde_json::Value;

/// How a task ended, or that it waits for a decision.
#[derive(Debug)]
pub(super) enum Outcome {
    /// It is carried out.
    Done(Value),
    /// A rebuild waits for a decision, with what was found, or with the reason why the last decision failed.
    Ready(Option<Value>, Option<String>),
    /// It cannot be carried out.
    Failed(String),
    /// It was cancelled.
    Cancelled,
}

/// Why a rebuild cannot be done here, and where it can.
pub(super) const NO_OWNER: &str = "This process's database log-in owns no tables, so it can neither make nor swap them: give the process that \
     projects the owner's log-in (FAIRWAY_OWNER_URL), or rebuild on the machine as the owner.";

/// PostgreSQL's code for a missing right.
const NO_RIGHT: &str = "42501";

/// An error as operators read it: with its causes, and with the remedy where a right is missing.
pub(super) fn sentence(error: &anyhow::Error) -> String {
    let is_refused = is_refused_with(error.as_ref(), NO_RIGHT);
    let what = Chain(error.as_ref()).to_string();
    if is_refused { format!("{what}. {}", NO_OWNER) } else { what }
}
