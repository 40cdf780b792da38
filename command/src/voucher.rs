//! One voucher: an extra play right that is used at most once (docs/domain.md §3.3, §3.4). The memberships know who has
//! which voucher; this stream decides whether it can still be used. Its title is in the membership, and in each place
//! that used it.

use chrono::NaiveDate;
use cqrs_es::Aggregate;
use fairway_events::{Holes, MemberId, OrderId, PlaceId, VoucherEvent, VoucherId};
use serde::{Deserialize, Serialize};

use crate::aggregate::aggregate;
use crate::{GrantVoucher, Rejection};

#[cfg(test)]
mod tests;

/// A voucher; empty until it was granted.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Voucher {
    granted: Option<Granted>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Granted {
    id: VoucherId,
    member: MemberId,
    holes: Holes,
    expires: NaiveDate,
    /// The order that paid for it; none: it was given.
    order: Option<OrderId>,
    usage: Usage,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
enum Usage {
    Unused,
    Used { place: PlaceId, play_date: NaiveDate },
    Forfeited { place: PlaceId },
    Withdrawn,
}

/// The commands of a voucher.
#[derive(Debug, Clone)]
#[expect(missing_docs, reason = "the fields are those of the events of the same names")]
pub enum VoucherCommand {
    /// Give it to a member.
    Grant(GrantVoucher),
    /// Give it to the member who paid for it.
    Purchase { grant: GrantVoucher, order: OrderId },
    /// Its price was paid back: take it out of use, unless it is used.
    Withdraw { order: OrderId },
    /// Take a voucher that was given to that member out of use: an operator's act (docs/domain.md §3.22).
    WithdrawGranted { member: MemberId },
    /// Consume it for a place.
    Use { member: MemberId, place: PlaceId, play_date: NaiveDate, holes: Holes },
    /// The place is cancelled: the voucher comes back, or is forfeited; which of the two, the booking decided. Where
    /// its order was paid back and still owes a voucher for that, the voucher that comes back is withdrawn at once.
    ReleasePlace { place: PlaceId, today: NaiveDate, forfeits: bool, owed: bool },
    /// Give it back after the place forfeited it. `owed` as above.
    ReturnForfeited { place: PlaceId, owed: bool },
}

impl Aggregate for Voucher {
    aggregate!(Voucher, VoucherCommand, VoucherEvent);

    /// Takes a fact into the state. Checks nothing: history already happened.
    fn apply(&mut self, event: VoucherEvent) {
        match event {
            VoucherEvent::VoucherGranted { voucher, member, holes, expires, kind: _, title: _ } => {
                self.grant(voucher, member, holes, expires, None);
            }
            VoucherEvent::VoucherPurchased { voucher, member, holes, expires, order, title: _ } => {
                self.grant(voucher, member, holes, expires, Some(order));
            }
            VoucherEvent::VoucherUsed { place, play_date, .. } => {
                self.set_usage(Usage::Used { place, play_date });
            }
            VoucherEvent::VoucherReleased { .. } | VoucherEvent::ForfeitedVoucherReturned { .. } => {
                self.set_usage(Usage::Unused);
            }
            VoucherEvent::VoucherForfeited { place, .. } => self.set_usage(Usage::Forfeited { place }),
            VoucherEvent::VoucherWithdrawn { .. } | VoucherEvent::GrantedVoucherWithdrawn { .. } => {
                self.set_usage(Usage::Withdrawn);
            }
        }
    }
}

impl Voucher {
    /// Decides what a command changes.
    ///
    /// # Errors
    /// The state that forbids it.
    pub fn decide(&self, command: &VoucherCommand) -> Result<Vec<VoucherEvent>, Rejection> {
        match (&self.granted, command) {
            (None, VoucherCommand::Grant(grant)) => Ok(vec![VoucherEvent::VoucherGranted {
                voucher: grant.voucher,
                member: grant.member,
                kind: grant.kind,
                title: grant.title.clone(),
                holes: grant.holes,
                expires: grant.expires,
            }]),
            (None, VoucherCommand::Purchase { grant, order }) => Ok(vec![VoucherEvent::VoucherPurchased {
                voucher: grant.voucher,
                member: grant.member,
                order: *order,
                title: grant.title.clone(),
                holes: grant.holes,
                expires: grant.expires,
            }]),
            (Some(granted), VoucherCommand::Grant(grant) | VoucherCommand::Purchase { grant, .. })
                if granted.member == grant.member =>
            {
                Ok(vec![])
            }
            (Some(_), VoucherCommand::Grant(_) | VoucherCommand::Purchase { .. }) => {
                Err(Rejection::VoucherIdTaken)
            }
            (
                None,
                VoucherCommand::Use { .. }
                | VoucherCommand::ReleasePlace { .. }
                | VoucherCommand::ReturnForfeited { .. }
                | VoucherCommand::Withdraw { .. }
                | VoucherCommand::WithdrawGranted { .. },
            ) => Err(Rejection::VoucherNotFound),
            (Some(granted), VoucherCommand::Withdraw { order }) => Ok(granted.withdraw(*order)),
            (Some(granted), VoucherCommand::WithdrawGranted { member }) => granted.withdraw_granted(*member),
            (Some(granted), VoucherCommand::Use { member, place, play_date, holes }) => {
                granted.use_for(*member, *place, *play_date, *holes)
            }
            (Some(granted), VoucherCommand::ReleasePlace { place, today, forfeits, owed }) => {
                granted.release(*place, *today, *forfeits, *owed)
            }
            (Some(granted), VoucherCommand::ReturnForfeited { place, owed }) => {
                Ok(granted.return_forfeited(*place, *owed))
            }
        }
    }

    /// The order that paid for it, if that place uses or forfeited it: what was paid back of the order decides what
    /// happens to the voucher when it comes back.
    #[must_use]
    pub fn order_of_use(&self, by: PlaceId) -> Option<OrderId> {
        let granted = self.granted.as_ref()?;
        match granted.usage {
            Usage::Used { place, .. } | Usage::Forfeited { place } if place == by => granted.order,
            Usage::Unused | Usage::Used { .. } | Usage::Forfeited { .. } | Usage::Withdrawn => None,
        }
    }

    /// Whether it was taken back, so that it cannot be used any more: its price is paid back, or an operator withdrew it.
    #[must_use]
    pub fn is_withdrawn(&self) -> bool {
        self.granted.as_ref().is_some_and(|granted| granted.usage == Usage::Withdrawn)
    }

    fn grant(
        &mut self,
        id: VoucherId,
        member: MemberId,
        holes: Holes,
        expires: NaiveDate,
        order: Option<OrderId>,
    ) {
        self.granted = Some(Granted { id, member, holes, expires, order, usage: Usage::Unused });
    }

    fn set_usage(&mut self, usage: Usage) {
        if let Some(granted) = &mut self.granted {
            granted.usage = usage;
        }
    }
}

impl Granted {
    fn use_for(
        &self,
        member: MemberId,
        place: PlaceId,
        play_date: NaiveDate,
        holes: Holes,
    ) -> Result<Vec<VoucherEvent>, Rejection> {
        if member != self.member {
            return Err(Rejection::VoucherNotFound);
        }
        match self.usage {
            Usage::Used { place: by, .. } if by == place => Ok(vec![]),
            Usage::Used { .. } | Usage::Forfeited { .. } => Err(Rejection::VoucherAlreadyUsed),
            Usage::Withdrawn => Err(Rejection::VoucherWithdrawn),
            Usage::Unused if self.expires < play_date => Err(Rejection::VoucherExpired),
            Usage::Unused if self.holes < holes => Err(Rejection::VoucherTooShort { holes: self.holes }),
            Usage::Unused => {
                Ok(vec![VoucherEvent::VoucherUsed { voucher: self.id, member, place, play_date }])
            }
        }
    }

    fn release(
        &self,
        place: PlaceId,
        today: NaiveDate,
        forfeits: bool,
        owed: bool,
    ) -> Result<Vec<VoucherEvent>, Rejection> {
        let (voucher, member) = (self.id, self.member);
        match self.usage {
            Usage::Used { place: by, play_date } if by == place && play_date < today => {
                Err(Rejection::TooLateToCancel)
            }
            Usage::Used { place: by, .. } if by == place && forfeits => {
                Ok(vec![VoucherEvent::VoucherForfeited { voucher, member, place }])
            }
            Usage::Used { place: by, .. } if by == place => {
                Ok(self.free(VoucherEvent::VoucherReleased { voucher, member, place }, owed))
            }
            // The place does not hold it any more: the same request, repeated.
            Usage::Unused | Usage::Used { .. } | Usage::Forfeited { .. } | Usage::Withdrawn => Ok(vec![]),
        }
    }

    fn return_forfeited(&self, place: PlaceId, owed: bool) -> Vec<VoucherEvent> {
        let (voucher, member) = (self.id, self.member);
        match self.usage {
            Usage::Forfeited { place: by } if by == place => {
                self.free(VoucherEvent::ForfeitedVoucherReturned { voucher, member, place }, owed)
            }
            // The same request, repeated.
            Usage::Unused | Usage::Used { .. } | Usage::Forfeited { .. } | Usage::Withdrawn => vec![],
        }
    }

    /// The voucher is free again by that event; one that its order owes is withdrawn at once.
    fn free(&self, event: VoucherEvent, owed: bool) -> Vec<VoucherEvent> {
        let withdrawn = self.order.filter(|_| owed).map(|order| VoucherEvent::VoucherWithdrawn {
            voucher: self.id,
            member: self.member,
            order,
        });
        std::iter::once(event).chain(withdrawn).collect()
    }

    fn withdraw(&self, order: OrderId) -> Vec<VoucherEvent> {
        match self.usage {
            Usage::Unused => {
                vec![VoucherEvent::VoucherWithdrawn { voucher: self.id, member: self.member, order }]
            }
            // A round that was booked with it stays; cancelling that withdraws the voucher (`ReleasePlace`).
            Usage::Used { .. } | Usage::Forfeited { .. } | Usage::Withdrawn => vec![],
        }
    }

    fn withdraw_granted(&self, member: MemberId) -> Result<Vec<VoucherEvent>, Rejection> {
        if member != self.member {
            return Err(Rejection::VoucherNotFound);
        }
        if self.order.is_some() {
            return Err(Rejection::VoucherBought);
        }
        match self.usage {
            Usage::Unused => Ok(vec![VoucherEvent::GrantedVoucherWithdrawn { voucher: self.id, member }]),
            Usage::Used { .. } | Usage::Forfeited { .. } => Err(Rejection::VoucherAlreadyUsed),
            // The same request, repeated.
            Usage::Withdrawn => Ok(vec![]),
        }
    }
}
