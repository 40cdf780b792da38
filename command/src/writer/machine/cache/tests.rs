//! The cache by itself.

use chrono::NaiveDate;
use fairway_events::{BookingId, ClubId, CourseDayEvent, MemberId, PlaceId};
use uuid::Uuid;

use super::*;

fn stream(number: u128) -> StreamId {
    StreamId::Membership(MemberId(Uuid::from_u128(number)))
}

fn day() -> StreamId {
    StreamId::CourseDay(ClubId::from("de-es"), NaiveDate::MIN)
}

fn claimed(number: u128) -> Event {
    let booking = BookingId(Uuid::from_u128(number));
    let places = vec![PlaceId(Uuid::from_u128(number))];
    CourseDayEvent::PlacesClaimed { club: ClubId::from("de-es"), date: NaiveDate::MIN, booking, places }
        .into()
}

fn version(cache: &Cache) -> Option<i64> {
    cache.find(&day()).map(|loaded| loaded.version)
}

#[test]
fn forgets_the_longest_unwanted_first_and_never_what_may_be_uncommitted() {
    let mut cache = Cache::new(8);
    cache.advance(&day(), &[claimed(1)], 1);
    for number in 0..20 {
        cache.insert(stream(number), Loaded::empty(&stream(number)));
        cache.next_generation();
    }
    assert!(cache.len() <= 12, "{} streams are held", cache.len());
    assert!(cache.find(&stream(0)).is_none());
    assert!(cache.find(&day()).is_some(), "it is not committed");
    assert!((17..20).all(|number| cache.find(&stream(number)).is_some()));
}

#[test]
fn a_quarter_goes_at_once() {
    let mut cache = Cache::new(8);
    for number in 0..5 {
        for number in [2 * number, 2 * number + 1] {
            cache.insert(stream(number), Loaded::empty(&stream(number)));
        }
        cache.next_generation();
    }
    // Ten were held: two more than there is room for go, two for the quarter, and who was wanted as lately as these.
    let held = |number: &u128| cache.find(&stream(*number)).is_some();
    assert_eq!((0..10).filter(held).collect::<Vec<_>>(), [6, 7, 8, 9]);
}

#[test]
fn without_room_it_holds_what_is_wanted_now() {
    let mut cache = Cache::new(0);
    for number in 0..9 {
        cache.insert(stream(number), Loaded::empty(&stream(number)));
        cache.next_generation();
    }
    let held = |number: &u128| cache.find(&stream(*number)).is_some();
    assert_eq!((0..9).filter(held).collect::<Vec<_>>(), [7, 8]);
}

#[test]
fn keeps_everything_of_one_large_batch() {
    let mut cache = Cache::new(4);
    for number in 0..50 {
        cache.insert(stream(number), Loaded::empty(&stream(number)));
    }
    cache.next_generation();
    assert_eq!(cache.len(), 50);
}

#[test]
fn forgets_only_streams_that_were_presumed_and_not_loaded() {
    let mut cache = Cache::new(8);
    cache.insert(stream(1), Loaded::empty(&stream(1)));
    cache.presume_new([stream(1), stream(2)]);
    assert!(cache.absent([stream(1), stream(2)]).is_empty());
    assert_eq!(cache.forget_presumed(&[stream(1), stream(2)]), [stream(2)]);
    assert_eq!(cache.absent([stream(1), stream(2)]), [stream(2)]);
}

#[test]
fn a_load_from_before_a_commit_does_not_replace_the_committed_state() {
    let mut cache = Cache::new(8);
    cache.presume_new([day()]);
    cache.advance(&day(), &[claimed(1)], 1);
    cache.committed([&day()], 1);
    cache.insert(day(), Loaded::empty(&day()));
    assert_eq!(version(&cache), Some(1));
    assert!(cache.forget_presumed(&[day()]).is_empty());
}

#[test]
fn goes_back_to_a_committed_state_that_was_kept_and_forgets_the_stream_otherwise() {
    let mut cache = Cache::new(8);
    cache.advance(&day(), &[claimed(1)], 1);
    assert!(!cache.is_restorable(&day()));
    cache.committed([&day()], 1);
    cache.apply_foreign(&day(), 2, Some(&claimed(2)));
    cache.keep_previous(true);
    cache.advance(&day(), &[claimed(3)], 2);
    cache.advance(&day(), &[claimed(4)], 3);
    cache.committed([&day()], 2);
    assert!(cache.is_restorable(&day()));
    cache.restore(&day());
    assert_eq!(version(&cache), Some(3));

    cache.keep_previous(false);
    cache.advance(&stream(1), &[], 4);
    cache.restore(&stream(1));
    assert!(cache.find(&stream(1)).is_none());
}

#[test]
fn merged_layers_have_one_state_below_them() {
    let mut cache = Cache::new(8);
    cache.keep_previous(true);
    cache.advance(&day(), &[claimed(1)], 1);
    cache.advance(&day(), &[claimed(2)], 2);
    cache.merge([&day()], 2, 1);
    cache.restore(&day());
    assert_eq!(version(&cache), Some(0));
    cache.advance(&day(), &[claimed(1)], 3);
    cache.committed([&day()], 3);
    assert_eq!(version(&cache), Some(1));
}

#[test]
fn merged_layers_are_committed_together() {
    for layers in [&[1, 2][..], &[2]] {
        let mut cache = Cache::new(8);
        cache.keep_previous(true);
        for layer in layers {
            cache.advance(&day(), &[claimed(1)], *layer);
        }
        let decided = version(&cache);
        cache.merge([&day()], 2, 1);
        cache.committed([&day()], 1);
        cache.restore(&day());
        assert_eq!(version(&cache), decided, "nothing is left that could be taken back of {layers:?}");
    }
}

#[test]
fn a_layer_that_is_not_there_is_not_merged() {
    let mut cache = Cache::new(8);
    cache.keep_previous(true);
    cache.advance(&day(), &[claimed(1)], 1);
    cache.advance(&day(), &[claimed(2)], 3);
    cache.merge([&day()], 2, 1);
    cache.committed([&day()], 1);
    cache.restore(&day());
    assert_eq!(version(&cache), Some(1), "the third is not committed");
}

#[test]
fn what_is_read_takes_the_place_of_what_was_presumed() {
    let mut cache = Cache::new(8);
    let mut read = Loaded::empty(&day());
    read.apply(1, claimed(1));
    cache.presume_new([day()]);
    cache.insert(day(), read);
    assert_eq!(version(&cache), Some(1));
    cache.insert(day(), Loaded::empty(&day()));
    assert_eq!(version(&cache), Some(1), "it is known by now");

    let mut cache = Cache::new(8);
    cache.presume_new([day()]);
    cache.advance(&day(), &[claimed(1)], 1);
    cache.insert(day(), Loaded::empty(&day()));
    assert_eq!(version(&cache), Some(1), "it is started here");
}

#[test]
fn an_event_that_does_not_follow_makes_its_stream_unknown() {
    let mut cache = Cache::new(8);
    cache.insert(day(), Loaded::empty(&day()));
    cache.apply_foreign(&day(), 2, Some(&claimed(2)));
    assert_eq!(version(&cache), None);
}
