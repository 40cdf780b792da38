//! The search by what a caller says: telephone, day of birth, federation number, postcode, a club and a day in words, and
//! names as people write them; who fits best comes first.

use chrono::NaiveDate;
use fairway_audit::search::{Search, search_on};
use fairway_events::testing::TestDatabase;
use sqlx::PgPool;

use crate::support::{Scenario, at};

/// First name, prefix, last name, initials, telephone, day of birth, GSN, postcode, house number.
type Person = [&'static str; 9];

const PEOPLE: [Person; 6] = [
    ["Willem", "", "Jansen", "W", "+31612345678", "1980-03-12", "NL12345678", "1234 AB", "12"],
    ["Tim", "", "Janssens", "T.A.", "+31612345678", "1990-01-02", "", "1234 AB", "12 a"],
    ["Arjan", "de", "Jong", "", "+32470123456", "1980-03-12", "", "1234 AB", "120"],
    ["Jan", "de", "Vries", "J.P.", "", "1961-12-03", "", "", ""],
    ["Pim", "van ’t", "Hof", "P", "", "", "", "", ""],
    ["Eva", "", "Smit\u{2010}O’Neill", "E", "", "", "", "", ""],
];

fn today() -> NaiveDate {
    at().date_naive()
}

async fn prepared() -> (TestDatabase, PgPool) {
    let database = TestDatabase::new().await;
    Scenario::write_to(&database).await;
    let pool = database.pool();
    // The scenario has a Jan de Vries of its own.
    for (number, [first, prefix, last, initials, telephone, birthdate, gsn, postcode, housenumber]) in
        (1..).zip(PEOPLE)
    {
        sqlx::query(
            "INSERT INTO members (id, email, password_hash, first_name, prefix, last_name, initials, telephone, birthdate, gsn,
                 postcode, housenumber, city, created_at)
             VALUES (gen_random_uuid(), $1, 'none', $2, $3, $4, $5, $6, nullif($7, '')::date, $8, $9, $10, 'Baarn', now())",
        )
        .bind(format!("{number}@people.example"))
        .bind(first)
        .bind(prefix)
        .bind(last)
        .bind(initials)
        .bind(telephone)
        .bind(birthdate)
        .bind(gsn)
        .bind(postcode)
        .bind(housenumber)
        .execute(&pool)
        .await
        .unwrap();
    }
    sqlx::query("DELETE FROM members WHERE email LIKE 'jan@%'").execute(&pool).await.unwrap();
    (database, pool)
}

/// What the text was taken for, the titles of the hits, and whether there is one that it names.
async fn found(pool: &PgPool, text: &str) -> (&'static str, Vec<String>, bool) {
    let found = search_on(pool, text, today()).await.unwrap();
    let is_exact = found.is_exact();
    let Search { by, results, .. } = found;
    (by, results.into_iter().map(|hit| hit.title).collect(), is_exact)
}

#[tokio::test]
async fn a_member_is_found_by_each_fact_and_two_are_enough_to_know_them_by() {
    let (_database, pool) = prepared().await;
    for (text, titles, is_exact) in [
        ("06 12345678", vec!["Willem Jansen", "Tim Janssens"], false),
        ("0470 12 34 56", vec!["Arjan de Jong"], false),
        ("+32 470 12 34 56", vec!["Arjan de Jong"], false),
        ("12-03-1980", vec!["Willem Jansen", "Arjan de Jong"], false),
        ("12 maart 1980", vec!["Willem Jansen", "Arjan de Jong"], false),
        ("nl 1234 5678", vec!["Willem Jansen"], false),
        ("1234ab 12", vec!["Willem Jansen", "Tim Janssens"], false),
        ("1234 AB 12a", vec!["Tim Janssens"], false),
        ("1234AB", vec!["Willem Jansen", "Tim Janssens", "Arjan de Jong"], false),
        ("0612345678 12-03-1980", vec!["Willem Jansen"], true),
        ("2-1-1990, 06-12345678", vec!["Tim Janssens"], true),
        ("de jong 12-03-1980", vec!["Arjan de Jong"], false),
        ("A. de Jong 1234ab", vec!["Arjan de Jong"], false),
    ] {
        let titles: Vec<String> = titles.into_iter().map(str::to_owned).collect();
        assert_eq!(found(&pool, text).await, ("facts", titles, is_exact), "{text}");
    }
    for text in ["0612345679", "13-03-1980", "NL12345679", "1234AB 13", "0612345678 13-03-1980"] {
        let Search { results, message, .. } = search_on(&pool, text, today()).await.unwrap();
        assert!(results.is_empty(), "{text}: {results:?}");
        assert!(message.unwrap().starts_with("nothing is known under"), "{text}");
    }
}

#[tokio::test]
async fn the_best_name_comes_first() {
    let (_database, pool) = prepared().await;
    for (text, titles) in [
        ("jan", vec!["Jan de Vries", "Willem Jansen", "Tim Janssens", "Arjan de Jong"]),
        ("jansen", vec!["Willem Jansen"]),
        ("de vries", vec!["Jan de Vries"]),
        ("JAN DE VRIES", vec!["Jan de Vries"]),
    ] {
        assert_eq!(found(&pool, text).await.1, titles, "{text}");
    }
}

#[tokio::test]
async fn names_are_found_in_one_word_with_initials_and_with_either_apostrophe() {
    let (_database, pool) = prepared().await;
    for (text, title) in [
        ("devries", "Jan de Vries"),
        ("jan devries", "Jan de Vries"),
        ("vanthof", "Pim van ’t Hof"),
        ("van't hof", "Pim van ’t Hof"),
        ("t hof", "Pim van ’t Hof"),
        ("smitoneill", "Eva Smit\u{2010}O’Neill"),
        ("J. de Vries", "Jan de Vries"),
        ("J.P. de Vries", "Jan de Vries"),
        ("de Vries, J.P.", "Jan de Vries"),
        ("A. de Jong", "Arjan de Jong"),
        ("W Jansen", "Willem Jansen"),
    ] {
        assert_eq!(found(&pool, text).await, ("name", vec![title.to_owned()], false), "{text}");
    }
    for text in ["P. de Vries", "J.X. de Vries", "X. Jansen"] {
        assert!(found(&pool, text).await.1.is_empty(), "{text}");
    }
}

#[tokio::test]
async fn a_clubs_day_is_found_in_words_and_a_club_alone_is_that_of_today() {
    let (_database, pool) = prepared().await;
    for (text, day, is_exact) in [
        ("wilgenhoek 3 dec", "Thu 3 Dec 2026", true),
        ("28-11 De Wilgenhoek", "Sat 28 Nov 2026", true),
        ("wilgenhoek morgen", "Thu 26 Nov 2026", true),
        ("Golfclub De Wilgenhoek", "Wed 25 Nov 2026", false),
        ("wilgenh", "Wed 25 Nov 2026", false),
    ] {
        let title = format!("Golfclub De Wilgenhoek, {day}");
        assert_eq!(found(&pool, text).await, ("day", vec![title], is_exact), "{text}");
    }
}

#[tokio::test]
async fn members_are_found_by_the_domain_of_their_address() {
    let (_database, pool) = prepared().await;
    let (by, titles, is_exact) = found(&pool, "@People.example").await;
    assert_eq!((by, titles.len(), is_exact), ("address", 6, false));
    let nobody = search_on(&pool, "@nowhere.example", today()).await.unwrap();
    assert_eq!(nobody.message.as_deref(), Some("no member has an address that ends with @nowhere.example"));
}

#[tokio::test]
async fn hits_have_what_distinguishes_them() {
    let (_database, pool) = prepared().await;
    sqlx::query("UPDATE members SET disabled_at = now() WHERE first_name = 'Willem'")
        .execute(&pool)
        .await
        .unwrap();
    let jansen = search_on(&pool, "jansen", today()).await.unwrap();
    let hit = &jansen.results[0];
    assert_eq!((hit.city.as_str(), hit.state, hit.number.as_str()), ("Baarn", "disabled", ""));
    let booking = search_on(&pool, "0000-000A", today()).await.unwrap();
    assert!(booking.is_exact());
    let hit = &booking.results[0];
    assert_eq!((hit.city.as_str(), hit.state, hit.number.as_str()), ("", "", "0000-000A"));
}

#[tokio::test]
async fn each_fact_has_an_index() {
    let (_database, pool) = prepared().await;
    sqlx::query(
        "INSERT INTO members (id, email, password_hash, first_name, last_name, telephone, birthdate, gsn, postcode, created_at)
         SELECT gen_random_uuid(), 'many' || number || '@x', 'none', 'Piet', 'Many', '+316' || 10000000 + number,
             date '1930-01-01' + number, 'NL' || 10000000 + number, 1000 + number / 10 || ' XY', now()
         FROM generate_series(1, 20000) AS number",
    )
    .execute(&pool)
    .await
    .unwrap();
    sqlx::query("ANALYZE members").execute(&pool).await.unwrap();
    for (condition, index) in [
        ("telephone <> '' AND telephone = ANY ('{+31610000001}')", "members_telephone_idx"),
        ("birthdate = '1950-01-01'", "members_birthdate_idx"),
        ("gsn <> '' AND gsn = 'NL10000001'", "members_gsn_idx"),
        ("postcode <> '' AND postcode = '1234 XY'", "members_postcode_idx"),
    ] {
        let sql = format!("EXPLAIN SELECT id FROM members WHERE {condition}");
        let plan: Vec<String> = sqlx::query_scalar(&sql).fetch_all(&pool).await.unwrap();
        assert!(plan.join("\n").contains(index), "{index}: {plan:#?}");
    }
}
