//! Which projection writes which batch next. Each writes its batches in order, and none waits for another to finish a
//! batch: a projection with much to write would otherwise leave the processors idle at the end of every batch. How far
//! one may be ahead of another is bounded by the batches that are in memory. Of those that are equally far, the one that
//! takes the longest begins first: it would otherwise be the last, and alone.

use std::cmp::Reverse;
use std::time::Duration;

use crate::Projection;

/// The batches that are in memory, by the number of those before them, and what each projection has written of them.
#[derive(Debug)]
pub(super) struct Schedule {
    lanes: Vec<Lane>,
    /// Batches that were read.
    read: usize,
}

#[derive(Debug)]
struct Lane {
    projection: Projection,
    /// Batches that it has written.
    written: usize,
    is_writing: bool,
    /// How long it took for its last batch; zero before the first.
    took: Duration,
}

impl Schedule {
    pub(super) fn new(projections: impl IntoIterator<Item = Projection>) -> Self {
        let lane = |projection| Lane { projection, written: 0, is_writing: false, took: Duration::ZERO };
        Self { lanes: projections.into_iter().map(lane).collect(), read: 0 }
    }

    /// Another batch was read.
    pub(super) const fn add_batch(&mut self) {
        self.read += 1;
    }

    /// Batches that were read and that some projection has not written yet.
    pub(super) fn pending(&self) -> usize {
        self.read - self.written_by_all()
    }

    /// Batches that every projection has written.
    pub(super) fn written_by_all(&self) -> usize {
        self.lanes.iter().map(|lane| lane.written).min().unwrap_or(self.read)
    }

    /// Whether every projection is stopped.
    pub(super) const fn is_empty(&self) -> bool {
        self.lanes.is_empty()
    }

    /// Begins to write: the projection that is furthest behind, the slowest of several, and the number of its next
    /// batch.
    pub(super) fn begin(&mut self) -> Option<(Projection, usize)> {
        let read = self.read;
        let idle = self.lanes.iter_mut().filter(|lane| !lane.is_writing && lane.written < read);
        let next = idle.min_by_key(|lane| (lane.written, Reverse(lane.took)))?;
        next.is_writing = true;
        Some((next.projection, next.written))
    }

    /// A projection has written the batch that it began, in this time.
    pub(super) fn finish(&mut self, projection: Projection, took: Duration) {
        if let Some(lane) = self.lanes.iter_mut().find(|lane| lane.projection == projection) {
            (lane.is_writing, lane.written, lane.took) = (false, lane.written + 1, took);
        }
    }

    /// A projection writes no more.
    pub(super) fn stop(&mut self, projection: Projection) {
        self.lanes.retain(|lane| lane.projection != projection);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ledger, orders, vouchers};

    const ALL: [Projection; 3] = [ledger::PROJECTION, orders::PROJECTION, vouchers::PROJECTION];

    #[test]
    fn each_projection_writes_every_batch_in_order_and_waits_for_no_other() {
        let mut schedule = Schedule::new(ALL);
        assert_eq!(schedule.begin(), None, "nothing was read");
        schedule.add_batch();
        schedule.add_batch();
        for projection in ALL {
            assert_eq!(schedule.begin(), Some((projection, 0)));
        }
        assert_eq!(schedule.begin(), None, "each writes one batch at a time");
        schedule.finish(ALL[1], Duration::ZERO);
        assert_eq!(schedule.begin(), Some((ALL[1], 1)));
        schedule.finish(ALL[1], Duration::ZERO);
        assert_eq!(schedule.begin(), None);
        assert_eq!((schedule.written_by_all(), schedule.pending()), (0, 2));
        schedule.finish(ALL[0], Duration::ZERO);
        schedule.finish(ALL[2], Duration::ZERO);
        assert_eq!((schedule.written_by_all(), schedule.pending()), (1, 1));
    }

    #[test]
    fn the_projection_furthest_behind_is_first() {
        let mut schedule = Schedule::new(ALL);
        schedule.add_batch();
        schedule.add_batch();
        for _ in 0..2 {
            schedule.begin();
        }
        schedule.finish(ALL[0], Duration::ZERO);
        schedule.finish(ALL[1], Duration::ZERO);
        assert_eq!(schedule.begin(), Some((ALL[2], 0)));
        assert_eq!(schedule.begin(), Some((ALL[0], 1)));
    }

    #[test]
    fn the_slowest_of_the_last_batch_is_first() {
        let mut schedule = Schedule::new(ALL);
        schedule.add_batch();
        for (projection, millis) in ALL.into_iter().zip([3, 1, 9]) {
            schedule.begin();
            schedule.finish(projection, Duration::from_millis(millis));
        }
        schedule.add_batch();
        let order: Vec<_> = std::iter::from_fn(|| schedule.begin()).collect();
        assert_eq!(order, [2, 0, 1].map(|number| (ALL[number], 1)));
    }

    #[test]
    fn a_stopped_projection_holds_nobody_up() {
        let mut schedule = Schedule::new(ALL);
        schedule.add_batch();
        for projection in ALL {
            schedule.begin();
            if projection != ALL[0] {
                schedule.finish(projection, Duration::ZERO);
            }
        }
        schedule.stop(ALL[0]);
        assert_eq!((schedule.written_by_all(), schedule.pending()), (1, 0));
        schedule.stop(ALL[1]);
        schedule.stop(ALL[2]);
        assert!(schedule.is_empty());
    }
}
