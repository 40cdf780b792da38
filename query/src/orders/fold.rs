//! Events to rows: `OrderPlaced` inserts an order's row, later events change it.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use fairway_events::{
    AggregateType, Event, Holes, MemberId, MembershipEvent, OrderEvent, OrderId, OrderItem, RecordedEvent,
};

use super::OrderStatus;
use crate::fold::Treatment::{Ids, Instant, Name, Open, Withheld};
use crate::fold::{Fold, Tables};
use crate::reads::Query;
use crate::rows::{Rows, Writer};
use crate::table_changes::TableChanges;
use crate::{Projection, ProjectorError};

#[derive(Debug)]
struct Row {
    id: OrderId,
    member: MemberId,
    placed_at: DateTime<Utc>,
    amount_cents: i64,
    quantity: i32,
    year: i32,
    holes: Option<Holes>,
    package: Option<String>,
    method: String,
}

/// The changes of an order in this batch.
#[derive(Debug, Default)]
struct Change {
    end: Option<(OrderStatus, DateTime<Utc>)>,
    payment: Option<String>,
    refunded_cents: i64,
    refund_requested_cents: i64,
}

#[derive(Debug, Default)]
pub(super) struct Changes {
    orders: TableChanges<OrderId, Row, Change>,
    registrations: BTreeMap<(MemberId, i32), (OrderId, String)>,
}

/// The projection.
pub const PROJECTION: Projection = Projection::for_fold::<Changes>();

impl Fold for Changes {
    const NAME: &'static str = "orders";
    const TABLES: Tables = &[
        (
            "orders",
            &[
                ("order_id", Ids),
                ("member_id", Ids),
                ("placed_at", Instant),
                ("settled_at", Instant),
                ("amount_cents", Open),
                ("refunded_cents", Open),
                ("refund_requested_cents", Open),
                ("quantity", Open),
                ("year", Open),
                ("holes", Open),
                ("product", Open),
                ("status", Open),
                ("method", Name),
                ("payment_id", Withheld),
                ("package", Name),
            ],
        ),
        ("orders_registrations", &[("member_id", Ids), ("year", Open), ("order_id", Ids), ("package", Name)]),
    ];
    const READS: &'static [AggregateType] = &[AggregateType::Order, AggregateType::Membership];
    const QUERIES: &'static [Query] = super::QUERIES;
    const SOURCES: &'static [&'static str] = &[
        include_str!("fold.rs"),
        include_str!("../orders.rs"),
        include_str!("update_orders.sql"),
        include_str!("upsert_registrations.sql"),
    ];

    fn apply(&mut self, recorded: &RecordedEvent) {
        match &recorded.event {
            Event::Order(event) => self.apply_order(event),
            Event::Membership(MembershipEvent::FederationRegistered { member, order, year, package }) => {
                self.registrations.insert((*member, *year), (*order, package.clone()));
            }
            // The order's own stream has everything else.
            _ => {}
        }
    }

    async fn write(self, writer: &mut Writer<'_>) -> Result<(), ProjectorError> {
        let status = |change: &Change| change.end.map(|(status, _)| status);
        Rows::from_iter(self.orders.new_rows())
            .column("order_id", |(row, _)| row.id.0)
            .column("member_id", |(row, _)| row.member.0)
            .column("placed_at", |(row, _)| row.placed_at)
            .column("settled_at", |(_, change)| change.end.map(|(_, at)| at))
            .column("amount_cents", |(row, _)| row.amount_cents)
            .column("refunded_cents", |(_, change)| change.refunded_cents)
            .column("refund_requested_cents", |(_, change)| change.refund_requested_cents)
            .column("quantity", |(row, _)| row.quantity)
            .column("year", |(row, _)| row.year)
            .column("holes", |(row, _)| row.holes.map(|holes| i16::from(holes.count())))
            .column("product", |(row, _)| product(row))
            .column("status", |(_, change)| status(change).unwrap_or(OrderStatus::Open).as_str())
            .column("method", |(row, _)| row.method.as_str())
            .column("payment_id", |(_, change)| change.payment.as_deref())
            .column("package", |(row, _)| row.package.as_deref())
            .insert("orders", writer)
            .await?;
        Rows::from_iter(self.orders.changed_rows())
            .column("order_id", |(order, _)| order.0)
            .column("status", |(_, change)| status(change).map(OrderStatus::as_str))
            .column("settled_at", |(_, change)| change.end.map(|(_, at)| at))
            .column("payment_id", |(_, change)| change.payment.as_deref())
            .column("refunded_cents", |(_, change)| change.refunded_cents)
            .column("refund_requested_cents", |(_, change)| change.refund_requested_cents)
            .update("orders", include_str!("update_orders.sql"), writer)
            .await?;
        Rows::from_iter(&self.registrations)
            .column("member_id", |((member, _), _)| member.0)
            .column("year", |((_, year), _)| *year)
            .column("order_id", |(_, (order, _))| order.0)
            .column("package", |(_, (_, package))| package.as_str())
            .update("orders_registrations", include_str!("upsert_registrations.sql"), writer)
            .await
    }
}

impl Changes {
    fn apply_order(&mut self, event: &OrderEvent) {
        match event {
            OrderEvent::OrderPlaced { order, member, item, amount_cents, method, placed_at } => {
                let (quantity, year, holes, package) = match item {
                    OrderItem::FreeVouchers { vouchers, holes, year, title: _, validity_days: _ } => {
                        (vouchers.len(), *year, Some(*holes), None)
                    }
                    OrderItem::FederationRegistration { year, package } => {
                        (1, *year, None, Some(package.clone()))
                    }
                };
                let row = Row {
                    id: *order,
                    member: *member,
                    placed_at: *placed_at,
                    amount_cents: *amount_cents,
                    quantity: i32::try_from(quantity).unwrap_or(i32::MAX),
                    year,
                    holes,
                    package,
                    method: method.clone(),
                };
                self.orders.insert(*order, row);
            }
            OrderEvent::PaymentStarted { order, payment, member: _, started_at: _ } => {
                self.orders.change(*order).payment = Some(payment.clone());
            }
            OrderEvent::OrderPaid { order, paid_at, member: _ } => {
                self.orders.change(*order).end = Some((OrderStatus::Paid, *paid_at));
            }
            OrderEvent::OrderFailed { order, closed_at, member: _ } => {
                self.orders.change(*order).end = Some((OrderStatus::Failed, *closed_at));
            }
            OrderEvent::OrderCancelled { order, closed_at, member: _ } => {
                self.orders.change(*order).end = Some((OrderStatus::Cancelled, *closed_at));
            }
            OrderEvent::OrderExpired { order, closed_at, member: _ } => {
                self.orders.change(*order).end = Some((OrderStatus::Expired, *closed_at));
            }
            OrderEvent::RefundRequested { order, amount_cents, member: _, payment: _, requested_at: _ }
            | OrderEvent::RefundApproved { order, amount_cents, member: _, payment: _, approved_at: _ } => {
                self.orders.change(*order).refund_requested_cents += amount_cents;
            }
            OrderEvent::OrderRefunded { order, amount_cents, member: _, kind: _, refunded_at: _ } => {
                self.orders.change(*order).refunded_cents += amount_cents;
            }
        }
    }
}

fn product(row: &Row) -> &'static str {
    if row.holes.is_some() { "freevoucher" } else { "federationregistration" }
}
