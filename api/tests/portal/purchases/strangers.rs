//! Anybody can send a webhook: its cost for the provider and the portal.

use chrono::TimeDelta;
use futures::future::join_all;
use serde_json::json;

use super::provider::{Behaviour, start};
use super::{payment_of, registration, vouchers};
use crate::support::Portal;

#[tokio::test]
async fn ids_without_an_order_are_answered_without_asking_the_provider() {
    let (portal, provider) = start().await;
    let jan = portal.login("jan").await;
    assert_eq!(jan.post("/api/freevoucher/pay", &vouchers(1)).await.status, 200);
    let known = portal.send_webhook("tr_1").await;
    let (asked, events) = (provider.asked("GET /v2/payments"), portal.events().await);
    assert_eq!(asked, 1, "a payment of ours is asked about");
    for behaviour in [Behaviour::Well, Behaviour::Down] {
        provider.is(behaviour);
        let ids: Vec<String> = (0..100).map(|number| format!("tr_unknown{number}")).collect();
        for answer in join_all(ids.iter().map(|id| portal.send_webhook(id))).await {
            assert_eq!((answer.status, &answer.body), (known.status, &known.body), "as for one of ours");
        }
    }
    assert_eq!((provider.asked("GET /v2/payments"), portal.events().await), (asked, events));
}

#[tokio::test]
async fn at_most_four_webhooks_ask_the_provider_at_a_time() {
    let (portal, provider) = start().await;
    let mut payments = Vec::new();
    for name in ["jan", "eva", "kees", "w1", "w2", "w3", "w4", "half"] {
        let member = portal.login(name).await;
        payments.push(payment_of(&member.post("/api/federationregistration/pay", &registration()).await));
        payments.push(payment_of(&member.post("/api/freevoucher/pay", &vouchers(1)).await));
    }
    payments.iter().for_each(|payment| provider.pay(payment));
    provider.is(Behaviour::Slow);
    let webhooks = join_all(payments.iter().map(|payment| portal.send_webhook(payment)));
    let answers = async {
        provider.is_asked_by(4).await;
        provider.is(Behaviour::Well);
    };
    let (answers, ()) = futures::join!(webhooks, answers);
    assert!(answers.iter().all(|answer| answer.status == 200));
    let most_at_once = provider.books().at_once.1;
    assert_eq!((most_at_once, portal.count("OrderPaid").await), (4, 16));
}

#[tokio::test]
async fn a_webhook_before_its_payment_is_recorded_is_compensated_on_return() {
    let (portal, provider) = start().await;
    let jan = portal.login("jan").await;
    // The provider creates the payment and sends its webhook before the portal has the payment's id.
    provider.is(Behaviour::Mumbling);
    assert_eq!(jan.post_with_key("/api/freevoucher/pay", "k", &vouchers(1)).await.status, 503);
    provider.is(Behaviour::Well);
    let payment = provider.change(|payment| payment["status"] = json!("paid"));
    assert_eq!(portal.send_webhook(&payment).await.status, 200);
    assert_eq!((provider.asked("GET /v2/payments"), portal.count("OrderPaid").await), (0, 0));

    assert_eq!(jan.post_with_key("/api/freevoucher/pay", "k", &vouchers(1)).await.status, 200);
    assert_eq!(jan.subscriptions().await["purchaseStatus"]["freevoucher"], "paid");
    assert_eq!((provider.count(), portal.count("VoucherPurchased").await), (1, 1));
}

#[tokio::test]
async fn too_many_webhooks_get_a_retry_time() {
    let portal = Portal::start().await;
    let answers = join_all((0..320).map(|_| portal.send_webhook("tr_unknown"))).await;
    let taken = answers.iter().filter(|answer| answer.status == 200).count();
    assert_eq!(taken, 300);
    let refused = answers.iter().find(|answer| answer.status != 200).expect("one too many");
    refused.fails(429, "Te veel berichten. Probeer het zo opnieuw.");
    assert!(refused.headers.contains_key("retry-after"));
    portal.clock.advance(TimeDelta::minutes(1));
    assert_eq!(portal.send_webhook("tr_unknown").await.status, 200);
}
