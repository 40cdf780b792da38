//! The nearest day and club for a round that cannot be played: always one that calendar and list offer as well.

use chrono::NaiveDate;
use fairway_import as import;
use serde_json::{Value, json};

use crate::importing::changed;
use crate::support::{Answer, Member, Portal, email, installation};

const PATH: &str = "/api/reservations/alternatives";

/// With clubs at 11 km (De Volle) and 14 km (De Dicht) from De Es; De Kleine is beside it, for 9 holes only.
async fn portal() -> Portal {
    let portal = Portal::empty().await;
    let data = changed("clubs.json", |clubs| {
        clubs[2]["lon"] = json!(5.4);
        clubs[3]["lat"] = json!(52.2);
    });
    import::import(&portal.pool, &portal.clock, &installation(), data.path()).await.expect("the data set");
    portal.caught_up().await;
    portal
}

fn ask(names: &[&str], club: Option<&str>, date: Option<&str>) -> Value {
    let players: Vec<String> = names.iter().map(|name| email(name)).collect();
    json!({"holes": 18, "players": players, "golfclub": club, "date": date})
}

async fn alternatives(member: &Member<'_>, body: &Value) -> Value {
    let answer = member.post(PATH, body).await;
    assert_eq!(answer.status, 200, "{body}: {}", answer.body);
    assert_eq!(answer.body["success"], true);
    answer.body["data"].clone()
}

fn day(date: &str) -> Value {
    json!({"date": date, "bonus_needed": false, "bonus_players": []})
}

#[tokio::test]
async fn a_full_or_closed_day_has_the_nearest_free_day_and_club() {
    let portal = portal().await;
    let (w1, w3) = (portal.login("w1").await, portal.login("w3").await);
    let full =
        json!({"holes": 18, "golfclub": "vol", "date": "2026-11-22", "players": [email("w1"), email("w2")]});
    assert_eq!(w1.post("/api/reservations", &full).await.status, 200);
    portal.caught_up().await;

    let found = alternatives(&w3, &ask(&["w3"], Some("vol"), Some("2026-11-22"))).await;
    assert_eq!(found["day"], day("2026-11-23"), "of the day before and the day after, the later");
    assert_eq!(
        found["club"],
        json!({"id": "de-es", "name": "De Es", "city": "Ede", "distance_km": 11.1,
               "reservation_instruction": "<p>Meld je bij de <strong>balie</strong>.</p>"})
    );
    let from_the_closed_club = alternatives(&w3, &ask(&["w3"], Some("dicht"), Some("2026-11-23"))).await;
    assert_eq!(from_the_closed_club["day"], day("2026-11-24"));
    assert_eq!(
        (&from_the_closed_club["club"]["id"], &from_the_closed_club["club"]["distance_km"]),
        (&json!("de-es"), &json!(13.7))
    );

    // De Volle is nearer than De Dicht, but full on this day only.
    for (date, club) in [("2026-11-21", "vol"), ("2026-11-22", "dicht")] {
        let from_es = alternatives(&w3, &ask(&["w3"], Some("de-es"), Some(date))).await;
        assert_eq!(from_es["club"]["id"], club, "{date}");
    }
    // The member who plays on that day plays at no other club.
    let own = alternatives(&w1, &ask(&["w1"], Some("vol"), Some("2026-11-22"))).await;
    assert_eq!((&own["day"], &own["club"]), (&day("2026-11-23"), &Value::Null));
}

#[tokio::test]
async fn a_day_outside_the_window_has_the_nearest_day_of_the_window_and_no_club() {
    let portal = portal().await;
    let jan = portal.login("jan").await;
    for (wanted, nearest) in [("2026-12-31", "2026-12-06"), ("2026-11-17", "2026-11-20")] {
        let found = alternatives(&jan, &ask(&["jan"], Some("de-es"), Some(wanted))).await;
        assert_eq!((&found["day"], &found["club"]), (&day(nearest), &Value::Null), "{wanted}");
    }
}

#[tokio::test]
async fn what_is_not_chosen_has_no_alternative_and_limits_none() {
    let portal = portal().await;
    let (jan, piet) = (portal.login("jan").await, portal.login("piet").await);
    let no_date = alternatives(&jan, &ask(&["jan"], Some("klein"), None)).await;
    assert_eq!((&no_date["day"], &no_date["club"]["id"]), (&Value::Null, &json!("de-es")));
    assert_eq!(no_date["club"]["distance_km"], json!(0.0));
    let no_club = alternatives(&jan, &ask(&["jan"], None, Some("2026-12-07"))).await;
    assert_eq!((&no_club["day"], &no_club["club"]), (&day("2026-12-06"), &Value::Null));
    let neither = alternatives(&jan, &ask(&["jan"], None, None)).await;
    assert_eq!(neither, json!({"day": null, "club": null, "waiting_list": false}));

    let mut nine = ask(&["piet"], Some("dicht"), Some("2026-11-25"));
    nine["holes"] = json!(9);
    let by_voucher = alternatives(&piet, &nine).await;
    assert_eq!(
        by_voucher["day"],
        json!({"date": "2026-11-26", "bonus_needed": true, "bonus_players": ["Piet"]})
    );
    let without_rights = ask(&["jan", "nop"], Some("de-es"), Some("2026-11-25"));
    assert_eq!(
        alternatives(&jan, &without_rights).await,
        json!({"day": null, "club": null, "waiting_list": false})
    );
}

/// The nearest of the days that the calendar offers beside the wanted one.
fn nearest(calendar: &Answer, wanted: NaiveDate) -> Option<NaiveDate> {
    let days = calendar.body["data"].as_object().expect("days");
    let free = days.iter().filter(|(_, day)| day["reservable"] == true);
    let dates = free.map(|(date, _)| date.parse::<NaiveDate>().expect("a date"));
    dates.filter(|date| *date != wanted).max_by_key(|date| (-(*date - wanted).abs(), *date))
}

#[tokio::test]
async fn every_alternative_is_offered_by_the_calendar_and_the_list_of_clubs() {
    let portal = portal().await;
    let jan = portal.login("jan").await;
    jan.book("2026-11-21", &["jan", "eva", "w1"]).await;
    portal.login("eva").await.book("2026-11-24", &["eva", "w1", "w2"]).await;
    portal.login("w3").await.book("2026-11-25", &["w3", "w4"]).await;
    portal.caught_up().await;
    // By distance from De Es, then by name.
    let order = ["klein", "vol", "dicht"];
    let mut found = (0, 0);
    for names in [&["jan"][..], &["jan", "eva"], &["jan", "kees"], &["jan", "piet", "w2"]] {
        for holes in [9, 18] {
            let players: Vec<String> = names.iter().map(|name| email(name)).collect();
            let mut body = json!({"holes": holes, "players": players, "golfclub": "de-es"});
            let calendar = jan.post("/api/reservations/availability", &body).await;
            for date in calendar.body["data"].as_object().expect("days").keys() {
                body["date"] = json!(date);
                let clubs = jan.post("/api/reservations/golfclubs", &body).await;
                let is_free = |id: &&&str| {
                    clubs.data().iter().any(|club| club["id"] == **id && club["reservable"] == true)
                };
                let answer = alternatives(&jan, &body).await;
                let expected_day = nearest(&calendar, date.parse().expect("a date"));
                assert_eq!(answer["day"]["date"], json!(expected_day), "{body}");
                let expected_club = order.iter().find(is_free);
                assert_eq!(answer["club"]["id"], json!(expected_club), "{body}");
                found.0 += usize::from(expected_day.is_some());
                found.1 += usize::from(expected_club.is_some());
            }
        }
    }
    assert!(found.0 > 0 && found.1 > 0, "{found:?}");
}
