//! `timeline` on a real database: one subject among others, its effects in other streams, names for ids.

use clap::Parser;
use fairway_audit::subject;
use fairway_events::journal::Batch;
use fairway_events::testing::TestDatabase;
use fairway_events::{
    Actor, ArrivalListEvent, BookingId, ClubId, ClubUserId, Holes, Irregularity, Journal, MemberId, PlaceId,
    Scan, ScanId, ScanMethod, StreamId,
};
use fairway_query::{Projector, ProjectorOptions};
use replay_tool::style::Style;
use replay_tool::timeline::{self, Arguments};
use serde_json::Value;

use crate::support::{Scenario, append, at, id, play_date};

#[derive(Parser)]
struct Cli {
    #[command(flatten)]
    arguments: Arguments,
}

/// The output of the command for these arguments, or why there is none.
pub(crate) async fn timeline(database: &TestDatabase, arguments: &[&str]) -> Result<String, String> {
    coloured(database, arguments, Style::PLAIN).await
}

async fn coloured(database: &TestDatabase, arguments: &[&str], style: Style) -> Result<String, String> {
    let arguments = Cli::parse_from([&["timeline"], arguments].concat()).arguments;
    let subject = subject::find(&database.pool(), &arguments.id).await.unwrap()?;
    let mut out = Vec::new();
    timeline::write(&database.pool(), &subject, &arguments, style, &mut out).await.unwrap()?;
    Ok(String::from_utf8(out).unwrap())
}

pub(crate) fn events(json: &str) -> Vec<Value> {
    json.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

pub(crate) fn kinds(json: &str) -> Vec<String> {
    events(json).iter().map(|event| event["event"].as_str().unwrap().to_owned()).collect()
}

#[tokio::test]
async fn shows_every_event_of_a_booking_in_order_with_names() {
    let database = TestDatabase::new().await;
    let scenario = Scenario::write_to(&database).await;
    let shown = timeline(&database, &[&scenario.place_of_sanne.to_string()]).await.unwrap();
    assert_eq!(shown, include_str!("timeline-booking.txt"));
    let by_booking = timeline(&database, &[&scenario.booking.to_string()]).await.unwrap();
    assert_eq!(by_booking, shown, "a place leads to its booking");
}

#[tokio::test]
async fn json_output_has_ids_and_payloads_in_addition_to_text() {
    let database = TestDatabase::new().await;
    let scenario = Scenario::write_to(&database).await;
    let json = timeline(&database, &[&scenario.booking.to_string(), "--json"]).await.unwrap();
    let cancelled = events(&json).remove(5);
    assert_eq!(cancelled["event"], "PlaceCancelled");
    assert_eq!(cancelled["at"], "2026-11-25T10:00:00+01:00", "Amsterdam's clock");
    assert_eq!(cancelled["actor"]["kind"], "operator");
    assert_eq!(
        (&cancelled["actor"]["by"], &cancelled["actor"]["name"]),
        (&"Eva".into(), &"Sanne Bakker".into())
    );
    assert_eq!(cancelled["reason"], "belde de balie");
    assert_eq!(cancelled["payload"]["PlaceCancelled"]["place"], scenario.place_of_sanne.to_string());
    assert!(cancelled["what"].as_str().unwrap().starts_with("Sanne Bakker cancelled their own place"));
}

#[tokio::test]
async fn an_arrival_is_in_the_timeline_of_its_booking_and_its_player_and_no_other_scan_is() {
    let database = TestDatabase::new().await;
    let scenario = Scenario::write_to(&database).await;
    let (club, date) = (ClubId::from("de-wilgenhoek"), play_date());
    let desk = ClubUserId(id(95));
    let scan = |number: u128| Scan {
        id: ScanId(id(number)),
        by: desk,
        at: at(),
        device_time: at(),
        method: ScanMethod::Camera,
    };
    let arrived = |booking, place, member: u128, number| ArrivalListEvent::PlayerArrived {
        club: club.clone(),
        date,
        booking,
        place,
        member: MemberId(id(member)),
        holes: Holes::Eighteen,
        walk_in: false,
        scan: scan(number),
    };
    let (why, round) = (Irregularity::Unknown, None);
    let unknown =
        ArrivalListEvent::IrregularScanRecorded { club: club.clone(), date, why, round, scan: scan(97) };
    let events = [
        arrived(scenario.booking, scenario.place_of_sanne, 2, 96),
        unknown,
        arrived(BookingId(id(77)), PlaceId(id(78)), 1, 98),
    ];
    // Each is a request of its own, which did nothing to the booking.
    for ((version, request), event) in (0..).zip(400..).zip(events) {
        let list = StreamId::ArrivalList(club.clone(), date);
        let appends = vec![append(list, version, event, request, &Actor::Club(desk))];
        let batch = Batch { appends, receipts: Vec::new() };
        Journal::new(database.pool()).append(&batch, at()).await.unwrap();
    }
    Projector::new(database.pool(), ProjectorOptions::default()).run_once(1_000).await.unwrap();
    for subject in [scenario.booking.to_string(), id(2).to_string()] {
        let json = timeline(&database, &[&subject, "--json"]).await.unwrap();
        let of_club: Vec<_> =
            events_of_clubs(&json).iter().map(|event| event["payload"].to_string()).collect();
        assert_eq!(of_club.len(), 1, "{of_club:?}");
        assert!(of_club[0].contains(&scenario.place_of_sanne.to_string()), "{of_club:?}");
    }
    let list = timeline(&database, &["arrivals/de-wilgenhoek/2026-11-28", "--json"]).await.unwrap();
    assert_eq!(kinds(&list), ["PlayerArrived", "IrregularScanRecorded", "PlayerArrived"]);
}

fn events_of_clubs(json: &str) -> Vec<Value> {
    events(json).into_iter().filter(|event| event["actor"]["kind"] == "club").collect()
}

#[tokio::test]
async fn an_erased_member_has_no_name_and_is_found_by_id() {
    let database = TestDatabase::new().await;
    let scenario = Scenario::write_to(&database).await;
    sqlx::query("DELETE FROM members WHERE email LIKE 'sanne%'").execute(&database.pool()).await.unwrap();
    let shown = timeline(&database, &[&scenario.booking.to_string()]).await.unwrap();
    assert_eq!(
        shown.lines().count(),
        include_str!("timeline-booking.txt").lines().count(),
        "nothing else is lost"
    );
    assert!(shown.contains("operator Eva, as erased member 00000000-0000-0000-0000-000000000002"), "{shown}");
    assert!(shown.contains("erased member …0002 cancelled their own place"), "{shown}");
    assert!(!shown.contains("Sanne"), "{shown}");

    let refused = timeline(&database, &["sanne@fairway.example"]).await.unwrap_err();
    assert!(refused.contains("no member has the address"), "{refused}");
    let by_id = timeline(&database, &[&id(2).to_string(), "--json"]).await.unwrap();
    assert!(kinds(&by_id).contains(&"VoucherReceived".to_owned()), "{by_id}");
}

#[tokio::test]
async fn two_members_of_one_name_are_distinguished() {
    let database = TestDatabase::new().await;
    let scenario = Scenario::write_to(&database).await;
    sqlx::query("UPDATE members SET first_name = 'Jan', prefix = 'de', last_name = 'Vries'")
        .execute(&database.pool())
        .await
        .unwrap();
    let shown = timeline(&database, &[&scenario.booking.to_string()]).await.unwrap();
    assert!(shown.contains("· Jan de Vries <sanne@fairway.example> on voucher"), "{shown}");
    assert!(shown.contains("· Jan de Vries <jan@fairway.example> on pass"), "{shown}");
}

#[tokio::test]
async fn a_members_timeline_shows_operators_actions_that_are_not_in_the_journal() {
    let database = TestDatabase::new().await;
    Scenario::write_to(&database).await;
    sqlx::query(
        "INSERT INTO operator_actions (id, at, operator, reason, action, subject, member_id)
         SELECT gen_random_uuid(), act.at, 'Eva', 'belde de balie', act.action, act.subject, members.id
         FROM members, (VALUES ('2026-11-25T08:30:00Z'::timestamptz, 'change profile', 'street, city'),
             ('2036-01-01T09:00:00Z', 'disable', 'account')) AS act (at, action, subject)
         WHERE email = 'sanne@fairway.example'",
    )
    .execute(&database.pool())
    .await
    .unwrap();
    let shown = timeline(&database, &["sanne@fairway.example"]).await.unwrap();
    let changed = shown.find("09:30:00 CET  operator Eva, because: belde de balie").expect(&shown);
    assert!(shown.contains("changed the profile: street, city"), "{shown}");
    let shut = shown.find("shut the account").expect(&shown);
    let cancelled = shown.find("PlaceCancelled").expect(&shown);
    assert!(changed < cancelled && cancelled < shut, "by the time, among the events: {shown}");

    let json = timeline(&database, &["sanne@fairway.example", "--json"]).await.unwrap();
    let actions: Vec<Value> = events(&json).into_iter().filter(|line| line["act"].is_string()).collect();
    assert_eq!(actions.len(), 2);
    assert_eq!(
        (&actions[0]["operator"], &actions[0]["at"]),
        (&"Eva".into(), &"2026-11-25T09:30:00+01:00".into())
    );
    let early = timeline(&database, &["sanne@fairway.example", "--to", "2026-12-31"]).await.unwrap();
    assert!(early.contains("changed the profile") && !early.contains("shut the account"), "{early}");
    let others = timeline(&database, &["jan@fairway.example"]).await.unwrap();
    assert!(!others.contains("shut the account"), "{others}");
}

#[tokio::test]
async fn each_operators_action_has_a_sentence() {
    let database = TestDatabase::new().await;
    Scenario::write_to(&database).await;
    let sentences = [
        ("dismiss news", "hid an important news item: Baan dicht"),
        ("add favourite", "marked a favourite co-player: Baan dicht"),
        ("remove favourite", "removed the mark of a favourite co-player: Baan dicht"),
        ("enable", "opened the account again"),
    ];
    for (action, _) in sentences {
        sqlx::query(
            "INSERT INTO operator_actions (id, at, operator, reason, action, subject, member_id)
             SELECT gen_random_uuid(), '2026-11-25T08:30:00Z', 'Eva', 'belde de balie', $1, 'Baan dicht', id
             FROM members WHERE email = 'sanne@fairway.example'",
        )
        .bind(action)
        .execute(&database.pool())
        .await
        .unwrap();
    }
    let shown = timeline(&database, &["sanne@fairway.example"]).await.unwrap();
    for (_, sentence) in sentences {
        assert!(shown.lines().any(|line| line.trim().ends_with(sentence)), "{sentence}: {shown}");
    }
}

#[tokio::test]
async fn colour_does_not_change_the_text() {
    let database = TestDatabase::new().await;
    let scenario = Scenario::write_to(&database).await;
    let text = coloured(&database, &[&scenario.booking.to_string()], Style::COLOURED).await.unwrap();
    assert!(text.contains("\x1b[32mRoundBooked"), "{text}");
    let mut plain = String::new();
    for (number, part) in text.split("\x1b[").enumerate() {
        plain.push_str(if number == 0 { part } else { part.split_once('m').unwrap().1 });
    }
    assert_eq!(plain, include_str!("timeline-booking.txt"));
}
