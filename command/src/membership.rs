//! One member's rights to play, and their use. This one stream guards three rules: rights per month and term, one
//! active place per date, and the club maximum per year (docs/domain.md §3.2–§3.5).

use std::collections::{BTreeMap, BTreeSet};

use chrono::{Datelike, NaiveDate};
use cqrs_es::Aggregate;
use fairway_events::{
    BookingId, ClubId, Holes, MemberId, MembershipEvent, OrderId, PlaceId, PlayRight, SubscriptionId,
    VoucherId,
};
use serde::{Deserialize, Serialize};

use crate::aggregate::aggregate;
use crate::{
    GrantVoucher, Month, Pass, PlaceOrder, Rights, StartSubscription, VoucherRight, WithdrawSubscription,
};

mod purchases;
mod rules;
#[cfg(test)]
mod tests;

use purchases::Purchases;

/// A member's rights and the places that consumed them.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Membership {
    rights: Rights,
    claims: BTreeMap<PlaceId, ClaimedPlace>,
    purchases: Purchases,
    /// Passes that an operator withdrew: no repeated request starts them again.
    withdrawn: BTreeSet<SubscriptionId>,
}

/// A place of the member and the right that it consumed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct ClaimedPlace {
    booking: BookingId,
    club: ClubId,
    play_date: NaiveDate,
    right: PlayRight,
    status: ClaimStatus,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
enum ClaimStatus {
    /// Neither released nor forfeited.
    Active,
    /// It came back when the place was cancelled.
    Released,
    /// It stayed used.
    Forfeited,
    /// It was forfeited, and an operator gave it back.
    Returned,
}

/// The commands of a membership.
#[derive(Debug, Clone)]
pub enum MembershipCommand {
    /// Add a season pass.
    StartSubscription(StartSubscription),
    /// Take a season pass back of which no right is used.
    WithdrawSubscription(WithdrawSubscription),
    /// Add a voucher.
    ReceiveVoucher(GrantVoucher),
    /// Consume a right for a place.
    ClaimRight(ClaimRight),
    /// A place is cancelled: its right comes back, or is forfeited; which of the two, the booking decided.
    ReleasePlace {
        /// The player of the place.
        member: MemberId,
        /// The place.
        place: PlaceId,
        /// The clock's day.
        today: NaiveDate,
        /// Whether the right is forfeited.
        forfeits: bool,
    },
    /// Give a forfeited right back.
    ReturnForfeited {
        /// The player of the place.
        member: MemberId,
        /// The place.
        place: PlaceId,
    },
    /// Count free vouchers that are being bought; nothing to count for a registration.
    PlaceOrder(PlaceOrder),
    /// Count them as bought, or not any more.
    CloseVoucherOrder {
        /// The member who ordered.
        member: MemberId,
        /// The order.
        order: OrderId,
        /// Whether it was paid.
        bought: bool,
    },
    /// Remove a voucher that was taken out of use.
    TakeBackVoucher {
        /// The voucher's owner.
        member: MemberId,
        /// The voucher.
        voucher: VoucherId,
    },
    /// Record a registration with the federation; nothing where the member has one for that year.
    Register {
        /// The registered member.
        member: MemberId,
        /// The order that paid for it.
        order: OrderId,
        /// The federation's year.
        year: i32,
        /// The package's key.
        package: String,
    },
}

/// Consume a named right for a place. [`Rights::choose`] chooses it.
#[derive(Debug, Clone)]
pub struct ClaimRight {
    /// The player.
    pub member: MemberId,
    /// The place.
    pub place: PlaceId,
    /// Its booking.
    pub booking: BookingId,
    /// The club.
    pub club: ClubId,
    /// Rounds per member and calendar year that the club allows.
    pub club_maximum: u32,
    /// The play date.
    pub play_date: NaiveDate,
    /// The length of the round.
    pub holes: Holes,
    /// The right to consume.
    pub right: PlayRight,
}

impl Aggregate for Membership {
    aggregate!(Membership, MembershipCommand, MembershipEvent);

    /// Takes a fact into the state. Checks nothing: history already happened.
    fn apply(&mut self, event: MembershipEvent) {
        match event {
            MembershipEvent::SubscriptionStarted {
                subscription,
                startdate,
                enddate,
                max,
                per_month,
                max_holes,
                ..
            } => self.rights.passes.push(Pass {
                id: subscription,
                startdate,
                enddate,
                max,
                per_month,
                max_holes,
                used: 0,
                used_by_month: BTreeMap::new(),
            }),
            MembershipEvent::VoucherReceived { voucher, title, holes, expires, .. } => {
                self.rights.vouchers.push(VoucherRight { id: voucher, title, holes, expires, used: false });
            }
            MembershipEvent::PlayRightClaimed { place, booking, club, play_date, right, .. } => {
                self.rights.consume(&right, play_date);
                self.rights.take_date(&club, play_date);
                let status = ClaimStatus::Active;
                self.claims.insert(place, ClaimedPlace { booking, club, play_date, right, status });
            }
            MembershipEvent::PlayRightReleased { place, club, play_date, right, .. } => {
                self.rights.restore(&right, play_date);
                self.rights.free_date(club, play_date);
                self.set_status(place, ClaimStatus::Released);
            }
            MembershipEvent::PlayRightForfeited { place, club, play_date, .. } => {
                self.rights.free_date(club, play_date);
                self.set_status(place, ClaimStatus::Forfeited);
            }
            // The date and the round at the club were free since the place was cancelled.
            MembershipEvent::ForfeitedRightReturned { place, play_date, right, .. } => {
                self.rights.restore(&right, play_date);
                self.set_status(place, ClaimStatus::Returned);
            }
            MembershipEvent::VoucherOrderOpened { order, quantity, year, member: _ } => {
                self.purchases.open(order, quantity, year);
            }
            MembershipEvent::VoucherOrderClosed { order, bought, member: _ } => {
                self.purchases.close(order, bought);
            }
            MembershipEvent::VoucherTakenBack { voucher, member: _ } => {
                self.rights.vouchers.retain(|held| held.id != voucher);
            }
            MembershipEvent::FederationRegistered { year, .. } => self.purchases.register(year),
            MembershipEvent::SubscriptionWithdrawn { subscription, member: _ } => {
                self.rights.passes.retain(|pass| pass.id != subscription);
                self.withdrawn.insert(subscription);
            }
        }
    }
}

impl Membership {
    /// The rights that the member has, and their use.
    #[must_use]
    pub const fn rights(&self) -> &Rights {
        &self.rights
    }

    /// Whether the portal registered the member with the federation for that year.
    #[must_use]
    pub fn is_registered(&self, year: i32) -> bool {
        self.purchases.is_registered(year)
    }

    /// Every booking in which the member ever had a place, in no order, with the place, its day, and whether it is still
    /// theirs to play: neither released nor forfeited.
    pub fn places(&self) -> impl Iterator<Item = (BookingId, PlaceId, NaiveDate, bool)> {
        self.claims.iter().map(|(place, claim)| {
            (claim.booking, *place, claim.play_date, claim.status == ClaimStatus::Active)
        })
    }

    fn set_status(&mut self, place: PlaceId, status: ClaimStatus) {
        if let Some(claim) = self.claims.get_mut(&place) {
            claim.status = status;
        }
    }
}

impl Rights {
    fn consume(&mut self, right: &PlayRight, play_date: NaiveDate) {
        match right {
            PlayRight::Subscription { subscription } => {
                for pass in self.passes.iter_mut().filter(|pass| pass.id == *subscription) {
                    pass.used += 1;
                    *pass.used_by_month.entry(Month::from(play_date)).or_default() += 1;
                }
            }
            PlayRight::Voucher { voucher, .. } => self.mark_voucher(*voucher, true),
        }
    }

    fn restore(&mut self, right: &PlayRight, play_date: NaiveDate) {
        match right {
            PlayRight::Subscription { subscription } => {
                for pass in self.passes.iter_mut().filter(|pass| pass.id == *subscription) {
                    pass.used = pass.used.saturating_sub(1);
                    if let Some(used) = pass.used_by_month.get_mut(&Month::from(play_date)) {
                        *used = used.saturating_sub(1);
                    }
                }
            }
            PlayRight::Voucher { voucher, .. } => self.mark_voucher(*voucher, false),
        }
    }

    fn mark_voucher(&mut self, id: VoucherId, used: bool) {
        self.vouchers.iter_mut().filter(|voucher| voucher.id == id).for_each(|voucher| voucher.used = used);
    }

    fn take_date(&mut self, club: &ClubId, play_date: NaiveDate) {
        self.dates_taken.insert(play_date);
        *self.rounds_by_club.entry((club.clone(), play_date.year())).or_default() += 1;
    }

    fn free_date(&mut self, club: ClubId, play_date: NaiveDate) {
        self.dates_taken.remove(&play_date);
        if let Some(rounds) = self.rounds_by_club.get_mut(&(club, play_date.year())) {
            *rounds = rounds.saturating_sub(1);
        }
    }
}
