//! The typed client of the payment provider: Mollie, or a service with its API. Every call has a time limit, and a call
//! without an answer is retried once: reading has no effect, and creating a payment carries Mollie's `Idempotency-Key`,
//! so that the second call finds the payment of the first. Every call passes the breaker, so that nobody waits for an
//! unavailable provider.

use std::net::SocketAddr;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use chrono::{DateTime, Utc};
use fairway_clock::clock::Clock;
use reqwest::{Method, RequestBuilder, StatusCode};
use serde::de::DeserializeOwned;

use crate::breaker::{Breaker, BreakerState, ProviderUnavailable};
use crate::known_methods::MethodsCache;
use crate::wire::{NewPayment, NewRefund, Payment, Problem, Refund, Refunds};
use crate::{Choice, Settings};

/// The time limit for connecting.
const CONNECT: Duration = Duration::from_secs(2);
/// The time limit of one call, connecting included. Two calls and their pause fit into the time limit of our requests.
const ONE_TRY: Duration = Duration::from_secs(4);
/// The pause between the calls.
const PAUSE: Duration = Duration::from_millis(250);
/// The key of the sandbox: no secret.
pub const SANDBOX_KEY: &str = "test_sandbox";

/// Why there is no usable answer.
#[derive(Debug, thiserror::Error)]
pub enum ProviderError {
    /// No answer, or an unreadable one. Whether a payment was created is unknown.
    #[error("the payment provider does not answer")]
    Unreachable(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// The provider fails, or limits our rate.
    #[error("the payment provider answers {status}")]
    ServerFailure {
        /// 429 or 5xx.
        status: StatusCode,
    },
    /// The breaker is open: there was no call.
    #[error("the payment provider is away; it is asked again in {retry_after} s")]
    Unavailable {
        /// Seconds, from 1.
        retry_after: u64,
    },
    /// The provider refused the request. Nothing was created.
    #[error("the payment provider refuses with {status}: {detail}")]
    Refused {
        /// 4xx.
        status: StatusCode,
        /// In English, for the log.
        detail: String,
        /// The invalid field.
        field: Option<String>,
    },
}

/// The client. One per process: it holds connections, the breaker and the cache of methods. Cheap to clone; all clones
/// share them.
#[derive(Debug, Clone)]
pub struct Provider(pub(super) Arc<Client>);

/// The state that all clones share.
#[derive(Debug)]
pub(super) struct Client {
    http: reqwest::Client,
    base: String,
    api_key: String,
    webhook_url: String,
    pub(super) clock: Clock,
    breaker: Mutex<Breaker>,
    failures: AtomicU64,
    last: Mutex<LastAnswers>,
    pub(super) methods_cache: MethodsCache,
}

/// The provider's last answers, for operators.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct LastAnswers {
    /// When it last answered.
    pub answered_at: Option<DateTime<Utc>>,
    /// When a call last failed.
    pub failed_at: Option<DateTime<Utc>>,
    /// The error of that call.
    pub failure: Option<String>,
}

/// The state of the provider without a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Known {
    /// The state of the breaker.
    pub state: BreakerState,
    /// How often the breaker opened since the start.
    pub opened: u64,
    /// Calls without a usable answer since the start.
    pub failures: u64,
}

impl Provider {
    /// The client of the configured provider. The sandbox uses the same client with our own address.
    ///
    /// # Errors
    /// When the system offers no TLS.
    pub fn new(settings: &Settings, clock: Clock) -> Result<Self, reqwest::Error> {
        // No redirects: the API key must go to the configured address only.
        let client = reqwest::Client::builder()
            .connect_timeout(CONNECT)
            .timeout(ONE_TRY)
            .redirect(reqwest::redirect::Policy::none());
        let (client, base, api_key, origin) = match &settings.choice {
            Choice::Sandbox => {
                let own = own_address(settings.listen);
                // Our own address is never behind a proxy.
                (client.no_proxy(), format!("{own}/sandbox/mollie"), SANDBOX_KEY.to_owned(), own)
            }
            Choice::Mollie { api_key, api_url } => {
                let base = api_url.trim_end_matches('/').to_owned();
                (client, base, api_key.clone(), settings.public_url.clone())
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
            last: Mutex::default(),
            methods_cache: MethodsCache::default(),
        })))
    }

    /// The address for webhooks.
    #[must_use]
    pub fn webhook_url(&self) -> &str {
        &self.0.webhook_url
    }

    /// Whether the provider is known to be unavailable: also during a trial.
    #[must_use]
    pub fn is_unavailable(&self) -> bool {
        self.0.breaker().state() != BreakerState::Closed
    }

    /// Whether a call would be refused now.
    #[must_use]
    pub fn refuses(&self) -> Option<ProviderUnavailable> {
        self.0.breaker().refuses(self.0.clock.now())
    }

    /// The state of the provider without a call.
    #[must_use]
    pub fn known(&self) -> Known {
        let breaker = self.0.breaker();
        Known { state: breaker.state(), opened: breaker.opened(), failures: self.0.failures.load(Relaxed) }
    }

    /// The provider's last answers.
    #[must_use]
    pub fn last_answers(&self) -> LastAnswers {
        self.0.last.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Creates a payment; the same key returns the existing one.
    ///
    /// # Errors
    /// [`ProviderError`].
    pub async fn create(&self, payment: &NewPayment, key: &str) -> Result<Payment, ProviderError> {
        let client = &self.0;
        let request =
            || client.request(Method::POST, "/v2/payments").header("idempotency-key", key).json(payment);
        client.ask(request).await
    }

    /// A payment; none when the provider does not know it.
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

    /// Every refund of a payment, including those that an operator made by hand.
    ///
    /// # Errors
    /// [`ProviderError`].
    pub async fn refunds(&self, payment: &str) -> Result<Vec<Refund>, ProviderError> {
        let path = format!("/v2/payments/{payment}/refunds");
        let refunds: Refunds = self.0.ask(|| self.0.request(Method::GET, &path)).await?;
        Ok(refunds.embedded.refunds)
    }

    /// Refunds a part of a payment; the same key returns the existing refund.
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
            Err(error @ (ProviderError::Unreachable(_) | ProviderError::ServerFailure { .. })) => {
                tokio::time::sleep(PAUSE).await;
                match self.attempt(request()).await {
                    // The breaker refused the second call: the error is that of the first.
                    Err(ProviderError::Unavailable { .. }) => Err(error),
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
        asked.map_err(|ProviderUnavailable { retry_after }| ProviderError::Unavailable { retry_after })?;
        let call = Call { client: self, is_over: false };
        let answer = once(request).await;
        call.end(answer.as_ref().err());
        answer
    }
}

/// A running call. One that is dropped before its answer counts as failed: it exceeded our time limit. A disconnecting
/// client does not drop it, because its request continues (`http/server`); so clients cannot make the provider seem
/// unavailable.
struct Call<'a> {
    client: &'a Client,
    is_over: bool,
}

impl Call<'_> {
    fn end(mut self, error: Option<&ProviderError>) {
        self.is_over = true;
        match error {
            // 409 is an answer: a request with the same key is in progress.
            Some(
                ProviderError::ServerFailure { status: StatusCode::CONFLICT } | ProviderError::Refused { .. },
            )
            | None => self.answered(),
            Some(
                error @ (ProviderError::Unreachable(_)
                | ProviderError::ServerFailure { .. }
                | ProviderError::Unavailable { .. }),
            ) => self.failed(error.to_string()),
        }
    }

    fn answered(&self) {
        self.last().answered_at = Some(self.client.clock.now());
        let mut breaker = self.client.breaker();
        if breaker.state() != BreakerState::Closed {
            tracing::info!("the payment provider answers again: members can pay");
        }
        breaker.answered();
    }

    fn last(&self) -> MutexGuard<'_, LastAnswers> {
        self.client.last.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn failed(&self, failure: String) {
        let mut last = self.last();
        last.failed_at = Some(self.client.clock.now());
        last.failure = Some(failure);
        drop(last);
        self.client.failures.fetch_add(1, Relaxed);
        let mut breaker = self.client.breaker();
        let before = breaker.opened();
        breaker.failed(self.client.clock.now());
        if breaker.opened() > before {
            tracing::error!(
                "the payment provider does not answer: calls are paused, and members see that paying fails"
            );
        }
    }
}

impl Drop for Call<'_> {
    fn drop(&mut self) {
        if !self.is_over {
            self.failed("the payment provider did not answer in time".to_owned());
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
    // 409: a request with the same key is in progress.
    if status.is_server_error() || matches!(status, StatusCode::TOO_MANY_REQUESTS | StatusCode::CONFLICT) {
        return Err(ProviderError::ServerFailure { status });
    }
    let Problem { detail, field } = response.json().await.unwrap_or_default();
    Err(ProviderError::Refused { status, detail, field })
}

/// Our own address as this process reaches it, without any proxies.
fn own_address(mut address: SocketAddr) -> String {
    if address.ip().is_unspecified() {
        address.set_ip(match address.ip() {
            std::net::IpAddr::V4(_) => std::net::Ipv4Addr::LOCALHOST.into(),
            std::net::IpAddr::V6(_) => std::net::Ipv6Addr::LOCALHOST.into(),
        });
    }
    format!("http://{address}")
}
