//! The mistakes that a campaign plants into its own record are caught in every correct history that has a place for them.

use std::collections::BTreeMap;

use fairway_histories::controls::{MISTAKES, plant};

use super::random::correct;

const SEEDS: u64 = 12;

#[test]
fn every_mistake_that_a_campaign_plants_is_caught() {
    let mut planted: BTreeMap<&str, u64> = BTreeMap::new();
    for seed in 0..SEEDS {
        let world = correct(seed);
        let (history, truth) = (world.history(), world.truth());
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
