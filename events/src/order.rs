//! The events of one order: the `Order` aggregate, stream id the order id. They record the ordered item, the state of
//! its payment by the provider, and the money that went back.

use chrono::{DateTime, Utc};

use crate::kind::events;
use crate::{MemberId, OrderId, OrderItem, RefundKind};

events! {
    /// Facts about one order. Instants are UTC, amounts are euro cents.
    pub enum OrderEvent, OrderEventName {
        /// A member ordered something, at a price that the server calculated.
        OrderPlaced["1.0.0"] {
            order: OrderId,
            member: MemberId,
            item: OrderItem,
            amount_cents: i64,
            /// The payment method's key, `ideal` for example.
            method: String,
            placed_at: DateTime<Utc>,
        },
        /// The provider made a payment for it, under the provider's own id (`tr_…`).
        PaymentStarted["1.0.0"] { order: OrderId, member: MemberId, payment: String, started_at: DateTime<Utc> },
        /// The provider says that it is paid. In the same commit the member gets what was ordered.
        OrderPaid["1.0.0"] { order: OrderId, member: MemberId, paid_at: DateTime<Utc> },
        /// The payment failed.
        OrderFailed["1.0.0"] { order: OrderId, member: MemberId, closed_at: DateTime<Utc> },
        /// The member cancelled the payment.
        OrderCancelled["1.0.0"] { order: OrderId, member: MemberId, closed_at: DateTime<Utc> },
        /// The time to pay is over.
        OrderExpired["1.0.0"] { order: OrderId, member: MemberId, closed_at: DateTime<Utc> },
        /// The paid item could not be granted, since the member has it already: the portal has the provider pay
        /// `amount_cents` back. `OrderRefunded` records that the provider did.
        RefundRequested["1.0.0"] {
            order: OrderId,
            member: MemberId,
            /// The provider's id of the payment that goes back.
            payment: String,
            amount_cents: i64,
            requested_at: DateTime<Utc>,
        },
        /// An operator approved that the whole price goes back: the portal has the provider pay it, and withdraws the
        /// order's vouchers, all unused, in the same commit. `OrderRefunded` records that the provider did.
        RefundApproved["1.0.0"] {
            order: OrderId,
            member: MemberId,
            /// The provider's id of the payment that goes back.
            payment: String,
            amount_cents: i64,
            approved_at: DateTime<Utc>,
        },
        /// Money went back: `amount_cents` more than before.
        OrderRefunded["1.0.0"] {
            order: OrderId,
            member: MemberId,
            kind: RefundKind,
            amount_cents: i64,
            refunded_at: DateTime<Utc>,
        },
    }
}

impl OrderEvent {
    /// The member whose order it is.
    #[must_use]
    pub const fn member(&self) -> MemberId {
        match self {
            Self::OrderPlaced { member, .. }
            | Self::PaymentStarted { member, .. }
            | Self::OrderPaid { member, .. }
            | Self::OrderFailed { member, .. }
            | Self::OrderCancelled { member, .. }
            | Self::OrderExpired { member, .. }
            | Self::RefundRequested { member, .. }
            | Self::RefundApproved { member, .. }
            | Self::OrderRefunded { member, .. } => *member,
        }
    }
}
