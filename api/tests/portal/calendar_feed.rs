//! The calendar feed, read as a calendar program does: what it holds, and when an address stops working.

use chrono::TimeDelta;
use fairway_api::config::Config;
use fairway_api::programs::disable;
use fairway_api::services::writer;
use fairway_audit::permanent_text::PermanentText;
use fairway_events::MemberId;
use fairway_members::erasure::{EraseRequest, Eraser};
use fairway_store::operator_actions::OperatorAct;
use icalendar::{Calendar, Component, Event};
use reqwest::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_NONE_MATCH, REFERRER_POLICY};
use serde_json::{Value, json};

use crate::support::{Member, Portal, email};

const PATH: &str = "/api/users/me/calendar_feed";
const GONE: &str = "Deze agenda bestaat niet of is ontkoppeld.";

impl Member<'_> {
    /// Switches the feed on, or renews it. The path of the new address.
    pub(crate) async fn new_feed(&self) -> String {
        let answer = self.post(&format!("{PATH}/renew"), &Value::Null).await;
        assert_eq!(answer.status, 200, "{}", answer.body);
        path_of(&answer.body)
    }

    async fn switch_feed_off(&self) {
        let answer = self.post(&format!("{PATH}/off"), &Value::Null).await;
        assert_eq!((answer.status, &answer.body), (200, &json!({"success": true})));
    }

    async fn id(&self, name: &str) -> MemberId {
        let id: uuid::Uuid = sqlx::query_scalar("SELECT id FROM members WHERE email = $1")
            .bind(email(name))
            .fetch_one(&self.portal.pool)
            .await
            .expect("the member");
        MemberId(id)
    }
}

impl Portal {
    /// The feed as a calendar program reads it.
    async fn feed(&self, path: &str) -> Calendar {
        self.caught_up().await;
        let response = self.http.get(self.url(path)).send().await.expect("an answer");
        assert_eq!(response.status(), 200);
        response.text().await.expect("text").parse().expect("a valid calendar")
    }
}

/// The path of the address in an answer.
fn path_of(answer: &Value) -> String {
    let (url, webcal) = (&answer["data"]["url"], &answer["data"]["webcal_url"]);
    let (url, webcal) = (url.as_str().expect("an address"), webcal.as_str().expect("an address"));
    let rest = url.split_once("://").expect("a scheme").1;
    assert_eq!(webcal, format!("webcal://{rest}"), "the same under another scheme");
    rest[rest.find('/').expect("a path")..].to_owned()
}

/// The day of each event of today and later, in order. The members of the data set have played before.
fn days(calendar: &Calendar) -> Vec<&str> {
    let days = calendar.events().map(|event| event.property_value("DTSTART").expect("a day"));
    days.filter(|day| *day >= "20261120").collect()
}

fn of_place<'a>(calendar: &'a Calendar, place: &str) -> &'a Event {
    let uid = format!("{place}@fairway");
    calendar.events().find(|event| event.get_uid() == Some(uid.as_str())).expect("the round")
}

fn only(calendar: &Calendar) -> &Event {
    assert_eq!(calendar.components.len(), 1, "{calendar:?}");
    calendar.events().next().expect("an event")
}

#[tokio::test]
async fn before_a_member_switches_it_on_there_is_no_feed() {
    let portal = Portal::start().await;
    let jan = portal.login("jan").await;
    let none = json!({"success": true, "data": null});
    assert_eq!(jan.get(PATH).await.body, none);
    jan.switch_feed_off().await;
    assert_eq!(jan.get(PATH).await.body, none, "off stays off");
    let links = Config::from_lookup(|_| None).expect("the defaults").links().expect("links");
    let member = jan.id("jan").await;
    for version in [0, 1] {
        portal.get(&links.calendar_feed(member, version)).await.fails(404, GONE);
    }
    let path = jan.new_feed().await;
    assert_eq!(path, links.calendar_feed(member, 1));
    let shown = jan.get(PATH).await;
    assert_eq!(path_of(&shown.body), path);
    assert_eq!(shown.body["data"]["created_at"], crate::support::NOW);
    for unknown in ["x.ics", ".ics", "x"] {
        portal.get(&format!("/api/calendar/feed/{unknown}")).await.fails(404, GONE);
    }
    portal.get(path.trim_end_matches(".ics")).await.fails(404, GONE);
}

#[tokio::test]
async fn the_feed_holds_the_same_entry_as_the_file_of_the_round() {
    let portal = Portal::start().await;
    let jan = portal.login("jan").await;
    let path = jan.new_feed().await;
    assert!(days(&portal.feed(&path).await).is_empty());
    let id = jan.book("2026-11-28", &["jan", "eva"]).await;
    let calendar = portal.feed(&path).await;
    assert_eq!(calendar.get_name(), Some("Golfrondes (Fairway)"));
    assert_eq!(calendar.property_value("NAME"), Some("Golfrondes (Fairway)"));
    assert_eq!(calendar.property_value("X-WR-CALNAME"), Some("Golfrondes (Fairway)"));
    assert_eq!(calendar.property_value("X-PUBLISHED-TTL"), Some("PT1H"));
    assert_eq!(calendar.property_value("REFRESH-INTERVAL"), Some("PT1H"));
    assert_eq!(calendar.property_value("METHOD"), Some("PUBLISH"));
    let event = of_place(&calendar, &id);
    assert_eq!(event.property_value("DTSTART"), Some("20261128"));
    assert_eq!(event.property_value("DTEND"), Some("20261129"));
    assert!(event.get_description().is_some_and(|text| text.contains("Jan de Vries en Eva")));
    let file = jan.upcoming().await[0]["calendar_uri"].as_str().expect("a link").to_owned();
    let file: Calendar =
        portal.get(&file).await.body.as_str().expect("text").parse().expect("a valid calendar");
    assert_eq!(only(&file), event);
}

#[tokio::test]
async fn a_changed_round_has_a_higher_sequence_and_a_cancelled_one_is_left_out() {
    let portal = Portal::start().await;
    let (jan, eva, w1) = (portal.login("jan").await, portal.login("eva").await, portal.login("w1").await);
    let (jans, evas, w1s) = (jan.new_feed().await, eva.new_feed().await, w1.new_feed().await);
    let id = jan.book("2026-11-28", &["jan", "eva"]).await;
    jan.book("2026-11-29", &["jan"]).await;
    let before = portal.feed(&jans).await;
    assert_eq!(days(&before), ["20261128", "20261129"]);
    assert_eq!(days(&portal.feed(&evas).await), ["20261128"]);

    let hers = jan.place_of(&id, "eva").await;
    let swap = json!({"email": email("w1")});
    assert_eq!(jan.post(&format!("/api/reservations/{hers}/player/swap"), &swap).await.status, 200);
    assert!(days(&portal.feed(&evas).await).is_empty(), "who left does not play");
    assert_eq!(days(&portal.feed(&w1s).await), ["20261128"]);
    let after = portal.feed(&jans).await;
    let (first, second) = (of_place(&before, &id), of_place(&after, &id));
    assert!(second.get_sequence() > first.get_sequence(), "{first:?} {second:?}");
    assert!(second.get_description().is_some_and(|text| !text.contains("Eva")), "{second:?}");

    assert_eq!(jan.post(&format!("/api/reservations/{id}/cancel"), &Value::Null).await.status, 200);
    assert_eq!(days(&portal.feed(&jans).await), ["20261129"]);
    assert_eq!(days(&portal.feed(&w1s).await), ["20261128"], "the other plays on");
}

#[tokio::test]
async fn the_file_of_who_left_stays_as_it_was_then() {
    let portal = Portal::start().await;
    let (jan, eva) = (portal.login("jan").await, portal.login("eva").await);
    let id = jan.book("2026-11-28", &["jan", "eva"]).await;
    let file = eva.upcoming().await[0]["calendar_uri"].as_str().expect("a link").to_owned();
    let hers = jan.place_of(&id, "eva").await;
    assert_eq!(jan.post(&format!("/api/reservations/{hers}/player/remove"), &Value::Null).await.status, 200);
    let left = portal.get(&file).await.body;
    assert!(left.as_str().is_some_and(|text| text.contains("METHOD:CANCEL")), "{left}");
    portal.clock.advance(chrono::TimeDelta::minutes(1));
    let others = json!({"players": [email("w1")]});
    assert_eq!(jan.post(&format!("/api/reservations/{id}/player/add"), &others).await.status, 200);
    assert_eq!(jan.post(&format!("/api/reservations/{id}/cancel"), &Value::Null).await.status, 200);
    assert_eq!(portal.get(&file).await.body, left);
}

#[tokio::test]
async fn a_played_round_stays_for_ninety_days() {
    let portal = Portal::start().await;
    let jan = portal.login("jan").await;
    let path = jan.new_feed().await;
    jan.book("2026-11-28", &["jan"]).await;
    for (days_later, shown) in [(8, true), (90, true), (1, false)] {
        portal.clock.advance(TimeDelta::days(days_later));
        let calendar = portal.feed(&path).await;
        assert_eq!(days(&calendar) == ["20261128"], shown, "at {}", portal.clock.today());
    }
}

#[tokio::test]
async fn a_new_address_ends_the_old_one_and_no_address_comes_back() {
    let portal = Portal::start().await;
    let (jan, eva) = (portal.login("jan").await, portal.login("eva").await);
    let hers = eva.new_feed().await;
    let first = jan.new_feed().await;
    let second = jan.new_feed().await;
    assert_ne!(first, second);
    portal.get(&first).await.fails(404, GONE);
    portal.feed(&second).await;

    jan.switch_feed_off().await;
    assert_eq!(jan.get(PATH).await.body["data"], Value::Null);
    portal.get(&second).await.fails(404, GONE);
    let third = jan.new_feed().await;
    portal.feed(&third).await;
    for old in [&first, &second] {
        portal.get(old).await.fails(404, GONE);
    }
    portal.feed(&hers).await;
    assert_ne!(hers, third, "each member has their own");
}

#[tokio::test]
async fn concurrent_renewals_leave_one_valid_address() {
    let portal = Portal::start().await;
    let jan = portal.login("jan").await;
    let made = futures::future::join_all((0..8).map(|_| jan.new_feed())).await;
    let distinct: std::collections::BTreeSet<&String> = made.iter().collect();
    assert_eq!(distinct.len(), 8, "each has an address of its own");
    let current = path_of(&jan.get(PATH).await.body);
    for path in made {
        let status = portal.get(&path).await.status;
        assert_eq!(status, if path == current { 200 } else { 404 }, "{path}");
    }
}

#[tokio::test]
async fn a_token_of_another_purpose_or_member_opens_nothing() {
    let portal = Portal::start().await;
    let (jan, eva) = (portal.login("jan").await, portal.login("eva").await);
    jan.book("2026-11-28", &["jan"]).await;
    eva.book("2026-11-29", &["eva"]).await;
    let (jans, evas) = (jan.new_feed().await, eva.new_feed().await);
    assert_eq!(days(&portal.feed(&jans).await), ["20261128"]);
    assert_eq!(days(&portal.feed(&evas).await), ["20261129"]);
    let file = jan.upcoming().await[0]["calendar_uri"].as_str().expect("a link").to_owned();
    portal.get(&file.replace("/api/calendar/", "/api/calendar/feed/")).await.fails(404, GONE);
    let as_file = jans.replace("/api/calendar/feed/", "/api/calendar/");
    portal.get(&as_file).await.fails(404, "Deze ronde bestaat niet of is geweest.");
}

#[tokio::test]
async fn an_unchanged_feed_is_not_sent_again() {
    let portal = Portal::start().await;
    let jan = portal.login("jan").await;
    let path = jan.new_feed().await;
    jan.book("2026-11-28", &["jan"]).await;
    portal.caught_up().await;
    let get = |tag: Option<&str>| {
        let request = portal.http.get(portal.url(&path));
        tag.map_or_else(|| portal.http.get(portal.url(&path)), |tag| request.header(IF_NONE_MATCH, tag))
            .send()
    };
    let first = get(None).await.expect("an answer");
    let header = |name| first.headers()[&name].to_str().expect("text").to_owned();
    assert_eq!(header(CONTENT_TYPE), "text/calendar; charset=utf-8");
    assert_eq!(header(CACHE_CONTROL), "private, no-cache");
    assert_eq!(header(REFERRER_POLICY), "no-referrer");
    assert_eq!(first.headers()["x-robots-tag"], "noindex, nofollow");
    assert_eq!(first.headers()["content-disposition"], "inline; filename=\"golfrondes.ics\"");
    let tag = header(ETAG);

    // The next day, since nothing of it is the time of the request.
    portal.clock.advance(TimeDelta::days(1));
    let again = get(Some(&tag)).await.expect("an answer");
    assert_eq!((again.status().as_u16(), &again.headers()[ETAG]), (304, &first.headers()[ETAG]));
    assert_eq!(again.headers()[CACHE_CONTROL], "private, no-cache");
    assert!(again.bytes().await.expect("no body").is_empty());

    let head = portal.http.head(portal.url(&path)).send().await.expect("an answer");
    assert_eq!((head.status().as_u16(), &head.headers()[ETAG]), (200, &first.headers()[ETAG]));
    assert!(head.bytes().await.expect("no body").is_empty());

    jan.book("2026-11-29", &["jan"]).await;
    portal.caught_up().await;
    let changed = get(Some(&tag)).await.expect("an answer");
    assert_eq!(changed.status(), 200);
    assert_ne!(changed.headers()[ETAG], tag.as_str());
}

#[tokio::test]
async fn the_feed_of_a_disabled_or_erased_member_does_not_exist() {
    let portal = Portal::start().await;
    let jan = portal.login("jan").await;
    let path = jan.new_feed().await;
    let by = || OperatorAct {
        operator: "Anke de Boer".to_owned(),
        operator_id: None,
        reason: PermanentText::stored("melding 12".to_owned()),
    };
    let (writer, _task) = writer::start(&portal.pool, &portal.clock);
    disable::disable(&portal.pool, &portal.clock, &writer, &email("jan"), &by(), false)
        .await
        .expect("disabled");
    portal.get(&path).await.fails(404, GONE);
    disable::enable(&portal.pool, &portal.clock, &email("jan"), &by()).await.expect("enabled");
    portal.get(&path).await.fails(404, GONE);
    let path = portal.login("jan").await.new_feed().await;
    portal.feed(&path).await;

    let data = tempfile::tempdir().expect("a folder");
    let folder = data.path().display().to_string();
    let config = Config::from_lookup(|name| (name == "FAIRWAY_DATA_DIR").then(|| folder.clone()));
    let eraser =
        Eraser::new(&config.expect("settings").erasing(), portal.pool.clone(), portal.clock.clone(), writer);
    let request = EraseRequest { email: email("jan"), by: by(), cancel_upcoming: true, rehearse: false };
    eraser.erase(&request).await.expect("erased");
    portal.get(&path).await.fails(404, GONE);
    let rows: i64 = sqlx::query_scalar("SELECT count(*) FROM calendar_feeds")
        .fetch_one(&portal.pool)
        .await
        .expect("a count");
    assert_eq!(rows, 0);
}

#[tokio::test]
async fn an_operator_under_the_members_account_neither_sees_nor_changes_the_address() {
    let portal = Portal::start().await;
    let (jan, operator) = (portal.login("jan").await, portal.impersonate("jan").await);
    let path = jan.new_feed().await;
    let sentence = "Alleen het lid zelf kan de agenda koppelen.";
    operator.get(PATH).await.fails(403, sentence);
    for change in ["renew", "off"] {
        operator.post(&format!("{PATH}/{change}"), &Value::Null).await.fails(403, sentence);
    }
    assert_eq!(path_of(&jan.get(PATH).await.body), path, "nothing changed");
    portal.feed(&path).await;
}
