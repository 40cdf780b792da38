//! A push service on loopback, and devices of it: it checks who sends, and reads what was encrypted for the device.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use axum::Router;
use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::post;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use p256::SecretKey;
use p256::ecdsa::signature::Verifier;
use p256::ecdsa::{Signature, VerifyingKey};
use p256::elliptic_curve::sec1::ToEncodedPoint;
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio::sync::Semaphore;

/// A device with the keys that a browser would have.
pub(super) struct Device {
    endpoint: String,
    secret: SecretKey,
    auth: [u8; 16],
}

impl Device {
    pub(super) fn subscription(&self) -> Value {
        let key = self.secret.public_key().to_encoded_point(false);
        json!({
            "endpoint": self.endpoint,
            "p256dh": URL_SAFE_NO_PAD.encode(key.as_bytes()),
            "auth": URL_SAFE_NO_PAD.encode(self.auth),
        })
    }

    pub(super) fn fingerprint(&self) -> String {
        hex::encode(fairway_clock::random::digest(self.endpoint.as_bytes()))
    }
}

/// A request that the service took.
#[derive(Debug, Clone)]
pub(super) struct Taken {
    pub(super) device: String,
    pub(super) headers: HeaderMap,
    /// The content, as the device reads it.
    pub(super) content: Value,
    /// The claims of the token, whose signature was checked.
    pub(super) claims: Value,
    /// The key that the token names.
    pub(super) key: String,
    pub(super) size: usize,
}

/// How it answers for a device.
#[derive(Debug, Clone, Copy)]
pub(super) struct Answering {
    pub(super) status: u16,
    pub(super) retry_after: Option<u32>,
}

#[derive(Default)]
struct Known {
    keys: HashMap<String, (Vec<u8>, [u8; 16])>,
    taken: Vec<Taken>,
    answering: HashMap<String, Answering>,
}

#[derive(Clone)]
struct Shared {
    known: Arc<Mutex<Known>>,
    /// Requests that may be answered.
    gate: Arc<Semaphore>,
    arrived: Arc<tokio::sync::Notify>,
}

pub(super) struct PushService {
    pub(super) origin: String,
    shared: Shared,
}

/// More requests than any test makes.
const ALL: usize = 1000;

impl PushService {
    pub(super) async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let origin = format!("http://{}", listener.local_addr().expect("an address"));
        let shared =
            Shared { known: Arc::default(), gate: Arc::new(Semaphore::new(ALL)), arrived: Arc::default() };
        let router = Router::new().route("/push/{device}", post(take)).with_state(shared.clone());
        tokio::spawn(async move { axum::serve(listener, router).await });
        Self { origin, shared }
    }

    pub(super) fn device(&self, name: &str) -> Device {
        let secret = SecretKey::from_slice(&fairway_clock::random::new_key()).expect("a key");
        let auth = fairway_clock::random::new_salt();
        let keys = (secret.to_bytes().to_vec(), auth);
        self.shared.known.lock().expect("a lock").keys.insert(name.to_owned(), keys);
        Device { endpoint: format!("{}/push/{name}", self.origin), secret, auth }
    }

    pub(super) fn answer(&self, device: &str, answering: Answering) {
        self.shared.known.lock().expect("a lock").answering.insert(device.to_owned(), answering);
    }

    /// Takes a device's messages again.
    pub(super) fn recover(&self, device: &str) {
        self.shared.known.lock().expect("a lock").answering.remove(device);
    }

    /// The requests since the last time.
    pub(super) fn taken(&self) -> Vec<Taken> {
        std::mem::take(&mut self.shared.known.lock().expect("a lock").taken)
    }

    /// Keeps every request without an answer.
    pub(super) async fn close(&self) {
        let permits = u32::try_from(ALL).expect("a number");
        self.shared.gate.acquire_many(permits).await.expect("the gate").forget();
    }

    pub(super) fn open(&self) {
        self.shared.gate.add_permits(ALL);
    }

    /// Until a request has arrived.
    pub(super) async fn arrived(&self) {
        self.shared.arrived.notified().await;
    }
}

async fn take(
    State(shared): State<Shared>,
    Path(device): Path<String>,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    shared.arrived.notify_one();
    drop(shared.gate.acquire().await.expect("the gate"));
    let mut known = shared.known.lock().expect("a lock");
    if let Some(answering) = known.answering.get(&device).copied() {
        let status = StatusCode::from_u16(answering.status).expect("a status");
        return match answering.retry_after {
            Some(seconds) => (status, [("retry-after", seconds.to_string())]).into_response(),
            None => status.into_response(),
        };
    }
    let (secret, auth) = known.keys.get(&device).cloned().expect("a known device");
    let secret = SecretKey::from_slice(&secret).expect("a key");
    let read =
        web_push_native::decrypt(body.to_vec(), &secret, &auth.into()).expect("encrypted for the device");
    let (claims, key) = checked(headers["authorization"].to_str().expect("text"));
    let content = serde_json::from_slice(&read).expect("JSON");
    known.taken.push(Taken { device, headers, content, claims, key, size: body.len() });
    StatusCode::CREATED.into_response()
}

/// The claims and the key of a VAPID header, whose signature is that key's.
fn checked(header: &str) -> (Value, String) {
    let (token, key) =
        header.strip_prefix("vapid t=").and_then(|rest| rest.split_once(", k=")).expect("a VAPID header");
    let parts: Vec<&str> = token.split('.').collect();
    let [head, claims, signature] = parts[..] else { panic!("no token: {token}") };
    let decode = |text: &str| URL_SAFE_NO_PAD.decode(text).expect("base64url");
    let head: Value = serde_json::from_slice(&decode(head)).expect("JSON");
    assert_eq!(head, json!({"typ": "JWT", "alg": "ES256"}));
    let verifying = VerifyingKey::from_sec1_bytes(&decode(key)).expect("a key");
    let signature = Signature::from_slice(&decode(signature)).expect("a signature");
    let signed = token.rsplit_once('.').expect("a signature").0;
    verifying.verify(signed.as_bytes(), &signature).expect("signed by that key");
    (serde_json::from_slice(&decode(claims)).expect("JSON"), key.to_owned())
}
