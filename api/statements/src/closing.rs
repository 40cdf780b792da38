//! Prepares the closing of a month: the statement as an operator saw it, and its invoice (docs/domain.md §3.30). Whether
//! the month can be closed is decided by the command.

use fairway_command::CloseMonth;
use fairway_endpoint::common::Common;
use fairway_endpoint::failure::Failure;
use fairway_events::{ClubId, Invoice, Month};
use fairway_query::statements::StatementState;

use crate::billing;

/// Why a month is not closed. Operators read it.
#[derive(Debug, thiserror::Error)]
pub enum ClosingFailure {
    /// A line was added, taken away or changed.
    #[error("The statement has changed since you looked. Look at it again.")]
    Changed,
    /// The invoice would have no supplier.
    #[error("Write the club's billing details first: they are on the invoice.")]
    NoBilling,
    /// The invoice would have no customer.
    #[error("Write the billing details of the portal's own company first: they are on the invoice.")]
    NoOwnBilling,
    /// It cannot be prepared now.
    #[error("{}", .0.sentence())]
    Failed(Failure),
}

impl From<Failure> for ClosingFailure {
    fn from(failure: Failure) -> Self {
        Self::Failed(failure)
    }
}

/// The command that closes a club's month, of the statement with the hash that the operator saw.
///
/// # Errors
/// [`ClosingFailure`].
pub async fn prepare(
    common: &Common,
    club: &ClubId,
    month: Month,
    seen_hash: &str,
) -> Result<CloseMonth, ClosingFailure> {
    let statement = common.reads.statement(club, month).await.map_err(Failure::from)?;
    let today = common.clock.today();
    if statement.lines_hash != seen_hash {
        return Err(ClosingFailure::Changed);
    }
    let invoice = match &statement.state {
        // The command finds that nothing is left to do.
        StatementState::Closed { invoice, .. } => invoice.clone(),
        _ if !statement.amounts.is_billed() => None,
        _ => Some(Box::new(Invoice {
            number: format!("{club}-{month}"),
            issued_on: today,
            supplier: billing::of_club(common, club).await?.ok_or(ClosingFailure::NoBilling)?,
            customer: billing::own(common).await?.ok_or(ClosingFailure::NoOwnBilling)?,
        })),
    };
    Ok(CloseMonth {
        club: club.clone(),
        month,
        today,
        as_of: statement.as_of,
        seen: statement.seen,
        amounts: statement.amounts,
        lines_hash: statement.lines_hash,
        invoice,
    })
}
