//! The state that the endpoints and tasks of orders and payments share.

use std::sync::Arc;

use fairway_endpoint::common::Common;
use fairway_round_data::rights_cache::RightsCache;

use crate::Settings;
use crate::provider::Provider;
use crate::webhook_gate::WebhookGate;

/// The state of the payments' endpoints.
#[derive(Debug)]
pub struct Payments {
    /// The parts that all endpoints share.
    pub common: Common,
    /// Cached rights of members.
    pub rights: Arc<RightsCache>,
    /// The payment provider.
    pub provider: Provider,
    /// Limits the requests to the provider that webhooks cause.
    pub webhooks: WebhookGate,
    /// The portal's own origin as browsers see it, without a closing slash.
    pub public_url: Arc<str>,
    /// Whether this server is for members.
    pub is_production: bool,
}

impl Payments {
    /// With the client of the configured provider.
    ///
    /// # Errors
    /// When the system offers no TLS.
    pub fn new(
        common: Common,
        rights: Arc<RightsCache>,
        settings: &Settings,
    ) -> Result<Self, reqwest::Error> {
        Ok(Self {
            provider: Provider::new(settings, common.clock.clone())?,
            common,
            rights,
            webhooks: WebhookGate::default(),
            public_url: settings.public_url.as_str().into(),
            is_production: settings.is_production,
        })
    }
}

impl AsRef<Common> for Payments {
    fn as_ref(&self) -> &Common {
        &self.common
    }
}
