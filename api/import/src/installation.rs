//! What an import needs of the configuration.

use fairway_documents::Portal;
use fairway_members::erasure::pseudonyms::Pseudonyms;

/// What an import needs of the configuration.
#[derive(Debug)]
pub struct Installation {
    /// Recognises erased members, who are left out.
    pub pseudonyms: Pseudonyms,
    /// The base of links in mails.
    pub portal: Portal,
}
