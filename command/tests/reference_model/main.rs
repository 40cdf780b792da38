//! Random histories of a small portal: members, clubs and days, orders and refunds, passing time, and a reference model
//! that counts places instead of storing rights. For every operation the decision equals the model's, the invariants
//! are true after each step, and a replay of all events gives the same state.

#![expect(clippy::unwrap_used, reason = "a failed precondition fails the test")]

mod control;
mod invariants;
mod journal;
mod model;
mod operation;
mod portal;

use std::collections::BTreeSet;

use fairway_command::AnyAggregate;
use fairway_events::testing::searched;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;
use proptest::strategy::ValueTree;
use proptest::test_runner::{Config, TestRunner};

use crate::operation::{Operation, history, settlements};
use crate::portal::Portal;

/// Failures are printed with their smallest history; a file beside the sources would only repeat that.
fn config(cases: u32) -> Config {
    Config { cases, failure_persistence: None, ..Config::default() }
}

fn run(history: &[Operation]) -> Portal {
    let mut portal = Portal::default();
    for operation in history {
        portal.step(operation);
        invariants::check(portal.journal.log().iter().map(|(_, event)| event), &portal::clubs());
    }
    portal
}

proptest! {
    #![proptest_config(config(searched(400)))]

    #[test]
    fn every_decision_is_the_models_and_every_invariant_holds(history in history()) {
        let portal = run(&history);
        portal.compare_allowances();
        prop_assert_eq!(portal.journal.replayed(), portal.journal.states());
    }

    #[test]
    fn every_decision_about_a_settlement_is_the_models(history in settlements()) {
        let portal = run(&history);
        prop_assert_eq!(portal.journal.replayed(), portal.journal.states());
    }

    #[test]
    fn any_sequence_of_events_can_be_applied(
        history in prop_oneof![3 => history(), 1 => settlements()],
        picks in vec(any::<Index>(), 1..200),
    ) {
        let log = run(&history).journal.log().to_vec();
        prop_assume!(!log.is_empty());
        // Events out of order, repeated, or of another stream of the same kind must not make a load fail.
        let (stream, _) = picks.first().unwrap().get(&log);
        let mut state = AnyAggregate::empty(stream);
        for pick in picks {
            let (_, event) = pick.get(&log);
            if event.aggregate_type() == stream.aggregate_type() {
                state.apply(event.clone());
            }
        }
    }
}

/// A generator that never gets beyond `no subscription` would prove nothing: over a fixed set of histories, every
/// outcome that a member can get occurs.
#[test]
fn the_random_histories_reach_every_outcome() {
    let mut met: BTreeSet<&'static str> = BTreeSet::new();
    let (mut undone, mut on_the_day, mut when_full, mut passed_over) = (0, 0, 0, 0);
    let mut runner = TestRunner::deterministic();
    for _history in 0..750 {
        let history = history().new_tree(&mut runner).unwrap().current();
        let portal = run(&history);
        undone += portal.model.undone_on_the_day;
        on_the_day += portal.model.swapped_on_the_day;
        when_full += portal.model.swapped_when_full;
        passed_over += portal.model.passed_over;
        met.extend(portal.outcomes);
    }
    let expected: BTreeSet<&'static str> = [
        "absence_not_found",
        "absence_too_early",
        "accepted",
        "already_registered",
        "arrival_not_found",
        "booking_cancelled",
        "caller_cancelled",
        "caller_not_playing",
        "club_closed",
        "club_closed_on_weekday",
        "club_few_places",
        "club_full",
        "club_lacks_holes",
        "correction_too_early",
        "correction_too_late",
        "date_after_window",
        "date_past",
        "day_over",
        "day_without_scans",
        "has_arrived",
        "no_current_subscription",
        "more_than_capacity",
        "no_free_slots",
        "no_offer",
        "not_your_place",
        "not_waiting",
        "objection_too_late",
        "offer_lapsed",
        "offer_outrun",
        "offer_taken",
        "only_master_cancels_group",
        "only_master_removes_players",
        "only_master_swaps_players",
        "order_already_refunded",
        "order_not_paid",
        "own_place",
        "paid in vain",
        "pass taken back",
        "player_already_plays",
        "player_already_waits",
        "player_club_maximum",
        "player_has_arrived",
        "player_left",
        "player_level_too_low",
        "player_no_subscription",
        "player_not_covered",
        "player_only_shorter_voucher",
        "player_twice",
        "player_used_up",
        "refund approved",
        "registration_not_refunded",
        "reservation_not_found",
        "right_not_forfeited",
        "room_on_day",
        "scan_names_nobody",
        "scan_not_found",
        "start_time_changed",
        "subscription_claimed",
        "subscription_used",
        "too_late_to_add",
        "too_late_to_agree",
        "too_late_to_cancel",
        "too_late_to_swap",
        "too_many_players",
        "unchanged",
        "voucher taken back",
        "voucher_already_used",
        "voucher_bought",
        "voucher_maximum",
        "waiting_group_not_found",
        "withdrawn when it came free",
    ]
    .into();
    let (unmet, unexpected): (Vec<_>, Vec<_>) =
        (expected.difference(&met).collect(), met.difference(&expected).collect());
    assert!(unmet.is_empty() && unexpected.is_empty(), "never {unmet:?}, unexpected {unexpected:?}");
    assert!(
        undone > 20,
        "{undone} places that a member took for another on the play date and cancelled again"
    );
    assert!(
        on_the_day > 20 && when_full > 10,
        "{on_the_day} swaps on the play date, {when_full} on a full day"
    );
    assert!(passed_over > 10, "{passed_over} groups that could not play when it was their turn");
}

#[test]
fn the_random_settlements_reach_every_outcome() {
    let mut met: BTreeSet<&'static str> = BTreeSet::new();
    let mut runner = TestRunner::deterministic();
    for _history in 0..300 {
        let history = settlements().new_tree(&mut runner).unwrap().current();
        met.extend(run(&history).outcomes);
    }
    let expected = [
        "accepted",
        "adjustment_not_allowed",
        "already_disputed",
        "dispute_after_month",
        "dispute_already_ended",
        "dispute_not_found",
        "dispute_too_early",
        "dispute_too_late",
        "id_taken",
        "month_already_closed",
        "month_not_next",
        "month_not_over",
        "no_tariff",
        "settlement_changed",
        "tariff_in_closed_month",
        "too_many_disputes",
        "unchanged",
    ];
    assert_eq!(met, BTreeSet::from(expected));
}
