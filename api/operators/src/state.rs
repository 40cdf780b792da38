//! The state that the endpoints of the operators' screens share.

use std::sync::Arc;

use fairway_endpoint::common::Common;
use fairway_members::Members;
use fairway_notifications::mail::delivery::MailDelivery;
use fairway_operator_accounts::OperatorAccounts;
use fairway_round_data::links::Links;
use uuid::Uuid;

/// The state of the operators' endpoints.
#[derive(Debug)]
pub struct Operators {
    /// The state that every endpoint of the portal shares.
    pub common: Common,
    /// Operators' own accounts and sessions.
    pub accounts: Arc<OperatorAccounts>,
    /// Members' accounts.
    pub members: Arc<Members>,
    /// Queues mails, and can hand them to a sender of this process.
    pub delivery: MailDelivery,
    /// Signed links and codes.
    pub links: Arc<Links>,
    /// Whether the seal's head is mailed every day.
    pub is_seal_mailed: bool,
    /// This process among the nodes.
    pub node: Option<Uuid>,
}

impl AsRef<Common> for Operators {
    fn as_ref(&self) -> &Common {
        &self.common
    }
}

impl AsRef<OperatorAccounts> for Operators {
    fn as_ref(&self) -> &OperatorAccounts {
        &self.accounts
    }
}
