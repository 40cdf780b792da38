//! The parts of a batch: commands that read a common stream, or share a key, are committed together or not at all.

use std::collections::HashMap;

use fairway_events::journal::{Part, ReceiptKey};
use fairway_events::{Position, StreamId};

use super::decided::{Batch, Decided};

impl Batch {
    /// The part of each command, numbered from 0 in the order of their first commands.
    pub(crate) fn parts(&self) -> Vec<usize> {
        let mut parents: Vec<usize> = (0..self.len()).collect();
        let mut of_streams: HashMap<&StreamId, usize> = HashMap::new();
        let mut of_keys: HashMap<&ReceiptKey, usize> = HashMap::new();
        for (place, decided) in self.commands().iter().enumerate() {
            for stream in decided.rests_on() {
                let first = *of_streams.entry(stream).or_insert(place);
                join(&mut parents, first, place);
            }
            if let Some(key) = decided.key() {
                let first = *of_keys.entry(key).or_insert(place);
                join(&mut parents, first, place);
            }
        }
        let mut numbers: HashMap<usize, usize> = HashMap::new();
        (0..self.len())
            .map(|place| {
                let root = root(&mut parents, place);
                let next = numbers.len();
                *numbers.entry(root).or_insert(next)
            })
            .collect()
    }

    /// The batch as the journal takes it in parts.
    pub(crate) fn in_parts(&self) -> Vec<Part<'_>> {
        let numbers = self.parts();
        let mut parts: Vec<Part<'_>> = Vec::new();
        let mut seen: HashMap<&StreamId, ()> = HashMap::new();
        for (decided, number) in self.commands().iter().zip(numbers) {
            if parts.len() <= number {
                parts.resize_with(number + 1, Part::default);
            }
            let part = &mut parts[number];
            part.seen.extend(decided.rests_on().filter(|stream| seen.insert(stream, ()).is_none()));
            part.rows.push(&decided.rows);
            part.receipts.extend(&decided.receipt);
        }
        parts
    }

    /// The position after each command, where the batch is appended after `base`.
    pub(super) fn ends(&self, base: Position) -> Vec<Position> {
        let mut order: Vec<usize> = (0..self.len()).collect();
        if self.by_part {
            let parts = self.parts();
            order.sort_by_key(|place| parts[*place]);
        }
        let (mut ends, mut end) = (vec![base; self.len()], base);
        for place in order {
            end += i64::try_from(self.commands()[place].events()).unwrap_or(i64::MAX);
            ends[place] = end;
        }
        ends
    }

    /// How many commands are in other parts than these.
    pub(crate) fn len_without(&self, left_out: &[usize]) -> usize {
        if left_out.is_empty() {
            return self.len();
        }
        self.parts().iter().filter(|part| !left_out.contains(part)).count()
    }

    /// The commands of the other parts, and those of these.
    pub(super) fn split(self, left_out: &[usize]) -> (Self, Self) {
        if left_out.is_empty() {
            return (self, Self::default());
        }
        let mut parts = self.parts().into_iter();
        let (done, mut left) = self.partition(|_| parts.next().is_none_or(|part| !left_out.contains(&part)));
        left.count_left_out();
        (done, left)
    }

    /// The commands that fulfil a condition, and the others, each in their order.
    pub(super) fn partition(self, mut is_so: impl FnMut(&Decided) -> bool) -> (Self, Self) {
        let (mut those, mut others) = (Self::default(), Self::default());
        (those.by_part, others.by_part) = (self.by_part, self.by_part);
        for decided in self.into_commands() {
            if is_so(&decided) { those.push(decided) } else { others.push(decided) }
        }
        (those, others)
    }
}

/// The first command of a part, as far as it is known: the root of a union-find.
fn root(parents: &mut [usize], mut place: usize) -> usize {
    while parents[place] != place {
        parents[place] = parents[parents[place]];
        place = parents[place];
    }
    place
}

fn join(parents: &mut [usize], one: usize, other: usize) {
    let (one, other) = (root(parents, one), root(parents, other));
    let (first, last) = (one.min(other), one.max(other));
    parents[last] = first;
}
