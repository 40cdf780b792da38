//! Beside what the member's own screens show, the operators' page of a member needs these: rights that were lost, the
//! vouchers that still matter, and the latest orders. Each read is bounded, however long the member has been one.

use std::collections::HashMap;

use chrono::NaiveDate;
use fairway_events::{BookingId, ClubId, Holes, MemberId, PlaceId, PlayRight, Position};
use sqlx::Row;
use sqlx::postgres::PgRow;
use uuid::Uuid;

use crate::orders::{self, Order};
use crate::reads::{ReadError, Reads, arguments, count, holes, queries};
use crate::reservations;
use crate::vouchers::{self, Voucher};

queries! {
    FORFEITS => "SELECT place_id, position FROM ledger
        WHERE member_id = $1 AND kind = 'forfeited' AND place_id = ANY($2)",
    RETURNED_RIGHTS => include_str!("member_page/returned_rights.sql"),
    SHOWN_VOUCHERS => include_str!("member_page/shown_vouchers.sql"),
    ORDERS_OF => "SELECT * FROM orders WHERE member_id = $1 ORDER BY placed_at DESC, order_id DESC LIMIT $2",
}

/// A right that was lost, and that an operator gave back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReturnedRight {
    /// The booking.
    pub booking: BookingId,
    /// The place.
    pub place: PlaceId,
    /// The club.
    pub club: ClubId,
    /// The play date, a day in Europe/Amsterdam.
    pub play_date: NaiveDate,
    /// The length of the round.
    pub holes: Holes,
    /// The right.
    pub right: PlayRight,
    /// The journal position of the event that lost it; none where the ledger has none.
    pub forfeited: Option<Position>,
    /// The journal position of the event that gave it back.
    pub returned: Position,
}

/// How many vouchers are shown, at most.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MostVouchers {
    /// Of those that can be used, the first to expire first.
    pub usable: u32,
    /// Of those that were forfeited, the last to expire first.
    pub forfeited: u32,
    /// Of all, the last to expire first.
    pub latest: u32,
}

/// Some of a member's vouchers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShownVouchers {
    /// By expiry and id; no withdrawn ones.
    pub vouchers: Vec<Voucher>,
    /// How many the member has, withdrawn ones left out.
    pub total: u32,
}

impl Reads {
    /// The journal positions of the events by which the rights of these places of a member were lost.
    ///
    /// # Errors
    /// [`ReadError`].
    pub async fn forfeits(
        &self,
        member: MemberId,
        places: &[PlaceId],
    ) -> Result<HashMap<PlaceId, Position>, ReadError> {
        let places: Vec<Uuid> = places.iter().map(|place| place.0).collect();
        let rows = self.rows(FORFEITS, arguments!(member.0, places)).await?;
        rows.iter()
            .map(|row| Ok((PlaceId(row.try_get("place_id")?), row.try_get::<Position, _>("position")?)))
            .collect()
    }

    /// The lost rights that operators gave back to a member, the latest first.
    ///
    /// # Errors
    /// [`ReadError`].
    pub async fn returned_rights(
        &self,
        member: MemberId,
        limit: u32,
    ) -> Result<Vec<ReturnedRight>, ReadError> {
        let rows = self.rows(RETURNED_RIGHTS, arguments!(member.0, i64::from(limit))).await?;
        rows.iter().map(returned_right).collect()
    }

    /// The vouchers of a member that an operator is shown.
    ///
    /// # Errors
    /// [`ReadError`].
    pub async fn shown_vouchers(
        &self,
        member: MemberId,
        today: NaiveDate,
        most: MostVouchers,
    ) -> Result<ShownVouchers, ReadError> {
        let [usable, forfeited, latest] = [most.usable, most.forfeited, most.latest].map(i64::from);
        let arguments = arguments!(member.0, today, usable, forfeited, latest);
        let rows = self.rows(SHOWN_VOUCHERS, arguments).await?;
        let total = rows.first().map(|row| row.try_get::<i64, _>("total")).transpose()?;
        Ok(ShownVouchers {
            vouchers: rows.iter().map(vouchers::voucher).collect::<Result<_, _>>()?,
            total: count(total.unwrap_or_default()),
        })
    }

    /// A member's orders, the latest first.
    ///
    /// # Errors
    /// [`ReadError`].
    pub async fn orders_of(&self, member: MemberId, limit: u32) -> Result<Vec<Order>, ReadError> {
        let rows = self.rows(ORDERS_OF, arguments!(member.0, i64::from(limit))).await?;
        rows.iter().map(orders::order).collect()
    }
}

fn returned_right(row: &PgRow) -> Result<ReturnedRight, ReadError> {
    Ok(ReturnedRight {
        booking: BookingId(row.try_get("booking_id")?),
        place: PlaceId(row.try_get("place_id")?),
        club: ClubId(row.try_get("club_id")?),
        play_date: row.try_get("play_date")?,
        holes: holes(row.try_get("holes")?)?,
        right: reservations::right(row)?,
        forfeited: row.try_get("forfeited")?,
        returned: row.try_get("returned")?,
    })
}
