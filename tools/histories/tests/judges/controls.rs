//! The mistakes that a campaign plants into its own record are caught in every correct history that has a place for them.

use std::collections::BTreeMap;

use fairway_histories::Call;
use fairway_histories::controls::{MISTAKES, plant};

use super::random::correct;
use super::world::{World, book, club, date};

const SEEDS: u64 = 12;

/// A day on which nothing is cancelled, and its screen between the bookings.
fn quiet_day() -> World {
    let mut world = World::new(8);
    for number in 1..=3 {
        world.ask(1, number, book(0, 0, &[number]));
        world.ask(9, 9, Call::ReadDay { club: club(0), date: date(0), from_journal: true });
    }
    world
}

#[test]
fn every_mistake_that_a_campaign_plants_is_caught() {
    let mut planted: BTreeMap<&str, u64> = BTreeMap::new();
    for world in (0..SEEDS).map(correct).chain([quiet_day()]) {
        let (seed, history, truth) = (world.seed, world.history(), world.truth());
        let judgement = truth.judge(&history);
        assert!(judgement.contradictions.is_empty(), "seed {seed}: {judgement}");
        for control in plant(&history) {
            let judgement = truth.judge(&control.history);
            assert!(control.is_caught(&judgement), "seed {seed}, {}: {judgement}", control.name);
            *planted.entry(control.name).or_default() += 1;
        }
    }
    assert_eq!(planted.len(), MISTAKES, "some mistake was never planted: {planted:?}");
}
