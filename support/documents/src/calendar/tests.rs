//! An independent implementation parses the files.

use chrono::TimeZone;
use icalendar::{Calendar, CalendarComponent, Component, EventLike};

use super::*;
use crate::round::fixtures;

fn entry<'a>(round: &'a Round, players: &'a [PersonName], status: EntryStatus) -> CalendarEntry<'a> {
    CalendarEntry {
        place: fixtures::place(),
        sequence: 3,
        changed_at: Utc.with_ymd_and_hms(2026, 11, 20, 18, 30, 5).single().expect("an instant"),
        status,
        round,
        players,
    }
}

fn event(file: &str) -> icalendar::Event {
    let calendar: Calendar = file.parse().expect("a valid calendar");
    assert_eq!(calendar.components.len(), 1);
    match calendar.components.into_iter().next() {
        Some(CalendarComponent::Event(event)) => event,
        other => panic!("one event, not {other:?}"),
    }
}

#[test]
fn a_round_is_an_all_day_entry_with_all_details() {
    let (round, players) = (fixtures::round(), fixtures::players());
    let file = entry(&round, &players, EntryStatus::Confirmed).render(&fixtures::portal());
    insta::assert_snapshot!("confirmed", file.replace("\r\n", "\n"));

    let event = event(&file);
    assert_eq!(event.property_value("DTSTART"), Some("20261128"));
    assert_eq!(event.property_value("DTEND"), Some("20261129"));
    assert_eq!(event.get_summary(), Some("Golf: Golfclub De Essenlaan (18 holes)"));
    assert_eq!(event.get_location(), Some("Golfclub De Essenlaan, Haren"));
    assert_eq!(event.get_sequence(), Some(3));
    assert!(event.get_description().is_some_and(|text| text.contains("Elif Yılmaz en Eva op 't Hof")));
}

#[test]
fn a_round_with_a_start_time_lasts_from_then_on_by_the_clocks_in_amsterdam() {
    let (agreed, players) = (fixtures::agreed_round(), fixtures::players());
    let nine = Round { holes: Holes::Nine, ..agreed.clone() };
    for (round, ends) in [(&agreed, "20261128T151000"), (&nine, "20261128T124000")] {
        let file = entry(round, &players, EntryStatus::Confirmed).render(&fixtures::portal());
        assert!(file.contains("DTSTART;TZID=Europe/Amsterdam:20261128T104000\r\n"), "{file}");
        assert!(file.contains(&format!("DTEND;TZID=Europe/Amsterdam:{ends}\r\n")), "{file}");
        assert!(!file.contains("VALUE=DATE") && !file.contains("TRANSP"), "{file}");
        assert!(file.contains("TZID:Europe/Amsterdam\r\nBEGIN:DAYLIGHT\r\n"), "{file}");
        let calendar: Calendar = file.parse().expect("a valid calendar");
        assert_eq!((calendar.components.len(), calendar.events().count()), (2, 1));
    }
    let feed = render_feed(
        &fixtures::portal(),
        [entry(&agreed, &players, EntryStatus::Confirmed), entry(&nine, &players, EntryStatus::Confirmed)],
    );
    assert_eq!(feed.matches("BEGIN:VTIMEZONE").count(), 1, "one zone for all entries");
    let cancelled = entry(&agreed, &players, EntryStatus::Cancelled).render(&fixtures::portal());
    assert_eq!(event(&cancelled).property_value("DTSTART"), Some("20261128"));
}

#[test]
fn a_cancellation_has_the_same_uid_and_the_status_cancelled() {
    let (round, players) = (fixtures::round(), fixtures::players());
    let confirmed = entry(&round, &players, EntryStatus::Confirmed).render(&fixtures::portal());
    let cancelled = entry(&round, &players, EntryStatus::Cancelled).render(&fixtures::portal());
    insta::assert_snapshot!("cancelled", cancelled.replace("\r\n", "\n"));
    assert_eq!(event(&confirmed).get_uid(), event(&cancelled).get_uid());
    assert!(cancelled.contains("METHOD:CANCEL\r\n") && cancelled.contains("STATUS:CANCELLED\r\n"));
}

#[test]
fn every_line_ends_with_crlf_and_has_at_most_75_octets() {
    let mut round = fixtures::round();
    round.club.reservation_description = format!("<p>{}</p>", "Überraschung ".repeat(60));
    let file = entry(&round, &fixtures::players(), EntryStatus::Confirmed).render(&fixtures::portal());
    assert!(file.ends_with("END:VCALENDAR\r\n"));
    assert_eq!(file.matches('\n').count(), file.matches("\r\n").count());
    assert!(file.split("\r\n").all(|line| line.len() <= 75));
    assert!(event(&file).get_description().is_some_and(|text| text.contains("Überraschung Überraschung")));
}

#[test]
fn a_name_cannot_inject_a_line() {
    let mut round = fixtures::round();
    round.club.name = "Club\r\nATTENDEE:mailto:x@y;a,b".to_owned();
    let file = entry(&round, &fixtures::players(), EntryStatus::Confirmed).render(&fixtures::portal());
    assert!(!file.contains("\r\nATTENDEE"));
    assert_eq!(event(&file).get_location(), Some("Club ATTENDEE:mailto:x@y;a,b, Haren"));
}

#[test]
fn a_feed_has_the_entries_of_the_files_and_is_read_again_every_hour() {
    let (round, players) = (fixtures::round(), fixtures::players());
    let one = entry(&round, &players, EntryStatus::Confirmed);
    let other = CalendarEntry { place: PlaceId(uuid::Uuid::from_u128(9)), sequence: 4, ..one.clone() };
    let file = render_feed(&fixtures::portal(), [one.clone(), other.clone()]);
    assert!(file.split("\r\n").all(|line| line.len() <= 75) && file.ends_with("END:VCALENDAR\r\n"));
    let calendar: Calendar = file.parse().expect("a valid calendar");
    for (name, value) in [
        ("METHOD", "PUBLISH"),
        ("NAME", "Golfrondes (Fairway)"),
        ("X-WR-CALNAME", "Golfrondes (Fairway)"),
        ("REFRESH-INTERVAL", "PT1H"),
        ("X-PUBLISHED-TTL", "PT1H"),
    ] {
        assert_eq!(calendar.property_value(name), Some(value), "{name}");
    }
    let of = |entry: &CalendarEntry<'_>| event(&entry.render(&fixtures::portal()));
    let events: Vec<_> = calendar.events().cloned().collect();
    assert_eq!(events, [of(&one), of(&other)]);
}

#[test]
fn a_feed_without_rounds_is_a_calendar_with_a_component_that_shows_nothing() {
    let file = render_feed(&fixtures::portal(), []);
    let calendar: Calendar = file.parse().expect("a valid calendar");
    assert_eq!(calendar.components.len(), 1);
    assert_eq!(calendar.events().count(), 0);
    let (round, players) = (fixtures::round(), fixtures::players());
    let one = render_feed(&fixtures::portal(), [entry(&round, &players, EntryStatus::Confirmed)]);
    assert!(!one.contains("VTIMEZONE"), "the entries are components enough");
}
