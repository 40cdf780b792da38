//! The one door to the read models: every statement that a request runs is listed here, so that the test of the
//! query plans cannot miss one.

use fairway_events::{Holes, InvalidHoles};
use sqlx::postgres::{PgArguments, PgPool, PgRow};

/// Answers questions from the projections' tables. Cheap to clone.
///
/// Each method is one round trip. None reads a clock: who asks says what day it is in Europe/Amsterdam.
#[derive(Debug, Clone)]
pub struct Reads {
    pool: PgPool,
}

/// Why a read failed.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// The database did not answer, or refused.
    #[error("the read models cannot be read")]
    Database(#[from] sqlx::Error),
    /// A row holds what no projection writes.
    #[error("a read model holds an impossible length of round")]
    Holes(#[from] InvalidHoles),
}

macro_rules! queries {
    ($($(#[$doc:meta])* $name:ident => $sql:expr,)*) => {
        /// A statement of the read side.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum Query { $($(#[$doc])* $name,)* }

        impl Query {
            /// Every statement, for the test of their plans.
            pub const ALL: &'static [Self] = &[$(Self::$name,)*];

            /// Its text.
            #[must_use]
            pub const fn sql(self) -> &'static str {
                match self { $(Self::$name => $sql,)* }
            }
        }
    };
}

queries! {
    /// [`Reads::upcoming`].
    Upcoming => include_str!("reservations/upcoming.sql"),
    /// [`Reads::history`].
    History => include_str!("reservations/history.sql"),
    /// [`Reads::booking`].
    Booking => include_str!("reservations/booking.sql"),
    /// [`Reads::active_players`].
    ActivePlayers => "SELECT booking_id, member_id FROM reservations_places
        WHERE booking_id = ANY($1) AND cancelled_at IS NULL ORDER BY booking_id, standing",
    /// [`Reads::booking_of_place`].
    BookingOfPlace => include_str!("reservations/booking_of_place.sql"),
    /// [`Reads::member_rights`].
    MemberRights => include_str!("play_rights/member_rights.sql"),
    /// [`Reads::subscriptions`].
    Subscriptions => include_str!("play_rights/subscriptions.sql"),
    /// [`Reads::club_rounds`].
    ClubRounds => include_str!("play_rights/club_rounds.sql"),
    /// [`Reads::vouchers`].
    Vouchers => "SELECT * FROM vouchers WHERE member_id = $1 AND NOT withdrawn ORDER BY expires, voucher_id",
    /// [`Reads::club_days`] of all clubs.
    ClubDays => "SELECT club_id, play_date, claimed FROM club_days
        WHERE play_date BETWEEN $1 AND $2 ORDER BY play_date, club_id",
    /// [`Reads::club_days`] of one club.
    DaysOfClub => "SELECT club_id, play_date, claimed FROM club_days
        WHERE club_id = $1 AND play_date BETWEEN $2 AND $3 ORDER BY play_date",
    /// [`Reads::historic_players`].
    HistoricPlayers => include_str!("historic_players/historic_players.sql"),
    /// [`Reads::latest_orders`].
    LatestOrders => include_str!("orders/latest_orders.sql"),
    /// [`Reads::open_orders_of`].
    OpenOrdersOfMember => "SELECT * FROM orders WHERE member_id = $1 AND status = 'open' ORDER BY placed_at",
    /// [`Reads::open_orders`].
    OpenOrders => "SELECT * FROM orders WHERE status = 'open' AND (placed_at, order_id) > ($1, $2)
        ORDER BY placed_at, order_id LIMIT $3",
    /// [`Reads::standing_orders`].
    StandingOrders => "SELECT count(*) AS open, min(placed_at) AS oldest,
        (SELECT count(*) FROM orders WHERE refund_requested_cents > refunded_cents) AS refunds_due
        FROM orders WHERE status = 'open'",
    /// [`Reads::order_of_payment`].
    OrderOfPayment => "SELECT order_id FROM orders WHERE payment_id = $1 LIMIT 1",
    /// [`Reads::refunds_due`].
    RefundsDue => "SELECT * FROM orders WHERE refund_requested_cents > refunded_cents
        AND (placed_at, order_id) > ($1, $2) ORDER BY placed_at, order_id LIMIT $3",
    /// [`Reads::vouchers_bought`].
    VouchersBought => "SELECT coalesce(sum(quantity), 0) AS bought FROM orders
        WHERE member_id = $1 AND product = 'freevoucher' AND year = $2 AND status IN ('open', 'paid')",
    /// [`Reads::registrations`].
    Registrations => "SELECT year, package FROM orders_registrations WHERE member_id = $1 ORDER BY year",
    /// [`Reads::ledger`].
    Ledger => include_str!("ledger/ledger.sql"),
    /// [`Reads::projections`].
    Projections => include_str!("status/projections.sql"),
}

impl Reads {
    /// Reads of the live tables. The pool's `search_path` names their schema; it is `public` by default.
    #[must_use]
    pub const fn new(pool: PgPool) -> Self {
        Self { pool }
    }

    pub(crate) async fn rows(&self, query: Query, arguments: PgArguments) -> Result<Vec<PgRow>, sqlx::Error> {
        sqlx::query_with(query.sql(), arguments).fetch_all(&self.pool).await
    }
}

/// Packs the arguments of a query.
macro_rules! arguments {
    ($($value:expr),* $(,)?) => {{
        let mut arguments = sqlx::postgres::PgArguments::default();
        $(sqlx::Arguments::add(&mut arguments, $value).map_err(sqlx::Error::Encode)?;)*
        arguments
    }};
}
pub(crate) use arguments;

/// A stored length of round.
pub(crate) fn holes(count: i16) -> Result<Holes, ReadError> {
    Ok(Holes::try_from(u8::try_from(count).unwrap_or(0))?)
}

/// A stored count: never negative, so the conversion cannot lose anything.
pub(crate) fn count(value: i64) -> u32 {
    u32::try_from(value).unwrap_or(0)
}
