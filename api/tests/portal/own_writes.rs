//! Positions in headers: an answer tells which position of the journal it stands for, and a read waits for one, or
//! tells that it does not include it.

use std::time::Duration;

use fairway_api::config::Config;

use crate::models_behind::block_projectors;
use crate::support::{Answer, Member, Node, Portal, round};

fn position(answer: &Answer) -> Option<i64> {
    let header = answer.headers.get("fairway-position")?;
    Some(header.to_str().expect("text").parse().expect("a position"))
}

/// The member's reservations on a node, as a client reads them after that position.
async fn read_after(member: &Member<'_>, base: &str, after: &str) -> Answer {
    let read = member.portal.http.get(format!("{base}/api/reservations")).bearer_auth(&member.token);
    Answer::to(read.header("fairway-after", after)).await
}

#[tokio::test]
async fn an_answer_to_a_command_tells_the_position_that_it_stands_for() {
    let portal = Portal::start().await;
    let (jan, eva) = (portal.login("jan").await, portal.login("eva").await);
    let body = round("2026-11-28", &["jan"]);
    let booked = jan.post_with_key("/api/reservations", "k", &body).await;
    assert_eq!(booked.status, 200, "{}", booked.body);
    let last: Option<i64> =
        sqlx::query_scalar("SELECT max(position) FROM events WHERE correlation_id::text = $1")
            .bind(booked.headers["x-request-id"].to_str().expect("text"))
            .fetch_one(&portal.pool)
            .await
            .expect("the booking's events");
    assert!(last.is_some());
    assert_eq!(position(&booked), last);

    eva.book("2026-11-28", &["eva"]).await;
    let head = portal.events().await;
    let refused = jan.post("/api/reservations", &body).await;
    assert!((400..500).contains(&refused.status), "{}", refused.body);
    assert_eq!(position(&refused), Some(head), "a refusal: the journal on which it was decided");
    let repeated = jan.post_with_key("/api/reservations", "k", &body).await;
    assert_eq!(repeated.body, booked.body);
    assert!(position(&repeated) >= last, "a repetition: its events are there by then");
    let unread = jan.post("/api/reservations", &serde_json::json!({ "holes": 18 })).await;
    assert_eq!((unread.status, position(&unread)), (422, None), "the writer did not decide it");
}

#[tokio::test]
async fn a_read_includes_the_position_that_it_asks_for_or_tells_that_it_does_not() {
    let portal = Portal::start().await;
    let config = Config::from_lookup(|_| None).expect("the defaults");
    let second = Node::start(&portal.pool, &portal.clock, config, false).await;
    let jan = portal.login("jan").await;
    let blocking = block_projectors(&portal).await;
    let booked = jan.post("/api/reservations", &round("2026-11-28", &["jan"])).await;
    assert_eq!(booked.status, 200, "{}", booked.body);
    let wanted = position(&booked).expect("a position");
    for base in [&portal.base, &second.base] {
        let behind = read_after(&jan, base, &wanted.to_string()).await;
        assert_eq!((behind.status, behind.data().len()), (200, 0), "{base}: {}", behind.body);
        assert!(position(&behind).expect("a position") < wanted, "{base}");
    }

    blocking.rollback().await.expect("the projectors go on");
    for base in [&portal.base, &second.base] {
        // A slow machine may need more than the 2 s of one read.
        let included = async {
            loop {
                let read = read_after(&jan, base, &wanted.to_string()).await;
                if position(&read).expect("a position") >= wanted {
                    break read;
                }
            }
        };
        let read = tokio::time::timeout(Duration::from_secs(20), included).await.expect("the booking");
        assert_eq!(read.data().len(), 1, "{base}: {}", read.body);
    }
}

#[tokio::test]
async fn a_position_that_cannot_be_read_or_does_not_exist_changes_no_answer() {
    let portal = Portal::start().await;
    let jan = portal.login("jan").await;
    jan.book("2026-11-28", &["jan"]).await;
    let plain = jan.get("/api/reservations").await;
    assert_eq!(position(&plain), None);
    for garbage in ["", "-1", "1.5", "abc", "1, 2", "1000000000000000000"] {
        let read = read_after(&jan, &portal.base, garbage).await;
        assert_eq!((read.status, &read.body, position(&read)), (200, &plain.body, None), "{garbage}");
    }
    let beyond = read_after(&jan, &portal.base, "999999999999999999").await;
    assert_eq!((beyond.status, &beyond.body), (200, &plain.body));
    assert_eq!(position(&beyond), Some(portal.events().await), "as far as the journal goes");

    let stranger = portal.http.get(portal.url("/api/reservations")).header("fairway-after", "1");
    let stranger = Answer::to(stranger).await;
    assert_eq!((stranger.status, position(&stranger)), (401, None), "strangers learn nothing of the journal");
}
