//! Which two faults a round injects, and when: chosen from the seed, so that the seed repeats it. Consecutive seeds walk
//! through the whole array of pairs.

use std::time::Duration;

use clap::ValueEnum;

use super::random::Random;
use crate::faults::fault_kind::FaultKind;

/// The stream of choices about faults.
const FAULTS: u64 = u64::MAX;
/// Clocks are wrong by so many seconds at most.
const MOST_OFF: i32 = 90;
/// Consecutive seeds are so many pairs apart. A prime that no array of pairs has as a divisor, so that every pair comes.
const STRIDE: u64 = 7_919;

/// Two different faults.
pub(super) type Pair = [FaultKind; 2];

/// A step of a round, and when it is due.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Step {
    /// The number in the pair.
    Begin(usize),
    End(usize),
}

/// A round of two faults.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Plan {
    pub(super) pair: Pair,
    /// In order, from the start of the record.
    pub(super) steps: [(Duration, Step); 4],
    /// What the clock of each fault is set wrong by, seconds.
    pub(super) clock_offsets: [i32; 2],
}

/// The kinds that may be one of a pair: commits that are lost on purpose end a record.
fn kinds() -> Vec<FaultKind> {
    FaultKind::value_variants().iter().copied().filter(|kind| !kind.loses_commits()).collect()
}

/// Every pair of different kinds.
fn array(kinds: &[FaultKind]) -> Vec<Pair> {
    let of_first = |(number, first): (usize, &FaultKind)| {
        kinds[number + 1..].iter().map(|second| [*first, *second]).collect::<Vec<_>>()
    };
    kinds.iter().enumerate().flat_map(of_first).collect()
}

/// The pair of a seed. It is the same on every machine: a pair that a machine cannot inject is skipped there.
pub(super) fn choose(seed: u64) -> Option<Pair> {
    let array = array(&kinds());
    let count = u64::try_from(array.len()).ok()?;
    let number = seed.checked_rem(count)? * STRIDE % count;
    array.get(usize::try_from(number).ok()?).copied()
}

impl Plan {
    /// Both faults begin in the first third and end in the third quarter, and overlap.
    pub(super) fn new(seed: u64, pair: Pair, time: Duration) -> Self {
        let mut random = Random::new(seed, FAULTS);
        let mut share = |from: u32, to: u32| {
            let span = usize::try_from(to - from).unwrap_or_default();
            time * (from + u32::try_from(random.below(span)).unwrap_or_default()) / 100
        };
        let begins = share(10, 20);
        let second_begins = begins + share(2, 14);
        let mut ends = [share(48, 75), share(48, 75)];
        ends.sort_unstable();
        let first_to_end = random.below(2);
        let clock_offset = |random: &mut Random| match random.between(-MOST_OFF, MOST_OFF) {
            0 => MOST_OFF,
            offset => offset,
        };
        Self {
            pair,
            steps: [
                (begins, Step::Begin(0)),
                (second_begins, Step::Begin(1)),
                (ends[0], Step::End(first_to_end)),
                (ends[1], Step::End(1 - first_to_end)),
            ],
            clock_offsets: [clock_offset(&mut random), clock_offset(&mut random)],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MINUTE: Duration = Duration::from_secs(60);

    #[test]
    fn a_seed_gives_the_same_pair_and_the_same_instants() {
        for seed in 0..50 {
            let pair = choose(seed).unwrap();
            assert_ne!(pair[0], pair[1]);
            assert_eq!(choose(seed), Some(pair));
            assert_eq!(Plan::new(seed, pair, MINUTE), Plan::new(seed, pair, MINUTE));
        }
        let steps = |seed| Plan::new(seed, choose(1).unwrap(), MINUTE).steps;
        assert_ne!(steps(1), steps(2));
    }

    #[test]
    fn consecutive_seeds_come_to_every_pair_and_lose_no_commit() {
        let all = array(&kinds());
        let count = u64::try_from(all.len()).unwrap();
        let chosen: std::collections::HashSet<Pair> = (100..100 + count).filter_map(choose).collect();
        assert_eq!(chosen, all.into_iter().collect());
        assert!(!chosen.iter().flatten().any(|kind| kind.loses_commits()));
    }

    #[test]
    fn the_faults_of_a_pair_overlap_and_end_before_the_record() {
        for seed in 0..200 {
            let plan = Plan::new(seed, [FaultKind::NodeKilled, FaultKind::PrimaryLost], MINUTE);
            assert!(plan.steps.is_sorted_by_key(|(at, _)| *at), "{plan:?}");
            assert!(plan.steps[1].0 < plan.steps[2].0 && plan.steps[3].0 <= MINUTE * 3 / 4, "{plan:?}");
            let within = |offset: &i32| *offset != 0 && offset.abs() <= MOST_OFF;
            assert!(plan.clock_offsets.iter().all(within), "{plan:?}");
        }
    }
}
