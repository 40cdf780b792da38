//! A bounded cache of values that were read from the read models. A value is used only while it is the one that the
//! database would return ([`Changes`]).

use std::hash::Hash;

use quick_cache::sync::Cache;

use crate::changes::{Changes, ReadAt, ReadModelsVersion, Subject};

#[derive(Debug, Clone)]
struct Entry<V> {
    value: V,
    read_at: ReadAt,
    slots: Box<[usize]>,
}

/// Values by key. The least recently used are removed.
#[derive(Debug)]
pub struct ReadCache<K, V> {
    changes: Changes,
    entries: Cache<K, Entry<V>>,
}

impl<K: Eq + Hash, V: Clone> ReadCache<K, V> {
    /// At most `capacity` values, invalidated by these changes.
    #[must_use]
    pub fn new(changes: Changes, capacity: usize) -> Self {
        Self { changes, entries: Cache::new(capacity) }
    }

    /// The value, if a request that has seen this version of the read models may use it.
    pub fn get(&self, seen: ReadModelsVersion, key: &K) -> Option<V> {
        // In this order: what is included before the subjects are checked has marked them.
        if !self.changes.includes(seen) {
            return None;
        }
        let entry = self.entries.get(key)?;
        self.changes.are_unchanged(entry.slots.iter().copied(), entry.read_at).then_some(entry.value)
    }

    /// The moment before a read whose result is to be inserted. None while this process does not know of all changes.
    #[must_use]
    pub fn now(&self, seen: ReadModelsVersion) -> Option<ReadAt> {
        // In this order: a step that is committed in between only makes the moment earlier.
        let now = self.changes.now();
        self.changes.includes(seen).then_some(now)
    }

    /// Inserts a value that was read after `read_at`, with everything that it depends on. Nothing without a moment.
    pub fn insert<'a>(
        &self,
        key: K,
        value: V,
        read_at: Option<ReadAt>,
        subjects: impl IntoIterator<Item = Subject<'a>>,
    ) {
        let Some(read_at) = read_at else { return };
        let slots = subjects.into_iter().map(Subject::slot).collect();
        self.entries.insert(key, Entry { value, read_at, slots });
    }
}
