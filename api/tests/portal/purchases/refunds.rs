//! Refunds: a refunded voucher is withdrawn, also when it was in use, a registration that is paid twice is granted once
//! and refunded once, and an order of which an operator approved it is refunded once.

use chrono::TimeDelta;
use fairway_command::{ApproveRefund, Command};
use fairway_events::OrderId;
use fairway_payments::reconciliation;
use serde_json::{Value, json};
use uuid::Uuid;

use super::provider::{Behaviour, Provider};
use super::{payment_of, provider, registration};
use crate::support::{Answer, Member, Portal};

/// Kees, whose pass is for 9 holes, buys vouchers for 18; returns the payment's id.
async fn buys_long_vouchers(portal: &Portal, kees: &Member<'_>, quantity: i64) -> String {
    sqlx::query(r#"UPDATE settings SET free_vouchers = '[{"holes": 18, "price_cents": 1250}]'"#)
        .execute(&portal.pool)
        .await
        .expect("settings");
    let order = json!({"method": "ideal", "quantity": quantity, "holes": 18, "returnUrl": super::RETURN_URL});
    let payment = payment_of(&kees.post("/api/freevoucher/pay", &order).await);
    portal.press(&payment, "paid").await;
    assert_eq!(portal.send_webhook(&payment).await.status, 200);
    portal.shown().await;
    payment
}

async fn refund(portal: &Portal, payment: &str, value: &str) {
    let request = portal
        .http
        .post(portal.url(&format!("/sandbox/mollie/v2/payments/{payment}/refunds")))
        .bearer_auth("test_sandbox")
        .json(&json!({"amount": {"currency": "EUR", "value": value}}));
    assert_eq!(Answer::to(request).await.status, 201);
    assert_eq!(portal.send_webhook(payment).await.status, 200);
    portal.shown().await;
}

#[tokio::test]
async fn a_used_voucher_that_was_paid_back_is_withdrawn_when_its_round_is_cancelled() {
    let portal = Portal::start().await;
    let kees = portal.login("kees").await;
    let payment = buys_long_vouchers(&portal, &kees, 1).await;
    let place = kees.book("2026-11-28", &["kees"]).await;
    refund(&portal, &payment, "12.50").await;
    assert_eq!(portal.count("VoucherWithdrawn").await, 0, "the round stands");

    let answer = kees.post(&format!("/api/reservations/{place}/cancel"), &Value::Null).await;
    assert_eq!(answer.status, 200, "{}", answer.body);
    assert_eq!((portal.count("VoucherReleased").await, portal.count("VoucherWithdrawn").await), (1, 1));
    assert_eq!(kees.subscriptions().await["bonus"], json!([]), "no free voucher");
    let again = kees.post("/api/reservations", &crate::support::round("2026-11-29", &["kees"])).await;
    again.fails(409, "Heeft een abonnement voor maximaal 9 holes");
}

#[tokio::test]
async fn of_two_used_vouchers_the_one_that_was_not_refunded_is_returned() {
    let portal = Portal::start().await;
    let kees = portal.login("kees").await;
    let payment = buys_long_vouchers(&portal, &kees, 2).await;
    let places = [kees.book("2026-11-28", &["kees"]).await, kees.book("2026-11-29", &["kees"]).await];
    refund(&portal, &payment, "12.50").await;
    for (place, left) in places.iter().rev().zip([1, 1]) {
        let answer = kees.post(&format!("/api/reservations/{place}/cancel"), &Value::Null).await;
        assert_eq!(answer.status, 200, "{}", answer.body);
        assert_eq!(kees.subscriptions().await["bonus"].as_array().expect("vouchers").len(), left);
    }
    assert_eq!((portal.count("VoucherReleased").await, portal.count("VoucherWithdrawn").await), (2, 1));
}

/// Two orders of the registration that were open at the same time; the payments' ids.
async fn two_open_orders(portal: &Portal, jan: &Member<'_>) -> [String; 2] {
    let mut payments = Vec::new();
    for key in ["first", "second"] {
        let answer = jan.post_with_key("/api/federationregistration/pay", key, &registration()).await;
        payments.push(payment_of(&answer));
        // The latest order is shown.
        portal.clock.advance(TimeDelta::seconds(1));
    }
    payments.try_into().expect("two payments")
}

#[tokio::test]
async fn a_registration_that_is_paid_twice_is_granted_once_and_the_second_payment_is_refunded() {
    let portal = Portal::start().await;
    let jan = portal.login("jan").await;
    let [first, second] = two_open_orders(&portal, &jan).await;
    for payment in [&first, &second] {
        portal.press(payment, "paid").await;
        assert_eq!(portal.send_webhook(payment).await.status, 200);
    }
    for _again in 0..3 {
        assert_eq!(portal.send_webhook(&second).await.status, 200);
        reconciliation::round(&portal.node.app.payments).await;
    }
    portal.shown().await;
    let counts = [
        portal.count("OrderPaid").await,
        portal.count("FederationRegistered").await,
        portal.count("RefundRequested").await,
        portal.count("OrderRefunded").await,
    ];
    assert_eq!(counts, [2, 1, 1, 1]);
    let refunds: Vec<(String, i64)> = sqlx::query_as("SELECT payment_id, cents FROM sandbox_refunds")
        .fetch_all(&portal.pool)
        .await
        .expect("the books");
    assert_eq!(refunds, [(second, 4_950)]);
    let data = jan.subscriptions().await;
    assert_eq!(data["federation_registration"]["package"], "homecourse");
    let message = "Je was al geregistreerd. We betalen je tweede betaling van €\u{a0}49,50 helemaal terug.";
    assert_eq!(data["purchaseMessage"], message);
}

/// Both payments are paid; the provider has that behaviour when the second webhook arrives.
async fn paid_twice(portal: &Portal, provider: &Provider, behaviour: Behaviour) -> String {
    let jan = portal.login("jan").await;
    let [first, second] = two_open_orders(portal, &jan).await;
    provider.pay(&first);
    provider.pay(&second);
    assert_eq!(portal.send_webhook(&first).await.status, 200);
    provider.is(behaviour);
    assert_eq!(portal.send_webhook(&second).await.status, 503, "tell it again");
    assert_eq!((portal.count("RefundRequested").await, portal.count("OrderRefunded").await), (1, 0));
    provider.is(Behaviour::Well);
    portal.shown().await;
    second
}

#[tokio::test]
async fn a_decided_refund_is_requested_later_exactly_once() {
    let (portal, provider) = provider::start().await;
    let second = paid_twice(&portal, &provider, Behaviour::KeepsMoney).await;
    assert_eq!(provider.books().refunds.len(), 0);
    let app = &portal.node.app;
    futures::join!(
        reconciliation::round(&app.payments),
        reconciliation::round(&app.payments),
        portal.send_webhook(&second),
        portal.send_webhook(&second)
    );
    portal.shown().await;
    reconciliation::round(&app.payments).await;
    assert_eq!(provider.books().refunds[&second].len(), 1);
    assert_eq!(portal.count("OrderRefunded").await, 1);
}

#[tokio::test]
async fn a_refund_with_a_lost_answer_is_found_and_not_repeated() {
    let (portal, provider) = provider::start().await;
    let second = paid_twice(&portal, &provider, Behaviour::Mumbling).await;
    // The provider forgot the key meanwhile, as it does after an hour.
    provider.books().forget_keys();
    reconciliation::round(&portal.node.app.payments).await;
    portal.shown().await;
    assert_eq!(provider.books().refunds[&second].len(), 1);
    assert_eq!((portal.count("RefundRequested").await, portal.count("OrderRefunded").await), (1, 1));
    let due = portal.node.app.common.reads.refunds_due(None, 10).await.expect("orders");
    assert!(due.is_empty(), "{due:?}");
}

impl Portal {
    /// An operator approves that the order of a payment is paid back.
    async fn approve_refund(&self, payment: &str) {
        let sql = "SELECT order_id FROM orders WHERE payment_id = $1";
        let order: Uuid =
            sqlx::query_scalar(sql).bind(payment).fetch_one(&self.pool).await.expect("an order");
        let (order, at) = (OrderId(order), self.clock.now());
        self.operators_command(Command::ApproveRefund(ApproveRefund { order, at })).await;
    }
}

#[tokio::test]
async fn a_refund_that_an_operator_approved_is_paid_by_the_provider_once_and_its_vouchers_are_gone_at_once() {
    let portal = Portal::start().await;
    let kees = portal.login("kees").await;
    let payment = buys_long_vouchers(&portal, &kees, 2).await;
    portal.approve_refund(&payment).await;
    assert_eq!((portal.count("VoucherWithdrawn").await, portal.count("VoucherTakenBack").await), (2, 2));
    assert_eq!(kees.subscriptions().await["bonus"], json!([]));
    let round = kees.post("/api/reservations", &crate::support::round("2026-11-29", &["kees"])).await;
    round.fails(409, "Heeft een abonnement voor maximaal 9 holes");
    assert_eq!(portal.node.app.common.reads.refunds_due(None, 10).await.expect("orders").len(), 1);

    for _again in 0..3 {
        reconciliation::round(&portal.node.app.payments).await;
        assert_eq!(portal.send_webhook(&payment).await.status, 200);
        portal.approve_refund(&payment).await;
    }
    portal.shown().await;
    let counts = [
        portal.count("RefundApproved").await,
        portal.count("OrderRefunded").await,
        portal.count("VoucherWithdrawn").await,
    ];
    assert_eq!(counts, [1, 1, 2]);
    let refunds: Vec<(String, i64)> = sqlx::query_as("SELECT payment_id, cents FROM sandbox_refunds")
        .fetch_all(&portal.pool)
        .await
        .expect("the books");
    assert_eq!(refunds, [(payment, 2_500)]);
    assert!(portal.node.app.common.reads.refunds_due(None, 10).await.expect("orders").is_empty());
    let message =
        "We betalen je bestelling van €\u{a0}25,00 helemaal terug. De vouchers ervan zijn ingetrokken.";
    assert_eq!(kees.subscriptions().await["purchaseMessage"], message);
}

#[tokio::test]
async fn an_approved_refund_with_a_lost_answer_is_found_and_not_repeated() {
    let (portal, provider) = provider::start().await;
    let jan = portal.login("jan").await;
    let payment = jan.order(1).await;
    provider.pay(&payment);
    assert_eq!(portal.send_webhook(&payment).await.status, 200);
    portal.shown().await;
    portal.approve_refund(&payment).await;
    for behaviour in [Behaviour::Mumbling, Behaviour::Well] {
        provider.is(behaviour);
        reconciliation::round(&portal.node.app.payments).await;
        // The provider forgot the key meanwhile, as it does after an hour.
        provider.books().forget_keys();
    }
    portal.shown().await;
    let refunds = provider.books().refunds[&payment].clone();
    assert_eq!(refunds.len(), 1, "{refunds:?}");
    assert_eq!((portal.count("RefundApproved").await, portal.count("OrderRefunded").await), (1, 1));
}
