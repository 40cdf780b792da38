//! The download of one's own data: complete, about nobody else, bounded, and never unnoticed.

use std::collections::BTreeSet;

use chrono::TimeDelta;
use fairway_store::member_data::{LEFT_OUT, sections};
use serde_json::{Value, json};

use crate::support::{Answer, Member, Portal, email};

const PATH: &str = "/api/users/me/data";

impl Member<'_> {
    async fn data(&self) -> Value {
        let answer = self.get(PATH).await;
        assert_eq!(answer.status, 200, "{}", answer.body);
        answer.body
    }
}

fn section<'a>(file: &'a Value, name: &str) -> &'a Vec<Value> {
    let sections = file["onderdelen"].as_array().expect("sections");
    let found = sections.iter().find(|section| section["naam"] == name);
    found.unwrap_or_else(|| panic!("no {name}"))["gegevens"].as_array().expect("rows")
}

#[tokio::test]
async fn the_file_has_what_the_member_is_has_and_did_and_says_what_it_means() {
    let portal = Portal::start().await;
    let jan = portal.login("jan").await;
    jan.post("/api/users/me/favourites", &json!({"email": email("eva"), "favourite": true})).await;
    jan.book("2026-11-28", &["jan", "eva"]).await;
    let place = jan.book("2026-11-29", &["jan"]).await;
    jan.post(&format!("/api/reservations/{place}/cancel"), &Value::Null).await;
    portal.caught_up().await;

    let answer = jan.get(PATH).await;
    assert_eq!(answer.status, 200, "{}", answer.body);
    let header = |name: &str| answer.headers[name].to_str().expect("text").to_owned();
    assert_eq!(header("content-disposition"), "attachment; filename=\"mijn-gegevens-2026-11-20.json\"");
    assert!(header("cache-control").contains("no-store") && header("content-type").contains("json"));
    let file = &answer.body;
    assert_eq!(section(file, "account")[0]["e_mailadres"], email("jan"));
    assert_eq!(section(file, "ingelogde_apparaten").len(), 1);
    assert_eq!(section(file, "favoriete_medespelers")[0]["voornaam"], "Eva");
    let round =
        section(file, "rondes").iter().find(|round| round["speeldatum"] == "2026-11-28").expect("the round");
    assert_eq!((&round["medespelers"], &round["je_leidt_de_groep"]), (&json!(["Eva"]), &json!(true)));
    let cancelled = section(file, "rondes").iter().find(|round| round["plaats"] == place.as_str());
    assert!(cancelled.expect("the other")["geannuleerd_op"].is_string());
    assert!(!section(file, "abonnementen").is_empty());
    let kinds: Vec<&Value> = section(file, "speelrechten").iter().map(|row| &row["wat"]).collect();
    assert_eq!(kinds.iter().filter(|kind| **kind == "teruggegeven").count(), 1, "{kinds:?}");
    let events = section(file, "gebeurtenissen");
    // The data set's own rounds were booked by the import.
    let booked =
        events.iter().filter(|event| event["gebeurtenis"] == "RoundBooked" && event["door"] == "jijzelf");
    let meanings: Vec<&Value> = booked.map(|event| &event["wat_het_betekent"]).collect();
    assert_eq!(meanings, ["Een ronde is gereserveerd"; 2]);

    // Every field of every row is explained.
    for section in file["onderdelen"].as_array().expect("sections") {
        assert!(section["wat_het_betekent"].as_str().is_some_and(|means| means.len() > 10), "{section}");
        let explained: BTreeSet<&String> = section["velden"].as_object().expect("fields").keys().collect();
        for row in section["gegevens"].as_array().expect("rows") {
            assert_eq!(row.as_object().expect("a row").keys().collect::<BTreeSet<_>>(), explained);
        }
    }
}

#[tokio::test]
async fn nothing_of_others_but_first_names_and_no_secret_is_in_it() {
    let portal = Portal::start().await;
    let (jan, eva) = (portal.login("jan").await, portal.login("eva").await);
    let place = jan.book("2026-11-28", &["jan", "eva"]).await;
    let evas = jan.place_of(&place, "eva").await;
    let refused = jan.post("/api/reservations", &crate::support::round("2026-11-28", &["jan", "eva"])).await;
    assert_eq!(refused.status, 409);
    let operator = portal.impersonate("jan").await;
    assert_eq!(operator.get("/api/users/me").await.status, 200);
    portal.caught_up().await;

    let text = jan.data().await.to_string();
    let id: String = sqlx::query_scalar("SELECT id::text FROM members WHERE email = $1")
        .bind(email("eva"))
        .fetch_one(&portal.pool)
        .await
        .expect("an id");
    for (what, trace) in [
        ("Eva's address", email("eva")),
        ("her id", id),
        ("her place", evas),
        ("the operator", "Anke".to_owned()),
        ("a token", jan.token.clone()),
        ("the password", "argon2".to_owned()),
    ] {
        assert!(!text.contains(&trace), "{what} is in it");
    }
    assert!(text.contains("een ander lid") && text.contains("melding 4711"), "why somebody looked on is");
    assert!(eva.data().await.to_string().contains("een ander lid"));
}

#[tokio::test]
async fn a_mail_of_another_member_to_what_is_ones_own_address_now_is_not_in_it() {
    let portal = Portal::start().await;
    let (jan, eva) = (portal.login("jan").await, portal.login("eva").await);
    let shared = email("elders");
    assert_eq!(jan.ask_for_email(&shared, crate::support::PASSWORD).await.status, 200);
    sqlx::query("UPDATE members SET email = $2 WHERE email = $1")
        .bind(email("eva"))
        .bind(&shared)
        .execute(&portal.pool)
        .await
        .expect("an address");
    let kinds =
        |file: &Value| section(file, "mails").iter().map(|mail| mail["soort"].clone()).collect::<Vec<_>>();
    assert_eq!(kinds(&eva.data().await), ["data-downloaded"]);
    let mut of_jan = kinds(&jan.data().await);
    of_jan.sort_by_key(Value::to_string);
    assert_eq!(of_jan, ["data-downloaded", "new-address", "new-address-asked"]);
}

#[tokio::test]
async fn each_download_is_mailed_and_the_sixth_of_a_day_is_refused() {
    let portal = Portal::start().await;
    let jan = portal.login("jan").await;
    let downloads = futures::future::join_all((0..8).map(|_| jan.get(PATH))).await;
    let (done, refused): (Vec<Answer>, Vec<Answer>) =
        downloads.into_iter().partition(|answer| answer.status == 200);
    assert_eq!((done.len(), refused.len()), (5, 3));
    for answer in &refused {
        answer.fails(429, "Je hebt je gegevens vandaag al vijf keer gedownload. Probeer het morgen opnieuw.");
        assert_eq!(answer.headers["retry-after"], "86401");
    }
    let subjects: Vec<Option<String>> =
        sqlx::query_scalar("SELECT subject FROM mail_outbox WHERE dedup_key LIKE 'data-downloaded:%'")
            .fetch_all(&portal.pool)
            .await
            .expect("mails");
    assert_eq!(subjects, vec![Some("Je gegevens zijn gedownload".to_owned()); 5]);
    assert_eq!(
        portal.login("eva").await.get(PATH).await.status,
        200,
        "another member's count for themselves"
    );
    portal.clock.advance(TimeDelta::hours(24));
    assert_eq!(section(&jan.data().await, "downloads").len(), 6);

    let operator = portal.impersonate("jan").await;
    operator.get(PATH).await.fails(403, "Alleen het lid zelf kan de gegevens downloaden.");
}

/// A table that is added later must be considered here.
#[tokio::test]
async fn every_table_with_a_members_column_is_shown_or_left_out_for_a_reason() {
    let portal = Portal::empty().await;
    let tables: Vec<String> = sqlx::query_scalar(
        "SELECT DISTINCT relation.relname::text FROM pg_class AS relation
         JOIN pg_attribute AS attribute ON attribute.attrelid = relation.oid AND attnum > 0 AND NOT attisdropped
         WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')
             AND (attname ~ '(^|_)(member|player|favourite|master|about|asked_by|device)(s|_id|_ids)?$' OR attname ~ '(^|_)e?mail$' OR relname = 'members'
                 OR EXISTS (SELECT FROM pg_constraint WHERE conrelid = relation.oid AND contype = 'f'
                            AND confrelid = 'members'::regclass))
         ORDER BY 1",
    )
    .fetch_all(&portal.pool)
    .await
    .expect("tables");
    assert!(tables.len() >= 20, "{tables:?}");
    let shown: BTreeSet<&str> = sections().iter().flat_map(|section| section.tables).copied().collect();
    let left_out: BTreeSet<&str> = LEFT_OUT.iter().map(|(table, _)| *table).collect();
    let forgotten: Vec<&String> = tables
        .iter()
        .filter(|table| !shown.contains(table.as_str()) && !left_out.contains(table.as_str()))
        .collect();
    assert!(forgotten.is_empty(), "in no section, and left out for no reason: {forgotten:?}");
    assert!(shown.is_disjoint(&left_out), "one or the other");
    for table in shown.union(&left_out) {
        assert!(tables.iter().any(|one| one == table), "{table} has no member's column any more");
    }
}

#[tokio::test]
async fn a_member_with_twenty_thousand_events_gets_them_all() {
    let portal = Portal::start().await;
    let jan = portal.login("jan").await;
    let before = section(&jan.data().await, "gebeurtenissen").len();
    // As a journal of many years would have them, in the member's own stream.
    let added = sqlx::query(
        "WITH head AS (UPDATE journal_head SET position = position + 20000 RETURNING position - 20000 AS position),
              last AS (SELECT aggregate_id, max(sequence) AS sequence FROM events
                       WHERE aggregate_type = 'Membership'
                           AND aggregate_id = (SELECT id::text FROM members WHERE email = $1) GROUP BY aggregate_id)
         INSERT INTO events (aggregate_type, aggregate_id, sequence, event_type, event_version, payload, metadata, position,
             recorded_at, correlation_id, actor)
         SELECT 'Membership', last.aggregate_id, last.sequence + number, 'VoucherTakenBack', '1.0.0',
             json_build_object('VoucherTakenBack', json_build_object('member', last.aggregate_id, 'voucher', gen_random_uuid())),
             '{}', head.position + number, now(), gen_random_uuid(), 'system:test'
         FROM head, last, generate_series(1, 20000) AS number",
    )
    .bind(email("jan"))
    .execute(&portal.pool)
    .await
    .expect("events");
    assert_eq!(added.rows_affected(), 20_000);
    let file = jan.data().await;
    assert_eq!(section(&file, "gebeurtenissen").len(), before + 20_000);
    assert!(file.to_string().len() < 20_000_000, "a file in memory is small enough");
}
