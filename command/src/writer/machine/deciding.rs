//! Deciding the commands that wait, each on top of the ones before it, and loading the streams that are missing.

use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use fairway_events::journal::{History, Receipt};
use fairway_events::{Event, EventKind, StreamId, Unreadable};

use super::cache::Watched;
use super::decided::{Batch, Decided};
use super::guard::Guard;
use super::messages::Output;
use super::queued::{Answer, Queued};
use super::state::{DECIDED_AT_ONCE, Loading, Machine};
use crate::SubmitError;
use crate::world::{self, Undecided};
use crate::writer::snapshots;
use crate::writer::submission::Cause;

/// Loads that one decision may ask for before its command fails: the deepest needs four (a booking, the voucher of a
/// place, its order, that order's vouchers), and a stream may change while it is read; a defect must not loop for ever.
const MAX_LOADS: u32 = 256;

/// The result of trying to decide a command.
enum DecisionResult {
    Decided(Box<Decided>),
    Answered(Answer),
    /// These streams have to be loaded first.
    Blocked(Box<Queued>, Vec<StreamId>),
    /// It is refused, under a key that another node may have answered.
    Unchecked(Box<Queued>),
    /// The code panicked when it applied the events: the cached states of the streams cannot be trusted.
    Broken(Answer),
}

impl Machine {
    pub(super) fn decide_waiting(&mut self) {
        let limit = self.halving.map_or(self.options.batch, |(limit, _)| limit);
        // While a refused batch is halved, each part is committed before the next is decided.
        let idle = self.waiting.is_empty() && self.pending.is_empty() && !self.is_committing();
        if idle {
            self.halving = None;
        }
        let blocked = self.broken || (self.halving.is_some() && self.is_committing());
        self.cache.keep_previous(self.keep_states > 0);
        let mut decided = 0;
        while !blocked && decided < DECIDED_AT_ONCE && self.pending.len() < limit {
            let Some(queued) = self.waiting.pop_front() else { break };
            decided += 1;
            let mut pending = std::mem::take(&mut self.pending);
            let decision = self.decide(queued, &pending, self.layer);
            let broken = matches!(decision, DecisionResult::Broken(_));
            self.put(decision, &mut pending);
            self.pending = pending;
            if broken {
                self.broken = true;
                if !self.is_committing() {
                    self.roll_back(Batch::default());
                }
                return;
            }
        }
        if self.loading.is_none() && self.blocked.is_empty() {
            self.unreadable.clear();
        }
    }

    /// Decides commands again, in order; what cannot be decided now is decided in a later batch.
    pub(super) fn decide_again(&mut self, mut queued: Queued, batch: &mut Batch, layer: u64) {
        self.stats.decided_again();
        queued.checked = false;
        let decision = self.decide(queued, batch, layer);
        self.put(decision, batch);
    }

    fn put(&mut self, decision: DecisionResult, batch: &mut Batch) {
        match decision {
            DecisionResult::Decided(decided) => batch.push(*decided),
            DecisionResult::Answered(answer) | DecisionResult::Broken(answer) => self.answer(answer),
            DecisionResult::Unchecked(queued) => self.unchecked.push(*queued),
            DecisionResult::Blocked(queued, streams) => {
                self.blocked.push(*queued);
                for stream in streams {
                    let is_loading =
                        self.loading.as_ref().is_some_and(|loading| loading.streams.contains_key(&stream));
                    if !is_loading && !self.wanted.contains(&stream) {
                        self.wanted.push(stream);
                    }
                }
            }
        }
    }

    fn decide(&mut self, mut queued: Queued, batch: &Batch, layer: u64) -> DecisionResult {
        if let Some(key) = queued.submission.receipt.as_ref().map(|receipt| &receipt.key)
            && let Some(first) = batch.receipt(key).or_else(|| self.commit_state.receipt(key))
        {
            return DecisionResult::Decided(Box::new(Decided::repeated(queued, first)));
        }
        let streams = queued.submission.command.streams();
        if queued.builds_on_uncommitted {
            self.cache.presume_new(queued.submission.command.starts());
        } else {
            // A presumption failed for this command before, so it uses none, not even that of another command.
            self.cache.forget_presumed(&streams);
        }
        let absent = self.cache.absent(streams);
        if !absent.is_empty() {
            return self.blocked_by(queued, absent);
        }
        let watched = Watched::new(&self.cache);
        let decision = catch_unwind(AssertUnwindSafe(|| {
            #[cfg(test)]
            crate::writer::simulation::panic_if_asked(&queued.submission, false);
            queued.submission.command.decide(&watched)
        }));
        let seen = watched.seen();
        match decision {
            Ok(Ok(decision)) => {
                let ticket = queued.ticket;
                if let Some(kind) = self.first_held_back(&decision) {
                    return DecisionResult::Answered(Answer {
                        ticket,
                        answer: Err(SubmitError::HeldBack(kind)),
                    });
                }
                let applied = catch_unwind(AssertUnwindSafe(|| {
                    #[cfg(test)]
                    crate::writer::simulation::panic_if_asked(&queued.submission, true);
                    Decided::accepted(queued, decision, seen, &mut self.cache, layer)
                }));
                match applied {
                    Ok(Ok(decided)) => DecisionResult::Decided(Box::new(decided)),
                    Ok(Err((queued, error))) => DecisionResult::Broken(fault(queued.ticket, Arc::new(error))),
                    Err(panic) => DecisionResult::Broken(self.panicked(ticket, &*panic)),
                }
            }
            Ok(Err(Undecided::Rejected(rejection))) => {
                // Whichever command presumed them to be new.
                let presumed = if self.has(Guard::CheckPresumed) {
                    self.cache.forget_presumed(&seen)
                } else {
                    Vec::new()
                };
                if presumed.is_empty() {
                    let keyed = queued.submission.receipt.is_some();
                    if keyed && !queued.checked && self.has(Guard::CheckKeys) {
                        return DecisionResult::Unchecked(Box::new(queued));
                    }
                    DecisionResult::Decided(Box::new(Decided::rejected(queued, *rejection, seen)))
                } else {
                    // It may be a repetition: with its own earlier events loaded it is not refused.
                    queued.builds_on_uncommitted = false;
                    self.blocked_by(queued, presumed)
                }
            }
            Ok(Err(Undecided::Missing(streams))) => {
                let missing = self.cache.absent(streams);
                self.blocked_by(queued, missing)
            }
            Err(panic) => DecisionResult::Answered(self.panicked(queued.ticket, &*panic)),
        }
    }

    /// The first event that must not be written yet.
    fn first_held_back(&self, decision: &world::Decision) -> Option<EventKind> {
        if self.held_back.is_empty() {
            return None;
        }
        let events = decision.events.iter().flat_map(|(_, events)| events);
        events.map(Event::kind).find(|kind| self.held_back.contains(kind))
    }

    fn blocked_by(&self, mut queued: Queued, streams: Vec<StreamId>) -> DecisionResult {
        if let Some(cause) = streams.iter().find_map(|stream| self.unreadable.get(stream)) {
            return DecisionResult::Answered(fault(queued.ticket, Arc::clone(cause)));
        }
        queued.loads += 1;
        if queued.loads > MAX_LOADS {
            return DecisionResult::Answered(fault(queued.ticket, Arc::new(EndlessLoads)));
        }
        DecisionResult::Blocked(Box::new(queued), streams)
    }

    fn panicked(&self, ticket: u64, panic: &(dyn std::any::Any + Send)) -> Answer {
        let message = panic
            .downcast_ref::<String>()
            .map(String::as_str)
            .or_else(|| panic.downcast_ref::<&str>().copied())
            .unwrap_or("no message");
        self.stats.panicked();
        fault(ticket, Arc::new(Panicked(message.to_owned())))
    }

    /// Has the keys of refused commands looked up, unless a look-up is in flight.
    pub(super) fn check_keys(&mut self) {
        if !self.checking.is_empty() || self.unchecked.is_empty() {
            return;
        }
        self.checking = std::mem::take(&mut self.unchecked);
        let keys = self.checking.iter().filter_map(|queued| queued.submission.receipt.as_ref());
        self.outputs.push(Output::CheckKeys(keys.map(|receipt| receipt.key.clone()).collect()));
    }

    /// A refused command whose key another node answered gets that answer; the others are refused.
    pub(super) fn keys_checked(&mut self, receipts: &[Receipt]) {
        self.outage = None;
        let checking = std::mem::take(&mut self.checking);
        let rest = self.answer_repeated(checking, receipts);
        self.requeue(rest.into_iter().map(|queued| Queued { checked: true, ..queued }).collect::<Vec<_>>());
    }

    /// Answers the commands whose key was answered before, and returns the others.
    pub(super) fn answer_repeated(&mut self, queued: Vec<Queued>, receipts: &[Receipt]) -> Vec<Queued> {
        let position = self.known.map_or(0, |head| head.position);
        let mut rest = Vec::with_capacity(queued.len());
        for queued in queued {
            let wanted = queued.submission.receipt.as_ref();
            let first = wanted.and_then(|wanted| receipts.iter().find(|receipt| receipt.key == wanted.key));
            match first {
                Some(first) => {
                    let repeated = Decided::repeated(queued, first);
                    self.answer(repeated.answer(position));
                }
                None => rest.push(queued),
            }
        }
        rest
    }

    /// Has the missing streams read, unless a load is in flight.
    pub(super) fn load_wanted(&mut self) {
        let Some(known) = self.known else { return };
        if self.loading.is_some() {
            return;
        }
        let (wanted, with_snapshots) = if self.wanted_whole.is_empty() {
            (std::mem::take(&mut self.wanted), true)
        } else {
            (std::mem::take(&mut self.wanted_whole), false)
        };
        let streams = self.cache.absent(wanted);
        if streams.is_empty() {
            if !self.blocked.is_empty() {
                let blocked = std::mem::take(&mut self.blocked);
                self.requeue(blocked);
            }
            return;
        }
        let marked = streams.iter().map(|stream| (stream.clone(), false)).collect::<HashMap<_, _>>();
        self.loads += 1;
        self.loading = Some(Loading { number: self.loads, streams: marked, with_snapshots });
        self.outputs.push(Output::Load { load: self.loads, known, streams, with_snapshots });
    }

    /// The load of that number, if it is still waited for; not if it was requested before everything was forgotten.
    pub(super) fn end_of_load(&mut self, number: u64) -> Option<Loading> {
        let any = !self.has(Guard::OldAnswers);
        let loading = self.loading.take_if(|loading| loading.number == number || any)?;
        self.load_ended();
        Some(loading)
    }

    /// Adds loaded streams to the cache, and has snapshots of long ones written.
    pub(super) fn loaded(&mut self, load: u64, histories: Vec<(StreamId, Result<History, Unreadable>)>) {
        self.outage = None;
        let Some(loading) = self.end_of_load(load) else { return };
        let mut snapshots = Vec::new();
        for (stream, history) in histories {
            let changed = loading.streams.get(&stream).copied().unwrap_or(false);
            if changed && self.has(Guard::ReadAgain) {
                self.wanted.push(stream);
                continue;
            }
            let history = match history {
                Ok(history) => history,
                Err(unreadable) => {
                    self.unreadable.insert(stream, Arc::new(unreadable));
                    continue;
                }
            };
            let read = history.events.len();
            match catch_unwind(AssertUnwindSafe(|| snapshots::fold(&stream, history))) {
                Ok(Some(loaded)) => {
                    if loading.with_snapshots && snapshots.len() < snapshots::MAX_BATCH {
                        snapshots.extend(snapshots::snapshot_of_long(&stream, read, &loaded));
                    }
                    self.cache.insert(stream, loaded);
                }
                Ok(None) => self.wanted_whole.push(stream),
                Err(panic) => {
                    let Answer { answer, .. } = self.panicked(0, &*panic);
                    if let Err(SubmitError::Faulty(cause)) = answer {
                        self.unreadable.insert(stream, cause);
                    }
                }
            }
        }
        if !snapshots.is_empty() {
            self.outputs.push(Output::StoreSnapshots(snapshots));
        }
        if self.wanted_whole.is_empty() {
            let blocked = std::mem::take(&mut self.blocked);
            self.requeue(blocked);
        }
    }
}

fn fault(ticket: u64, cause: Cause) -> Answer {
    Answer { ticket, answer: Err(SubmitError::Faulty(cause)) }
}

#[derive(Debug, thiserror::Error)]
#[error("the decision panicked: {0}")]
struct Panicked(String);

#[derive(Debug, thiserror::Error)]
#[error("the decision asks for streams without end")]
struct EndlessLoads;
