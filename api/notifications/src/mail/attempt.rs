//! Why a mail was not sent: whether another attempt would help, and whether the address is at fault.

use super::bookings::ComposeError;
use super::message::Unsendable;
use super::transport::TransportError;

/// Why an attempt failed.
#[derive(Debug, thiserror::Error)]
pub(super) enum AttemptError {
    #[error(transparent)]
    Unsendable(#[from] Unsendable),
    #[error("the mail cannot be composed")]
    Compose(#[from] ComposeError),
    #[error("its link had ended before the mail server took it")]
    TooLate,
    #[error(transparent)]
    Transport(#[from] TransportError),
}

impl AttemptError {
    /// Whether another attempt would fail in the same way.
    pub(super) fn is_final(&self) -> bool {
        match self {
            Self::Unsendable(_) | Self::TooLate => true,
            Self::Compose(_) => false,
            Self::Transport(error) => error.is_final(),
        }
    }

    /// Whether it is the address that is refused, and not this mail.
    pub(super) fn refuses_address(&self) -> bool {
        match self {
            Self::Unsendable(error) => matches!(error, Unsendable::Address(_)),
            Self::Compose(_) | Self::TooLate => false,
            Self::Transport(error) => error.refuses_address(),
        }
    }
}
