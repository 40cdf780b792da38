//! The upcoming rounds of an erased member, and the mails about them.

use fairway_members::erasure::EraseRequest;
use fairway_store::mail_folder::Folder;
use mail_parser::MessageParser;
use serde_json::json;

use super::{ErasureTest, TRACES};
use crate::club_day::{self, TODAY};
use crate::races::checker;

#[tokio::test]
async fn upcoming_rounds_stop_an_erasure_unless_they_are_to_be_cancelled() {
    let erasure_test = ErasureTest::open().await;
    let zed = erasure_test.portal.login("zed").await;
    zed.book("2026-11-28", &["zed"]).await;
    let head = erasure_test.portal.events().await;
    for rehearse in [true, false] {
        let erase_request = EraseRequest { cancel_upcoming: false, rehearse, ..erasure_test.erase_request() };
        let refused = erasure_test.eraser.erase(&erase_request).await.expect_err("refused").to_string();
        assert!(
            refused.contains("--cancel-upcoming") && refused.contains("2026-11-28 at de-es"),
            "{refused}"
        );
    }
    assert_eq!(erasure_test.portal.events().await, head);
    assert_eq!(zed.get("/api/users/me").await.status, 200);
    erasure_test.erase().await;
    assert!(erasure_test.id_of("zed").await.is_none());
}

#[tokio::test]
async fn a_member_who_has_arrived_today_is_erased_and_the_arrival_stays() {
    let erasure_test = ErasureTest::open().await;
    let portal = &erasure_test.portal;
    let zed = portal.login("zed").await;
    let booked = club_day::book(&zed, "de-es", TODAY, &["zed", "jan"]).await;
    zed.book("2026-11-28", &["zed"]).await;
    let desk = portal.club_device("de-es", "Balie").await;
    assert_eq!(desk.scan(&booked[0].0).await["outcome"], "welcome");
    let erase_request = EraseRequest { cancel_upcoming: false, ..erasure_test.erase_request() };
    let refused = erasure_test.eraser.erase(&erase_request).await.expect_err("a round to come").to_string();
    assert!(refused.contains("2026-11-28") && !refused.contains(TODAY), "{refused}");

    let report = erasure_test.erase().await;

    let days: Vec<String> = report.cancelled.iter().map(|round| round.play_date.to_string()).collect();
    assert_eq!(days, ["2026-11-28"]);
    portal.caught_up().await;
    let day = desk.get(&format!("/club/api/days/{TODAY}")).await.body;
    let players = &day["flights"][0]["players"];
    assert_eq!((&day["expected"], &day["arrived"]), (&json!(2), &json!(1)));
    assert_eq!(
        (&players[0]["name"], &players[0]["status"]),
        (&json!("verwijderd lid"), &json!("arrived")),
        "{day}"
    );
    checker::check(portal, &[]).await;
}

#[tokio::test]
async fn co_players_keep_their_round_and_the_operator_is_recorded() {
    let erasure_test = ErasureTest::open().await;
    let portal = &erasure_test.portal;
    let (zed, jan, eva) = (portal.login("zed").await, portal.login("jan").await, portal.login("eva").await);
    zed.book("2026-11-28", &["zed", "jan", "eva"]).await;
    jan.book("2026-11-29", &["jan", "zed"]).await;
    zed.book("2026-11-30", &["zed"]).await;
    let (head, id) = (portal.events().await, erasure_test.id_of("zed").await.expect("an id"));

    let report = erasure_test.erase().await;
    portal.caught_up().await;

    let roles: Vec<_> = report.cancelled.iter().map(|round| (round.leads, round.others)).collect();
    assert_eq!(roles, [(true, 2), (false, 1), (true, 0)]);
    let rounds = jan.upcoming().await;
    assert_eq!(rounds.len(), 2, "both of Jan's rounds stand");
    assert!(
        rounds.iter().all(|round| round["status"] == "actief" && round["is_group_master"] == json!(true))
    );
    assert_eq!((&rounds[0]["free_slots"], &rounds[1]["free_slots"]), (&json!(2), &json!(3)));
    assert_eq!(eva.upcoming().await.len(), 1);
    let claims: i64 = sqlx::query_scalar(
        "SELECT count(*) FROM play_rights_claims WHERE member_id = $1 AND play_date > '2026-11-20'",
    )
    .bind(id)
    .fetch_one(&portal.pool)
    .await
    .expect("a count");
    assert_eq!(claims, 0, "every right came back");
    checker::check(portal, &[]).await;

    let recorded: Vec<(String, serde_json::Value)> =
        sqlx::query_as("SELECT DISTINCT actor, metadata FROM events WHERE position > $1")
            .bind(head)
            .fetch_all(&portal.pool)
            .await
            .expect("events");
    let metadata = json!({"operator": "Anke de Boer", "reason": "verzoek 2026-17", "subject": id});
    assert_eq!(recorded, [(format!("operator:Anke de Boer:{id}"), metadata)]);
}

/// The mails to others in the folder, as `(recipient, text)`.
async fn mails(erasure_test: &ErasureTest) -> Vec<(String, String)> {
    let folder = Folder::in_data_dir(erasure_test.data.path());
    let mut mails = Vec::new();
    for name in folder.names().await.expect("names") {
        let bytes = folder.read(&name).await.expect("a file").expect("a mail");
        let message = MessageParser::default().parse(&bytes).expect("a message");
        let to = message.to().and_then(|to| to.first()).and_then(|to| to.address()).expect("a recipient");
        let text: String = message.parts.iter().filter_map(|part| part.text_contents()).collect();
        mails.push((to.to_owned(), text));
    }
    mails.sort();
    mails
}

#[tokio::test]
async fn waiting_mails_reach_others_without_the_name() {
    let erasure_test = ErasureTest::open().await;
    let portal = &erasure_test.portal;
    let (zed, jan) = (portal.login("zed").await, portal.login("jan").await);
    zed.book("2026-11-28", &["zed", "jan"]).await;
    jan.book("2026-11-29", &["jan", "eva"]).await;
    erasure_test.queue_mails().await;
    let report = erasure_test.erase().await;
    // One is to Zebedeus, who led; the one to Jan says who added him. The others do not concern Zebedeus.
    assert_eq!((report.removed_from("mail_outbox"), report.rewritten), (1, 1));
    erasure_test.queue_mails().await;
    // Further mails about the same round wait for ten minutes.
    portal.clock.advance(chrono::TimeDelta::minutes(10));
    erasure_test.send_mails().await;

    let mails = mails(&erasure_test).await;
    let recipients: Vec<&str> = mails.iter().map(|(to, _)| to.as_str()).collect();
    assert_eq!(recipients, ["eva@test.example", "jan@test.example", "jan@test.example", "jan@test.example"]);
    for (_, text) in &mails {
        assert!(TRACES.iter().all(|trace| !text.contains(trace)), "{text}");
    }
    let says = |words: &str| mails.iter().any(|(to, text)| to.starts_with("jan") && text.contains(words));
    assert!(says("verwijderd lid heeft je toegevoegd"));
    assert!(says("verwijderd lid speelt niet meer mee") && says("groepsleider"));
}

/// A member booked with them at the very last moment: the place remains until an operator cancels it.
#[tokio::test]
async fn a_remaining_place_shows_a_removed_member_in_every_document() {
    let erasure_test = ErasureTest::open().await;
    let portal = &erasure_test.portal;
    let jan = portal.login("jan").await;
    jan.book("2026-11-28", &["jan", "zed"]).await;
    let id = erasure_test.id_of("zed").await.expect("an id");
    sqlx::query("DELETE FROM members WHERE id = $1").bind(id).execute(&portal.pool).await.expect("gone");

    let round = jan.upcoming().await.remove(0);
    let link = |field: &str| round[field].as_str().expect("a link").to_owned();
    let calendar = portal.get(&link("calendar_uri")).await.body;
    let entry = calendar.as_str().expect("a calendar").replace("\r\n ", "");
    assert!(entry.contains("verwijderd lid") && !entry.contains("Quastenberg"), "{entry}");
    let vouchers = portal.http.get(portal.url(&link("group_voucher_uri"))).send().await.expect("an answer");
    assert_eq!(vouchers.status(), 200);
    let bytes = vouchers.bytes().await.expect("a file");
    let file = lopdf::Document::load_mem(&bytes).expect("a PDF");
    let pages: Vec<u32> = file.get_pages().into_keys().collect();
    assert_eq!(pages.len(), 2);
    let text = file.extract_text(&pages).expect("text").replace('\n', " ");
    assert!(text.contains("verwijderd lid") && !text.contains("Quastenberg"), "{text}");
    erasure_test.queue_mails().await;
    erasure_test.send_mails().await;
    let [(to, text)] = mails(&erasure_test).await.try_into().expect("one mail");
    assert!(to.starts_with("jan@") && text.contains("verwijderd lid"), "{text}");
}
