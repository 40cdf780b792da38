//! The background tasks of the rounds.

use std::sync::Arc;

use fairway_tasks::supervisor::Supervisor;

use crate::live::LiveNotifier;
use crate::offering as waiting_lists;
use crate::state::Rounds;

/// Starts offering places that came free to groups that wait. Every node may: an offer of one leaves nothing to do for
/// the next. The task holds a handle of the writer.
pub fn offer_places(rounds: &Rounds, tasks: &mut Supervisor) {
    let common = rounds.common.clone();
    tasks.start("waiting lists", move |stopped| waiting_lists::run(common.clone(), stopped));
}

/// Starts notifying open screens. The task holds no handle of the writer.
pub fn notify_screens(rounds: &Rounds, tasks: &mut Supervisor) {
    let (live, club_days) = (rounds.live.clone(), rounds.club_days.clone());
    let journal = rounds.common.journal.clone();
    let (reads, progress) = (rounds.common.reads.clone(), rounds.common.progress.clone());
    let (clubs, clock) = (Arc::clone(&rounds.common.clubs), rounds.common.clock.clone());
    tasks.start("live", move |stopped| {
        let (live, club_days, journal) = (live.clone(), club_days.clone(), journal.clone());
        let (reads, progress) = (reads.clone(), progress.clone());
        let (clubs, clock) = (Arc::clone(&clubs), clock.clone());
        LiveNotifier { live, club_days, journal, reads, progress, clubs, clock }.run(stopped)
    });
}
