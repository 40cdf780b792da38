//! Counting failed log-ins. In the database, so that all nodes count together.

use chrono::{DateTime, Utc};
use sqlx::{PgPool, Row};

/// The failures that still count, of one key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Failures {
    /// How many.
    pub count: i64,
    /// The oldest of those that fill the limit: when it ages out, there is room again.
    pub room_from: Option<DateTime<Utc>>,
}

/// Failed log-ins since `since` of an account and of an address, in that order. One query.
///
/// # Errors
/// When the database does not answer.
pub async fn login_failures(
    pool: &PgPool,
    account: (&[u8], i64),
    address: (&[u8], i64),
    since: DateTime<Utc>,
) -> Result<(Failures, Failures), sqlx::Error> {
    let row = sqlx::query(
        "SELECT account.count AS account_count, account.room_from AS account_room_from,
             address.count AS address_count, address.room_from AS address_room_from
         FROM (SELECT count(*), (array_agg(failed_at ORDER BY failed_at DESC))[$2] AS room_from
               FROM login_failures WHERE scope = 'account' AND key = $1 AND failed_at > $5) account,
              (SELECT count(*), (array_agg(failed_at ORDER BY failed_at DESC))[$4] AS room_from
               FROM login_failures WHERE scope = 'address' AND key = $3 AND failed_at > $5) address",
    )
    .bind(account.0)
    .bind(account.1)
    .bind(address.0)
    .bind(address.1)
    .bind(since)
    .fetch_one(pool)
    .await?;
    Ok((
        Failures { count: row.try_get("account_count")?, room_from: row.try_get("account_room_from")? },
        Failures { count: row.try_get("address_count")?, room_from: row.try_get("address_room_from")? },
    ))
}

/// Notes one failed log-in, for its account and its address.
///
/// # Errors
/// When the database does not answer.
pub async fn note_login_failure(
    pool: &PgPool,
    account: &[u8],
    address: &[u8],
    at: DateTime<Utc>,
) -> Result<(), sqlx::Error> {
    sqlx::query(
        "INSERT INTO login_failures (scope, key, failed_at) VALUES ('account', $1, $3), ('address', $2, $3)",
    )
    .bind(account)
    .bind(address)
    .bind(at)
    .execute(pool)
    .await
    .map(|_| ())
}

/// A log-in that succeeds wipes its account's slate; the address's stays, or one good account would let its owner
/// try others for ever.
///
/// # Errors
/// When the database does not answer.
pub async fn forgive_account(pool: &PgPool, account: &[u8]) -> Result<(), sqlx::Error> {
    sqlx::query("DELETE FROM login_failures WHERE scope = 'account' AND key = $1")
        .bind(account)
        .execute(pool)
        .await
        .map(|_| ())
}

/// Removes failures from before `before`.
///
/// # Errors
/// When the database does not answer.
pub async fn forget_login_failures(pool: &PgPool, before: DateTime<Utc>) -> Result<u64, sqlx::Error> {
    let done =
        sqlx::query("DELETE FROM login_failures WHERE failed_at < $1").bind(before).execute(pool).await?;
    Ok(done.rows_affected())
}
