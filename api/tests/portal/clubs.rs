//! A club's own page: what the data set knows about it, and the caller's rounds there.

use fairway_import::{ImportError, import};
use serde_json::{Value, json};

use crate::importing::changed;
use crate::support::{Portal, email, installation};

#[tokio::test]
async fn a_club_is_shown_with_everything_that_the_data_set_knows() {
    let portal = Portal::empty().await;
    let described = changed("clubs.json", |clubs| {
        let club = clubs[2].as_object_mut().expect("a club");
        club.insert("street".to_owned(), json!(" Rijksstraatweg 12 "));
        club.insert("postcode".to_owned(), json!("9752ab"));
        club.insert("telephone".to_owned(), json!("050 000 10 00"));
        club.insert("website".to_owned(), json!("https://www.dicht.example/"));
        club.insert("greens".to_owned(), json!("Het hele jaar open."));
        club.insert(
            "terms".to_owned(),
            json!("<p onclick=\"x()\">Honden aan de lijn.</p><script>x()</script>"),
        );
        club["closed_weekdays"] = json!(["sunday", "monday"]);
        club["closures"] = json!([
            {"date": "2026-12-25", "reason": "Kerst"},
            {"date": "2026-11-19", "reason": "Gisteren"},
            {"date": "2026-11-20", "reason": "Vandaag"},
        ]);
    });
    import(&portal.pool, &portal.clock, &installation(), described.path()).await.expect("an import");
    let club = portal.login("jan").await.get("/api/golfclubs/dicht").await;
    assert_eq!(
        club.body,
        json!({"success": true, "data": {
            "id": "dicht",
            "name": "De Dicht",
            "city": "Assen",
            "short_name": "De Dicht",
            "lat": 52.1,
            "lon": 5.2,
            "holes": [9, 18],
            "starttime_description": "Elke dag",
            "reservation_instruction": "<p>Meld je bij de <strong>balie</strong>.</p>",
            "reservation_description": "<p>Neem schoenen mee.</p>",
            "street": "Rijksstraatweg 12",
            "postcode": "9752 AB",
            "telephone": "+31500001000",
            "website": "https://www.dicht.example/",
            "greens": "Het hele jaar open.",
            "terms": "<p>Honden aan de lijn.</p>",
            "closed_weekdays": ["monday", "sunday"],
            "closures": [{"date": "2026-11-20", "reason": "Vandaag"}, {"date": "2026-12-25", "reason": "Kerst"}],
            "photos": [],
            "your_plays": 0,
            "your_maximum_plays": 3,
            "rounds": [],
        }})
    );
}

#[tokio::test]
async fn what_a_data_set_does_not_know_is_empty_and_an_unknown_club_is_not_found() {
    let portal = Portal::start().await;
    let jan = portal.login("jan").await;
    let club = jan.get("/api/golfclubs/klein").await;
    for key in ["street", "postcode", "telephone", "website", "greens", "terms"] {
        assert_eq!(club.body["data"][key], "", "{key}");
    }
    assert_eq!((&club.body["data"]["holes"], &club.body["data"]["closures"]), (&json!([9]), &json!([])));
    for unknown in ["nergens", "%00", "de-es%27", "..%2f", "DE-ES"] {
        jan.get(&format!("/api/golfclubs/{unknown}")).await.fails(404, "Deze baan bestaat niet.");
    }
}

#[tokio::test]
async fn a_club_lists_the_callers_own_played_rounds() {
    let portal = Portal::start().await;
    let jan = portal.login("jan").await;
    jan.book("2026-11-28", &["jan", "eva"]).await;
    let history = jan.get("/api/reservations/history").await;
    let place = |date: &str| {
        let rounds = history.body["data"].as_array().expect("rounds");
        rounds.iter().find(|round| round["play_date"] == date).expect("a round")["reservation_id"].clone()
    };
    let rounds = async |who: &str, club: &str| {
        let answer = portal.login(who).await.get(&format!("/api/golfclubs/{club}")).await;
        (answer.body["data"]["rounds"].clone(), answer.body["data"]["your_plays"].clone())
    };
    let played = json!([{"reservation_id": place("2026-10-03"), "play_date": "2026-10-03", "holes": 18}]);
    assert_eq!(
        rounds("jan", "de-es").await,
        (played, json!(2)),
        "what is to come counts, and is not played yet"
    );
    let (evas, _) = rounds("eva", "de-es").await;
    assert_eq!(evas[0]["play_date"], "2026-10-03");
    assert_ne!(evas[0]["reservation_id"], place("2026-10-03"), "each has a place of their own");
    assert_eq!(rounds("w1", "de-es").await, (json!([]), json!(0)));
}

#[tokio::test]
async fn every_problem_of_a_clubs_description_is_reported() {
    let portal = Portal::empty().await;
    let wrong = changed("clubs.json", |clubs| {
        clubs[0]["id"] = json!("info");
        for (key, value) in [
            ("street", json!("x".repeat(101))),
            ("postcode", json!("12 AB")),
            ("telephone", json!("bel ons")),
            ("website", json!("http://www.es.example")),
            ("greens", json!("x".repeat(1_001))),
            ("terms", json!("x".repeat(20_001))),
        ] {
            clubs[1].as_object_mut().expect("a club").insert(key.to_owned(), value);
        }
        clubs[2]["website"] = json!("javascript:alert(1)//https://");
        clubs[3]["website"] = json!("https://jan@es.example/");
    });
    let found = match import(&portal.pool, &portal.clock, &installation(), wrong.path()).await {
        Err(ImportError::Problems(problems)) => problems,
        other => panic!("{other:?}"),
    };
    let found: Vec<String> = found.iter().map(ToString::to_string).collect();
    assert_eq!(
        found,
        [
            "clubs.json: [0].id: must not be info",
            "clubs.json: [1].street: must be one line of at most 100 characters",
            "clubs.json: [1].postcode: must be a Dutch postcode, such as 1234 AB",
            "clubs.json: [1].telephone: must be a telephone number, with the code of its country (+32 …)",
            "clubs.json: [1].website: must be the https:// address of a site",
            "clubs.json: [1].greens: must have at most 1000 characters",
            "clubs.json: [1].terms: must have at most 20000 characters",
            "clubs.json: [2].website: must be the https:// address of a site",
            "clubs.json: [3].website: must be the https:// address of a site",
        ]
    );
}

#[tokio::test]
async fn both_lists_of_clubs_name_the_lengths_of_round_and_the_place() {
    let portal = Portal::start().await;
    let jan = portal.login("jan").await;
    let asked = json!({"holes": 9, "players": ["jan@test.example"], "date": Value::Null});
    for list in [jan.get("/api/golfclubs/info").await, jan.post("/api/reservations/golfclubs", &asked).await]
    {
        let klein = list.data().iter().find(|club| club["id"] == "klein").expect("the club").clone();
        assert_eq!((&klein["holes"], &klein["lat"], &klein["lon"]), (&json!([9]), &json!(52.1), &json!(5.2)));
    }
}

#[tokio::test]
async fn the_list_of_clubs_names_the_first_day_that_the_groups_calendar_offers() {
    let portal = Portal::start().await;
    let jan = portal.login("jan").await;
    jan.book("2026-11-20", &["jan", "eva"]).await;
    let players = [email("w1"), email("w2")];
    let full = json!({"holes": 18, "golfclub": "vol", "date": "2026-11-21", "players": players});
    assert_eq!(portal.login("w1").await.post("/api/reservations", &full).await.status, 200);
    portal.caught_up().await;

    let mut found = 0;
    for names in [&["jan"][..], &["jan", "eva"], &["jan", "kees"], &["jan", "nop"]] {
        let players: Vec<String> = names.iter().map(|name| email(name)).collect();
        for holes in [9, 18] {
            let mut asked = json!({"holes": holes, "players": players, "date": null});
            let clubs = jan.post("/api/reservations/golfclubs", &asked).await;
            for club in clubs.data() {
                asked["golfclub"] = club["id"].clone();
                let calendar = jan.post("/api/reservations/availability", &asked).await;
                let days = calendar.body["data"].as_object().expect("days");
                // The dates are sorted.
                let first = days.iter().find(|(_, day)| day["reservable"] == true).map(|(date, _)| date);
                assert_eq!(club["first_free_day"], json!(first), "{asked}");
                found += usize::from(first.is_some());
            }
        }
    }
    assert!(found > 8, "{found}");

    let on_a_day = json!({"holes": 18, "players": [email("jan")], "date": "2026-11-25"});
    let clubs = jan.post("/api/reservations/golfclubs", &on_a_day).await;
    for club in clubs.data() {
        assert_eq!(club["first_free_day"], Value::Null, "the day is chosen");
    }
}
