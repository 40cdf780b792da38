//! What the machine and its driver say to each other.

use std::sync::Arc;

use fairway_events::journal::{Fence, Head, History, Receipt, ReceiptKey, Snapshot, Tail};
use fairway_events::{StreamId, Unreadable};

use super::{Batch, Cause, Ticket};
use crate::writer::{Outcome, SubmitError};

/// What happened.
#[derive(Debug)]
pub(in crate::writer) enum Input {
    /// The head was read.
    HeadRead(Head),
    /// Streams were read, or could not be understood.
    Loaded { epoch: u64, histories: Vec<(StreamId, Result<History, Unreadable>)> },
    /// The append ended.
    Appended(Appended),
    /// What was appended since the known head was read, without a lock.
    CaughtUp(Tail),
    /// Whether the append whose end was unknown is in the journal.
    LookedUp(bool),
    /// The stored answers to keys were read.
    ReceiptsRead(Vec<Receipt>),
    /// The stored answers to the keys of refused commands were read.
    KeysChecked(Vec<Receipt>),
    /// The database did not answer a request other than an append; nothing was done.
    Failed(Request, Cause),
    /// Nothing, for a while.
    TimePassed,
}

/// How an append ended.
#[derive(Debug)]
pub(in crate::writer) enum Appended {
    /// It is committed.
    Done,
    /// The head was another: nothing was appended, this came since the base, and the head's lock is held until
    /// [`Output::AppendLocked`] or [`Output::Release`].
    Moved(Tail),
    /// A stream does not end where the batch goes on.
    StreamConflict,
    /// A key of the batch was answered by somebody else.
    ReceiptConflict,
    /// The database refuses something in the batch.
    Refused(Cause),
    /// The database is not to be had; nothing was appended.
    Unavailable(Cause),
    /// The answer was lost: it may be appended or not.
    Unknown(Cause),
}

/// What may fail on its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::writer) enum Request {
    ReadHead,
    Load,
    Confirm,
    LookUp,
    ReadReceipts,
    CheckKeys,
}

/// What is to be done.
#[derive(Debug)]
pub(in crate::writer) enum Output {
    /// Read the head; ends in [`Input::HeadRead`].
    ReadHead,
    /// Read these streams as they were at the known head, and not beyond: what came since is held against the journal
    /// as a whole or not at all. Ends in [`Input::Loaded`].
    Load { epoch: u64, known: Head, streams: Vec<StreamId>, with_snapshots: bool },
    /// Append this, if the head is still the fence's base; ends in [`Input::Appended`].
    Append { batch: Arc<Batch>, fence: Fence, lock_first: bool },
    /// Append this in the transaction that holds the head's lock, and end it; ends in [`Input::Appended`].
    AppendLocked { batch: Arc<Batch>, fence: Fence },
    /// End the transaction that holds the head's lock.
    Release,
    /// Read what was appended since this head; ends in [`Input::CaughtUp`].
    Confirm { base: Head, batch: Arc<Batch> },
    /// Find out whether so many events are in the journal after the base, under the stamp; ends in
    /// [`Input::LookedUp`].
    LookUp { fence: Fence, events: usize },
    /// Read the stored answers; ends in [`Input::ReceiptsRead`].
    ReadReceipts(Vec<ReceiptKey>),
    /// Read the stored answers to the keys of refused commands; ends in [`Input::KeysChecked`].
    CheckKeys(Vec<ReceiptKey>),
    /// Keep these states, when convenient.
    KeepSnapshots(Vec<Snapshot>),
    /// Tell a caller.
    Answer(Answer),
    /// The journal went back: what was acknowledged after `found` may be lost. To be said loudly.
    WentBack { remembered: Head, found: Head },
}

/// An answer to a caller.
#[derive(Debug)]
pub(in crate::writer) struct Answer {
    pub(in crate::writer) ticket: Ticket,
    pub(in crate::writer) answer: Result<Outcome, SubmitError>,
}
