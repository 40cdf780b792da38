//! A club's day: who plays, what scans of codes record, corrections, who did not come, members who
//! did not book, and what the club is owed.

mod absences;
mod corrections;
mod day_changes;
mod scans;
mod statements;
mod walk_ins;

use fairway_clock::random;
use fairway_store::club_accounts::ClubRole;
use serde_json::{Value, json};

use crate::at_club::AtClub;
use crate::queries::Statements;
use crate::support::{Member, Portal, email};

/// The day of the tests' clock.
pub(crate) const TODAY: &str = "2026-11-20";

impl AtClub<'_> {
    /// The club's list of a day.
    async fn day(&self, date: &str) -> Value {
        let answer = self.get(&format!("/club/api/days/{date}")).await;
        assert_eq!(answer.status, 200, "{}", answer.body);
        answer.body
    }

    /// Sends scans; returns the answers.
    async fn send(&self, scans: &[Value]) -> Vec<Value> {
        let answer = self.post("/club/api/scans", &json!({"waiting": 0, "scans": scans})).await;
        assert_eq!(answer.status, 200, "{}", answer.body);
        answer.body["results"].as_array().expect("answers").clone()
    }

    /// Scans one code.
    pub(crate) async fn scan(&self, code: &str) -> Value {
        self.send(&[scan_of(code)]).await.remove(0)
    }
}

/// A scan of a code, a second ago.
fn scan_of(code: &str) -> Value {
    json!({
        "nonce": random::id(), "day": TODAY, "scanned_at": "2026-11-20T10:59:59+01:00",
        "age_ms": 1000, "method": "camera", "code": code,
    })
}

/// Books a round; returns the codes of the players in their order, and their places.
pub(crate) async fn book(
    master: &Member<'_>,
    club: &str,
    date: &str,
    players: &[&str],
) -> Vec<(String, String)> {
    let emails: Vec<String> = players.iter().map(|name| email(name)).collect();
    let round = json!({"holes": 9, "golfclub": club, "players": emails, "date": date});
    let answer = master.post("/api/reservations", &round).await;
    assert_eq!(answer.status, 200, "{}", answer.body);
    let id = answer.body["reservation_id"].as_str().expect("an id");
    let booking = master.get(&format!("/api/reservations/{id}")).await;
    let text = |player: &Value, key: &str| player[key].as_str().expect("a text").to_owned();
    let listed = booking.body["data"]["players"].as_array().expect("players").clone();
    listed.iter().map(|player| (text(player, "voucher_code"), text(player, "reservation_id"))).collect()
}

/// How many events of this name there are.
async fn count(portal: &Portal, name: &str) -> i64 {
    sqlx::query_scalar("SELECT count(*) FROM events WHERE event_type = $1")
        .bind(name)
        .fetch_one(&portal.pool)
        .await
        .expect("a count")
}

#[tokio::test]
async fn a_day_has_its_players_and_devices_keep_short_names() {
    let portal = Portal::start().await;
    let jan = portal.login("jan").await;
    let booked = book(&jan, "de-es", TODAY, &["jan", "eva"]).await;
    let desk = portal.club_device("de-es", "Balie").await;
    let day = desk.day(TODAY).await;
    assert_eq!(
        (&day["club_name"], &day["expected"], &day["arrived"]),
        (&json!("De Es"), &json!(2), &json!(0))
    );
    assert_eq!((&day["first_date"], &day["last_date"]), (&json!("2026-10-20"), &json!("2026-12-06")));
    let player = &day["flights"][0]["players"][0];
    assert_eq!(
        (&player["name"], &player["status"], &player["entitled_by"]),
        (&json!("Jan de Vries"), &json!("expected"), &json!("pass")),
        "{day}"
    );
    let hash = hex::encode(random::digest(booked[0].0.as_bytes()));
    assert_eq!(player["code_hash"], hash.as_str());
    assert_eq!(day["devices"][0]["last_synced_at"], Value::Null);

    let kept = desk.get("/club/api/offline").await.body;
    assert_eq!(kept["days"].as_array().map(Vec::len), Some(2), "{kept}");
    let player = &kept["days"][0]["flights"][0]["players"][0];
    assert_eq!((&player["short_name"], &player["code_hash"]), (&json!("Jan d. V."), &json!(hash)));
    assert!(!kept.to_string().contains("Vries"), "{kept}");
    assert!(desk.day(TODAY).await["devices"][0]["last_synced_at"].is_string());

    for (path, status) in [("2026-10-19", 422), ("2026-12-07", 422), ("vandaag", 422)] {
        assert_eq!(desk.get(&format!("/club/api/days/{path}")).await.status, status, "{path}");
    }
    let treasurer = portal.at_club("de-es", "treasurer", ClubRole::Treasurer).await;
    assert_eq!(treasurer.get(&format!("/club/api/days/{TODAY}")).await.status, 403);
    let looks: Vec<String> =
        sqlx::query_scalar("SELECT subject FROM club_actions WHERE action = 'view' ORDER BY subject")
            .fetch_all(&portal.pool)
            .await
            .expect("looks");
    assert_eq!(looks.len(), 2, "today and tomorrow, each once a session: {looks:?}");
}

#[tokio::test]
async fn the_number_of_statements_of_a_day_does_not_grow_with_its_players() {
    let statements = Statements::start();
    let portal = Portal::start().await;
    let (jan, w3) = (portal.login("jan").await, portal.login("w3").await);
    let booked = book(&jan, "de-es", TODAY, &["jan"]).await;
    let desk = portal.club_device("de-es", "Balie").await;
    desk.scan(&booked[0].0).await;
    // The first request fills the cache of clubs, and records the look.
    desk.day(TODAY).await;
    let statements_of = async || {
        statements.take();
        desk.day(TODAY).await;
        statements.take().into_iter().filter(|statement| statement.in_request).count()
    };
    let one = statements_of().await;
    for (code, _place) in book(&w3, "de-es", TODAY, &["w3", "eva", "w1", "w2"]).await {
        desk.scan(&code).await;
        desk.scan("niets").await;
    }
    assert_eq!(desk.day(TODAY).await["irregular"].as_array().map(Vec::len), Some(4));
    assert_eq!(statements_of().await, one);
}

#[tokio::test]
async fn open_screens_of_the_club_are_told_of_its_days_and_of_no_others() {
    use futures::StreamExt;

    let portal = Portal::start().await;
    let jan = portal.login("jan").await;
    let desk = portal.club_device("de-es", "Balie").await;
    let request = portal.http.get(portal.url("/club/api/live")).header("cookie", &desk.cookie);
    let response = request.send().await.expect("an answer");
    assert_eq!(response.status(), 200);
    let mut parts = response.bytes_stream();
    let eva = portal.login("eva").await;
    book(&eva, "klein", TODAY, &["eva"]).await;
    book(&jan, "de-es", "2026-11-28", &["jan"]).await;
    let mut told = String::new();
    while !told.contains("event: changed") {
        let part = tokio::time::timeout(std::time::Duration::from_secs(20), parts.next()).await;
        told.push_str(&String::from_utf8_lossy(&part.expect("news").expect("more").expect("a part")));
    }
    assert!(told.contains(r#"data: {"date":"2026-11-28"}"#), "{told}");
    assert!(!told.contains(TODAY), "{told}");
}
