//! Links to a new password: created, used once, deleted. Its functions fail when the database does not answer.

use chrono::{DateTime, TimeDelta, Utc};
use fairway_events::MemberId;
use sqlx::{PgConnection, PgPool, Row};

use super::account_access::Spared;
use super::passwords::{self, Addressee, Replaced};

/// Links per member and hour, at most: a member who asks for more has received these.
const LINKS_PER_HOUR: i64 = 5;

/// The purpose for which an address is hashed whose requests are counted.
pub const ASKED_ACCOUNT: &str = "asked account";

/// How many requests of one client address count at most: the first for each account, and repeats of all of these.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RequestLimits {
    /// For accounts for which it did not ask before.
    pub first: i64,
    /// For others.
    pub repeats: i64,
}

/// Records that a client address asks for a link to an account, unless it has used up what it may since `since`; then
/// returns the time of the oldest request that counts. Exact, across all nodes.
pub async fn note_request(
    pool: &PgPool,
    address: &[u8],
    account: &[u8],
    limits: RequestLimits,
    since: DateTime<Utc>,
    now: DateTime<Utc>,
) -> Result<Result<(), DateTime<Utc>>, sqlx::Error> {
    let oldest: Option<DateTime<Utc>> =
        sqlx::query_scalar("SELECT count_link_request($1, $2, $3, $4, $5, $6)")
            .bind(address)
            .bind(account)
            .bind(limits.first)
            .bind(limits.repeats)
            .bind(since)
            .bind(now)
            .fetch_one(pool)
            .await?;
    Ok(oldest.map_or(Ok(()), Err))
}

/// Stores a link for the account of an address in lower case. None, and nothing stored, for an unknown or disabled
/// account and for one that got the maximum number of links recently.
pub async fn start(
    connection: &mut PgConnection,
    email: &str,
    token_hash: &[u8],
    now: DateTime<Utc>,
    expires: DateTime<Utc>,
) -> Result<Option<Addressee>, sqlx::Error> {
    // Locked: concurrent requests could otherwise exceed the limit.
    let account = sqlx::query(
        "SELECT id, first_name, prefix, last_name FROM members
         WHERE email = $1 AND disabled_at IS NULL FOR UPDATE",
    )
    .bind(email)
    .fetch_optional(&mut *connection)
    .await?;
    let Some(account) = account else { return Ok(None) };
    let member = MemberId(account.try_get("id")?);
    let made = sqlx::query(
        "INSERT INTO password_resets (token_hash, member_id, created_at, expires_at)
         SELECT $2, $1, $3, $4
         WHERE (SELECT count(*) FROM password_resets WHERE member_id = $1 AND created_at > $5) < $6",
    )
    .bind(member.0)
    .bind(token_hash)
    .bind(now)
    .bind(expires)
    .bind(now - TimeDelta::hours(1))
    .bind(LINKS_PER_HOUR)
    .execute(connection)
    .await?;
    if made.rows_affected() == 0 {
        return Ok(None);
    }
    Addressee::from_row(member, &account).map(Some)
}

/// The address of a link's member; the link stays unused. None when it is not valid any more.
pub async fn account(
    pool: &PgPool,
    token_hash: &[u8],
    now: DateTime<Utc>,
) -> Result<Option<String>, sqlx::Error> {
    sqlx::query_scalar(
        "SELECT members.email FROM password_resets link JOIN members ON members.id = link.member_id
         WHERE link.token_hash = $1 AND link.used_at IS NULL AND link.expires_at > $2
             AND members.disabled_at IS NULL",
    )
    .bind(token_hash)
    .bind(now)
    .fetch_optional(pool)
    .await
}

/// Uses a link for a new password. Everything that opened the account or told of it ends, the passkeys too: whoever
/// needs the link may have lost the account to another person, who could have added one. None, and nothing changed,
/// when the link is invalid; of several concurrent uses one succeeds.
pub async fn finish(
    connection: &mut PgConnection,
    token_hash: &[u8],
    password_hash: &str,
    now: DateTime<Utc>,
) -> Result<Option<Replaced>, sqlx::Error> {
    // The member is locked first, as in `passwords::replace`: two links of one member could otherwise deadlock.
    sqlx::query(
        "SELECT FROM password_resets link JOIN members ON members.id = link.member_id
         WHERE link.token_hash = $1 FOR NO KEY UPDATE OF members",
    )
    .bind(token_hash)
    .execute(&mut *connection)
    .await?;
    let used: Option<uuid::Uuid> = sqlx::query_scalar(
        "UPDATE password_resets SET used_at = $2
         WHERE token_hash = $1 AND used_at IS NULL AND expires_at > $2 RETURNING member_id",
    )
    .bind(token_hash)
    .bind(now)
    .fetch_optional(&mut *connection)
    .await?;
    let Some(member) = used else { return Ok(None) };
    passwords::replace(connection, MemberId(member), None, password_hash, Spared::NOTHING, now).await
}

/// Removes links and counted requests from before `before`.
pub async fn delete_expired(pool: &PgPool, before: DateTime<Utc>) -> Result<u64, sqlx::Error> {
    let mut removed = 0;
    for sql in [
        "DELETE FROM password_resets WHERE created_at < $1",
        "DELETE FROM reset_requests WHERE requested_at < $1",
    ] {
        removed += sqlx::query(sql).bind(before).execute(pool).await?.rows_affected();
    }
    Ok(removed)
}
