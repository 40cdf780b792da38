//! Sends the queued messages for devices: at least once each, retried with growing pauses as long as they are of use.
//! Each is composed here, immediately before it is sent. An answer's body is never read, and no redirect followed.

use std::collections::HashMap;
use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use chrono::{DateTime, TimeDelta, Utc};
use fairway_clock::clock::Clock;
use fairway_clock::random;
use fairway_store::PgPool;
use fairway_store::push_messages::{End, Taken};
use fairway_store::{push_devices, push_messages};
use fairway_text::error_chain::Chain;
use futures::StreamExt;
use reqwest::header::{AUTHORIZATION, CONTENT_ENCODING, CONTENT_TYPE, RETRY_AFTER};
use reqwest::{Response, StatusCode};

use super::cipher::PushCipher;
use super::keys::{self, KeyError, ServerKey};
use super::subscription::{PushServices, Subscription};
use super::{PushContent, PushCounts, vapid};
use crate::mail::bookings::Composer;
use crate::mail::lease::Lease;
use crate::state::Settings;

/// How often the queue is read: other processes fill it too, and failed messages become due.
const POLL: Duration = Duration::from_secs(2);
/// Messages per batch; they are sent at the same time.
const BATCH: i64 = 20;
/// The time limits of one request, which fit into the lease.
const CONNECT: Duration = Duration::from_secs(5);
const REQUEST: Duration = Duration::from_secs(15);
/// After so many attempts, a little over two hours, it is given up.
const ATTEMPTS: i32 = 10;
/// How long a push service may not know a new device yet: until its nodes have heard of it.
const YOUNG: TimeDelta = TimeDelta::minutes(10);
/// The longest pause that a push service may ask for.
const LONGEST_PAUSE: TimeDelta = TimeDelta::hours(6);
/// How long push services keep a message, at most: four weeks, seconds.
const LONGEST_TTL: i64 = 28 * 24 * 60 * 60;
/// The text to encrypt is filled up to a multiple of this, bytes: its length tells a push service nothing.
const BLOCK: usize = 512;

/// Sends the queued messages. Several senders may run, here and in other processes: each message is taken by one.
#[derive(Debug, Clone)]
pub struct PushSender {
    pool: PgPool,
    clock: Clock,
    composer: Composer,
    http: reqwest::Client,
    cipher: PushCipher,
    services: PushServices,
    contact: String,
    lease: Lease,
    counts: PushCounts,
}

/// Why nothing can be sent.
#[derive(Debug, thiserror::Error)]
pub enum PushSenderError {
    /// There is no client.
    #[error("the client for push services cannot be made")]
    Client(#[from] reqwest::Error),
}

/// How an attempt ended.
enum Outcome {
    Sent,
    /// The device's address is gone, or its subscription cannot be read any more.
    Gone,
    /// Another attempt would end in the same way.
    Refused(String),
    /// Later, not before this pause.
    Later(String, Option<TimeDelta>),
}

impl PushSender {
    /// A sender as configured.
    ///
    /// # Errors
    /// [`PushSenderError`].
    pub fn new(
        settings: &Settings,
        pool: PgPool,
        clock: Clock,
        counts: PushCounts,
    ) -> Result<Self, PushSenderError> {
        let http = reqwest::Client::builder()
            .connect_timeout(CONNECT)
            .timeout(REQUEST)
            .redirect(reqwest::redirect::Policy::none())
            .build()?;
        let composer = Composer::new(pool.clone(), clock.clone(), settings.links.clone());
        let (cipher, services) =
            (PushCipher::new(&settings.secrets), PushServices::new(settings.push_services.clone()));
        let contact = settings.links.portal.contact_email().to_owned();
        Ok(Self { pool, clock, composer, http, cipher, services, contact, lease: Lease::default(), counts })
    }

    /// The same with another lease, for tests, which cannot wait for the default.
    #[must_use]
    pub fn with_lease(self, lease: Lease) -> Self {
        Self { lease, ..self }
    }

    /// Sends until `shutdown` completes. An interrupted message is sent again when its lease ends.
    pub async fn run(self, shutdown: impl Future<Output = ()>) {
        tokio::select! {
            () = shutdown => {}
            () = self.send_continuously() => {}
        }
    }

    async fn send_continuously(&self) {
        loop {
            match self.send_due().await {
                Ok(taken) if i64::try_from(taken).is_ok_and(|taken| taken == BATCH) => continue,
                Ok(_) => {}
                Err(error) => {
                    tracing::warn!(error = %Chain(&error), "messages for devices cannot be read; trying again");
                }
            }
            tokio::time::sleep(POLL).await;
        }
    }

    /// Sends every message that is due, at most a batch; returns how many there were.
    /// Fails when the database does not answer.
    pub async fn send_due(&self) -> Result<usize, fairway_store::Error> {
        let now = self.clock.now();
        let taken = push_messages::take(&self.pool, now, self.lease.as_delta(), BATCH).await?;
        let count = taken.len();
        if count == 0 {
            return Ok(0);
        }
        let key = match keys::load(&self.pool, &self.cipher).await {
            Ok(Some(key)) => key,
            // Without a key there are no devices: it was removed a moment ago.
            Ok(None) => return Ok(count),
            Err(KeyError::Database(error)) => return Err(error),
            Err(error @ KeyError::Sealed) => {
                tracing::error!(error = %Chain(&error), "no news is sent to devices");
                self.postpone_all(&taken, now).await?;
                return Ok(count);
            }
        };
        // The next sender takes the messages that are not sent when the lease ends.
        let sending = self.send(taken, &key);
        match tokio::time::timeout(self.lease.safe_duration(), sending).await {
            Ok(sent) => sent?,
            Err(_) => tracing::warn!("messages for devices were not sent in time; they are taken again"),
        }
        Ok(count)
    }

    async fn send(&self, taken: Vec<Taken>, key: &ServerKey) -> Result<(), fairway_store::Error> {
        let mut composed = self.compose(&taken).await;
        let count = taken.len();
        let sending = taken.into_iter().enumerate().map(|(index, message)| {
            let content = composed.remove(&index);
            self.send_one(message, content, key)
        });
        let sending: Vec<_> = sending.collect();
        let mut ended = futures::stream::iter(sending).buffer_unordered(count);
        while let Some(ended) = ended.next().await {
            ended?;
        }
        Ok(())
    }

    /// The outer none: it cannot be composed. The inner none: it is no news any more.
    #[expect(clippy::option_option, reason = "both answers have their own meaning, and one caller")]
    async fn send_one(
        &self,
        message: Taken,
        content: Option<Option<PushContent>>,
        key: &ServerKey,
    ) -> Result<(), fairway_store::Error> {
        match content {
            Some(Some(content)) => {
                let outcome = self.attempt(&message, &content, key).await;
                self.settle(&message, outcome).await
            }
            Some(None) => self.end(&message, End::Obsolete).await,
            None => self.settle(&message, Outcome::Later("it cannot be composed".to_owned(), None)).await,
        }
    }

    /// The content of each, by its index: none for one that is no news any more; those that cannot be composed are left
    /// out.
    async fn compose(&self, taken: &[Taken]) -> HashMap<usize, Option<PushContent>> {
        match self.composer.compose_pushes(taken).await {
            Ok(composed) => composed.into_iter().enumerate().collect(),
            // One by one: only the one that cannot be composed is tried again later.
            Err(_) => {
                let mut composed = HashMap::new();
                for (index, message) in taken.iter().enumerate() {
                    match self.composer.compose_pushes(std::slice::from_ref(message)).await {
                        Ok(one) => composed.extend(one.into_iter().map(|content| (index, content))),
                        Err(error) => {
                            tracing::warn!(error = %Chain(&error), "a message for a device cannot be composed")
                        }
                    }
                }
                composed
            }
        }
    }

    async fn attempt(&self, message: &Taken, content: &PushContent, key: &ServerKey) -> Outcome {
        let now = self.clock.now();
        let Some(subscription) = Subscription::open(&self.cipher, &message.subscription) else {
            return Outcome::Gone;
        };
        // The list may be shorter than when the device was added.
        let Some(endpoint) = subscription.endpoint().filter(|endpoint| self.services.include(endpoint))
        else {
            return Outcome::Refused("its push service is not on the list any more".to_owned());
        };
        let Some(body) = padded(content).and_then(|text| subscription.encrypt(text)) else {
            return Outcome::Refused("it cannot be encrypted".to_owned());
        };
        let origin = endpoint.origin().ascii_serialization();
        let ttl = (message.ends_at - now).num_seconds().clamp(0, LONGEST_TTL);
        let response = self
            .http
            .post(endpoint)
            .header(AUTHORIZATION, vapid::authorization(key, &origin, &self.contact, now))
            .header(CONTENT_ENCODING, "aes128gcm")
            .header(CONTENT_TYPE, "application/octet-stream")
            .header("ttl", ttl)
            .header("urgency", if content.is_urgent { "high" } else { "normal" })
            .header("topic", topic(message, content))
            .body(body)
            .send()
            .await;
        match response {
            Ok(response) => match outcome(&response, now) {
                Outcome::Gone if now - message.subscribed_at < YOUNG => {
                    Outcome::Later("the push service does not know the new device yet".to_owned(), None)
                }
                outcome => outcome,
            },
            // Without the address, which is a secret of the device.
            Err(error) => Outcome::Later(Chain(&error.without_url()).to_string(), None),
        }
    }

    async fn settle(&self, message: &Taken, outcome: Outcome) -> Result<(), fairway_store::Error> {
        let device = message.device;
        match outcome {
            Outcome::Sent => {
                self.counts.sent();
                tracing::info!(%device, attempts = message.attempts, "a message was sent to a device");
                self.end(message, End::Sent).await
            }
            Outcome::Gone => {
                self.counts.forgotten();
                tracing::info!(%device, "a device is gone and was forgotten");
                push_devices::forget(&self.pool, device).await
            }
            Outcome::Refused(reason) => self.give_up(message, &reason).await,
            Outcome::Later(reason, asked) => {
                let pause = asked.unwrap_or_default().clamp(pause_after(message.attempts), LONGEST_PAUSE);
                let due_at = self.clock.now() + pause;
                if message.attempts >= ATTEMPTS || due_at >= message.ends_at {
                    return self.give_up(message, &reason).await;
                }
                tracing::warn!(%device, attempts = message.attempts, pause_s = pause.num_seconds(), reason,
                    "a message was not sent to a device and will be tried again");
                push_messages::postpone(&self.pool, message, due_at).await
            }
        }
    }

    async fn give_up(&self, message: &Taken, reason: &str) -> Result<(), fairway_store::Error> {
        self.counts.failed();
        tracing::warn!(device = %message.device, attempts = message.attempts, reason,
            "a message for a device is not sent again");
        self.end(message, End::Failed).await
    }

    async fn end(&self, message: &Taken, end: End) -> Result<(), fairway_store::Error> {
        push_messages::settle(&self.pool, message, end, self.clock.now()).await
    }

    /// Until the operator has mended the secret.
    async fn postpone_all(&self, taken: &[Taken], now: DateTime<Utc>) -> Result<(), fairway_store::Error> {
        for message in taken {
            if now >= message.ends_at {
                self.end(message, End::Failed).await?;
            } else {
                push_messages::postpone(&self.pool, message, now + pause_after(message.attempts)).await?;
            }
        }
        Ok(())
    }
}

/// The meaning of a push service's answer (RFC 8030).
fn outcome(response: &Response, now: DateTime<Utc>) -> Outcome {
    let status = response.status();
    let reason = || format!("the push service answers {status}");
    match status {
        _ if status.is_success() => Outcome::Sent,
        StatusCode::NOT_FOUND | StatusCode::GONE => Outcome::Gone,
        // Also refused for a while: an unknown token is what a clock that is wrong looks like.
        StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN | StatusCode::TOO_MANY_REQUESTS => {
            Outcome::Later(reason(), retry_after(response, now))
        }
        _ if status.is_server_error() => Outcome::Later(reason(), retry_after(response, now)),
        _ => Outcome::Refused(reason()),
    }
}

/// The pause that the push service asks for, in seconds or until a moment.
fn retry_after(response: &Response, now: DateTime<Utc>) -> Option<TimeDelta> {
    let text = response.headers().get(RETRY_AFTER)?.to_str().ok()?;
    match text.parse::<u32>() {
        Ok(seconds) => Some(TimeDelta::seconds(seconds.into())),
        Err(_) => Some(DateTime::parse_from_rfc2822(text).ok()?.to_utc() - now),
    }
}

/// The text of the message, filled up with spaces, which JSON ignores.
fn padded(content: &PushContent) -> Option<Vec<u8>> {
    let mut text = serde_json::to_vec(content).ok()?;
    text.resize(text.len().next_multiple_of(BLOCK), b' ');
    Some(text)
}

/// By it a push service replaces what it has not delivered yet. It tells nothing, and is another one for each device.
fn topic(message: &Taken, content: &PushContent) -> String {
    let digest = random::digest(format!("{}:{}", message.device, content.tag).as_bytes());
    URL_SAFE_NO_PAD.encode(&digest[..18])
}

/// 15 s, doubled with every attempt, at most an hour.
fn pause_after(attempts: i32) -> TimeDelta {
    let exponent = u32::try_from(attempts.saturating_sub(1)).unwrap_or(0).min(20);
    TimeDelta::seconds((15_i64 << exponent).min(3600))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_grow_and_have_an_end() {
        let seconds: Vec<i64> =
            [0, 1, 2, 3, 9, 60].map(|attempts| pause_after(attempts).num_seconds()).into();
        assert_eq!(seconds, [15, 15, 30, 60, 3600, 3600]);
    }

    #[test]
    fn messages_of_different_lengths_look_the_same() {
        let content = |body: &str| PushContent {
            title: "Fairway".to_owned(),
            body: body.to_owned(),
            path: "/reservations".to_owned(),
            tag: "x".to_owned(),
            is_urgent: false,
        };
        let lengths = ["kort", &"lang ".repeat(60)].map(|body| padded(&content(body)).expect("a text").len());
        assert_eq!(lengths, [512, 512]);
    }
}
