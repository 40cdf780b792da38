//! Notes on a member: for colleagues, about a person, and gone with them.

use fairway_store::operators::Role;
use serde_json::{Value, json};
use uuid::Uuid;

use super::Operator;
use crate::support::{Answer, Portal, email};

impl Operator<'_> {
    async fn notes(&self, member: Uuid) -> Vec<Value> {
        let answer = self.get(&format!("/operator/api/members/{member}/notes")).await;
        assert_eq!(answer.status, 200, "{}", answer.body);
        answer.body["notes"].as_array().expect("notes").clone()
    }

    async fn note(&self, member: Uuid, text: &str) -> Answer {
        self.post(&format!("/operator/api/members/{member}/notes"), &json!({ "text": text })).await
    }
}

#[tokio::test]
async fn a_note_is_written_read_and_removed_and_its_text_is_in_no_record() {
    let portal = Portal::start().await;
    let id = portal.member_id("jan").await;
    let anke = portal.operator("anke", &[Role::Support]).await;
    let written = anke.note(id, " Belde twee keer over vouchers.\r\nWil teruggebeld worden. ").await;
    assert_eq!(written.status, 200, "{}", written.body);
    let text = "Belde twee keer over vouchers.\nWil teruggebeld worden.";
    assert_eq!((&written.body["by"], &written.body["text"]), (&json!("anke"), &json!(text)));
    portal.clock.advance(chrono::TimeDelta::minutes(1));
    assert_eq!(anke.note(id, "Is geholpen.").await.status, 200);

    let arie = portal.operator("arie", &[Role::Auditor]).await;
    let read = arie.notes(id).await;
    let texts: Vec<&Value> = read.iter().map(|note| &note["text"]).collect();
    assert_eq!(texts, [&json!("Is geholpen."), &json!(text)], "the latest first");
    assert_eq!(read[1], written.body);
    assert_eq!(arie.note(id, "Mag dit?").await.status, 403);
    assert!(arie.notes(portal.member_id("eva").await).await.is_empty());

    let remove = format!("/operator/api/members/{id}/notes/remove");
    let body = json!({ "id": written.body["id"] });
    assert_eq!(anke.post(&remove, &body).await.status, 200);
    anke.post(&remove, &body).await.fails(404, "There is no such note: somebody may have removed it.");
    assert_eq!(arie.notes(id).await.len(), 1);

    let acts: Vec<(String, String)> = sqlx::query_as(
        "SELECT action, reason FROM operator_actions WHERE member_id = $1 AND action LIKE '%note' ORDER BY at, action",
    )
    .bind(id)
    .fetch_all(&portal.pool)
    .await
    .expect("acts");
    let reason = "a note for colleagues".to_owned();
    let [add, remove] = ["add note", "remove note"].map(|act| (act.to_owned(), reason.clone()));
    assert_eq!(acts, [add.clone(), add, remove]);
    let traces: i64 = sqlx::query_scalar(
        "SELECT (SELECT count(*) FROM operator_actions WHERE operator_actions::text ILIKE '%vouchers%')
             + (SELECT count(*) FROM events WHERE payload::text || metadata::text ILIKE '%teruggebeld%')",
    )
    .fetch_one(&portal.pool)
    .await
    .expect("a count");
    assert_eq!(traces, 0);
    let timeline = anke.get(&format!("/operator/api/timeline?kind=member&id={id}&category=account")).await;
    assert!(timeline.body.to_string().contains("wrote a note for colleagues"), "{}", timeline.body);
}

#[tokio::test]
async fn a_note_says_something_and_there_are_not_too_many() {
    let portal = Portal::start().await;
    let id = portal.member_id("jan").await;
    let anke = portal.operator("anke", &[Role::Support]).await;
    for wrong in ["", "  \n", "bel\u{7}", &"x".repeat(1_001)] {
        let refused = anke.note(id, wrong).await;
        assert_eq!(
            refused.body["errors"]["text"], "Write a note of 1 to 1000 characters.",
            "{}",
            refused.body
        );
    }
    let nobody = anke.note(Uuid::nil(), "Wie is dit?").await;
    assert!(nobody.status == 404 && nobody.error().starts_with("Nothing is known under"), "{}", nobody.body);
    sqlx::query(
        "INSERT INTO member_notes (id, member_id, at, operator, operator_id, text)
         SELECT gen_random_uuid(), $1, now(), 'anke', gen_random_uuid(), 'note ' || number
         FROM generate_series(1, 199) AS number",
    )
    .bind(id)
    .execute(&portal.pool)
    .await
    .expect("notes");
    assert_eq!(anke.note(id, "de laatste").await.status, 200);
    let more = anke.note(id, "een te veel").await;
    more.fails(409, "This member has 200 notes already: remove some first.");
    assert_eq!(anke.notes(id).await.len(), 200);
}

#[tokio::test]
async fn the_member_reads_the_note_and_not_who_wrote_it() {
    let portal = Portal::start().await;
    let id = portal.member_id("jan").await;
    let anke = portal.operator("anke-van-de-balie", &[Role::Support]).await;
    assert_eq!(anke.note(id, "Belde over vouchers.").await.status, 200);
    let file = portal.login("jan").await.get("/api/users/me/data").await;
    assert_eq!(file.status, 200, "{}", file.body);
    let sections = file.body["onderdelen"].as_array().expect("sections");
    let notes = sections.iter().find(|section| section["naam"] == "notities").expect("the notes");
    assert_eq!(notes["gegevens"][0]["tekst"], "Belde over vouchers.");
    assert!(!file.body.to_string().contains("anke-van-de-balie"));
}

#[tokio::test]
async fn an_erasure_removes_the_notes_on_the_member_and_those_that_name_them() {
    let (portal, _data) = Portal::recording().await;
    let (jan, eva) = (portal.member_id("jan").await, portal.member_id("eva").await);
    let anke = portal.operator("anke", &[Role::Support, Role::Admin]).await;
    let with_address = format!("Speelt met {}.", email("jan").to_uppercase());
    for (member, text) in [
        (jan, "Belde over vouchers."),
        (eva, with_address.as_str()),
        (eva, "Belde samen met JAN\nDE VRIES over hun ronde."),
        (eva, "Kent Jan en een De Vries."),
    ] {
        assert_eq!(anke.note(member, text).await.status, 200);
    }
    let path = format!("/operator/api/members/{jan}/erase");
    let body = |rehearse: bool| json!({"reason": "asked for it", "cancel_upcoming": true, "rehearse": rehearse, "confirm": email("jan")});
    let rehearsed = anke.post(&path, &body(true)).await;
    let count = |answer: &Answer, table: &str| {
        let rows = answer.body["rows"].as_array().expect("rows").clone();
        rows.iter().find(|row| row["table"] == table).expect("the table")["count"].clone()
    };
    assert_eq!(count(&rehearsed, "member_notes"), 1, "{}", rehearsed.body);
    assert_eq!(count(&rehearsed, "member_notes of others"), 2, "{}", rehearsed.body);
    assert_eq!(anke.notes(eva).await.len(), 3, "nothing was changed");
    let erased = anke.post(&path, &body(false)).await;
    assert_eq!(erased.status, 200, "{}", erased.body);

    let left: Vec<String> =
        sqlx::query_scalar("SELECT text FROM member_notes").fetch_all(&portal.pool).await.expect("notes");
    assert_eq!(left, ["Kent Jan en een De Vries."]);
    let gone = anke.get(&format!("/operator/api/members/{jan}/notes")).await;
    assert!(gone.status == 404 && gone.error().starts_with("This member was erased on"), "{}", gone.body);
    let late = anke.note(jan, "Belde nog eens.").await;
    assert!(late.status == 404 && late.error().starts_with("This member was erased on"), "{}", late.body);
}
