//! The limits of bookings and changes per hour, and the responses beyond them.

use chrono::TimeDelta;
use fairway_api::config::Config;
use futures::future::join_all;
use serde_json::{Value, json};

use crate::purchases::vouchers;
use crate::support::{Answer, Node, Portal, email, round};

const BOOKED: &str =
    "Je hebt het afgelopen uur 3 keer gereserveerd, en meer kan niet. Probeer het over 60 minuten opnieuw.";

fn limits(bookings: &'static str, changes: &'static str) -> Config {
    Config::from_lookup(|key| match key {
        "FAIRWAY_BOOKINGS_PER_HOUR" => Some(bookings.to_owned()),
        "FAIRWAY_CHANGES_PER_HOUR" => Some(changes.to_owned()),
        _ => None,
    })
    .expect("a configuration")
}

async fn counted_of(portal: &Portal, name: &str) -> (i32, i32) {
    sqlx::query_as(
        "SELECT cardinality(bookings), cardinality(changes) FROM member_commands
         WHERE member_id = (SELECT id FROM members WHERE email = $1)",
    )
    .bind(email(name))
    .fetch_one(&portal.pool)
    .await
    .expect("a row")
}

#[tokio::test]
async fn a_loop_of_booking_and_cancelling_ends_at_thirty_bookings_an_hour() {
    let portal = Portal::start().await;
    let jan = portal.login("jan").await;
    for _ in 0..30 {
        let id = jan.book("2026-11-28", &["jan"]).await;
        let cancelled = jan.post(&format!("/api/reservations/{id}/cancel"), &Value::Null).await;
        assert_eq!(cancelled.status, 200, "{}", cancelled.body);
    }
    let before = portal.events().await;
    let refused = jan.post("/api/reservations", &round("2026-11-28", &["jan"])).await;
    let sentence = "Je hebt het afgelopen uur 30 keer gereserveerd, en meer kan niet. Probeer het over 60 minuten \
                    opnieuw.";
    refused.fails(429, sentence);
    assert_eq!(
        (portal.events().await, &refused.headers["retry-after"]),
        (before, &"3601".parse().expect("a header"))
    );
    let page = portal.get("/metrics").await.body;
    let page = page.as_str().expect("a page");
    assert!(page.contains("fairway_commands_throttled_total{kind=\"booking\"} 1"), "{page}");
    assert!(!page.contains("@"), "no ids");
    // Others continue to book, and so does Jan after an hour.
    portal.login("eva").await.book("2026-11-28", &["eva"]).await;
    portal.clock.advance(TimeDelta::minutes(61));
    jan.book("2026-11-28", &["jan"]).await;
    assert_eq!(counted_of(&portal, "jan").await, (1, 30));
}

#[tokio::test]
async fn the_limit_is_exact_for_requests_that_come_at_once_on_two_nodes() {
    let portal = Portal::start_with(limits("3", "2")).await;
    let second = Node::start(&portal.pool, &portal.clock, limits("3", "2"), false).await;
    let jan = portal.login("jan").await;
    let days = ["2026-11-23", "2026-11-24", "2026-11-26", "2026-11-27", "2026-11-28", "2026-11-29"];
    let clubs = ["de-es", "vol"];
    let asked = (0..12).map(|number| {
        let base = if number % 2 == 0 { &portal.base } else { &second.base };
        let mut request_body = round(days[number / 2], &["jan"]);
        request_body["golfclub"] = clubs[number % 2].into();
        let request =
            portal.http.post(format!("{base}/api/reservations")).bearer_auth(&jan.token).json(&request_body);
        Answer::to(request)
    });
    let answers = join_all(asked).await;
    let booked = answers.iter().filter(|answer| answer.status == 200).count();
    assert!(booked <= 3, "{answers:?}");
    assert_eq!(
        counted_of(&portal, "jan").await.0,
        i32::try_from(booked).expect("few"),
        "what was refused was given back"
    );
    for day in ["2026-12-01", "2026-12-02", "2026-12-04"].iter().skip(booked) {
        let mut request_body = round(day, &["jan"]);
        request_body["golfclub"] = "dicht".into();
        assert_eq!(jan.post("/api/reservations", &request_body).await.status, 200);
    }
    jan.post("/api/reservations", &round("2026-12-03", &["jan"])).await.fails(429, BOOKED);

    let upcoming = jan.upcoming().await;
    let cancel =
        |row: &Value| format!("/api/reservations/{}/cancel", row["reservation_id"].as_str().expect("an id"));
    let cancelled =
        join_all(upcoming.iter().map(async |row| jan.post(&cancel(row), &Value::Null).await)).await;
    let refused: Vec<_> = cancelled.iter().filter(|answer| answer.status == 429).collect();
    assert_eq!((cancelled.len(), refused.len()), (3, 1), "bookings and changes are counted apart");
    refused[0].fails(
        429,
        "Je hebt het afgelopen uur 2 wijzigingen gedaan, en meer kan niet. Probeer het over 60 minuten opnieuw.",
    );
}

#[tokio::test]
async fn refusals_and_repeats_are_not_counted_and_a_throttled_key_can_be_reused() {
    let portal = Portal::start_with(limits("1", "1")).await;
    let jan = portal.login("jan").await;
    for _ in 0..3 {
        jan.post("/api/reservations", &round("2026-11-28", &["jan", "nop"]))
            .await
            .fails(409, "Nico heeft geen geldig abonnement");
    }
    let request_body = round("2026-11-28", &["jan"]);
    let first = jan.post_with_key("/api/reservations", "one", &request_body).await;
    let again = jan.post_with_key("/api/reservations", "one", &request_body).await;
    assert_eq!((first.status, again.status, &first.body), (200, 200, &again.body));
    // The first success counts, although it changes nothing, and its repeat does not.
    let path =
        format!("/api/reservations/{}/start_time", first.body["reservation_id"].as_str().expect("an id"));
    for _ in 0..2 {
        let answer = jan.post_with_key(&path, "one", &json!({"start_time": null, "seen": null})).await;
        assert_eq!(answer.status, 200, "{}", answer.body);
    }
    assert_eq!(counted_of(&portal, "jan").await, (1, 1));
    let other = round("2026-11-29", &["jan"]);
    assert_eq!(jan.post_with_key("/api/reservations", "two", &other).await.status, 429);
    portal.clock.advance(TimeDelta::minutes(61));
    assert_eq!(jan.post_with_key("/api/reservations", "two", &other).await.status, 200, "429 is not kept");
}

#[tokio::test]
async fn orders_are_changes_and_operators_are_not_limited() {
    let portal = Portal::start_with(limits("1", "1")).await;
    let jan = portal.login("jan").await;
    jan.order(1).await;
    let refused = jan.post("/api/freevoucher/pay", &vouchers(1)).await;
    refused.fails(429, "Je hebt het afgelopen uur 1 wijziging gedaan, en meer kan niet. Probeer het over 60 minuten opnieuw.");

    let operator = portal.impersonate("jan").await;
    for day in ["2026-11-28", "2026-11-29"] {
        operator.book(day, &["jan"]).await;
    }
}

#[tokio::test]
async fn zero_means_no_limit() {
    let portal = Portal::start_with(limits("0", "0")).await;
    let jan = portal.login("jan").await;
    for _ in 0..31 {
        let id = jan.book("2026-11-28", &["jan"]).await;
        for _ in 0..2 {
            // The second one changes nothing, and would count.
            assert_eq!(jan.post(&format!("/api/reservations/{id}/cancel"), &Value::Null).await.status, 200);
        }
    }
    let rows: i64 = sqlx::query_scalar("SELECT count(*) FROM member_commands")
        .fetch_one(&portal.pool)
        .await
        .expect("a count");
    assert_eq!(rows, 0, "nothing is counted");
}
