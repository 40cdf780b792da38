//! kill -9 between the payment and its webhook.

use std::time::{Duration, Instant};

use serde_json::json;

use super::payment_of;
use crate::process::Server;
use crate::support::{Answer, Portal, email};

#[tokio::test]
async fn killed_between_payment_and_message_the_next_start_grants_once() {
    // Its database outlives the processes.
    let portal = Portal::start().await;
    // Migrated by the test and not by the program, which would have granted itself the right to read.
    sqlx::query("GRANT SELECT ON _sqlx_migrations TO fairway_app")
        .execute(&portal.pool)
        .await
        .expect("a grant");
    let url = portal.database_url();
    let data = tempfile::tempdir().expect("a folder");
    let environment = [("DATABASE_URL", url.as_str())];
    let mut first = Server::start_with(data.path(), &environment).await;
    let http = reqwest::Client::new();
    let token = first.login(&http).await;
    let back = format!("{}/subscriptions?ordered=true", first.base);
    let order = json!({"method": "ideal", "quantity": 2, "holes": 9, "returnUrl": back});
    let request = http.post(format!("{}/api/freevoucher/pay", first.base)).bearer_auth(&token).json(&order);
    let payment = payment_of(&Answer::to(request).await);
    first.process.kill().expect("kill -9");
    first.process.wait().expect("its end");

    // The member pays while the portal is down, and the provider's webhook fails.
    sqlx::query("UPDATE sandbox_payments SET status = 'paid', settled_at = created_at WHERE id = $1")
        .bind(&payment)
        .execute(&portal.pool)
        .await
        .expect("the books");
    assert_eq!(portal.count("OrderPaid").await, 0);

    let second = Server::start_with(data.path(), &environment).await;
    let started = Instant::now();
    while portal.count("OrderPaid").await == 0 {
        assert!(
            started.elapsed() < Duration::from_secs(60),
            "nobody asked about the payment of {}",
            email("jan")
        );
        tokio::task::yield_now().await;
    }
    let request = http.get(format!("{}/api/users/me/subscriptions", second.base)).bearer_auth(&token);
    let data = Answer::to(request).await.body["data"].clone();
    assert_eq!(data["purchaseStatus"]["freevoucher"], "paid");
    assert_eq!(portal.count("VoucherPurchased").await, 2);
    let webhook = http
        .post(format!("{}/api/payments/webhook", second.base))
        .header("content-type", "application/x-www-form-urlencoded")
        .body(format!("id={payment}"));
    assert_eq!(Answer::to(webhook).await.status, 200);
    assert_eq!((portal.count("OrderPaid").await, portal.count("VoucherPurchased").await), (1, 2));
}
