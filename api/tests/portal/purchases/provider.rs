//! The provider of the tests: a real server in the configuration of the real provider, with stored payments, selectable
//! behaviour and a log of its requests.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard};

use axum::Json;
use axum::Router;
use axum::extract::{Path, Request, State};
use axum::http::{HeaderMap, StatusCode};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use fairway_api::config::Config;
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio::sync::Notify;

use crate::support::Portal;

#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub(super) enum Behaviour {
    #[default]
    Well,
    Down,
    /// Answers only after the behaviour is changed.
    Slow,
    Refusing,
    /// Redirects to another path of the same server.
    Elsewhere,
    /// Works, but creates no refund.
    KeepsMoney,
    /// Creates payments and refunds, and drops the response.
    Mumbling,
}

/// The provider's stored data.
#[derive(Debug, Default)]
pub(super) struct ProviderState {
    behaviour: Behaviour,
    pub(super) payments: BTreeMap<String, Value>,
    keys: BTreeMap<String, String>,
    /// By payment.
    pub(super) refunds: BTreeMap<String, Vec<Value>>,
    refund_keys: BTreeMap<String, Value>,
    /// Method and path of every request.
    pub(super) asked: Vec<String>,
    /// Requests in progress, and their maximum so far.
    pub(super) at_once: (usize, usize),
    /// Notified when the behaviour changes.
    turned: Arc<Notify>,
}

impl ProviderState {
    /// As after an hour.
    pub(super) fn forget_keys(&mut self) {
        self.refund_keys.clear();
    }
}

type Shared = Arc<Mutex<ProviderState>>;

#[derive(Clone, Default)]
pub(super) struct Provider {
    books: Shared,
    /// Notified of each request.
    asks: Arc<Notify>,
}

impl Provider {
    async fn start() -> (Self, String) {
        let provider = Self::default();
        let router = Router::new()
            .route("/v2/payments", post(create))
            .route("/v2/payments/{id}", get(find))
            .route("/v2/payments/{id}/refunds", get(refunds).post(refund))
            .route("/v2/methods", get(methods))
            .layer(from_fn_with_state(provider.clone(), note))
            .with_state(Arc::clone(&provider.books));
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = format!("http://{}", listener.local_addr().expect("an address"));
        tokio::spawn(async { axum::serve(listener, router).await });
        (provider, address)
    }

    pub(super) fn books(&self) -> MutexGuard<'_, ProviderState> {
        self.books.lock().expect("the books")
    }

    pub(super) fn is(&self, behaviour: Behaviour) {
        let mut books = self.books();
        books.behaviour = behaviour;
        books.turned.notify_waiters();
    }

    /// Changes its latest payment.
    pub(super) fn change(&self, change: impl FnOnce(&mut Value)) -> String {
        let mut books = self.books();
        let (id, payment) = books.payments.iter_mut().next_back().expect("a payment");
        change(payment);
        id.clone()
    }

    /// Marks a payment as paid.
    pub(super) fn pay(&self, payment: &str) {
        self.books().payments.get_mut(payment).expect("a payment")["status"] = json!("paid");
    }

    pub(super) fn count(&self) -> usize {
        self.books().payments.len()
    }

    /// The number of requests that begin so.
    pub(super) fn asked(&self, what: &str) -> usize {
        self.books().asked.iter().filter(|asked| asked.starts_with(what)).count()
    }

    /// Waits until so many requests are in progress.
    pub(super) async fn is_asked_by(&self, many: usize) {
        loop {
            let asked = self.asks.notified();
            if self.books().at_once.0 >= many {
                return;
            }
            asked.await;
        }
    }
}

/// Also counts down when the client has disconnected.
struct Answering(Shared);

impl Drop for Answering {
    fn drop(&mut self) {
        self.0.lock().expect("the books").at_once.0 -= 1;
    }
}

async fn note(State(provider): State<Provider>, request: Request, next: Next) -> Response {
    {
        let mut books = provider.books();
        books.asked.push(format!("{} {}", request.method(), request.uri().path()));
        books.at_once.0 += 1;
        books.at_once.1 = books.at_once.1.max(books.at_once.0);
    }
    let _answering = Answering(Arc::clone(&provider.books));
    provider.asks.notify_waiters();
    next.run(request).await
}

async fn behaviour(books: &Shared) -> Result<(), Response> {
    let turned = Arc::clone(&books.lock().expect("the books").turned);
    let behaviour = loop {
        let turning = turned.notified();
        let behaviour = books.lock().expect("the books").behaviour;
        if behaviour != Behaviour::Slow {
            break behaviour;
        }
        turning.await;
    };
    match behaviour {
        Behaviour::Well | Behaviour::KeepsMoney | Behaviour::Mumbling | Behaviour::Slow => Ok(()),
        Behaviour::Down => Err(StatusCode::BAD_GATEWAY.into_response()),
        Behaviour::Elsewhere => {
            Err((StatusCode::TEMPORARY_REDIRECT, [("location", "/elsewhere")]).into_response())
        }
        Behaviour::Refusing => {
            let problem = json!({"status": 422, "title": "Unprocessable", "detail": "no", "field": "method"});
            Err((StatusCode::UNPROCESSABLE_ENTITY, Json(problem)).into_response())
        }
    }
}

async fn create(State(books): State<Shared>, headers: HeaderMap, Json(wanted): Json<Value>) -> Response {
    if let Err(failure) = behaviour(&books).await {
        return failure;
    }
    assert_eq!(headers["authorization"], "Bearer test_key");
    let key = headers["idempotency-key"].to_str().expect("a key").to_owned();
    let mut books = books.lock().expect("the books");
    let number = books.payments.len() + 1;
    let id = books.keys.entry(key).or_insert_with(|| format!("tr_{number}")).clone();
    let made = books.payments.entry(id.clone()).or_insert_with(|| {
        json!({"resource": "payment", "id": id, "status": "open", "amount": wanted["amount"],
            "metadata": wanted["metadata"],
            "_links": {"checkout": {"href": format!("https://pay.example/{id}"), "type": "text/html"}}})
    });
    let made = made.clone();
    if books.behaviour == Behaviour::Mumbling {
        return StatusCode::BAD_GATEWAY.into_response();
    }
    (StatusCode::CREATED, Json(made)).into_response()
}

async fn find(State(books): State<Shared>, Path(id): Path<String>) -> Response {
    if let Err(failure) = behaviour(&books).await {
        return failure;
    }
    match books.lock().expect("the books").payments.get(&id) {
        Some(payment) => Json(payment.clone()).into_response(),
        None => (StatusCode::NOT_FOUND, Json(json!({"status": 404, "detail": "No payment exists"})))
            .into_response(),
    }
}

async fn refunds(State(books): State<Shared>, Path(id): Path<String>) -> Response {
    if let Err(failure) = behaviour(&books).await {
        return failure;
    }
    let refunds = books.lock().expect("the books").refunds.get(&id).cloned().unwrap_or_default();
    Json(json!({"count": refunds.len(), "_embedded": {"refunds": refunds}})).into_response()
}

async fn refund(
    State(books): State<Shared>,
    Path(id): Path<String>,
    headers: HeaderMap,
    Json(wanted): Json<Value>,
) -> Response {
    if let Err(failure) = behaviour(&books).await {
        return failure;
    }
    let key = headers["idempotency-key"].to_str().expect("a key").to_owned();
    let mut books = books.lock().expect("the books");
    if books.behaviour == Behaviour::KeepsMoney {
        return StatusCode::BAD_GATEWAY.into_response();
    }
    let made = match books.refund_keys.get(&key) {
        Some(made) => made.clone(),
        None => {
            let number = books.refund_keys.len() + 1;
            let made = json!({"resource": "refund", "id": format!("re_{number}"), "status": "queued",
                "amount": wanted["amount"], "metadata": wanted["metadata"], "paymentId": id});
            books.refund_keys.insert(key, made.clone());
            books.refunds.entry(id).or_default().push(made.clone());
            made
        }
    };
    if books.behaviour == Behaviour::Mumbling {
        return StatusCode::BAD_GATEWAY.into_response();
    }
    (StatusCode::CREATED, Json(made)).into_response()
}

async fn methods(State(books): State<Shared>) -> Response {
    if let Err(failure) = behaviour(&books).await {
        return failure;
    }
    Json(json!({"count": 1, "_embedded": {"methods": [{"id": "ideal"}]}})).into_response()
}

/// A portal with such a provider.
pub(super) async fn start() -> (Portal, Provider) {
    let (provider, address) = Provider::start().await;
    let config = Config::from_lookup(|key| match key {
        "FAIRWAY_PAYMENTS" => Some("mollie".to_owned()),
        "MOLLIE_API_KEY" => Some("test_key".to_owned()),
        "MOLLIE_API_URL" => Some(address.clone()),
        _ => None,
    });
    (Portal::start_with(config.expect("a configuration")).await, provider)
}
