//! Keeping the cache true beside other writers.
//!
//! An append on a stale stream is refused by the stream's key, but a refusal on a stale stream would simply be
//! wrong: "full" where another node has just freed a place. So before it decides, the writer asks the journal which
//! streams other writers have appended to since it last looked. The query runs while the previous batch commits, and
//! on a lone node it finds nothing.

use fairway_events::{Journal, Position, StreamId};

use super::SubmitError;

/// More foreign events than this at once, and it is cheaper to start with an empty cache.
const TAIL_LIMIT: i64 = 10_000;

/// What other writers did since the last look.
#[derive(Debug, PartialEq)]
pub(super) enum Changed {
    /// They appended to these streams.
    Streams(Vec<StreamId>),
    /// So much that nothing in the cache should be trusted.
    TooMuch,
}

/// How far the cache has followed the journal.
#[derive(Debug, Default)]
pub(super) struct Coherence {
    /// Every event up to here is in the cache or its stream is not; none: the journal was not looked at yet.
    known: Option<Position>,
    /// Positions after `known` that this writer appended itself, as (first, last).
    own: Vec<(Position, Position)>,
}

impl Coherence {
    /// The position up to which everything is known.
    pub(super) fn known(&self) -> Position {
        self.own.last().map(|(_, last)| *last).or(self.known).unwrap_or(0)
    }

    /// This writer appended `count` events, the last at `position`.
    pub(super) fn committed(&mut self, position: Position, count: usize) {
        let count = i64::try_from(count).unwrap_or(i64::MAX);
        if count == 0 || self.known.is_some_and(|known| position <= known) {
            return;
        }
        if self.own.is_empty() && self.known == Some(position - count) {
            self.known = Some(position);
        } else {
            self.own.push((position - count + 1, position));
        }
    }

    /// Learns to which streams other writers have appended since the last look.
    pub(super) async fn catch_up(&mut self, journal: &Journal) -> Result<Changed, SubmitError> {
        let Some(known) = self.known else {
            // Nothing is cached yet: what is loaded from here on is at least as new as this position.
            self.known = Some(journal.head().await?);
            return Ok(Changed::Streams(Vec::new()));
        };
        let tail = journal.streams_after(known, TAIL_LIMIT).await?;
        let Some(&(last, _)) = tail.last() else { return Ok(Changed::Streams(Vec::new())) };
        if tail.len() >= usize::try_from(TAIL_LIMIT).unwrap_or(usize::MAX) {
            self.known = Some(journal.head().await?);
            self.own.clear();
            return Ok(Changed::TooMuch);
        }
        self.known = Some(last);
        let own = std::mem::take(&mut self.own);
        self.own = own.iter().copied().filter(|(_, own_last)| *own_last > last).collect();
        let foreign =
            |position: Position| !own.iter().any(|(first, end)| (*first..=*end).contains(&position));
        let streams = tail.into_iter().filter(|(position, _)| foreign(*position)).map(|(_, stream)| stream);
        Ok(Changed::Streams(streams.collect()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(known: Position) -> Coherence {
        Coherence { known: Some(known), own: Vec::new() }
    }

    #[test]
    fn follows_its_own_appends_without_asking() {
        let mut coherence = at(10);
        coherence.committed(14, 4);
        assert_eq!((coherence.known, coherence.own.len()), (Some(14), 0));
    }

    #[test]
    fn does_not_pass_over_what_another_writer_appended_in_between() {
        let mut coherence = at(10);
        coherence.committed(16, 4);
        assert_eq!((coherence.known, coherence.own.as_slice()), (Some(10), [(13, 16)].as_slice()));
    }

    #[test]
    fn forgets_own_appends_that_it_has_read_already() {
        let mut coherence = at(20);
        coherence.committed(16, 4);
        assert_eq!((coherence.known, coherence.own.len()), (Some(20), 0));
    }
}
