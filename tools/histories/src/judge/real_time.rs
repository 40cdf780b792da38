//! Real time: what was acknowledged to anybody before an operation began is before it in the journal, and what an
//! operation caused that began after an answer had come is after that answer's state.

use std::collections::HashMap;

use fairway_events::Position;

use super::Judging;
use crate::history::{Operation, Outcome};

/// The bounds that real time sets for each operation.
pub(super) struct Bounds<'a> {
    /// By the operation's id: the highest position that an answer had named before it began, and that answer's operation.
    floors: HashMap<u64, (Position, Option<&'a Operation>)>,
    /// The first positions of commits, by the time at which their operation began; each the lowest from there on.
    firsts: Vec<(u64, Position)>,
    end: Position,
}

impl<'a> Bounds<'a> {
    pub(super) fn new(judging: &Judging<'a>) -> Self {
        let operations = &judging.history.operations;
        let mut by_end: Vec<&Operation> =
            operations.iter().filter(|operation| !judging.distrusted.contains(&operation.id)).collect();
        by_end.sort_by_key(|operation| operation.completed);
        let mut ended = by_end.into_iter().peekable();
        let mut highest = (judging.history.header.began_at, None);
        let mut floors = HashMap::new();
        // The operations are in the order of their beginnings.
        for operation in operations {
            while let Some(before) = ended.next_if(|before| before.completed < operation.invoked) {
                if let Some(position) = before.outcome.position().filter(|position| *position > highest.0) {
                    highest = (position, Some(before));
                }
            }
            floors.insert(operation.id, highest);
        }
        let mut firsts = Vec::new();
        let mut lowest = Position::MAX;
        for operation in operations.iter().rev() {
            if let Some(commit) = judging.commit(operation) {
                lowest = lowest.min(commit.first);
                firsts.push((operation.invoked, lowest));
            }
        }
        firsts.reverse();
        Self { floors, firsts, end: judging.replay.end }
    }

    /// The highest position that was certain before the operation began, and the operation whose answer named it.
    pub(super) fn floor(&self, operation: &Operation) -> (Position, Option<&'a Operation>) {
        self.floors.get(&operation.id).copied().unwrap_or((0, None))
    }

    /// The last position that an answer that came at `completed` can include.
    pub(super) fn ceiling(&self, completed: u64) -> Position {
        let later = self.firsts.partition_point(|(invoked, _)| *invoked <= completed);
        self.firsts.get(later).map_or(self.end, |(_, first)| self.end.min(first - 1))
    }
}

impl Judging<'_> {
    pub(super) fn check_real_time(&mut self, bounds: &Bounds<'_>) {
        for operation in &self.history.operations {
            let (floor, Some(before)) = bounds.floor(operation) else { continue };
            let words = if let Some(commit) = self.commit(operation).filter(|commit| commit.first <= floor) {
                format!(
                    "#{} was answered with position {floor} before #{} was asked for, and the events of #{} begin at {}: \
                     the journal's order is not that of time.",
                    before.id, operation.id, operation.id, commit.first
                )
            } else if let Outcome::Refused { position: Some(position), .. } = operation.outcome
                && position < floor
            {
                format!(
                    "#{} was refused on the journal as of {position}, and #{} had been answered with position {floor} \
                     before #{} was asked for: the refusal is based on outdated state.",
                    operation.id, before.id, operation.id
                )
            } else {
                continue;
            };
            self.found(&[operation, before], words);
        }
    }
}
