//! The state that the endpoints of members' notifications and devices share.

use std::path::PathBuf;

use fairway_documents::signing::Secrets;
use fairway_endpoint::common::Common;
use fairway_round_data::links::Links;
use fairway_store::mail_folder::Folder;

use crate::mail::server::Server;
use crate::push::cipher::PushCipher;
use crate::push::subscription::PushServices;

/// The state of the notifications' endpoints.
#[derive(Debug)]
pub struct Notifications {
    /// The parts that all endpoints share.
    pub common: Common,
    /// Encrypts the stored data about members' devices.
    pub push_cipher: PushCipher,
    /// The push services to which devices may belong.
    pub push_services: PushServices,
    /// The folder of mails that `/dev/mail` shows; none: there are no such pages.
    pub shown_mails: Option<Folder>,
}

/// The part of the configuration that these endpoints need.
#[derive(Debug, Clone)]
pub struct Settings {
    /// Signed links and codes, and the portal's addresses.
    pub links: Links,
    /// Where mails are sent.
    pub server: Server,
    /// A file with certificates of the operator's authorities for the mail server, in addition to the public ones.
    pub certificates: Option<PathBuf>,
    /// The folder of mails that are files.
    pub folder: Folder,
    /// Whether `/dev/mail` shows that folder.
    pub shows_mails: bool,
    /// The installation's secrets.
    pub secrets: Secrets,
    /// Origins of push services beside those of the known browsers.
    pub push_services: Vec<String>,
    /// Where the seal's head is mailed every day; none: nowhere.
    pub seal_to: Option<String>,
    /// The origin of the operators' screens, for the mail with the seal's head.
    pub operator_url: String,
}

impl Notifications {
    /// As configured.
    #[must_use]
    pub fn new(common: Common, settings: Settings) -> Self {
        Self {
            common,
            push_cipher: PushCipher::new(&settings.secrets),
            push_services: PushServices::new(settings.push_services),
            shown_mails: settings.shows_mails.then_some(settings.folder),
        }
    }
}

impl AsRef<Common> for Notifications {
    fn as_ref(&self) -> &Common {
        &self.common
    }
}
