//! The ways to pay that the provider has switched on. Whoever opens a screen is answered from memory; one question at a
//! time brings the memory up to date, beside the screens.

use std::sync::Arc;
use std::time::Duration;

use chrono::TimeDelta;
use reqwest::Method;

use super::known_methods::KnownMethods;
use super::provider::{Client, Provider, ProviderError};
use super::wire;
use crate::error_chain::Chain;

/// How long the list is believed without asking again.
const KEPT: TimeDelta = TimeDelta::minutes(5);
/// How long a screen waits where nothing is known yet.
const TIME_LIMIT: Duration = Duration::from_millis(1_500);

impl Provider {
    /// The keys of the methods that are switched on at the provider, as last received; none when it never answered, or not
    /// in time. Waits only where nothing is known, and nothing of a failure either.
    pub async fn methods(&self) -> Option<KnownMethods> {
        let over = self.0.memory.asked.notified();
        tokio::pin!(over);
        // Before asking, so that an answer that comes at once is not missed.
        over.as_mut().enable();
        let known = self.known_methods();
        let away = self.is_away();
        if away || known.as_ref().is_none_or(|known| known.age >= KEPT) {
            self.ask_for_methods();
        }
        if known.is_some() || away || self.0.memory.kept().has_failed {
            return known;
        }
        // What comes too late is there for the next screen.
        let _late = tokio::time::timeout(TIME_LIMIT, over).await;
        self.known_methods()
    }

    /// The last list, without asking.
    #[must_use]
    pub fn known_methods(&self) -> Option<KnownMethods> {
        let (at, keys) = self.0.memory.kept().last.clone()?;
        Some(KnownMethods { keys, age: (self.0.clock.now() - at).max(TimeDelta::zero()) })
    }

    /// Asks beside whoever wants to know, unless somebody does so already.
    fn ask_for_methods(&self) {
        if std::mem::replace(&mut self.0.memory.kept().is_asking, true) {
            return;
        }
        let asking = RefreshGuard(Arc::clone(&self.0));
        tokio::spawn(async move {
            let RefreshGuard(client) = &asking;
            let answer = client.ask::<wire::Methods>(|| client.request(Method::GET, "/v2/methods")).await;
            client.memory.kept().has_failed = answer.is_err();
            match answer {
                Ok(methods) => {
                    let keys = methods.embedded.methods.into_iter().map(|method| method.id).collect();
                    client.memory.kept().last = Some((client.clock.now(), Arc::new(keys)));
                }
                // The pause is not over: nobody was asked.
                Err(ProviderError::Away { .. }) => {}
                Err(error) => {
                    tracing::warn!(error = %Chain(&error), "the payment provider does not say how one can pay");
                }
            }
        });
    }
}

/// A question under way: over when it is dropped, also by a panic.
struct RefreshGuard(Arc<Client>);

impl Drop for RefreshGuard {
    fn drop(&mut self) {
        self.0.memory.kept().is_asking = false;
        self.0.memory.asked.notify_waiters();
    }
}
