//! Whole histories of several writers on one journal, every fault included, each from a seed.
//!
//! Two or three machines (`machine`) with a cache of a few streams book, cancel, add and wait for places on a few members
//! and one club.
//! A scheduler chooses what happens next: a command arrives, a request reaches the journal, an answer comes back, late
//! or never; a lock's session is killed, a node ends, the journal goes back, a row is refused, code panics. An oracle
//! compares every answer with the journal, and checks the invariants I1 to I6 of docs/security.md at the end. A failure
//! prints its seed, and the seed repeats it.
//!
//! A hundred percent of its seeds are 2,000; `FAIRWAY_SEARCH_PERCENT=5000 cargo nextest run --cargo-profile release
//! -p fairway-command -E 'test(every_seed)'` runs 100,000.

mod journal;
mod node;
mod oracle;
mod random;
mod scheduler;
mod setup;

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};

use fairway_events::testing::searched;
use scheduler::Scheduler;
use setup::Without;

use crate::writer::machine::Guard;
use crate::writer::submission::Submission;

/// Panics where the submission asks for it: while it is decided, or while its events are applied.
pub(super) fn panic_if_asked(submission: &Submission, applying: bool) {
    let asked = if applying { "panic while applying" } else { "panic while deciding" };
    assert!(!submission.metadata.contains_key(asked), "as asked");
}

/// Runs a seed; the failures, and how often each answer was given.
fn run(seed: u64, without: Option<Without>) -> (Vec<String>, BTreeMap<&'static str, usize>) {
    let mut scheduler = Scheduler::new(seed, without);
    let ended = catch_unwind(AssertUnwindSafe(|| scheduler.run()));
    let mut failures = std::mem::take(&mut scheduler.oracle.failures);
    if let Err(panic) = ended {
        let message = panic.downcast_ref::<String>().cloned();
        failures.push(
            message
                .or_else(|| panic.downcast_ref::<&str>().map(|text| (*text).to_owned()))
                .unwrap_or_default(),
        );
    }
    (failures, scheduler.oracle.counts)
}

/// Panics of the simulation are expected, and reported where they matter.
fn quietly<T>(work: impl FnOnce() -> T) -> T {
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| {}));
    let done = catch_unwind(AssertUnwindSafe(work));
    std::panic::set_hook(hook);
    done.unwrap_or_else(|panic| std::panic::resume_unwind(panic))
}

#[test]
fn every_seed_keeps_every_invariant() {
    let only: Option<u64> = std::env::var("FAIRWAY_SEED").ok().map(|seed| seed.parse().unwrap());
    let (first, seeds) = only.map_or_else(|| (0, u64::from(searched(2_000))), |seed| (seed, 1));
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    let failed = quietly(|| {
        (first..first + seeds).find_map(|seed| {
            let (failures, counted) = run(seed, None);
            counted.into_iter().for_each(|(answer, count)| *counts.entry(answer).or_default() += count);
            (!failures.is_empty()).then_some((seed, failures))
        })
    });
    if let Some((seed, failures)) = failed {
        panic!("FAIRWAY_SEED={seed} repeats it:\n{}", failures.join("\n"));
    }
    // A simulation in which something never happens proves nothing about it.
    for answer in [
        "accepted",
        "rejected",
        "replayed",
        "faulty",
        "unavailable",
        "unknown",
        "stopped",
        "moved",
        "appended in part",
        "found after others",
        "went back",
        "took an offer",
    ] {
        let count = counts.get(answer).copied().unwrap_or_default();
        let least = if answer == "found after others" { 1 } else { 20 };
        assert!(seeds < 1_000 || count >= least, "{answer}: {counts:?}");
    }
    println!("{seeds} seeds: {counts:?}");
}

/// Seeds within which a protection that is switched off must be detected.
const SEEDS_TO_MISS: u64 = 3_000;

fn is_detected(without: Without) -> bool {
    quietly(|| (0..SEEDS_TO_MISS).any(|seed| !run(seed, Some(without)).0.is_empty()))
}

macro_rules! missed {
    ($($name:ident: $without:expr;)+) => { $(
        #[test]
        fn $name() {
            assert!(is_detected($without), "nobody misses {:?}", $without);
        }
    )+ };
}

missed! {
    deciding_again_would_be_missed: Without::Guard(Guard::DecideAgain);
    confirming_refusals_would_be_missed: Without::Guard(Guard::ConfirmRefusals);
    reading_again_what_changed_would_be_missed: Without::Guard(Guard::ReadAgain);
    leaving_out_old_answers_would_be_missed: Without::Guard(Guard::OldAnswers);
    noticing_a_journal_that_went_back_would_be_missed: Without::Guard(Guard::NoticeRewinds);
    looking_up_unknown_ends_would_be_missed: Without::Guard(Guard::LookUp);
    taking_refused_batches_apart_would_be_missed: Without::Guard(Guard::SplitRefusedBatches);
    checking_the_keys_of_refused_commands_would_be_missed: Without::Guard(Guard::CheckKeys);
    doubting_presumed_streams_would_be_missed: Without::Guard(Guard::CheckPresumed);
    the_fence_at_the_head_would_be_missed: Without::Head;
    the_stamp_would_be_missed: Without::Stamp;
    the_turn_would_be_missed: Without::Turn;
    leaving_out_what_others_touched_would_be_missed: Without::Parts;
    following_others_after_an_append_would_be_missed: Without::Guard(Guard::FollowOthers);
    finding_which_parts_were_appended_would_be_missed: Without::Guard(Guard::FindParts);
}
