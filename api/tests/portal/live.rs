//! Open screens are notified of changes of their members' rounds, and of no others.

use std::time::Duration;

use futures::StreamExt;
use serde_json::{Value, json};

use crate::queries::Statements;
use crate::support::{Member, Portal, email};

/// An open connection, read line by line.
struct Screen {
    body: std::pin::Pin<Box<dyn futures::Stream<Item = reqwest::Result<Vec<u8>>> + Send>>,
    rest: String,
}

impl Screen {
    async fn open(member: &Member<'_>, last: Option<i64>) -> Self {
        let mut request = member.portal.http.get(member.portal.url("/api/live")).bearer_auth(&member.token);
        if let Some(last) = last {
            request = request.header("last-event-id", last.to_string());
        }
        let response = request.send().await.expect("an answer");
        assert_eq!(response.status(), 200);
        assert_eq!(response.headers()["content-type"], "text/event-stream");
        let body = Box::pin(response.bytes_stream().map(|part| part.map(|bytes| bytes.to_vec())));
        let mut screen = Self { body, rest: String::new() };
        assert_eq!(screen.block().await.as_deref(), Some(": verbonden"));
        screen
    }

    /// The next block; none at the end.
    async fn block(&mut self) -> Option<String> {
        loop {
            if let Some((block, rest)) = self.rest.split_once("\n\n") {
                let (block, rest) = (block.to_owned(), rest.to_owned());
                self.rest = rest;
                return Some(block);
            }
            let part = tokio::time::timeout(Duration::from_secs(20), self.body.next()).await.expect("news");
            self.rest.push_str(&String::from_utf8_lossy(&part?.ok()?));
        }
    }

    /// The next event's id and kind.
    async fn event(&mut self) -> (i64, String) {
        let block = self.block().await.expect("an event");
        let field = |name: &str| {
            block.lines().find_map(|line| line.strip_prefix(name)).unwrap_or_else(|| panic!("{block}"))
        };
        let data: Value = serde_json::from_str(field("data: ")).expect("JSON");
        assert_eq!(data.as_object().map(|fields| fields.len()), Some(2), "position and kind only: {data}");
        (field("id: ").parse().expect("a position"), data["kind"].as_str().expect("a kind").to_owned())
    }
}

#[tokio::test]
async fn a_co_player_is_notified_and_an_outsider_is_not() {
    let portal = Portal::start().await;
    let (jan, eva, w1) = (portal.login("jan").await, portal.login("eva").await, portal.login("w1").await);
    let (mut evas, mut outsiders) = (Screen::open(&eva, None).await, Screen::open(&w1, None).await);
    let id = jan.book("2026-11-28", &["jan", "eva"]).await;
    assert_eq!(evas.event().await.1, "RoundBooked");
    assert_eq!(eva.upcoming().await.len(), 1, "whoever hears of it finds it");
    jan.post(&format!("/api/reservations/{id}/start_time"), &json!({"start_time": "10:40"})).await;
    assert_eq!(evas.event().await.1, "StartTimeAgreed");
    assert_eq!(eva.upcoming().await[0]["start_time"], "10:40");
    jan.post(&format!("/api/reservations/{id}/group/cancel"), &Value::Null).await;
    assert_eq!(evas.event().await.1, "PlaceCancelled");
    w1.book("2026-11-28", &["w1"]).await;
    assert_eq!(
        outsiders.event().await.1,
        "RoundBooked",
        "the first thing that an outsider hears is their own"
    );
}

#[tokio::test]
async fn the_players_of_a_waiting_group_are_notified_and_an_outsider_is_not() {
    let portal = Portal::start().await;
    let (eva, jan, w2, w3) = (
        portal.login("eva").await,
        portal.login("jan").await,
        portal.login("w2").await,
        portal.login("w3").await,
    );
    eva.fill(&["eva", "w1"]).await;
    let (mut screen, mut outsiders) = (Screen::open(&w2, None).await, Screen::open(&w3, None).await);
    let group = jan.wait_for_day(&["jan", "w2"]).await;
    assert_eq!(screen.event().await.1, "GroupStartedWaiting");
    assert_eq!(w2.waits().await.len(), 1, "whoever hears of it finds it");
    assert_eq!(jan.answer(&group, "leave").await.status, 200);
    assert_eq!(screen.event().await.1, "GroupStoppedWaiting");
    w3.book("2026-11-28", &["w3"]).await;
    assert_eq!(outsiders.event().await.1, "RoundBooked");
}

#[tokio::test]
async fn whoever_plays_on_a_day_hears_that_its_last_places_are_taken_or_free_and_not_by_whom() {
    let portal = Portal::start().await;
    let (jan, eva) = (portal.login("jan").await, portal.login("eva").await);
    let (w2, w3) = (portal.login("w2").await, portal.login("w3").await);
    jan.fill(&["jan"]).await;
    w2.book("2026-11-28", &["w2"]).await;
    let (mut jans, mut elsewhere) = (Screen::open(&jan, None).await, Screen::open(&w2, None).await);
    let free = async || jan.upcoming().await[0]["free_slots"].clone();
    assert_eq!(free().await, 1);

    let place = eva.fill(&["eva"]).await;
    assert_eq!(jans.event().await.1, "RoomChanged");
    assert_eq!(free().await, 0, "whoever hears of it finds it");
    eva.cancel_group(&place).await;
    assert_eq!(jans.event().await.1, "RoomChanged");
    assert_eq!(free().await, 1);

    w3.book("2026-11-28", &["w3"]).await;
    w2.book("2026-11-29", &["w2"]).await;
    assert_eq!(elsewhere.event().await.1, "RoundBooked", "a day with many places is of no interest");
}

#[tokio::test]
async fn no_change_is_missed_between_an_answer_and_the_next_connection() {
    let portal = Portal::start().await;
    let (jan, eva) = (portal.login("jan").await, portal.login("eva").await);
    let seen = eva.get("/api/reservations").await;
    assert!(seen.data().is_empty());
    let up_to = seen.headers["x-fairway-position"].to_str().expect("text").parse().expect("a position");
    jan.book("2026-11-28", &["jan", "eva"]).await;
    assert_eq!(Screen::open(&eva, Some(up_to)).await.event().await.1, "RoundBooked");
    let public = portal.get("/api/openapi.json").await;
    assert!(!public.headers.contains_key("x-fairway-position"), "strangers learn nothing of the journal");
}

#[tokio::test]
async fn a_reconnecting_client_receives_missed_changes() {
    let portal = Portal::start().await;
    let (jan, eva) = (portal.login("jan").await, portal.login("eva").await);
    let before = portal.events().await;
    let id = jan.book("2026-11-28", &["jan", "eva"]).await;
    let mut screen = Screen::open(&eva, Some(before)).await;
    let (position, kind) = screen.event().await;
    assert!(position > before);
    assert_eq!(kind, "RoundBooked");
    drop(screen);
    let mut screen = Screen::open(&eva, Some(position)).await;
    eva.post(&format!("/api/reservations/{}/cancel", jan.place_of(&id, "eva").await), &Value::Null).await;
    assert_eq!(screen.event().await.1, "PlaceCancelled", "nothing twice");
    // A position beyond this journal: the shown data may be wrong.
    assert_eq!(Screen::open(&eva, Some(1_000_000)).await.event().await.1, "Everything");
}

#[tokio::test]
async fn reconnecting_costs_the_same_for_any_number_of_changes() {
    let statements = Statements::start();
    let portal = Portal::start().await;
    let (jan, eva) = (portal.login("jan").await, portal.login("eva").await);
    let before = portal.events().await;
    jan.book("2026-11-28", &["jan", "eva"]).await;
    let after_one = portal.events().await;
    jan.book("2026-11-29", &["jan", "eva"]).await;
    let elsewhere = json!({"holes": 9, "golfclub": "klein", "players": [email("jan"), email("eva")], "date": "2026-12-01"});
    assert_eq!(jan.post("/api/reservations", &elsewhere).await.status, 200);
    let coming_back = async |after: i64, expected_events: usize| {
        statements.take();
        let mut screen = Screen::open(&eva, Some(after)).await;
        for _ in 0..expected_events {
            assert_eq!(screen.event().await.1, "RoundBooked");
        }
        statements.take().into_iter().filter(|statement| statement.in_request).count()
    };
    assert_eq!(coming_back(before, 3).await, 4, "token, events, players, days");
    assert_eq!(coming_back(after_one, 2).await, 4);

    let events: i64 = 201;
    for _ in 0..events {
        portal.append_unknown("Weather").await;
    }
    portal.caught_up().await;
    let head = portal.events().await;
    assert_eq!(Screen::open(&eva, Some(head - events)).await.event().await, (head, "Everything".to_owned()));
}

#[tokio::test]
async fn an_unreadable_event_does_not_stop_other_notifications() {
    let portal = Portal::start().await;
    let (jan, eva) = (portal.login("jan").await, portal.login("eva").await);
    let before = portal.events().await;
    let mut open = Screen::open(&eva, None).await;
    portal.append_unknown("Weather").await;
    jan.book("2026-11-28", &["jan", "eva"]).await;
    assert_eq!(open.event().await.1, "RoundBooked");
    assert_eq!(Screen::open(&eva, Some(before)).await.event().await.1, "RoundBooked", "on coming back too");
}

#[tokio::test]
async fn connections_are_counted_and_need_a_session() {
    let portal = Portal::start().await;
    portal.get("/api/live").await.fails(401, "Je bent niet ingelogd of je sessie is verlopen.");
    let eva = portal.login("eva").await;
    let mut screens = Vec::new();
    for _ in 0..8 {
        screens.push(Screen::open(&eva, None).await);
    }
    let refused = eva.get("/api/live").await;
    refused.fails(429, "Er staan te veel schermen tegelijk open.");
    assert_eq!(refused.headers["retry-after"], "30");
}
