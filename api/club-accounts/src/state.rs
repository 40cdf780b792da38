//! The state that log-in, sessions, accounts and devices share.

use std::sync::Arc;

use fairway_documents::signing::{FormTokenSigner, Secrets};
use fairway_endpoint::common::Common;
use fairway_members::Members;
use fairway_members::passkeys::Passkeys;
use fairway_operator_accounts::second_factor::SecondFactors;

/// The state of clubs' accounts.
#[derive(Debug)]
pub struct ClubAccounts {
    /// The state that every endpoint of the portal shares.
    pub common: Common,
    /// Hashes and checks passwords, and counts attempts at them.
    pub(crate) members: Arc<Members>,
    /// Makes and verifies the form tokens of sessions.
    pub(crate) form_tokens: FormTokenSigner,
    /// Makes and checks second factors.
    pub(crate) second_factors: SecondFactors,
    /// Makes and checks the challenges of passkeys.
    pub(crate) passkeys: Passkeys,
    /// As configured.
    pub settings: Settings,
}

/// The part of the configuration that these endpoints need.
#[derive(Debug, Clone)]
pub struct Settings {
    /// The origin of the clubs' screens as browsers see it, without a closing slash.
    pub url: String,
    /// Whether this server is for members.
    pub is_production: bool,
    /// The installation's secrets.
    pub secrets: Secrets,
}

/// The address at which a person uses the token of an invitation. It is in the fragment, which browsers do not send and
/// logs do not have.
#[must_use]
pub fn invitation_link(url: &str, token: &str) -> String {
    format!("{url}/club/setup#{token}")
}

impl ClubAccounts {
    /// As configured.
    #[must_use]
    pub fn new(members: Arc<Members>, settings: Settings) -> Self {
        Self {
            common: members.common.clone(),
            members,
            form_tokens: FormTokenSigner::new(settings.secrets.present.as_bytes()),
            second_factors: SecondFactors::new(&settings.secrets),
            passkeys: Passkeys::for_clubs(&settings.url, &settings.secrets),
            settings,
        }
    }
}

impl AsRef<Common> for ClubAccounts {
    fn as_ref(&self) -> &Common {
        &self.common
    }
}

impl AsRef<Self> for ClubAccounts {
    fn as_ref(&self) -> &Self {
        self
    }
}
