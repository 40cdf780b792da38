//! New e-mail addresses that wait for their confirmation: asked for, confirmed once, deleted.
//! Its functions fail when the database does not answer.

use chrono::{DateTime, TimeDelta, Utc};
use fairway_events::MemberId;
use sqlx::{PgConnection, PgPool, Row};

use super::account_access;
use super::passwords::Addressee;

/// Requests per member and hour, at most: for addresses of others, too, so that this tells nobody which are in use.
const PER_HOUR: i64 = 5;
/// How long a request counts.
pub const WINDOW: TimeDelta = TimeDelta::hours(1);

/// A request for a new address.
#[derive(Debug, Clone, Copy)]
pub struct NewRequest<'a> {
    /// The member.
    pub member: MemberId,
    /// The new address, in its one form.
    pub email: &'a str,
    /// Of the link's token.
    pub token_hash: &'a [u8],
    /// Whether the member asks; otherwise an operator does.
    pub by_member: bool,
    /// When.
    pub at: DateTime<Utc>,
    /// Until when the link works.
    pub expires: DateTime<Utc>,
}

/// The outcome of a request.
#[derive(Debug, Clone)]
pub enum Started {
    /// It waits, and what waited before it has ended.
    Waits {
        /// The member.
        to: Addressee,
        /// Their present address.
        present: String,
        /// The member who has the new address, if one does: then its link must be sent to nobody.
        holder: Option<Addressee>,
    },
    /// There were too many, the oldest at this time.
    TooMany(DateTime<Utc>),
    /// The member is gone or disabled.
    Gone,
}

/// Stores a request.
pub async fn start(connection: &mut PgConnection, request: NewRequest<'_>) -> Result<Started, sqlx::Error> {
    let NewRequest { member, email, token_hash, by_member, at, expires } = request;
    // Locked: concurrent requests could otherwise exceed the limit.
    account_access::lock(&mut *connection, member).await?;
    let row = sqlx::query(
        "SELECT email, first_name, prefix, last_name FROM members WHERE id = $1 AND disabled_at IS NULL",
    )
    .bind(member.0)
    .fetch_optional(&mut *connection)
    .await?;
    let Some(row) = row else { return Ok(Started::Gone) };
    let (count, oldest): (i64, Option<DateTime<Utc>>) = sqlx::query_as(
        "SELECT count(*), min(created_at) FROM address_changes WHERE member_id = $1 AND created_at > $2",
    )
    .bind(member.0)
    .bind(at - WINDOW)
    .fetch_one(&mut *connection)
    .await?;
    if count >= PER_HOUR {
        return Ok(Started::TooMany(oldest.unwrap_or(at)));
    }
    account_access::cancel_address_changes(&mut *connection, member, at).await?;
    sqlx::query(
        "INSERT INTO address_changes (token_hash, member_id, email, asked_by_member, created_at, expires_at)
         VALUES ($1, $2, $3, $4, $5, $6)",
    )
    .bind(token_hash)
    .bind(member.0)
    .bind(email)
    .bind(by_member)
    .bind(at)
    .bind(expires)
    .execute(&mut *connection)
    .await?;
    let holder = sqlx::query("SELECT id, first_name, prefix, last_name FROM members WHERE email = $1")
        .bind(email)
        .fetch_optional(connection)
        .await?;
    let holder = holder.map(|row| Addressee::from_row(MemberId(row.try_get("id")?), &row)).transpose()?;
    Ok(Started::Waits { to: Addressee::from_row(member, &row)?, present: row.try_get("email")?, holder })
}

/// A request whose link works.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Waiting {
    /// The member.
    pub member: MemberId,
    /// Their present address.
    pub present: String,
    /// The new one.
    pub email: String,
    /// Whether the member asked; otherwise an operator did.
    pub by_member: bool,
}

/// The request of a link, which still waits afterwards. None when the link is invalid.
pub async fn find(
    connection: &mut PgConnection,
    token_hash: &[u8],
    now: DateTime<Utc>,
) -> Result<Option<Waiting>, sqlx::Error> {
    let row = sqlx::query(
        "SELECT member.id, member.email AS present, change.email, change.asked_by_member
         FROM address_changes change JOIN members member ON member.id = change.member_id
         WHERE change.token_hash = $1 AND change.ended_at IS NULL AND change.expires_at > $2
             AND member.disabled_at IS NULL",
    )
    .bind(token_hash)
    .bind(now)
    .fetch_optional(connection)
    .await?;
    row.map(|row| {
        Ok(Waiting {
            member: MemberId(row.try_get("id")?),
            present: row.try_get("present")?,
            email: row.try_get("email")?,
            by_member: row.try_get("asked_by_member")?,
        })
    })
    .transpose()
}

/// The same, with its member locked until the transaction ends: of several concurrent uses of a link, one finds it.
pub async fn find_locked(
    connection: &mut PgConnection,
    token_hash: &[u8],
    now: DateTime<Utc>,
) -> Result<Option<Waiting>, sqlx::Error> {
    let Some(waiting) = find(&mut *connection, token_hash, now).await? else { return Ok(None) };
    account_access::lock(&mut *connection, waiting.member).await?;
    find(connection, token_hash, now).await
}

/// A member's addresses beside the present one, as operators see them.
#[derive(Debug, Clone, Default)]
pub struct Addresses {
    /// The addresses before the present one, latest first, with the time of the change.
    pub former: Vec<(String, DateTime<Utc>)>,
    /// The new address that waits for its confirmation, and until when.
    pub waiting: Option<(String, DateTime<Utc>)>,
}

/// A member's addresses beside the present one.
pub async fn of_member(
    pool: &PgPool,
    member: MemberId,
    now: DateTime<Utc>,
) -> Result<Addresses, sqlx::Error> {
    let former = sqlx::query_as(
        "SELECT email, left_at FROM former_addresses WHERE member_id = $1 ORDER BY left_at DESC, email",
    )
    .bind(member.0)
    .fetch_all(pool)
    .await?;
    let waiting = sqlx::query_as(
        "SELECT email, expires_at FROM address_changes
         WHERE member_id = $1 AND ended_at IS NULL AND expires_at > $2 ORDER BY created_at DESC LIMIT 1",
    )
    .bind(member.0)
    .bind(now)
    .fetch_optional(pool)
    .await?;
    Ok(Addresses { former, waiting })
}

/// Removes requests from before `before`.
pub async fn delete_expired(pool: &PgPool, before: DateTime<Utc>) -> Result<u64, sqlx::Error> {
    let done =
        sqlx::query("DELETE FROM address_changes WHERE created_at < $1").bind(before).execute(pool).await?;
    Ok(done.rows_affected())
}
