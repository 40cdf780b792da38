//! The streams that the writer holds in memory: bounded, and always as of the last decision.
//!
//! Entries are changed in place when a command is decided, before the commit. When a commit fails, the streams that
//! it touched are forgotten, and the next decision loads them anew.

use std::collections::{HashMap, HashSet};

use fairway_events::{Event, RecordedEvent, StreamId};

use crate::world::{Loaded, World};

#[derive(Debug)]
struct Entry {
    loaded: Loaded,
    /// The generation in which the entry was last wanted; the oldest go first.
    used: u64,
}

/// Recent aggregates by stream.
#[derive(Debug)]
pub(super) struct Cache {
    entries: HashMap<StreamId, Entry>,
    capacity: usize,
    generation: u64,
}

impl Cache {
    pub(super) fn new(capacity: usize) -> Self {
        Self { entries: HashMap::new(), capacity, generation: 0 }
    }

    /// Which of the streams must be loaded before they can be looked at. Marks the others as wanted.
    pub(super) fn absent(&mut self, streams: impl IntoIterator<Item = StreamId>) -> Vec<StreamId> {
        let generation = self.generation;
        streams
            .into_iter()
            .filter(|stream| match self.entries.get_mut(stream) {
                Some(entry) => {
                    entry.used = generation;
                    false
                }
                None => true,
            })
            .collect()
    }

    /// Takes in a stream as the journal has it; no events: a stream that does not exist yet.
    pub(super) fn insert(&mut self, stream: StreamId, events: &[RecordedEvent]) {
        let mut loaded = Loaded::empty(&stream);
        for recorded in events {
            loaded.evolve(&recorded.event);
        }
        self.entries.insert(stream, Entry { loaded, used: self.generation });
    }

    /// Applies decided events and returns the version on which they stand.
    pub(super) fn advance(&mut self, stream: &StreamId, events: &[Event]) -> i64 {
        let generation = self.generation;
        let entry = self
            .entries
            .entry(stream.clone())
            .or_insert_with(|| Entry { loaded: Loaded::empty(stream), used: generation });
        entry.used = generation;
        let version = entry.loaded.version;
        for event in events {
            entry.loaded.evolve(event);
        }
        version
    }

    /// Forgets streams whose last decisions did not come true.
    pub(super) fn forget<'a>(&mut self, streams: impl IntoIterator<Item = &'a StreamId>) {
        for stream in streams {
            self.entries.remove(stream);
        }
    }

    /// Forgets everything but what may be uncommitted.
    pub(super) fn keep_only(&mut self, kept: &HashSet<&StreamId>) {
        self.entries.retain(|stream, _| kept.contains(stream));
    }

    /// Starts the next batch. When too much is held, forgets what was not wanted for longest; never what the last
    /// two batches touched, because those may not be committed yet.
    pub(super) fn next_generation(&mut self) {
        self.generation += 1;
        // In the first batches nothing is old enough to go.
        let Some(newest_evictable) = self.generation.checked_sub(3) else { return };
        if self.entries.len() <= self.capacity {
            return;
        }
        let mut ages: Vec<u64> = self.entries.values().map(|entry| entry.used).collect();
        // A quarter goes at once, so that the sweep is rare.
        let keep_from = self.entries.len() - self.capacity + self.capacity / 4;
        let (_, &mut threshold, _) = ages.select_nth_unstable(keep_from.min(self.entries.len() - 1));
        let threshold = threshold.min(newest_evictable);
        self.entries.retain(|_, entry| entry.used > threshold);
    }

    #[cfg(test)]
    pub(super) fn len(&self) -> usize {
        self.entries.len()
    }
}

impl World for Cache {
    fn find(&self, stream: &StreamId) -> Option<&Loaded> {
        self.entries.get(stream).map(|entry| &entry.loaded)
    }
}

#[cfg(test)]
mod tests {
    use fairway_events::MemberId;
    use uuid::Uuid;

    use super::*;

    fn stream(number: u128) -> StreamId {
        StreamId::Membership(MemberId(Uuid::from_u128(number)))
    }

    #[test]
    fn forgets_the_longest_unwanted_first_and_never_what_may_be_uncommitted() {
        let mut cache = Cache::new(8);
        for number in 0..20 {
            cache.insert(stream(number), &[]);
            cache.next_generation();
        }
        assert!(cache.len() <= 11, "{} streams are held", cache.len());
        assert!(cache.find(&stream(0)).is_none());
        assert!((17..20).all(|number| cache.find(&stream(number)).is_some()));
    }

    #[test]
    fn keeps_everything_of_one_large_batch() {
        let mut cache = Cache::new(4);
        for number in 0..50 {
            cache.insert(stream(number), &[]);
        }
        cache.next_generation();
        assert_eq!(cache.len(), 50);
    }
}
