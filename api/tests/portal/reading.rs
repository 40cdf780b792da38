//! Members read about themselves, their rounds, the clubs and the news.

use serde_json::json;

use crate::support::Portal;

#[tokio::test]
async fn me_shows_the_caller_and_their_play_rights() {
    let portal = Portal::start().await;
    let me = portal.login("jan").await.get("/api/users/me").await.body;
    assert_eq!(me["success"], true);
    assert_eq!(
        (&me["email"], &me["first_name"], &me["prefix"]),
        (&"jan@test.example".into(), &"Jan".into(), &"de".into())
    );
    assert_eq!(me["isProfileComplete"], true);
    assert_eq!(
        me["playrights"],
        json!({"reservable": true, "reason": "", "has_subscription": true,
               "this_month": {"max_holes": 18}, "next_month": {"max_holes": 18}})
    );
    let piet = portal.login("piet").await.get("/api/users/me").await.body;
    assert_eq!(
        (&piet["playrights"]["has_subscription"], &piet["playrights"]["reservable"]),
        (&false.into(), &true.into())
    );
    let half = portal.login("half").await.get("/api/users/me").await.body;
    assert_eq!(half["isProfileComplete"], false);
}

#[tokio::test]
async fn history_is_listed_latest_first_and_in_pages() {
    let portal = Portal::start().await;
    let jan = portal.login("jan").await;
    let all = jan.get("/api/reservations/history").await;
    let dates: Vec<_> = all.data().iter().map(|row| row["play_date"].clone()).collect();
    assert_eq!(dates, ["2026-10-10", "2026-10-03"]);
    let first = jan.get("/api/reservations/history?limit=1").await;
    let last = first.data()[0]["reservation_id"].as_str().expect("an id").to_owned();
    let second = jan.get(&format!("/api/reservations/history?limit=1&before={last}")).await;
    assert_eq!(second.data()[0]["play_date"], "2026-10-03");
    for wrong in ["limit=0", "limit=101", "limit=x", "before=x", "limit=1&limit=2"] {
        let answer = jan.get(&format!("/api/reservations/history?{wrong}")).await;
        assert_eq!(answer.status, 422, "{wrong}: {}", answer.body);
    }
}

#[tokio::test]
async fn one_reservation_is_shown_from_its_readers_point_of_view() {
    let portal = Portal::start().await;
    let (jan, eva) = (portal.login("jan").await, portal.login("eva").await);
    let id = jan.book("2026-11-28", &["jan", "eva"]).await;
    let hers = jan.place_of(&id, "eva").await;
    let seen = eva.get(&format!("/api/reservations/{id}")).await;
    assert_eq!(seen.body["data"]["reservation_id"], hers.as_str());
    assert_eq!(seen.body["data"]["free_slots"], 2);
}

#[tokio::test]
async fn earlier_co_players_are_suggested() {
    let portal = Portal::start().await;
    let jan = portal.login("jan").await;
    let id = jan.book("2026-11-28", &["jan", "w1"]).await;
    let all = jan.get("/api/reservations/players/historic").await;
    assert_eq!(
        all.data()[0],
        json!({"name_first": "Eva", "name_prefix": "", "name_last": "Smit", "email": "eva@test.example"})
    );
    assert_eq!(all.data().len(), 2);
    let others = jan.get(&format!("/api/reservations/players/historic?excludeReservation={id}")).await;
    assert_eq!(others.data().len(), 1, "who is in the booking is left out: {}", others.body);
    for wrong in ["x", ""] {
        let answer = jan.get(&format!("/api/reservations/players/historic?excludeReservation={wrong}")).await;
        answer.fails(422, "Dit is geen geldige plaats.");
    }
}

#[tokio::test]
async fn clubs_show_the_callers_number_of_rounds() {
    let portal = Portal::start().await;
    let clubs = portal.login("jan").await.get("/api/golfclubs/info").await;
    let names: Vec<_> = clubs.data().iter().map(|club| club["name"].clone()).collect();
    assert_eq!(names, ["De Dicht", "De Es", "De Kleine", "De Volle"]);
    assert_eq!(
        (&clubs.data()[1]["your_plays"], &clubs.data()[1]["your_maximum_plays"]),
        (&1.into(), &3.into())
    );
}

#[tokio::test]
async fn important_news_stays_until_it_is_dismissed() {
    let portal = Portal::start().await;
    let (jan, eva) = (portal.login("jan").await, portal.login("eva").await);
    let news = jan.get("/api/news/important").await;
    assert_eq!(news.data().len(), 1, "not what is ordinary, nor what is of tomorrow");
    assert_eq!(news.data()[0]["contents"], "<p>De baan is <b>dicht</b>.</p>");
    let id = news.data()[0]["id"].clone();
    for _ in 0..2 {
        let answer = jan.post("/api/news/important/dismiss", &json!({"id": id})).await;
        assert_eq!((answer.status, answer.body), (200, json!({"success": true})));
    }
    assert!(jan.get("/api/news/important").await.data().is_empty());
    assert_eq!(eva.get("/api/news/important").await.data().len(), 1);
    let unknown = json!({"id": "00000000-0000-4000-8000-000000000000"});
    jan.post("/api/news/important/dismiss", &unknown).await.fails(404, "Dit nieuwsbericht bestaat niet.");
    assert_eq!(jan.post("/api/news/important/dismiss", &json!({"id": 7})).await.status, 422);
}
