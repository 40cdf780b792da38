//! Pages of a timeline are together the timeline that the command prints: nothing is missing and nothing is there twice,
//! whatever the filter and the size of a page.

use chrono::{Days, TimeDelta};
use fairway_audit::subject::Subject;
use fairway_audit::timeline::{Entry, Filter, Page, PageEntry, Scope, event, page, timeline};
use fairway_events::journal::Batch;
use fairway_events::testing::TestDatabase;
use fairway_events::{
    Actor, ActorKind, BookedPlace, BookingId, ClubId, Holes, Journal, MemberId, MembershipEvent, PlaceId,
    PlayRight, Position, ReservationEvent, StreamId, SubscriptionId, WaitingGroupId, WaitingListEvent,
};
use fairway_query::{Projector, ProjectorOptions};
use serde_json::Value;
use sqlx::{Connection, Executor, PgConnection, PgPool, Row};

use crate::support::{Scenario, append, at, id, play_date};

const SANNE: MemberId = MemberId(uuid::Uuid::from_u128(2));

fn sanne() -> Subject {
    Subject(StreamId::Membership(SANNE))
}

/// Sanne books `rounds` rounds, an hour apart. Every third right is given back by an operator. Between them operators do
/// something that is no event, and look at her.
async fn play_much(database: &TestDatabase, rounds: u32) {
    let journal = Journal::new(database.pool());
    let right = PlayRight::Subscription { subscription: SubscriptionId(id(41)) };
    let club = ClubId::from("de-wilgenhoek");
    let mut version = 3;
    for round in 0..rounds {
        let number = 1_000 + u128::from(round);
        let (booking, place) = (BookingId(id(number)), PlaceId(id(number + 100_000)));
        let play_date = play_date() + Days::new(u64::from(round));
        let booked_at = at() + TimeDelta::hours(i64::from(round) + 1);
        let booked = ReservationEvent::RoundBooked {
            booking,
            club: club.clone(),
            play_date,
            holes: Holes::Nine,
            master: SANNE,
            places: vec![BookedPlace { place, member: SANNE, right: right.clone() }],
            booked_at,
        };
        let claimed = MembershipEvent::PlayRightClaimed {
            member: SANNE,
            place,
            booking,
            club: club.clone(),
            play_date,
            holes: Holes::Nine,
            right: right.clone(),
        };
        let herself = Actor::Member(SANNE);
        let mut appends = vec![
            append(StreamId::Reservation(booking), 0, booked, number, &herself),
            append(StreamId::Membership(SANNE), version, claimed, number, &herself),
        ];
        version += 1;
        if round % 3 == 0 {
            let released = MembershipEvent::PlayRightReleased {
                member: SANNE,
                place,
                booking,
                club: club.clone(),
                play_date,
                right: right.clone(),
            };
            let eva = Actor::Impersonator { operator: "Eva".to_owned(), member: SANNE };
            appends.push(append(StreamId::Membership(SANNE), version, released, number, &eva));
            version += 1;
        }
        journal.append(&Batch { appends, receipts: Vec::new() }, booked_at).await.unwrap();
    }
    sqlx::query(
        "INSERT INTO operator_actions (id, at, operator, reason, action, subject, member_id)
         SELECT gen_random_uuid(), $1 + hours * interval '1 hour' + least(hours % 7, 1) * interval '90 seconds', 'Eva',
             'belde', CASE WHEN hours % 2 = 0 THEN 'change profile' ELSE 'view' END, 'number ' || hours, $2
         FROM generate_series(-3, $3 + 3) AS hours",
    )
    .bind(at())
    .bind(SANNE.0)
    .bind(i32::try_from(rounds).unwrap())
    .execute(&database.pool())
    .await
    .unwrap();
    Projector::new(database.pool(), ProjectorOptions::default()).run_once(10_000).await.unwrap();
}

/// After `rounds` rounds, on each of `days` lists Jan waits, then Sanne; both leave it.
async fn wait_much(database: &TestDatabase, rounds: u32, days: u32) {
    let at = at() + TimeDelta::hours(i64::from(rounds) + 1);
    let journal = Journal::new(database.pool());
    let (club, jan) = (ClubId::from("de-wilgenhoek"), MemberId(id(1)));
    for day in 0..days {
        let date = play_date() + Days::new(u64::from(day));
        let list = StreamId::WaitingList(club.clone(), date);
        let number = 300_000 + 2 * u128::from(day);
        let groups = [(jan, WaitingGroupId(id(number))), (SANNE, WaitingGroupId(id(number + 1)))];
        let started = groups.map(|(by, group)| WaitingListEvent::GroupStartedWaiting {
            club: club.clone(),
            date,
            group,
            holes: Holes::Nine,
            players: vec![by],
            by,
            at,
        });
        let stopped = groups.map(|(by, group)| WaitingListEvent::GroupStoppedWaiting {
            club: club.clone(),
            date,
            group,
            by,
            at,
        });
        for (version, event) in (0..).zip(started.into_iter().chain(stopped)) {
            let by = Actor::Member(groups[usize::try_from(version % 2).unwrap()].0);
            let appends = vec![append(list.clone(), version, event, number, &by)];
            journal.append(&Batch { appends, receipts: Vec::new() }, at).await.unwrap();
        }
    }
    Projector::new(database.pool(), ProjectorOptions::default()).run_once(10_000).await.unwrap();
}

/// A name for an entry: its position and event, or the text of an act.
fn name_of(entry: &Value) -> String {
    match entry["position"].as_i64() {
        Some(position) => format!("#{position} {}", entry["event"].as_str().unwrap()),
        None => entry["what"].as_str().unwrap().to_owned(),
    }
}

fn names_of(page: &Page) -> Vec<String> {
    page.entries.iter().map(|entry| name_of(&serde_json::to_value(entry).unwrap())).collect()
}

/// Every page, one after the other.
async fn all_pages(pool: &PgPool, subject: &Subject, filter: &Filter) -> Vec<String> {
    let (mut filter, mut all) = (filter.clone(), Vec::new());
    loop {
        let page = page(pool, subject, &filter).await.unwrap().unwrap();
        let events = page.entries.iter().filter(|entry| matches!(entry, PageEntry::Event(_))).count();
        assert!(events <= filter.limit, "{events} events on a page of {}", filter.limit);
        assert!(page.next.is_none() || events == filter.limit, "a page before the last one is full");
        all.extend(names_of(&page));
        match page.next {
            Some(next) => filter.before = Some(next),
            None => return all,
        }
    }
}

/// The wanted entries that the command shows, newest first.
async fn expected(
    pool: &PgPool,
    subject: &Subject,
    scope: &Scope,
    wanted: impl Fn(&Entry) -> bool,
) -> Vec<String> {
    let timeline = timeline(pool, subject, scope).await.unwrap().unwrap();
    let entries = timeline.entries.iter().rev().filter(|entry| wanted(entry));
    entries.map(|entry| name_of(&serde_json::to_value(entry).unwrap())).collect()
}

#[tokio::test]
async fn the_pages_are_the_whole_timeline_whatever_the_filter() {
    the_pages_are_the_whole_timeline(200, &[7, 100, 200]).await;
}

/// A stream of so many events is not read by looking up every booking of the member.
#[tokio::test]
async fn the_pages_of_a_long_timeline_are_the_whole_one_whatever_the_filter() {
    the_pages_are_the_whole_timeline(600, &[30, 200]).await;
}

async fn the_pages_are_the_whole_timeline(rounds: u32, limits: &[usize]) {
    let database = TestDatabase::new().await;
    Scenario::write_to(&database).await;
    play_much(&database, rounds).await;
    wait_much(&database, rounds, 20).await;
    let pool = database.pool();
    let (from, to) = ("2026-11-27 11:00".parse().unwrap(), "2026-11-30".parse().unwrap());
    let period = Scope { from: Some(from), to: Some(to), ..Scope::default() };
    let by_position =
        Scope { from: Some("100".parse().unwrap()), to: Some("300".parse().unwrap()), ..Scope::default() };
    let whole = Scope::default();
    let is_released =
        |entry: &Entry| matches!(entry, Entry::Event(event) if event.event == "PlayRightReleased");
    let by_operator = |entry: &Entry| match entry {
        Entry::Event(event) => event.actor.kind == "operator",
        Entry::Act(_) => true,
    };
    let by_system = |entry: &Entry| matches!(entry, Entry::Event(event) if event.actor.kind == "system");
    let is_booked = |entry: &Entry| matches!(entry, Entry::Event(event) if event.event == "RoundBooked");
    let is_about_waiting = |entry: &Entry| matches!(entry, Entry::Event(event) if event.event == "GroupStartedWaiting" || event.event == "GroupStoppedWaiting");
    let waited = Filter {
        events: vec!["GroupStartedWaiting".to_owned(), "GroupStoppedWaiting".to_owned()],
        ..Filter::default()
    };
    let of_waiting = expected(&pool, &sanne(), &whole, is_about_waiting).await;
    assert_eq!(of_waiting.len(), 2 * 20, "her own groups, and none of the others on the same lists");
    let released = Filter { events: vec!["PlayRightReleased".to_owned()], ..Filter::default() };
    let booked = Filter { events: vec!["RoundBooked".to_owned()], ..Filter::default() };
    let of_operators = Filter { actor: Some(ActorKind::Operator), ..Filter::default() };
    let of_the_system = Filter { actor: Some(ActorKind::System), ..Filter::default() };
    let in_period = Filter { from: period.from, to: period.to, ..Filter::default() };
    let in_positions = Filter { from: by_position.from, to: by_position.to, ..Filter::default() };
    let all = expected(&pool, &sanne(), &whole, |_| true).await;
    assert!(all.len() > 550 && all.iter().any(|entry| entry.starts_with("changed the profile")));
    for (filter, expected) in [
        (Filter::default(), all),
        (released, expected(&pool, &sanne(), &whole, is_released).await),
        (waited, of_waiting),
        (booked, expected(&pool, &sanne(), &whole, is_booked).await),
        (of_operators, expected(&pool, &sanne(), &whole, by_operator).await),
        (of_the_system, expected(&pool, &sanne(), &whole, by_system).await),
        (in_period, expected(&pool, &sanne(), &period, |_| true).await),
        (in_positions, expected(&pool, &sanne(), &by_position, |_| true).await),
    ] {
        assert!(!expected.is_empty(), "{filter:?}");
        for limit in limits.iter().copied() {
            let filter = Filter { limit, ..filter.clone() };
            assert_eq!(all_pages(&pool, &sanne(), &filter).await, expected, "{filter:?}");
        }
    }
}

/// A page of a long timeline reads the positions of its part, and each of the member's ids once.
#[tokio::test]
async fn a_part_of_the_journal_is_read_by_position() {
    let database = TestDatabase::new().await;
    Scenario::write_to(&database).await;
    play_much(&database, 600).await;
    wait_much(&database, 600, 20).await;
    let mut connection = PgConnection::connect_with(&database.options()).await.unwrap();
    let part = include_str!("../../../audit/src/timeline/positions_in_part.sql");
    let prepare = format!("PREPARE part (uuid, bigint, bigint, text[], text[], text, bigint) AS {part}");
    connection.execute("ANALYZE events; ANALYZE reservations_places").await.unwrap();
    connection.execute(prepare.as_str()).await.unwrap();
    let explain = format!(
        "EXPLAIN (ANALYZE, FORMAT JSON) EXECUTE part ('{}', 500, 600, '{{}}', NULL, NULL, 1000)",
        SANNE.0
    );
    let plan: Value = connection.fetch_one(explain.as_str()).await.unwrap().get(0);
    let text = plan.to_string();
    assert!(text.contains("events_position_key") && text.contains("hashed SubPlan"), "{plan:#}");
    let found = plan[0]["Plan"]["Actual Rows"].as_f64();
    assert_eq!(found, Some(100.0), "every event of the part is hers: {plan:#}");
}

#[tokio::test]
async fn the_pages_of_every_kind_of_subject_are_its_timeline_with_names_that_can_be_chosen() {
    let database = TestDatabase::new().await;
    let scenario = Scenario::write_to(&database).await;
    scenario.add_order(&database).await;
    let pool = database.pool();
    for subject in [
        sanne(),
        Subject(StreamId::Membership(MemberId(id(1)))),
        Subject(StreamId::Reservation(scenario.booking)),
        Subject(StreamId::Voucher(id(50).into())),
        Subject(StreamId::Voucher(id(71).into())),
        Subject(StreamId::Order(id(70).into())),
        Subject(StreamId::CourseDay(ClubId::from("de-wilgenhoek"), play_date())),
    ] {
        let expected = expected(&pool, &subject, &Scope::default(), |_| true).await;
        for limit in [1, 2, 200] {
            let filter = Filter { limit, ..Filter::default() };
            assert_eq!(all_pages(&pool, &subject, &filter).await, expected, "{subject}, {limit} a page");
        }
        let first = page(&pool, &subject, &Filter::default()).await.unwrap().unwrap();
        for entry in &expected {
            let name = entry.split_once(' ').unwrap().1;
            assert!(first.event_names.contains(&name), "{subject}: {name}");
        }
    }
    let nothing = Subject(StreamId::Reservation(BookingId(id(404))));
    assert!(page(&pool, &nothing, &Filter::default()).await.unwrap().is_none());
}

#[tokio::test]
async fn what_is_new_is_what_came_after_the_newest() {
    let database = TestDatabase::new().await;
    Scenario::write_to(&database).await;
    let pool = database.pool();
    let filter = Filter { limit: 100, ..Filter::default() };
    let before = page(&pool, &sanne(), &filter).await.unwrap().unwrap();
    play_much(&database, 4).await;
    let poll = Filter { after: Some(before.newest), ..filter.clone() };
    let new = names_of(&page(&pool, &sanne(), &poll).await.unwrap().unwrap());
    assert_eq!(new.len(), 10, "8 booked and claimed, 2 released: {new:?}");
    let all = names_of(&page(&pool, &sanne(), &filter).await.unwrap().unwrap());
    let events: Vec<String> = all.into_iter().filter(|entry| entry.starts_with('#')).collect();
    let old: Vec<String> = names_of(&before);
    assert_eq!(events, [new, old].concat());
    let later = page(&pool, &sanne(), &poll).await.unwrap().unwrap().newest;
    let poll = Filter { after: Some(later), ..filter };
    assert!(page(&pool, &sanne(), &poll).await.unwrap().unwrap().entries.is_empty());
}

#[tokio::test]
async fn a_round_that_is_not_projected_yet_is_on_the_page_of_its_player() {
    let database = TestDatabase::new().await;
    Scenario::write_to(&database).await;
    let pool = database.pool();
    let filter = Filter { limit: 100, ..Filter::default() };
    let expected = names_of(&page(&pool, &sanne(), &filter).await.unwrap().unwrap());
    sqlx::query("TRUNCATE reservations_places, reservations_bookings, vouchers")
        .execute(&pool)
        .await
        .unwrap();
    assert_eq!(names_of(&page(&pool, &sanne(), &filter).await.unwrap().unwrap()), expected);
}

#[tokio::test]
async fn an_event_leads_to_its_subjects() {
    let database = TestDatabase::new().await;
    let scenario = Scenario::write_to(&database).await;
    let pool = database.pool();
    let position: Position = 4;
    let booked = serde_json::to_value(event(&pool, position).await.unwrap().unwrap()).unwrap();
    assert_eq!((&booked["event"], &booked["position"]), (&"RoundBooked".into(), &position.into()));
    let titles: Vec<(&str, &str)> = booked["subjects"]
        .as_array()
        .unwrap()
        .iter()
        .map(|subject| (subject["kind"].as_str().unwrap(), subject["title"].as_str().unwrap()))
        .collect();
    assert_eq!(
        titles,
        [
            ("booking", "Golfclub De Wilgenhoek, Sat 28 Nov 2026, 18 holes, 0000-000A"),
            ("member", "Jan de Vries"),
            ("member", "Sanne Bakker"),
            ("voucher", "Voucher “Welkomstbonus”"),
            ("club_day", "Golfclub De Wilgenhoek, Sat 28 Nov 2026"),
        ]
    );
    assert_eq!(booked["subjects"][0]["id"], scenario.booking.to_string());
    assert!(event(&pool, 4_711).await.unwrap().is_none());
    assert!(event(&pool, 0).await.unwrap().is_none());
}

#[tokio::test]
async fn a_member_without_events_has_an_empty_page() {
    let database = TestDatabase::new().await;
    Scenario::write_to(&database).await;
    let pool = database.pool();
    sqlx::query("UPDATE members SET id = $1 WHERE id = $2")
        .bind(id(900))
        .bind(SANNE.0)
        .execute(&pool)
        .await
        .unwrap();
    let renamed = Subject(StreamId::Membership(MemberId(id(900))));
    let empty = page(&pool, &renamed, &Filter::default()).await.unwrap().unwrap();
    assert!(empty.entries.is_empty() && empty.next.is_none());
}
