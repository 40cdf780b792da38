//! How many statements a request costs: the same for one player and one club as for many.

use std::sync::{Arc, Mutex};

use serde_json::json;
use tracing::field::{Field, Visit};
use tracing::{Event, Subscriber};
use tracing_subscriber::layer::{Context, Layer, SubscriberExt};
use tracing_subscriber::registry::LookupSpan;

use crate::support::{Member, Portal, email};

/// Gathers the statements that sqlx reports inside a request.
#[derive(Clone, Default)]
struct Statements(Arc<Mutex<Vec<String>>>);

impl<S: Subscriber + for<'a> LookupSpan<'a>> Layer<S> for Statements {
    fn on_event(&self, event: &Event<'_>, context: Context<'_, S>) {
        let in_request =
            context.event_scope(event).is_some_and(|mut scope| scope.any(|span| span.name() == "request"));
        if event.metadata().target() == "sqlx::query" && in_request {
            let mut summary = Summary(String::new());
            event.record(&mut summary);
            self.0.lock().expect("the list").push(summary.0);
        }
    }
}

struct Summary(String);

impl Visit for Summary {
    fn record_debug(&mut self, field: &Field, value: &dyn std::fmt::Debug) {
        if field.name() == "summary" {
            self.0 = format!("{value:?}");
        }
    }

    fn record_str(&mut self, field: &Field, value: &str) {
        if field.name() == "summary" {
            self.0 = value.to_owned();
        }
    }
}

impl Statements {
    async fn of(&self, member: &Member<'_>, path: &str, body: Option<serde_json::Value>) -> Vec<String> {
        self.0.lock().expect("the list").clear();
        let answer = match body {
            None => member.get(path).await,
            Some(body) => member.post(path, &body).await,
        };
        assert_eq!(answer.status, 200, "{path}: {}", answer.body);
        std::mem::take(&mut *self.0.lock().expect("the list"))
    }
}

#[tokio::test]
async fn the_number_of_statements_does_not_grow_with_players_clubs_or_rounds() {
    let statements = Statements::default();
    let subscriber = tracing_subscriber::registry().with(statements.clone());
    tracing::subscriber::set_global_default(subscriber).expect("the only subscriber of this process");
    let portal = Portal::start().await;
    let jan = portal.login("jan").await;
    let group = |names: &[&str]| names.iter().map(|name| email(name)).collect::<Vec<_>>();
    let (alone, four) = (group(&["jan"]), group(&["jan", "eva", "w1", "w2"]));
    // The first request of all reads the clubs into memory.
    jan.get("/api/golfclubs/info").await;

    for (path, extra) in [
        ("/api/reservations/golfclubs", json!({"date": "2026-11-28"})),
        ("/api/reservations/golfclubs", json!({"date": null})),
        ("/api/reservations/availability", json!({"golfclub": "de-es"})),
        ("/api/reservations/availability", json!({"golfclub": null})),
    ] {
        let mut body = extra.clone();
        body["holes"] = json!(18);
        body["players"] = json!(alone);
        let one = statements.of(&jan, path, Some(body.clone())).await;
        body["players"] = json!(four);
        let many = statements.of(&jan, path, Some(body)).await;
        assert_eq!(one.len(), many.len(), "{path} {extra}: {one:#?} {many:#?}");
        assert!((2..=4).contains(&many.len()), "{path} {extra}: {many:#?}");
    }

    jan.book("2026-11-28", &["jan"]).await;
    let one = statements.of(&jan, "/api/reservations", None).await;
    for day in ["2026-11-29", "2026-11-30"] {
        let body = json!({"holes": 18, "golfclub": "vol", "players": group(&["jan", "eva"]), "date": day});
        assert_eq!(jan.post("/api/reservations", &body).await.status, 200);
    }
    let many = statements.of(&jan, "/api/reservations", None).await;
    assert_eq!((one.len(), many.len()), (3, 3), "token, rounds, names: {many:#?}");
    let again = statements.of(&jan, "/api/reservations", None).await;
    assert_eq!(again.len(), 2, "token and rounds, for the names are held in memory: {again:#?}");
    let booking = json!({"holes": 18, "golfclub": "vol", "players": four[..2], "date": "2026-12-01"});
    let booked = statements.of(&jan, "/api/reservations", Some(booking)).await;
    assert!(
        booked.len() <= 3,
        "the edge asks for token and players, the writer works on its own: {booked:#?}"
    );
}
