//! People in a data set who have another address than the portal knows.

use fairway_import::{Summary, import};
use serde_json::{Value, json};

use super::{changed, problems};
use crate::support::{PASSWORD, Portal, email, installation};

impl Portal {
    async fn import_members(&self, change: impl FnOnce(&mut Vec<Value>)) -> Summary {
        let set = changed("members.json", |members| change(members.as_array_mut().expect("a list")));
        import(&self.pool, &self.clock, &installation(), set.path()).await.expect("an import")
    }

    async fn members(&self) -> i64 {
        sqlx::query_scalar("SELECT count(*) FROM members").fetch_one(&self.pool).await.expect("a count")
    }
}

fn row_of<'a>(members: &'a mut [Value], name: &str) -> &'a mut Value {
    members.iter_mut().find(|row| row["email"] == email(name)).expect("the row")
}

#[tokio::test]
async fn a_member_with_a_number_keeps_their_rounds_under_a_new_address_and_both_mailboxes_learn_of_it() {
    let portal = Portal::start().await;
    let members = portal.members().await;
    portal.import_members(|rows| row_of(rows, "jan")["member_number"] = json!("A-17")).await;
    let jan = portal.login("jan").await;
    let id = portal.member_id("jan").await;
    let rounds = jan.get("/api/reservations/history").await.body["data"].clone();
    assert!(rounds.as_array().is_some_and(|rounds| !rounds.is_empty()), "{rounds}");

    let moved = portal
        .import_members(|rows| {
            let row = row_of(rows, "jan");
            (row["email"], row["member_number"]) = (json!(email("jan.nieuw")), json!("A-17"));
        })
        .await;
    assert_eq!((moved.new_members, moved.changed_addresses, moved.events), (0, 1, 0), "{moved}");
    assert_eq!((portal.members().await, portal.member_id("jan.nieuw").await), (members, id));
    assert_eq!(jan.get("/api/users/me").await.status, 401, "every session ended");
    assert_eq!(portal.try_login(&email("jan"), PASSWORD).await.status, 401);
    let jan = portal.login("jan.nieuw").await;
    assert_eq!(
        jan.get("/api/reservations/history").await.body["data"].as_array().map(Vec::len),
        rounds.as_array().map(Vec::len)
    );
    let mails: Vec<(Option<String>, String)> = sqlx::query_as(
        "SELECT address, subject FROM mail_outbox WHERE dedup_key LIKE 'address-changed:%' ORDER BY address",
    )
    .fetch_all(&portal.pool)
    .await
    .expect("mails");
    let subject = "Je e-mailadres is gewijzigd".to_owned();
    assert_eq!(mails, [(Some(email("jan")), subject.clone()), (None, subject)]);

    // The data set of before: its history names the former address too.
    let older = portal.import_members(|rows| row_of(rows, "jan")["member_number"] = json!("A-17")).await;
    let kept = (older.new_members, older.changed_addresses, older.former_addresses, older.events);
    assert_eq!(kept, (0, 0, 1, 0), "{older}");
    assert_eq!(portal.member_id("jan.nieuw").await, id);

    // Another member gets the address that was left: the rounds of before stay Jan's.
    let partner = portal
        .import_members(|rows| {
            let row = row_of(rows, "jan");
            (row["email"], row["member_number"]) = (json!(email("jan.nieuw")), json!("A-17"));
            rows.push(json!({
                "email": email("jan"), "member_number": "A-18", "is_another_person": true,
                "first_name": "Mia", "last_name": "Bos",
            }));
        })
        .await;
    assert_eq!((partner.new_members, partner.events), (1, 0), "{partner}");
}

#[tokio::test]
async fn a_federation_number_with_the_name_identifies_a_member_and_alone_asks() {
    let portal = Portal::start().await;
    portal.import_members(|_| {}).await;
    sqlx::query("UPDATE members SET gsn = 'NL87654321' WHERE email = $1")
        .bind(email("jan"))
        .execute(&portal.pool)
        .await
        .expect("a number");
    let moved = |name: Option<&str>, key: Option<(&'static str, Value)>| {
        let name = name.map(str::to_owned);
        changed("members.json", move |rows| {
            let row = row_of(rows.as_array_mut().expect("a list"), "jan");
            (row["email"], row["gsn"]) = (json!(email("elders")), json!("NL 8765 4321"));
            if let Some(name) = name {
                row["first_name"] = json!(name);
            }
            if let Some((key, value)) = key {
                row[key] = value;
            }
        })
    };
    let before = super::everything(&portal).await;
    let found = problems(&portal, moved(Some("Klaas"), None).path()).await;
    assert_eq!(found.len(), 1, "{found:#?}");
    for part in
        ["members.json: [0].email: ", &email("elders"), &email("jan"), "previous_email", "is_another_person"]
    {
        assert!(found[0].contains(part), "{part} is not in {found:#?}");
    }
    assert_eq!(super::everything(&portal).await, before);

    let set = moved(None, None);
    let summary =
        import(&portal.pool, &portal.clock, &installation(), set.path()).await.expect("by number and name");
    assert_eq!((summary.new_members, summary.changed_addresses), (0, 1));
}

#[tokio::test]
async fn the_author_of_a_data_set_says_whether_two_are_the_same_person() {
    for (key, value, new, changed_addresses) in
        [("previous_email", json!(email("jan")), 0, 1), ("is_another_person", json!(true), 1, 0)]
    {
        let portal = Portal::start().await;
        sqlx::query("UPDATE members SET birthdate = '1970-02-01' WHERE email = $1")
            .bind(email("jan"))
            .execute(&portal.pool)
            .await
            .expect("a birth date");
        let rows = |rows: &mut Vec<Value>| {
            let mut row = row_of(rows, "jan").clone();
            (row["email"], row["birthdate"]) = (json!(email("elders")), json!("1970-02-01"));
            if key == "previous_email" {
                rows.retain(|row| row["email"] != email("jan"));
            }
            row[key] = value.clone();
            rows.push(row);
        };
        let summary = portal.import_members(rows).await;
        assert_eq!((summary.new_members, summary.changed_addresses), (new, changed_addresses), "{key}");
        let again = portal.import_members(rows).await;
        assert_eq!((again.new_members, again.changed_addresses, again.events), (0, 0, 0), "{key}");
    }
}

#[tokio::test]
async fn one_number_twice_two_rows_of_one_member_and_a_shared_address_are_problems() {
    let portal = Portal::start().await;
    portal.import_members(|rows| row_of(rows, "jan")["member_number"] = json!("A-17")).await;
    let wrong = changed("members.json", |rows| {
        rows[1]["member_number"] = json!("B-1");
        rows[2]["member_number"] = json!("B-1");
        rows[4]["email"] = rows[3]["email"].clone();
        let mut twice = rows[0].clone();
        (twice["email"], twice["member_number"]) = (json!(email("elders")), json!("A-17"));
        rows.as_array_mut().expect("a list").push(twice);
    });
    let found = problems(&portal, wrong.path()).await.join("\n");
    for part in [
        "members.json: [2].member_number: `B-1` occurs twice",
        "members.json: [4].email: `piet@test.example` occurs twice",
        "`piet+partner@test.example`",
        "members.json: [10].email: `elders@test.example` is the same member as `jan@test.example` in another row",
    ] {
        assert!(found.contains(part), "{part} is not in {found}");
    }
}

#[tokio::test]
async fn a_previous_address_is_named_as_a_former_release_stored_it() {
    let portal = Portal::start().await;
    let stored = "eva@elders.example;bas@elders.example";
    sqlx::query("UPDATE members SET email = $2 WHERE email = $1")
        .bind(email("eva"))
        .bind(stored)
        .execute(&portal.pool)
        .await
        .expect("an address");
    let summary = portal.import_members(|rows| row_of(rows, "eva")["previous_email"] = json!(stored)).await;
    assert_eq!((summary.new_members, summary.changed_addresses), (0, 1));
    assert_eq!(portal.try_login(&email("eva"), PASSWORD).await.status, 200);
}
