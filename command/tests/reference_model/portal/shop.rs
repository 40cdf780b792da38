//! Orders, payments and refunds, sent to the portal and to the model.

use chrono::{DateTime, Datelike, Utc};
use fairway_command::{ApproveRefund, Command, PaymentSeen, PlaceOrder, RecordRefund, SettleOrder};
use fairway_events::{Holes, OrderId, OrderItem, VoucherId};

use super::{Portal, member};
use crate::model::orders::{Item, VALIDITY_DAYS, VOUCHERS_PER_YEAR};
use crate::operation::Purchase;

const VOUCHER_CENTS: i64 = 1_250;
const REGISTRATION_CENTS: i64 = 4_950;

impl Portal {
    pub(super) fn purchase(&mut self, purchase: &Purchase) {
        match purchase {
            Purchase::Vouchers { member: number, quantity, holes } => {
                let ids = (0..*quantity).map(|_| VoucherId(self.new_id())).collect();
                let cents = VOUCHER_CENTS * i64::from(*quantity);
                let year = self.model.today.year();
                self.order(*number, Item::Vouchers { ids, holes: *holes, year }, cents);
            }
            Purchase::Registration { member: number, next_year } => {
                let year = self.model.today.year() + i32::from(*next_year);
                self.order(*number, Item::Registration { year }, REGISTRATION_CENTS);
            }
            Purchase::Settle { order, outcome } => {
                let count = self.model.orders.len();
                if count == 0 {
                    return;
                }
                let index = order.index(count);
                let known = &self.model.orders[index];
                let command = Command::SettleOrder(SettleOrder {
                    order: known.id,
                    payment: Some(PaymentSeen { id: payment(known.id), amount_cents: known.cents }),
                    outcome: *outcome,
                    day: self.model.today,
                    at: DateTime::<Utc>::UNIX_EPOCH,
                });
                let changes = self.model.settle(index, *outcome);
                self.agree(&command, Ok(changes));
            }
            Purchase::Refund { order, kind, eighths } => {
                let count = self.model.orders.len();
                if count == 0 {
                    return;
                }
                let index = order.index(count);
                let known = &self.model.orders[index];
                let total_cents = known.refunded_by(*kind) + known.cents * i64::from(*eighths) / 8;
                let command = Command::RecordRefund(RecordRefund {
                    order: known.id,
                    payment: payment(known.id),
                    kind: *kind,
                    total_cents,
                    at: DateTime::<Utc>::UNIX_EPOCH,
                });
                let expected = self.model.refund(index, *kind, total_cents);
                self.agree(&command, expected);
            }
            Purchase::Approve { order } => {
                let count = self.model.orders.len();
                if count == 0 {
                    return;
                }
                let index = order.index(count);
                let order = self.model.orders[index].id;
                let command =
                    Command::ApproveRefund(ApproveRefund { order, at: DateTime::<Utc>::UNIX_EPOCH });
                let expected = self.model.approve(index);
                self.agree(&command, expected);
            }
        }
    }

    fn order(&mut self, number: u8, item: Item, amount_cents: i64) {
        let (id, who) = (OrderId(self.new_id()), member(number));
        let command = Command::PlaceOrder(PlaceOrder {
            order: id,
            member: who,
            item: ordered(&item),
            amount_cents,
            method: "ideal".to_owned(),
            voucher_maximum: VOUCHERS_PER_YEAR as u32,
            today: self.model.today,
            at: DateTime::<Utc>::UNIX_EPOCH,
        });
        let expected = self.model.order(id, who, item, amount_cents);
        self.agree(&command, expected);
    }
}

fn ordered(item: &Item) -> OrderItem {
    match item {
        Item::Vouchers { ids, holes, year } => vouchers(ids.clone(), *holes, *year),
        Item::Registration { year } => {
            OrderItem::FederationRegistration { year: *year, package: "homecourse".to_owned() }
        }
    }
}

fn vouchers(vouchers: Vec<VoucherId>, holes: Holes, year: i32) -> OrderItem {
    let title = "Vrije voucher".to_owned();
    OrderItem::FreeVouchers { vouchers, title, holes, validity_days: VALIDITY_DAYS, year }
}

fn payment(order: OrderId) -> String {
    format!("tr_{}", order.0.simple())
}
