//! The part of the configuration that an import needs.

use fairway_documents::Portal;
use fairway_members::erasure::pseudonyms::Pseudonyms;

/// The keys and addresses of the installation that an import uses.
#[derive(Debug)]
pub struct Installation {
    /// Recognises erased members, who are left out.
    pub pseudonyms: Pseudonyms,
    /// The base of links in mails.
    pub portal: Portal,
}
