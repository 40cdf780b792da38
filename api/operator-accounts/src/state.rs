//! The state that log-in, sessions and accounts share.

use std::sync::Arc;

use fairway_documents::signing::{FormTokenSigner, Secrets};
use fairway_endpoint::common::Common;
use fairway_members::Members;
use fairway_members::passkeys::Passkeys;

use crate::recovery_codes::RecoveryCodes;
use crate::second_factor::SecondFactors;

/// The state of operators' accounts.
#[derive(Debug)]
pub struct OperatorAccounts {
    /// The state that every endpoint of the portal shares.
    pub common: Common,
    /// Hashes and checks passwords, and counts attempts at them.
    pub(crate) members: Arc<Members>,
    /// Makes and verifies the form tokens of sessions.
    pub form_tokens: FormTokenSigner,
    /// Makes and checks second factors.
    pub(crate) second_factors: SecondFactors,
    /// Makes and hashes recovery codes.
    pub(crate) recovery_codes: RecoveryCodes,
    /// Makes and checks the challenges of passkeys.
    pub(crate) passkeys: Passkeys,
    /// As configured.
    pub settings: Settings,
}

/// The part of the configuration that these endpoints need.
#[derive(Debug, Clone)]
pub struct Settings {
    /// The origin of the operators' screens as browsers see it, without a closing slash.
    pub url: String,
    /// The address of the members' portal, without a closing slash.
    pub portal_url: String,
    /// The address of the clubs' screens, without a closing slash.
    pub club_url: String,
    /// Whether this server is for members.
    pub is_production: bool,
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

impl OperatorAccounts {
    /// As configured.
    #[must_use]
    pub fn new(members: Arc<Members>, settings: Settings) -> Self {
        Self {
            common: members.common.clone(),
            members,
            form_tokens: FormTokenSigner::new(settings.secrets.present.as_bytes()),
            second_factors: SecondFactors::new(&settings.secrets),
            recovery_codes: RecoveryCodes::new(&settings.secrets),
            passkeys: Passkeys::for_operators(&settings.url, &settings.secrets),
            settings,
        }
    }
}

impl AsRef<Common> for OperatorAccounts {
    fn as_ref(&self) -> &Common {
        &self.common
    }
}

impl AsRef<Self> for OperatorAccounts {
    fn as_ref(&self) -> &Self {
        self
    }
}
