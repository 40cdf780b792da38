//! A member's rights to play: passes, vouchers and what was used of them (docs/domain.md §3.2–§3.5).
//!
//! Plain data with rules over it, no events: the Membership aggregate keeps one from its stream, and the read side
//! builds one from its rows, so that a calendar day is greyed out by the very rule that would refuse the booking.

use std::collections::{BTreeMap, BTreeSet};

use chrono::{Datelike, NaiveDate};
use fairway_events::{ClubId, Holes, PlayRight, SubscriptionId, VoucherId};
use serde::{Deserialize, Serialize};

use crate::{Month, PlayerReason};

mod pairs;

/// A member's present rights.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rights {
    /// Season passes, past and future ones too.
    pub passes: Vec<Pass>,
    /// Vouchers, used and expired ones too.
    pub vouchers: Vec<VoucherRight>,
    /// Play dates on which the member has an active place.
    pub dates_taken: BTreeSet<NaiveDate>,
    /// Active or played places per club and calendar year; cancelled and forfeited ones are not counted.
    #[serde(with = "pairs")]
    pub rounds_by_club: BTreeMap<(ClubId, i32), u32>,
}

/// A season pass and what was used of it. Used rights are those of active, played and forfeited places.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pass {
    /// The pass.
    pub id: SubscriptionId,
    /// The first day on which it is valid.
    pub startdate: NaiveDate,
    /// The last day on which it is valid.
    pub enddate: NaiveDate,
    /// Rounds over its term.
    pub max: u32,
    /// Rounds per calendar month of the play date; none: no limit.
    pub per_month: Option<u32>,
    /// The longest round that it allows.
    pub max_holes: Holes,
    /// Rights used of the term.
    pub used: u32,
    /// Rights used, by month of the play date.
    #[serde(with = "pairs")]
    pub used_by_month: BTreeMap<Month, u32>,
}

/// A voucher of a member.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct VoucherRight {
    /// The voucher.
    pub id: VoucherId,
    /// The title that members see.
    pub title: String,
    /// The longest round that it allows.
    pub holes: Holes,
    /// The last day on which it can be played.
    pub expires: NaiveDate,
    /// Whether a place consumed it: an active, played or forfeited one.
    pub used: bool,
}

/// How long a round the member can still play in this and in the next calendar month, single dates aside.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Allowance {
    /// The longest round from today until the end of the month; none: no right is left.
    pub this_month: Option<Holes>,
    /// The longest round in the next month; none: no right is left.
    pub next_month: Option<Holes>,
    /// Why not, when neither month has a right left.
    pub reason: Option<PlayerReason>,
}

/// The regular rights of a member in one calendar month, of all passes that are valid in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MonthRights {
    /// The month of the play dates.
    pub month: Month,
    /// Rights that are left.
    pub left: u32,
    /// The most rounds in a month; none: there is no such limit.
    pub per_month: Option<u32>,
}

impl Allowance {
    /// Whether the member can play at all, this month or next.
    #[must_use]
    pub const fn reservable(&self) -> bool {
        self.this_month.is_some() || self.next_month.is_some()
    }
}

impl Pass {
    /// Whether the pass is valid on a day.
    #[must_use]
    pub fn covers(&self, date: NaiveDate) -> bool {
        self.reaches_into(date, date)
    }

    /// How many rights are left for play dates in that month.
    #[must_use]
    pub fn left_in(&self, month: Month) -> u32 {
        let used_in_month = self.used_by_month.get(&month).copied().unwrap_or(0);
        let of_term = self.max.saturating_sub(self.used);
        self.per_month.map_or(of_term, |per_month| of_term.min(per_month.saturating_sub(used_in_month)))
    }

    /// Whether the pass has a right left for a play date in that month.
    #[must_use]
    pub fn has_right_in(&self, month: Month) -> bool {
        self.left_in(month) > 0
    }

    /// Whether the pass is valid on at least one day of a period, both ends included.
    fn reaches_into(&self, first: NaiveDate, last: NaiveDate) -> bool {
        self.startdate <= last && first <= self.enddate
    }

    fn allows(&self, play_date: NaiveDate, holes: Holes) -> bool {
        self.covers(play_date) && holes <= self.max_holes && self.has_right_in(Month::from(play_date))
    }
}

impl VoucherRight {
    /// Whether the voucher can still be used for a round on a day: unused and not expired by then.
    #[must_use]
    pub fn valid_on(&self, date: NaiveDate) -> bool {
        !self.used && date <= self.expires
    }

    fn allows(&self, play_date: NaiveDate, holes: Holes) -> bool {
        self.valid_on(play_date) && holes <= self.holes
    }
}

impl Rights {
    /// The right that a place on that date would consume (docs/domain.md §3.3): a regular right of a pass if one
    /// is left, else the least valuable voucher: fewest holes, then earliest expiry, then id.
    ///
    /// Where two passes cover the date, the one that ends first gives the right, because what is left of it
    /// would be lost first; the id breaks a tie, so that every node and every replay chooses the same.
    ///
    /// # Errors
    /// Why no right fits. A level or a voucher that is only too short is named before anything that is used up,
    /// because a shorter round can still be booked then.
    pub fn choose(
        &self,
        play_date: NaiveDate,
        holes: Holes,
        today: NaiveDate,
    ) -> Result<PlayRight, PlayerReason> {
        let passes = self.passes.iter().filter(|pass| pass.allows(play_date, holes));
        if let Some(pass) = passes.min_by_key(|pass| (pass.enddate, pass.id)) {
            return Ok(PlayRight::Subscription { subscription: pass.id });
        }
        let vouchers = self.vouchers.iter().filter(|voucher| voucher.allows(play_date, holes));
        if let Some(voucher) = vouchers.min_by_key(|voucher| (voucher.holes, voucher.expires, voucher.id)) {
            return Ok(PlayRight::Voucher { voucher: voucher.id, title: voucher.title.clone() });
        }
        Err(self.why_none(play_date, today))
    }

    /// Whether a right can be consumed by a round on that date. [`Rights::choose`] returns only such rights.
    #[must_use]
    pub fn has(&self, right: &PlayRight, play_date: NaiveDate, holes: Holes) -> bool {
        match right {
            PlayRight::Subscription { subscription } => {
                self.passes.iter().any(|pass| pass.id == *subscription && pass.allows(play_date, holes))
            }
            PlayRight::Voucher { voucher: id, .. } => {
                self.vouchers.iter().any(|voucher| voucher.id == *id && voucher.allows(play_date, holes))
            }
        }
    }

    /// The reason why no right fits.
    fn why_none(&self, play_date: NaiveDate, today: NaiveDate) -> PlayerReason {
        let month = Month::from(play_date);
        let covering = || self.passes.iter().filter(move |pass| pass.covers(play_date));
        // A pass with a right left was refused for its level alone.
        let level = covering().filter(|pass| pass.has_right_in(month)).map(|pass| pass.max_holes).max();
        if let Some(max_holes) = level {
            return PlayerReason::LevelTooLow { max_holes };
        }
        // Likewise a voucher that is valid on the date.
        let valid = self.vouchers.iter().filter(|voucher| voucher.valid_on(play_date));
        if let Some(holes) = valid.map(|voucher| voucher.holes).max() {
            return PlayerReason::OnlyShorterVoucher { holes };
        }
        if covering().next().is_some() {
            PlayerReason::UsedUp { month }
        } else if self.has_anything(today) {
            PlayerReason::NotCovered
        } else {
            PlayerReason::NoSubscription
        }
    }

    /// Whether a pass or an unused voucher is valid at some time between today and the end of next month. That
    /// period contains the whole booking window, so that one text, `geen geldig abonnement`, is used for all of it.
    fn has_anything(&self, today: NaiveDate) -> bool {
        let horizon = Month::from(today).next().last_day();
        self.passes.iter().any(|pass| pass.reaches_into(today, horizon))
            || self.vouchers.iter().any(|voucher| voucher.valid_on(today))
    }

    /// How long a round the member can still play in this and in the next month.
    #[must_use]
    pub fn allowance(&self, today: NaiveDate) -> Allowance {
        let month = Month::from(today);
        let this_month = self.longest_round(today, month.last_day());
        let next_month = self.longest_round(month.next().first_day(), month.next().last_day());
        let reason = match (this_month, next_month) {
            (None, None) if self.has_anything(today) => Some(PlayerReason::NoRightsThisAndNextMonth),
            (None, None) => Some(PlayerReason::NoSubscription),
            (Some(_), _) | (_, Some(_)) => None,
        };
        Allowance { this_month, next_month, reason }
    }

    /// The regular rights from today until the end of this month, and in the next month; none where no pass is valid.
    #[must_use]
    pub fn months(&self, today: NaiveDate) -> Vec<MonthRights> {
        let month = Month::from(today);
        let periods = [(month, today), (month.next(), month.next().first_day())];
        periods.into_iter().filter_map(|(month, first)| self.in_month(month, first)).collect()
    }

    fn in_month(&self, month: Month, first: NaiveDate) -> Option<MonthRights> {
        let passes = self.passes.iter().filter(|pass| pass.reaches_into(first, month.last_day()));
        let of_pass =
            passes.map(|pass| MonthRights { month, left: pass.left_in(month), per_month: pass.per_month });
        of_pass.reduce(|sum, pass| MonthRights {
            month,
            left: sum.left.saturating_add(pass.left),
            per_month: sum.per_month.zip(pass.per_month).map(|(one, other)| one.saturating_add(other)),
        })
    }

    /// The longest round on any day of a period that lies within one month.
    fn longest_round(&self, first: NaiveDate, last: NaiveDate) -> Option<Holes> {
        let month = Month::from(first);
        let passes =
            self.passes.iter().filter(|pass| pass.reaches_into(first, last) && pass.has_right_in(month));
        let vouchers = self.vouchers.iter().filter(|voucher| voucher.valid_on(first));
        passes.map(|pass| pass.max_holes).chain(vouchers.map(|voucher| voucher.holes)).max()
    }

    /// Whether the member has no active place on that date (docs/domain.md §3.2).
    ///
    /// # Errors
    /// [`PlayerReason::AlreadyPlays`] when they do.
    pub fn check_date(&self, play_date: NaiveDate) -> Result<(), PlayerReason> {
        if self.dates_taken.contains(&play_date) { Err(PlayerReason::AlreadyPlays) } else { Ok(()) }
    }

    /// Whether the club allows the member one more round in the year of that date (docs/domain.md §3.5).
    ///
    /// # Errors
    /// [`PlayerReason::ClubMaximum`] when it does not.
    pub fn check_club_maximum(
        &self,
        club: &ClubId,
        maximum: u32,
        date: NaiveDate,
    ) -> Result<(), PlayerReason> {
        if self.rounds_at(club, date.year()) < maximum {
            Ok(())
        } else {
            Err(PlayerReason::ClubMaximum { maximum })
        }
    }

    /// Active or played places at a club in a calendar year.
    #[must_use]
    pub fn rounds_at(&self, club: &ClubId, year: i32) -> u32 {
        self.rounds_by_club.get(&(club.clone(), year)).copied().unwrap_or(0)
    }
}

#[cfg(test)]
mod tests;
