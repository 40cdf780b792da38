//! Vouchers: when each was received, and its outcome.

use chrono::NaiveDate;
use fairway_events::{Holes, VoucherEvent, VoucherId, VoucherKind};

use crate::ProjectorError;
use crate::rows::{Rows, Writer};
use crate::table_changes::TableChanges;

#[derive(Debug)]
struct Row {
    voucher: VoucherId,
    received_on: NaiveDate,
    expires: NaiveDate,
    holes: Holes,
    kind: VoucherKind,
    source: &'static str,
}

/// The changes of a voucher in this batch.
#[derive(Debug, Default)]
struct Outcome {
    /// None: the batch does not change its use, for example where it contains only the forfeit of an earlier use.
    play_date: Option<Option<NaiveDate>>,
    used: i32,
    returned: i32,
    /// None: the batch does not change it.
    forfeited: Option<bool>,
    withdrawn_on: Option<NaiveDate>,
}

#[derive(Debug, Default)]
pub(super) struct Changes {
    vouchers: TableChanges<VoucherId, Row, Outcome>,
}

impl Changes {
    pub(super) fn apply(&mut self, event: &VoucherEvent, day: NaiveDate) {
        match event {
            VoucherEvent::VoucherGranted { voucher, kind, holes, expires, member: _, title: _ } => {
                self.insert(*voucher, day, *expires, *holes, (*kind, "granted"));
            }
            VoucherEvent::VoucherPurchased { voucher, holes, expires, member: _, order: _, title: _ } => {
                self.insert(*voucher, day, *expires, *holes, (VoucherKind::Free, "bought"));
            }
            VoucherEvent::VoucherUsed { voucher, play_date, member: _, place: _ } => {
                let outcome = self.vouchers.change(*voucher);
                outcome.play_date = Some(Some(*play_date));
                outcome.used += 1;
            }
            VoucherEvent::VoucherReleased { voucher, member: _, place: _ } => {
                let outcome = self.vouchers.change(*voucher);
                outcome.play_date = Some(None);
                outcome.returned += 1;
            }
            VoucherEvent::VoucherForfeited { voucher, member: _, place: _ } => {
                self.vouchers.change(*voucher).forfeited = Some(true);
            }
            VoucherEvent::ForfeitedVoucherReturned { voucher, member: _, place: _ } => {
                let outcome = self.vouchers.change(*voucher);
                outcome.play_date = Some(None);
                outcome.returned += 1;
                outcome.forfeited = Some(false);
            }
            VoucherEvent::VoucherWithdrawn { voucher, member: _, order: _ }
            | VoucherEvent::GrantedVoucherWithdrawn { voucher, member: _ } => {
                self.vouchers.change(*voucher).withdrawn_on = Some(day);
            }
        }
    }

    fn insert(
        &mut self,
        voucher: VoucherId,
        received_on: NaiveDate,
        expires: NaiveDate,
        holes: Holes,
        (kind, source): (VoucherKind, &'static str),
    ) {
        self.vouchers.insert(voucher, Row { voucher, received_on, expires, holes, kind, source });
    }

    pub(super) async fn write(self, writer: &mut Writer<'_>) -> Result<(), ProjectorError> {
        Rows::from_iter(self.vouchers.new_rows())
            .column("voucher_id", |(row, _)| row.voucher.0)
            .column("received_on", |(row, _)| row.received_on)
            .column("expires", |(row, _)| row.expires)
            .column("play_date", |(_, outcome)| outcome.play_date.flatten())
            .column("withdrawn_on", |(_, outcome)| outcome.withdrawn_on)
            .column("times_used", |(_, outcome)| outcome.used)
            .column("times_returned", |(_, outcome)| outcome.returned)
            .column("holes", |(row, _)| i16::from(row.holes.count()))
            .column("forfeited", |(_, outcome)| outcome.forfeited.unwrap_or(false))
            .column("kind", |(row, _)| row.kind.as_str())
            .column("source", |(row, _)| row.source)
            .insert("analytics_vouchers", writer)
            .await?;
        Rows::from_iter(self.vouchers.changed_rows())
            .column("voucher_id", |(voucher, _)| voucher.0)
            .column("use_changed", |(_, outcome)| outcome.play_date.is_some())
            .column("play_date", |(_, outcome)| outcome.play_date.flatten())
            .column("used", |(_, outcome)| outcome.used)
            .column("returned", |(_, outcome)| outcome.returned)
            .column("forfeited", |(_, outcome)| outcome.forfeited)
            .column("withdrawn_on", |(_, outcome)| outcome.withdrawn_on)
            .update("analytics_vouchers", include_str!("../update_vouchers.sql"), writer)
            .await
    }
}
