//! The occasions of mails about a round.

use chrono::NaiveDate;

use crate::PersonName;
use crate::mail::play_right::{PlayRightOutcome, PlayRightUsed};

/// The occasion of a mail, as the recipient sees it.
#[derive(Debug, Clone)]
pub enum BookingNotice<'a> {
    /// To the master, and to a player who took an offered place: the booking is confirmed.
    Confirmed {
        /// The right that the recipient used.
        right: PlayRightUsed<'a>,
        /// The recipient's own voucher, absolute.
        voucher_url: &'a str,
        /// The vouchers of all players in one file; `None` when playing alone, and for others than the master.
        group_vouchers_url: Option<&'a str>,
    },
    /// To a co-player: another member added you to a group.
    Added {
        /// The other member.
        by: &'a PersonName,
        /// The right that the recipient used.
        right: PlayRightUsed<'a>,
        /// The recipient's voucher, absolute.
        voucher_url: &'a str,
    },
    /// To a co-player: the master removed you.
    Removed {
        /// The master.
        by: &'a PersonName,
        /// Whether the recipient's right was returned.
        outcome: PlayRightOutcome<'a>,
    },
    /// To every player of a group that its master cancelled.
    GroupCancelled {
        /// The master; `None` when the recipient is.
        by: Option<&'a PersonName>,
        /// Whether the recipient's right was returned.
        outcome: PlayRightOutcome<'a>,
    },
    /// To a player who cancelled their own place.
    OwnCancellation {
        /// Whether the recipient's right was returned.
        outcome: PlayRightOutcome<'a>,
    },
    /// To a player whose place an operator cancelled for them.
    CancelledByOperator {
        /// Whether the recipient's right was returned.
        outcome: PlayRightOutcome<'a>,
    },
    /// To every player of a round that the club cancelled.
    CancelledByClub {
        /// Why, in the club's words.
        notice: &'a str,
        /// The recipient's right came back.
        outcome: PlayRightOutcome<'a>,
        /// Rounds that the recipient can play instead, nearest first; may be empty.
        alternatives: &'a [OtherRound],
    },
    /// To a player whose forfeited right an operator gave back.
    RightReturned {
        /// The right that came back.
        outcome: PlayRightOutcome<'a>,
    },
    /// To the master: a co-player cancelled.
    CoPlayerLeft {
        /// The player who left.
        player: &'a PersonName,
    },
    /// To the new master: the former one left.
    MasterPassedOn {
        /// The former master.
        from: &'a PersonName,
        /// The vouchers of all players in one file, absolute; `None` when nobody else is left.
        group_vouchers_url: Option<&'a str>,
    },
    /// To a player in whose stead another came.
    SwappedOut {
        /// The master; `None` when the recipient did it themselves.
        by: Option<&'a PersonName>,
        /// The player who came.
        coming: &'a PersonName,
        /// The recipient's right came back.
        outcome: PlayRightOutcome<'a>,
    },
    /// To a player who came in another's stead.
    SwappedIn {
        /// The master; `None` when the player who left did it themselves.
        by: Option<&'a PersonName>,
        /// The player who left.
        left: &'a PersonName,
        /// The recipient leads the group from here on.
        leads: bool,
        /// The right that the recipient used.
        right: PlayRightUsed<'a>,
        /// The recipient's voucher, absolute.
        voucher_url: &'a str,
        /// To the master: the vouchers of all players in one file, absolute.
        group_vouchers_url: Option<&'a str>,
    },
    /// To the master: a co-player swapped themselves for another.
    CoPlayerSwapped {
        /// The player who left.
        left: &'a PersonName,
        /// The player who came.
        coming: &'a PersonName,
    },
    /// To a player whose round changed several times in a short time: its present state.
    PresentState {
        /// The right that the recipient used.
        right: PlayRightUsed<'a>,
        /// The recipient's voucher, absolute.
        voucher_url: &'a str,
        /// To the master: the vouchers of all players in one file, absolute.
        group_vouchers_url: Option<&'a str>,
    },
    /// To every player, the day before the round.
    Reminder {
        /// The right that the recipient used.
        right: PlayRightUsed<'a>,
        /// The recipient's voucher, absolute.
        voucher_url: &'a str,
        /// To the master: the vouchers of all players in one file, absolute.
        group_vouchers_url: Option<&'a str>,
    },
}

impl BookingNotice<'_> {
    /// Whether the member may switch off such mails: a cancellation by anybody but a member is always told.
    pub(super) const fn can_be_switched_off(&self) -> bool {
        !matches!(self, Self::CancelledByOperator { .. } | Self::CancelledByClub { .. })
    }
}

/// A round that can be played in place of one that was cancelled.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OtherRound {
    /// The club's name.
    pub club: String,
    /// Its town.
    pub city: String,
    /// The play date.
    pub play_date: NaiveDate,
}
