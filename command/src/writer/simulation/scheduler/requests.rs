//! How a request to the journal ends: it is answered, late or never.

use std::sync::Arc;

use fairway_events::journal::{Fence, PartialAppend};

use super::{Scheduler, fault};
use crate::writer::machine::{AppendMode, Appended, Decided, Input, Output, Request};
use crate::writer::simulation::journal::Version;
use crate::writer::simulation::node::Stage;

impl Scheduler {
    /// A request reaches the journal, or gets lost before or after.
    pub(super) fn reach(&mut self, id: u64, node: Option<usize>, output: Output) {
        if let Some(node) = node
            && (self.away > 0 || self.happens(self.faults.lost))
        {
            return self.lose(id, node, output);
        }
        let answer = match output {
            Output::ReadHead => Input::HeadRead(self.journal.head()),
            Output::Load { load, known, streams, .. } => {
                Input::Loaded { load, histories: self.journal.histories(&streams, known) }
            }
            Output::Confirm { base, batch } => Input::CaughtUp(self.journal.catch_up(base, &batch.seen())),
            Output::LookUp { fence, batch } => {
                if self.journal.lock.is_some() {
                    return self.put(id, node, Stage::Sent(Output::LookUp { fence, batch }));
                }
                let found = self.journal.find_append(fence);
                let first = found.as_ref().map(|found| found.position - found.events.len() as i64);
                self.oracle.note("found after others", usize::from(first > Some(fence.base.position)));
                Input::LookedUp(found)
            }
            Output::ReadReceipts(keys) => Input::ReceiptsRead(self.journal.receipts(&keys)),
            Output::CheckKeys(keys) => Input::KeysChecked(self.journal.receipts(&keys)),
            Output::Append { batch, fence, mode } => {
                if self.journal.lock.is_some() {
                    return self.put(id, node, Stage::Sent(Output::Append { batch, fence, mode }));
                }
                let oracle = &mut self.oracle;
                let check = &mut |decided: &Decided, version: &Version| oracle.check_append(decided, version);
                let end = if mode == AppendMode::UnchangedParts {
                    let end = self.journal.append_unchanged_parts(&batch, fence, check);
                    end.map(|partial| Some(self.partial_append(partial, fence)))
                } else {
                    self.journal.append(&batch, fence, check).map(|fits| fits.then_some(Appended::Done))
                };
                match end {
                    Ok(Some(end)) => Input::Appended(end),
                    Ok(None) => {
                        let Some(number) = node else { return };
                        self.journal.lock = Some(id);
                        self.nodes[number].session = Some(id);
                        let tail = self.journal.catch_up(fence.base, &batch.seen());
                        drop(batch);
                        let moved = Input::Appended(Appended::Moved(tail));
                        return self.put(id, node, Stage::Locked(Some(moved)));
                    }
                    Err(end) => Input::Appended(end),
                }
            }
            Output::AppendLocked { batch, fence } => {
                let session = node.and_then(|node| self.nodes[node].session.take());
                if session.is_none() || self.journal.lock != session {
                    // The session was killed: its transaction with it.
                    Input::Appended(Appended::Unavailable(fault()))
                } else {
                    self.journal.lock = None;
                    let oracle = &mut self.oracle;
                    let end = self.journal.append(&batch, fence, &mut |decided, version| {
                        oracle.check_append(decided, version);
                    });
                    match end {
                        Ok(true) => Input::Appended(Appended::Done),
                        Ok(false) => Input::Appended(Appended::StreamConflict),
                        Err(end) => Input::Appended(end),
                    }
                }
            }
            Output::Release
            | Output::Gather
            | Output::StoreSnapshots(_)
            | Output::Answer(_)
            | Output::WentBack { .. } => {
                return;
            }
        };
        if let Input::Appended(_) = &answer
            && self.happens(self.faults.lost)
            && let Some(node) = node
        {
            self.oracle.outages = true;
            return self.put(id, Some(node), Stage::Answered(Input::Appended(Appended::Unknown(fault()))));
        }
        self.put(id, node, Stage::Answered(answer));
    }

    fn partial_append(&mut self, partial: PartialAppend, fence: Fence) -> Appended {
        let in_part = partial.appended > Some(0) && !partial.left_out.is_empty();
        self.oracle.note("appended in part", usize::from(in_part));
        if partial.appended.is_some() && partial.left_out.is_empty() && partial.tail.head == fence.base {
            Appended::Done
        } else {
            Appended::Partly(partial)
        }
    }

    /// The connection breaks before the request arrives, as far as its sender can tell.
    fn lose(&mut self, id: u64, node: usize, output: Output) {
        self.oracle.outages = true;
        let failed = |request| Input::Failed(request, fault());
        let answer = match output {
            Output::ReadHead => failed(Request::ReadHead),
            Output::Load { load, .. } => failed(Request::Load(load)),
            Output::Confirm { .. } => failed(Request::Confirm),
            Output::LookUp { .. } => failed(Request::LookUp),
            Output::ReadReceipts(_) => failed(Request::ReadReceipts),
            Output::CheckKeys(_) => failed(Request::CheckKeys),
            Output::Append { batch, fence, mode } => {
                if self.random.happens(30) {
                    Input::Appended(Appended::Unavailable(fault()))
                } else {
                    if self.happens(self.faults.late) {
                        // It arrives nevertheless, and its answer is lost.
                        let late = self.next_operation();
                        // With rows of its own: the machine takes its batch back as soon as it knows the end.
                        let copy = Arc::new((*batch).clone());
                        self.put(late, None, Stage::Sent(Output::Append { batch: copy, fence, mode }));
                    }
                    Input::Appended(Appended::Unknown(fault()))
                }
            }
            Output::AppendLocked { .. } => {
                if let Some(session) = self.nodes[node].session.take() {
                    self.release(session);
                }
                Input::Appended(Appended::Unknown(fault()))
            }
            Output::Release
            | Output::Gather
            | Output::StoreSnapshots(_)
            | Output::Answer(_)
            | Output::WentBack { .. } => {
                return;
            }
        };
        self.put(id, Some(node), Stage::Answered(answer));
    }
}
