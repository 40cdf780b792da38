//! What a club is owed: from tariff and arrivals to a closed month, its files, and what is corrected after it.

mod removed_club;

use chrono::TimeDelta;
use fairway_clock::random;
use fairway_store::club_accounts::ClubRole;
use fairway_store::operators::Role;
use serde_json::{Value, json};
use uuid::Uuid;

use super::{AtClub, book, count};
use crate::operators::Operator;
use crate::support::{Portal, email};

mod payments;

/// A Saturday.
const SATURDAY: &str = "2026-11-28";
const NOVEMBER: &str = "/club/api/statements/2026-11";
const DECEMBER: &str = "/club/api/statements/2026-12";

impl Portal {
    /// From the first of November on, 9 holes cost € 25 at the weekend.
    async fn set_tariff(&self, club: &str) {
        let admin = self.operator(&format!("tariffs-{club}"), &[Role::Admin]).await;
        let set = admin.post(&format!("/operator/api/clubs/{club}/tariffs"), &tariff("2026-11-01")).await;
        assert_eq!(set.status, 200, "{}", set.body);
    }

    /// Jan and Eva started at De Es at 10:40 on Saturday, W1 did not come; returns their codes and places.
    async fn saturday(&self) -> Vec<(String, String)> {
        self.set_tariff("de-es").await;
        let jan = self.login("jan").await;
        let booked = book(&jan, "de-es", SATURDAY, &["jan", "eva", "w1"]).await;
        let path = format!("/api/reservations/{}/start_time", booked[0].1);
        let agreed = jan.post(&path, &json!({"start_time": "10:40", "seen": null})).await;
        assert_eq!(agreed.status, 200, "{}", agreed.body);
        self.clock.advance(TimeDelta::days(8));
        let desk = self.club_device("de-es", "Balie").await;
        for (code, _) in &booked[..2] {
            let scan = json!({
                "nonce": random::id(), "day": SATURDAY, "scanned_at": "2026-11-28T10:59:59+01:00",
                "age_ms": 1000, "method": "camera", "code": code,
            });
            assert_eq!(desk.send(&[scan]).await[0]["outcome"], "welcome");
        }
        booked
    }
}

fn tariff(from: &str) -> Value {
    json!({
        "from": from, "weekday_9_cents": 2_000, "weekday_18_cents": 3_500, "weekend_9_cents": 2_500,
        "weekend_18_cents": 4_500, "absence_cents": 0, "vat": "high", "reason": "contract 7",
    })
}

/// The details of an organisation on an invoice.
fn details(name: &str) -> Value {
    json!({
        "name": name, "street": "Wilgenlaan 26", "postal_code": "3823 HT", "city": "Amersfoort",
        "registration": "30123456", "vat_number": "NL850102091B01", "iban": "NL05RABO0418234574",
        "reason": "contract 7",
    })
}

/// The portal's own details, and those of De Es.
async fn bill(admin: &Operator<'_>) {
    for (path, name) in [("billing", "Fairway B.V."), ("clubs/de-es/billing", "Golfclub De Es")] {
        let set = admin.post(&format!("/operator/api/{path}"), &details(name)).await;
        assert_eq!(set.status, 200, "{path}: {}", set.body);
    }
}

async fn shown(at_club: &AtClub<'_>, path: &str) -> Value {
    let answer = at_club.get(path).await;
    assert_eq!(answer.status, 200, "{path}: {}", answer.body);
    answer.body
}

/// Closes November of De Es as it is.
async fn close(admin: &Operator<'_>) -> (u16, Value) {
    close_of(admin, "de-es", "2026-11").await
}

async fn close_of(admin: &Operator<'_>, club: &str, month: &str) -> (u16, Value) {
    let path = format!("/operator/api/clubs/{club}/statements/{month}");
    let seen = admin.get(&path).await.body;
    let body = json!({
        "hash": seen["hash"], "total_cents": seen["amounts"]["total_cents"], "reason": "the month is over",
    });
    let closed = admin.post(&format!("{path}/close"), &body).await;
    (closed.status, closed.body)
}

#[tokio::test]
async fn a_club_sees_what_it_is_owed_by_day_with_initials() {
    let portal = Portal::start().await;
    portal.saturday().await;
    let treasurer = portal.at_club("de-es", "treasurer", ClubRole::Treasurer).await;
    let months = shown(&treasurer, "/club/api/statements").await;
    let month = &months["months"][0];
    assert_eq!(
        (&months["first_month"], &month["month"], &month["state"], &month["is_next"], &month["total_cents"]),
        (&json!("2026-11"), &json!("2026-11"), &json!("open"), &json!(true), &Value::Null),
        "{months}"
    );
    let statement = shown(&treasurer, NOVEMBER).await;
    let amounts = &statement["amounts"];
    assert_eq!(amounts["arrivals"], json!({"count": 2, "net_cents": 5_000}), "{statement}");
    assert_eq!((&amounts["vat_cents"], &amounts["total_cents"]), (&json!(1_050), &json!(6_050)));
    assert_eq!((&statement["state"], &statement["can_be_closed"]), (&json!("next"), &json!(false)));
    assert_eq!(statement["days"], json!([{"date": SATURDAY, "lines": 2, "net_cents": 5_000}]));
    let day = shown(&treasurer, &format!("{NOVEMBER}/days/{SATURDAY}")).await;
    let mut players: Vec<&Value> =
        day["lines"].as_array().expect("lines").iter().map(|line| &line["player"]).collect();
    players.sort_by_key(|player| player.to_string());
    assert_eq!(players, ["E.S.", "J.V."], "{day}");
    assert_eq!(day["lines"][0]["facts"][0]["kind"], "arrived", "{day}");
    assert_eq!(day["lines"][0]["start_time"], "10:40", "{day}");
    assert!(!day.to_string().contains("Vries"), "{day}");
    assert_eq!(shown(&treasurer, DECEMBER).await["state"], "later");

    for (path, status) in [
        ("2026-13", 422),
        ("november", 422),
        ("-9999-01", 422),
        ("2026-11/days/2026-12-01", 422),
        ("2026-11/days/zaterdag", 422),
        ("2026-11/days/%ff", 404),
        ("2026-11/invoice.xml", 404),
    ] {
        assert_eq!(treasurer.get(&format!("/club/api/statements/{path}")).await.status, status, "{path}");
    }
    let looks: Vec<String> = sqlx::query_scalar(
        "SELECT DISTINCT subject FROM club_actions WHERE user_name = 'treasurer' ORDER BY 1",
    )
    .fetch_all(&portal.pool)
    .await
    .expect("looks");
    assert_eq!(looks, ["settlement settlement/de-es/2026-11", "settlement settlement/de-es/2026-12"]);

    let other = portal.at_club("klein", "henk", ClubRole::Treasurer).await;
    let theirs = shown(&other, NOVEMBER).await;
    assert_eq!((&theirs["state"], &theirs["days"]), (&json!("no_tariff"), &json!([])), "{theirs}");
}

#[tokio::test]
async fn a_line_is_disputed_once_and_by_its_own_club() {
    let portal = Portal::start().await;
    let booked = portal.saturday().await;
    let (came, missed) = (&booked[0].1, &booked[2].1);
    let treasurer = portal.at_club("de-es", "treasurer", ClubRole::Treasurer).await;
    let path = format!("{NOVEMBER}/disputes");
    let about = |id: u128, date: &str, place: Option<&String>| {
        let (dispute, reason) = (Uuid::from_u128(id), "achttien holes gespeeld");
        json!({"dispute": dispute, "date": date, "place": place, "reason": reason})
    };
    for _ in 0..2 {
        let disputed = treasurer.post(&path, &about(1, SATURDAY, Some(came))).await;
        assert_eq!(disputed.status, 204, "{}", disputed.body);
    }
    assert_eq!(count(&portal, "LineDisputed").await, 1);
    assert_eq!(treasurer.post(&path, &about(2, SATURDAY, Some(came))).await.status, 409, "it is disputed");
    assert_eq!(treasurer.post(&path, &about(2, SATURDAY, Some(missed))).await.status, 404, "it is no line");
    assert_eq!(treasurer.post(&path, &about(2, "2026-11-29", None)).await.status, 409, "it is to come");
    for (field, wrong) in [
        ("date", about(2, "2026-10-31", None)),
        ("place", about(2, SATURDAY, Some(&"x".to_owned()))),
        (
            "reason",
            json!({"dispute": Uuid::nil(), "date": SATURDAY, "place": came, "reason": "Jan speelde 18"}),
        ),
    ] {
        let refused = treasurer.post(&path, &wrong).await;
        assert_eq!((refused.status, refused.body["errors"][field].is_string()), (422, true), "{wrong}");
    }
    assert_eq!(treasurer.post(&path, &about(3, SATURDAY, None)).await.status, 204, "a line is missing");
    let day = shown(&treasurer, &format!("{NOVEMBER}/days/{SATURDAY}")).await;
    let line = day["lines"].as_array().expect("lines").iter().find(|line| line["place"] == json!(came));
    assert_eq!(line.expect("the line")["is_disputed"], true, "{day}");

    let other = portal.at_club("klein", "henk", ClubRole::Treasurer).await;
    let withdraw = format!("/club/api/disputes/{}/withdraw", Uuid::from_u128(1));
    let reason = json!({"reason": "toch negen holes"});
    assert_eq!(other.post(&withdraw, &reason).await.status, 404);
    assert_eq!(other.post(&path, &about(4, SATURDAY, Some(came))).await.status, 404);
    for _ in 0..2 {
        assert_eq!(treasurer.post(&withdraw, &reason).await.status, 204);
    }
    assert_eq!(count(&portal, "DisputeEnded").await, 1);
    let disputes = shown(&treasurer, NOVEMBER).await["disputes"].clone();
    let withdrawn = disputes.as_array().expect("disputes").iter().find(|one| one["outcome"] == "withdrawn");
    let withdrawn = withdrawn.expect("the dispute");
    assert_eq!((&withdrawn["player"], &withdrawn["answer"]), (&json!("J.V."), &json!("toch negen holes")));
    let acts: Vec<(String, String)> =
        sqlx::query_as("SELECT action, subject FROM club_actions WHERE reason <> '' ORDER BY at, action")
            .fetch_all(&portal.pool)
            .await
            .expect("acts");
    let of = |action: &str| (action.to_owned(), "settlement settlement/de-es/2026-11".to_owned());
    assert_eq!(acts, [of("dispute line"), of("dispute line"), of("withdraw dispute")]);
}

#[tokio::test]
async fn a_closed_month_stays_and_what_changes_later_is_on_the_next() {
    let portal = Portal::start().await;
    let booked = portal.saturday().await;
    let treasurer = portal.at_club("de-es", "treasurer", ClubRole::Treasurer).await;
    let manager = portal.at_club("de-es", "manager", ClubRole::Manager).await;
    let dispute = json!({
        "dispute": Uuid::from_u128(1), "date": SATURDAY, "place": booked[0].1, "reason": "achttien holes gespeeld",
    });
    assert_eq!(treasurer.post(&format!("{NOVEMBER}/disputes"), &dispute).await.status, 204);
    let early = portal.operator("early", &[Role::Admin]).await;
    bill(&early).await;
    assert_eq!(close(&early).await.0, 409, "the month is not over");

    portal.clock.advance(TimeDelta::days(4));
    let (admin, other) =
        (portal.operator("anke", &[Role::Admin]).await, portal.operator("bert", &[Role::Admin]).await);
    let overview = admin.get("/operator/api/statements").await.body;
    let clubs = overview["clubs"].as_array().expect("clubs");
    let club = clubs.iter().find(|club| club["club"] == "de-es").expect("the club");
    assert_eq!(
        (&overview["month"], &club["club"], &club["arrived"], &club["has_billing"], &club["can_be_closed"]),
        (&json!("2026-11"), &json!("de-es"), &json!(2), &json!(true), &json!(true)),
        "{overview}"
    );
    let seen = shown(&treasurer, NOVEMBER).await;
    let wrong = json!({"hash": seen["hash"], "total_cents": 1, "reason": "november is over"});
    let path = "/operator/api/clubs/de-es/statements/2026-11/close";
    assert_eq!(admin.post(path, &wrong).await.status, 409, "another total");
    let wrong = json!({"hash": "00", "total_cents": 6_050, "reason": "november is over"});
    assert_eq!(admin.post(path, &wrong).await.status, 409, "other lines");
    let (one, two) = tokio::join!(close(&admin), close(&other));
    assert_eq!((one.0, two.0), (200, 200), "{} {}", one.1, two.1);
    assert_eq!(count(&portal, "MonthClosed").await, 1, "twice at once");
    let mut in_closed = tariff("2026-11-15");
    in_closed["reason"] = json!("contract 8");
    assert_eq!(admin.post("/operator/api/clubs/de-es/tariffs", &in_closed).await.status, 409);

    let closed = shown(&treasurer, NOVEMBER).await;
    assert_eq!(
        (&closed["state"], &closed["closed_on"], &closed["invoice_number"], &closed["hash"]),
        (&json!("closed"), &json!("2026-12-02"), &json!("de-es-2026-11"), &seen["hash"]),
        "{closed}"
    );
    for (file, begin) in [("statement.pdf", "%PDF"), ("statement.csv", ""), ("invoice.xml", "<?xml")] {
        let taken = treasurer.get(&format!("{NOVEMBER}/{file}")).await;
        let text = taken.body.as_str().unwrap_or_default().trim_start_matches('\u{feff}');
        assert!(taken.status == 200 && text.starts_with(begin), "{file}: {}", taken.body);
        let sent = &taken.headers["content-disposition"];
        assert!(sent.to_str().expect("text").starts_with("attachment; filename=\""), "{sent:?}");
    }
    assert_eq!(treasurer.get(&format!("{DECEMBER}/invoice.xml")).await.status, 404);

    // After the closing: an accepted dispute, and an arrival that is taken back.
    let end = format!("/operator/api/clubs/de-es/disputes/{}/end", Uuid::from_u128(1));
    let decision = |cents: i64| {
        let (answer, reason) = ("akkoord", "score card seen");
        json!({"outcome": "accepted", "adjustment_cents": cents, "answer": answer, "reason": reason})
    };
    assert_eq!(admin.post(&end, &decision(1_000_001)).await.status, 422);
    for _ in 0..2 {
        let ended = admin.post(&end, &decision(2_000)).await;
        assert_eq!(ended.status, 200, "{}", ended.body);
    }
    let wrong_scan = json!({"date": SATURDAY, "place": booked[1].1, "reason": "verkeerde scan"});
    assert_eq!(manager.post("/club/api/arrivals/annul", &wrong_scan).await.status, 204);
    let december = shown(&treasurer, DECEMBER).await;
    let correction = &december["corrections"][0];
    assert_eq!(
        (&correction["net_cents"], &correction["month"], &correction["player"], &correction["start_time"]),
        (&json!(-2_500), &json!("2026-11"), &json!("E.S."), &json!("10:40")),
        "{december}"
    );
    assert_eq!(december["adjustments"][0]["net_cents"], 2_000, "{december}");
    assert_eq!(december["amounts"]["net_cents"], -500, "{december}");
    let after = shown(&treasurer, NOVEMBER).await;
    assert_eq!((&after["hash"], &after["amounts"]), (&closed["hash"], &closed["amounts"]), "{after}");
    assert_eq!(after["disputes"][0]["answer"], "akkoord", "{after}");

    let acts: Vec<(String, String)> = sqlx::query_as(
        "SELECT action, subject FROM operator_actions WHERE operator = 'anke' AND action NOT IN ('view', 'log in')
            AND action <> 'refused' ORDER BY at, id",
    )
    .fetch_all(&portal.pool)
    .await
    .expect("acts");
    let of = |action: &str, subject: &str| (action.to_owned(), subject.to_owned());
    for act in [
        of("close month", "settlement settlement/de-es/2026-11"),
        of("end dispute", "settlement settlement/de-es"),
    ] {
        assert!(acts.contains(&act), "{acts:?}");
    }
    portal.clock.advance(TimeDelta::minutes(11));
    let unconfirmed = admin.post("/operator/api/clubs/de-es/tariffs", &tariff("2027-01-01")).await;
    assert_eq!((unconfirmed.status, unconfirmed.body["errors"]["factor"].is_string()), (403, true));
}

#[tokio::test]
async fn a_month_without_details_for_its_invoice_is_not_closed() {
    let portal = Portal::start().await;
    portal.saturday().await;
    portal.clock.advance(TimeDelta::days(4));
    let admin = portal.operator("anke", &[Role::Admin]).await;
    assert_eq!(close(&admin).await.0, 409);
    let mut wrong = details("Golfclub De Es");
    wrong["iban"] = json!("NL00RABO0418234574");
    let refused = admin.post("/operator/api/clubs/de-es/billing", &wrong).await;
    assert_eq!((refused.status, refused.body["errors"]["iban"].is_string()), (422, true), "{}", refused.body);
    bill(&admin).await;
    let (status, body) = close(&admin).await;
    assert_eq!((status, count(&portal, "MonthClosed").await), (200, 1), "{body}");
    let own = admin.get("/operator/api/billing").await.body;
    assert_eq!(own["billing"]["name"], "Fairway B.V.", "{own}");
    let settlement = admin.get("/operator/api/clubs/de-es/settlement").await.body;
    assert_eq!(
        (&settlement["billing"]["name"], &settlement["tariffs"][0]["weekend_9_cents"]),
        (&json!("Golfclub De Es"), &json!(2_500)),
        "{settlement}"
    );
    let auditor = portal.operator("nina", &[Role::Auditor]).await;
    assert_eq!(auditor.get("/operator/api/clubs/de-es/settlement").await.status, 200);
    let refused = auditor.post("/operator/api/clubs/de-es/tariffs", &tariff("2027-01-01")).await;
    assert_eq!(refused.status, 403);
}

#[tokio::test]
async fn an_erased_member_has_a_line_without_a_name() {
    // The erasure is written down in a file of its own.
    let (portal, _data) = Portal::recording().await;
    portal.saturday().await;
    let treasurer = portal.at_club("de-es", "treasurer", ClubRole::Treasurer).await;
    let before = shown(&treasurer, NOVEMBER).await;
    portal.clock.advance(TimeDelta::days(1));
    let admin = portal.operator("anke", &[Role::Admin]).await;
    let erase = json!({
        "reason": "asked by letter", "rehearse": false, "cancel_upcoming": true, "confirm": email("eva"),
    });
    let path = format!("/operator/api/members/{}/erase", portal.member_id("eva").await);
    let erased = admin.post(&path, &erase).await;
    assert_eq!(erased.status, 200, "{}", erased.body);
    portal.caught_up().await;
    let day = shown(&treasurer, &format!("{NOVEMBER}/days/{SATURDAY}")).await;
    let players: Vec<&Value> =
        day["lines"].as_array().expect("lines").iter().map(|line| &line["player"]).collect();
    assert!(players.contains(&&Value::Null) && players.contains(&&json!("J.V.")), "{day}");
    let after = shown(&treasurer, NOVEMBER).await;
    assert_eq!((&after["hash"], &after["amounts"]), (&before["hash"], &before["amounts"]));
}
