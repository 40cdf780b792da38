//! The provider is unavailable: screens respond without waiting and say that paying fails and what to do, and the
//! provider is not called until one trial finds it available again.

use std::pin::pin;

use chrono::TimeDelta;
use fairway_payments::breaker::BreakerState;
use futures::FutureExt;
use futures::future::{join_all, select};
use serde_json::json;

use super::provider::{Behaviour, Provider, start};
use super::{registration, vouchers};
use crate::support::{Answer, Portal};

const OFFERS: [&str; 2] = ["/api/freevoucher/buy", "/api/federationregistration/buy"];
const UNAVAILABLE: &str = "Betalen lukt op dit moment niet: onze betaaldienst is niet bereikbaar. Er is niets afgeschreven. \
     Probeer het over een paar minuten opnieuw.";

/// Sixteen members open both screens.
async fn screens(portal: &Portal) -> Vec<Answer> {
    let jan = portal.login("jan").await;
    let screens = join_all((0..16).map(|number| jan.get(OFFERS[number % 2]))).await;
    assert!(screens.iter().all(|answer| answer.status == 200));
    screens
}

/// Members try until the breaker opens.
async fn open_breaker(portal: &Portal, provider: &Provider) {
    provider.is(Behaviour::Down);
    let jan = portal.login("jan").await;
    while portal.node.app.payments.provider.refuses().is_none() {
        assert_eq!(jan.post("/api/freevoucher/pay", &vouchers(1)).await.status, 503);
    }
}

#[tokio::test]
async fn sixteen_screens_ask_once_and_the_next_ones_not_at_all() {
    let (portal, provider) = start().await;
    for answer in screens(&portal).await {
        assert_eq!(answer.body["methods"][0]["id"], "ideal");
        assert_eq!((&answer.body["methodsAge"], &answer.body["paymentTrouble"]), (&json!(0), &json!(null)));
    }
    screens(&portal).await;
    assert_eq!(provider.asked("GET /v2/methods"), 1);
}

#[tokio::test]
async fn screens_show_the_last_list_with_its_age_while_the_provider_does_not_answer() {
    let (portal, provider) = start().await;
    screens(&portal).await;
    provider.is(Behaviour::Slow);
    portal.clock.advance(TimeDelta::minutes(6));
    for answer in screens(&portal).await {
        assert_eq!(
            (&answer.body["methods"][0]["id"], &answer.body["methodsAge"]),
            (&json!("ideal"), &json!(360))
        );
    }
    provider.is_asked_by(1).await;
    assert_eq!(provider.asked("GET /v2/methods"), 2, "one asks, beside the screens");
}

#[tokio::test]
async fn a_failure_is_remembered_while_no_list_is_known() {
    let (portal, provider) = start().await;
    let app = &portal.node.app;
    provider.is(Behaviour::Slow);
    assert_eq!(app.payments.provider.methods().now_or_never(), None, "the first waits a little");
    provider.is(Behaviour::Down);
    for answer in screens(&portal).await {
        assert_eq!(answer.body["methods"][0]["id"], "ideal", "those of the data set");
    }
    provider.is(Behaviour::Slow);
    assert_eq!(app.payments.provider.methods().now_or_never(), Some(None), "nobody waits for the next");
}

#[tokio::test]
async fn an_unavailable_provider_is_not_called_and_screens_say_so() {
    let (portal, provider) = start().await;
    open_breaker(&portal, &provider).await;
    let asked = provider.books().asked.len();
    let placed = portal.count("OrderPlaced").await;
    for answer in screens(&portal).await {
        assert_eq!(
            (&answer.body["allowPurchase"], &answer.body["paymentTrouble"]),
            (&json!(true), &json!(UNAVAILABLE))
        );
    }
    let jan = portal.login("jan").await;
    let refused = jan.post("/api/freevoucher/pay", &vouchers(1)).await;
    refused.fails(503, UNAVAILABLE);
    assert!(refused.headers.contains_key("retry-after"));
    assert_eq!(portal.count("OrderPlaced").await, placed, "nothing is ordered that cannot be paid for");
    assert_eq!(provider.books().asked.len(), asked, "nobody asks");

    let ready = portal.get("/readyz").await;
    assert_eq!((ready.status, &ready.body["payment_breaker"]), (200, &json!("open")));
    let warnings = ready.body["warnings"].to_string();
    assert!(warnings.contains("the payment provider does not answer"), "{warnings}");
    let page = portal.get("/metrics").await.body.to_string();
    for line in ["fairway_payment_breaker{state=\\\"open\\\"} 1", "fairway_payment_breaker_opened_total 1"] {
        assert!(page.contains(line), "{line}");
    }
}

#[tokio::test]
async fn after_the_pause_one_trial_is_made_and_an_answer_enables_purchases() {
    let (portal, provider) = start().await;
    open_breaker(&portal, &provider).await;
    let asked = provider.books().asked.len();
    // Still unavailable: one of the screens makes the trial call, the others do not call, and the pause grows.
    provider.is(Behaviour::Slow);
    portal.clock.advance(TimeDelta::minutes(2));
    screens(&portal).await;
    provider.is_asked_by(1).await;
    screens(&portal).await;
    assert_eq!(provider.books().asked.len(), asked + 1);

    provider.is(Behaviour::Well);
    while portal.node.app.payments.provider.is_unavailable() {
        tokio::task::yield_now().await;
    }
    let jan = portal.login("jan").await;
    assert_eq!(jan.get(OFFERS[0]).await.body["paymentTrouble"], json!(null));
    assert_eq!(jan.post("/api/freevoucher/pay", &vouchers(1)).await.status, 200);
}

#[tokio::test]
async fn a_disconnecting_client_does_not_open_the_breaker() {
    let (portal, provider) = start().await;
    let jan = portal.login("jan").await;
    provider.is(Behaviour::Slow);
    for asking in 1..=8 {
        let order = registration();
        let paying = pin!(jan.post("/api/federationregistration/pay", &order));
        // Disconnects as soon as the provider is called.
        select(paying, pin!(provider.is_asked_by(asking))).await;
    }
    provider.is(Behaviour::Well);
    while portal.count("PaymentStarted").await < 8 {
        tokio::task::yield_now().await;
    }
    let known = portal.node.app.payments.provider.known();
    assert_eq!((known.state, known.failures), (BreakerState::Closed, 0));
}
