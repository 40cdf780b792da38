//! The events of each kind of subject, and the limits that an operator sets.

use fairway_events::testing::TestDatabase;

use crate::support::{Scenario, id};
use crate::timeline::{events, kinds, timeline};

#[tokio::test]
async fn a_member_has_their_rights_rounds_and_vouchers_and_no_others() {
    let database = TestDatabase::new().await;
    Scenario::write_to(&database).await;
    let json = timeline(&database, &["Sanne@Fairway.example", "--json"]).await.unwrap();
    assert_eq!(
        kinds(&json),
        [
            "VoucherReceived",
            "VoucherGranted",
            "RoundBooked",
            "PlayRightClaimed",
            "VoucherUsed",
            "PlaceCancelled",
            "PlayRightReleased",
            "VoucherReleased",
        ]
    );
    let heading = timeline(&database, &["sanne@fairway.example"]).await.unwrap();
    let first = heading.lines().next().unwrap();
    assert_eq!(first, format!("Sanne Bakker <sanne@fairway.example>  {}", id(2)));
}

#[tokio::test]
async fn a_voucher_has_its_own_events_and_the_place_that_used_it() {
    let database = TestDatabase::new().await;
    Scenario::write_to(&database).await;
    let json = timeline(&database, &[&id(50).to_string(), "--json"]).await.unwrap();
    assert_eq!(
        kinds(&json),
        [
            "VoucherReceived",
            "VoucherGranted",
            "RoundBooked",
            "PlayRightClaimed",
            "VoucherUsed",
            "PlaceCancelled",
            "PlayRightReleased",
            "VoucherReleased",
        ]
    );
    let of_others = events(&json).iter().any(|event| event["stream"].as_str().unwrap().ends_with("01"));
    assert!(!of_others, "Jan's claim is none of the voucher's business: {json}");
}

#[tokio::test]
async fn an_order_has_its_vouchers_and_its_refunds() {
    let database = TestDatabase::new().await;
    let scenario = Scenario::write_to(&database).await;
    scenario.add_order(&database).await;
    let expected = [
        "OrderPlaced",
        "VoucherOrderOpened",
        "PaymentStarted",
        "OrderPaid",
        "VoucherOrderClosed",
        "VoucherPurchased",
        "VoucherReceived",
        "OrderRefunded",
        "VoucherWithdrawn",
        "VoucherTakenBack",
    ];
    for key in [id(70).to_string(), "tr_7UhSN1zuXS".to_owned()] {
        assert_eq!(kinds(&timeline(&database, &[&key, "--json"]).await.unwrap()), expected, "{key}");
    }
    let shown = timeline(&database, &[&id(70).to_string()]).await.unwrap();
    assert!(
        shown.contains("1 voucher for 18 holes, € 32.50, of Jan de Vries <jan@fairway.example>"),
        "{shown}"
    );
}

#[tokio::test]
async fn a_clubs_day_has_every_booking_of_that_day() {
    let database = TestDatabase::new().await;
    Scenario::write_to(&database).await;
    let json = timeline(&database, &["de-wilgenhoek/2026-11-28", "--json"]).await.unwrap();
    let counted = |kind: &str| kinds(&json).iter().filter(|event| *event == kind).count();
    assert_eq!((counted("RoundBooked"), counted("PlacesClaimed"), counted("PlacesReleased")), (2, 2, 1));
}

#[tokio::test]
async fn the_first_digits_of_an_id_suffice_when_they_are_unique() {
    let database = TestDatabase::new().await;
    let scenario = Scenario::write_to(&database).await;
    let whole = timeline(&database, &[&scenario.booking.to_string(), "--json"]).await.unwrap();
    let almost = &scenario.booking.to_string()[..35];
    let several = timeline(&database, &[almost]).await.unwrap_err();
    assert!(several.contains("several things") && several.contains("booking 0000"), "{several}");
    sqlx::query("DELETE FROM members").execute(&database.pool()).await.unwrap();
    assert_eq!(kinds(&timeline(&database, &[almost, "--json"]).await.unwrap()), kinds(&whole));

    for (text, why) in [
        (id(404).to_string(), "nothing is known under"),
        ("nonsense".to_owned(), "is no id"),
        ("tr_unknown".to_owned(), "no order has the payment"),
        ("nobody@fairway.example".to_owned(), "no member has the address"),
        ("de-wilgenhoek/2026-12-31".to_owned(), "no event is known of club day"),
    ] {
        let refused = timeline(&database, &[&text]).await.unwrap_err();
        assert!(refused.contains(why), "{text}: {refused}");
    }
}

#[tokio::test]
async fn a_booking_that_is_not_projected_yet_is_found_in_the_journal() {
    let database = TestDatabase::new().await;
    let scenario = Scenario::write_to(&database).await;
    let before = timeline(&database, &[&scenario.booking.to_string()]).await.unwrap();
    sqlx::query("TRUNCATE reservations_places, reservations_bookings")
        .execute(&database.pool())
        .await
        .unwrap();
    assert_eq!(timeline(&database, &[&scenario.booking.to_string()]).await.unwrap(), before);
}

#[tokio::test]
async fn a_long_timeline_is_limited_to_its_latest_events_and_to_the_requested_period() {
    let database = TestDatabase::new().await;
    let scenario = Scenario::write_to(&database).await;
    let positions = |json: &str| -> Vec<i64> {
        events(json).iter().map(|event| event["position"].as_i64().unwrap()).collect()
    };
    let all = positions(&timeline(&database, &["sanne@fairway.example", "--json"]).await.unwrap());
    for subject in ["sanne@fairway.example".to_owned(), scenario.booking.to_string()] {
        let all = positions(&timeline(&database, &[&subject, "--json"]).await.unwrap());
        let latest = timeline(&database, &[&subject, "--json", "--limit", "2"]).await.unwrap();
        assert_eq!(positions(&latest), all[all.len() - 2..]);
        let unlimited = timeline(&database, &[&subject, "--json", "--limit", "0"]).await.unwrap();
        assert_eq!(positions(&unlimited), all);
        let shown = timeline(&database, &[&subject, "--limit", "2"]).await.unwrap();
        assert!(shown.contains("The latest 2 events; --limit N"), "{shown}");
    }
    let middle = all[3].to_string();
    let from = timeline(&database, &["sanne@fairway.example", "--json", "--from", &middle]).await.unwrap();
    assert_eq!(positions(&from), all[3..]);
    let to = timeline(&database, &["sanne@fairway.example", "--json", "--to", &middle]).await.unwrap();
    assert_eq!(positions(&to), all[..=3]);
    for (option, day, count) in [
        ("--from", "2026-11-25", all.len()),
        ("--from", "2026-11-26", 0),
        ("--to", "2026-11-25", all.len()),
        ("--to", "2026-11-24", 0),
        ("--from", "2026-11-25 10:00", all.len()),
        ("--from", "2026-11-25 10:01", 0),
        ("--to", "2026-11-25T10:00:00+01:00", all.len()),
        ("--to", "2026-11-25 09:59", 0),
    ] {
        let json = timeline(&database, &["sanne@fairway.example", "--json", option, day]).await.unwrap();
        assert_eq!(positions(&json).len(), count, "{option} {day}");
    }
}

#[tokio::test]
async fn whole_streams_are_shown_on_request() {
    let database = TestDatabase::new().await;
    let scenario = Scenario::write_to(&database).await;
    let json =
        timeline(&database, &[&scenario.booking.to_string(), "--json", "--whole-streams"]).await.unwrap();
    let kinds = kinds(&json);
    assert!(
        kinds.contains(&"SubscriptionStarted".to_owned()) && kinds.contains(&"VoucherGranted".to_owned())
    );
    let claims = kinds.iter().filter(|kind| *kind == "PlacesClaimed").count();
    assert_eq!(claims, 2, "the other booking of that day: {kinds:?}");
}
