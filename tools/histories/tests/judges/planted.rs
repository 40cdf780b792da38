//! One planted mistake per test. Each names the operations that contradict each other, and says why in words; the same
//! history without the mistake has no contradiction.

use fairway_events::{Actor, MemberId};
use fairway_histories::{Answer, Call, Outcome};

use super::world::{World, book, club, date, member};

/// The only contradiction, as it is printed.
fn only(world: &World) -> String {
    let found = world.contradictions();
    assert_eq!(found.len(), 1, "{}", found.join("\n"));
    found.concat()
}

fn assert_says(found: &str, parts: &[&str]) {
    for part in parts {
        assert!(found.contains(part), "“{part}” is not in\n{found}");
    }
}

fn swap(world: &World, leaving: u128, coming: u128) -> Call {
    let (booking, place) = world.place_of(leaving, date(0));
    Call::SwapPlayer { club: club(0), date: date(0), booking, place, player: member(coming) }
}

#[test]
fn a_read_from_a_cache_that_lacks_the_sessions_own_write_is_stale() {
    let mut world = World::new(4);
    let cached = world.state.clone();
    let booked = world.ask(1, 1, book(0, 0, &[1]));
    let read = world.read_from(1, 1, Call::ReadOwn, &cached);
    let found = only(&world);
    assert_says(&found, &["seed 7: the list of member 0001", "the read is stale"]);
    assert_says(&found, &[&format!("#{read} shows the state at"), &format!("without what #{booked} did")]);
    assert_says(&found, &["member 0001 reads their list", "no places", "ok at"]);
}

#[test]
fn a_read_of_another_session_may_be_behind_and_is_a_figure() {
    let mut world = World::new(4);
    let cached = world.state.clone();
    world.ask(1, 1, book(0, 0, &[1]));
    world.clock += 10;
    world.read_from(2, 2, Call::ReadDay { club: club(0), date: date(0), from_journal: false }, &cached);
    let verdict = world.verdict();
    assert!(verdict.contradictions.is_empty(), "{:?}", verdict.contradictions);
    assert_eq!((verdict.figures.stale, verdict.figures.most_nanoseconds_behind), (1, 11_000_000));
    assert_eq!(verdict.figures.most_positions_behind, 3);
}

#[test]
fn a_sessions_read_that_goes_back_is_found() {
    let mut world = World::new(4);
    let day = || Call::ReadDay { club: club(0), date: date(0), from_journal: false };
    let cached = world.state.clone();
    let booked = world.ask(1, 1, book(0, 0, &[1]));
    let first = world.ask(2, 2, day());
    let second = world.read_from(2, 2, day(), &cached);
    let found = only(&world);
    assert_says(&found, &["club-0 on 2026-11-24", "the session's reads went back"]);
    assert_says(
        &found,
        &[&format!("#{second} shows"), &format!("what #{booked} did"), &format!("with #{first}")],
    );
}

#[test]
fn a_read_that_says_what_it_includes_and_does_not_is_found() {
    let mut world = World::new(4);
    let cached = world.state.clone();
    world.ask(1, 1, book(0, 0, &[1]));
    let position = Some(world.state.position);
    let mut read = world.invoke(2, 2, Call::ReadDay { club: club(0), date: date(0), from_journal: false });
    let Outcome::Read { answer, .. } = world.read(&read, &cached) else { panic!("no read") };
    read.outcome = Outcome::Read { position, answer };
    world.complete(read);
    assert_says(
        &only(&world),
        &["#2 says that it includes position", "shows the state at", "without what #1 did"],
    );
}

#[test]
fn a_read_that_says_that_it_is_behind_is_none() {
    let mut world = World::new(4);
    let cached = world.state.clone();
    world.ask(1, 1, book(0, 0, &[1]));
    let mut read = world.invoke(1, 1, Call::ReadOwn);
    let Outcome::Read { answer, .. } = world.read(&read, &cached) else { panic!("no read") };
    read.outcome = Outcome::Read { position: Some(cached.position), answer };
    world.complete(read);
    let verdict = world.verdict();
    assert!(verdict.contradictions.is_empty(), "{:?}", verdict.contradictions);
    assert_eq!(verdict.figures.told_behind, 1);
}

#[test]
fn an_availability_of_two_moments_is_a_figure_and_an_untrue_one_is_found() {
    let mut world = World::new(4);
    let ask = || Call::ReadAvailability {
        club: club(0),
        date: date(0),
        holes: super::world::HOLES,
        players: vec![member(1)],
    };
    // The member is free until they book elsewhere; the day is full, and only afterwards free.
    world.ask(2, 2, book(0, 0, &[2, 3, 4, 5]));
    let (booking, _) = world.place_of(2, date(0));
    let full = world.state.position;
    world.ask(6, 6, book(1, 0, &[6, 1]));
    world.ask(2, 2, Call::CancelGroup { club: club(0), date: date(0), booking });
    let mut in_parts = world.invoke(1, 1, ask());
    let answer = Answer::Availability { reason: None, bonus_needed: false };
    // So it says yes at no moment since the day was full, and yes of the day now and of the member then.
    in_parts.outcome = Outcome::Read { position: Some(full), answer };
    world.complete(in_parts);
    let verdict = world.verdict();
    assert!(verdict.contradictions.is_empty(), "{:?}", verdict.contradictions);
    assert_eq!(verdict.figures.in_parts, 1);
    let mut untrue = world.invoke(1, 1, ask());
    let answer = Answer::Availability { reason: Some("De baan is gesloten".to_owned()), bonus_needed: false };
    untrue.outcome = Outcome::Read { position: None, answer };
    world.complete(untrue);
    assert_says(&only(&world), &["shows a state that was at no position", "no: De baan is gesloten"]);
}

#[test]
fn half_a_group_is_a_state_that_never_was() {
    let mut world = World::new(8);
    world.ask(1, 1, book(0, 0, &[1, 2]));
    let mut half = world.state.clone();
    half.places.retain(|(_, of, _)| *of != member(2));
    let read = world.read_from(2, 2, Call::ReadOwn, &half);
    // Of the second player's list the half is just an older state, and of another session.
    assert!(world.contradictions().is_empty());
    half.places.push(half.places[0].clone());
    half.places[1].1 = member(2);
    world.read_from(2, 2, Call::ReadOwn, &half);
    assert_says(&only(&world), &[&format!("#{} shows a state that was at no position", read + 1)]);
}

#[test]
fn a_booking_that_was_acknowledged_before_its_commit_and_lost_is_found() {
    let mut world = World::new(4);
    let (state, events) = (world.state.clone(), world.events.len());
    let lost = world.ask(1, 1, book(0, 0, &[1, 2]));
    world.state = state;
    world.events.truncate(events);
    let found = only(&world);
    assert_says(&found, &[&format!("#{lost} was acknowledged at position"), "has no event of it", "is lost"]);
    assert_says(&found, &["member 0001 books 9 holes for 0001, 0002"]);
}

#[test]
fn a_cancellation_that_was_acknowledged_and_lost_is_found() {
    let mut world = World::new(4);
    world.ask(1, 1, book(0, 0, &[1]));
    let (booking, place) = world.place_of(1, date(0));
    let (state, events) = (world.state.clone(), world.events.len());
    let lost = world.ask(1, 1, Call::CancelPlace { club: club(0), date: date(0), booking, place });
    world.state = state;
    world.events.truncate(events);
    assert_says(&only(&world), &[&format!("#{lost} was acknowledged"), "without any event", "is lost"]);
}

#[test]
fn a_cancellation_that_is_repeated_succeeds_without_events() {
    let mut world = World::new(4);
    world.ask(1, 1, book(0, 0, &[1]));
    let (booking, place) = world.place_of(1, date(0));
    let cancel = Call::CancelPlace { club: club(0), date: date(0), booking, place };
    world.ask(1, 1, cancel.clone());
    world.ask(1, 1, cancel);
    assert_eq!(world.contradictions(), Vec::<String>::new());
}

#[test]
fn a_capacity_that_two_decisions_on_one_state_exceeded_is_found() {
    let mut world = World::new(4);
    world.ask(1, 1, book(0, 0, &[1, 2]));
    let mut first = world.invoke(3, 3, book(0, 0, &[3, 4]));
    let mut second = world.invoke(5, 5, book(0, 0, &[5, 6]));
    let both_saw = world.state.clone();
    world.carry_out(&mut first, &both_saw);
    world.carry_out(&mut second, &both_saw);
    let (first, second) = (world.complete(first), world.complete(second));
    let found = world.contradictions();
    assert_eq!(found.len(), 2, "{}", found.join("\n"));
    assert_says(&found[0], &[&format!("#{second} was accepted at"), "De baan is op deze datum volgeboekt"]);
    assert_says(&found[0], &[&format!("before #{first} changed that"), "decided on state that had gone"]);
    assert_says(&found[1], &["club-0 on 2026-11-24 has 6 active places and a capacity of 4"]);
}

#[test]
fn a_lost_update_in_a_swap_is_found() {
    let mut world = World::new(4);
    world.ask(1, 1, book(0, 0, &[1, 2]));
    let (call, other) = (swap(&world, 2, 3), swap(&world, 2, 4));
    let mut first = world.invoke(1, 1, call);
    let mut second = world.invoke(2, 2, other);
    let both_saw = world.state.clone();
    world.carry_out(&mut first, &both_saw);
    world.carry_out(&mut second, &both_saw);
    let (first, second) = (world.complete(first), world.complete(second));
    let found = only(&world);
    assert_says(&found, &[&format!("#{second} was accepted"), "Deze speler doet al niet meer mee"]);
    assert_says(&found, &[&format!("before #{first} changed that")]);
    assert_says(&found, &["swaps place", "for 0003", "for 0004"]);
}

#[test]
fn a_request_that_is_carried_out_again_under_its_key_is_found() {
    let mut world = World::new(8);
    let mut first = world.invoke(1, 1, book(0, 0, &[1]));
    first.key = Some("k1".to_owned());
    let before = world.state.clone();
    world.carry_out(&mut first, &before);
    (first.request, first.outcome) = (None, Outcome::Unknown);
    world.complete(first);
    let mut again = world.invoke(1, 1, book(0, 0, &[1]));
    again.key = Some("k1".to_owned());
    world.carry_out(&mut again, &before);
    world.complete(again);
    let found = world.contradictions();
    assert_says(&found[0], &["#1 and #2 are attempts of one request (key k1)", "carried out 2 times"]);
    assert!(found.iter().any(|found| found.contains("plays 2 rounds on 2026-11-24")), "{}", found.join("\n"));
}

#[test]
fn an_acknowledged_request_that_is_carried_out_twice_is_found() {
    let mut world = World::new(8);
    let before = world.state.clone();
    let mut booked = world.invoke(1, 1, book(0, 0, &[1]));
    world.carry_out(&mut booked, &before);
    let (answered, outcome) = (booked.request, booked.outcome.clone());
    // The same request again, under another id: no answer names it.
    world.carry_out(&mut booked, &before);
    (booked.request, booked.outcome) = (answered, outcome);
    world.complete(booked);
    let found = world.contradictions();
    assert_says(&found[0], &["The request of #1 was carried out once more"]);
}

#[test]
fn an_answer_that_a_key_repeats_is_right() {
    let mut world = World::new(8);
    let mut first = world.invoke(1, 1, book(0, 0, &[1]));
    first.key = Some("k1".to_owned());
    let before = world.state.clone();
    world.carry_out(&mut first, &before);
    (first.request, first.outcome) = (None, Outcome::Unknown);
    world.complete(first);
    let mut again = world.invoke(1, 1, book(0, 0, &[1]));
    (again.key, again.outcome) = (Some("k1".to_owned()), Outcome::Ok { position: world.state.position });
    world.complete(again);
    let verdict = world.verdict();
    assert!(verdict.contradictions.is_empty(), "{:?}", verdict.contradictions);
    assert_eq!((verdict.figures.unknown, verdict.figures.unknown_done), (1, 1));
}

#[test]
fn a_refusal_that_was_not_true_is_found() {
    let mut world = World::new(4);
    let mut refused = world.invoke(1, 1, book(0, 0, &[1]));
    let position = Some(world.state.position);
    refused.outcome = Outcome::Refused { position, why: "De baan is op deze datum volgeboekt".to_owned() };
    world.complete(refused);
    assert_says(
        &only(&world),
        &["#1 was refused (De baan is op deze datum volgeboekt)", "the rulebook accepts it"],
    );
}

#[test]
fn a_refusal_on_state_that_had_gone_is_found() {
    let mut world = World::new(4);
    world.ask(1, 1, book(0, 0, &[1, 2, 3, 4]));
    let full = world.state.clone();
    let (booking, _) = world.place_of(1, date(0));
    let cancelled = world.ask(1, 1, Call::CancelGroup { club: club(0), date: date(0), booking });
    let mut refused = world.invoke(5, 5, book(0, 0, &[5]));
    world.carry_out(&mut refused, &full);
    // It names the present journal, and was decided on an older one.
    let Outcome::Refused { why, .. } = refused.outcome else { panic!("accepted") };
    refused.outcome = Outcome::Refused { position: Some(world.state.position), why };
    let refused = world.complete(refused);
    let found = only(&world);
    assert_says(&found, &[&format!("#{refused} was refused (De baan is op deze datum volgeboekt)")]);
    assert_says(&found, &["which was so at no position", &format!("before #{cancelled} changed that")]);
}

#[test]
fn a_refusal_that_names_an_outdated_journal_is_found() {
    let mut world = World::new(4);
    world.ask(1, 1, book(0, 0, &[1, 2, 3, 4]));
    let full = world.state.clone();
    let (booking, _) = world.place_of(1, date(0));
    world.ask(1, 1, Call::CancelGroup { club: club(0), date: date(0), booking });
    let mut refused = world.invoke(5, 5, book(0, 0, &[5]));
    world.carry_out(&mut refused, &full);
    world.complete(refused);
    assert_says(&only(&world), &["#3 was refused on the journal as of", "based on outdated state"]);
}

#[test]
fn a_refused_command_with_events_is_found() {
    let mut world = World::new(4);
    let mut operation = world.invoke(1, 1, book(0, 0, &[1]));
    let state = world.state.clone();
    world.carry_out(&mut operation, &state);
    operation.outcome = Outcome::Refused { position: Some(state.position), why: "club_full".to_owned() };
    world.complete(operation);
    assert_says(&only(&world), &["#1 was refused (club_full), and its events stand in the journal"]);
}

#[test]
fn an_inversion_of_real_time_is_found() {
    let mut world = World::new(8);
    let state = world.state.clone();
    // The second is carried out before the first, although it was asked for when the first had been answered.
    let mut second = world.invoke(2, 2, book(1, 1, &[2]));
    let mut first = world.invoke(1, 1, book(0, 0, &[1]));
    world.carry_out(&mut second, &state);
    let state = world.state.clone();
    world.carry_out(&mut first, &state);
    let first = world.complete(first);
    second.invoked = (world.clock + 1) * 1_000_000;
    world.clock += 1;
    let second = world.complete(second);
    let found = only(&world);
    assert_says(
        &found,
        &[&format!("before #{second} was asked for"), "the journal's order is not that of time"],
    );
    assert_says(&found, &[&format!("#{first} was answered with position")]);
}

#[test]
fn events_that_nobody_asked_for_are_found() {
    let mut world = World::new(4);
    world.ask(1, 1, book(0, 0, &[1]));
    let copies: Vec<_> = world.events[world.events.len() - 3..].to_vec();
    let (booking, place) = world.place_of(1, date(0));
    let mut cancel = world.invoke(1, 1, Call::CancelPlace { club: club(0), date: date(0), booking, place });
    let state = world.state.clone();
    world.carry_out(&mut cancel, &state);
    world.operations.pop();
    assert_eq!(copies[0].actor, Actor::Member(MemberId(member(1).0)));
    assert_says(&only(&world), &["are of no operation: nobody asked for them"]);
}

#[test]
fn a_contradiction_shows_the_operations_of_its_key_in_the_order_of_time() {
    let mut world = World::new(4);
    world.ask(9, 9, book(1, 1, &[9]));
    let cached = world.state.clone();
    world.ask(1, 1, book(0, 0, &[1, 2]));
    world.read_from(1, 1, Call::ReadDay { club: club(0), date: date(0), from_journal: false }, &cached);
    let expected = "\
seed 7: club-0 on 2026-11-24
  #3 shows the state at 12, without what #2 did at 19; its session had been answered with position 19 with #2: the read is stale.
           from – to, ms        asked by         asked for                                 answered
  >    #2  0.0 – 1.0            session 1 at n2  member 0001 books 9 holes for 0001, 0002  ok at 19
  >    #3  2.0 – 3.0            session 1 at n2  member 0001 reads the day's bookings      no bookings
";
    assert_eq!(only(&world), expected);
}

#[test]
fn of_two_uncertain_bookings_the_one_whose_repetition_was_acknowledged_was_carried_out() {
    let mut world = World::new(4);
    let mut never = world.invoke(1, 1, book(0, 0, &[1]));
    never.key = Some("first".to_owned());
    world.complete(never);
    let mut lost = world.invoke(1, 1, book(0, 0, &[1]));
    lost.key = Some("second".to_owned());
    let state = world.state.clone();
    world.carry_out(&mut lost, &state);
    let answer = std::mem::replace(&mut lost.outcome, Outcome::Unknown);
    lost.request = None;
    world.complete(lost);
    let mut repeated = world.invoke(1, 1, book(0, 0, &[1]));
    repeated.key = Some("second".to_owned());
    repeated.outcome = answer;
    world.complete(repeated);
    assert_eq!(world.contradictions(), [""; 0]);
}

#[test]
fn an_uncertain_booking_that_began_after_the_events_were_known_is_not_theirs() {
    let mut world = World::new(4);
    let mut lost = world.invoke(1, 1, book(0, 0, &[1]));
    let state = world.state.clone();
    world.carry_out(&mut lost, &state);
    (lost.outcome, lost.request) = (Outcome::Unknown, None);
    world.complete(lost);
    let (booking, place) = world.place_of(1, date(0));
    world.ask(2, 1, Call::CancelPlace { club: club(0), date: date(0), booking, place });
    // Carried out as well, and its repetition is acknowledged.
    let mut again = world.invoke(1, 1, book(0, 0, &[1]));
    again.key = Some("again".to_owned());
    let state = world.state.clone();
    world.carry_out(&mut again, &state);
    let answer = std::mem::replace(&mut again.outcome, Outcome::Unknown);
    again.request = None;
    world.complete(again);
    let mut repeated = world.invoke(1, 1, book(0, 0, &[1]));
    repeated.key = Some("again".to_owned());
    repeated.outcome = answer;
    world.complete(repeated);
    assert_eq!(world.contradictions(), [""; 0]);
}
