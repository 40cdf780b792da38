//! The changes of a batch in one table: new rows, and changes of rows that earlier batches wrote.
//!
//! Only the event that creates a row has all its values; later events change some of them. A change of a row that is
//! new in the same batch is stored beside that row and inserted with it, so that most batches only insert.

use std::collections::{BTreeMap, HashMap, btree_map};
use std::hash::Hash;
use std::slice;

/// `K`: the key of a row, `R`: the values that never change, `C`: the values that do.
#[derive(Debug)]
pub(crate) struct TableChanges<K, R, C> {
    new: Vec<(R, C)>,
    /// Where a key's row is in `new`.
    index: HashMap<K, usize>,
    changed: BTreeMap<K, C>,
}

impl<K, R, C> Default for TableChanges<K, R, C> {
    fn default() -> Self {
        Self { new: Vec::new(), index: HashMap::new(), changed: BTreeMap::new() }
    }
}

impl<K: Eq + Hash + Ord, R, C: Default> TableChanges<K, R, C> {
    /// Adds a row.
    pub(crate) fn insert(&mut self, key: K, row: R) {
        self.index.insert(key, self.new.len());
        self.new.push((row, C::default()));
    }

    /// The changes of the row with this key: of a new row, or else of one that an earlier batch wrote.
    pub(crate) fn change(&mut self, key: K) -> &mut C {
        match self.index.get(&key).and_then(|index| self.new.get_mut(*index)) {
            Some((_, change)) => change,
            None => self.changed.entry(key).or_default(),
        }
    }

    /// The new rows, with their changes.
    pub(crate) fn new_rows(&self) -> slice::Iter<'_, (R, C)> {
        self.new.iter()
    }

    /// The changes of rows that earlier batches wrote, in the order of their keys.
    pub(crate) fn changed_rows(&self) -> btree_map::Iter<'_, K, C> {
        self.changed.iter()
    }
}
