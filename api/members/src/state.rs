//! The state that the endpoints of members' accounts share: log-in, sessions, passkeys, the profile, own data, erasure.

use std::sync::Arc;

use fairway_documents::Portal;
use fairway_documents::signing::{DeviceSigner, Pseudonymizer, Secrets};
use fairway_endpoint::common::Common;
use fairway_round_data::rights_cache::RightsCache;
use fairway_store::outbox::queue::Outbox;

use crate::erasure::eraser::Erasing;
use crate::login_queue::LoginQueue;
use crate::member_data::MemberData;
use crate::passkeys::Passkeys;
use crate::password::{PasswordError, Passwords};

/// The state of the members' endpoints.
#[derive(Debug)]
pub struct Members {
    /// The parts that all endpoints share.
    pub common: Common,
    /// Cached rights of members.
    pub rights: Arc<RightsCache>,
    /// Hashes and checks passwords.
    pub passwords: Passwords,
    /// Log-ins that wait for a turn.
    pub login_queue: LoginQueue,
    /// Makes and checks the challenges of passkeys.
    pub passkeys: Passkeys,
    /// Signs and verifies the cookies of known devices.
    pub devices: DeviceSigner,
    /// Makes digests of clients' addresses, which nobody can try out without the key.
    pub pseudonyms: Pseudonymizer,
    /// Builds the files of members' own data.
    pub own_data: MemberData,
    /// Queues mails.
    pub outbox: Outbox,
    /// The portal's addresses.
    pub portal: Arc<Portal>,
    /// The web app at log-in.
    pub client: Client,
    /// The part of the configuration that an erasure needs.
    pub erasing: Erasing,
}

/// The web app, as it names itself at log-in. Both are public, because they are part of it.
#[derive(Debug, Clone)]
pub struct Client {
    /// Its id.
    pub id: String,
    /// Its secret.
    pub secret: String,
}

/// The part of the configuration that these endpoints need.
#[derive(Debug, Clone)]
pub struct Settings {
    /// The portal's own origin as browsers see it.
    pub public_url: String,
    /// The web app at log-in.
    pub client: Client,
    /// The installation's secrets.
    pub secrets: Secrets,
    /// The part of the configuration that an erasure needs.
    pub erasing: Erasing,
}

impl Members {
    /// With nobody waiting.
    ///
    /// # Errors
    /// When passwords cannot be hashed.
    pub fn new(
        common: Common,
        rights: Arc<RightsCache>,
        outbox: Outbox,
        portal: Arc<Portal>,
        settings: Settings,
    ) -> Result<Self, PasswordError> {
        let Settings { public_url, client, secrets, erasing } = settings;
        let passwords = Passwords::new()?;
        let secret = secrets.present.as_bytes();
        Ok(Self {
            common,
            rights,
            login_queue: LoginQueue::new(passwords.at_once()),
            passwords,
            passkeys: Passkeys::new(&public_url, &secrets),
            devices: DeviceSigner::new(secret),
            pseudonyms: Pseudonymizer::new(secret),
            own_data: MemberData::default(),
            outbox,
            portal,
            client,
            erasing,
        })
    }
}

impl AsRef<Common> for Members {
    fn as_ref(&self) -> &Common {
        &self.common
    }
}
