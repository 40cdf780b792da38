//! `timeline` on a real database: one booking among others, its cost in other streams, names for ids.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on should stop where it is")]

mod support;

use fairway_events::testing::TestDatabase;
use replay_tool::timeline::lines;
use support::{Story, id};

#[tokio::test]
async fn tells_everything_that_touched_a_booking_in_order_with_names() {
    let database = TestDatabase::new().await;
    let story = Story::written_to(&database).await;

    let lines = lines(&database.pool(), story.place_of_sanne.0, false).await.unwrap().unwrap();
    let told: Vec<(&str, &str)> = lines.iter().map(|line| (line.event, line.actor.as_str())).collect();
    let jan = "Jan de Vries <jan@fairway.example>";
    let sanne = "operator Eva, as Sanne Bakker <sanne@fairway.example>";
    assert_eq!(
        told,
        [
            ("RoundBooked", jan),
            ("PlayRightClaimed", jan),
            ("PlayRightClaimed", jan),
            ("VoucherUsed", jan),
            ("PlacesClaimed", jan),
            ("PlaceCancelled", sanne),
            ("PlayRightReleased", sanne),
            ("VoucherReleased", sanne),
            ("PlacesReleased", sanne),
        ]
    );
    assert!(lines.windows(2).all(|pair| pair[0].position < pair[1].position));
    assert!(
        lines[0].what.contains("booked 18 holes at Golfclub De Wilgenhoek on 2026-11-28"),
        "{}",
        lines[0].what
    );
    assert!(lines[5].what.contains("Sanne Bakker <sanne@fairway.example> cancelled their own place"));
    assert!(lines[5].what.ends_with("reason: belde de balie"), "{}", lines[5].what);
    assert!(lines[0].at.starts_with("2026-11-25T10:00:00+01:00"), "Amsterdam's clock: {}", lines[0].at);
}

#[tokio::test]
async fn finds_a_booking_by_its_own_id_too_and_knows_what_it_does_not_know() {
    let database = TestDatabase::new().await;
    let story = Story::written_to(&database).await;
    let by_booking = lines(&database.pool(), story.booking.0, false).await.unwrap().unwrap();
    assert_eq!(by_booking.len(), 9);
    assert!(lines(&database.pool(), id(404), false).await.unwrap().is_none());
}

#[tokio::test]
async fn shows_whole_streams_on_request() {
    let database = TestDatabase::new().await;
    let story = Story::written_to(&database).await;
    let whole = lines(&database.pool(), story.booking.0, true).await.unwrap().unwrap();
    let events: Vec<&str> = whole.iter().map(|line| line.event).collect();
    assert!(events.contains(&"SubscriptionStarted") && events.contains(&"VoucherGranted"), "{events:?}");
    assert!(whole.len() > 9);
}

#[tokio::test]
async fn a_member_without_a_row_keeps_an_id_and_loses_nothing_else() {
    let database = TestDatabase::new().await;
    let story = Story::written_to(&database).await;
    sqlx::query("DELETE FROM members WHERE email LIKE 'sanne%'").execute(&database.pool()).await.unwrap();
    let lines = lines(&database.pool(), story.booking.0, false).await.unwrap().unwrap();
    assert_eq!(lines.len(), 9);
    assert!(lines[5].what.contains("(no longer known)"), "{}", lines[5].what);
}
