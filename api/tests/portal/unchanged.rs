//! What a member has is not sent again: the tags of answers, what changes them, and whom they say nothing.

use chrono::TimeDelta;
use serde_json::{Value, json};

use crate::support::{Answer, Member, Portal};

/// Answers about a member; `shared_content_is_sent_again_only_when_it_changed` is about those that are equal for all.
const PERSONAL: [&str; 9] = [
    "/api/users/me",
    "/api/users/me/profile",
    "/api/users/me/subscriptions",
    "/api/reservations",
    "/api/reservations/history",
    "/api/reservations/players/historic",
    "/api/waiting-list",
    "/api/golfclubs/info",
    "/api/golfclubs/de-es",
];

/// The answer to a member who has the one with this tag.
async fn ask(member: &Member<'_>, path: &str, tag: &str) -> Answer {
    let request = member.portal.http.get(member.portal.url(path)).bearer_auth(&member.token);
    Answer::to(request.header("if-none-match", tag)).await
}

/// The tag of an answer, which is sent as a whole.
async fn tag_of(member: &Member<'_>, path: &str) -> String {
    let answer = member.get(path).await;
    assert_eq!((answer.status, &answer.body["success"]), (200, &json!(true)), "{path}: {}", answer.body);
    answer.headers["etag"].to_str().expect("text").to_owned()
}

/// The tag of the answer that a member now gets instead of an older one.
async fn changed(member: &Member<'_>, path: &str, old: &str) -> String {
    let answer = ask(member, path, old).await;
    assert_eq!((answer.status, &answer.body["success"]), (200, &json!(true)), "{path}: {}", answer.body);
    let tag = answer.headers["etag"].to_str().expect("text").to_owned();
    assert_ne!(tag, old, "{path}");
    tag
}

#[tokio::test]
async fn an_unchanged_list_is_not_sent_again_and_no_browser_may_store_it() {
    let portal = Portal::start().await;
    let jan = portal.login("jan").await;
    jan.book("2026-11-28", &["jan", "eva"]).await;
    portal.caught_up().await;
    for path in PERSONAL {
        let first = jan.get(path).await;
        let tag = tag_of(&jan, path).await;
        for known in [tag.clone(), format!("\"another\", {tag}")] {
            let again = ask(&jan, path, &known).await;
            assert_eq!((again.status, &again.body), (304, &json!("")), "{path}");
            assert_eq!(again.headers["etag"], tag.as_str(), "{path}");
            for (answer, name) in [&first, &again].into_iter().zip(["first", "again"]) {
                assert_eq!(answer.headers["cache-control"], "no-store", "{path}, {name}");
                assert_eq!(answer.headers["x-content-type-options"], "nosniff", "{path}, {name}");
                assert!(answer.headers.contains_key("x-fairway-now"), "{path}, {name}");
            }
        }
        assert_eq!(ask(&jan, path, "\"another\"").await.body, first.body, "{path}");
    }
}

#[tokio::test]
async fn a_booking_a_cancellation_an_edit_a_name_and_midnight_are_seen_at_once() {
    let portal = Portal::start().await;
    let (jan, eva) = (portal.login("jan").await, portal.login("eva").await);
    let (list, history, club) = ("/api/reservations", "/api/reservations/history", "/api/golfclubs/info");
    let (empty, hers) = (tag_of(&jan, list).await, tag_of(&eva, list).await);
    let id = jan.book("2026-11-21", &["jan", "eva"]).await;
    portal.caught_up().await;
    let booked = changed(&jan, list, &empty).await;
    let hers = changed(&eva, list, &hers).await;

    let sql = "UPDATE members SET first_name = 'Eefje' WHERE email = 'eva@test.example'";
    sqlx::query(sql).execute(&portal.pool).await.expect("a name");
    let renamed = changed(&jan, list, &booked).await;
    changed(&eva, list, &hers).await;

    let clubs = tag_of(&jan, club).await;
    for sql in [
        "UPDATE clubs SET reservation_instruction = '<p>Bel eerst.</p>'",
        "UPDATE reference_version SET version = version + 1",
    ] {
        sqlx::query(sql).execute(&portal.pool).await.expect(sql);
    }
    changed(&jan, club, &clubs).await;

    let second = jan.book("2026-11-28", &["jan"]).await;
    portal.caught_up().await;
    let two = changed(&jan, list, &renamed).await;
    let cancelled = jan.post(&format!("/api/reservations/{second}/cancel"), &Value::Null).await;
    assert_eq!(cancelled.status, 200, "{}", cancelled.body);
    portal.caught_up().await;
    let one = changed(&jan, list, &two).await;

    let before = tag_of(&jan, history).await;
    // The round is over, and no event says so.
    portal.clock.advance(TimeDelta::days(2));
    changed(&jan, list, &one).await;
    changed(&jan, history, &before).await;
    assert!(jan.get(history).await.data().iter().any(|row| row["reservation_id"] == id.as_str()));
}

#[tokio::test]
async fn a_tag_matches_in_its_own_session_only_and_opens_nothing() {
    let portal = Portal::start().await;
    let (jan, again, eva) = (portal.login("jan").await, portal.login("jan").await, portal.login("eva").await);
    for path in PERSONAL {
        let tag = tag_of(&jan, path).await;
        for other in [&again, &eva] {
            assert_ne!(tag_of(other, path).await, tag, "{path}");
            assert_eq!(ask(other, path, &tag).await.status, 200, "{path}");
        }
        let stranger = portal.http.get(portal.url(path)).header("if-none-match", &tag);
        assert_eq!(Answer::to(stranger).await.status, 401, "{path}");
    }
    let path = "/api/waiting-list";
    assert_eq!(jan.get(path).await.body, eva.get(path).await.body, "equal answers have different tags");
    let tag = tag_of(&jan, path).await;
    assert_eq!(jan.post("/api/users/logout", &Value::Null).await.status, 200);
    let ended = ask(&jan, path, &tag).await;
    assert_eq!(ended.status, 401);
    assert!(!ended.headers.contains_key("etag"), "a failure has no tag");
}

#[tokio::test]
async fn a_command_a_file_and_a_failure_have_no_tag() {
    let portal = Portal::start().await;
    let jan = portal.login("jan").await;
    let body = json!({"holes": 18, "golfclub": null, "players": ["jan@test.example"]});
    for (answer, status) in [
        (jan.post("/api/reservations/availability", &body).await, 200),
        (jan.get("/api/users/me/data").await, 200),
        (jan.get("/api/reservations/history?limit=0").await, 422),
    ] {
        assert_eq!(answer.status, status, "{}", answer.body);
        assert!(!answer.headers.contains_key("etag"), "{}", answer.body);
    }
}
