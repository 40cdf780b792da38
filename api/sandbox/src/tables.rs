//! The sandbox provider's own tables (`sandbox_payments`, `sandbox_refunds`).
//! Its functions fail when the database does not answer.

use chrono::{DateTime, Utc};
use fairway_payments::wire::{NewPayment, Status};
use sqlx::postgres::PgRow;
use sqlx::types::Json;
use sqlx::{PgPool, Row};

/// A payment of the sandbox.
#[derive(Debug, Clone)]
pub(crate) struct SandboxPayment {
    /// `tr_…`
    pub id: String,
    /// The request that created it.
    pub request: NewPayment,
    /// The state.
    pub status: Status,
    /// When it was created.
    pub created_at: DateTime<Utc>,
    /// When the time to pay ends.
    pub expires_at: DateTime<Utc>,
    /// When it ended.
    pub settled_at: Option<DateTime<Utc>>,
    /// The refunded amount, euro cents.
    pub refunded_cents: i64,
}

/// Inserts a new payment, unless the key has one; returns the key's payment in either case.
pub(crate) async fn create(
    pool: &PgPool,
    payment: &SandboxPayment,
    key: Option<&str>,
) -> Result<SandboxPayment, sqlx::Error> {
    let row = sqlx::query(
        "INSERT INTO sandbox_payments (id, request, idempotency_key, status, created_at, expires_at)
         VALUES ($1, $2, $3, 'open', $4, $5)
         ON CONFLICT (idempotency_key) DO UPDATE SET id = sandbox_payments.id RETURNING *",
    )
    .bind(&payment.id)
    .bind(Json(&payment.request))
    .bind(key)
    .bind(payment.created_at)
    .bind(payment.expires_at)
    .fetch_one(pool)
    .await?;
    from_row(&row)
}

/// A payment.
pub(crate) async fn find(pool: &PgPool, id: &str) -> Result<Option<SandboxPayment>, sqlx::Error> {
    let row =
        sqlx::query("SELECT * FROM sandbox_payments WHERE id = $1").bind(id).fetch_optional(pool).await?;
    row.as_ref().map(from_row).transpose()
}

/// Ends an open payment. False when it is not open any more.
pub(crate) async fn end(
    pool: &PgPool,
    id: &str,
    status: Status,
    at: DateTime<Utc>,
) -> Result<bool, sqlx::Error> {
    let done = sqlx::query(
        "UPDATE sandbox_payments SET status = $2, settled_at = $3, untold = true WHERE id = $1 AND status = 'open'",
    )
    .bind(id)
    .bind(state_name(status))
    .bind(at)
    .execute(pool)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// A refund of the sandbox.
#[derive(Debug, Clone)]
pub(crate) struct SandboxRefund {
    /// `re_…`
    pub id: String,
    /// The payment's id.
    pub payment: String,
    /// The refunded amount, euro cents.
    pub cents: i64,
    /// The portal's own data.
    pub metadata: Option<serde_json::Value>,
    /// When it was requested.
    pub created_at: DateTime<Utc>,
}

/// Refunds a part of a paid payment of `amount_cents`, unless the key has a refund; returns the key's refund in either
/// case. None when the remaining amount is too small.
pub(crate) async fn refund(
    pool: &PgPool,
    refund: &SandboxRefund,
    amount_cents: i64,
    key: Option<&str>,
) -> Result<Option<SandboxRefund>, sqlx::Error> {
    let mut transaction = pool.begin().await?;
    // One refund at a time per payment.
    sqlx::query("SELECT FROM sandbox_payments WHERE id = $1 FOR UPDATE")
        .bind(&refund.payment)
        .execute(&mut *transaction)
        .await?;
    let before = sqlx::query("SELECT * FROM sandbox_refunds WHERE idempotency_key = $1")
        .bind(key)
        .fetch_optional(&mut *transaction)
        .await?;
    if let Some(row) = before {
        return refund_from_row(&row).map(Some);
    }
    let done = sqlx::query(
        "UPDATE sandbox_payments SET refunded_cents = refunded_cents + $2, untold = true
         WHERE id = $1 AND status = 'paid' AND refunded_cents + $2 <= $3",
    )
    .bind(&refund.payment)
    .bind(refund.cents)
    .bind(amount_cents)
    .execute(&mut *transaction)
    .await?;
    if done.rows_affected() == 0 {
        return Ok(None);
    }
    sqlx::query(
        "INSERT INTO sandbox_refunds (id, payment_id, idempotency_key, cents, metadata, created_at)
         VALUES ($1, $2, $3, $4, $5, $6)",
    )
    .bind(&refund.id)
    .bind(&refund.payment)
    .bind(key)
    .bind(refund.cents)
    .bind(&refund.metadata)
    .bind(refund.created_at)
    .execute(&mut *transaction)
    .await?;
    transaction.commit().await?;
    Ok(Some(refund.clone()))
}

/// Every refund of a payment, oldest first.
pub(crate) async fn refunds(pool: &PgPool, payment: &str) -> Result<Vec<SandboxRefund>, sqlx::Error> {
    let rows =
        sqlx::query("SELECT * FROM sandbox_refunds WHERE payment_id = $1 ORDER BY created_at, id LIMIT 250")
            .bind(payment)
            .fetch_all(pool)
            .await?;
    rows.iter().map(refund_from_row).collect()
}

fn refund_from_row(row: &PgRow) -> Result<SandboxRefund, sqlx::Error> {
    Ok(SandboxRefund {
        id: row.try_get("id")?,
        payment: row.try_get("payment_id")?,
        cents: row.try_get("cents")?,
        metadata: row.try_get("metadata")?,
        created_at: row.try_get("created_at")?,
    })
}

/// Expires payments that were not paid in time.
pub(crate) async fn expire(pool: &PgPool, now: DateTime<Utc>) -> Result<u64, sqlx::Error> {
    let done = sqlx::query(
        "UPDATE sandbox_payments SET status = 'expired', settled_at = expires_at, untold = true
         WHERE status = 'open' AND expires_at <= $1",
    )
    .bind(now)
    .execute(pool)
    .await?;
    Ok(done.rows_affected())
}

/// Payments whose last change was not delivered to the portal yet, with the address for it.
pub(crate) async fn undelivered(pool: &PgPool) -> Result<Vec<SandboxPayment>, sqlx::Error> {
    let rows = sqlx::query("SELECT * FROM sandbox_payments WHERE untold ORDER BY id LIMIT 100")
        .fetch_all(pool)
        .await?;
    rows.iter().map(from_row).collect()
}

/// Records that a change was delivered, unless there was another one in the meantime.
pub(crate) async fn mark_delivered(pool: &PgPool, payment: &SandboxPayment) -> Result<(), sqlx::Error> {
    sqlx::query(
        "UPDATE sandbox_payments SET untold = false WHERE id = $1 AND status = $2 AND refunded_cents = $3",
    )
    .bind(&payment.id)
    .bind(state_name(payment.status))
    .bind(payment.refunded_cents)
    .execute(pool)
    .await
    .map(|_| ())
}

const fn state_name(status: Status) -> &'static str {
    match status {
        Status::Paid => "paid",
        Status::Canceled => "canceled",
        Status::Expired => "expired",
        Status::Failed => "failed",
        // The sandbox has no other states.
        Status::Open | Status::Pending | Status::Authorized | Status::Unknown => "open",
    }
}

fn from_row(row: &PgRow) -> Result<SandboxPayment, sqlx::Error> {
    let status = match row.try_get("status")? {
        "paid" => Status::Paid,
        "canceled" => Status::Canceled,
        "expired" => Status::Expired,
        "failed" => Status::Failed,
        _ => Status::Open,
    };
    Ok(SandboxPayment {
        id: row.try_get("id")?,
        request: row.try_get::<Json<NewPayment>, _>("request")?.0,
        status,
        created_at: row.try_get("created_at")?,
        expires_at: row.try_get("expires_at")?,
        settled_at: row.try_get("settled_at")?,
        refunded_cents: row.try_get("refunded_cents")?,
    })
}
