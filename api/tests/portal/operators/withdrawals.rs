//! Operators take back vouchers and passes that were given, and have orders paid back.

use fairway_store::operators::Role;
use serde_json::{Value, json};
use uuid::Uuid;

use super::Operator;
use crate::support::{Answer, Portal};

impl Operator<'_> {
    async fn page(&self, member: Uuid) -> Value {
        let answer = self.get(&format!("/operator/api/members/{member}")).await;
        assert_eq!(answer.status, 200, "{}", answer.body);
        answer.body
    }

    async fn withdraw(&self, member: Uuid, what: &str, body: &Value) -> Answer {
        self.post(&format!("/operator/api/members/{member}/{what}/withdraw"), body).await
    }
}

impl Portal {
    /// The acts with what they were done to and the reason, without views and log-ins, in alphabetical order.
    async fn told(&self) -> Vec<(String, String, String)> {
        let sql =
            "SELECT action, subject, reason FROM operator_actions WHERE action NOT IN ('view', 'log in')
             ORDER BY action, subject";
        sqlx::query_as(sql).fetch_all(&self.pool).await.expect("acts")
    }

    /// The member buys vouchers for 9 holes and pays. Returns the order's id.
    async fn bought(&self, name: &str, quantity: i64) -> Uuid {
        let payment = self.login(name).await.order(quantity).await;
        self.press(&payment, "paid").await;
        assert_eq!(self.send_webhook(&payment).await.status, 200);
        self.shown().await;
        let sql = "SELECT order_id FROM orders WHERE payment_id = $1";
        sqlx::query_scalar(sql).bind(payment).fetch_one(&self.pool).await.expect("an order")
    }
}

const REASON: &str = "4711: the wrong date";

#[tokio::test]
async fn a_voucher_that_was_given_is_withdrawn_once_and_another_members_is_not() {
    let portal = Portal::start().await;
    let (eva, jan) = (portal.member_id("eva").await, portal.member_id("jan").await);
    let anke = portal.operator("anke", &[Role::Support]).await;
    let voucher = anke.page(eva).await["vouchers"][0]["id"].clone();
    let body = json!({ "reason": REASON, "voucher": voucher });
    let of_another = anke.withdraw(jan, "vouchers", &body).await;
    assert_eq!(
        (of_another.status, &of_another.body["errors"]["voucher"]),
        (422, &json!("The member has no such voucher."))
    );
    for _again in 0..2 {
        let done = anke.withdraw(eva, "vouchers", &body).await;
        assert_eq!(done.status, 200, "{}", done.body);
    }
    assert_eq!(anke.page(eva).await["vouchers"], json!([]));
    assert_eq!(portal.count("GrantedVoucherWithdrawn").await, 1);
    let subject = format!("voucher {}", voucher.as_str().expect("an id"));
    let act = ("withdraw voucher".to_owned(), subject, REASON.to_owned());
    let told = portal.told().await;
    assert_eq!(told.iter().filter(|told| **told == act).count(), 3, "{told:?}");
    let refused: Vec<&str> = told
        .iter()
        .filter(|(action, ..)| action == "refused")
        .map(|(_, subject, _)| subject.as_str())
        .collect();
    assert!(matches!(refused.as_slice(), [one] if one.ends_with("voucher_not_found")), "{refused:?}");
    let (actor, reason): (String, String) = sqlx::query_as(
        "SELECT actor, metadata ->> 'reason' FROM events WHERE event_type = 'GrantedVoucherWithdrawn'",
    )
    .fetch_one(&portal.pool)
    .await
    .expect("the event");
    assert_eq!((actor, reason), (format!("operator:anke:{eva}"), REASON.to_owned()));

    let arie = portal.operator("arie", &[Role::Auditor]).await;
    assert_eq!(arie.withdraw(eva, "vouchers", &body).await.status, 403);
}

#[tokio::test]
async fn a_pass_is_withdrawn_after_the_rounds_that_use_it_are_cancelled() {
    let portal = Portal::start().await;
    let (kees, id) = (portal.login("kees").await, portal.member_id("kees").await);
    let anke = portal.operator("anke", &[Role::Support]).await;
    let passes = async || anke.page(id).await["passes"].clone();
    let before = passes().await;
    // His own pass is for 9 holes.
    let given = json!({
        "reason": REASON, "name": "Heel het jaar", "startdate": "2026-11-01", "enddate": "2027-10-31",
        "max": 24, "per_month": null, "max_holes": 18, "amount_cents": 0, "request": Uuid::from_u128(7),
    });
    let granted = anke.post(&format!("/operator/api/members/{id}/passes"), &given).await;
    assert_eq!(granted.status, 200, "{}", granted.body);
    let place = kees.book("2026-11-28", &["kees"]).await;
    portal.caught_up().await;
    let page = anke.page(id).await;
    let club = page["rounds"][0]["club"]["name"].as_str().expect("a name");
    let body = json!({ "reason": REASON, "subscription": granted.body["subscription"] });
    let claimed = anke.withdraw(id, "passes", &body).await;
    claimed.fails(
        409,
        &format!("The pass is used for a round to come. Cancel this round first: Sat 28 Nov 2026 at {club}."),
    );
    assert_eq!(kees.post(&format!("/api/reservations/{place}/cancel"), &Value::Null).await.status, 200);
    for _again in 0..2 {
        let done = anke.withdraw(id, "passes", &body).await;
        assert_eq!(done.status, 200, "{}", done.body);
    }
    assert_eq!(passes().await, before);
    assert_eq!(portal.count("SubscriptionWithdrawn").await, 1);
}

#[tokio::test]
async fn a_pass_that_was_played_with_or_is_not_the_members_stays() {
    let portal = Portal::start().await;
    let (jan, eva) = (portal.member_id("jan").await, portal.member_id("eva").await);
    let anke = portal.operator("anke", &[Role::Support]).await;
    let pass = anke.page(jan).await["passes"][0]["id"].clone();
    let body = json!({ "reason": REASON, "subscription": pass });
    anke.withdraw(jan, "passes", &body).await.fails(
        409,
        "A round was played with this pass, or its right is forfeited. Give a forfeited right back, then try again; a \
         pass that was played with stays.",
    );
    let of_another = anke.withdraw(eva, "passes", &body).await;
    assert_eq!(
        (of_another.status, &of_another.body["errors"]["subscription"]),
        (422, &json!("The member has no such pass."))
    );
}

#[tokio::test]
async fn an_order_of_unused_vouchers_is_refunded_once_and_its_vouchers_are_not_withdrawn_alone() {
    let portal = Portal::start().await;
    let id = portal.member_id("jan").await;
    let order = portal.bought("jan", 2).await;
    let anke = portal.operator("anke", &[Role::Support]).await;
    let page = anke.page(id).await;
    let alone = json!({ "reason": REASON, "voucher": page["vouchers"][0]["id"] });
    let alone = anke.withdraw(id, "vouchers", &alone).await;
    alone.fails(409, "The voucher was bought: refund its order instead.");

    let path = format!("/operator/api/orders/{order}/refund");
    let body = json!({ "reason": REASON });
    for _again in 0..2 {
        let done = anke.post(&path, &body).await;
        assert_eq!(done.status, 200, "{}", done.body);
    }
    let counts = (portal.count("RefundApproved").await, portal.count("VoucherWithdrawn").await);
    assert_eq!(counts, (1, 2));
    let after = anke.page(id).await;
    assert_eq!(after["orders"][0]["refund_requested_cents"], after["orders"][0]["amount_cents"], "{after}");
    let subject = format!("order {order}");
    let told = portal.told().await;
    assert!(told.contains(&("refund order".to_owned(), subject, REASON.to_owned())), "{told:?}");

    let nothing = anke.post(&format!("/operator/api/orders/{}/refund", Uuid::nil()), &body).await;
    nothing.fails(404, &format!("Nothing is known under {}: there is no such order.", Uuid::nil()));
    let named = anke.post(&path, &json!({ "reason": "asked by Vries" })).await;
    assert!(named.body["errors"]["reason"].is_string(), "it would be kept for good: {}", named.body);
}

#[tokio::test]
async fn an_order_that_is_not_paid_or_whose_voucher_is_used_is_not_refunded() {
    let portal = Portal::start().await;
    let jan = portal.login("jan").await;
    let payment = jan.order(1).await;
    portal.shown().await;
    let sql = "SELECT order_id FROM orders WHERE payment_id = $1";
    let open: Uuid = sqlx::query_scalar(sql).bind(payment).fetch_one(&portal.pool).await.expect("an order");
    let anke = portal.operator("anke", &[Role::Support]).await;
    let refund = async |order: Uuid| {
        anke.post(&format!("/operator/api/orders/{order}/refund"), &json!({ "reason": REASON })).await
    };
    refund(open).await.fails(409, "The order is not paid: there is nothing to pay back.");
    let told = portal.told().await;
    let [(act, ..), (refused, subject, _)] = told.as_slice() else { panic!("{told:?}") };
    assert_eq!((act.as_str(), refused.as_str()), ("refund order", "refused"));
    assert_eq!(*subject, format!("refund order, order {open}: order_not_paid"));
    assert_eq!(portal.count("RefundApproved").await, 0);
}
