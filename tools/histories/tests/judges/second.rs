//! The second judge, which gets answers and times alone: the mistakes that it finds without a position, and what each
//! promise allows.

use fairway_histories::Call;
use fairway_histories::list_append::{Promise, Verdict, judge};

use super::world::{World, book, club, date};

fn day(from_journal: bool) -> Call {
    Call::ReadDay { club: club(0), date: date(0), from_journal }
}

fn judged(world: &World, promise: Promise) -> Verdict {
    judge(&world.history(), &world.verdict().bookings, promise)
}

fn printed(verdict: &Verdict) -> String {
    verdict.contradictions.iter().map(ToString::to_string).collect()
}

#[test]
fn a_read_of_the_journal_that_lacks_an_acknowledged_booking_breaks_real_time() {
    let mut world = World::new(8);
    world.ask(1, 1, book(0, 0, &[1]));
    let cached = world.state.clone();
    let missed = world.ask(2, 2, book(0, 0, &[2]));
    let read = world.read_from(3, 3, day(true), &cached);
    let found = printed(&judged(&world, Promise::Strict));
    assert!(found.contains("No order explains"), "{found}");
    assert!(found.contains(&format!("#{missed}")) && found.contains(&format!("#{read}")), "{found}");
    assert!(found.contains("with the times at which they began and ended"), "{found}");
    // Another session's read of the read models may be behind.
    assert_eq!(printed(&judged(&world, Promise::Session)), "");
}

#[test]
fn a_sessions_reads_that_go_back_break_the_order_of_the_session() {
    let mut world = World::new(8);
    let cached = world.state.clone();
    world.ask(1, 1, book(0, 0, &[1]));
    world.ask(2, 2, day(false));
    world.read_from(2, 2, day(false), &cached);
    let found = printed(&judged(&world, Promise::Session));
    assert!(found.contains("with what one session did one after the other"), "{found}");
    assert!(found.contains("#2") && found.contains("#3"), "{found}");
}

#[test]
fn two_reads_that_each_lack_the_others_booking_exclude_each_other() {
    let mut world = World::new(8);
    world.ask(1, 1, book(0, 0, &[1]));
    let only_first = world.state.clone();
    world.ask(2, 2, book(0, 0, &[2]));
    let mut only_second = world.state.clone();
    only_second.places.remove(0);
    world.read_from(3, 3, day(false), &only_first);
    world.read_from(4, 4, day(false), &only_second);
    let found = printed(&judged(&world, Promise::Session));
    assert!(
        found.contains("#3, #4: two reads of the day each show a booking that the other lacks"),
        "{found}"
    );
}

#[test]
fn a_booking_that_was_acknowledged_and_lost_breaks_real_time() {
    let mut world = World::new(8);
    world.ask(1, 1, book(0, 0, &[1]));
    let (state, events) = (world.state.clone(), world.events.len());
    let lost = world.ask(2, 2, book(0, 0, &[2]));
    world.state = state;
    world.events.truncate(events);
    world.ask(3, 3, day(true));
    let found = printed(&judged(&world, Promise::Strict));
    assert!(found.contains(&format!("#{lost}")), "{found}");
}

#[test]
fn a_day_is_judged_until_a_booking_may_be_taken_away() {
    let mut world = World::new(8);
    world.ask(1, 1, book(0, 0, &[1]));
    world.ask(2, 2, day(true));
    let (booking, place) = world.place_of(1, date(0));
    world.ask(1, 1, Call::CancelPlace { club: club(0), date: date(0), booking, place });
    world.ask(2, 2, day(true));
    let verdict = judged(&world, Promise::Strict);
    assert_eq!((verdict.figures.reads, verdict.figures.left_out), (2, 1));
    assert!(verdict.contradictions.is_empty() && verdict.conclusive, "{}", printed(&verdict));
}

#[test]
fn a_record_without_reads_is_not_conclusive() {
    let mut world = World::new(8);
    world.ask(1, 1, book(0, 0, &[1]));
    assert!(!judged(&world, Promise::Strict).conclusive);
}
