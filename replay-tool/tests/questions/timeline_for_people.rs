//! A timeline for people: what its rows say, which of an act's events tells it, and what is looked for in it.

use fairway_audit::subject::Subject;
use fairway_audit::timeline::{Category, Filter, Page, PageEntry, SearchText, event, page};
use fairway_events::journal::{Batch, StreamAppend};
use fairway_events::testing::TestDatabase;
use fairway_events::{Actor, Journal, MemberId, MembershipEvent, OrderId, Position, StreamId};
use sqlx::PgPool;

use crate::support::{Scenario, at, id};

const SANNE: MemberId = MemberId(uuid::Uuid::from_u128(2));

fn sanne() -> Subject {
    Subject(StreamId::Membership(SANNE))
}

async fn asked(pool: &PgPool, subject: &Subject, filter: &Filter) -> Page {
    page(pool, subject, filter).await.unwrap().unwrap()
}

/// The positions of a page's events, newest first.
fn positions(page: &Page) -> Vec<Position> {
    let events = page.entries.iter().filter_map(|entry| match entry {
        PageEntry::Event(event) => Some(event.entry.position),
        PageEntry::Act(_) => None,
    });
    events.collect()
}

fn acts(page: &Page) -> Vec<&str> {
    let acts = page.entries.iter().filter_map(|entry| match entry {
        PageEntry::Act(act) => Some(act.act.as_str()),
        PageEntry::Event(_) => None,
    });
    acts.collect()
}

fn text(words: &str) -> Filter {
    Filter { text: SearchText::of(words), limit: 100, ..Filter::default() }
}

#[tokio::test]
async fn an_event_is_told_with_names_and_the_number_of_its_booking() {
    let database = TestDatabase::new().await;
    let scenario = Scenario::write_to(&database).await;
    let filter = Filter { limit: 100, ..Filter::default() };
    let booking = Subject(StreamId::Reservation(scenario.booking));
    let page = asked(&database.pool(), &booking, &filter).await;
    let events: Vec<_> = page
        .entries
        .iter()
        .rev()
        .map(|entry| match entry {
            PageEntry::Event(event) => event,
            PageEntry::Act(act) => panic!("{act:?}"),
        })
        .collect();
    let sentences: Vec<&str> = events.iter().map(|event| event.sentence.as_str()).collect();
    assert_eq!(
        sentences,
        [
            "Jan de Vries booked 18 holes at Golfclub De Wilgenhoek on Sat 28 Nov 2026 (0000-000A), with Sanne Bakker",
            "Jan de Vries uses a right of pass “Jaarabonnement” at Golfclub De Wilgenhoek on Sat 28 Nov 2026 (0000-000A)",
            "Sanne Bakker uses voucher “Welkomstbonus” at Golfclub De Wilgenhoek on Sat 28 Nov 2026 (0000-000A)",
            "Voucher “Welkomstbonus” is used for Sat 28 Nov 2026",
            "2 places taken at Golfclub De Wilgenhoek on Sat 28 Nov 2026 (0000-000A)",
            "Sanne Bakker cancelled their own place at Golfclub De Wilgenhoek on Sat 28 Nov 2026 (0000-000A)",
            "Sanne Bakker got voucher “Welkomstbonus” back at Golfclub De Wilgenhoek on Sat 28 Nov 2026 (0000-000A)",
            "Voucher “Welkomstbonus” is free again",
            "1 place free again at Golfclub De Wilgenhoek on Sat 28 Nov 2026 (0000-000A)",
        ]
    );
    let heaviest = |request: u128| {
        let act = events.iter().filter(|event| event.entry.correlation_id == id(request));
        act.max_by_key(|event| (event.weight, event.entry.position)).unwrap().entry.event
    };
    assert_eq!([heaviest(102), heaviest(103)], ["RoundBooked", "PlaceCancelled"]);
    assert_eq!((events[0].category, events[1].category), (Category::Bookings, Category::Rights));
    assert_eq!((events[0].number.as_str(), events[3].number.as_str()), ("0000-000A", ""));
    assert_eq!(page.categories, [Category::Bookings, Category::Rights, Category::Operator]);
    assert_eq!(page.searched, 0);
}

#[tokio::test]
async fn an_event_has_the_others_of_its_act_and_no_other_ones() {
    let database = TestDatabase::new().await;
    Scenario::write_to(&database).await;
    let pool = database.pool();
    let booked = event(&pool, 6).await.unwrap().unwrap();
    let others: Vec<Position> = booked.act.iter().map(|other| other.position).collect();
    // Another booking was made in the same request, as by an import.
    assert_eq!((others, booked.act_has_more), (vec![4, 5, 7, 8, 9, 10, 11], false));
    assert_eq!(booked.act[0].event, "RoundBooked");
    assert!(booked.act.iter().all(|other| !other.sentence.is_empty() && !other.subjects.is_empty()));
    let alone = event(&pool, 1).await.unwrap().unwrap();
    assert!(alone.act.is_empty() && !alone.act_has_more);
}

#[tokio::test]
async fn a_category_has_its_events_and_the_acts_of_operators() {
    let database = TestDatabase::new().await;
    Scenario::write_to(&database).await;
    let pool = database.pool();
    for (minute, action) in [(1, "disable"), (2, "grant voucher"), (3, "view")] {
        sqlx::query(
            "INSERT INTO operator_actions (id, at, operator, reason, action, subject, member_id)
             VALUES (gen_random_uuid(), $1 + $2 * interval '1 minute', 'Eva', 'ticket 7', $3, 'account', $4)",
        )
        .bind(at())
        .bind(minute)
        .bind(action)
        .bind(SANNE.0)
        .execute(&pool)
        .await
        .unwrap();
    }
    for (category, events, operators) in [
        (Category::Bookings, vec![12, 4], vec![]),
        (Category::Rights, vec![14, 13, 7, 6, 3, 2], vec![]),
        (Category::Payments, vec![], vec![]),
        (Category::Account, vec![], vec!["disable"]),
        (Category::Operator, vec![], vec!["grant voucher", "disable"]),
    ] {
        let filter = Filter { category: Some(category), limit: 100, ..Filter::default() };
        let page = asked(&pool, &sanne(), &filter).await;
        assert_eq!((positions(&page), acts(&page)), (events, operators), "{category:?}");
        assert_eq!(page.categories, Category::ALL);
    }
    let both = Filter {
        category: Some(Category::Rights),
        events: vec!["RoundBooked".to_owned(), "PlayRightClaimed".to_owned()],
        limit: 100,
        ..Filter::default()
    };
    assert_eq!(positions(&asked(&pool, &sanne(), &both).await), [6]);
    let found = asked(&pool, &sanne(), &text("EVA ticket")).await;
    assert_eq!((positions(&found), acts(&found)), (vec![], vec!["grant voucher", "disable"]));
}

#[tokio::test]
async fn a_text_is_found_in_what_the_entries_say() {
    let database = TestDatabase::new().await;
    Scenario::write_to(&database).await;
    let pool = database.pool();
    for (words, expected) in [
        ("cancelled sanne", vec![12]),
        ("WELKOMST", vec![14, 13, 7, 6, 4, 3, 2]),
        ("balie", vec![14, 13, 12]),
        ("0000-000a", vec![13, 12, 6, 4]),
        ("placecancelled", vec![12]),
        ("nobody says this", vec![]),
    ] {
        let page = asked(&pool, &sanne(), &text(words)).await;
        assert_eq!((positions(&page), page.next, page.searched), (expected, None, 8), "{words}");
    }
    let only = Filter { category: Some(Category::Bookings), ..text("welkomst") };
    assert_eq!(positions(&asked(&pool, &sanne(), &only).await), [4], "both filters hold");
    let first = asked(&pool, &sanne(), &Filter { limit: 2, ..text("sanne") }).await;
    assert_eq!((positions(&first), first.next), (vec![14, 13], Some(13)), "also as the actor");
    let rest = Filter { before: first.next, ..text("sanne") };
    assert_eq!(positions(&asked(&pool, &sanne(), &rest).await), [12, 6, 4, 3, 2]);
}

#[tokio::test]
async fn a_text_that_is_far_back_is_found_by_going_on() {
    let database = TestDatabase::new().await;
    Scenario::write_to(&database).await;
    let pool = database.pool();
    let opened = |number: u128| MembershipEvent::VoucherOrderOpened {
        member: SANNE,
        order: OrderId(id(10_000 + number)),
        quantity: 1,
        year: 2026,
    };
    let append = StreamAppend {
        stream: StreamId::Membership(SANNE),
        version: 3,
        events: (0..2_500).map(|number| opened(number).into()).collect(),
        correlation_id: id(900),
        actor: Actor::Member(SANNE),
        metadata: Default::default(),
    };
    let batch = Batch { appends: vec![append], receipts: Vec::new() };
    Journal::new(pool.clone()).append(&batch, at()).await.unwrap();

    let first = asked(&pool, &sanne(), &text("welkomst")).await;
    let last_read = 15 + 500 + 1;
    assert_eq!((positions(&first), first.next, first.searched), (vec![], Some(last_read), 2_000));
    let rest = asked(&pool, &sanne(), &Filter { before: first.next, ..text("welkomst") }).await;
    assert_eq!((positions(&rest), rest.next), (vec![14, 13, 7, 6, 4, 3, 2], None));
    assert_eq!(rest.searched, 508);

    let buying = Filter { limit: 3, ..text("buying") };
    let first = asked(&pool, &sanne(), &buying).await;
    assert_eq!((positions(&first), first.next), (vec![2_515, 2_514, 2_513], Some(2_513)));
    let second = asked(&pool, &sanne(), &Filter { before: first.next, ..buying }).await;
    assert_eq!(positions(&second), [2_512, 2_511, 2_510], "nothing is missing between two pages");
}
