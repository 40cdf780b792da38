//! The typed client of the payment provider: Mollie, or whatever speaks its API. Everything is bounded in time, and
//! what failed without an answer is tried once more: reading is harmless, and making a payment carries Mollie's
//! `Idempotency-Key`, so that the second try finds the payment of the first. A provider that is away is not called, so
//! that nobody waits for it: every call passes the breaker.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use reqwest::{Method, RequestBuilder, StatusCode};
use serde::de::DeserializeOwned;

use super::breaker::{Away, Breaker, BreakerState};
use super::known_methods::Memory;
use super::wire::{NewPayment, NewRefund, Payment, Problem, Refund, Refunds};
use crate::clock::Clock;
use crate::config::{Config, Payments};

/// How long a connection may take.
const CONNECT: Duration = Duration::from_secs(2);
/// How long one try may take, connection included. Two tries and their pause fit into a request of ours.
const ONE_TRY: Duration = Duration::from_secs(4);
/// Between the tries.
const PAUSE: Duration = Duration::from_millis(250);
/// The key of the sandbox: no secret.
pub const SANDBOX_KEY: &str = "test_sandbox";

/// Why the provider gave no answer that we can use.
#[derive(Debug, thiserror::Error)]
pub enum ProviderError {
    /// No answer, or one that says that the provider is not well. Whether a payment was made is unknown.
    #[error("the payment provider does not answer")]
    Unreachable(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// The provider fails, or limits its rate.
    #[error("the payment provider answers {status}")]
    Unwell {
        /// 429 or 5xx.
        status: StatusCode,
    },
    /// It did not answer for a while, and is not asked before the pause is over.
    #[error("the payment provider is away; it is asked again in {retry_after} s")]
    Away {
        /// Seconds, from 1.
        retry_after: u64,
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

/// The client. One per process: it keeps connections, and what it knows of the provider. Cheap to clone; all clones know
/// the same.
#[derive(Debug, Clone)]
pub struct Provider(pub(super) Arc<Client>);

/// What all clones share.
#[derive(Debug)]
pub(super) struct Client {
    http: reqwest::Client,
    base: String,
    api_key: String,
    webhook_url: String,
    pub(super) clock: Clock,
    breaker: Mutex<Breaker>,
    failures: AtomicU64,
    pub(super) memory: Memory,
}

/// What is known of the provider without asking it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Known {
    /// Whether it is asked.
    pub state: BreakerState,
    /// How often it went away since the start.
    pub opened: u64,
    /// Calls without a usable answer since the start.
    pub failures: u64,
}

impl Provider {
    /// The client of the configured provider. The sandbox is the same client with our own address.
    ///
    /// # Errors
    /// When the system offers no TLS.
    pub fn new(config: &Config, clock: Clock) -> Result<Self, reqwest::Error> {
        // Nowhere but where the configuration says: the key goes along.
        let client = reqwest::Client::builder()
            .connect_timeout(CONNECT)
            .timeout(ONE_TRY)
            .redirect(reqwest::redirect::Policy::none());
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
        Ok(Self(Arc::new(Client {
            http: client.build()?,
            base,
            api_key,
            webhook_url: format!("{origin}/api/payments/webhook"),
            clock,
            breaker: Mutex::default(),
            failures: AtomicU64::new(0),
            memory: Memory::default(),
        })))
    }

    /// Where the provider sends changes.
    #[must_use]
    pub fn webhook_url(&self) -> &str {
        &self.0.webhook_url
    }

    /// Whether it is away as far as is known: also while a question tries whether it is back.
    #[must_use]
    pub fn is_away(&self) -> bool {
        self.0.breaker().state() != BreakerState::Closed
    }

    /// Whether it would not be asked now.
    #[must_use]
    pub fn refuses(&self) -> Option<Away> {
        self.0.breaker().refuses(self.0.clock.now())
    }

    /// What is known of it without asking.
    #[must_use]
    pub fn known(&self) -> Known {
        let breaker = self.0.breaker();
        Known { state: breaker.state(), opened: breaker.opened(), failures: self.0.failures.load(Relaxed) }
    }

    /// Makes a payment; the same key finds the payment of before.
    ///
    /// # Errors
    /// [`ProviderError`].
    pub async fn create(&self, payment: &NewPayment, key: &str) -> Result<Payment, ProviderError> {
        let client = &self.0;
        let request =
            || client.request(Method::POST, "/v2/payments").header("idempotency-key", key).json(payment);
        client.ask(request).await
    }

    /// How a payment stands; none when the provider does not know it.
    ///
    /// # Errors
    /// [`ProviderError`].
    pub async fn get(&self, id: &str) -> Result<Option<Payment>, ProviderError> {
        match self.0.ask(|| self.0.request(Method::GET, &format!("/v2/payments/{id}"))).await {
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
        let refunds: Refunds = self.0.ask(|| self.0.request(Method::GET, &path)).await?;
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
        let client = &self.0;
        client.ask(|| client.request(Method::POST, &path).header("idempotency-key", key).json(refund)).await
    }
}

impl Client {
    pub(super) fn request(&self, method: Method, path: &str) -> RequestBuilder {
        self.http.request(method, format!("{}{path}", self.base)).bearer_auth(&self.api_key)
    }

    pub(super) async fn ask<T: DeserializeOwned>(
        &self,
        request: impl Fn() -> RequestBuilder,
    ) -> Result<T, ProviderError> {
        match self.attempt(request()).await {
            Err(error @ (ProviderError::Unreachable(_) | ProviderError::Unwell { .. })) => {
                tokio::time::sleep(PAUSE).await;
                match self.attempt(request()).await {
                    // Spared: what is wrong is what the first try met.
                    Err(ProviderError::Away { .. }) => Err(error),
                    answered => answered,
                }
            }
            answered => answered,
        }
    }

    pub(super) fn breaker(&self) -> MutexGuard<'_, Breaker> {
        self.breaker.lock().unwrap_or_else(PoisonError::into_inner)
    }

    async fn attempt<T: DeserializeOwned>(&self, request: RequestBuilder) -> Result<T, ProviderError> {
        let asked = self.breaker().ask(self.clock.now());
        asked.map_err(|Away { retry_after }| ProviderError::Away { retry_after })?;
        let call = Call { client: self, is_over: false };
        let answer = once(request).await;
        call.end(answer.as_ref().err());
        answer
    }
}

/// A call that is under way. One that is given up before its answer came failed too: we lost patience. A client that hangs
/// up gives up nothing, its request goes on (`http/server`), so that nobody can have the provider counted as away.
struct Call<'a> {
    client: &'a Client,
    is_over: bool,
}

impl Call<'_> {
    fn end(mut self, error: Option<&ProviderError>) {
        self.is_over = true;
        match error {
            // 409 is an answer: the same key is being answered just now.
            Some(ProviderError::Unwell { status: StatusCode::CONFLICT } | ProviderError::Refused { .. })
            | None => self.answered(),
            Some(
                ProviderError::Unreachable(_) | ProviderError::Unwell { .. } | ProviderError::Away { .. },
            ) => self.failed(),
        }
    }

    fn answered(&self) {
        let mut breaker = self.client.breaker();
        if breaker.state() != BreakerState::Closed {
            tracing::info!("the payment provider answers again: members can pay");
        }
        breaker.answered();
    }

    fn failed(&self) {
        self.client.failures.fetch_add(1, Relaxed);
        let mut breaker = self.client.breaker();
        let before = breaker.opened();
        breaker.failed(self.client.clock.now());
        if breaker.opened() > before {
            tracing::error!(
                "the payment provider is away: it is spared, and members are told that paying fails"
            );
        }
    }
}

impl Drop for Call<'_> {
    fn drop(&mut self) {
        if !self.is_over {
            self.failed();
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
