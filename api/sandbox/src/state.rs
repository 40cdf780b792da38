//! The state that the endpoints and the task of our own payment provider share.

use std::sync::Arc;

use fairway_endpoint::common::Common;
use tokio::sync::Notify;

/// The state of the sandbox.
#[derive(Debug)]
pub struct Sandbox {
    /// The state that every endpoint of the portal shares.
    pub common: Common,
    /// Notified when there is a change to deliver.
    pub changed: Arc<Notify>,
    /// The portal's own origin as browsers see it, without a closing slash.
    pub public_url: Arc<str>,
}

impl Sandbox {
    /// With nothing to deliver.
    #[must_use]
    pub fn new(common: Common, public_url: Arc<str>) -> Self {
        Self { common, changed: Arc::default(), public_url }
    }
}

impl AsRef<Common> for Sandbox {
    fn as_ref(&self) -> &Common {
        &self.common
    }
}
