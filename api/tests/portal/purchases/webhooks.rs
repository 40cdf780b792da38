//! Webhooks in any order and number.

use chrono::TimeDelta;
use fairway_payments::reconciliation;
use fairway_sandbox as sandbox;
use serde_json::json;

use super::registration;
use crate::support::{Answer, Portal};

#[tokio::test]
async fn webhooks_in_any_order_and_number_grant_once() {
    let portal = Portal::start().await;
    let jan = portal.login("jan").await;
    let payment = jan.order(2).await;
    assert_eq!(portal.send_webhook(&payment).await.status, 200, "a message about nothing new");
    assert_eq!(portal.count("VoucherPurchased").await, 0, "open is not paid");

    portal.press(&payment, "paid").await;
    let messages = futures::future::join_all((0..64).map(|_| portal.send_webhook(&payment))).await;
    assert!(messages.iter().all(|answer| answer.status == 200));
    let data = jan.subscriptions().await;
    assert_eq!(data["bonus"].as_array().expect("vouchers").len(), 2);
    assert_eq!(portal.send_webhook(&payment).await.status, 200, "after the return");
    for (event, wanted) in
        [("OrderPaid", 1), ("VoucherPurchased", 2), ("VoucherReceived", 2), ("VoucherOrderClosed", 1)]
    {
        let given = if event == "VoucherReceived" { 2 } else { 0 };
        assert_eq!(portal.count(event).await, wanted + given, "{event} (the data set gives two vouchers)");
    }
}

#[tokio::test]
async fn a_registration_is_granted_once_for_any_number_of_webhooks() {
    let portal = Portal::start().await;
    let jan = portal.login("jan").await;
    let payment = super::payment_of(&jan.post("/api/federationregistration/pay", &registration()).await);
    portal.press(&payment, "paid").await;
    let (_, data, _) =
        futures::join!(portal.send_webhook(&payment), jan.subscriptions(), portal.send_webhook(&payment));
    assert_eq!(data["federation_registration"]["package"], "homecourse");
    assert_eq!((portal.count("OrderPaid").await, portal.count("FederationRegistered").await), (1, 1));
}

#[tokio::test]
async fn a_forged_id_writes_nothing() {
    let portal = Portal::start().await;
    let before = portal.events().await;
    for id in ["tr_forged", "tr_..%2Fmethods", "ord_1", "%00", &"x".repeat(500)] {
        assert_eq!(portal.send_webhook(id).await.status, 200, "{id}");
    }
    let empty = Answer::to(portal.http.post(portal.url("/api/payments/webhook"))).await;
    assert_eq!((empty.status, &empty.body["errors"]["id"]), (422, &json!("Het veld id ontbreekt.")));
    let large = portal.http.post(portal.url("/api/payments/webhook")).body("x".repeat(70_000));
    assert_eq!(Answer::to(large).await.status, 413);
    assert_eq!(portal.events().await, before);
}

#[tokio::test]
async fn without_any_webhook_the_reconciliation_settles_everything() {
    let portal = Portal::start().await;
    let names = ["jan", "eva", "kees", "w1"];
    let mut payments = Vec::new();
    for name in names {
        payments.push(portal.login(name).await.order(1).await);
    }
    for (payment, outcome) in payments.iter().zip(["paid", "failed", "paid"]) {
        portal.press(payment, outcome).await;
    }
    reconciliation::round(&portal.node.app.payments).await;
    assert_eq!((portal.count("OrderPaid").await, portal.count("OrderFailed").await), (2, 1));
    assert_eq!(portal.count("VoucherPurchased").await, 2);

    // The fourth never paid: the provider lets it expire after a quarter of an hour.
    portal.clock.advance(TimeDelta::minutes(16));
    reconciliation::round(&portal.node.app.payments).await;
    assert_eq!(portal.count("OrderExpired").await, 1);
    let events = portal.events().await;
    reconciliation::round(&portal.node.app.payments).await;
    assert_eq!(portal.events().await, events, "nothing is open any more");
}

#[tokio::test]
async fn the_sandbox_repeats_a_webhook_until_it_is_acknowledged() {
    let portal = Portal::start().await;
    let jan = portal.login("jan").await;
    let payment = jan.order(1).await;
    portal.press(&payment, "paid").await;
    let undelivered = async || -> i64 {
        sqlx::query_scalar("SELECT count(*) FROM sandbox_payments WHERE untold")
            .fetch_one(&portal.pool)
            .await
            .expect("a count")
    };
    // The portal is not reachable: nobody listens on port 1.
    sqlx::query(
        "UPDATE sandbox_payments SET request = jsonb_set(request, '{webhookUrl}', '\"http://127.0.0.1:1/\"')",
    )
    .execute(&portal.pool)
    .await
    .expect("the books");
    let client = reqwest::Client::new();
    assert!(!sandbox::webhooks::deliver(&portal.node.app.common, &client).await);
    assert_eq!((undelivered().await, portal.count("OrderPaid").await), (1, 0));

    let address = json!(portal.url("/api/payments/webhook"));
    sqlx::query("UPDATE sandbox_payments SET request = jsonb_set(request, '{webhookUrl}', $1)")
        .bind(address)
        .execute(&portal.pool)
        .await
        .expect("the books");
    assert!(sandbox::webhooks::deliver(&portal.node.app.common, &client).await);
    assert_eq!((undelivered().await, portal.count("OrderPaid").await), (0, 1));
}

#[tokio::test]
async fn a_refund_withdraws_unused_vouchers() {
    let portal = Portal::start().await;
    let jan = portal.login("jan").await;
    let payment = jan.order(2).await;
    portal.press(&payment, "paid").await;
    assert_eq!(jan.subscriptions().await["bonus"].as_array().expect("vouchers").len(), 2);
    for (value, left) in [("12.50", 1), ("12.50", 0)] {
        let request = portal
            .http
            .post(portal.url(&format!("/sandbox/mollie/v2/payments/{payment}/refunds")))
            .bearer_auth("test_sandbox")
            .json(&json!({"amount": {"currency": "EUR", "value": value}}));
        assert_eq!(Answer::to(request).await.status, 201);
        portal.send_webhook(&payment).await;
        portal.send_webhook(&payment).await;
        portal.shown().await;
        let data = jan.subscriptions().await;
        assert_eq!(data["bonus"].as_array().expect("vouchers").len(), left);
    }
    assert_eq!((portal.count("OrderRefunded").await, portal.count("VoucherWithdrawn").await), (2, 2));
}
