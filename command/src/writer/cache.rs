//! The streams that the writer holds in memory: bounded, and always as of the last decision.
//!
//! Entries are changed in place when a command is decided, before the commit. When a commit fails, the streams that
//! it touched are forgotten, and the next decision loads them anew.

use std::collections::{HashMap, HashSet};

use fairway_events::{Event, StreamId};

use crate::world::{Loaded, World};

#[derive(Debug)]
struct Entry {
    loaded: Loaded,
    /// Held as empty without having looked: its id was made for the command that starts it.
    presumed: bool,
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

    /// Takes in a stream as the journal has it.
    pub(super) fn insert(&mut self, stream: StreamId, loaded: Loaded) {
        self.entries.insert(stream, Entry { loaded, presumed: false, used: self.generation });
    }

    /// Holds streams of which nothing is known as streams without events. An append that rests on this is refused by
    /// the stream's key when it is wrong; a refusal that rests on it must be decided again, see [`Self::doubted`].
    pub(super) fn presume_new(&mut self, streams: impl IntoIterator<Item = StreamId>) {
        let used = self.generation;
        for stream in streams {
            let loaded = Loaded::empty(&stream);
            self.entries.entry(stream).or_insert(Entry { loaded, presumed: true, used });
        }
    }

    /// Which of the streams are held as empty without having looked. They are forgotten, to be loaded.
    pub(super) fn doubted(&mut self, streams: impl IntoIterator<Item = StreamId>) -> Vec<StreamId> {
        let doubted: Vec<StreamId> = streams
            .into_iter()
            .filter(|stream| {
                self.entries.get(stream).is_some_and(|entry| entry.presumed && entry.loaded.version == 0)
            })
            .collect();
        self.forget(&doubted);
        doubted
    }

    /// Applies decided events and returns the version on which they stand.
    pub(super) fn advance(&mut self, stream: &StreamId, events: &[Event]) -> i64 {
        let generation = self.generation;
        let entry = self.entries.entry(stream.clone()).or_insert_with(|| Entry {
            loaded: Loaded::empty(stream),
            presumed: true,
            used: generation,
        });
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
            cache.insert(stream(number), Loaded::empty(&stream(number)));
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
            cache.insert(stream(number), Loaded::empty(&stream(number)));
        }
        cache.next_generation();
        assert_eq!(cache.len(), 50);
    }
    #[test]
    fn doubts_only_what_it_never_looked_at() {
        let mut cache = Cache::new(8);
        cache.insert(stream(1), Loaded::empty(&stream(1)));
        cache.presume_new([stream(1), stream(2)]);
        assert!(cache.absent([stream(1), stream(2)]).is_empty());
        assert_eq!(cache.doubted([stream(1), stream(2)]), [stream(2)]);
        assert_eq!(cache.absent([stream(1), stream(2)]), [stream(2)]);
    }
}
