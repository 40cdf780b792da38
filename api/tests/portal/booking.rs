//! The main task: from the wizard's requests to a booked round that all its players see.

use serde_json::{Value, json};

use crate::support::{Portal, email, round};

#[tokio::test]
async fn a_member_books_and_every_player_sees_the_round_at_once() {
    let portal = Portal::start().await;
    let (jan, eva) = (portal.login("jan").await, portal.login("eva").await);
    let answer = jan
        .post(
            "/api/reservations",
            &json!({
                "holes": 18, "golfclub": "de-es", "players": ["Jan@Test.example", email("eva")],
                "date": "2026-11-28",
                "windowSize": {"browser": {"width": 390, "height": 844}, "device": {"width": 390, "height": 844}},
            }),
        )
        .await;
    assert_eq!((answer.status, &answer.body["success"]), (200, &Value::Bool(true)), "{}", answer.body);

    let mine = jan.upcoming().await;
    assert_eq!(mine.len(), 1);
    assert_eq!(mine[0]["reservation_id"], answer.body["reservation_id"]);
    assert_eq!(mine[0]["play_date"], "2026-11-28");
    assert_eq!(mine[0]["holes"], 18);
    assert_eq!(mine[0]["status"], "actief");
    assert_eq!(mine[0]["is_group_master"], true);
    assert_eq!(mine[0]["free_slots"], 2);
    assert_eq!(mine[0]["golfclub"]["name"], "De Es");
    assert_eq!(mine[0]["golfclub"]["reservation_description"], "<p>Neem schoenen mee.</p>");
    assert_eq!(mine[0]["bonus_used"], Value::Null);

    let hers = eva.upcoming().await;
    assert_eq!(hers.len(), 1);
    assert_ne!(
        hers[0]["reservation_id"], answer.body["reservation_id"],
        "everybody has a place of their own"
    );
    assert_eq!(hers[0]["is_group_master"], false);
    let names: Vec<_> =
        hers[0]["players"].as_array().expect("players").iter().map(|p| &p["first_name"]).collect();
    assert_eq!(names, ["Jan", "Eva"]);
    assert_eq!(hers[0]["players"][0]["prefix"], "de");
    assert_eq!(hers[0]["players"][1]["is_me"], true);
}

#[tokio::test]
async fn a_voucher_is_named_beforehand_and_shown_afterwards() {
    let portal = Portal::start().await;
    let piet = portal.login("piet").await;
    let days = piet
        .post(
            "/api/reservations/availability",
            &json!({"holes": 9, "golfclub": "klein", "players": [email("piet")]}),
        )
        .await;
    assert_eq!(
        days.body["data"]["2026-11-28"],
        json!({
            "reservable": true, "reason": "", "bonus_needed": true, "bonus_players": ["Piet"], "waiting_list": false,
        })
    );
    let booked = piet
        .post(
            "/api/reservations",
            &json!({"holes": 9, "golfclub": "klein", "players": [email("piet")], "date": "2026-11-28"}),
        )
        .await;
    assert_eq!(booked.status, 200, "{}", booked.body);
    assert_eq!(piet.upcoming().await[0]["bonus_used"], json!({"title": "Welkom"}));

    let second = json!({"holes": 9, "golfclub": "klein", "players": [email("piet")], "date": "2026-11-29"});
    piet.post("/api/reservations", &second).await.fails(409, "Heeft geen geldig abonnement");
}

#[tokio::test]
async fn the_calendar_has_21_days_with_the_reasons_of_unavailable_ones() {
    let portal = Portal::start().await;
    let jan = portal.login("jan").await;
    jan.book("2026-11-21", &["jan", "eva"]).await;
    let eva = portal.login("eva").await;
    let ask = |club: &str, players: &[&str]| {
        let players: Vec<String> = players.iter().map(|name| email(name)).collect();
        json!({"holes": 18, "golfclub": club, "players": players})
    };
    let answer = eva.post("/api/reservations/availability", &ask("dicht", &["eva", "jan"])).await;
    let days = answer.body["data"].as_object().expect("a map");
    assert_eq!(days.len(), 21);
    assert!(days.contains_key("2026-11-16") && days.contains_key("2026-12-06"));
    for (day, reason) in [
        ("2026-11-19", "Deze datum ligt in het verleden"),
        ("2026-11-20", ""),
        ("2026-11-21", "Heeft op deze datum al een reservering"),
        ("2026-11-23", "De baan is op maandag gesloten"),
        ("2026-11-25", "Gesloten wegens toernooi"),
        ("2026-12-06", ""),
    ] {
        assert_eq!(days[day]["reason"], reason, "{day}");
        assert_eq!(days[day]["reservable"], reason.is_empty(), "{day}");
    }

    let w1 = portal.login("w1").await;
    let with_jan = w1.post("/api/reservations/availability", &ask("dicht", &["w1", "jan"])).await;
    assert_eq!(with_jan.body["data"]["2026-11-21"]["reason"], "Jan heeft op deze datum al een reservering");
    let anywhere = json!({"holes": 18, "golfclub": null, "players": [email("w1")]});
    let anywhere = w1.post("/api/reservations/availability", &anywhere).await;
    assert_eq!(anywhere.body["data"]["2026-11-25"]["reservable"], true);

    w1.post(
        "/api/reservations",
        &json!({"holes": 18, "golfclub": "vol", "date": "2026-11-22",
        "players": [email("w1"), email("w2")]}),
    )
    .await;
    let w3 = portal.login("w3").await;
    let full = w3.post("/api/reservations/availability", &ask("vol", &["w3"])).await;
    assert_eq!(full.body["data"]["2026-11-22"]["reason"], "De baan is op deze datum volgeboekt");
    let pair = w3.post("/api/reservations/availability", &ask("vol", &["w3", "w4"])).await;
    assert_eq!(pair.body["data"]["2026-11-23"]["reservable"], true);
}

#[tokio::test]
async fn clubs_say_whether_the_group_can_play_there() {
    let portal = Portal::start().await;
    let jan = portal.login("jan").await;
    let ask = |date: Value| json!({"holes": 18, "date": date, "players": [email("jan")]});
    let clubs = jan.post("/api/reservations/golfclubs", &ask(Value::Null)).await;
    let by_id = |answer: &crate::support::Answer, id: &str| -> Value {
        answer.data().iter().find(|club| club["id"] == id).expect("the club").clone()
    };
    assert_eq!(clubs.data().len(), 4);
    let es = by_id(&clubs, "de-es");
    assert_eq!(
        (&es["reservable"], &es["your_plays"], &es["your_maximum_plays"]),
        (&true.into(), &1.into(), &3.into())
    );
    assert_eq!(es["reservation_instruction"], "<p>Meld je bij de <strong>balie</strong>.</p>");
    assert_eq!(by_id(&clubs, "klein")["reason"], "Deze baan biedt geen 18 holes aan");

    let monday = jan.post("/api/reservations/golfclubs", &ask("2026-11-23".into())).await;
    assert_eq!(by_id(&monday, "dicht")["reason"], "De baan is op maandag gesloten");
    assert_eq!(by_id(&monday, "de-es")["reservable"], true);

    jan.book("2026-11-21", &["jan"]).await;
    jan.book("2026-11-22", &["jan"]).await;
    let used_up = jan.post("/api/reservations/golfclubs", &ask(Value::Null)).await;
    let es = by_id(&used_up, "de-es");
    assert_eq!(
        (&es["reason"], &es["your_plays"]),
        (&"Heeft het maximum van 3 rondes op deze baan bereikt".into(), &3.into())
    );
    let answer = jan.post("/api/reservations", &round("2026-11-24", &["jan"])).await;
    answer.fails(409, "Heeft het maximum van 3 rondes op deze baan bereikt");
}

#[tokio::test]
async fn players_are_looked_up_with_what_they_may_play() {
    let portal = Portal::start().await;
    let jan = portal.login("jan").await;
    let check =
        async |name: &str| jan.post("/api/reservations/players/check", &json!({"email": name})).await.body;
    assert_eq!(
        check(" EVA@test.example").await,
        json!({
            "success": true, "found": true, "email": "eva@test.example", "first_name": "Eva", "prefix": "",
            "last_name": "Smit",
            "playrights": {"reservable": true, "reason": "", "this_month": {"max_holes": 18}, "next_month": {"max_holes": 18}},
        })
    );
    let kees = check("kees@test.example").await;
    assert_eq!(kees["playrights"]["next_month"]["max_holes"], 9);
    let nico = check("nop@test.example").await;
    assert_eq!(nico["playrights"]["reason"], "Heeft geen geldig abonnement");
    assert_eq!(nico["playrights"]["this_month"]["max_holes"], 0);
    let nobody = check("nobody@test.example").await;
    assert_eq!(nobody, json!({"success": true, "found": false, "email": "nobody@test.example"}));
    assert_eq!(check("eva").await["found"], false, "what is no address is nobody's");
}

#[tokio::test]
async fn a_member_without_a_profile_or_a_play_right_cannot_book() {
    let portal = Portal::start().await;
    let before = portal.events().await;
    let half = portal.login("half").await;
    half.post("/api/reservations", &round("2026-11-28", &["half"]))
        .await
        .fails(409, "Je profiel is nog niet compleet. Vul eerst je profiel aan, dan kun je reserveren.");
    let jan = portal.login("jan").await;
    jan.post("/api/reservations", &round("2026-11-28", &["jan", "nop"]))
        .await
        .fails(409, "Nico heeft geen geldig abonnement");
    jan.post("/api/reservations", &round("2026-11-28", &["jan", "kees"]))
        .await
        .fails(409, "Kees heeft een abonnement voor maximaal 9 holes");
    assert_eq!(portal.events().await, before);
    // A co-player's incomplete profile is no reason to refuse the others.
    jan.book("2026-11-28", &["jan", "half"]).await;
}
