//! `as-of` on a real database: states at earlier moments, and what changed between two.

use clap::Parser;
use fairway_audit::subject;
use fairway_events::testing::TestDatabase;
use replay_tool::as_of::{self, Arguments};
use replay_tool::style::Style;
use serde_json::{Value, json};

use crate::support::{Scenario, id};

#[derive(Parser)]
struct Cli {
    #[command(flatten)]
    arguments: Arguments,
}

/// The output of the command for these arguments, or why there is none.
async fn as_of(database: &TestDatabase, arguments: &[&str]) -> Result<String, String> {
    let arguments = Cli::parse_from([&["as-of"], arguments].concat()).arguments;
    let subject = subject::find(&database.pool(), &arguments.id).await.unwrap()?;
    let mut out = Vec::new();
    as_of::write(&database.pool(), &subject, &arguments, Style::PLAIN, &mut out).await.unwrap()?;
    Ok(String::from_utf8(out).unwrap())
}

async fn json_of(database: &TestDatabase, arguments: &[&str]) -> Value {
    serde_json::from_str(&as_of(database, &[arguments, &["--json"]].concat()).await.unwrap()).unwrap()
}

#[tokio::test]
async fn a_booking_is_shown_as_it_was() {
    let database = TestDatabase::new().await;
    let scenario = Scenario::write_to(&database).await;
    let booking = scenario.booking.to_string();
    let then = as_of(&database, &["8", &booking]).await.unwrap();
    assert_eq!(then, include_str!("as-of-booking.txt"));
    let changed = as_of(&database, &["15", &booking, "--diff", "8"]).await.unwrap();
    assert_eq!(
        changed,
        include_str!("as-of-diff.txt"),
        "the earlier moment comes first, however they are given"
    );
    let by_place = as_of(&database, &["8", &scenario.place_of_sanne.to_string()]).await.unwrap();
    assert_eq!(by_place, then);
}

#[tokio::test]
async fn a_member_is_shown_as_they_were() {
    let database = TestDatabase::new().await;
    Scenario::write_to(&database).await;
    let then = as_of(&database, &["8", "sanne@fairway.example"]).await.unwrap();
    assert_eq!(then, include_str!("as-of-member.txt"));
    let back = as_of(&database, &["3", "sanne@fairway.example", "--diff", "15"]).await.unwrap();
    assert!(back.ends_with("\nNothing changed.\n"), "booked and cancelled in time: {back}");
}

#[tokio::test]
async fn a_state_at_an_instant_includes_the_events_recorded_by_then() {
    let database = TestDatabase::new().await;
    let scenario = Scenario::write_to(&database).await;
    let booking = scenario.booking.to_string();
    let early = as_of(&database, &["2026-11-25 09:59", &booking]).await.unwrap_err();
    assert!(early.contains("nothing was known of booking") && early.contains("first event is at position 4"));
    let booked = |document: &Value| document["state"]["places"][1]["status"]["is"].clone();
    let late = json_of(&database, &["2026-11-25 10:00", &booking]).await;
    assert_eq!((booked(&late), &late["as_of"]["position"]), (json!("cancelled"), &Value::Null));
    let early = json_of(&database, &["8", &booking]).await;
    assert_eq!((booked(&early), &early["as_of"]["position"]), (json!("active"), &json!(8)));
    assert_eq!(early["subject"]["kind"], "booking");
}

#[tokio::test]
async fn a_voucher_an_order_and_a_clubs_day_have_states_too() {
    let database = TestDatabase::new().await;
    let scenario = Scenario::write_to(&database).await;
    scenario.add_order(&database).await;
    for (position, subject, label, value) in [
        ("3", id(50).to_string(), "status", "unused".to_owned()),
        ("8", id(50).to_string(), "status", format!("used for Sat 28 Nov 2026, reservation {}", id(12))),
        ("15", id(50).to_string(), "status", "unused".to_owned()),
        ("16", id(70).to_string(), "status", "open".to_owned()),
        ("22", id(70).to_string(), "status", "paid, Wed 25 Nov 2026 10:00:00 CET".to_owned()),
        ("25", id(70).to_string(), "paid back", "€ 32.50".to_owned()),
        ("25", id(71).to_string(), "status", "withdrawn: its price was paid back".to_owned()),
        ("8", "de-wilgenhoek/2026-11-28".to_owned(), "places taken", "2".to_owned()),
        ("11", "de-wilgenhoek/2026-11-28".to_owned(), "places taken", "3".to_owned()),
        ("15", "de-wilgenhoek/2026-11-28".to_owned(), "places taken", "2".to_owned()),
    ] {
        let document = json_of(&database, &[position, &subject]).await;
        let facts = document["facts"].as_array().unwrap();
        let found = facts.iter().find(|fact| fact["label"] == label).unwrap();
        assert_eq!(found["value"], value, "{subject} at {position}");
    }
    let changes = json_of(&database, &["3", &id(50).to_string(), "--diff", "8"]).await;
    assert_eq!(changes["changes"].as_array().unwrap().len(), 1);
    assert_eq!(changes["changes"][0]["before"], "unused");
}

#[tokio::test]
async fn a_moment_beyond_the_journal_is_refused() {
    let database = TestDatabase::new().await;
    let scenario = Scenario::write_to(&database).await;
    let pool = database.pool();
    let arguments = Cli::parse_from(["as-of", &scenario.booking.to_string(), "99"]).arguments;
    let subject = subject::find(&pool, &arguments.id).await.unwrap().unwrap();
    let refused = as_of::write(&pool, &subject, &arguments, Style::PLAIN, &mut Vec::new()).await.unwrap_err();
    assert!(refused.to_string().contains("no position 99 yet"), "{refused}");
}

#[tokio::test]
async fn a_day_alone_is_its_end() {
    let database = TestDatabase::new().await;
    let scenario = Scenario::write_to(&database).await;
    let booking = scenario.booking.to_string();
    let at_its_end = as_of(&database, &[&booking, "2026-11-25 23:59:59"]).await.unwrap();
    assert_eq!(as_of(&database, &[&booking, "2026-11-25"]).await.unwrap(), at_its_end);
    let before = as_of(&database, &[&booking, "2026-11-24"]).await.unwrap_err();
    assert!(before.contains("nothing was known of booking"), "{before}");
}

#[test]
fn the_id_comes_first_and_the_old_order_is_still_read() {
    let read = |arguments: [&str; 2]| {
        let arguments = Cli::try_parse_from([&["as-of"], &arguments[..]].concat())?.arguments;
        Ok::<_, clap::Error>((arguments.id, arguments.moment.to_string()))
    };
    let id = "0b6f0c9e-8f0b-4b63-9d6e-1a8a1d9a2a10";
    for (arguments, expected) in [
        ([id, "4811"], (id, "4811")),
        (["4811", id], (id, "4811")),
        (["jan@fairway.example", "2026-11-25"], ("jan@fairway.example", "2026-11-25")),
        (["2026-11-25", "de-es/2026-11-28"], ("de-es/2026-11-28", "2026-11-25")),
        // The first digits of an id can be a position too.
        (["12345678", "4811"], ("12345678", "4811")),
    ] {
        let expected = (expected.0.to_owned(), expected.1.to_owned());
        assert_eq!(read(arguments).unwrap(), expected, "{arguments:?}");
    }
    let refused = read([id, "yesterday"]).unwrap_err();
    assert_eq!(refused.kind(), clap::error::ErrorKind::ValueValidation);
    assert!(refused.to_string().contains("`yesterday` is no moment: write `2026-11-25 09:00`"), "{refused}");
}
