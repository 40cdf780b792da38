//! A subject's page: a moment by its own sequence is the moment by position, and it says what `as-of` says.

use chrono::{DateTime, TimeDelta, Utc};
use fairway_audit::as_of;
use fairway_audit::moment::Moment;
use fairway_audit::subject::Subject;
use fairway_audit::subject_page::{Spot, SubjectPage, subject_page};
use fairway_events::testing::TestDatabase;
use fairway_events::{ClubId, Journal, MemberId, OrderId, Position, StreamId, VoucherId};
use serde_json::{Value, json};
use sqlx::PgPool;

use crate::support::{Scenario, at, id, play_date};

fn now() -> DateTime<Utc> {
    at() + TimeDelta::hours(1)
}

async fn shown(
    pool: &PgPool,
    subject: &Subject,
    moment: Option<Spot>,
    compare: Option<Spot>,
) -> Result<SubjectPage, String> {
    subject_page(pool, subject, moment, compare, now()).await.unwrap()
}

fn position(position: Position) -> Option<Spot> {
    Some(Spot::Moment(Moment::Position(position)))
}

fn subjects(scenario: &Scenario) -> [Subject; 6] {
    [
        StreamId::Membership(MemberId(id(1))),
        StreamId::Membership(MemberId(id(2))),
        StreamId::Reservation(scenario.booking),
        StreamId::Voucher(VoucherId(id(50))),
        StreamId::Order(OrderId(id(70))),
        StreamId::CourseDay(ClubId::from("de-wilgenhoek"), play_date()),
    ]
    .map(Subject)
}

#[tokio::test]
async fn a_moment_by_sequence_is_the_moment_by_position_and_what_as_of_says() {
    let database = TestDatabase::new().await;
    let scenario = Scenario::write_to(&database).await;
    scenario.add_order(&database).await;
    let pool = database.pool();
    for subject in subjects(&scenario) {
        let streams =
            Journal::new(pool.clone()).load_streams(std::slice::from_ref(&subject.0)).await.unwrap();
        let events = &streams[&subject.0];
        let mut earlier = None;
        for event in events {
            let by_sequence = Some(Spot::Sequence(event.sequence));
            let page = shown(&pool, &subject, by_sequence, earlier).await.unwrap();
            let by_position = shown(&pool, &subject, position(event.position), earlier).await.unwrap();
            assert_eq!(
                serde_json::to_value(&page).unwrap(),
                serde_json::to_value(&by_position).unwrap(),
                "{subject} at {}",
                event.sequence
            );
            let of = i64::try_from(events.len()).unwrap();
            assert_eq!((page.at.sequence, page.at.of), (event.sequence, of));
            assert_eq!(page.at.position, Some(event.position));

            let moment = Moment::Position(event.position).resolve(&pool).await.unwrap();
            let as_of = as_of::as_of(&pool, &subject, moment).await.unwrap().unwrap();
            assert_eq!((page.state, page.facts), (as_of.state, as_of.facts), "{subject}");
            if let (Some(Spot::Sequence(before)), Some(changes)) = (earlier, page.changes) {
                let before = Moment::Position(events[usize::try_from(before - 1).unwrap()].position);
                let before = before.resolve(&pool).await.unwrap();
                let difference = as_of::difference(&pool, &subject, (moment, before)).await.unwrap().unwrap();
                assert_eq!(changes, difference.changes, "{subject} at {}", event.sequence);
            }
            earlier = by_sequence;
        }
        let latest = shown(&pool, &subject, None, earlier).await.unwrap();
        assert_eq!(latest.at.sequence, latest.at.of);
        assert_eq!((latest.at.position, latest.at.instant), (None, now()));
        assert_eq!(latest.changes, Some(Vec::new()), "{subject}: the last event is now");
    }
}

#[tokio::test]
async fn changes_go_from_the_earlier_to_the_later_moment() {
    let database = TestDatabase::new().await;
    let scenario = Scenario::write_to(&database).await;
    let pool = database.pool();
    let subject = Subject(StreamId::Reservation(scenario.booking));
    let (first, last) = (Some(Spot::Sequence(1)), Some(Spot::Sequence(2)));
    let forwards = shown(&pool, &subject, last, first).await.unwrap();
    let backwards = shown(&pool, &subject, first, last).await.unwrap();
    assert_eq!(forwards.changes, backwards.changes);
    let changes = forwards.changes.unwrap();
    assert!(changes.iter().any(|change| change.before.as_deref() == Some("active")), "{changes:?}");
    assert_eq!((forwards.at.sequence, backwards.at.sequence), (2, 1));
    // Before anything was known: everything is new.
    let long_ago = Some(Spot::Moment("2026-11-25 09:00".parse().unwrap()));
    let new = shown(&pool, &subject, last, long_ago).await.unwrap();
    assert_eq!(new.compare.unwrap().sequence, 0);
    assert!(new.changes.unwrap().iter().all(|change| change.before.is_none()));
}

#[tokio::test]
async fn the_page_has_titles_and_leads_to_what_the_state_names() {
    let database = TestDatabase::new().await;
    let scenario = Scenario::write_to(&database).await;
    scenario.add_order(&database).await;
    let pool = database.pool();
    let mut found: Vec<Value> = Vec::new();
    for subject in subjects(&scenario) {
        let page = serde_json::to_value(shown(&pool, &subject, None, None).await.unwrap()).unwrap();
        let related: Vec<&Value> =
            page["related"].as_array().unwrap().iter().map(|link| &link["title"]).collect();
        found.push(json!([page["name"], page["title"][1], related]));
    }
    let (day, title) =
        ("Golfclub De Wilgenhoek, Sat 28 Nov 2026", "Golfclub De Wilgenhoek, Sat 28 Nov 2026, 18 holes");
    let [round, other] = ["0000-000A", "0000-000M"].map(|number| format!("{title}, {number}"));
    let order = "Order of 1 voucher for 18 holes, € 32.50";
    let of_day = json!(["Golfclub De Wilgenhoek", null, [round, other]]);
    assert_eq!(
        found,
        [
            json!(["Jan de Vries", null, [order, round]]),
            json!(["Sanne Bakker", null, ["Voucher “Welkomstbonus”", round]]),
            json!([null, title, ["Jan de Vries", "Sanne Bakker", day, "Voucher “Welkomstbonus”"]]),
            json!([
                null,
                "“Welkomstbonus”, 18 holes, until Sat 28 Nov 2026, of Sanne Bakker <sanne@fairway.example>",
                ["Sanne Bakker"]
            ]),
            json!([
                null,
                "1 voucher for 18 holes, € 32.50, of Jan de Vries <jan@fairway.example>",
                ["Jan de Vries", "Voucher “Vrije voucher”"]
            ]),
            of_day,
        ]
    );
    let used = shown(&pool, &subjects(&scenario)[3], Some(Spot::Sequence(2)), None).await.unwrap();
    let kinds: Vec<&str> = used.related.iter().map(|link| link.kind).collect();
    assert_eq!(kinds, ["member", "booking"], "the round that it was used for");
}

#[tokio::test]
async fn erased_members_and_members_without_events_have_pages_and_unknown_moments_have_sentences() {
    let database = TestDatabase::new().await;
    let scenario = Scenario::write_to(&database).await;
    let pool = database.pool();
    sqlx::query("UPDATE members SET id = $1 WHERE id = $2")
        .bind(id(900))
        .bind(id(2))
        .execute(&pool)
        .await
        .unwrap();
    let erased = Subject(StreamId::Membership(MemberId(id(2))));
    let page = shown(&pool, &erased, None, None).await.unwrap();
    assert!(page.is_erased && page.name.is_none() && page.at.of == 3);
    let new = Subject(StreamId::Membership(MemberId(id(900))));
    let page = shown(&pool, &new, None, None).await.unwrap();
    assert_eq!((page.name.as_deref(), page.is_erased, page.at.of), (Some("Sanne Bakker"), false, 0));
    assert!(page.facts.is_empty());

    let booking = Subject(StreamId::Reservation(scenario.booking));
    for (subject, moment, why) in [
        (&booking, Some(Spot::Sequence(3)), "has no event number 3: it has 2"),
        (&booking, Some(Spot::Sequence(0)), "has no event number 0"),
        (&booking, position(99), "no position 99 yet"),
        (&booking, position(2), "its first event is at position 4"),
        (&booking, Some(Spot::Moment("2026-11-24".parse().unwrap())), "its first event is at position 4"),
        (&Subject(StreamId::Order(OrderId(id(404)))), None, "no event is known of order"),
    ] {
        let refused = shown(&pool, subject, moment, None).await.unwrap_err();
        assert!(refused.contains(why), "{refused}");
        if moment.is_some() && why != "its first event is at position 4" {
            let refused = shown(&pool, subject, None, moment).await.unwrap_err();
            assert!(refused.contains(why), "compared: {refused}");
        }
    }
}
