//! Ordering: free vouchers by holders of a current subscription, up to a maximum per year; the federation
//! registration once per year.

use fairway_events::{OrderItem, StreamId};

use crate::membership::{MembershipCommand, MembershipRejection, OpenVoucherOrder};
use crate::order::OrderCommand;
use crate::{Decision, PlaceOrder, Rejection, Undecided, World};

impl PlaceOrder {
    pub(super) fn streams(&self) -> Vec<StreamId> {
        vec![StreamId::Order(self.order), StreamId::Membership(self.member)]
    }

    /// How many things are ordered.
    #[must_use]
    pub fn quantity(&self) -> usize {
        match &self.item {
            OrderItem::FreeVouchers { vouchers, .. } => vouchers.len(),
            OrderItem::FederationRegistration { .. } => 1,
        }
    }

    pub(super) fn decide(&self, world: &impl World) -> Result<Decision, Undecided> {
        let mut decision = Decision::default();
        let place = OrderCommand::Place(self.clone());
        let placed = world.order(self.order)?.decide(&place).map_err(Rejection::from)?;
        if placed.is_empty() {
            return Ok(decision);
        }
        decision.add(StreamId::Order(self.order), placed);
        let membership = world.membership(self.member)?;
        match &self.item {
            OrderItem::FreeVouchers { year, .. } => {
                let open = MembershipCommand::OpenVoucherOrder(OpenVoucherOrder {
                    member: self.member,
                    order: self.order,
                    quantity: u32::try_from(self.quantity()).unwrap_or(u32::MAX),
                    year: *year,
                    maximum: self.voucher_maximum,
                    today: self.today,
                });
                let opened = membership.decide(&open).map_err(Rejection::from)?;
                decision.add(StreamId::Membership(self.member), opened);
            }
            OrderItem::FederationRegistration { year, package: _ } => {
                if membership.is_registered(*year) {
                    return Err(
                        Rejection::from(MembershipRejection::AlreadyRegistered { year: *year }).into()
                    );
                }
            }
        }
        Ok(decision)
    }
}
