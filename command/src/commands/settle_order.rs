//! The provider's word on a payment ends the order. If it is paid, the member gets the ordered item in the same
//! decision, so that there is never the one without the other, and never twice. A registration that the member has
//! already cannot be given: its price is to be paid back, which is decided here and carried out by the payments
//! service.

use chrono::{DateTime, Days, NaiveDate, Utc};
use fairway_events::{MemberId, OrderEvent, OrderId, OrderItem, StreamId, VoucherId, VoucherKind};

use super::decide::{CountsAs, Decide, require};
use crate::membership::MembershipCommand;
use crate::order::OrderCommand;
use crate::voucher::VoucherCommand;
use crate::{Decision, GrantVoucher, Membership, Order, Rejection, Undecided, Voucher, World};

/// A payment as the provider shows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PaymentSeen {
    /// The provider's id.
    pub id: String,
    /// Its amount in euro cents.
    pub amount_cents: i64,
}

/// How a payment ended, as the provider says it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names say it")]
pub enum PaymentOutcome {
    Paid,
    Failed,
    Cancelled,
    Expired,
}

/// End an order as its payment ended. Repeats and late messages are successes without events.
#[derive(Debug, Clone)]
pub struct SettleOrder {
    /// The order that the payment names.
    pub order: OrderId,
    /// The payment; none when the provider was never asked for one.
    pub payment: Option<PaymentSeen>,
    /// How it ended.
    pub outcome: PaymentOutcome,
    /// The day of payment in Europe/Amsterdam: a voucher's term starts there.
    pub day: NaiveDate,
    /// The clock's instant.
    pub at: DateTime<Utc>,
}

impl Decide for SettleOrder {
    const COUNTS_AS: CountsAs = CountsAs::Nothing;

    fn streams(&self) -> Vec<StreamId> {
        vec![StreamId::Order(self.order)]
    }

    fn decide(&self, world: &impl World) -> Result<Decision, Undecided> {
        let order = world.get::<Order>(self.order)?;
        let placed = order.placed().ok_or(Rejection::OrderNotFound)?;
        let mut settled = order.decide(&OrderCommand::SettleOrder(self.clone()))?;
        let mut decision = Decision::default();
        // The order had ended before.
        if settled.is_empty() {
            return Ok(decision);
        }
        let paid = settled.iter().any(|event| matches!(event, OrderEvent::OrderPaid { .. }));
        let mut registered = Vec::new();
        if let (OrderItem::FederationRegistration { year, package }, Some(paid), true) =
            (&placed.item, &self.payment, paid)
        {
            let register = MembershipCommand::Register {
                member: placed.member,
                order: self.order,
                year: *year,
                package: package.clone(),
            };
            registered = world.get::<Membership>(placed.member)?.decide(&register)?;
            // The member has one for that year already.
            if registered.is_empty() {
                settled.push(placed.request_refund(self, &paid.id));
            }
        }
        decision.add(StreamId::Order(self.order), settled);
        decision.add(StreamId::Membership(placed.member), registered);
        match &placed.item {
            OrderItem::FreeVouchers { vouchers, title, holes, validity_days, year: _ } => {
                let expires = self.day.checked_add_days(Days::new((*validity_days).into()));
                let grant = |voucher: &VoucherId| GrantVoucher {
                    member: placed.member,
                    voucher: *voucher,
                    kind: VoucherKind::Free,
                    title: title.clone(),
                    holes: *holes,
                    expires: expires.unwrap_or(NaiveDate::MAX),
                };
                let grants: Vec<_> = if paid { vouchers.iter().map(grant).collect() } else { Vec::new() };
                self.vouchers(world, placed.member, paid, &grants, &mut decision)?;
            }
            OrderItem::FederationRegistration { .. } => {}
        }
        Ok(decision)
    }
}

impl SettleOrder {
    /// Gives the vouchers, and closes the order in the member's count of the year.
    fn vouchers(
        &self,
        world: &impl World,
        member: MemberId,
        bought: bool,
        grants: &[GrantVoucher],
        decision: &mut Decision,
    ) -> Result<(), Undecided> {
        let streams = grants.iter().map(|grant| StreamId::Voucher(grant.voucher));
        require(world, streams.chain([StreamId::Membership(member)]))?;
        let membership = world.get::<Membership>(member)?;
        let mut of_member = Vec::new();
        for grant in grants {
            let purchase = VoucherCommand::Purchase { grant: grant.clone(), order: self.order };
            let purchased = world.get::<Voucher>(grant.voucher)?.decide(&purchase)?;
            decision.add(StreamId::Voucher(grant.voucher), purchased);
            let receive = MembershipCommand::ReceiveVoucher(grant.clone());
            of_member.extend(membership.decide(&receive)?);
        }
        let close = MembershipCommand::CloseVoucherOrder { member, order: self.order, bought };
        of_member.extend(membership.decide(&close)?);
        decision.add(StreamId::Membership(member), of_member);
        Ok(())
    }
}
