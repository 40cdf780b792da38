//! Purchases, from the offer to the voucher: never a voucher without a payment, never a payment without a voucher once
//! the provider was asked, never twice.

mod away;
mod buying;
mod ledger;
mod provider;
mod refunds;
mod refusals;
mod strangers;
mod surviving;
mod trouble;
mod webhooks;

use serde_json::{Value, json};

use crate::support::{Answer, Member, Portal};

/// The return address on the portal's public address, which the tests leave at its default.
pub(super) const RETURN_URL: &str = "http://127.0.0.1:8080/subscriptions?ordered=true";

pub(super) fn vouchers(quantity: i64) -> Value {
    json!({"method": "ideal", "issuer": null, "quantity": quantity, "holes": 9, "returnUrl": RETURN_URL})
}

pub(super) fn registration() -> Value {
    json!({"method": "ideal", "package": "homecourse", "returnUrl": RETURN_URL})
}

impl Member<'_> {
    /// Orders vouchers; returns the payment's id.
    pub(super) async fn order(&self, quantity: i64) -> String {
        payment_of(&self.post("/api/freevoucher/pay", &vouchers(quantity)).await)
    }

    /// The member's subscriptions. Asks the provider about open orders.
    pub(super) async fn subscriptions(&self) -> Value {
        let answer = self.get("/api/users/me/subscriptions").await;
        assert_eq!(answer.status, 200, "{}", answer.body);
        answer.body["data"].clone()
    }
}

/// The payment's id, from the payment address.
pub(super) fn payment_of(answer: &Answer) -> String {
    assert_eq!(answer.status, 200, "{}", answer.body);
    assert_eq!(answer.body["success"], true);
    let url = answer.body["paymentUrl"].as_str().expect("an address");
    url.rsplit('/').next().expect("an id").to_owned()
}

impl Portal {
    /// Presses a button of the sandbox's page; returns the address to which it redirects.
    pub(super) async fn press(&self, payment: &str, outcome: &str) -> String {
        let client = reqwest::Client::builder().redirect(reqwest::redirect::Policy::none()).build();
        let request = client
            .expect("a client")
            .post(self.url(&format!("/sandbox/checkout/{payment}")))
            .header("content-type", "application/x-www-form-urlencoded")
            .body(format!("outcome={outcome}"));
        let answer = request.send().await.expect("an answer");
        assert_eq!(answer.status(), 303);
        answer.headers()["location"].to_str().expect("an address").to_owned()
    }

    /// Sends the provider's webhook.
    pub(super) async fn send_webhook(&self, payment: &str) -> Answer {
        let request = self
            .http
            .post(self.url("/api/payments/webhook"))
            .header("content-type", "application/x-www-form-urlencoded")
            .body(format!("id={payment}"));
        Answer::to(request).await
    }

    /// Waits until the read models show all events of the journal.
    pub(super) async fn shown(&self) {
        let (head, patience) = (self.events().await, std::time::Duration::from_secs(60));
        self.node.app.common.progress.wait_until(head, patience).await.expect("the read models");
    }

    /// The number of events with a name.
    pub(super) async fn count(&self, event: &str) -> i64 {
        sqlx::query_scalar("SELECT count(*) FROM events WHERE event_type = $1")
            .bind(event)
            .fetch_one(&self.pool)
            .await
            .expect("a count")
    }
}
