//! What an import needs of the configuration.

use fairway_documents::Portal;
use fairway_documents::portal::InvalidPortal;

use crate::config::Config;
use crate::services::erasure::pseudonyms::Pseudonyms;

/// What an import needs of the configuration.
#[derive(Debug)]
pub struct Installation {
    /// Recognises erased members, who are left out.
    pub pseudonyms: Pseudonyms,
    /// The base of links in mails.
    pub portal: Portal,
}

impl Installation {
    /// As it is configured.
    ///
    /// # Errors
    /// Never for a configuration that was loaded.
    pub fn new(config: &Config) -> Result<Self, InvalidPortal> {
        Ok(Self { pseudonyms: config.pseudonyms(), portal: config.portal()? })
    }
}
