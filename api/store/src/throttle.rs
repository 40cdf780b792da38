//! Counts failed log-ins. In the database, so that all nodes share the count.
//! Its functions fail when the database does not answer.

use chrono::{DateTime, Utc};
use fairway_clock::random;
use sqlx::postgres::PgRow;
use sqlx::{PgConnection, PgPool, Row};
use uuid::Uuid;

/// The keys under which failed log-ins of an account are counted: separate, so that wrong passwords of strangers block
/// the account for strangers only.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FailureKeys {
    /// From browsers without the cookie.
    pub strangers: Vec<u8>,
    /// From all browsers that logged in to the account before, together.
    pub known_devices: Vec<u8>,
}

impl FailureKeys {
    /// The keys of an e-mail address in lower case, whether it has an account or not.
    #[must_use]
    pub fn for_email(email: &str) -> Self {
        Self {
            strangers: random::digest(email.as_bytes()),
            // No address contains a line break, so this key is unique.
            known_devices: random::digest(format!("known device\n{email}").as_bytes()),
        }
    }

    /// Removes every failure of the account.
    pub async fn clear(&self, connection: &mut PgConnection) -> Result<u64, sqlx::Error> {
        let done = sqlx::query("DELETE FROM login_failures WHERE scope = 'account' AND key IN ($1, $2)")
            .bind(&self.strangers)
            .bind(&self.known_devices)
            .execute(connection)
            .await?;
        Ok(done.rows_affected())
    }
}

/// The failures of one key that still count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Failures {
    /// How many.
    pub count: i64,
    /// The oldest failure within the limit: when it expires, there is room again.
    pub room_from: Option<DateTime<Utc>>,
}

/// The failures that count for one attempt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LoginFailures {
    /// Of the account.
    pub account: Failures,
    /// Of the client's address.
    pub address: Failures,
}

/// How many failures a key may have.
#[derive(Debug, Clone, Copy)]
pub struct FailureLimit<'a> {
    /// The key under which they are counted.
    pub key: &'a [u8],
    /// With this many, no further attempt is made.
    pub most: i64,
}

/// Failed log-ins since `since` of an account and of an address. One query.
pub async fn login_failures(
    pool: &PgPool,
    account: FailureLimit<'_>,
    address: FailureLimit<'_>,
    since: DateTime<Utc>,
) -> Result<LoginFailures, sqlx::Error> {
    let row = sqlx::query(
        "SELECT account.count AS account_count, account.room_from AS account_room_from,
             address.count AS address_count, address.room_from AS address_room_from
         FROM (SELECT count(*), (array_agg(failed_at ORDER BY failed_at DESC))[$2] AS room_from
               FROM login_failures WHERE scope = 'account' AND key = $1 AND failed_at > $5) account,
              (SELECT count(*), (array_agg(failed_at ORDER BY failed_at DESC))[$4] AS room_from
               FROM login_failures WHERE scope = 'address' AND key = $3 AND failed_at > $5) address",
    )
    .bind(account.key)
    .bind(account.most)
    .bind(address.key)
    .bind(address.most)
    .bind(since)
    .fetch_one(pool)
    .await?;
    both(&row)
}

fn both(row: &PgRow) -> Result<LoginFailures, sqlx::Error> {
    Ok(LoginFailures {
        account: Failures {
            count: row.try_get("account_count")?,
            room_from: row.try_get("account_room_from")?,
        },
        address: Failures {
            count: row.try_get("address_count")?,
            room_from: row.try_get("address_room_from")?,
        },
    })
}

/// Counts an attempt as failed before its password is checked; returns the failures before it.
/// Nothing is counted when one of them has reached its limit. Exact, across all nodes.
pub async fn count_login_attempt(
    pool: &PgPool,
    attempt: Uuid,
    account: FailureLimit<'_>,
    address: FailureLimit<'_>,
    since: DateTime<Utc>,
    at: DateTime<Utc>,
) -> Result<LoginFailures, sqlx::Error> {
    let row = sqlx::query("SELECT * FROM count_login_attempt($1, $2, $3, $4, $5, $6, $7)")
        .bind(account.key)
        .bind(account.most)
        .bind(address.key)
        .bind(address.most)
        .bind(since)
        .bind(at)
        .bind(attempt)
        .fetch_one(pool)
        .await?;
    both(&row)
}

/// Counts `times` more failures of an address, for an attempt whose client disconnected before the response.
pub async fn count_abandoned_login(
    pool: &PgPool,
    address: &[u8],
    times: i32,
    at: DateTime<Utc>,
) -> Result<(), sqlx::Error> {
    sqlx::query(
        "INSERT INTO login_failures (scope, key, failed_at) SELECT 'address', $1, $2 FROM generate_series(1, $3)",
    )
    .bind(address)
    .bind(at)
    .bind(times)
    .execute(pool)
    .await
    .map(|_| ())
}

/// A successful log-in removes the failures of its account and its own attempt; other failures of its address remain,
/// or the owner of one account could try other accounts without limit.
pub async fn clear_login_failures(
    pool: &PgPool,
    attempt: Uuid,
    account: &[u8],
    address: &[u8],
) -> Result<(), sqlx::Error> {
    sqlx::query(
        "DELETE FROM login_failures
         WHERE (scope = 'account' AND key = $1) OR (scope = 'address' AND key = $2 AND attempt = $3)",
    )
    .bind(account)
    .bind(address)
    .bind(attempt)
    .execute(pool)
    .await
    .map(|_| ())
}

/// Removes failures from before `before`.
pub async fn delete_login_failures(pool: &PgPool, before: DateTime<Utc>) -> Result<u64, sqlx::Error> {
    let done =
        sqlx::query("DELETE FROM login_failures WHERE failed_at < $1").bind(before).execute(pool).await?;
    Ok(done.rows_affected())
}
