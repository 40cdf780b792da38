//! The places with a person's data, and that they are all cleared.

use fairway_store::mail_folder::Folder;
use mail_parser::MessageParser;
use serde_json::{Value, json};
use sqlx::Row;

use super::{ErasureTest, TRACES, tables_with_traces};
use crate::races::checker;
use crate::support::{PASSWORD, email, round};

/// Makes Zebedeus leave data in every possible place.
async fn leave_traces(erasure_test: &ErasureTest) {
    let portal = &erasure_test.portal;
    let (zed, jan, eva) = (portal.login("zed").await, portal.login("jan").await, portal.login("eva").await);
    zed.post("/api/reservations/players/check", &json!({"email": email("kees")})).await;
    let news = zed.get("/api/news/important").await.data()[0]["id"].clone();
    assert_eq!(zed.post("/api/news/important/dismiss", &json!({"id": news})).await.status, 200);
    portal.close_account("zed").await;
    let key = zed.post_with_key("/api/reservations", "one", &round("2026-11-27", &["zed"])).await;
    assert_eq!(key.status, 200, "{}", key.body);

    eva.book("2026-11-27", &["eva"]).await;
    let kees = portal.login("kees").await;
    kees.post("/api/reservations/players/check", &json!({"email": email("zed")})).await;
    for (member, other) in [(&kees, "zed"), (&zed, "eva")] {
        let favourite = json!({"email": email(other), "favourite": true});
        assert_eq!(member.post("/api/users/me/favourites", &favourite).await.status, 200);
    }
    jan.book("2026-11-28", &["jan", "zed", "w1"]).await;
    erasure_test.queue_mails().await;
    erasure_test.send_mails().await;
    jan.book("2026-11-29", &["jan", "zed"]).await;
    erasure_test.queue_mails().await;
    portal
        .http
        .post(portal.url("/api/users/forgot_password"))
        .json(&json!({"email": email("zed")}))
        .send()
        .await
        .expect("an answer");
    while sqlx::query("SELECT FROM password_resets").fetch_all(&portal.pool).await.expect("rows").is_empty() {
        tokio::task::yield_now().await;
    }
    let refused = eva.post_with_key("/api/reservations", "two", &round("2026-11-28", &["eva", "zed"])).await;
    refused.fails(409, "Zebedeus heeft op deze datum al een reservering");
    let own = zed.post("/api/reservations", &round("2026-11-28", &["zed"])).await;
    own.fails(409, "Heeft op deze datum al een reservering");
    while portal.node.app.common.refusals.written() < 2 {
        tokio::task::yield_now().await;
    }
    std::fs::write(erasure_test.data.path().join("mail/.x.part"), "To: zed@test.example")
        .expect("half a mail");
}

/// The number of mails in the folder, and of those with personal data.
async fn files_with_traces(erasure_test: &ErasureTest) -> (usize, usize) {
    let folder = Folder::in_data_dir(erasure_test.data.path());
    let files = folder.files().await.expect("files");
    let mut found = 0;
    for file in &files {
        let bytes = folder.read_file(file).await.expect("a file").expect("a mail");
        let raw = String::from_utf8_lossy(&bytes).into_owned();
        let parts = MessageParser::default().parse(&bytes).map_or_else(Vec::new, |message| {
            message.parts.iter().filter_map(|part| part.text_contents().map(str::to_owned)).collect()
        });
        // A calendar entry wraps its lines anywhere.
        let text = format!("{raw}{}", parts.concat()).replace("\r\n ", "").to_lowercase();
        found += usize::from(TRACES.iter().any(|trace| text.contains(&trace.to_lowercase())));
    }
    (files.len(), found)
}

#[tokio::test]
async fn no_table_or_file_has_personal_data_and_the_journal_is_complete() {
    let erasure_test = ErasureTest::open().await;
    leave_traces(&erasure_test).await;
    let pool = &erasure_test.portal.pool;
    let id = erasure_test.id_of("zed").await.expect("a member");
    let before = tables_with_traces(pool).await;
    assert_eq!(
        before.iter().map(String::as_str).collect::<Vec<_>>(),
        ["idempotency_receipts", "mail_outbox", "members", "offers"],
        "what is to be found is found"
    );
    let (files, with_traces) = files_with_traces(&erasure_test).await;
    assert_eq!((files, with_traces), (6, 5), "all but Eva's alone");

    let report = erasure_test.erase().await;

    assert_eq!(tables_with_traces(pool).await, Default::default());
    assert_eq!(files_with_traces(&erasure_test).await, (1, 0));
    for (table, rows) in [
        ("access_tokens", 1),
        ("favourite_players", 1),
        ("favourite_players of others", 1),
        ("federation_registrations", 1),
        ("idempotency_receipts", 1),
        ("idempotency_receipts of others", 1),
        ("login_failures", 20),
        ("members", 1),
        ("news_dismissals", 1),
        ("offers", 1),
        ("password_resets", 1),
        ("player_lookups", 1),
        ("player_lookups of others", 1),
        ("refusals", 1),
        ("reset_requests", 1),
    ] {
        assert_eq!(report.removed_from(table), rows, "{table}");
    }
    // Two that were sent, one that waits, one with the link to a new password.
    assert_eq!((report.removed_from("mail_outbox"), report.rewritten, report.files.len()), (4, 1, 5));
    let words = report.to_string();
    assert!(TRACES.iter().all(|trace| !words.contains(trace)), "{words}");

    // Tables that retain the id have no data about the person.
    let rows = sqlx::query(
        "SELECT table_name FROM information_schema.columns
         WHERE table_schema = 'public' AND column_name = 'member_id' AND table_name <> 'erased_members'",
    )
    .fetch_all(pool)
    .await
    .expect("tables");
    for row in rows {
        let table: String = row.get(0);
        let owned = fairway_store::erasures::OWNED.contains(&table.as_str());
        let sql = format!("SELECT count(*) FROM {table} WHERE member_id = $1");
        let count: i64 = sqlx::query_scalar(&sql).bind(id).fetch_one(pool).await.expect("a count");
        assert!(!owned || count == 0, "{table}");
    }
    checker::check(&erasure_test.portal, &[]).await;
    let names: i64 = sqlx::query_scalar(
        "SELECT count(*) FROM events
         WHERE payload::text || metadata::text || actor ILIKE ANY ($1)",
    )
    .bind(TRACES.iter().map(|trace| format!("%{trace}%")).collect::<Vec<_>>())
    .fetch_one(pool)
    .await
    .expect("a count");
    assert_eq!(names, 0);
}

#[tokio::test]
async fn others_see_a_removed_member_and_the_person_is_unknown_everywhere() {
    let erasure_test = ErasureTest::open().await;
    let portal = &erasure_test.portal;
    let (zed, jan) = (portal.login("zed").await, portal.login("jan").await);
    jan.book("2026-11-28", &["jan", "zed"]).await;
    let historic = jan.get("/api/reservations/players/historic").await;
    assert!(historic.data().iter().any(|player| player["email"] == email("zed")), "{}", historic.body);
    erasure_test.erase().await;
    portal.caught_up().await;

    let shown = |list: &[Value]| -> Vec<(String, String)> {
        let players = list.iter().flat_map(|row| row["players"].as_array().expect("players"));
        let text = |player: &Value, field: &str| player[field].as_str().expect("text").to_owned();
        players
            .filter(|player| player["email"] != email("jan") && player["email"] != email("eva"))
            .map(|player| {
                (
                    format!("{} {}", text(player, "first_name"), text(player, "last_name")),
                    text(player, "email"),
                )
            })
            .collect()
    };
    let nobody = ("verwijderd lid".to_owned(), String::new());
    assert_eq!(shown(&jan.upcoming().await), std::slice::from_ref(&nobody));
    let history = jan.get("/api/reservations/history").await;
    assert_eq!(shown(history.data()), [nobody.clone(), nobody], "two rounds together");

    let suggested = jan.get("/api/reservations/players/suggested").await;
    assert!(suggested.status == 200 && !suggested.body.to_string().contains("zed"), "{}", suggested.body);
    let historic = jan.get("/api/reservations/players/historic").await;
    assert!(historic.data().iter().all(|player| player["email"] != "" && player["email"] != email("zed")));
    let check = jan.post("/api/reservations/players/check", &json!({"email": email("zed")})).await;
    let stranger = jan.post("/api/reservations/players/check", &json!({"email": email("nobody")})).await;
    assert_eq!((check.status, &check.body["found"]), (200, &json!(false)));
    assert_eq!(
        check.body.as_object().map(|body| body.len()),
        stranger.body.as_object().map(|body| body.len())
    );
    let booked = jan.post("/api/reservations", &round("2026-11-30", &["jan", "zed"])).await;
    let unknown = jan.post("/api/reservations", &round("2026-11-30", &["jan", "nobody"])).await;
    assert_eq!((booked.status, unknown.status), (422, 422));
    let anonymous = |answer: &Value| answer.to_string().replace("zed@", "x@").replace("nobody@", "x@");
    assert_eq!(anonymous(&booked.body), anonymous(&unknown.body));
    let own = jan.book("2026-11-30", &["jan"]).await;
    let added =
        jan.post(&format!("/api/reservations/{own}/player/add"), &json!({"players": [email("zed")]})).await;
    assert_eq!(added.status, 422);

    assert_eq!(zed.get("/api/users/me").await.status, 401, "open sessions are over");
    let (erased, stranger) =
        (portal.try_login(&email("zed"), PASSWORD).await, portal.try_login(&email("nobody"), PASSWORD).await);
    assert_eq!((erased.status, &erased.body), (401, &stranger.body));
    let addresses = super::config(erasure_test.data.path()).portal().expect("addresses");
    let zed = email("zed");
    let link = fairway_api::programs::impersonate::grant(
        &portal.pool,
        &portal.clock,
        &addresses,
        &zed,
        "Anke",
        "melding",
    );
    assert!(link.await.is_err());
}

#[tokio::test]
async fn a_rehearsal_counts_the_same_and_changes_nothing() {
    let erasure_test = ErasureTest::open().await;
    leave_traces(&erasure_test).await;
    let before =
        (tables_with_traces(&erasure_test.portal.pool).await, files_with_traces(&erasure_test).await);
    let erase_request =
        fairway_members::erasure::EraseRequest { rehearse: true, ..erasure_test.erase_request() };
    let rehearsed = erasure_test.eraser.erase(&erase_request).await.expect("a rehearsal");
    let after = (tables_with_traces(&erasure_test.portal.pool).await, files_with_traces(&erasure_test).await);
    assert_eq!(before, after);
    assert!(!erasure_test.data.path().join("erasures.jsonl").exists());
    assert_eq!(rehearsed.cancelled.len(), 3);
    assert!(rehearsed.to_string().starts_with("Nothing was changed."));
    let done = erasure_test.erase().await;
    assert_eq!((done.rows, done.files), (rehearsed.rows, rehearsed.files));
}

/// A table that is added later must be considered here.
#[tokio::test]
async fn the_erasure_covers_every_table_that_refers_to_members() {
    let erasure_test = ErasureTest::open().await;
    let refer: Vec<String> = sqlx::query_scalar(
        "SELECT DISTINCT conrelid::regclass::text FROM pg_constraint
         WHERE contype = 'f' AND confrelid = 'members'::regclass ORDER BY 1",
    )
    .fetch_all(&erasure_test.portal.pool)
    .await
    .expect("references");
    assert!(refer.len() >= 7, "{refer:?}");
    for table in refer {
        assert!(fairway_store::erasures::OWNED.contains(&table.as_str()), "{table}");
    }
}

#[tokio::test]
async fn an_unknown_member_or_one_named_in_the_reason_is_not_erased() {
    let erasure_test = ErasureTest::open().await;
    let erase_request = |email: &str, reason: &str| fairway_members::erasure::EraseRequest {
        email: email.to_owned(),
        by: fairway_store::operator_actions::OperatorAct {
            operator: "Anke".to_owned(),
            operator_id: None,
            reason: fairway_audit::permanent_text::PermanentText::stored(reason.to_owned()),
        },
        ..erasure_test.erase_request()
    };
    for (erase_request, words) in [
        (erase_request("nobody@test.example", "verzoek"), "there is no member"),
        (erase_request("zed@test.example", "verzoek van mijnheer quastenberg"), "must not name the member"),
    ] {
        let refused = erasure_test.eraser.erase(&erase_request).await.expect_err("refused").to_string();
        assert!(refused.contains(words), "{refused}");
    }
    assert!(erasure_test.id_of("zed").await.is_some());
}
