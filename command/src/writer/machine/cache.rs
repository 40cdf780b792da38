//! The streams that the writer holds in memory: bounded, and always as of the last decision.
//!
//! Entries are changed in place when a command is decided, before the commit. Each change belongs to a layer, the batch
//! that will commit it; at most two layers are uncommitted at a time. While other nodes write, the state before a layer
//! is retained, so that the events of others can be applied below it; otherwise nothing is copied.

#[cfg(test)]
mod tests;

use std::cell::RefCell;
use std::collections::HashMap;

use fairway_events::{Event, StreamId};

use crate::world::{Loaded, World};

#[derive(Debug)]
struct Entry {
    loaded: Loaded,
    /// Presumed empty without having been loaded: its id was made for the command that starts it.
    presumed: bool,
    /// The generation in which the entry was last used; the oldest are removed first.
    used: u64,
    /// The first and the last layer whose changes are not committed; 0: none.
    first: u64,
    last: u64,
    /// The state before a layer changed it, where that is kept.
    previous: Vec<(u64, Loaded)>,
}

impl Entry {
    fn new(loaded: Loaded, presumed: bool, used: u64) -> Self {
        Self { loaded, presumed, used, first: 0, last: 0, previous: Vec::new() }
    }

    /// Whether it is only presumed to be empty: it was not loaded, and nothing was decided.
    const fn is_only_presumed(&self) -> bool {
        self.presumed && self.loaded.version == 0
    }
}

/// Recent aggregates by stream.
#[derive(Debug)]
pub(super) struct Cache {
    entries: HashMap<StreamId, Entry>,
    /// Whether the state before a layer is kept.
    keeps_previous: bool,
    capacity: usize,
    generation: u64,
}

impl Cache {
    pub(super) fn new(capacity: usize) -> Self {
        Self { entries: HashMap::new(), keeps_previous: false, capacity, generation: 0 }
    }

    /// Whether to keep the state of a stream before a layer changes it: as long as other nodes write.
    pub(super) const fn keep_previous(&mut self, keeps_previous: bool) {
        self.keeps_previous = keeps_previous;
    }

    /// Returns the streams that must be loaded before they can be read. Marks the others as used.
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

    /// Adds a stream as the journal has it, unless the cache has more of it.
    pub(super) fn insert(&mut self, stream: StreamId, loaded: Loaded) {
        if self.entries.get(&stream).is_none_or(Entry::is_only_presumed) {
            self.entries.insert(stream, Entry::new(loaded, false, self.generation));
        }
    }

    /// Presumes streams that are not in the cache to have no events. If that is wrong, an append is refused by the
    /// stream's key; a refusal that rests on it must be decided again, see [`Self::forget_presumed`].
    pub(super) fn presume_new(&mut self, streams: impl IntoIterator<Item = StreamId>) {
        let used = self.generation;
        for stream in streams {
            let loaded = Loaded::empty(&stream);
            self.entries.entry(stream).or_insert_with(|| Entry::new(loaded, true, used));
        }
    }

    /// Removes the streams that are only presumed to be empty, and returns them to be loaded.
    pub(super) fn forget_presumed(&mut self, streams: &[StreamId]) -> Vec<StreamId> {
        let is_only_presumed =
            |stream: &&StreamId| self.entries.get(*stream).is_some_and(Entry::is_only_presumed);
        let presumed: Vec<StreamId> = streams.iter().filter(is_only_presumed).cloned().collect();
        self.forget(&presumed);
        presumed
    }

    /// Applies decided events in a layer and returns the version before them, and whether that was read.
    pub(super) fn advance(&mut self, stream: &StreamId, events: &[Event], layer: u64) -> (i64, bool) {
        let generation = self.generation;
        let entry = self
            .entries
            .entry(stream.clone())
            .or_insert_with(|| Entry::new(Loaded::empty(stream), true, generation));
        entry.used = generation;
        if entry.last != layer {
            if self.keeps_previous {
                entry.previous.push((layer, entry.loaded.clone()));
            }
            entry.last = layer;
            if entry.first == 0 {
                entry.first = layer;
            }
        }
        let version = (entry.loaded.version, entry.loaded.is_read);
        for event in events {
            entry.loaded.apply_next(event.clone());
        }
        version
    }

    /// The layer's changes of these streams are committed.
    pub(super) fn committed<'a>(&mut self, streams: impl IntoIterator<Item = &'a StreamId>, layer: u64) {
        for stream in streams {
            if let Some(entry) = self.entries.get_mut(stream) {
                entry.previous.retain(|(changed_in, _)| *changed_in > layer);
                // Had there been events before, the append would have been refused.
                entry.presumed = false;
                if entry.last <= layer {
                    (entry.first, entry.last) = (0, 0);
                } else {
                    entry.first = entry.last;
                }
            }
        }
    }

    /// Counts the changes of these streams in layer `from` as changes of the earlier layer `to`.
    pub(super) fn merge<'a>(&mut self, streams: impl IntoIterator<Item = &'a StreamId>, from: u64, to: u64) {
        for stream in streams {
            let Some(entry) = self.entries.get_mut(stream).filter(|entry| entry.last == from) else {
                continue;
            };
            if entry.first == from {
                entry.previous.iter_mut().for_each(|(layer, _)| *layer = to);
                entry.first = to;
            } else {
                entry.previous.retain(|(layer, _)| *layer != from);
            }
            entry.last = to;
        }
    }

    /// Whether the committed state of a stream is known beside the uncommitted one.
    pub(super) fn is_restorable(&self, stream: &StreamId) -> bool {
        self.entries.get(stream).is_none_or(|entry| {
            entry.first == 0 || entry.previous.first().is_some_and(|(layer, _)| *layer == entry.first)
        })
    }

    /// Goes back to the committed state of a stream; where that is not known, removes the stream.
    pub(super) fn restore(&mut self, stream: &StreamId) {
        if !self.is_restorable(stream) {
            self.entries.remove(stream);
        } else if let Some(entry) = self.entries.get_mut(stream)
            && entry.first != 0
        {
            if let Some((_, committed)) = entry.previous.drain(..).next() {
                entry.loaded = committed;
            }
            (entry.first, entry.last) = (0, 0);
        }
    }

    /// Another node appended an event to a stream. A cached state is updated, or removed.
    pub(super) fn apply_foreign(&mut self, stream: &StreamId, sequence: i64, event: Option<&Event>) {
        let Some(entry) = self.entries.get_mut(stream) else { return };
        if sequence <= entry.loaded.version {
            // It was loaded after that.
            return;
        }
        match event {
            Some(event) if sequence == entry.loaded.version + 1 && entry.first == 0 => {
                entry.loaded.apply(sequence, event.clone());
                entry.presumed = false;
            }
            Some(_) | None => {
                self.entries.remove(stream);
            }
        }
    }

    /// Removes streams whose last decisions were not committed.
    pub(super) fn forget<'a>(&mut self, streams: impl IntoIterator<Item = &'a StreamId>) {
        for stream in streams {
            self.entries.remove(stream);
        }
    }

    /// Removes everything.
    pub(super) fn clear(&mut self) {
        self.entries.clear();
    }

    /// Starts the next batch. When there are too many entries, removes those that were not used for longest; never
    /// uncommitted ones, nor those used for the batches in flight.
    pub(super) fn next_generation(&mut self) {
        self.generation += 1;
        // In the first batches nothing is old enough to be removed.
        let Some(newest_evictable) = self.generation.checked_sub(3) else { return };
        if self.entries.len() <= self.capacity {
            return;
        }
        let mut ages: Vec<u64> = self.entries.values().map(|entry| entry.used).collect();
        // A quarter is removed at once, so that this is rare.
        let keep_from = self.entries.len() - self.capacity + self.capacity / 4;
        let (_, &mut threshold, _) = ages.select_nth_unstable(keep_from.min(self.entries.len() - 1));
        let threshold = threshold.min(newest_evictable);
        self.entries.retain(|_, entry| entry.used > threshold || entry.first != 0);
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

/// The cache, and which of its streams a decision read: when one of them changes, it is to be decided again.
#[derive(Debug)]
pub(super) struct Watched<'a> {
    cache: &'a Cache,
    seen: RefCell<Vec<StreamId>>,
}

impl<'a> Watched<'a> {
    pub(super) fn new(cache: &'a Cache) -> Self {
        Self { cache, seen: RefCell::new(Vec::with_capacity(8)) }
    }

    pub(super) fn seen(self) -> Vec<StreamId> {
        self.seen.into_inner()
    }
}

impl World for Watched<'_> {
    fn find(&self, stream: &StreamId) -> Option<&Loaded> {
        let mut seen = self.seen.borrow_mut();
        if !seen.contains(stream) {
            seen.push(stream.clone());
        }
        self.cache.find(stream)
    }
}
