//! The state that the endpoints of news, pages, questions and documents share.

use std::sync::Arc;

use fairway_documents::Portal;
use fairway_endpoint::cached::Cached;
use fairway_endpoint::common::Common;
use fairway_store::content::Page;

/// The state of the content's endpoints.
#[derive(Debug)]
pub struct Content {
    /// The parts that all endpoints share.
    pub common: Common,
    /// The general terms as a document.
    pub terms: Cached<Page>,
    /// The portal's addresses.
    pub portal: Arc<Portal>,
}

impl Content {
    /// With no document made yet.
    #[must_use]
    pub fn new(common: Common, portal: Arc<Portal>) -> Self {
        Self { common, terms: Cached::default(), portal }
    }
}

impl AsRef<Common> for Content {
    fn as_ref(&self) -> &Common {
        &self.common
    }
}
