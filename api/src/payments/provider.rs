//! The typed client of the payment provider: Mollie, or whatever speaks its API. Everything is bounded in time, and
//! what failed without an answer is tried once more: reading is harmless, and making a payment carries Mollie's
//! `Idempotency-Key`, so that the second try finds the payment of the first.

use std::collections::BTreeSet;
use std::time::Duration;

use reqwest::{Method, RequestBuilder, StatusCode};
use serde::de::DeserializeOwned;
use tokio::sync::Mutex;
use tokio::time::Instant;

use super::wire::{Methods, NewPayment, NewRefund, Payment, Problem, Refund, Refunds};
use crate::config::{Config, Payments};

/// How long a connection may take.
const CONNECT: Duration = Duration::from_secs(2);
/// How long one try may take, connection included. Two tries and their pause fit into a request of ours.
const ONE_TRY: Duration = Duration::from_secs(4);
/// Between the tries.
const PAUSE: Duration = Duration::from_millis(250);
/// How long the list of methods is believed.
const METHODS_KEPT: Duration = Duration::from_secs(300);
/// How long a screen waits for that list.
const METHODS_PATIENCE: Duration = Duration::from_millis(1_500);
/// What the sandbox is told instead of a secret.
pub const SANDBOX_KEY: &str = "test_sandbox";

/// Why the provider gave no answer that we can use.
#[derive(Debug, thiserror::Error)]
pub enum ProviderError {
    /// No answer, or one that says that the provider is not well. Whether a payment was made is unknown.
    #[error("the payment provider does not answer")]
    Unreachable(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// The provider is not well, or asks to be spared.
    #[error("the payment provider answers {status}")]
    Unwell {
        /// 429 or 5xx.
        status: StatusCode,
    },
    /// The provider understood and refuses. Nothing was made.
    #[error("the payment provider refuses with {status}: {detail}")]
    Refused {
        /// 4xx.
        status: StatusCode,
        /// In English, for the log.
        detail: String,
        /// The field to blame.
        field: Option<String>,
    },
}

/// The client. One per process: it keeps connections.
#[derive(Debug)]
pub struct Provider {
    http: reqwest::Client,
    base: String,
    api_key: String,
    webhook_url: String,
    methods: Mutex<Option<(Instant, BTreeSet<String>)>>,
}

impl Provider {
    /// The client of the configured provider. The sandbox is the same client with our own address.
    ///
    /// # Errors
    /// When the system offers no TLS.
    pub fn new(config: &Config) -> Result<Self, reqwest::Error> {
        let client = reqwest::Client::builder().connect_timeout(CONNECT).timeout(ONE_TRY);
        let (client, base, api_key, origin) = match &config.payments {
            Payments::Sandbox => {
                let own = own_address(config);
                // Our own address is never behind a proxy.
                (client.no_proxy(), format!("{own}/sandbox/mollie"), SANDBOX_KEY.to_owned(), own)
            }
            Payments::Mollie { api_key, api_url } => {
                let base = api_url.trim_end_matches('/').to_owned();
                (client, base, api_key.clone(), config.public_url.clone())
            }
        };
        Ok(Self {
            http: client.build()?,
            base,
            api_key,
            webhook_url: format!("{origin}/api/payments/webhook"),
            methods: Mutex::default(),
        })
    }

    /// Where the provider tells changes.
    #[must_use]
    pub fn webhook_url(&self) -> &str {
        &self.webhook_url
    }

    /// Makes a payment; the same key finds the payment of before.
    ///
    /// # Errors
    /// [`ProviderError`].
    pub async fn create(&self, payment: &NewPayment, key: &str) -> Result<Payment, ProviderError> {
        let request =
            || self.request(Method::POST, "/v2/payments").header("idempotency-key", key).json(payment);
        self.ask(request).await
    }

    /// How a payment stands; none when the provider does not know it.
    ///
    /// # Errors
    /// [`ProviderError`].
    pub async fn get(&self, id: &str) -> Result<Option<Payment>, ProviderError> {
        match self.ask(|| self.request(Method::GET, &format!("/v2/payments/{id}"))).await {
            Ok(payment) => Ok(Some(payment)),
            Err(ProviderError::Refused { status: StatusCode::NOT_FOUND | StatusCode::GONE, .. }) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Every refund of a payment, those that an operator made by hand among them.
    ///
    /// # Errors
    /// [`ProviderError`].
    pub async fn refunds(&self, payment: &str) -> Result<Vec<Refund>, ProviderError> {
        let path = format!("/v2/payments/{payment}/refunds");
        let refunds: Refunds = self.ask(|| self.request(Method::GET, &path)).await?;
        Ok(refunds.embedded.refunds)
    }

    /// Pays part of a payment back; the same key finds the refund of before.
    ///
    /// # Errors
    /// [`ProviderError`].
    pub async fn refund(
        &self,
        payment: &str,
        refund: &NewRefund,
        key: &str,
    ) -> Result<Refund, ProviderError> {
        let path = format!("/v2/payments/{payment}/refunds");
        self.ask(|| self.request(Method::POST, &path).header("idempotency-key", key).json(refund)).await
    }

    /// The keys of the methods that are switched on at the provider; none when it does not say so in time.
    pub async fn methods(&self) -> Option<BTreeSet<String>> {
        let mut kept = self.methods.lock().await;
        if let Some((at, methods)) = &*kept
            && at.elapsed() < METHODS_KEPT
        {
            return Some(methods.clone());
        }
        let asking = self.ask::<Methods>(|| self.request(Method::GET, "/v2/methods"));
        let methods = tokio::time::timeout(METHODS_PATIENCE, asking).await.ok()?.ok()?;
        let keys: BTreeSet<String> = methods.embedded.methods.into_iter().map(|method| method.id).collect();
        *kept = Some((Instant::now(), keys.clone()));
        Some(keys)
    }

    fn request(&self, method: Method, path: &str) -> RequestBuilder {
        self.http.request(method, format!("{}{path}", self.base)).bearer_auth(&self.api_key)
    }

    async fn ask<T: DeserializeOwned>(
        &self,
        request: impl Fn() -> RequestBuilder,
    ) -> Result<T, ProviderError> {
        match once(request()).await {
            Err(ProviderError::Unreachable(_) | ProviderError::Unwell { .. }) => {
                tokio::time::sleep(PAUSE).await;
                once(request()).await
            }
            answered => answered,
        }
    }
}

async fn once<T: DeserializeOwned>(request: RequestBuilder) -> Result<T, ProviderError> {
    let unreachable = |error: reqwest::Error| ProviderError::Unreachable(Box::new(error));
    let response = request.send().await.map_err(unreachable)?;
    let status = response.status();
    if status.is_success() {
        return response.json().await.map_err(unreachable);
    }
    // 409: the same key is being answered just now.
    if status.is_server_error() || matches!(status, StatusCode::TOO_MANY_REQUESTS | StatusCode::CONFLICT) {
        return Err(ProviderError::Unwell { status });
    }
    let Problem { detail, field } = response.json().await.unwrap_or_default();
    Err(ProviderError::Refused { status, detail, field })
}

/// Our own address as this very process reaches it, whatever proxies stand before it.
fn own_address(config: &Config) -> String {
    let mut address = config.listen;
    if address.ip().is_unspecified() {
        address.set_ip(match address.ip() {
            std::net::IpAddr::V4(_) => std::net::Ipv4Addr::LOCALHOST.into(),
            std::net::IpAddr::V6(_) => std::net::Ipv6Addr::LOCALHOST.into(),
        });
    }
    format!("http://{address}")
}
