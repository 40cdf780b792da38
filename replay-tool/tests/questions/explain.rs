//! `explain` on a real database: each rule with its numbers, and the sentence that the member reads.

use chrono::NaiveDate;
use clap::Parser;
use fairway_audit::explain::{Explanation, Mark};
use fairway_events::journal::Batch;
use fairway_events::testing::TestDatabase;
use fairway_events::{Actor, Holes, Journal, MemberId, MembershipEvent, StreamId, SubscriptionId};
use replay_tool::explain::{self, Arguments};
use replay_tool::style::Style;

use crate::support::{Scenario, append, at, id};

#[derive(Parser)]
struct Cli {
    #[command(flatten)]
    arguments: Arguments,
}

async fn ask(database: &TestDatabase, arguments: &[&str]) -> Result<Explanation, String> {
    let arguments = Cli::parse_from([&["explain"], arguments].concat()).arguments;
    explain::explain(&database.pool(), &arguments).await.unwrap()
}

fn text(answer: &Explanation) -> String {
    let mut out = Vec::new();
    explain::write(answer, false, Style::PLAIN, &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

async fn do_sql(database: &TestDatabase, sql: &str) {
    sqlx::query(sql).execute(&database.pool()).await.unwrap();
}

async fn with_profiles(database: &TestDatabase) -> Scenario {
    let scenario = Scenario::write_to(database).await;
    let complete =
        "UPDATE members SET initials = 'X', street = 'Laan', housenumber = '1', postcode = '1234 AB',
         city = 'Baarn', telephone = '+31355550100', gender = 'F', birthdate = '1970-01-01'";
    do_sql(database, complete).await;
    scenario
}

const JAN: &str = "jan@fairway.example";
const SANNE: &str = "sanne@fairway.example";
const THAT_DAY: &str = "2026-11-28";

#[tokio::test]
async fn a_bookable_round_names_the_rights_that_would_be_used() {
    let database = TestDatabase::new().await;
    with_profiles(&database).await;
    let answer = ask(&database, &[JAN, THAT_DAY, "wilgenhoek", "--with", SANNE, "--at", "3"]).await.unwrap();
    assert!(answer.bookable);
    assert_eq!(text(&answer), include_str!("explain-yes.txt"));
}

#[tokio::test]
async fn a_refused_round_has_its_reason_and_a_hint() {
    let database = TestDatabase::new().await;
    with_profiles(&database).await;
    let answer = ask(&database, &[JAN, THAT_DAY, "de-wilgenhoek", "--at", "8"]).await.unwrap();
    assert_eq!(text(&answer), include_str!("explain-no.txt"));
    assert_eq!((answer.bookable, answer.code), (false, Some("player_already_plays")));
}

#[tokio::test]
async fn a_reason_about_a_co_player_has_the_name_in_front() {
    let database = TestDatabase::new().await;
    with_profiles(&database).await;
    let answer =
        ask(&database, &[SANNE, THAT_DAY, "de-wilgenhoek", "--with", JAN, "--at", "15"]).await.unwrap();
    assert_eq!(answer.sentence.as_deref(), Some("Jan heeft op deze datum al een reservering"));
}

#[tokio::test]
async fn an_incomplete_profile_of_the_booking_member_is_the_first_reason() {
    let database = TestDatabase::new().await;
    with_profiles(&database).await;
    do_sql(&database, "UPDATE members SET street = '' WHERE email LIKE 'jan%'").await;
    let answer = ask(&database, &[JAN, "2026-11-20", "de-wilgenhoek", "--at", "8"]).await.unwrap();
    assert_eq!(answer.code, Some("profile_incomplete"));
    let marks: Vec<Mark> = answer.findings.iter().map(|finding| finding.mark).collect();
    assert_eq!(marks[..3], [Mark::Refuses, Mark::RefusesToo, Mark::Pass], "the date is over as well");
    let with_jan =
        ask(&database, &[SANNE, THAT_DAY, "de-wilgenhoek", "--with", JAN, "--at", "3"]).await.unwrap();
    assert!(with_jan.bookable, "a co-player's profile does not matter");
}

#[tokio::test]
async fn a_disabled_account_refuses_before_every_rule() {
    let database = TestDatabase::new().await;
    with_profiles(&database).await;
    do_sql(&database, "UPDATE members SET disabled_at = '2026-11-25T09:30:00Z' WHERE email LIKE 'jan%'")
        .await;
    let now = ask(&database, &[JAN, "2026-11-20", "de-wilgenhoek"]).await.unwrap();
    assert_eq!((now.bookable, now.code, &now.sentence), (false, Some("account_disabled"), &None));
    let first: Vec<(&str, Mark)> =
        now.findings.iter().take(3).map(|finding| (finding.rule, finding.mark)).collect();
    let expected =
        [("account", Mark::Refuses), ("profile", Mark::Pass), ("booking window", Mark::RefusesToo)];
    assert_eq!(first, expected, "the day is over as well");
    assert_eq!(
        now.findings[0].behind,
        ["The account is disabled: no log-in since Wed 25 Nov 2026 10:30:00 CET"]
    );
    assert!(text(&now).contains("No. The member cannot log in."), "{}", text(&now));

    let before = ask(&database, &[JAN, THAT_DAY, "de-wilgenhoek", "--at", "3"]).await.unwrap();
    assert!(before.bookable && before.findings[0].rule == "profile", "{}", text(&before));
    let with_jan =
        ask(&database, &[SANNE, THAT_DAY, "de-wilgenhoek", "--with", JAN, "--at", "3"]).await.unwrap();
    assert!(with_jan.findings[0].rule == "profile", "the account of the booking member counts");
}

/// A pass of Sanne's from the day after her voucher has expired, of which nothing is left in any month, or in this one.
async fn give_sanne_a_pass(database: &TestDatabase, number: u8, max: u32, per_month: Option<u32>) {
    let member = MemberId(id(2));
    let started = MembershipEvent::SubscriptionStarted {
        member,
        subscription: SubscriptionId(id(40 + u128::from(number))),
        name: format!("Pas {number}"),
        startdate: NaiveDate::from_ymd_opt(2026, 11, 29).unwrap(),
        enddate: NaiveDate::from_ymd_opt(2026, 12, 31).unwrap(),
        paymentdate: None,
        amount_cents: 1,
        max,
        per_month,
        max_holes: Holes::Eighteen,
    };
    // Three events of hers are in the scenario.
    let version = 2 + i64::from(number);
    let appends = vec![append(StreamId::Membership(member), version, started, 200, &Actor::import())];
    Journal::new(database.pool()).append(&Batch { appends, receipts: Vec::new() }, at()).await.unwrap();
}

#[tokio::test]
async fn of_a_pass_that_is_used_up_no_month_helps() {
    let database = TestDatabase::new().await;
    with_profiles(&database).await;
    let hint = "For Sanne Bakker <sanne@fairway.example> the pass is used up: no month will help.";
    let asked = |at: &'static str| [SANNE, "2026-11-29", "de-wilgenhoek", "--at", at];
    give_sanne_a_pass(&database, 1, 0, None).await;
    let used_up = ask(&database, &asked("16")).await.unwrap();
    assert_eq!(used_up.sentence.as_deref(), Some("Heeft in november geen speelrechten meer"));
    assert_eq!(used_up.used_up_hint().as_deref(), Some(hint));
    assert!(text(&used_up).contains(hint), "{}", text(&used_up));

    give_sanne_a_pass(&database, 2, 5, Some(0)).await;
    let this_month = ask(&database, &asked("17")).await.unwrap();
    assert_eq!(this_month.sentence.as_deref(), Some("Heeft in november geen speelrechten meer"));
    assert_eq!(this_month.used_up_hint(), None, "another month of the second pass helps");
}

#[tokio::test]
async fn the_clubs_settings_and_their_numbers_are_shown() {
    let database = TestDatabase::new().await;
    with_profiles(&database).await;
    do_sql(
        &database,
        "UPDATE clubs SET daily_capacity = 3, max_plays_per_year = 1, closed_weekdays = '{1,6}'",
    )
    .await;
    do_sql(&database, "INSERT INTO club_closures VALUES ('de-wilgenhoek', '2026-11-27', 'Onderhoud')").await;
    let behind = |answer: &Explanation, rule: &str| {
        answer.findings.iter().find(|finding| finding.rule == rule).unwrap().behind.join("; ")
    };
    let full =
        ask(&database, &[SANNE, THAT_DAY, "de-wilgenhoek", "--at", "11", "--with", JAN]).await.unwrap();
    assert_eq!(full.sentence.as_deref(), Some("De baan is op zaterdag gesloten"));
    assert_eq!(behind(&full, "club open"), "closed on Mon, Sat");
    assert_eq!(behind(&full, "club day"), "3 of 3 places taken, 0 free, 2 wanted");
    assert_eq!(behind(&full, "club maximum"), "1 of 1 rounds at this club in 2026");
    assert_eq!(behind(&full, "booking window"), "bookable on Wed 25 Nov 2026: that day to Sun 13 Dec 2026");
    let closed = ask(&database, &[SANNE, "2026-11-27", "de-wilgenhoek", "--at", "11"]).await.unwrap();
    assert_eq!(closed.sentence.as_deref(), Some("Onderhoud"));
}

#[tokio::test]
async fn an_erased_member_is_explained_by_id_and_unknown_arguments_are_named() {
    let database = TestDatabase::new().await;
    with_profiles(&database).await;
    do_sql(&database, "DELETE FROM members WHERE email LIKE 'sanne%'").await;
    let sanne = id(2).to_string();
    let answer = ask(&database, &[&sanne, THAT_DAY, "de-wilgenhoek", "--at", "3"]).await.unwrap();
    assert!(answer.bookable && text(&answer).contains("erased member"), "{}", text(&answer));
    assert!(!answer.answerable && !text(&answer).contains("Yes:"), "{}", text(&answer));

    do_sql(
        &database,
        "INSERT INTO clubs SELECT 'de-wilgenhof', 'De Wilgenhof', city, 'Hof', keywords, lat, lon, holes,
        starttime_description, reservation_instruction, reservation_description, 1, NULL, '{}' FROM clubs",
    )
    .await;
    for (arguments, why) in [
        ([SANNE, THAT_DAY, "de-wilgenhoek"], "no member has the address"),
        ([JAN, THAT_DAY, "pebble beach"], "no club is called"),
        ([JAN, THAT_DAY, "wilgenho"], "could be several clubs"),
        ([&id(10).to_string(), THAT_DAY, "de-wilgenhoek"], "is no member"),
    ] {
        let refused = ask(&database, &arguments).await.unwrap_err();
        assert!(refused.contains(why), "{refused}");
    }
    let twice = ask(&database, &[JAN, THAT_DAY, "Wilgenhoek", "--with", JAN]).await.unwrap_err();
    assert!(twice.contains("twice"), "{twice}");
    let exact = ask(&database, &[JAN, THAT_DAY, "HOF"]).await.unwrap();
    assert!(exact.question.contains("at De Wilgenhof"), "a short name is exact: {}", exact.question);
}
