//! Recording what the provider says: commands in the name of the payments, and what became of them.

use fairway_command::{Command, Outcome, Submission, SubmitError};
use fairway_events::journal::JournalError;
use fairway_events::{Actor, Position};

use super::provider::ProviderError;
use crate::app::App;
use crate::random;

/// What asking brought.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Settled {
    /// The provider does not know the payment, or it is none of ours.
    Unknown,
    /// The payment is still on its way.
    Open,
    /// It is recorded; reads that have seen the position show what it did, if anything.
    Recorded(Position),
}

/// Why nothing could be done.
#[derive(Debug, thiserror::Error)]
pub enum SettleError {
    /// The provider.
    #[error(transparent)]
    Provider(#[from] ProviderError),
    /// The writer.
    #[error(transparent)]
    Submit(#[from] SubmitError),
    /// The order's stream cannot be read.
    #[error(transparent)]
    Journal(#[from] JournalError),
}

/// Sends a command in the name of the payments. A refusal means that the message concerns no order as we know it.
pub(super) async fn submit(app: &App, command: Command) -> Result<Settled, SettleError> {
    let submission = Submission {
        command,
        correlation_id: random::new_id(app.clock.now()),
        actor: Actor::System("payments".to_owned()),
        metadata: Default::default(),
        receipt: None,
    };
    match app.writer.submit(submission).await? {
        Outcome::Accepted { position } | Outcome::Replayed { position, .. } => {
            Ok(Settled::Recorded(position))
        }
        Outcome::Rejected(rejection) => {
            tracing::error!(code = rejection.code(), "the provider's word does not fit an order of ours");
            Ok(Settled::Unknown)
        }
        // Without a key there is none to be reused.
        Outcome::KeyReused => Ok(Settled::Unknown),
    }
}
