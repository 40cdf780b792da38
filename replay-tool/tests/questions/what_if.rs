//! Every alternative of `what_if` is answered as `explain` answers it as a request of its own.

use fairway_audit::explain::{Alternative, AlternativeKind, Request, clubs, explain, what_if};
use fairway_events::Holes;
use fairway_events::testing::TestDatabase;
use sqlx::PgPool;

use crate::support::{Scenario, at, id};

/// Jan has a pass for one day, Sanne a voucher until that day. 14 more clubs lie to the east, each further away; some offer
/// 9 holes only, some are closed or full.
async fn prepared() -> (TestDatabase, PgPool) {
    let database = TestDatabase::new().await;
    Scenario::write_to(&database).await;
    let pool = database.pool();
    for statement in [
        "UPDATE members SET initials = 'X', street = 'Laan', housenumber = '1', postcode = '1234 AB',
             city = 'Baarn', telephone = '+31355550100', gender = 'F', birthdate = '1970-01-01'",
        "UPDATE clubs SET daily_capacity = 3",
        "INSERT INTO clubs SELECT 'club-' || number, 'Club ' || number, city, 'C' || number, keywords, lat, lon + number,
             CASE number % 3 WHEN 0 THEN '{9}'::smallint[] ELSE '{9,18}' END, '', '', '', 9,
             CASE number WHEN 4 THEN 0 END, CASE number WHEN 5 THEN '{6}'::smallint[] ELSE '{}' END
         FROM clubs, generate_series(1, 14) AS number",
        "INSERT INTO club_closures VALUES ('club-7', '2026-11-28', 'Onderhoud'), ('de-wilgenhoek', '2026-11-30', 'Mist')",
    ] {
        sqlx::query(statement).execute(&pool).await.unwrap();
    }
    (database, pool)
}

fn request(with: &[&str], at: Option<&str>) -> Request {
    Request {
        member: "jan@fairway.example".to_owned(),
        date: "2026-11-28".parse().unwrap(),
        club: "Wilgenhoek".to_owned(),
        holes: None,
        with: with.iter().map(|text| (*text).to_owned()).collect(),
        at: at.map(|text| text.parse().unwrap()),
        clock: at.is_none().then(self::at),
    }
}

async fn alternatives(pool: &PgPool, request: &Request) -> Vec<Alternative> {
    what_if(pool, request).await.unwrap().unwrap()
}

#[tokio::test]
async fn every_alternative_is_what_explain_answers() {
    let (_database, pool) = prepared().await;
    let third = id(3).to_string();
    let mut sentences = std::collections::BTreeSet::new();
    let mut bookable = 0;
    for base in [
        request(&["sanne@fairway.example"], Some("3")),
        request(&["sanne@fairway.example", &third], Some("8")),
        request(&["sanne@fairway.example"], Some("2026-11-25 10:00")),
        request(&[&third], None),
        Request { holes: Some(Holes::Nine), ..request(&[], None) },
        Request { date: "2027-02-01".parse().unwrap(), ..request(&["sanne@fairway.example"], Some("3")) },
    ] {
        let all = alternatives(&pool, &base).await;
        assert!(all.len() > 20, "{}", all.len());
        for Alternative { change, request, bookable: is_bookable, sentence, .. } in all {
            let alone = explain(&pool, &request).await.unwrap().unwrap();
            assert_eq!((is_bookable, &sentence), (alone.bookable, &alone.sentence), "{change}");
            bookable += usize::from(is_bookable);
            sentences.extend(sentence);
        }
    }
    assert!(bookable > 10, "{bookable}");
    assert!(sentences.len() >= 6, "{sentences:?}");
}

#[tokio::test]
async fn the_alternatives_are_each_player_the_other_holes_each_day_and_the_nearest_clubs() {
    let (_database, pool) = prepared().await;
    let base = request(&["sanne@fairway.example", &id(3).to_string()], Some("3"));
    let all = alternatives(&pool, &base).await;
    let of = |kind: AlternativeKind| -> Vec<&str> {
        all.iter().filter(|one| one.kind == kind).map(|one| one.change.as_str()).collect()
    };
    assert_eq!(of(AlternativeKind::Player), ["without Sanne Bakker", "without erased member …0003"]);
    assert_eq!(of(AlternativeKind::Holes), ["with 9 holes"]);
    let days = of(AlternativeKind::Day);
    // From Wednesday 25 November to the Sunday of the week after next, without the day that was asked about.
    assert_eq!(
        (days.len(), days[0], days[17]),
        (18, "on Wednesday 25 November 2026", "on Sunday 13 December 2026")
    );
    assert!(!days.contains(&"on Saturday 28 November 2026"));
    let nearest: Vec<String> = (1..=12).map(|number| format!("at Club {number}")).collect();
    assert_eq!(of(AlternativeKind::Club), nearest);

    let first = serde_json::to_value(&all[0]).unwrap();
    assert_eq!(
        first["request"],
        serde_json::json!({
            "member": "jan@fairway.example", "date": "2026-11-28", "club": "Wilgenhoek", "holes": null,
            "with": [id(3)], "at": "3",
        })
    );
    assert_eq!(first["kind"], "player");
    let short = Request { club: "club-3".to_owned(), ..base };
    let kinds: Vec<_> = alternatives(&pool, &short).await.iter().map(|one| one.kind).collect();
    assert!(!kinds.contains(&AlternativeKind::Holes), "the club offers 9 holes only");
    let refused = what_if(&pool, &Request { club: "pebble beach".to_owned(), ..short }).await.unwrap();
    assert!(refused.unwrap_err().contains("no club is called"));
    let erased = Request { member: id(3).to_string(), ..request(&[], Some("3")) };
    assert!(alternatives(&pool, &erased).await.is_empty(), "nobody is there who could book");
}

#[tokio::test]
async fn clubs_can_be_chosen_by_name() {
    let (_database, pool) = prepared().await;
    let clubs = clubs(&pool).await.unwrap();
    let names: Vec<&str> = clubs.iter().map(|club| club.name.as_str()).collect();
    assert_eq!((names.len(), names[0], names[14]), (15, "Club 1", "Golfclub De Wilgenhoek"));
    assert_eq!(clubs[14].holes, [9, 18]);
}
