//! What the machine's exactness rests on, each part with a name, so that a test can show what it is for.

/// What keeps the writer exact. The simulation takes each away in turn, and must notice.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Guard {
    /// Commands that looked at what others changed are decided again.
    DecideAgain,
    /// A refusal is held against the journal as it is.
    ConfirmRefusals,
    /// A stream that changed while it was read is read again.
    ReadAgain,
    /// The answer to a load that is not waited for any more is not taken in.
    OldAnswers,
    /// Nothing that was remembered outlives a journal that went back.
    NoticeRewinds,
    /// An append whose end is unknown is looked up.
    LookUp,
    /// A batch that is refused is taken apart.
    TakeApart,
    /// A refusal under a key that somebody else answered is that answer.
    CheckKeys,
    /// An id that was presumed new is looked at before a refusal rests on that.
    CheckPresumed,
    /// What came between the base and a batch that was appended after it is put below what rests on the base.
    FollowOthers,
    /// Of an append that is found, only what is there is told as done.
    FindParts,
}
