//! Submits the commands of a club's user.

use std::collections::BTreeMap;

use fairway_clock::random;
use fairway_club_accounts::access::ClubUser;
use fairway_command::{Command, Outcome, ReceiptRequest, Submission, SubmitError};
use fairway_endpoint::common::Common;
use fairway_endpoint::request_context;

/// Has a command decided in the user's name.
///
/// # Errors
/// When it has no outcome.
pub(crate) async fn submit(
    common: &Common,
    user: &ClubUser,
    command: Command,
    receipt: Option<ReceiptRequest>,
) -> Result<Outcome, SubmitError> {
    let correlation_id = request_context::current().unwrap_or_else(|| random::new_id(common.clock.now()));
    let submission =
        Submission { command, correlation_id, actor: user.actor(), metadata: BTreeMap::new(), receipt };
    common.writer.submit(submission).await
}
