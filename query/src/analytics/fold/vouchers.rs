//! Vouchers: when each came, and what became of it.

use std::collections::{BTreeMap, HashMap};

use chrono::NaiveDate;
use fairway_events::{Holes, VoucherEvent, VoucherId, VoucherKind};
use sqlx::PgConnection;

use crate::new_rows::NewRows;
use crate::{ProjectorError, Schema};

#[derive(Debug)]
struct Row {
    voucher: VoucherId,
    received_on: NaiveDate,
    expires: NaiveDate,
    holes: Holes,
    kind: VoucherKind,
    source: &'static str,
    fate: Fate,
}

/// What became of a voucher, since it came or since the batch began.
#[derive(Debug, Default)]
struct Fate {
    /// None: the batch says nothing of its use, as where only the forfeit of an earlier use falls into it.
    play_date: Option<Option<NaiveDate>>,
    used: i32,
    returned: i32,
    forfeited: bool,
    withdrawn_on: Option<NaiveDate>,
}

#[derive(Debug, Default)]
pub(super) struct Changes {
    received: Vec<Row>,
    new: HashMap<VoucherId, usize>,
    fates: BTreeMap<VoucherId, Fate>,
}

impl Changes {
    pub(super) fn apply(&mut self, event: &VoucherEvent, day: NaiveDate) {
        match event {
            VoucherEvent::VoucherGranted { voucher, kind, holes, expires, member: _, title: _ } => {
                self.receive(*voucher, day, *expires, *holes, (*kind, "granted"));
            }
            VoucherEvent::VoucherPurchased { voucher, holes, expires, member: _, order: _, title: _ } => {
                self.receive(*voucher, day, *expires, *holes, (VoucherKind::Free, "bought"));
            }
            VoucherEvent::VoucherUsed { voucher, play_date, member: _, place: _ } => {
                let fate = self.fate(*voucher);
                fate.play_date = Some(Some(*play_date));
                fate.used += 1;
            }
            VoucherEvent::VoucherReleased { voucher, member: _, place: _ } => {
                let fate = self.fate(*voucher);
                fate.play_date = Some(None);
                fate.returned += 1;
            }
            VoucherEvent::VoucherForfeited { voucher, member: _, place: _ } => {
                self.fate(*voucher).forfeited = true;
            }
            VoucherEvent::VoucherWithdrawn { voucher, member: _, order: _ } => {
                self.fate(*voucher).withdrawn_on = Some(day);
            }
        }
    }

    fn receive(
        &mut self,
        voucher: VoucherId,
        received_on: NaiveDate,
        expires: NaiveDate,
        holes: Holes,
        (kind, source): (VoucherKind, &'static str),
    ) {
        self.new.insert(voucher, self.received.len());
        self.received.push(Row { voucher, received_on, expires, holes, kind, source, fate: Fate::default() });
    }

    fn fate(&mut self, voucher: VoucherId) -> &mut Fate {
        match self.new.get(&voucher).and_then(|index| self.received.get_mut(*index)) {
            Some(row) => &mut row.fate,
            None => self.fates.entry(voucher).or_default(),
        }
    }

    pub(super) async fn write(
        self,
        connection: &mut PgConnection,
        schema: &Schema,
    ) -> Result<u64, ProjectorError> {
        let mut rows = 0;
        if !self.received.is_empty() {
            rows += NewRows::of("analytics_vouchers", &self.received)
                .column("voucher_id", |row| row.voucher.0)
                .column("received_on", |row| row.received_on)
                .column("expires", |row| row.expires)
                .column("play_date", |row| row.fate.play_date.flatten())
                .column("withdrawn_on", |row| row.fate.withdrawn_on)
                .column("times_used", |row| row.fate.used)
                .column("times_returned", |row| row.fate.returned)
                .column("holes", |row| i16::from(row.holes.count()))
                .column("forfeited", |row| row.fate.forfeited)
                .column("kind", |row| row.kind.as_str())
                .column("source", |row| row.source)
                .insert(&mut *connection, schema)
                .await?;
        }
        if !self.fates.is_empty() {
            let fates = || self.fates.values();
            let sql = schema.sql(include_str!("../tell_fates.sql"));
            let done = sqlx::query(&sql)
                .bind(self.fates.keys().map(|voucher| voucher.0).collect::<Vec<_>>())
                .bind(fates().map(|fate| fate.play_date.is_some()).collect::<Vec<_>>())
                .bind(fates().map(|fate| fate.play_date.flatten()).collect::<Vec<_>>())
                .bind(fates().map(|fate| fate.used).collect::<Vec<_>>())
                .bind(fates().map(|fate| fate.returned).collect::<Vec<_>>())
                .bind(fates().map(|fate| fate.forfeited).collect::<Vec<_>>())
                .bind(fates().map(|fate| fate.withdrawn_on).collect::<Vec<_>>())
                .execute(connection)
                .await?;
            rows += ProjectorError::unless_all("analytics_vouchers", self.fates.len(), done.rows_affected())?;
        }
        Ok(rows)
    }
}
