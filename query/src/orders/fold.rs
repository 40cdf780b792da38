//! Events to rows. An order tells its whole row when it is placed; what happens to it in the same batch is folded into
//! that row, what happens later is a change.

use std::collections::{BTreeMap, HashMap};

use chrono::{DateTime, Utc};
use fairway_events::{Event, Holes, MemberId, MembershipEvent, OrderEvent, OrderId, OrderItem};
use sqlx::PgConnection;

use super::OrderStatus;
use crate::new_rows::NewRows;
use crate::{ProjectorError, Schema};

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
    change: Change,
}

/// What happened to an order since it was placed, or since the batch began.
#[derive(Debug, Default)]
struct Change {
    end: Option<(OrderStatus, DateTime<Utc>)>,
    payment: Option<String>,
    refunded_cents: i64,
    refund_requested_cents: i64,
}

/// What a batch changes.
#[derive(Debug, Default)]
pub(crate) struct Changes {
    placed: Vec<Row>,
    new: HashMap<OrderId, usize>,
    changes: BTreeMap<OrderId, Change>,
    registrations: BTreeMap<(MemberId, i32), (OrderId, String)>,
}

impl Changes {
    pub(crate) fn apply(&mut self, event: &Event) {
        match event {
            Event::Order(event) => self.apply_order(event),
            Event::Membership(MembershipEvent::FederationRegistered { member, order, year, package }) => {
                self.registrations.insert((*member, *year), (*order, package.clone()));
            }
            // The order's own events tell the rest.
            Event::Membership(
                MembershipEvent::SubscriptionStarted { .. }
                | MembershipEvent::VoucherReceived { .. }
                | MembershipEvent::PlayRightClaimed { .. }
                | MembershipEvent::PlayRightReleased { .. }
                | MembershipEvent::PlayRightForfeited { .. }
                | MembershipEvent::VoucherOrderOpened { .. }
                | MembershipEvent::VoucherOrderClosed { .. }
                | MembershipEvent::VoucherTakenBack { .. },
            )
            | Event::Reservation(_)
            | Event::Voucher(_)
            | Event::CourseDay(_) => {}
        }
    }

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
                self.new.insert(*order, self.placed.len());
                self.placed.push(Row {
                    id: *order,
                    member: *member,
                    placed_at: *placed_at,
                    amount_cents: *amount_cents,
                    quantity: i32::try_from(quantity).unwrap_or(i32::MAX),
                    year,
                    holes,
                    package,
                    method: method.clone(),
                    change: Change::default(),
                });
            }
            OrderEvent::PaymentStarted { order, payment, member: _, started_at: _ } => {
                self.change(*order).payment = Some(payment.clone());
            }
            OrderEvent::OrderPaid { order, paid_at, member: _ } => {
                self.change(*order).end = Some((OrderStatus::Paid, *paid_at));
            }
            OrderEvent::OrderFailed { order, closed_at, member: _ } => {
                self.change(*order).end = Some((OrderStatus::Failed, *closed_at));
            }
            OrderEvent::OrderCancelled { order, closed_at, member: _ } => {
                self.change(*order).end = Some((OrderStatus::Cancelled, *closed_at));
            }
            OrderEvent::OrderExpired { order, closed_at, member: _ } => {
                self.change(*order).end = Some((OrderStatus::Expired, *closed_at));
            }
            OrderEvent::RefundRequested { order, amount_cents, member: _, payment: _, requested_at: _ } => {
                self.change(*order).refund_requested_cents += amount_cents;
            }
            OrderEvent::OrderRefunded { order, amount_cents, member: _, kind: _, refunded_at: _ } => {
                self.change(*order).refunded_cents += amount_cents;
            }
        }
    }

    fn change(&mut self, order: OrderId) -> &mut Change {
        match self.new.get(&order).and_then(|index| self.placed.get_mut(*index)) {
            Some(row) => &mut row.change,
            None => self.changes.entry(order).or_default(),
        }
    }

    pub(crate) async fn write(
        self,
        connection: &mut PgConnection,
        schema: &Schema,
    ) -> Result<u64, ProjectorError> {
        let mut rows = 0;
        if !self.placed.is_empty() {
            rows += insert(&self.placed, connection, schema).await?;
        }
        if !self.changes.is_empty() {
            let sql = schema.sql(include_str!("update_orders.sql"));
            let changes = || self.changes.values();
            let done = sqlx::query(&sql)
                .bind(self.changes.keys().map(|order| order.0).collect::<Vec<_>>())
                .bind(
                    changes().map(|change| change.end.map(|(status, _)| status.as_str())).collect::<Vec<_>>(),
                )
                .bind(changes().map(|change| change.end.map(|(_, at)| at)).collect::<Vec<_>>())
                .bind(changes().map(|change| change.payment.as_deref()).collect::<Vec<_>>())
                .bind(changes().map(|change| change.refunded_cents).collect::<Vec<_>>())
                .bind(changes().map(|change| change.refund_requested_cents).collect::<Vec<_>>())
                .execute(&mut *connection)
                .await?;
            rows += ProjectorError::unless_all("orders", self.changes.len(), done.rows_affected())?;
        }
        if !self.registrations.is_empty() {
            let sql = schema.sql(include_str!("upsert_registrations.sql"));
            let done = sqlx::query(&sql)
                .bind(self.registrations.keys().map(|(member, _)| member.0).collect::<Vec<_>>())
                .bind(self.registrations.keys().map(|(_, year)| *year).collect::<Vec<_>>())
                .bind(self.registrations.values().map(|(order, _)| order.0).collect::<Vec<_>>())
                .bind(self.registrations.values().map(|(_, package)| package.as_str()).collect::<Vec<_>>())
                .execute(connection)
                .await?;
            rows += done.rows_affected();
        }
        Ok(rows)
    }
}

async fn insert(rows: &[Row], connection: &mut PgConnection, schema: &Schema) -> Result<u64, sqlx::Error> {
    let product = |row: &Row| if row.holes.is_some() { "freevoucher" } else { "federationregistration" };
    let status = |row: &Row| row.change.end.map_or(OrderStatus::Open, |(status, _)| status).as_str();
    NewRows::of("orders", rows)
        .column("order_id", |row| row.id.0)
        .column("member_id", |row| row.member.0)
        .column("placed_at", |row| row.placed_at)
        .column("settled_at", |row| row.change.end.map(|(_, at)| at))
        .column("amount_cents", |row| row.amount_cents)
        .column("refunded_cents", |row| row.change.refunded_cents)
        .column("refund_requested_cents", |row| row.change.refund_requested_cents)
        .column("quantity", |row| row.quantity)
        .column("year", |row| row.year)
        .column("holes", |row| row.holes.map(|holes| i16::from(holes.count())))
        .column("product", product)
        .column("status", status)
        .column("method", |row| row.method.as_str())
        .column("payment_id", |row| row.change.payment.as_deref())
        .column("package", |row| row.package.as_deref())
        .insert(connection, schema)
        .await
}
