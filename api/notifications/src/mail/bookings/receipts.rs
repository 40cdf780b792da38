//! Receipts: a member who paid for an order gets a mail about what it bought and until when that is valid, or that the
//! payment is refunded, if it bought nothing; and one when an operator approved that the order is refunded.

use std::collections::HashMap;

use chrono::NaiveDate;
use fairway_clock::clock::day_of;
use fairway_documents::mail::{DuplicatePayment, Mail, OrderPaid, Purchase, RefundApproved};
use fairway_events::{
    Actor, Event, Journal, MemberId, OrderEvent, OrderId, OrderItem, Position, RecordedEvent, StreamId,
    VoucherId,
};
use fairway_round_data::documents;
use fairway_store::{members, shop};

use super::vouchers::expiry;
use super::{BookingMails, BookingMailsError, cause};

/// A mail to a member, composed when it is queued.
pub(super) struct Receipt {
    /// Its cause and recipient.
    pub(super) key: String,
    /// The recipient.
    pub(super) to: MemberId,
    pub(super) mail: Mail,
}

/// An order that was paid, or is refunded by an operator, by the event that says so.
struct Told {
    position: Position,
    order: OrderId,
    member: MemberId,
    is_refund: bool,
}

/// The ordered item, and its price.
type Placed<'a> = (&'a OrderItem, i64);
type Streams = HashMap<StreamId, Vec<RecordedEvent>>;

impl BookingMails {
    /// The receipts of these events.
    pub(super) async fn receipts(&self, events: &[RecordedEvent]) -> Result<Vec<Receipt>, BookingMailsError> {
        let told: Vec<Told> = events
            .iter()
            .filter(|recorded| recorded.actor != Actor::import())
            .filter_map(|recorded| {
                let (order, member, is_refund) = match of_order(recorded)? {
                    OrderEvent::OrderPaid { order, member, .. } => (order, member, false),
                    OrderEvent::RefundApproved { order, member, .. } => (order, member, true),
                    OrderEvent::OrderPlaced { .. }
                    | OrderEvent::PaymentStarted { .. }
                    | OrderEvent::OrderFailed { .. }
                    | OrderEvent::OrderCancelled { .. }
                    | OrderEvent::OrderExpired { .. }
                    | OrderEvent::RefundRequested { .. }
                    | OrderEvent::OrderRefunded { .. } => return None,
                };
                Some(Told { position: recorded.position, order: *order, member: *member, is_refund })
            })
            .collect();
        if told.is_empty() {
            return Ok(Vec::new());
        }
        let orders: Vec<StreamId> = told.iter().map(|told| StreamId::Order(told.order)).collect();
        let orders = self.journal.load_streams(&orders).await?;
        // All vouchers of one order expire on the same day, so one of them is enough.
        let vouchers: Vec<StreamId> = orders
            .values()
            .filter_map(|stream| first_voucher(placed(stream)?.0).map(StreamId::Voucher))
            .collect();
        let vouchers = self.journal.load_streams(&vouchers).await?;
        let concerned: Vec<MemberId> = told.iter().map(|told| told.member).collect();
        let names = members::by_ids(&self.pool, &concerned).await?;
        let packages = shop::settings(&self.pool).await?.map(|settings| settings.federation_packages);
        let packages = packages.unwrap_or_default();

        Ok(told
            .into_iter()
            .filter_map(|Told { position, order, member, is_refund }| {
                let stream = orders.get(&StreamId::Order(order))?;
                let ((item, amount_cents), paid_on) = (placed(stream)?, paid_on(stream)?);
                let recipient = documents::person_name(names.get(&member)?);
                let (portal, recipient, order_number) = (&self.links.portal, &recipient, order.number());
                let purchase = purchase(item, &vouchers, &packages)?;
                let mail = if is_refund {
                    RefundApproved { portal, recipient, purchase, amount_cents, paid_on, order_number }
                        .compose()
                } else if refund_requested(stream) {
                    DuplicatePayment { portal, recipient, purchase, amount_cents, paid_on, order_number }
                        .compose()
                } else {
                    OrderPaid { portal, recipient, purchase, amount_cents, paid_on, order_number }.compose()
                };
                Some(Receipt { key: cause::key(position, member), to: member, mail })
            })
            .collect())
    }
}

impl BookingMails {
    /// The receipt or notice of a withdrawal with this key, composed again: its recipient, and the mail. None: the key is
    /// of neither.
    pub(crate) async fn receipt_again(
        &self,
        key: &str,
    ) -> Result<Option<(MemberId, Mail)>, BookingMailsError> {
        let Some(position) = cause::position(key) else { return Ok(None) };
        let mut connection = self.pool.acquire().await?;
        let entries = Journal::entries_after(&mut connection, position - 1, 1).await?;
        drop(connection);
        let events: Vec<RecordedEvent> = entries.into_iter().filter_map(|entry| entry.event.ok()).collect();
        let receipts = self.receipts(&events).await?.into_iter();
        Ok(receipts
            .chain(self.withdrawals(&events).await?)
            .find(|receipt| receipt.key == key)
            .map(|receipt| (receipt.to, receipt.mail)))
    }
}

fn of_order(recorded: &RecordedEvent) -> Option<&OrderEvent> {
    let Event::Order(event) = &recorded.event else { return None };
    Some(event)
}

fn placed(stream: &[RecordedEvent]) -> Option<Placed<'_>> {
    stream.iter().filter_map(of_order).find_map(|event| match event {
        OrderEvent::OrderPlaced { item, amount_cents, .. } => Some((item, *amount_cents)),
        OrderEvent::OrderPaid { .. }
        | OrderEvent::PaymentStarted { .. }
        | OrderEvent::OrderFailed { .. }
        | OrderEvent::OrderCancelled { .. }
        | OrderEvent::OrderExpired { .. }
        | OrderEvent::RefundRequested { .. }
        | OrderEvent::RefundApproved { .. }
        | OrderEvent::OrderRefunded { .. } => None,
    })
}

/// The day of the payment.
fn paid_on(stream: &[RecordedEvent]) -> Option<NaiveDate> {
    stream.iter().filter_map(of_order).find_map(|event| match event {
        OrderEvent::OrderPaid { paid_at, .. } => Some(day_of(*paid_at)),
        OrderEvent::OrderPlaced { .. }
        | OrderEvent::PaymentStarted { .. }
        | OrderEvent::OrderFailed { .. }
        | OrderEvent::OrderCancelled { .. }
        | OrderEvent::OrderExpired { .. }
        | OrderEvent::RefundRequested { .. }
        | OrderEvent::RefundApproved { .. }
        | OrderEvent::OrderRefunded { .. } => None,
    })
}

/// Whether the portal refunds the order, as it decided in the commit of the payment.
fn refund_requested(stream: &[RecordedEvent]) -> bool {
    stream.iter().filter_map(of_order).any(|event| matches!(event, OrderEvent::RefundRequested { .. }))
}

fn first_voucher(item: &OrderItem) -> Option<VoucherId> {
    match item {
        OrderItem::FreeVouchers { vouchers, .. } => vouchers.first().copied(),
        OrderItem::FederationRegistration { .. } => None,
    }
}

/// The purchase as the mail shows it. A package that is no longer sold is shown by its key.
fn purchase<'a>(
    item: &'a OrderItem,
    streams: &Streams,
    packages: &'a [shop::Package],
) -> Option<Purchase<'a>> {
    match item {
        OrderItem::FreeVouchers { vouchers, holes, .. } => {
            let stream = streams.get(&StreamId::Voucher(*vouchers.first()?))?;
            let (_, expires) = stream.iter().find_map(|recorded| expiry(&recorded.event))?;
            Some(Purchase::FreeVouchers {
                quantity: u32::try_from(vouchers.len()).ok()?,
                holes: *holes,
                expires,
            })
        }
        OrderItem::FederationRegistration { year, package } => {
            let sold = packages.iter().find(|sold| sold.key == *package);
            Some(Purchase::FederationRegistration {
                year: *year,
                package: sold.map_or(package, |sold| &sold.description),
            })
        }
    }
}
