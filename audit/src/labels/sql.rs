//! The statements of labels: the rows of read models for many subjects, by primary key, one statement per kind.

use std::collections::BTreeSet;

use anyhow::Result;
use chrono::{DateTime, NaiveDate, Utc};
use fairway_events::{MemberId, StreamId, from_row};
use sqlx::PgPool;
use uuid::Uuid;

/// The read models' rows of some subjects.
#[derive(Debug, Default)]
pub(super) struct Rows {
    pub(super) bookings: Vec<BookingRow>,
    pub(super) vouchers: Vec<VoucherRow>,
    pub(super) orders: Vec<OrderRow>,
    pub(super) club_days: Vec<ClubDayRow>,
}

#[derive(Debug)]
pub(super) struct BookingRow {
    pub(super) booking_id: Uuid,
    pub(super) club_id: String,
    pub(super) play_date: NaiveDate,
    pub(super) holes: i16,
    /// The active ones, in the order of joining; none when all were cancelled.
    pub(super) players: Option<Vec<Uuid>>,
}

from_row!(BookingRow { booking_id, club_id, play_date, holes, players });

#[derive(Debug)]
pub(super) struct VoucherRow {
    pub(super) voucher_id: Uuid,
    pub(super) member_id: Uuid,
    pub(super) title: String,
    pub(super) holes: i16,
    pub(super) expires: NaiveDate,
}

from_row!(VoucherRow { voucher_id, member_id, title, holes, expires });

#[derive(Debug)]
pub(super) struct OrderRow {
    pub(super) order_id: Uuid,
    pub(super) member_id: Uuid,
    pub(super) placed_at: DateTime<Utc>,
    pub(super) amount_cents: i64,
    pub(super) quantity: i32,
    pub(super) year: i32,
    pub(super) holes: Option<i16>,
    pub(super) package: Option<String>,
    pub(super) status: String,
}

from_row!(OrderRow { order_id, member_id, placed_at, amount_cents, quantity, year, holes, package, status });

#[derive(Debug)]
pub(super) struct ClubDayRow {
    pub(super) club_id: String,
    pub(super) play_date: NaiveDate,
    pub(super) claimed: i32,
    pub(super) closed_notice: Option<String>,
    pub(super) daily_capacity: Option<i32>,
}

from_row!(ClubDayRow { club_id, play_date, claimed, closed_notice, daily_capacity });

impl Rows {
    /// Every member that the rows name.
    pub(super) fn members(&self) -> impl Iterator<Item = MemberId> {
        let players = self.bookings.iter().flat_map(|booking| booking.players.iter().flatten().copied());
        let owners = self.vouchers.iter().map(|voucher| voucher.member_id);
        players.chain(owners).chain(self.orders.iter().map(|order| order.member_id)).map(MemberId)
    }
}

/// The rows of these subjects.
pub(super) async fn rows(pool: &PgPool, subjects: &BTreeSet<StreamId>) -> Result<Rows> {
    let (mut bookings, mut vouchers, mut orders) = (Vec::new(), Vec::new(), Vec::new());
    let (mut clubs, mut dates) = (Vec::new(), Vec::new());
    for subject in subjects {
        match subject {
            StreamId::Reservation(booking) => bookings.push(booking.0),
            StreamId::Voucher(voucher) => vouchers.push(voucher.0),
            StreamId::Order(order) => orders.push(order.0),
            StreamId::CourseDay(club, date) => {
                clubs.push(club.0.as_str());
                dates.push(*date);
            }
            StreamId::Membership(_)
            | StreamId::WaitingList(..)
            | StreamId::ArrivalList(..)
            | StreamId::Settlement(_) => {}
        }
    }
    let mut rows = Rows::default();
    if !bookings.is_empty() {
        rows.bookings = sqlx::query_as(
            "SELECT booking_id, club_id, play_date, holes, (
                 SELECT array_agg(member_id ORDER BY standing, place_id) FROM reservations_places AS places
                 WHERE places.booking_id = reservations_bookings.booking_id AND cancelled_at IS NULL
             ) AS players
             FROM reservations_bookings WHERE booking_id = ANY($1)",
        )
        .bind(bookings)
        .fetch_all(pool)
        .await?;
    }
    if !vouchers.is_empty() {
        rows.vouchers = sqlx::query_as(
            "SELECT voucher_id, member_id, title, holes, expires FROM vouchers WHERE voucher_id = ANY($1)",
        )
        .bind(vouchers)
        .fetch_all(pool)
        .await?;
    }
    if !orders.is_empty() {
        rows.orders = sqlx::query_as(
            "SELECT order_id, member_id, placed_at, amount_cents, quantity, year, holes, package, status
             FROM orders WHERE order_id = ANY($1)",
        )
        .bind(orders)
        .fetch_all(pool)
        .await?;
    }
    if !clubs.is_empty() {
        rows.club_days = sqlx::query_as(
            "SELECT clubs.id AS club_id, wanted.play_date, coalesce(club_days.claimed, 0) AS claimed,
                 club_days.closed_notice, least(clubs.daily_capacity, club_days.capacity) AS daily_capacity
             FROM UNNEST($1::text[], $2::date[]) AS wanted (club_id, play_date)
             JOIN clubs ON clubs.id = wanted.club_id
             LEFT JOIN club_days
                 ON club_days.play_date = wanted.play_date AND club_days.club_id = wanted.club_id",
        )
        .bind(clubs)
        .bind(dates)
        .fetch_all(pool)
        .await?;
    }
    Ok(rows)
}
