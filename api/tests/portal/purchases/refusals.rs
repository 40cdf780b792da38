//! Purchases that are refused, and values that a request cannot choose.

use serde_json::json;

use super::{RETURN_URL, payment_of, registration, vouchers};
use crate::support::Portal;

#[tokio::test]
async fn invalid_choices_are_refused_by_field_and_write_nothing() {
    let portal = Portal::start().await;
    let jan = portal.login("jan").await;
    let before = portal.events().await;
    for (field, value) in [
        ("quantity", json!(0)),
        ("quantity", json!(-1)),
        ("quantity", json!(5)),
        ("quantity", json!(9_223_372_036_854_775_807_i64)),
        ("quantity", json!("2")),
        ("quantity", json!(1.5)),
        ("holes", json!(18)),
        ("holes", json!(7)),
        ("method", json!("bitcoin")),
        ("method", json!(null)),
        ("returnUrl", json!("https://evil.example/")),
        ("returnUrl", json!("/subscriptions?ordered=true")),
        ("returnUrl", json!("http://127.0.0.1:8080@evil.example/")),
    ] {
        let mut body = vouchers(1);
        body[field] = value.clone();
        let answer = jan.post("/api/freevoucher/pay", &body).await;
        assert_eq!(answer.status, 422, "{field} {value}: {}", answer.body);
        assert!(answer.body["errors"][field].is_string(), "{field} {value}: {}", answer.body);
    }
    let mut body = vouchers(1);
    (body["method"], body["issuer"]) = (json!("bitcoin"), json!("ideal_INGBNL2A"));
    let answer = jan.post("/api/freevoucher/pay", &body).await;
    assert_eq!((answer.status, answer.body["errors"]["method"].is_string()), (422, true), "{}", answer.body);
    let mut body = registration();
    body["package"] = json!("goud");
    let answer = jan.post("/api/federationregistration/pay", &body).await;
    assert_eq!(
        (answer.status, &answer.body["errors"]["package"]),
        (422, &json!("Kies een pakket uit de lijst."))
    );
    assert_eq!(portal.events().await, before);
}

#[tokio::test]
async fn the_price_is_the_servers_and_a_bank_means_ideal() {
    let portal = Portal::start().await;
    let jan = portal.login("jan").await;
    let body = json!({"issuer": "ideal_INGBNL2A", "quantity": 2, "holes": 9, "returnUrl": RETURN_URL, "amount": 0.01,
        "price_cents": 1});
    payment_of(&jan.post("/api/freevoucher/pay", &body).await);
    let (cents, method): (i64, String) = sqlx::query_as("SELECT amount_cents, method FROM orders")
        .fetch_one(&portal.pool)
        .await
        .expect("the order");
    assert_eq!((cents, method.as_str()), (2_500, "ideal"));
}

#[tokio::test]
async fn vouchers_are_for_subscribers_and_limited_per_year() {
    let portal = Portal::start().await;
    let piet = portal.login("piet").await;
    let sentence = "Vrije vouchers zijn er voor leden met een lopend abonnement.";
    let offer = piet.get("/api/freevoucher/buy").await.body;
    assert_eq!((&offer["allowPurchase"], &offer["message"]), (&json!(false), &json!(sentence)));
    piet.post("/api/freevoucher/pay", &vouchers(1)).await.fails(409, sentence);

    let jan = portal.login("jan").await;
    let payment = jan.order(3).await;
    portal.press(&payment, "paid").await;
    jan.subscriptions().await;
    let sentence = "Je kunt dit jaar nog maar 1 vrije voucher kopen.";
    jan.post("/api/freevoucher/pay", &vouchers(2)).await.fails(409, sentence);
    jan.order(1).await;
    let sentence = "Je hebt dit jaar het maximale aantal vrije vouchers gekocht.";
    jan.post("/api/freevoucher/pay", &vouchers(1)).await.fails(409, sentence);
    let offer = jan.get("/api/freevoucher/buy").await.body;
    assert_eq!((&offer["allowPurchase"], &offer["maxBuyable"]), (&json!(false), &json!(0)));
    assert_eq!(
        offer["message"],
        "Je hebt nog een bestelling van 1 voucher open. Die telt mee voor je maximum van dit jaar."
    );
}

#[tokio::test]
async fn a_repeated_request_is_one_order_with_one_payment() {
    let portal = Portal::start().await;
    let jan = portal.login("jan").await;
    let first = jan.post_with_key("/api/freevoucher/pay", "k", &vouchers(2)).await;
    let second = jan.post_with_key("/api/freevoucher/pay", "k", &vouchers(2)).await;
    assert_eq!((first.status, &first.body), (200, &second.body));
    jan.post_with_key("/api/freevoucher/pay", "k", &vouchers(1))
        .await
        .fails(422, "Deze aanvraag lijkt op een eerdere, maar met andere gegevens. Begin opnieuw.");

    // As if the process had died before the response was stored: the order and the payment are found again.
    sqlx::query("DELETE FROM idempotency_receipts").execute(&portal.pool).await.expect("the receipts");
    let third = jan.post_with_key("/api/freevoucher/pay", "k", &vouchers(2)).await;
    assert_eq!(third.body, first.body);
    sqlx::query("DELETE FROM idempotency_receipts").execute(&portal.pool).await.expect("the receipts");
    jan.post_with_key("/api/freevoucher/pay", "k", &vouchers(1))
        .await
        .fails(422, "Deze aanvraag lijkt op een eerdere, maar met andere gegevens. Begin opnieuw.");
    assert_eq!((portal.count("OrderPlaced").await, portal.count("PaymentStarted").await), (1, 1));
    let payments: i64 = sqlx::query_scalar("SELECT count(*) FROM sandbox_payments")
        .fetch_one(&portal.pool)
        .await
        .expect("a count");
    assert_eq!(payments, 1);
}

#[tokio::test]
async fn a_temporary_conflict_is_not_stored_under_its_key() {
    let portal = Portal::start().await;
    let jan = portal.login("jan").await;
    let open = jan.order(4).await;
    let full = "Je hebt dit jaar het maximale aantal vrije vouchers gekocht.";
    for _ in 0..2 {
        jan.post_with_key("/api/freevoucher/pay", "k", &vouchers(1)).await.fails(409, full);
    }
    // The conflicting order ends: the same request under the same key now gets another response.
    portal.press(&open, "canceled").await;
    portal.send_webhook(&open).await;
    let later = jan.post_with_key("/api/freevoucher/pay", "k", &vouchers(1)).await;
    assert_eq!(later.status, 200, "{}", later.body);
    // The new response is final.
    jan.order(3).await;
    let again = jan.post_with_key("/api/freevoucher/pay", "k", &vouchers(1)).await;
    assert_eq!((again.status, &again.body), (200, &later.body));

    let piet = portal.login("piet").await;
    let lacking = "Vrije vouchers zijn er voor leden met een lopend abonnement.";
    piet.post_with_key("/api/freevoucher/pay", "k", &vouchers(1)).await.fails(409, lacking);
    let wrong = piet.post_with_key("/api/freevoucher/pay", "field", &vouchers(99)).await;
    assert_eq!(wrong.status, 422, "{}", wrong.body);
    let stored_keys: Vec<String> =
        sqlx::query_scalar("SELECT key FROM idempotency_receipts WHERE status >= 400")
            .fetch_all(&portal.pool)
            .await
            .expect("the receipts");
    assert_eq!(stored_keys, ["field"], "an invalid request is invalid tomorrow too");
}

#[tokio::test]
async fn orders_at_the_same_time_do_not_exceed_the_maximum() {
    let portal = Portal::start().await;
    let jan = portal.login("jan").await;
    let body = vouchers(1);
    let orders = (0..12).map(|_| jan.post("/api/freevoucher/pay", &body));
    let answers = futures::future::join_all(orders).await;
    let accepted = answers.iter().filter(|answer| answer.status == 200).count();
    assert_eq!(accepted, 4, "{answers:#?}");
    assert!(answers.iter().all(|answer| matches!(answer.status, 200 | 409)));
}
