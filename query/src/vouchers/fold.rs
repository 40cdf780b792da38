//! Events to rows. A grant tells the whole row, later events only what became of it; a fate in the batch of the
//! grant is folded into the new row.

use std::collections::{BTreeMap, HashMap};

use chrono::NaiveDate;
use fairway_events::{Event, Holes, MemberId, OrderId, PlaceId, VoucherEvent, VoucherId, VoucherKind};
use sqlx::PgConnection;

use crate::new_rows::NewRows;
use crate::{ProjectorError, Schema};

#[derive(Debug)]
struct Row {
    id: VoucherId,
    member: MemberId,
    kind: VoucherKind,
    title: String,
    holes: Holes,
    expires: NaiveDate,
    order: Option<OrderId>,
    used: Option<(PlaceId, NaiveDate)>,
    forfeited: bool,
    withdrawn: bool,
}

/// What became of a voucher of an earlier batch.
#[derive(Debug, Default)]
struct Fate {
    /// None: the batch says nothing of its use, as where only the forfeit of an earlier use falls into it.
    used: Option<Option<(PlaceId, NaiveDate)>>,
    forfeited: bool,
    withdrawn: bool,
}

/// What a batch changes.
#[derive(Debug, Default)]
pub(crate) struct Changes {
    granted: Vec<Row>,
    new: HashMap<VoucherId, usize>,
    fates: BTreeMap<VoucherId, Fate>,
}

impl Changes {
    pub(crate) fn apply(&mut self, event: &Event) {
        match event {
            Event::Voucher(event) => self.apply_voucher(event),
            // The voucher's own stream tells the whole of its life.
            Event::Reservation(_) | Event::Membership(_) | Event::CourseDay(_) | Event::Order(_) => {}
        }
    }

    fn apply_voucher(&mut self, event: &VoucherEvent) {
        match event {
            VoucherEvent::VoucherGranted { voucher, member, kind, title, holes, expires } => {
                self.insert(Row {
                    id: *voucher,
                    member: *member,
                    kind: *kind,
                    title: title.clone(),
                    holes: *holes,
                    expires: *expires,
                    order: None,
                    used: None,
                    forfeited: false,
                    withdrawn: false,
                });
            }
            VoucherEvent::VoucherPurchased { voucher, member, order, title, holes, expires } => {
                self.insert(Row {
                    id: *voucher,
                    member: *member,
                    kind: VoucherKind::Free,
                    title: title.clone(),
                    holes: *holes,
                    expires: *expires,
                    order: Some(*order),
                    used: None,
                    forfeited: false,
                    withdrawn: false,
                });
            }
            VoucherEvent::VoucherUsed { voucher, place, play_date, member: _ } => {
                self.befall(*voucher, Some(Some((*place, *play_date))), false);
            }
            VoucherEvent::VoucherReleased { voucher, member: _, place: _ } => {
                self.befall(*voucher, Some(None), false);
            }
            VoucherEvent::VoucherForfeited { voucher, member: _, place: _ } => {
                self.befall(*voucher, None, true);
            }
            VoucherEvent::VoucherWithdrawn { voucher, member: _, order: _ } => self.withdraw(*voucher),
        }
    }

    fn insert(&mut self, row: Row) {
        self.new.insert(row.id, self.granted.len());
        self.granted.push(row);
    }

    /// Only an unused voucher is withdrawn, so that nothing else of it changes.
    fn withdraw(&mut self, voucher: VoucherId) {
        match self.new.get(&voucher).and_then(|index| self.granted.get_mut(*index)) {
            Some(row) => row.withdrawn = true,
            None => self.fates.entry(voucher).or_default().withdrawn = true,
        }
    }

    fn befall(&mut self, voucher: VoucherId, used: Option<Option<(PlaceId, NaiveDate)>>, forfeited: bool) {
        match self.new.get(&voucher).and_then(|index| self.granted.get_mut(*index)) {
            Some(row) => {
                row.used = used.unwrap_or(row.used);
                row.forfeited = forfeited;
            }
            None => {
                let fate = self.fates.entry(voucher).or_default();
                fate.used = used.or(fate.used);
                fate.forfeited = forfeited;
            }
        }
    }

    pub(crate) async fn write(
        self,
        connection: &mut PgConnection,
        schema: &Schema,
    ) -> Result<u64, ProjectorError> {
        let mut rows = 0;
        if !self.granted.is_empty() {
            rows += insert(&self.granted, connection, schema).await?;
        }
        if !self.fates.is_empty() {
            let sql = schema.sql(include_str!("update_vouchers.sql"));
            let used = || self.fates.values().map(|fate| fate.used.flatten());
            let done = sqlx::query(&sql)
                .bind(self.fates.keys().map(|voucher| voucher.0).collect::<Vec<_>>())
                .bind(self.fates.values().map(|fate| fate.used.is_some()).collect::<Vec<_>>())
                .bind(used().map(|used| used.map(|(place, _)| place.0)).collect::<Vec<_>>())
                .bind(used().map(|used| used.map(|(_, play_date)| play_date)).collect::<Vec<_>>())
                .bind(self.fates.values().map(|fate| fate.forfeited).collect::<Vec<_>>())
                .bind(self.fates.values().map(|fate| fate.withdrawn).collect::<Vec<_>>())
                .execute(connection)
                .await?;
            rows += ProjectorError::unless_all("vouchers", self.fates.len(), done.rows_affected())?;
        }
        Ok(rows)
    }
}

async fn insert(rows: &[Row], connection: &mut PgConnection, schema: &Schema) -> Result<u64, sqlx::Error> {
    NewRows::of("vouchers", rows)
        .column("voucher_id", |row| row.id.0)
        .column("member_id", |row| row.member.0)
        .column("place_id", |row| row.used.map(|(place, _)| place.0))
        .column("used_when", |row| row.used.map(|(_, play_date)| play_date))
        .column("expires", |row| row.expires)
        .column("holes", |row| i16::from(row.holes.count()))
        .column("forfeited", |row| row.forfeited)
        .column("kind", |row| row.kind.as_str())
        .column("title", |row| row.title.as_str())
        .column("order_id", |row| row.order.map(|order| order.0))
        .column("withdrawn", |row| row.withdrawn)
        .insert(connection, schema)
        .await
}
