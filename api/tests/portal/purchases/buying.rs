//! Purchases: their screens, and what members get.

use chrono::TimeDelta;
use serde_json::json;

use super::{RETURN_URL, payment_of, registration};
use crate::support::{Answer, Portal};

#[tokio::test]
async fn vouchers_are_offered_ordered_paid_and_granted_on_return() {
    let portal = Portal::start().await;
    let jan = portal.login("jan").await;
    let offer = jan.get("/api/freevoucher/buy").await.body;
    assert_eq!(offer["allowPurchase"], true);
    assert_eq!(
        offer["availableVouchers"],
        json!([{"holes": 9, "price": 12.5, "formattedPrice": "€\u{a0}12,50"}])
    );
    assert_eq!((&offer["maxBuyable"], &offer["issuers"]), (&json!(4), &json!([])));
    assert_eq!(
        (&offer["methods"][0]["id"], &offer["methods"][0]["name"]),
        (&json!("ideal"), &json!("iDEAL | Wero"))
    );

    let payment = jan.order(2).await;
    let page = portal.get(&format!("/sandbox/checkout/{payment}")).await;
    let text = page.body.as_str().expect("a page");
    assert!(text.contains("<h1>Testbetaling</h1>") && text.contains("€\u{a0}25,00"), "{text}");
    for button in ["Betalen", "Annuleren", "Laten mislukken", "Laten verlopen"] {
        assert!(text.contains(&format!(">{button}</button>")), "{button}");
    }
    assert_eq!(jan.subscriptions().await["purchaseStatus"]["freevoucher"], "open");
    let offer = jan.get("/api/freevoucher/buy").await.body;
    let message =
        "Je hebt nog een bestelling van 2 vouchers open. Die telt mee voor je maximum van dit jaar.";
    assert_eq!((&offer["maxBuyable"], &offer["message"]), (&json!(2), &json!(message)), "open orders count");
    assert_eq!(offer["allowPurchase"], true);

    assert_eq!(portal.press(&payment, "paid").await, RETURN_URL);
    let data = jan.subscriptions().await;
    assert_eq!(data["purchaseStatus"]["freevoucher"], "paid");
    let message = "Je betaling is gelukt: je hebt 2 vrije vouchers voor 9 holes gekocht.";
    assert_eq!(data["purchaseMessage"], message);
    let bonus = data["bonus"].as_array().expect("vouchers");
    assert_eq!(bonus.len(), 2);
    assert_eq!((&bonus[0]["expires"], &bonus[0]["holes"]), (&json!("2027-11-20"), &json!(9)));
    assert_eq!((&bonus[0]["used"], &bonus[0]["expired"]), (&json!(false), &json!(false)));

    portal.clock.advance(TimeDelta::minutes(30));
    let later = jan.subscriptions().await;
    assert_eq!(
        (&later["purchaseMessage"], later["bonus"].as_array().expect("vouchers").len()),
        (&json!(null), 2)
    );
}

#[tokio::test]
async fn the_registration_is_bought_once() {
    let portal = Portal::start().await;
    let piet = portal.login("piet").await;
    let offer = piet.get("/api/federationregistration/buy").await.body;
    assert_eq!((&offer["allowPurchase"], &offer["year"]), (&json!(true), &json!(2026)));
    assert_eq!(
        offer["availablePackages"],
        json!([{"key": "homecourse", "description": "Pas", "formattedPrice": "€\u{a0}49,50"}])
    );
    assert_eq!(piet.subscriptions().await["federation_registration"], json!(null));

    let payment = payment_of(&piet.post("/api/federationregistration/pay", &registration()).await);
    portal.press(&payment, "paid").await;
    let data = piet.subscriptions().await;
    assert_eq!(data["federation_registration"], json!({"year": 2026, "package": "homecourse"}));
    assert_eq!(data["purchaseMessage"], "Je betaling is gelukt: je NGF-registratie voor 2026 is geregeld.");

    let sentence = "Je hebt voor 2026 al een NGF-registratie.";
    piet.post("/api/federationregistration/pay", &registration()).await.fails(409, sentence);
    let offer = piet.get("/api/federationregistration/buy").await.body;
    assert_eq!((&offer["allowPurchase"], &offer["message"]), (&json!(false), &json!(sentence)));
}

#[tokio::test]
async fn an_unpaid_order_grants_nothing_and_shows_its_status() {
    let portal = Portal::start().await;
    let jan = portal.login("jan").await;
    for outcome in ["failed", "canceled", "expired"] {
        // The latest order is shown: later by the clock.
        portal.clock.advance(TimeDelta::minutes(1));
        let payment = jan.order(4).await;
        assert_eq!(portal.press(&payment, outcome).await, RETURN_URL);
        let data = jan.subscriptions().await;
        assert_eq!(data["purchaseStatus"]["freevoucher"], outcome);
        assert_eq!((&data["purchaseMessage"], &data["bonus"]), (&json!(null), &json!([])));

        let payment = payment_of(&jan.post("/api/federationregistration/pay", &registration()).await);
        portal.press(&payment, outcome).await;
        let data = jan.subscriptions().await;
        assert_eq!(data["purchaseStatus"]["federationregistration"], outcome);
        assert_eq!(data["federation_registration"], json!(null));
    }
    assert_eq!((portal.count("OrderPaid").await, portal.count("VoucherPurchased").await), (0, 0));
}

#[tokio::test]
async fn a_voucher_expires_by_its_date_alone() {
    let portal = Portal::start().await;
    let jan = portal.login("jan").await;
    let payment = jan.order(1).await;
    portal.press(&payment, "paid").await;
    jan.subscriptions().await;
    portal.clock.advance(TimeDelta::days(365 + 45));
    let me = jan.get("/api/users/me").await;
    assert_eq!(me.status, 401, "a session lasts 30 days");
    let jan = portal.login("jan").await;
    let bonus = jan.subscriptions().await["bonus"][0].clone();
    assert_eq!(
        (&bonus["expired"], &bonus["used"]),
        (&json!(true), &json!(false)),
        "nothing had to run at midnight"
    );
}

#[tokio::test]
async fn all_subscriptions_and_vouchers_of_a_member_are_listed() {
    let portal = Portal::start().await;
    let jan = portal.login("jan").await;
    let data = jan.subscriptions().await;
    assert_eq!(data["current"]["name"], "Compleet");
    assert_eq!(
        (&data["current"]["amount"], &data["current"]["playrights"]),
        (&json!(349.5), &json!({"max": 60, "used": 2}))
    );
    assert_eq!((&data["upcoming"]["name"], &data["historic"]), (&json!("Volgend jaar"), &json!([])));
    assert_eq!(
        data["months"],
        json!([
            {"startdate": "2026-11-01", "left": 58, "max": null},
            {"startdate": "2026-12-01", "left": 58, "max": null},
        ])
    );
    let offers = &data["extension_options"];
    assert_eq!(offers["personal_offers"], json!([]));
    assert_eq!(offers["public_offers"][0]["name"], "Compleet");
    assert_eq!(data["purchaseStatus"], json!({"freevoucher": null, "federationregistration": null}));
    let piet = portal.login("piet").await.subscriptions().await;
    assert_eq!((&piet["current"], &piet["bonus"][0]["title"]), (&json!(null), &json!("Welkom")));
}

#[tokio::test]
async fn the_checkout_page_is_safe_to_open_again() {
    let portal = Portal::start().await;
    let jan = portal.login("jan").await;
    let payment = jan.order(1).await;
    portal.press(&payment, "failed").await;
    assert_eq!(portal.press(&payment, "paid").await, RETURN_URL, "over is over");
    let page = portal.get(&format!("/sandbox/checkout/{payment}")).await;
    assert!(page.body.as_str().expect("a page").contains("al afgerond"));
    let policy = page.headers["content-security-policy"].to_str().expect("a policy");
    assert!(policy.contains("default-src 'none'") && policy.contains("form-action 'self'"), "{policy}");
    assert_eq!(portal.get("/sandbox/checkout/tr_unknown").await.status, 404);
    let data = jan.subscriptions().await;
    assert_eq!(data["purchaseStatus"]["freevoucher"], "failed");
    let unauthorized = Answer::to(portal.http.get(portal.url("/sandbox/mollie/v2/methods"))).await;
    assert_eq!((unauthorized.status, &unauthorized.body["title"]), (401, &json!("Unauthorized")));
}
