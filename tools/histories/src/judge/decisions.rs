//! Each decision again: what was accepted must be what the rulebook accepts on the state before it, and a refusal must
//! have been true at some moment between the request and its answer.

use fairway_events::Position;

use super::Judging;
use super::decide::{Decided, Then, is_told, streams};
use super::journal::Effects;
use super::real_time::Bounds;
use crate::history::{Operation, Outcome};

impl<'a> Judging<'a> {
    pub(super) fn check_decisions(&mut self, bounds: &Bounds<'a>) {
        for operation in &self.history.operations {
            if self.distrusted.contains(&operation.id) {
                continue;
            }
            match (&operation.outcome, self.commit(operation)) {
                (Outcome::Ok { .. } | Outcome::Unknown, Some(_)) => self.check_accepted(operation),
                (Outcome::Ok { position }, None) => self.check_unchanged(operation, bounds, *position),
                (Outcome::Refused { position: Some(position), why }, None) => {
                    self.check_refused(operation, bounds, *position, why);
                }
                _ => {}
            }
        }
    }

    fn decide(
        &self,
        operation: &Operation,
        position: Position,
        at: chrono::DateTime<chrono::Utc>,
    ) -> Decided {
        Then { replay: self.replay, clubs: self.clubs, position, at }.decide(operation)
    }

    fn check_accepted(&mut self, operation: &'a Operation) {
        let Some(commit) = self.commit(operation) else { return };
        let id = operation.id;
        let (before, effects) = (commit.first - 1, commit.effects());
        let decided = self.decide(operation, before, commit.at);
        let of_days: i64 = commit.on_days().values().sum();
        let of_members = count(effects.claimed.len()) - count(effects.ended.len());
        let mut meant = vec![operation];
        let words = match decided {
            Ok(expected) if expected == effects && of_days == of_members => return,
            Ok(expected) if expected == effects => format!(
                "#{id} took {of_members} places of its members and {of_days} of the club's day: its streams disagree."
            ),
            Ok(expected) => format!(
                "#{id} was carried out at {}, and not as the rulebook says on the state at {before}: {}.",
                commit.first,
                difference(&expected, &effects)
            ),
            Err((_, sentence)) => {
                let mut words = format!(
                    "#{id} was accepted at {}, and the rulebook refuses it on the state at {before}: {}.",
                    commit.first,
                    sentence.trim_end_matches('.')
                );
                let older = self.older(operation, before, |position| {
                    self.decide(operation, position, commit.at).as_ref() == Ok(&effects)
                });
                if let Some((old, changed)) = older {
                    meant.extend(self.operation_at(changed));
                    words += &format!(
                        " It was right on the state at {old}, before {} changed that: it was decided on state that had \
                         gone.",
                        self.origin(changed)
                    );
                }
                words
            }
        };
        self.found(&meant, words);
    }

    /// The latest older state of the same streams on which something holds, and the end of the command after it.
    fn older(
        &self,
        operation: &Operation,
        before: Position,
        holds: impl Fn(Position) -> bool,
    ) -> Option<(Position, Position)> {
        let streams = streams(&operation.call, operation.by);
        let changes = self.replay.changes(&streams, self.history.header.began_at, before);
        let found = changes.iter().rposition(|position| holds(*position))?;
        changes.get(found + 1).map(|next| (changes[found], *next))
    }

    /// An acknowledgement without events: nothing was left to do at some moment since the request, or an earlier attempt
    /// had done it.
    fn check_unchanged(&mut self, operation: &'a Operation, bounds: &Bounds<'a>, position: Position) {
        if self.earlier_attempt(operation).is_some() {
            return;
        }
        let (floor, _) = bounds.floor(operation);
        let streams = streams(&operation.call, operation.by);
        let nothing_to_do = |at: &Position| {
            self.decide(operation, *at, operation.at).is_ok_and(|effects| effects == Effects::default())
        };
        let end = position.min(self.replay.end);
        if !self.replay.changes(&streams, floor.min(end), end).iter().any(nothing_to_do) {
            let words = format!(
                "#{} was acknowledged at position {position} without any event, and there was something to do at every \
                 position from {floor} on: an acknowledged change is lost.",
                operation.id
            );
            self.found(&[operation], words);
        }
    }

    fn check_refused(
        &mut self,
        operation: &'a Operation,
        bounds: &Bounds<'a>,
        position: Position,
        why: &str,
    ) {
        let (id, (floor, _)) = (operation.id, bounds.floor(operation));
        if position < floor || position > self.replay.end {
            // The first is a contradiction of real time already.
            if position > self.replay.end {
                let end = self.replay.end;
                let words =
                    format!("#{id} was refused at position {position}, and the journal ends at {end}.");
                self.found(&[operation], words);
            }
            return;
        }
        let streams = streams(&operation.call, operation.by);
        let is_so = |at: Position| {
            self.decide(operation, at, operation.at).is_err_and(|refused| is_told(why, &refused))
        };
        if self.replay.changes(&streams, floor, position).into_iter().any(is_so) {
            return;
        }
        let instead = match self.decide(operation, position, operation.at) {
            Ok(_) => "accepts it".to_owned(),
            Err((_, sentence)) => format!("says: {}", sentence.trim_end_matches('.')),
        };
        let mut words = format!(
            "#{id} was refused ({}), which was so at no position from {floor} to {position}: on the state at {position} \
             the rulebook {instead}.",
            why.trim_end_matches('.')
        );
        let mut meant = vec![operation];
        if let Some((old, changed)) = self.older(operation, floor, is_so) {
            meant.extend(self.operation_at(changed));
            words += &format!(
                " It was so on the state at {old}, before {} changed that: it was decided on state that had gone.",
                self.origin(changed)
            );
        }
        self.found(&meant, words);
    }
}

fn count(number: usize) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

fn difference(expected: &Effects, found: &Effects) -> String {
    let (claims, of) = (found.claimed.len(), expected.claimed.len());
    if claims != of {
        return format!("it claims the rights of {claims} players and not of {of}");
    }
    if expected.claimed != found.claimed {
        return "it claims other rights".to_owned();
    }
    let (ends, of) = (found.ended.len(), expected.ended.len());
    if ends == of {
        "rights come back that are forfeited, or the other way round".to_owned()
    } else {
        format!("it ends {ends} places and not {of}")
    }
}
