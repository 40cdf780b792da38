//! Anybody can send a message about a payment: what that costs the provider and the portal.

use chrono::TimeDelta;
use futures::future::join_all;
use serde_json::json;

use super::provider::{Mood, start};
use super::{payment_of, registration, vouchers};
use crate::support::Portal;

#[tokio::test]
async fn ids_that_no_order_names_are_answered_without_asking_the_provider() {
    let (portal, provider) = start().await;
    let jan = portal.login("jan").await;
    assert_eq!(jan.post("/api/freevoucher/pay", &vouchers(1)).await.status, 200);
    let known = portal.tell("tr_1").await;
    let (asked, events) = (provider.asked("GET /v2/payments"), portal.events().await);
    assert_eq!(asked, 1, "a payment of ours is asked about");
    for mood in [Mood::Well, Mood::Down] {
        provider.is(mood);
        let ids: Vec<String> = (0..100).map(|number| format!("tr_unknown{number}")).collect();
        for answer in join_all(ids.iter().map(|id| portal.tell(id))).await {
            assert_eq!((answer.status, &answer.body), (known.status, &known.body), "as for one of ours");
        }
    }
    assert_eq!((provider.asked("GET /v2/payments"), portal.events().await), (asked, events));
}

#[tokio::test]
async fn at_most_four_messages_ask_the_provider_at_a_time() {
    let (portal, provider) = start().await;
    let mut payments = Vec::new();
    for name in ["jan", "eva", "kees", "w1", "w2", "w3", "w4", "half"] {
        let member = portal.login(name).await;
        payments.push(payment_of(&member.post("/api/federationregistration/pay", &registration()).await));
        payments.push(payment_of(&member.post("/api/freevoucher/pay", &vouchers(1)).await));
    }
    payments.iter().for_each(|payment| provider.pay(payment));
    provider.is(Mood::Slow);
    let telling = join_all(payments.iter().map(|payment| portal.tell(payment)));
    let answers = async {
        provider.is_asked_by(4).await;
        provider.is(Mood::Well);
    };
    let (answers, ()) = futures::join!(telling, answers);
    assert!(answers.iter().all(|answer| answer.status == 200));
    let most_at_once = provider.books().at_once.1;
    assert_eq!((most_at_once, portal.count("OrderPaid").await), (4, 16));
}

#[tokio::test]
async fn a_message_that_comes_before_its_payment_is_written_down_is_made_up_for_on_return() {
    let (portal, provider) = start().await;
    let jan = portal.login("jan").await;
    // The provider makes the payment and tells of it before the portal has heard that there is one.
    provider.is(Mood::Mumbling);
    assert_eq!(jan.post_with_key("/api/freevoucher/pay", "k", &vouchers(1)).await.status, 503);
    provider.is(Mood::Well);
    let payment = provider.change(|payment| payment["status"] = json!("paid"));
    assert_eq!(portal.tell(&payment).await.status, 200);
    assert_eq!((provider.asked("GET /v2/payments"), portal.count("OrderPaid").await), (0, 0));

    assert_eq!(jan.post_with_key("/api/freevoucher/pay", "k", &vouchers(1)).await.status, 200);
    assert_eq!(jan.subscriptions().await["purchaseStatus"]["freevoucher"], "paid");
    assert_eq!((provider.count(), portal.count("VoucherPurchased").await), (1, 1));
}

#[tokio::test]
async fn who_sends_too_many_messages_is_told_when_to_send_the_next() {
    let portal = Portal::start().await;
    let answers = join_all((0..320).map(|_| portal.tell("tr_unknown"))).await;
    let taken = answers.iter().filter(|answer| answer.status == 200).count();
    assert_eq!(taken, 300);
    let refused = answers.iter().find(|answer| answer.status != 200).expect("one too many");
    refused.fails(429, "Te veel berichten. Probeer het zo opnieuw.");
    assert!(refused.headers.contains_key("retry-after"));
    portal.clock.advance(TimeDelta::minutes(1));
    assert_eq!(portal.tell("tr_unknown").await.status, 200);
}
