//! Records the provider's answers: commands in the name of the payments, and their outcomes.

use fairway_clock::random;
use fairway_command::{Command, Outcome, Submission, SubmitError};
use fairway_endpoint::common::Common;
use fairway_events::journal::JournalError;
use fairway_events::{Actor, Position};

use crate::provider::ProviderError;

/// The result of asking about a payment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Settled {
    /// The provider does not know the payment, or it is not of this portal.
    Unknown,
    /// The payment has no outcome yet.
    Open,
    /// The answer is recorded; reads at or after this position show its effect, if any.
    Recorded(Position),
}

/// Why the payment could not be settled.
#[derive(Debug, thiserror::Error)]
pub(crate) enum SettleError {
    /// The provider failed.
    #[error(transparent)]
    Provider(#[from] ProviderError),
    /// The writer failed.
    #[error(transparent)]
    Submit(#[from] SubmitError),
    /// The order's stream cannot be read.
    #[error(transparent)]
    Journal(#[from] JournalError),
}

/// Submits a command in the name of the payments. A rejection means that the answer fits none of our orders.
pub(super) async fn submit(common: &Common, command: Command) -> Result<Settled, SettleError> {
    let submission = Submission {
        command,
        correlation_id: random::new_id(common.clock.now()),
        actor: Actor::System("payments".to_owned()),
        metadata: Default::default(),
        receipt: None,
    };
    match common.writer.submit(submission).await? {
        Outcome::Accepted { position, .. } | Outcome::Replayed { position, .. } => {
            Ok(Settled::Recorded(position))
        }
        Outcome::Rejected(rejection) => {
            tracing::error!(code = rejection.code(), "the provider's payment state does not fit the order");
            Ok(Settled::Unknown)
        }
        // There is no key that could be reused.
        Outcome::KeyReused => Ok(Settled::Unknown),
    }
}
