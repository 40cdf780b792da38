//! One key, one booking: replayed, refused for another body, waited for, and exact under load.

use fairway_clock::random;
use serde_json::{Value, json};

use crate::support::{Answer, Portal, email, round};

#[tokio::test]
async fn a_repeated_request_gets_the_first_answer_and_books_nothing_more() {
    let portal = Portal::start().await;
    let jan = portal.login("jan").await;
    let body = round("2026-11-28", &["jan", "eva"]);
    let first = jan.post_with_key("/api/reservations", "k", &body).await;
    assert_eq!(first.status, 200);
    let events = portal.events().await;
    let second = jan.post_with_key("/api/reservations", "k", &body).await;
    assert_eq!((second.status, &second.body), (200, &first.body));
    assert_eq!(portal.events().await, events);

    let other = jan.post_with_key("/api/reservations", "k", &round("2026-11-29", &["jan"])).await;
    other.fails(422, "Deze aanvraag lijkt op een eerdere, maar met andere gegevens. Begin opnieuw.");
    // The key belongs to the member and the route.
    let w1 = portal.login("w1").await;
    assert_eq!(w1.post_with_key("/api/reservations", "k", &round("2026-11-28", &["w1"])).await.status, 200);
    let id = first.body["reservation_id"].as_str().expect("an id").to_owned();
    let add = json!({"players": [email("w2")]});
    let added = jan.post_with_key(&format!("/api/reservations/{id}/player/add"), "k", &add).await;
    assert_eq!(added.status, 200, "{}", added.body);
    let replayed = jan.post_with_key(&format!("/api/reservations/{id}/player/add"), "k", &add).await;
    assert_eq!(replayed.status, 200, "{}", replayed.body);
    assert_eq!(jan.upcoming().await[0]["players"].as_array().map(Vec::len), Some(3));
}

#[tokio::test]
async fn refusals_are_replayed_from_rules_and_from_field_checks() {
    let portal = Portal::start().await;
    let jan = portal.login("jan").await;
    let taken = round("2026-11-28", &["jan", "nop"]);
    jan.post_with_key("/api/reservations", "rule", &taken)
        .await
        .fails(409, "Nico heeft geen geldig abonnement");
    let wrong = json!({"holes": 11, "golfclub": "de-es", "players": [email("jan")], "date": "2026-11-28"});
    jan.post_with_key("/api/reservations", "field", &wrong).await.fails(422, "Kies 9 of 18 holes.");
    let mut unfinished = round("2026-11-28", &["half"]);
    let half = portal.login("half").await;
    let profile = "Je profiel is nog niet compleet. Vul eerst je profiel aan, dan kun je reserveren.";
    half.post_with_key("/api/reservations", "profile", &unfinished).await.fails(409, profile);

    // The data have changed; the responses under these keys have not.
    sqlx::query("UPDATE members SET initials = 'H.' WHERE email LIKE 'half@%'")
        .execute(&portal.pool)
        .await
        .expect("a profile");
    half.post_with_key("/api/reservations", "profile", &unfinished).await.fails(409, profile);
    jan.post_with_key("/api/reservations", "rule", &taken)
        .await
        .fails(409, "Nico heeft geen geldig abonnement");
    let again = jan.post_with_key("/api/reservations", "field", &wrong).await;
    again.fails(422, "Kies 9 of 18 holes.");
    assert_eq!(again.body["errors"]["holes"], "Kies 9 of 18 holes.");
    unfinished["date"] = "2026-11-29".into();
    let other = half.post_with_key("/api/reservations", "profile", &unfinished).await;
    assert_eq!(other.status, 422, "another body under a key that was refused: {}", other.body);
}

#[tokio::test]
async fn a_success_that_changes_nothing_is_replayed_too_whatever_changed_since() {
    let portal = Portal::start().await;
    let jan = portal.login("jan").await;
    let path = format!("/api/reservations/{}/start_time", jan.book("2026-11-28", &["jan"]).await);
    let none = json!({"start_time": null, "seen": null});
    let time = json!({"start_time": "10:40", "seen": null});
    let before = portal.events().await;
    let first = jan.post_with_key(&path, "k", &none).await;
    assert_eq!((first.status, portal.events().await), (200, before));
    let other = jan.post_with_key(&path, "k", &time).await;
    other.fails(422, "Deze aanvraag lijkt op een eerdere, maar met andere gegevens. Begin opnieuw.");
    assert_eq!(jan.post(&path, &time).await.status, 200);
    let again = jan.post_with_key(&path, "k", &none).await;
    assert_eq!((again.status, &again.body), (200, &first.body));
    assert_eq!(jan.upcoming().await[0]["start_time"], "10:40");
}

#[tokio::test]
async fn sixty_four_concurrent_repeats_book_one_round_and_get_the_same_answer() {
    let portal = Portal::start().await;
    let jan = portal.login("jan").await;
    let body = round("2026-11-28", &["jan", "eva", "w1", "w2"]);
    let before = portal.events().await;
    let answers: Vec<Answer> =
        futures::future::join_all((0..64).map(|_| jan.post_with_key("/api/reservations", "k", &body))).await;
    for answer in &answers {
        assert_eq!((answer.status, &answer.body), (200, &answers[0].body));
    }
    assert_eq!(jan.upcoming().await.len(), 1);
    let booked: i64 =
        sqlx::query_scalar("SELECT count(*) FROM events WHERE event_type = 'RoundBooked' AND position > $1")
            .bind(before)
            .fetch_one(&portal.pool)
            .await
            .expect("a count");
    assert_eq!(booked, 1);
}

#[tokio::test]
async fn a_second_request_does_not_wait_for_ever() {
    let portal = Portal::start().await;
    let jan = portal.login("jan").await;
    let body = round("2026-11-28", &["jan"]);
    // Nobody can append while this transaction locks the journal's head, so the first request stays in flight.
    let mut blocking = portal.pool.begin().await.expect("a transaction");
    sqlx::query("SELECT position FROM journal_head FOR UPDATE")
        .execute(&mut *blocking)
        .await
        .expect("the head");
    let first = Box::pin(jan.post_with_key("/api/reservations", "k", &body));
    let second = Box::pin(jan.post_with_key("/api/reservations", "k", &body));
    // Either may be the first to arrive; the one that must wait is answered while the other cannot be.
    let (waited, still_running) = futures::future::select(first, second).await.factor_first();
    blocking.rollback().await.expect("the head is free");
    let done = still_running.await;
    waited.fails(409, "Je vorige aanvraag wordt nog verwerkt. Probeer het zo opnieuw.");
    assert_eq!(waited.headers["retry-after"], "1");
    assert_eq!(done.status, 200, "{}", done.body);
    let after = jan.post_with_key("/api/reservations", "k", &body).await;
    assert_eq!(after.body, done.body);
}

#[tokio::test]
async fn a_body_that_cannot_be_read_stores_nothing_under_its_key() {
    let portal = Portal::start().await;
    let jan = portal.login("jan").await;
    let bodies = ["{", "[]", "null", r#"{"holes": "negen"}"#, "{}"];
    let book = round("2026-11-28", &["jan"]);
    let booked = jan.post_with_key("/api/reservations", "k", &book).await;
    let id = booked.body["reservation_id"].as_str().expect("an id").to_owned();
    let paths = ["/api/reservations".to_owned(), format!("/api/reservations/{id}/player/add")];
    for (nth, (path, body)) in paths.iter().flat_map(|path| bodies.map(|body| (path, body))).enumerate() {
        let request = portal.http.post(portal.url(path)).bearer_auth(&jan.token);
        let request = request.header("content-type", "application/json").body(body);
        let answer = Answer::to(request.header("idempotency-key", format!("k{nth}"))).await;
        assert!([400, 422].contains(&answer.status), "{path} {body}: {}", answer.body);
    }
    let stored: Vec<String> = sqlx::query_scalar("SELECT key FROM idempotency_receipts")
        .fetch_all(&portal.pool)
        .await
        .expect("receipts");
    assert_eq!(stored, ["k"], "the booking's alone");
}

/// A retry may arrive after an upgrade: with another route, the new release would not find the first answer.
#[tokio::test]
async fn the_routes_of_receipts_stay_as_they_are() {
    let portal = Portal::start().await;
    let jan = portal.login("jan").await;
    let group = json!({"holes": 9, "golfclub": "gone", "players": [email("jan")], "date": "2026-11-28"});
    let order = json!({"holes": 0, "quantity": 0, "package": "gone", "returnUrl": "gone"});
    let (add, swap) = (json!({"players": [email("eva")]}), json!({"email": email("eva")}));
    let time = json!({"start_time": "10:40"});
    // An id may be written in several ways.
    let id = "0000000000000000000000000000000A";
    for (path, body) in [
        ("/api/reservations", &group),
        (&format!("/api/reservations/{id}/player/add"), &add),
        (&format!("/api/reservations/{id}/player/swap"), &swap),
        (&format!("/api/reservations/{id}/player/wait"), &add),
        (&format!("/api/reservations/{id}/start_time"), &time),
        ("/api/waiting-list", &group),
        (&format!("/api/waiting-list/{id}/take"), &json!(null)),
        ("/api/freevoucher/pay", &order),
        ("/api/federationregistration/pay", &order),
    ] {
        let answer = jan.post_with_key(path, "k", body).await;
        assert!([404, 422].contains(&answer.status), "{path}: {} {}", answer.status, answer.body);
    }
    let stored: Vec<String> =
        sqlx::query_scalar("SELECT route FROM idempotency_receipts ORDER BY route COLLATE \"C\"")
            .fetch_all(&portal.pool)
            .await
            .expect("receipts");
    assert_eq!(
        stored,
        [
            "POST /api/federationregistration/pay",
            "POST /api/freevoucher/pay",
            "POST /api/reservations",
            "POST /api/reservations/00000000-0000-0000-0000-00000000000a/player/add",
            "POST /api/reservations/00000000-0000-0000-0000-00000000000a/player/swap",
            "POST /api/reservations/00000000-0000-0000-0000-00000000000a/player/wait",
            "POST /api/reservations/00000000-0000-0000-0000-00000000000a/start_time",
            "POST /api/waiting-list",
            "POST /api/waiting-list/00000000-0000-0000-0000-00000000000a/take",
        ]
    );
    let hash: Vec<u8> =
        sqlx::query_scalar("SELECT request_hash FROM idempotency_receipts WHERE route LIKE '%/take'")
            .fetch_one(&portal.pool)
            .await
            .expect("a receipt");
    assert_eq!(hash, random::digest(b""), "an offer is taken without a body");
}

#[tokio::test]
async fn a_malformed_id_is_answered_after_the_token_and_before_body_and_key() {
    let portal = Portal::start().await;
    let jan = portal.login("jan").await;
    for (path, unknown) in [
        ("/api/reservations/1/player/add", "Deze reservering bestaat niet."),
        ("/api/reservations/1/player/swap", "Deze reservering bestaat niet."),
        ("/api/reservations/1/start_time", "Deze reservering bestaat niet."),
        ("/api/waiting-list/1/take", "Deze groep staat niet op de wachtlijst."),
    ] {
        let ask = || portal.http.post(portal.url(path)).header("idempotency-key", "").body("no JSON");
        assert_eq!(Answer::to(ask()).await.status, 401, "{path}");
        Answer::to(ask().bearer_auth(&jan.token)).await.fails(404, unknown);
    }
}

#[tokio::test]
async fn a_refusal_is_stored_without_waiting_for_the_journals_head() {
    let portal = Portal::start().await;
    let jan = portal.login("jan").await;
    let mut blocking = portal.pool.begin().await.expect("a transaction");
    sqlx::query("SELECT position FROM journal_head FOR UPDATE")
        .execute(&mut *blocking)
        .await
        .expect("the head");
    let wrong = json!({"holes": 11, "golfclub": "de-es", "players": [email("jan")], "date": "2026-11-28"});
    for _ in 0..2 {
        jan.post_with_key("/api/reservations", "k", &wrong).await.fails(422, "Kies 9 of 18 holes.");
    }
    let stored: i64 = sqlx::query_scalar("SELECT count(*) FROM idempotency_receipts")
        .fetch_one(&portal.pool)
        .await
        .expect("a count");
    assert_eq!(stored, 1);
    blocking.rollback().await.expect("the head is free");
}

/// Another node answers the key during our request: its receipt is being inserted when ours is.
async fn while_another_node_answers(portal: &Portal, path: &str, ours: &Value, theirs: &Value) -> Answer {
    let jan = portal.login("jan").await;
    let mut other = portal.pool.begin().await.expect("a transaction");
    sqlx::query(
        "INSERT INTO idempotency_receipts (member_id, route, key, request_hash, status, answer, created_at)
         SELECT id, 'POST ' || $4, 'k', $1, 200, $2, now() FROM members WHERE email = $3",
    )
    .bind(random::digest(theirs.to_string().as_bytes()))
    .bind(json!({"success": true, "reservation_id": "theirs"}))
    .bind(email("jan"))
    .bind(path)
    .execute(&mut *other)
    .await
    .expect("a receipt");
    let ours = jan.post_with_key(path, "k", ours);
    let then_theirs = async {
        let waiting = "SELECT count(*) FROM pg_stat_activity
            WHERE datname = current_database() AND wait_event_type = 'Lock'
            AND query LIKE 'INSERT INTO idempotency_receipts%'";
        while sqlx::query_scalar::<_, i64>(waiting).fetch_one(&portal.pool).await.expect("a count") == 0 {
            tokio::task::yield_now().await;
        }
        other.commit().await.expect("theirs is first");
    };
    tokio::join!(ours, then_theirs).0
}

#[tokio::test]
async fn the_answer_of_the_node_that_was_first_is_used() {
    let portal = Portal::start().await;
    let wrong = json!({"holes": 11, "golfclub": "de-es", "players": [email("jan")], "date": "2026-11-28"});
    let answer = while_another_node_answers(&portal, "/api/reservations", &wrong, &wrong).await;
    assert_eq!((answer.status, answer.body["reservation_id"].as_str()), (200, Some("theirs")));

    let id = portal.login("jan").await.book("2026-11-28", &["jan"]).await;
    let (path, none) =
        (format!("/api/reservations/{id}/start_time"), json!({"start_time": null, "seen": null}));
    let answer = while_another_node_answers(&portal, &path, &none, &none).await;
    assert_eq!((answer.status, answer.body["reservation_id"].as_str()), (200, Some("theirs")));
    let counted: i32 = sqlx::query_scalar("SELECT cardinality(changes) FROM member_commands")
        .fetch_one(&portal.pool)
        .await
        .expect("a count");
    assert_eq!(counted, 0, "an answer from a key");
}

#[tokio::test]
async fn a_key_that_another_node_used_for_another_request_is_refused() {
    let portal = Portal::start().await;
    let wrong = json!({"holes": 11, "golfclub": "de-es", "players": [email("jan")], "date": "2026-11-28"});
    let other = json!({"holes": 9});
    let answer = while_another_node_answers(&portal, "/api/reservations", &wrong, &other).await;
    answer.fails(422, "Deze aanvraag lijkt op een eerdere, maar met andere gegevens. Begin opnieuw.");
}

#[tokio::test]
async fn a_key_has_1_to_255_characters() {
    let portal = Portal::start().await;
    let jan = portal.login("jan").await;
    let body = round("2026-11-28", &["jan"]);
    for wrong in ["", "k\tk", &"k".repeat(256)] {
        let answer = jan.post_with_key("/api/reservations", wrong, &body).await;
        answer.fails(422, "De Idempotency-Key moet 1 tot 255 leesbare tekens hebben.");
    }
    assert_eq!(jan.post_with_key("/api/reservations", &"k".repeat(255), &body).await.status, 200);
}
