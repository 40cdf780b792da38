//! The messages between the machine and its driver.

use std::sync::Arc;

use fairway_events::journal::{
    Fence, FoundAppend, Head, History, PartialAppend, Receipt, ReceiptKey, Snapshot, Tail,
};
use fairway_events::{StreamId, Unreadable};

use super::decided::Batch;
use super::queued::Answer;
use crate::writer::submission::Cause;

/// A message to the machine: something happened.
#[derive(Debug)]
pub(crate) enum Input {
    /// The head was read.
    HeadRead(Head),
    /// Streams were read, or are unreadable: the answer to the load of that number.
    Loaded { load: u64, histories: Vec<(StreamId, Result<History, Unreadable>)> },
    /// The append ended.
    Appended(Appended),
    /// The tail since the known head was read, without a lock.
    CaughtUp(Tail),
    /// The append whose end was unknown was looked up: as much of it as the journal stores.
    LookedUp(Option<FoundAppend>),
    /// The stored answers to keys were read.
    ReceiptsRead(Vec<Receipt>),
    /// The stored answers to the keys of refused commands were read.
    KeysChecked(Vec<Receipt>),
    /// The database did not answer a request other than an append; nothing was done.
    Failed(Request, Cause),
    /// The callers that were about to send something have sent it.
    Gathered,
    /// Nothing, for a while.
    TimePassed,
}

/// How an append ended.
#[derive(Debug)]
pub(crate) enum Appended {
    /// It is committed.
    Done,
    /// The head had moved: nothing was appended, this was appended since the base, and the head's lock is held until
    /// [`Output::AppendLocked`] or [`Output::Release`].
    Moved(Tail),
    /// The parts whose streams nobody changed since the base are committed, after what others appended.
    Partly(PartialAppend),
    /// A stream does not end where the batch continues it.
    StreamConflict,
    /// A key of the batch was answered by another node.
    ReceiptConflict,
    /// The database refuses something in the batch.
    Refused(Cause),
    /// The database is unavailable; nothing was appended.
    Unavailable(Cause),
    /// The database's answer was lost: the batch may be appended or not.
    Unknown(Cause),
}

/// The requests that can fail on their own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Request {
    ReadHead,
    Load(u64),
    Confirm,
    LookUp,
    ReadReceipts,
    CheckKeys,
}

/// How a batch is appended: which is fastest depends on what other nodes do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum AppendMode {
    /// Nobody else writes: directly if the head is still the fence's base, else as with [`Self::LockFirst`].
    AtBase,
    /// Others write, usually to other streams: directly, without the parts whose streams they changed.
    UnchangedParts,
    /// Others write to the same streams: take the head's lock first and decide again what they changed.
    LockFirst,
}

/// A message from the machine: something is to be done.
#[derive(Debug)]
pub(crate) enum Output {
    /// Read the head; ends in [`Input::HeadRead`].
    ReadHead,
    /// Read these streams as they were at the known head, and not beyond: later events are applied together or not at
    /// all. Ends in [`Input::Loaded`].
    Load { load: u64, known: Head, streams: Vec<StreamId>, with_snapshots: bool },
    /// Append this; ends in [`Input::Appended`].
    Append { batch: Arc<Batch>, fence: Fence, mode: AppendMode },
    /// Append this in the transaction that holds the head's lock, and end it; ends in [`Input::Appended`].
    AppendLocked { batch: Arc<Batch>, fence: Fence },
    /// End the transaction that holds the head's lock.
    Release,
    /// Read what was appended since this head; ends in [`Input::CaughtUp`].
    Confirm { base: Head, batch: Arc<Batch> },
    /// Find what is in the journal after the base under the stamp; ends in [`Input::LookedUp`].
    LookUp { fence: Fence, batch: Arc<Batch> },
    /// Read the stored answers; ends in [`Input::ReceiptsRead`].
    ReadReceipts(Vec<ReceiptKey>),
    /// Read the stored answers to the keys of refused commands; ends in [`Input::KeysChecked`].
    CheckKeys(Vec<ReceiptKey>),
    /// Let the callers that were answered send their next commands; ends in [`Input::Gathered`].
    Gather,
    /// Store these states, when convenient.
    StoreSnapshots(Vec<Snapshot>),
    /// Answer a caller.
    Answer(Answer),
    /// The journal went back: what was acknowledged after `found` may be lost. To be logged as an error.
    WentBack { remembered: Head, found: Head },
}
