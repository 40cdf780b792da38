//! The protections on which the machine's correctness rests, each with a name, so that a test can switch it off.

/// A protection of the writer. The simulation switches each off in turn, and must detect that.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Guard {
    /// Commands that read what others changed are decided again.
    DecideAgain,
    /// A refusal is checked against the journal as it is.
    ConfirmRefusals,
    /// A stream that changed while it was read is read again.
    ReadAgain,
    /// The answer to a load that is not waited for any more is ignored.
    OldAnswers,
    /// Everything in memory is dropped when the journal went back.
    NoticeRewinds,
    /// An append whose end is unknown is looked up.
    LookUp,
    /// A batch that is refused is halved.
    SplitRefusedBatches,
    /// A refusal under a key that another node answered is replaced by that answer.
    CheckKeys,
    /// An id that was presumed new is loaded before a refusal rests on that.
    CheckPresumed,
    /// Events between the base and a batch that was appended after it are applied below those that rest on the base.
    FollowOthers,
    /// Of an append that is found, only the parts that are there are answered as committed.
    FindParts,
}
