//! Members' orders with the state of each payment, and their registrations with the federation.

mod fold;

use chrono::{DateTime, Utc};
use fairway_events::{Holes, MemberId, OrderId};
use sqlx::Row;
use sqlx::postgres::{PgArguments, PgRow};
use uuid::Uuid;

use crate::reads::{ReadError, Reads, arguments, count, holes, queries};
pub use fold::PROJECTION;

queries! {
    LATEST_ORDERS => include_str!("orders/latest_orders.sql"),
    OPEN_ORDERS_OF => "SELECT * FROM orders WHERE member_id = $1 AND status = 'open' ORDER BY placed_at",
    OPEN_ORDERS => "SELECT * FROM orders WHERE status = 'open' AND (placed_at, order_id) > ($1, $2)
        ORDER BY placed_at, order_id LIMIT $3",
    OPEN_ORDER_TOTALS => "SELECT count(*) AS open, min(placed_at) AS oldest,
        (SELECT count(*) FROM orders WHERE refund_requested_cents > refunded_cents) AS refunds_due
        FROM orders WHERE status = 'open'",
    ORDER_OF_PAYMENT => "SELECT order_id FROM orders WHERE payment_id = $1 LIMIT 1",
    REFUNDS_DUE => "SELECT * FROM orders WHERE refund_requested_cents > refunded_cents
        AND (placed_at, order_id) > ($1, $2) ORDER BY placed_at, order_id LIMIT $3",
    VOUCHERS_BOUGHT => "SELECT coalesce(sum(quantity), 0) AS bought FROM orders
        WHERE member_id = $1 AND product = 'freevoucher' AND year = $2 AND status IN ('open', 'paid')",
    REGISTRATIONS => "SELECT year, package FROM orders_registrations WHERE member_id = $1 ORDER BY year",
}

/// The state of an order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names are explained in docs/domain.md §4")]
pub enum OrderStatus {
    Open,
    Paid,
    Failed,
    Cancelled,
    Expired,
}

impl OrderStatus {
    /// The name in the database and in the HTTP API.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Paid => "paid",
            Self::Failed => "failed",
            Self::Cancelled => "canceled",
            Self::Expired => "expired",
        }
    }

    /// The status of a stored name; the column's check allows no other names.
    fn from_stored(text: &str) -> Self {
        let all = [Self::Paid, Self::Failed, Self::Cancelled, Self::Expired];
        all.into_iter().find(|status| status.as_str() == text).unwrap_or(Self::Open)
    }
}

/// The product of an order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Product {
    /// Free vouchers.
    FreeVouchers {
        /// The number of vouchers.
        quantity: u32,
        /// Longest round.
        holes: Holes,
    },
    /// The federation registration.
    FederationRegistration {
        /// The package's key.
        package: String,
    },
}

/// An order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Order {
    /// The order.
    pub id: OrderId,
    /// The member who ordered.
    pub member: MemberId,
    /// The product.
    pub product: Product,
    /// The year in whose maximum vouchers count, or the federation's year.
    pub year: i32,
    /// Price in cents.
    pub amount_cents: i64,
    /// Paid back or taken back, in cents.
    pub refunded_cents: i64,
    /// The refund that the portal requests from the provider, in cents: the order granted nothing, or, of vouchers, an
    /// operator approved it.
    pub refund_requested_cents: i64,
    /// The payment method's key.
    pub method: String,
    /// The provider's id; none until there is a payment.
    pub payment: Option<String>,
    /// Its state.
    pub status: OrderStatus,
    /// When it was ordered, UTC.
    pub placed_at: DateTime<Utc>,
}

/// Orders that are not finished.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OpenOrders {
    /// How many orders.
    pub count: i64,
    /// When the oldest of them was placed, UTC.
    pub oldest: Option<DateTime<Utc>>,
    /// How many orders have a refund that the provider has not confirmed.
    pub refunds_due: i64,
}

/// A registration with the federation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Registration {
    /// The federation's year.
    pub year: i32,
    /// The package's key.
    pub package: String,
}

impl Reads {
    /// A member's latest order of each product, at most two.
    ///
    /// # Errors
    /// [`ReadError`].
    pub async fn latest_orders(&self, member: MemberId) -> Result<Vec<Order>, ReadError> {
        self.rows(LATEST_ORDERS, arguments!(member.0)).await?.iter().map(order).collect()
    }

    /// A member's orders whose outcome is not known yet, oldest first.
    ///
    /// # Errors
    /// [`ReadError`].
    pub async fn open_orders_of(&self, member: MemberId) -> Result<Vec<Order>, ReadError> {
        self.rows(OPEN_ORDERS_OF, arguments!(member.0)).await?.iter().map(order).collect()
    }

    /// All members' orders whose outcome is not known yet, oldest first; at most `limit` after a given one.
    ///
    /// # Errors
    /// [`ReadError`].
    pub async fn open_orders(&self, after: Option<&Order>, limit: i64) -> Result<Vec<Order>, ReadError> {
        let (placed_at, id) = page_start(after);
        self.rows(OPEN_ORDERS, arguments!(placed_at, id, limit)).await?.iter().map(order).collect()
    }

    /// The order that a payment of the provider belongs to.
    ///
    /// # Errors
    /// [`ReadError`].
    pub async fn order_of_payment(&self, payment: &str) -> Result<Option<OrderId>, ReadError> {
        let rows = self.rows(ORDER_OF_PAYMENT, arguments!(payment)).await?;
        Ok(rows.first().map(|row| row.try_get("order_id")).transpose()?.map(OrderId))
    }

    /// Orders with a refund that the provider has not confirmed, oldest first; at most `limit` after a given one.
    ///
    /// # Errors
    /// [`ReadError`].
    pub async fn refunds_due(&self, after: Option<&Order>, limit: i64) -> Result<Vec<Order>, ReadError> {
        let (placed_at, id) = page_start(after);
        self.rows(REFUNDS_DUE, arguments!(placed_at, id, limit)).await?.iter().map(order).collect()
    }

    /// How many orders are open, for metrics and operators.
    ///
    /// # Errors
    /// [`ReadError`].
    pub async fn open_order_totals(&self) -> Result<OpenOrders, ReadError> {
        let rows = self.rows(OPEN_ORDER_TOTALS, PgArguments::default()).await?;
        let row = rows.first().ok_or(sqlx::Error::RowNotFound)?;
        Ok(OpenOrders {
            count: row.try_get("open")?,
            oldest: row.try_get("oldest")?,
            refunds_due: row.try_get("refunds_due")?,
        })
    }

    /// How many free vouchers of a year a member bought or is buying.
    ///
    /// # Errors
    /// [`ReadError`].
    pub async fn vouchers_bought(&self, member: MemberId, year: i32) -> Result<u32, ReadError> {
        let rows = self.rows(VOUCHERS_BOUGHT, arguments!(member.0, year)).await?;
        let bought = rows.first().map(|row| row.try_get::<i64, _>("bought")).transpose()?;
        Ok(count(bought.unwrap_or(0)))
    }

    /// A member's registrations that were bought here, by year.
    ///
    /// # Errors
    /// [`ReadError`].
    pub async fn registrations(&self, member: MemberId) -> Result<Vec<Registration>, ReadError> {
        let rows = self.rows(REGISTRATIONS, arguments!(member.0)).await?;
        rows.iter()
            .map(|row| Ok(Registration { year: row.try_get("year")?, package: row.try_get("package")? }))
            .collect()
    }
}

/// The sort key after which a page begins.
fn page_start(after: Option<&Order>) -> (DateTime<Utc>, Uuid) {
    after.map_or((DateTime::UNIX_EPOCH, Uuid::nil()), |order| (order.placed_at, order.id.0))
}

pub(crate) fn order(row: &PgRow) -> Result<Order, ReadError> {
    let product = match row.try_get::<Option<i16>, _>("holes")? {
        Some(length) => Product::FreeVouchers {
            quantity: count(row.try_get::<i32, _>("quantity")?.into()),
            holes: holes(length)?,
        },
        None => Product::FederationRegistration { package: row.try_get("package")? },
    };
    Ok(Order {
        id: OrderId(row.try_get("order_id")?),
        member: MemberId(row.try_get("member_id")?),
        product,
        year: row.try_get("year")?,
        amount_cents: row.try_get("amount_cents")?,
        refunded_cents: row.try_get("refunded_cents")?,
        refund_requested_cents: row.try_get("refund_requested_cents")?,
        method: row.try_get("method")?,
        payment: row.try_get("payment_id")?,
        status: OrderStatus::from_stored(row.try_get("status")?),
        placed_at: row.try_get("placed_at")?,
    })
}
