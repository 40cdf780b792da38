//! The payment methods that the provider has enabled. Screens read the cache; one request at a time updates it in the
//! background.

use std::sync::Arc;
use std::time::Duration;

use chrono::TimeDelta;
use fairway_text::error_chain::Chain;
use reqwest::Method;

use crate::known_methods::KnownMethods;
use crate::provider::{Client, Provider, ProviderError};
use crate::wire;

/// How long the list is used without a new request.
const LIST_VALIDITY: TimeDelta = TimeDelta::minutes(5);
/// How long a screen waits while no list is known.
const TIME_LIMIT: Duration = Duration::from_millis(1_500);

impl Provider {
    /// The keys of the methods that are enabled at the provider, as last received; none when it never answered, or not
    /// in time. Waits only when neither a list nor a failure is known.
    pub async fn methods(&self) -> Option<KnownMethods> {
        let request_ended = self.0.methods_cache.asked.notified();
        tokio::pin!(request_ended);
        // Before the request, so that an immediate answer is not missed.
        request_ended.as_mut().enable();
        let known = self.known_methods();
        let away = self.is_unavailable();
        if away || known.as_ref().is_none_or(|known| known.age >= LIST_VALIDITY) {
            self.ask_for_methods();
        }
        if known.is_some() || away || self.0.methods_cache.state().has_failed {
            return known;
        }
        // A late answer is used by the next screen.
        let _late = tokio::time::timeout(TIME_LIMIT, request_ended).await;
        self.known_methods()
    }

    /// The last list, without a request.
    #[must_use]
    pub fn known_methods(&self) -> Option<KnownMethods> {
        let (at, keys) = self.0.methods_cache.state().last.clone()?;
        Some(KnownMethods { keys, age: (self.0.clock.now() - at).max(TimeDelta::zero()) })
    }

    /// Requests the list in the background, unless a request is running.
    fn ask_for_methods(&self) {
        if std::mem::replace(&mut self.0.methods_cache.state().is_asking, true) {
            return;
        }
        let asking = RefreshGuard(Arc::clone(&self.0));
        tokio::spawn(async move {
            let RefreshGuard(client) = &asking;
            let answer = client.ask::<wire::Methods>(|| client.request(Method::GET, "/v2/methods")).await;
            client.methods_cache.state().has_failed = answer.is_err();
            match answer {
                Ok(methods) => {
                    let keys = methods.embedded.methods.into_iter().map(|method| method.id).collect();
                    client.methods_cache.state().last = Some((client.clock.now(), Arc::new(keys)));
                }
                // The breaker refused the call.
                Err(ProviderError::Unavailable { .. }) => {}
                Err(error) => {
                    tracing::warn!(
                        error = %Chain(&error),
                        "the payment provider does not list its payment methods"
                    );
                }
            }
        });
    }
}

/// A running request: it ends when this is dropped, also by a panic.
struct RefreshGuard(Arc<Client>);

impl Drop for RefreshGuard {
    fn drop(&mut self) {
        self.0.methods_cache.state().is_asking = false;
        self.0.methods_cache.asked.notify_waiters();
    }
}
