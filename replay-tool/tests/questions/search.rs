//! The search above the operators' screens: every kind of subject by what an operator has of it, with titles in words.

use fairway_audit::search::{Search, search};
use fairway_audit::subject;
use fairway_audit::subject_page::subject_page;
use fairway_events::journal::Batch;
use fairway_events::testing::TestDatabase;
use fairway_events::{
    Actor, ClubId, Holes, Journal, MemberId, SettlementEvent, StreamId, TariffPrices, VatRegime,
    WaitingGroupId, WaitingListEvent,
};
use sqlx::PgPool;

use crate::support::{Scenario, append, at, id, play_date};

/// The hits, each as kind, title and detail.
async fn found(pool: &PgPool, text: &str) -> Vec<String> {
    let Search { results, position, message, .. } = search(pool, text).await.unwrap();
    assert_eq!(position, None, "{text}");
    assert_eq!(message, None, "{text}");
    results.into_iter().map(|hit| format!("{}: {} | {}", hit.kind, hit.title, hit.detail)).collect()
}

async fn message(pool: &PgPool, text: &str) -> String {
    let Search { results, position, message, .. } = search(pool, text).await.unwrap();
    assert!(results.is_empty() && position.is_none(), "{text}: {results:?}");
    message.unwrap()
}

const JAN: &str = "member: Jan de Vries | jan@fairway.example";
const SANNE: &str = "member: Sanne Bakker | sanne@fairway.example";
const BOOKING: &str = "booking: Golfclub De Wilgenhoek, Sat 28 Nov 2026, 18 holes | Jan de Vries";
const DAY: &str = "club_day: Golfclub De Wilgenhoek, Sat 28 Nov 2026 | 2 places taken, no limit";

async fn written() -> (TestDatabase, PgPool, Scenario) {
    let database = TestDatabase::new().await;
    let scenario = Scenario::write_to(&database).await;
    scenario.add_order(&database).await;
    let pool = database.pool();
    (database, pool, scenario)
}

async fn do_sql(pool: &PgPool, sql: &str) {
    sqlx::query(sql).execute(pool).await.unwrap();
}

#[tokio::test]
async fn every_kind_is_found_by_what_an_operator_has_of_it() {
    let (_database, pool, scenario) = written().await;
    let order = "order: Order of 1 voucher for 18 holes, € 32.50 | paid, placed Wed 25 Nov 2026 10:00:00 CET, of Jan de \
                 Vries <jan@fairway.example>";
    let voucher = "voucher: Voucher “Welkomstbonus” | 18 holes, until Sat 28 Nov 2026, of Sanne Bakker \
                   <sanne@fairway.example>";
    for (text, expected) in [
        ("Jan@Fairway.example ".to_owned(), JAN),
        (id(2).to_string(), SANNE),
        (scenario.booking.to_string(), BOOKING),
        (scenario.place_of_sanne.0.simple().to_string(), BOOKING),
        (id(50).to_string(), voucher),
        (id(70).to_string(), order),
        (scenario.booking.number().to_string(), BOOKING),
        ("oooo oooa".to_owned(), BOOKING),
        ("OooO-oOoA".to_owned(), BOOKING),
        ("oooo - oooa".to_owned(), BOOKING),
        ("ooooOOOA".to_owned(), BOOKING),
        ("tr_7UhSN1zuXS".to_owned(), order),
        ("de-wilgenhoek/2026-11-28".to_owned(), DAY),
        ("wilgenhoek 2026-11-28".to_owned(), DAY),
        ("2026-11-28, Golfclub De Wilgenhoek".to_owned(), DAY),
    ] {
        assert_eq!(found(&pool, &text).await, [expected], "{text}");
    }
    do_sql(&pool, "UPDATE clubs SET daily_capacity = 40").await;
    let limited = found(&pool, "wilgenhoek 2026-11-28").await;
    assert!(limited[0].ends_with("| 2 of 40 places taken"), "{limited:?}");
    let quiet = found(&pool, "wilgenhoek 2027-01-01").await;
    assert!(quiet[0].ends_with("| 0 of 40 places taken"), "{quiet:?}");
}

#[tokio::test]
async fn a_waiting_list_is_found_where_somebody_waited_and_a_day_without_one_says_so() {
    let (_database, pool, _scenario) = written().await;
    let texts = ["waiting-list/de-wilgenhoek/2026-11-28", "waiting-list/wilgenhoek 2026-11-28"];
    for text in texts {
        assert_eq!(
            message(&pool, text).await,
            "no list on that day: nobody has waited for Sat 28 Nov 2026",
            "{text}"
        );
    }
    let (club, member) = (ClubId::from("de-wilgenhoek"), MemberId(id(1)));
    let started = WaitingListEvent::GroupStartedWaiting {
        club: club.clone(),
        date: play_date(),
        group: WaitingGroupId(id(90)),
        holes: Holes::Eighteen,
        players: vec![member],
        by: member,
        at: at(),
    };
    let appends =
        vec![append(StreamId::WaitingList(club, play_date()), 0, started, 300, &Actor::Member(member))];
    Journal::new(pool.clone()).append(&Batch { appends, receipts: Vec::new() }, at()).await.unwrap();
    for text in texts {
        let Search { by, results, .. } = search(&pool, text).await.unwrap();
        let ids: Vec<(&str, &str)> = results.iter().map(|hit| (hit.kind, hit.id.as_str())).collect();
        assert_eq!((by, ids), ("id", vec![("waiting_list", texts[0])]), "{text}");
    }
    let unknown = message(&pool, "waiting-list/pebble beach/2026-11-28").await;
    assert_eq!(unknown, "no club is called “pebble beach”");
}

#[tokio::test]
async fn what_a_club_is_owed_is_found_by_its_name_once_it_has_a_tariff() {
    let (_database, pool, _scenario) = written().await;
    let texts = ["settlement/de-wilgenhoek", "settlement/wilgenhoek"];
    for text in texts {
        assert_eq!(message(&pool, text).await, "no tariff of that club was ever set", "{text}");
    }
    let club = ClubId::from("de-wilgenhoek");
    let prices = TariffPrices { weekday_9: 1, weekday_18: 1, weekend_9: 1, weekend_18: 1, absence: 0 };
    let (from, vat) = (play_date(), VatRegime::Low);
    let set = SettlementEvent::TariffSet { club: club.clone(), from, prices, vat };
    let appends = vec![append(StreamId::Settlement(club), 0, set, 300, &Actor::Operator("Eva".to_owned()))];
    Journal::new(pool.clone()).append(&Batch { appends, receipts: Vec::new() }, at()).await.unwrap();
    for text in texts {
        assert_eq!(
            found(&pool, text).await,
            ["settlement: Settlement of Golfclub De Wilgenhoek | "],
            "{text}"
        );
    }
    let subject = subject::find(&pool, texts[0]).await.unwrap().unwrap();
    let page = subject_page(&pool, &subject, None, None, at()).await.unwrap().unwrap();
    let facts: Vec<&str> = page.facts.iter().map(|fact| fact.value.as_str()).collect();
    assert_eq!(
        facts,
        [
            "November 2026",
            "0",
            "9 holes € 0.01, 18 holes € 0.01, at weekends € 0.01 and € 0.01, an absence nothing, 9 % VAT"
        ]
    );
    assert_eq!((page.kind, page.at.of), ("settlement", 1));
    assert_eq!(page.title, ["Settlement of Golfclub De Wilgenhoek"]);
}

#[tokio::test]
async fn bookings_with_one_number_are_all_listed_and_eight_digits_are_an_id_first() {
    let (_database, pool, scenario) = written().await;
    let number = scenario.booking.number().to_string();
    do_sql(
        &pool,
        "INSERT INTO reservations_bookings
         SELECT (jsonb_populate_record(booking, jsonb_build_object('booking_id', 'aaaaaaaa-0000-0000-0000-00000000000a'))).*
         FROM reservations_bookings AS booking WHERE booking_id = '00000000-0000-0000-0000-00000000000a'",
    )
    .await;
    let hits = search(&pool, &number).await.unwrap();
    let ids: Vec<&str> = hits.results.iter().map(|hit| hit.id.as_str()).collect();
    let (other, booking) = ("aaaaaaaa-0000-0000-0000-00000000000a", scenario.booking.to_string());
    assert_eq!((ids, hits.message), (vec![other, booking.as_str()], None));
    // The number of another id is the beginning of this one.
    assert_eq!(search(&pool, "aaaaaaaa").await.unwrap().results[0].id, other);
    assert!(message(&pool, "7K3Q-9F2M").await.starts_with("nothing is known under “7K3Q-9F2M”"));
}

#[tokio::test]
async fn the_first_digits_of_an_id_find_everything_that_begins_with_them() {
    let (_database, pool, _scenario) = written().await;
    let hits = search(&pool, "00000000").await.unwrap();
    let kinds: Vec<&str> = hits.results.iter().map(|hit| hit.kind).collect();
    for kind in ["member", "booking", "voucher", "order"] {
        assert!(kinds.contains(&kind), "{kinds:?}");
    }
    assert_eq!(hits.message, None);
    do_sql(
        &pool,
        "INSERT INTO members (id, email, password_hash, first_name, last_name, created_at)
         SELECT ('00000000-0000-0000-0001-' || lpad(number::text, 12, '0'))::uuid, number || '@x', 'none', 'A', 'B', now()
         FROM generate_series(1, 60) AS number",
    )
    .await;
    let hits = search(&pool, "00000000").await.unwrap();
    assert!(hits.message.unwrap().contains("more ids"), "and never all of them");
    assert!(hits.results.len() <= 50, "{}", hits.results.len());
}

#[tokio::test]
async fn members_are_found_by_parts_of_their_name_whatever_its_accents_and_by_the_beginning_of_their_address()
{
    let (_database, pool, _scenario) = written().await;
    for (name, prefix, last, email) in [
        ("Zoë", "van der", "Müller", "zm@fairway.example"),
        ("Élodie", "", "Ångström-O'Neill", "elodie@fairway.example"),
        ("Sanna", "", "Smit", "info.sanna@fairway.example"),
    ] {
        sqlx::query(
            "INSERT INTO members (id, email, password_hash, first_name, prefix, last_name, created_at)
             VALUES (gen_random_uuid(), $1, 'none', $2, $3, $4, now())",
        )
        .bind(email)
        .bind(name)
        .bind(prefix)
        .bind(last)
        .execute(&pool)
        .await
        .unwrap();
    }
    let (zoe, sanna) = (
        "member: Zoë van der Müller | zm@fairway.example",
        "member: Sanna Smit | info.sanna@fairway.example",
    );
    let elodie = "member: Élodie Ångström-O'Neill | elodie@fairway.example";
    for (text, expected) in [
        ("vries", vec![JAN]),
        ("jan vr", vec![JAN]),
        ("Vries, Jan", vec![JAN]),
        ("de", vec![zoe, JAN]),
        ("zoe MULLER", vec![zoe]),
        ("ZOË", vec![zoe]),
        ("van der muller", vec![zoe]),
        ("elodie", vec![elodie]),
        ("angstrom-o'ne", vec![elodie]),
        ("san", vec![SANNE, sanna]),
        ("info.s", vec![sanna]),
        ("zm", vec![zoe]),
    ] {
        let all = found(&pool, text).await;
        // `de` is also a part of Élodie.
        let all: Vec<&str> =
            all.iter().map(String::as_str).filter(|hit| text != "de" || *hit != elodie).collect();
        assert_eq!(all, expected, "{text}");
    }
    for text in ["fairway.example", "s.nne", "jan bakker", "%", "_"] {
        assert!(message(&pool, text).await.contains("nothing is known under"), "{text}");
    }
    // An erased member is found by id, without a name.
    do_sql(&pool, "DELETE FROM members WHERE email LIKE 'sanne%'").await;
    message(&pool, "bakker").await;
    assert_eq!(found(&pool, &id(2).to_string()).await, ["member: erased member …0002 | "]);
}

#[tokio::test]
async fn twenty_members_are_shown_in_the_order_of_their_names() {
    let (_database, pool, _scenario) = written().await;
    do_sql(
        &pool,
        "INSERT INTO members (id, email, password_hash, first_name, last_name, created_at)
         SELECT gen_random_uuid(), 'many' || number || '@x', 'none', 'Piet', 'Vries' || chr(96 + number), now()
         FROM generate_series(1, 25) AS number",
    )
    .await;
    let Search { results, message, .. } = search(&pool, "vries").await.unwrap();
    assert_eq!(results.len(), 20);
    assert!(message.unwrap().contains("first 20 members"), "and never all of them");
    let titles: Vec<&str> = results.iter().map(|hit| hit.title.as_str()).collect();
    assert_eq!(titles[..3], ["Jan de Vries", "Piet Vriesa", "Piet Vriesb"]);
}

#[tokio::test]
async fn an_answer_says_what_the_text_was_taken_for() {
    let (_database, pool, scenario) = written().await;
    let (booking, nobody) = (scenario.booking.to_string(), "nobody@fairway.example".to_owned());
    for (text, by) in [
        ("jan@fairway.example".to_owned(), "address"),
        (nobody, "address"),
        ("tr_7UhSN1zuXS".to_owned(), "payment"),
        (booking, "id"),
        (scenario.booking.number().to_string(), "booking number"),
        ("wilgenhoek 2026-11-28".to_owned(), "day"),
        ("bakker".to_owned(), "name"),
        ("nonsense".to_owned(), "name"),
    ] {
        assert_eq!(search(&pool, &text).await.unwrap().by, by, "{text}");
    }
}

#[tokio::test]
async fn positions_are_found_in_the_journal_and_what_is_unknown_has_a_sentence() {
    let (_database, pool, _scenario) = written().await;
    for (text, position) in [("#4", 4), ("4", 4), (" #15 ", 15)] {
        let Search { by, results, position: found, message } = search(&pool, text).await.unwrap();
        assert!(results.is_empty() && message.is_none());
        assert_eq!((by, found), ("position", Some(position)), "{text}");
    }
    for (text, why) in [
        ("#4812", "the journal has no position 4812 yet"),
        ("4812", "the journal has no position 4812 yet"),
        ("12345678", "nothing is known under “12345678”"),
        (&id(404).to_string(), "nothing is known under"),
        ("tr_unknown", "no order has the payment"),
        ("nobody@fairway.example", "no member has the address"),
        ("pebble beach 2026-11-28", "no club is called “pebble beach”"),
        ("nonsense", "a member's name or the beginning of an address"),
        ("", "nothing is known under “”"),
        ("a\0b\n", "nothing is known under “ab”"),
        (&"x".repeat(100_000), "nothing is known under"),
    ] {
        let message = message(&pool, text).await;
        assert!(message.contains(why), "{text}: {message}");
    }
}
