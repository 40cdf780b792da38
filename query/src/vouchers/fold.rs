//! Events to rows: a grant or purchase inserts the row, later events change it.

use chrono::NaiveDate;
use fairway_events::{
    AggregateType, Event, Holes, MemberId, OrderId, PlaceId, RecordedEvent, VoucherEvent, VoucherId,
    VoucherKind,
};
use uuid::Uuid;

use crate::fold::Treatment::{Ids, Name, Open};
use crate::fold::{Fold, Tables};
use crate::reads::Query;
use crate::rows::{Rows, Writer};
use crate::table_changes::TableChanges;
use crate::{Projection, ProjectorError};

#[derive(Debug)]
struct Row {
    id: VoucherId,
    member: MemberId,
    kind: VoucherKind,
    title: String,
    holes: Holes,
    expires: NaiveDate,
    order: Option<OrderId>,
}

#[derive(Debug, Default)]
struct Change {
    /// None: the batch does not change its use, for example where it contains only the forfeit of an earlier use.
    used: Option<Option<(PlaceId, NaiveDate)>>,
    forfeited: bool,
    withdrawn: bool,
}

#[derive(Debug, Default)]
pub(super) struct Changes {
    vouchers: TableChanges<VoucherId, Row, Change>,
}

/// The projection.
pub const PROJECTION: Projection = Projection::for_fold::<Changes>();

impl Fold for Changes {
    const NAME: &'static str = "vouchers";
    const TABLES: Tables = &[(
        "vouchers",
        &[
            ("voucher_id", Ids),
            ("member_id", Ids),
            ("place_id", Ids),
            ("used_when", Open),
            ("expires", Open),
            ("holes", Open),
            ("forfeited", Open),
            ("kind", Open),
            ("title", Name),
            ("order_id", Ids),
            ("withdrawn", Open),
        ],
    )];
    const READS: &'static [AggregateType] = &[AggregateType::Voucher];
    const QUERIES: &'static [Query] = super::QUERIES;
    const SOURCES: &'static [&'static str] = &[include_str!("fold.rs"), include_str!("update_vouchers.sql")];

    fn apply(&mut self, recorded: &RecordedEvent) {
        match &recorded.event {
            Event::Voucher(event) => self.apply_voucher(event),
            // The voucher's own stream has everything about it.
            Event::Reservation(_)
            | Event::Membership(_)
            | Event::CourseDay(_)
            | Event::Order(_)
            | Event::WaitingList(_)
            | Event::ArrivalList(_)
            | Event::Settlement(_) => {}
        }
    }

    async fn write(self, writer: &mut Writer<'_>) -> Result<(), ProjectorError> {
        Rows::from_iter(self.vouchers.new_rows())
            .column("voucher_id", |(row, _)| row.id.0)
            .column("member_id", |(row, _)| row.member.0)
            .column("place_id", |(_, change)| place(change))
            .column("used_when", |(_, change)| play_date(change))
            .column("expires", |(row, _)| row.expires)
            .column("holes", |(row, _)| i16::from(row.holes.count()))
            .column("forfeited", |(_, change)| change.forfeited)
            .column("kind", |(row, _)| row.kind.as_str())
            .column("title", |(row, _)| row.title.as_str())
            .column("order_id", |(row, _)| row.order.map(|order| order.0))
            .column("withdrawn", |(_, change)| change.withdrawn)
            .insert("vouchers", writer)
            .await?;
        Rows::from_iter(self.vouchers.changed_rows())
            .column("voucher_id", |(voucher, _)| voucher.0)
            .column("use_changed", |(_, change)| change.used.is_some())
            .column("place_id", |(_, change)| place(change))
            .column("used_when", |(_, change)| play_date(change))
            .column("forfeited", |(_, change)| change.forfeited)
            .column("withdrawn", |(_, change)| change.withdrawn)
            .update("vouchers", include_str!("update_vouchers.sql"), writer)
            .await
    }
}

impl Changes {
    fn apply_voucher(&mut self, event: &VoucherEvent) {
        match event {
            VoucherEvent::VoucherGranted { voucher, member, kind, title, holes, expires } => {
                self.vouchers.insert(
                    *voucher,
                    Row {
                        id: *voucher,
                        member: *member,
                        kind: *kind,
                        title: title.clone(),
                        holes: *holes,
                        expires: *expires,
                        order: None,
                    },
                );
            }
            VoucherEvent::VoucherPurchased { voucher, member, order, title, holes, expires } => {
                self.vouchers.insert(
                    *voucher,
                    Row {
                        id: *voucher,
                        member: *member,
                        kind: VoucherKind::Free,
                        title: title.clone(),
                        holes: *holes,
                        expires: *expires,
                        order: Some(*order),
                    },
                );
            }
            VoucherEvent::VoucherUsed { voucher, place, play_date, member: _ } => {
                self.change_use(*voucher, Some(Some((*place, *play_date))), false);
            }
            VoucherEvent::VoucherReleased { voucher, member: _, place: _ }
            | VoucherEvent::ForfeitedVoucherReturned { voucher, member: _, place: _ } => {
                self.change_use(*voucher, Some(None), false);
            }
            VoucherEvent::VoucherForfeited { voucher, member: _, place: _ } => {
                self.change_use(*voucher, None, true);
            }
            // Only an unused voucher is withdrawn, so its use does not change.
            VoucherEvent::VoucherWithdrawn { voucher, member: _, order: _ }
            | VoucherEvent::GrantedVoucherWithdrawn { voucher, member: _ } => {
                self.vouchers.change(*voucher).withdrawn = true;
            }
        }
    }

    fn change_use(
        &mut self,
        voucher: VoucherId,
        used: Option<Option<(PlaceId, NaiveDate)>>,
        forfeited: bool,
    ) {
        let change = self.vouchers.change(voucher);
        change.used = used.or(change.used);
        change.forfeited = forfeited;
    }
}

fn place(change: &Change) -> Option<Uuid> {
    change.used.flatten().map(|(place, _)| place.0)
}

fn play_date(change: &Change) -> Option<NaiveDate> {
    change.used.flatten().map(|(_, play_date)| play_date)
}
