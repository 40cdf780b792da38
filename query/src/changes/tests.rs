//! Values that were read before, during and after a step of the projector, and steps without a known outcome.

use chrono::{DateTime, Utc};
use fairway_events::journal::UnreadableReason;
use fairway_events::{Actor, CourseStatus, RecordedEvent, Unreadable};
use uuid::Uuid;

use super::*;

const VERSION: ReadModelsVersion = ReadModelsVersion { positions: 7, tables: 1 };

/// Places claimed on a club's day.
fn entry(club: &ClubId, date: NaiveDate) -> Entry {
    let (booking, correlation_id) = (BookingId(Uuid::from_u128(1)), Uuid::from_u128(2));
    let event = CourseDayEvent::PlacesClaimed { club: club.clone(), date, booking, places: vec![] };
    let stream = StreamId::CourseDay(club.clone(), date);
    Entry {
        position: 1,
        aggregate_type: Some(stream.aggregate_type()),
        recorded_at: DateTime::<Utc>::UNIX_EPOCH,
        correlation_id,
        event: Ok(RecordedEvent {
            position: 1,
            sequence: 1,
            stream,
            event: event.into(),
            actor: Actor::import(),
            recorded_at: DateTime::<Utc>::UNIX_EPOCH,
            correlation_id,
            metadata: std::collections::BTreeMap::new(),
        }),
    }
}

#[test]
fn a_value_that_is_read_while_a_step_commits_is_used_by_nobody() {
    let (club, date) = (ClubId("de-es".to_owned()), NaiveDate::MIN);
    let subject = Subject::ClubDay(&club, date);
    let changes = Changes::default();
    changes.begin(VERSION, Instant::now(), &[]).committed(7);
    let before = changes.now();
    let step = changes.begin(VERSION, Instant::now(), &[entry(&club, date)]);
    let during = changes.now();
    let unchanged = |since| changes.are_unchanged([subject.slot()].into_iter(), since);
    assert!(!unchanged(before) && !unchanged(during), "the commit may be visible already");
    step.committed(8);
    assert!(!unchanged(before) && !unchanged(during), "or it was not visible yet");
    assert!(unchanged(changes.now()));
    let other = Subject::Booking(BookingId(Uuid::from_u128(3)));
    assert!(changes.are_unchanged([other.slot()].into_iter(), before), "about something else");
}

#[test]
fn a_report_about_a_course_changes_what_clubs_say_on_its_day_alone() {
    let (club, date) = (ClubId("de-es".to_owned()), NaiveDate::default());
    let changes = Changes::default();
    changes.begin(VERSION, Instant::now(), &[]).committed(7);
    let before = changes.now();
    let mut reported = entry(&club, date);
    if let Ok(recorded) = &mut reported.event {
        recorded.event = CourseDayEvent::CourseStateReported {
            club: club.clone(),
            date,
            status: CourseStatus::Closed,
            winter_greens: false,
            no_carts: false,
            note: String::new(),
        }
        .into();
    }
    changes.begin(VERSION, Instant::now(), &[reported]).committed(8);
    let unchanged = |day| changes.are_unchanged([Subject::Courses(day).slot()].into_iter(), before);
    assert!(!unchanged(date) && unchanged(NaiveDate::MIN));
}

#[test]
fn after_a_step_without_a_known_outcome_nothing_is_used_and_nothing_remains_valid() {
    let changes = Changes::default();
    assert!(!changes.includes(VERSION), "there was no step");
    changes.begin(VERSION, Instant::now(), &[]).committed(7);
    let before = changes.now();
    assert!(changes.includes(VERSION) && changes.are_unchanged(std::iter::empty(), before));
    drop(changes.begin(VERSION, Instant::now(), &[]));
    assert!(!changes.includes(VERSION));
    changes.begin(VERSION, Instant::now(), &[]).committed(7);
    assert!(changes.includes(VERSION));
    assert!(!changes.are_unchanged(std::iter::empty(), before));
    assert!(changes.are_unchanged(std::iter::empty(), changes.now()));
}

#[test]
fn an_event_that_cannot_be_read_may_be_about_anything() {
    let changes = Changes::default();
    changes.begin(VERSION, Instant::now(), &[]).committed(7);
    let before = changes.now();
    let source = UnreadableReason::Metadata(serde_json::from_str::<u8>("{}").expect_err("no number"));
    let mut unreadable = entry(&ClubId("de-es".to_owned()), NaiveDate::MIN);
    unreadable.event = Err(Unreadable { position: 1, source });
    changes.begin(VERSION, Instant::now(), &[unreadable]).committed(8);
    assert!(!changes.are_unchanged(std::iter::empty(), before));
}
