//! The state that the endpoints of the operators' screens share.

use std::sync::Arc;

use fairway_documents::signing::{FormTokenSigner, Secrets};
use fairway_endpoint::common::Common;
use fairway_members::Members;
use fairway_members::passkeys::Passkeys;
use fairway_notifications::mail::delivery::MailDelivery;
use fairway_round_data::links::Links;
use uuid::Uuid;

use crate::recovery_codes::RecoveryCodes;
use crate::second_factor::SecondFactors;

/// The state of the operators' endpoints.
#[derive(Debug)]
pub struct Operators {
    /// The state that every endpoint of the portal shares.
    pub common: Common,
    /// Members' accounts.
    pub members: Arc<Members>,
    /// Queues mails, and can hand them to a sender of this process.
    pub delivery: MailDelivery,
    /// Signed links and codes.
    pub links: Arc<Links>,
    /// Makes and verifies the form tokens of operators' sessions.
    pub form_tokens: FormTokenSigner,
    /// Makes and checks operators' second factors.
    pub second_factors: SecondFactors,
    /// Makes and hashes operators' recovery codes.
    pub recovery_codes: RecoveryCodes,
    /// Makes and checks the challenges of operators' passkeys.
    pub passkeys: Passkeys,
    /// As configured.
    pub settings: Settings,
    /// This process among the nodes.
    pub node: Option<Uuid>,
}

/// The part of the configuration that these endpoints need.
#[derive(Debug, Clone)]
pub struct Settings {
    /// The origin of the operators' screens as browsers see it, without a closing slash.
    pub url: String,
    /// The address of the members' portal, without a closing slash.
    pub portal_url: String,
    /// Whether this server is for members.
    pub is_production: bool,
    /// Whether the seal's head is mailed every day.
    pub is_seal_mailed: bool,
    /// The installation's secrets.
    pub secrets: Secrets,
}

impl Settings {
    /// The address at which an operator uses the token of a set-up link. It is in the fragment, which browsers do not
    /// send and logs do not have.
    #[must_use]
    pub fn setup_link(&self, token: &str) -> String {
        format!("{}/operator/setup#{token}", self.url)
    }
}

impl Operators {
    /// As configured.
    #[must_use]
    pub fn new(
        members: Arc<Members>,
        delivery: MailDelivery,
        links: Arc<Links>,
        settings: Settings,
        node: Option<Uuid>,
    ) -> Self {
        Self {
            common: members.common.clone(),
            members,
            delivery,
            links,
            form_tokens: FormTokenSigner::new(settings.secrets.present.as_bytes()),
            second_factors: SecondFactors::new(&settings.secrets),
            recovery_codes: RecoveryCodes::new(&settings.secrets),
            passkeys: Passkeys::for_operators(&settings.url, &settings.secrets),
            settings,
            node,
        }
    }
}

impl AsRef<Common> for Operators {
    fn as_ref(&self) -> &Common {
        &self.common
    }
}
