//! The files by which clubs are paid.

use chrono::TimeDelta;
use fairway_clock::random;
use fairway_store::club_accounts::ClubRole;
use fairway_store::operators::Role;
use serde_json::{Value, json};
use uuid::Uuid;

use super::{SATURDAY, bill, close, close_of, details, shown};
use crate::operators::Operator;
use crate::support::{Portal, email};

const NOVEMBER: &str = "2026-11";
const DECEMBER: &str = "2026-12";
const JANUARY: &str = "2027-01";

impl Portal {
    /// Somebody played 9 holes at Klein on Saturday.
    async fn walk_in_at_klein(&self) {
        self.set_tariff("klein").await;
        let desk = self.club_device("klein", "Balie").await;
        let walk_in = json!({"nonce": random::id(), "email": email("w2"), "holes": 9});
        let came = desk.post("/club/api/walk-ins", &walk_in).await;
        assert_eq!((came.status, &came.body["outcome"]), (200, &json!("welcome")), "{}", came.body);
    }
}

async fn bill_klein(admin: &Operator<'_>) {
    let set = admin.post("/operator/api/clubs/klein/billing", &details("Golfclub Klein")).await;
    assert_eq!(set.status, 200, "{}", set.body);
}

fn path(month: &str) -> String {
    format!("/operator/api/statements/{month}/payments")
}

/// Makes a payment file of a month; returns the status and the message id.
async fn take(admin: &Operator<'_>, month: &str) -> (u16, String) {
    let taken = admin.post(&path(month), &json!({"reason": "the month is closed"})).await;
    (taken.status, taken.body["message_id"].as_str().unwrap_or_default().to_owned())
}

async fn payments(admin: &Operator<'_>, month: &str, message_id: &str) -> String {
    let file = admin.get(&format!("{}/{message_id}", path(month))).await;
    assert_eq!(file.status, 200, "{}", file.body);
    file.body.as_str().expect("a file").to_owned()
}

async fn overview(admin: &Operator<'_>, month: &str) -> Value {
    admin.get(&format!("/operator/api/statements?month={month}")).await.body
}

/// The ids of the files that the overview of a month lists, with their sums.
async fn listed(admin: &Operator<'_>, month: &str) -> Vec<(String, i64)> {
    let overview = overview(admin, month).await;
    let files = overview["payments"].as_array().expect("files").iter().map(|file| {
        let id = file["message_id"].as_str().expect("an id").to_owned();
        (id, file["total_cents"].as_i64().expect("cents"))
    });
    files.collect()
}

#[tokio::test]
async fn a_statement_is_paid_by_one_file_which_stays_as_it_is() {
    let portal = Portal::start().await;
    portal.saturday().await;
    portal.walk_in_at_klein().await;
    portal.clock.advance(TimeDelta::days(4));
    portal.caught_up().await;
    let (admin, other) =
        (portal.operator("anke", &[Role::Admin]).await, portal.operator("bert", &[Role::Admin]).await);
    bill(&admin).await;
    assert_eq!(take(&admin, NOVEMBER).await.0, 409, "nothing is closed");
    assert_eq!(take(&admin, "9999-12").await.0, 404, "it has not begun");
    assert_eq!(close(&admin).await.0, 200);
    let (one, two) = tokio::join!(take(&admin, NOVEMBER), take(&other, NOVEMBER));
    let mut both = [one, two];
    both.sort();
    let [(made, first), (refused, _)] = both;
    assert_eq!((made, refused), (200, 409), "two at once");
    let file = payments(&admin, NOVEMBER, &first).await;
    assert!(file.contains("<CtrlSum>60.50<") && file.contains("de-es-2026-11"), "{file}");

    // Another club is closed, and the company gets another account.
    bill_klein(&admin).await;
    let mut own = details("Fairway Holding B.V.");
    own["iban"] = json!("NL91ABNA0417164300");
    assert_eq!(admin.post("/operator/api/billing", &own).await.status, 200);
    let (status, body) = close_of(&admin, "klein", NOVEMBER).await;
    assert_eq!(status, 200, "{body}");
    portal.clock.advance(TimeDelta::minutes(5));
    let (status, second) = take(&admin, NOVEMBER).await;
    assert_eq!(status, 200);
    let later = payments(&admin, NOVEMBER, &second).await;
    assert!(later.contains("<NbOfTxs>1<") && later.contains("<CtrlSum>30.25<"), "{later}");
    assert!(later.contains("Fairway Holding B.V.") && !later.contains("de-es"), "{later}");
    assert_eq!(payments(&admin, NOVEMBER, &first).await, file, "the first file is unchanged");
    assert_eq!(take(&admin, NOVEMBER).await.0, 409, "all is paid");
    assert_eq!(admin.get(&format!("{}/FAIRWAY-2026-11-0", path(NOVEMBER))).await.status, 404);

    let overview = overview(&admin, NOVEMBER).await;
    assert_eq!(overview["next_payment"], json!({"transfers": 0, "total_cents": 0}), "{overview}");
    let made = &overview["payments"];
    for (file, id, cents) in [(&made[0], &first, 6_050), (&made[1], &second, 3_025)] {
        assert_eq!(
            (&file["message_id"], &file["transfers"], &file["total_cents"]),
            (&json!(id), &json!(1), &json!(cents)),
            "{overview}"
        );
    }
    let clubs = overview["clubs"].as_array().expect("clubs");
    let paid = clubs.iter().filter(|club| club["in_payment"] == true && club["paid_on"] == "2026-12-02");
    assert_eq!(paid.count(), 2, "{overview}");
    let acts: i64 = sqlx::query_scalar(
        "SELECT count(*) FROM operator_actions WHERE action = 'take payments' AND subject = 'payments 2026-11'",
    )
    .fetch_one(&portal.pool)
    .await
    .expect("acts");
    assert_eq!(acts, 5, "those that were refused are recorded, too");
    let auditor = portal.operator("nina", &[Role::Auditor]).await;
    assert_eq!(take(&auditor, NOVEMBER).await.0, 403);
    assert_eq!(payments(&auditor, NOVEMBER, &first).await, file);
}

#[tokio::test]
async fn what_is_below_zero_waits_and_is_set_off_with_a_later_payment() {
    let portal = Portal::start().await;
    let booked = portal.saturday().await;
    portal.walk_in_at_klein().await;
    portal.clock.advance(TimeDelta::days(4));
    portal.caught_up().await;
    let admin = portal.operator("anke", &[Role::Admin]).await;
    bill(&admin).await;
    bill_klein(&admin).await;
    assert_eq!(close(&admin).await.0, 200);
    let (status, first) = take(&admin, NOVEMBER).await;
    assert_eq!(status, 200);

    // One arrival less on the statement of December, and a dispute of which that of January gets the amount.
    let manager = portal.at_club("de-es", "manager", ClubRole::Manager).await;
    let annulled = json!({"date": SATURDAY, "place": booked[1].1, "reason": "verkeerde scan"});
    assert_eq!(manager.post("/club/api/arrivals/annul", &annulled).await.status, 204);
    let dispute = json!({
        "dispute": Uuid::from_u128(1), "date": SATURDAY, "place": null, "reason": "er ontbreekt een ronde",
    });
    assert_eq!(manager.post(&format!("{}/disputes", super::NOVEMBER), &dispute).await.status, 204);

    portal.clock.advance(TimeDelta::days(31));
    let admin = portal.operator("bert", &[Role::Admin]).await;
    let (status, body) = close_of(&admin, "de-es", DECEMBER).await;
    assert_eq!(status, 200, "{body}");
    assert_eq!(overview(&admin, DECEMBER).await["next_payment"]["transfers"], 0, "it waits");
    assert_eq!(take(&admin, DECEMBER).await.0, 409);
    // The other club's November was not closed before.
    let (status, body) = close_of(&admin, "klein", NOVEMBER).await;
    assert_eq!(status, 200, "{body}");
    let next = overview(&admin, DECEMBER).await["next_payment"].clone();
    assert_eq!(next, json!({"transfers": 1, "total_cents": 3_025}));
    let (status, second) = take(&admin, DECEMBER).await;
    assert_eq!(status, 200);
    let file = payments(&admin, DECEMBER, &second).await;
    assert!(file.contains("Factuur klein-2026-11<") && !file.contains("de-es"), "{file}");
    assert_eq!(payments(&admin, NOVEMBER, &second).await, file, "the month has a statement of it");
    let both = [(first.clone(), 6_050), (second.clone(), 3_025)];
    assert_eq!(listed(&admin, NOVEMBER).await, both);
    assert_eq!(listed(&admin, DECEMBER).await, both[1..], "the month of which it was made");

    let accepted = json!({
        "outcome": "accepted", "adjustment_cents": 10_000, "answer": "akkoord", "reason": "score card seen",
    });
    let end = format!("/operator/api/clubs/de-es/disputes/{}/end", Uuid::from_u128(1));
    assert_eq!(admin.post(&end, &accepted).await.status, 200);
    portal.clock.advance(TimeDelta::days(31));
    let admin = portal.operator("nina", &[Role::Admin]).await;
    let (status, body) = close_of(&admin, "de-es", JANUARY).await;
    assert_eq!(status, 200, "{body}");
    let (status, third) = take(&admin, JANUARY).await;
    assert_eq!(status, 200);
    let file = payments(&admin, JANUARY, &third).await;
    assert!(file.contains("<NbOfTxs>1<") && file.contains("<CtrlSum>90.75<"), "{file}");
    assert!(file.contains("<Ustrd>Facturen de-es-2027-01 en de-es-2026-12<"), "{file}");
    assert_eq!(payments(&admin, DECEMBER, &third).await, file);
    assert_eq!(listed(&admin, DECEMBER).await, [both[1].clone(), (third, 9_075)]);

    let treasurer = portal.at_club("de-es", "treasurer", ClubRole::Treasurer).await;
    let months = shown(&treasurer, "/club/api/statements").await;
    let listed = months["months"].as_array().expect("months").iter();
    let paid_on: Vec<Value> = listed.map(|month| json!([month["month"], month["paid_on"]])).collect();
    let wanted = json!([
        ["2027-02", null],
        [JANUARY, "2027-02-02"],
        [DECEMBER, "2027-02-02"],
        [NOVEMBER, "2026-12-02"],
    ]);
    assert_eq!(json!(paid_on), wanted, "{months}");
    assert_eq!(shown(&treasurer, super::DECEMBER).await["paid_on"], "2027-02-02");
    let settlement = admin.get("/operator/api/clubs/de-es/settlement").await.body;
    assert_eq!(settlement["months"], months);
}
