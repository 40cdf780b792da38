//! Why a date, a club or a player cannot be booked, in the words that members read (docs/domain.md §3, "Reasons").
//!
//! The same reasons explain a refused booking and a greyed-out day: `Display` is the Dutch sentence, `code` is
//! stable for logs and tests. A reason about a player starts with `Heeft`; the HTTP layer puts the first name in front
//! for other members, and the web app makes `je hebt` of it for the member (`webapp/src/ui/reasons.ts`).

use chrono::Weekday;
use fairway_events::{Holes, MemberId, dutch};
use serde::Serialize;

use crate::Month;

/// Why a date cannot be booked, whoever plays wherever.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, thiserror::Error)]
pub enum DateReason {
    /// The date is before today.
    #[error("Deze datum ligt in het verleden")]
    Past,
    /// The date is after the booking window.
    #[error("Deze datum is nog niet te reserveren")]
    NotYet,
}

/// Why a club cannot be booked, whoever plays.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, thiserror::Error)]
pub enum ClubReason {
    /// The club has no round of that length.
    #[error("Deze baan biedt geen {holes} holes aan")]
    HolesNotOffered {
        /// The length that was asked.
        holes: Holes,
    },
    /// The club is closed on the date, for a reason of its own.
    #[error("{reason}")]
    Closed {
        /// The club's Dutch words.
        reason: String,
    },
    /// The club is always closed on that day of the week.
    #[error("De baan is op {} gesloten", dutch::weekday(*.weekday))]
    ClosedOnWeekday {
        /// The day of the week.
        weekday: Weekday,
    },
    /// No place is left on the date.
    #[error("De baan is op deze datum volgeboekt")]
    Full,
    /// Some places are left, but fewer than the group needs.
    #[error("{}", few_places(*.free))]
    FewPlaces {
        /// Places left, at least 1.
        free: u32,
    },
}

fn few_places(free: u32) -> String {
    match free {
        1 => "Er is op deze datum nog maar 1 plaats vrij".to_owned(),
        free => format!("Er zijn op deze datum nog maar {free} plaatsen vrij"),
    }
}

/// Why a player cannot be booked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, thiserror::Error)]
pub enum PlayerReason {
    /// No subscription and no voucher that is valid today or soon.
    #[error("Heeft geen geldig abonnement")]
    NoSubscription,
    /// Nothing left to play with until the end of next month.
    #[error("Heeft deze en volgende maand geen speelrechten meer")]
    NoRightsThisAndNextMonth,
    /// Neither a subscription nor a voucher is valid on the date.
    #[error("Heeft op deze datum geen geldig abonnement")]
    NotCovered,
    /// A subscription covers the date, but its month or its term is used up.
    #[error("Heeft in {month} geen speelrechten meer")]
    UsedUp {
        /// The month of the play date.
        month: Month,
    },
    /// The player has an active place on that date.
    #[error("Heeft op deze datum al een reservering")]
    AlreadyPlays,
    /// The player waits for this day in a group of the list.
    #[error("Heeft al een plaats op de wachtlijst van deze dag")]
    AlreadyWaits,
    /// The subscription is for shorter rounds.
    #[error("Heeft een abonnement voor maximaal {max_holes} holes")]
    LevelTooLow {
        /// The longest round that the subscription allows.
        max_holes: Holes,
    },
    /// All that is left are vouchers for shorter rounds.
    #[error("Heeft alleen een voucher voor {holes} holes")]
    OnlyShorterVoucher {
        /// The longest round that a voucher allows.
        holes: Holes,
    },
    /// The player has all the rounds that the club allows in the year of the play date.
    #[error("Heeft het maximum van {maximum} {} op deze baan bereikt", if *.maximum == 1 { "ronde" } else { "rondes" })]
    ClubMaximum {
        /// Rounds per member and calendar year.
        maximum: u32,
    },
}

/// Why a round cannot be booked: the first of the reasons that apply, in the order of docs/domain.md §3.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, thiserror::Error)]
pub enum Reason {
    /// The date.
    #[error(transparent)]
    Date(#[from] DateReason),
    /// The club.
    #[error(transparent)]
    Club(#[from] ClubReason),
    /// One of the players.
    #[error("{reason}")]
    Player {
        /// The player.
        member: MemberId,
        /// The reason.
        reason: PlayerReason,
    },
}

impl DateReason {
    /// A stable name for logs and tests.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Past => "date_past",
            Self::NotYet => "date_after_window",
        }
    }
}

impl ClubReason {
    /// A stable name for logs and tests.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::HolesNotOffered { .. } => "club_lacks_holes",
            Self::Closed { .. } => "club_closed",
            Self::ClosedOnWeekday { .. } => "club_closed_on_weekday",
            Self::Full => "club_full",
            Self::FewPlaces { .. } => "club_few_places",
        }
    }
}

impl PlayerReason {
    /// A stable name for logs and tests.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::NoSubscription => "player_no_subscription",
            Self::NoRightsThisAndNextMonth => "player_no_rights_this_and_next_month",
            Self::NotCovered => "player_not_covered",
            Self::UsedUp { .. } => "player_used_up",
            Self::AlreadyPlays => "player_already_plays",
            Self::AlreadyWaits => "player_already_waits",
            Self::LevelTooLow { .. } => "player_level_too_low",
            Self::OnlyShorterVoucher { .. } => "player_only_shorter_voucher",
            Self::ClubMaximum { .. } => "player_club_maximum",
        }
    }

    /// The reason, said of a member.
    pub(crate) const fn for_member(self, member: MemberId) -> Reason {
        Reason::Player { member, reason: self }
    }
}

impl Reason {
    /// A stable name for logs and tests.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Date(reason) => reason.code(),
            Self::Club(reason) => reason.code(),
            Self::Player { reason, .. } => reason.code(),
        }
    }
}

#[cfg(test)]
mod tests;
