//! A provider that is down, slow, or gives unexpected answers. It is a real server of the test, in the configuration of
//! the real provider.

use chrono::TimeDelta;
use fairway_payments::reconciliation;
use serde_json::json;

use super::provider::{Behaviour, start};
use super::vouchers;

#[tokio::test]
async fn with_the_real_provider_there_is_no_sandbox() {
    let (portal, _provider) = start().await;
    for path in ["/sandbox/mollie/v2/methods", "/sandbox/checkout.css", "/sandbox/checkout/tr_1"] {
        let answer =
            crate::support::Answer::to(portal.http.get(portal.url(path)).bearer_auth("test_sandbox")).await;
        let text = answer.body.to_string();
        assert!(
            !text.contains("_embedded") && !text.contains("Testbetaling") && !text.contains("button {"),
            "{path}"
        );
    }
}

#[tokio::test]
async fn a_purchase_continues_with_the_same_key_after_the_provider_was_down() {
    let (portal, provider) = start().await;
    let jan = portal.login("jan").await;
    provider.is(Behaviour::Down);
    let failed = jan.post_with_key("/api/freevoucher/pay", "k", &vouchers(1)).await;
    failed.fails(
        503,
        "De betaaldienst is even niet bereikbaar. Er is niets afgeschreven. Probeer het zo opnieuw.",
    );
    assert_eq!(failed.headers["retry-after"], "5");
    provider.is(Behaviour::Well);
    let went_on = jan.post_with_key("/api/freevoucher/pay", "k", &vouchers(1)).await;
    assert_eq!((went_on.status, &went_on.body["paymentUrl"]), (200, &json!("https://pay.example/tr_1")));
    assert_eq!((portal.count("OrderPlaced").await, provider.count()), (1, 1));

    provider.is(Behaviour::Down);
    assert_eq!(portal.send_webhook("tr_1").await.status, 503, "tell it again");
    assert_eq!(jan.subscriptions().await["purchaseStatus"]["freevoucher"], "open");
    provider.change(|payment| payment["status"] = json!("paid"));
    provider.is(Behaviour::Well);
    assert_eq!(jan.subscriptions().await["purchaseStatus"]["freevoucher"], "paid");
    assert_eq!(portal.count("VoucherPurchased").await, 1);
}

#[tokio::test]
async fn a_slow_provider_does_not_keep_a_member_waiting_for_ever() {
    let (portal, provider) = start().await;
    let jan = portal.login("jan").await;
    assert_eq!(jan.post("/api/freevoucher/pay", &vouchers(1)).await.status, 200);
    provider.change(|payment| payment["status"] = json!("paid"));
    provider.is(Behaviour::Slow);
    // Both end by our time-outs; the test's client has none.
    let registration = super::registration();
    let (screen, order) = futures::join!(
        jan.subscriptions(),
        jan.post_with_key("/api/federationregistration/pay", "k", &registration),
    );
    assert_eq!(screen["purchaseStatus"]["freevoucher"], "open");
    assert_eq!(order.status, 503, "{}", order.body);
    provider.is(Behaviour::Well);
    reconciliation::round(&portal.node.app.payments).await;
    assert_eq!(portal.count("VoucherPurchased").await, 1);
}

#[tokio::test]
async fn a_redirect_of_the_provider_is_not_followed() {
    let (portal, provider) = start().await;
    let jan = portal.login("jan").await;
    provider.is(Behaviour::Elsewhere);
    assert_eq!(jan.post("/api/freevoucher/pay", &vouchers(1)).await.status, 503);
    let asked = provider.books().asked.clone();
    assert!(!asked.is_empty() && asked.iter().all(|request| !request.contains("elsewhere")), "{asked:?}");
}

#[tokio::test]
async fn an_order_without_a_payment_expires_after_half_an_hour() {
    let (portal, provider) = start().await;
    let jan = portal.login("jan").await;
    provider.is(Behaviour::Down);
    assert_eq!(jan.post("/api/freevoucher/pay", &vouchers(4)).await.status, 503);
    portal.shown().await;
    portal.clock.advance(TimeDelta::minutes(29));
    reconciliation::round(&portal.node.app.payments).await;
    assert_eq!(portal.count("OrderExpired").await, 0);
    portal.clock.advance(TimeDelta::minutes(2));
    reconciliation::round(&portal.node.app.payments).await;
    assert_eq!(portal.count("OrderExpired").await, 1);
    provider.is(Behaviour::Well);
    assert_eq!(jan.post("/api/freevoucher/pay", &vouchers(4)).await.status, 200, "it counts no more");
}

#[tokio::test]
async fn a_method_that_the_provider_refuses_closes_the_order() {
    let (portal, provider) = start().await;
    let jan = portal.login("jan").await;
    provider.is(Behaviour::Refusing);
    let sentence = "Deze betaalmethode werkt nu niet. Kies een andere betaalmethode.";
    jan.post("/api/freevoucher/pay", &vouchers(4)).await.fails(409, sentence);
    assert_eq!(portal.count("OrderFailed").await, 1);
    provider.is(Behaviour::Well);
    assert_eq!(jan.post("/api/freevoucher/pay", &vouchers(4)).await.status, 200);
}

#[tokio::test]
async fn another_amount_currency_or_order_is_not_accepted() {
    let (portal, provider) = start().await;
    let jan = portal.login("jan").await;
    assert_eq!(jan.post("/api/freevoucher/pay", &vouchers(1)).await.status, 200);
    let honest = provider.books().payments["tr_1"].clone();
    for (field, value) in [
        ("amount", json!({"currency": "EUR", "value": "0.01"})),
        ("amount", json!({"currency": "USD", "value": "12.50"})),
        ("amount", json!({"currency": "EUR", "value": "12.5"})),
        ("metadata", json!({"order": "018f6f3e-0000-7000-8000-000000000001"})),
        ("metadata", json!({"order": "nonsense"})),
        ("metadata", json!(null)),
        ("metadata", json!("free text")),
        ("status", json!("authorized")),
        ("status", json!("settled-on-the-moon")),
    ] {
        provider.change(|payment| {
            *payment = honest.clone();
            payment["status"] = json!("paid");
            payment[field] = value.clone();
        });
        assert_eq!(portal.send_webhook("tr_1").await.status, 200, "{field} {value}");
        assert_eq!(portal.count("OrderPaid").await, 0, "{field} {value}");
    }
    // A second payment of the same order is not the one that was started.
    provider.books().payments.insert("tr_9".to_owned(), {
        let mut other = honest.clone();
        (other["id"], other["status"]) = (json!("tr_9"), json!("paid"));
        other
    });
    portal.send_webhook("tr_9").await;
    assert_eq!(portal.count("OrderPaid").await, 0);
}

#[tokio::test]
async fn every_order_of_two_webhooks_ends_with_the_right_result() {
    for (first, second) in [
        ("paid", "failed"),
        ("failed", "paid"),
        ("expired", "paid"),
        ("paid", "expired"),
        ("canceled", "paid"),
    ] {
        let (portal, provider) = start().await;
        let jan = portal.login("jan").await;
        assert_eq!(jan.post("/api/freevoucher/pay", &vouchers(1)).await.status, 200);
        for status in [first, second, second, first] {
            let id = provider.change(|payment| payment["status"] = json!(status));
            assert_eq!(portal.send_webhook(&id).await.status, 200);
        }
        assert_eq!(portal.count("OrderPaid").await, 1, "{first}, {second}");
        assert_eq!(portal.count("VoucherPurchased").await, 1, "{first}, {second}");
        portal.shown().await;
        assert_eq!(jan.subscriptions().await["purchaseStatus"]["freevoucher"], "paid");
    }
}

#[tokio::test]
async fn a_chargeback_is_recorded_and_withdraws_the_voucher() {
    let (portal, provider) = start().await;
    let jan = portal.login("jan").await;
    assert_eq!(jan.post("/api/freevoucher/pay", &vouchers(1)).await.status, 200);
    let id = provider.change(|payment| payment["status"] = json!("paid"));
    portal.send_webhook(&id).await;
    provider.change(|payment| payment["amountChargedBack"] = json!({"currency": "EUR", "value": "12.50"}));
    portal.send_webhook(&id).await;
    portal.send_webhook(&id).await;
    assert_eq!((portal.count("OrderRefunded").await, portal.count("VoucherWithdrawn").await), (1, 1));
    portal.shown().await;
    assert_eq!(jan.subscriptions().await["bonus"], json!([]));
}
