//! Members' vouchers, and the state of each.

mod fold;

use std::collections::HashMap;

use chrono::NaiveDate;
use fairway_events::{Holes, MemberId, PlaceId, VoucherId, VoucherKind};
use sqlx::Row;
use sqlx::postgres::PgRow;

use crate::reads::{ReadError, Reads, arguments, holes, queries};
pub use fold::PROJECTION;

queries! {
    VOUCHERS => "SELECT * FROM vouchers WHERE member_id = $1 AND NOT withdrawn ORDER BY expires, voucher_id",
    VOUCHER_KINDS => "SELECT voucher_id, kind FROM vouchers WHERE voucher_id = ANY($1)",
}

/// A voucher. Whether it has expired is the caller's comparison of `expires` with today.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Voucher {
    /// The voucher.
    pub id: VoucherId,
    /// Granted or bought.
    pub kind: VoucherKind,
    /// Its title.
    pub title: String,
    /// Longest round.
    pub holes: Holes,
    /// Last valid day, inclusive.
    pub expires: NaiveDate,
    /// The place that uses it; none while unused.
    pub place: Option<PlaceId>,
    /// The play date of the place; none while unused.
    pub used_when: Option<NaiveDate>,
    /// The place was cancelled on the play date: the voucher stays used.
    pub forfeited: bool,
}

impl Voucher {
    /// A place used it, forfeited or not.
    #[must_use]
    pub const fn is_used(&self) -> bool {
        self.place.is_some()
    }
}

impl Reads {
    /// All vouchers of a member, used and expired ones included but no withdrawn ones, by expiry and id.
    ///
    /// # Errors
    /// [`ReadError`].
    pub async fn vouchers(&self, member: MemberId) -> Result<Vec<Voucher>, ReadError> {
        let rows = self.rows(VOUCHERS, arguments!(member.0)).await?;
        rows.iter().map(voucher).collect()
    }

    /// The kind of each of these vouchers; unknown ones are absent.
    ///
    /// # Errors
    /// [`ReadError`].
    pub async fn voucher_kinds(
        &self,
        vouchers: &[VoucherId],
    ) -> Result<HashMap<VoucherId, VoucherKind>, ReadError> {
        let ids: Vec<uuid::Uuid> = vouchers.iter().map(|voucher| voucher.0).collect();
        let rows = self.rows(VOUCHER_KINDS, arguments!(ids)).await?;
        rows.iter()
            .map(|row| Ok((VoucherId(row.try_get("voucher_id")?), kind(row.try_get("kind")?))))
            .collect()
    }
}

pub(crate) fn voucher(row: &PgRow) -> Result<Voucher, ReadError> {
    Ok(Voucher {
        id: VoucherId(row.try_get("voucher_id")?),
        kind: kind(row.try_get("kind")?),
        title: row.try_get("title")?,
        holes: holes(row.try_get("holes")?)?,
        expires: row.try_get("expires")?,
        place: row.try_get::<Option<uuid::Uuid>, _>("place_id")?.map(PlaceId),
        used_when: row.try_get("used_when")?,
        forfeited: row.try_get("forfeited")?,
    })
}

/// A stored kind; the column's check allows these two only.
pub(crate) fn kind(text: &str) -> VoucherKind {
    if text == VoucherKind::Bonus.as_str() { VoucherKind::Bonus } else { VoucherKind::Free }
}
