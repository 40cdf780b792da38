//! Links in mails that log a member in on a new device, each with a code: created, used once, deleted.
//! Its functions fail when the database does not answer.

use chrono::{DateTime, TimeDelta, Utc};
use fairway_events::MemberId;
use sqlx::{PgConnection, PgPool, Row};

use super::passwords::Addressee;
use super::sessions::NewSession;

/// Links per member and hour, at most: a member who asks for more has received these.
const LINKS_PER_HOUR: i64 = 5;

/// The hashes that are kept of a link.
#[derive(Debug, Clone, Copy)]
pub struct LinkHashes<'a> {
    /// Of its token.
    pub token: &'a [u8],
    /// Of its code.
    pub code: &'a [u8],
}

/// Stores a link for the account of an address in lower case. None, and nothing stored, for an unknown or disabled
/// account and for one that got the maximum number of links recently.
pub async fn start(
    connection: &mut PgConnection,
    email: &str,
    hashes: LinkHashes<'_>,
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
        "INSERT INTO login_links (token_hash, member_id, created_at, expires_at, code_hash)
         SELECT $2, $1, $3, $4, $7
         WHERE (SELECT count(*) FROM login_links WHERE member_id = $1 AND created_at > $5) < $6",
    )
    .bind(member.0)
    .bind(hashes.token)
    .bind(now)
    .bind(expires)
    .bind(now - TimeDelta::hours(1))
    .bind(LINKS_PER_HOUR)
    .bind(hashes.code)
    .execute(connection)
    .await?;
    if made.rows_affected() == 0 {
        return Ok(None);
    }
    Addressee::from_row(member, &account).map(Some)
}

/// The address of a link's member; the link stays unused. None when it is invalid.
pub async fn account(
    pool: &PgPool,
    link_hash: &[u8],
    now: DateTime<Utc>,
) -> Result<Option<String>, sqlx::Error> {
    sqlx::query_scalar(
        "SELECT member.email FROM login_links link JOIN members member ON member.id = link.member_id
         WHERE link.token_hash = $1 AND link.used_at IS NULL AND link.expires_at > $2
             AND member.disabled_at IS NULL",
    )
    .bind(link_hash)
    .bind(now)
    .fetch_optional(pool)
    .await
}

/// A link that was used.
#[derive(Debug, Clone)]
pub struct Used {
    /// The member.
    pub member: MemberId,
    /// Their address.
    pub email: String,
}

/// The means of using a link. Each is looked up in its own column alone: wrong codes are counted, wrong tokens are not,
/// so a code must never do as a token.
#[derive(Debug, Clone, Copy)]
pub enum LinkKey<'a> {
    /// The hash of its token.
    Token(&'a [u8]),
    /// The hash of its code.
    Code(&'a [u8]),
}

/// Uses a link and starts its session. None, and nothing changed, when the link is invalid: of several concurrent uses,
/// one succeeds.
pub async fn redeem(
    connection: &mut PgConnection,
    key: LinkKey<'_>,
    session: &NewSession<'_>,
) -> Result<Option<Used>, sqlx::Error> {
    let (token, code) = match key {
        LinkKey::Token(hash) => (Some(hash), None),
        LinkKey::Code(hash) => (None, Some(hash)),
    };
    // The member is locked first, as by a change of password.
    sqlx::query(
        "SELECT FROM login_links link JOIN members ON members.id = link.member_id
         WHERE link.token_hash = $1 OR link.code_hash = $2 FOR NO KEY UPDATE OF members",
    )
    .bind(token)
    .bind(code)
    .execute(&mut *connection)
    .await?;
    let row = sqlx::query(
        "UPDATE login_links link SET used_at = $2 FROM members member
         WHERE (link.token_hash = $1 OR link.code_hash = $3) AND link.used_at IS NULL AND link.expires_at > $2
             AND member.id = link.member_id AND member.disabled_at IS NULL
         RETURNING member.id, member.email",
    )
    .bind(token)
    .bind(session.created_at)
    .bind(code)
    .fetch_optional(&mut *connection)
    .await?;
    let Some(row) = row else { return Ok(None) };
    let used = Used { member: MemberId(row.try_get("id")?), email: row.try_get("email")? };
    sqlx::query(
        "INSERT INTO access_tokens (token_hash, member_id, created_at, expires_at, browser)
         VALUES ($1, $2, $3, $4, $5)",
    )
    .bind(session.token_hash)
    .bind(used.member.0)
    .bind(session.created_at)
    .bind(session.expires_at)
    .bind(session.browser)
    .execute(connection)
    .await?;
    Ok(Some(used))
}

/// Removes links from before `before`.
pub async fn delete_expired(pool: &PgPool, before: DateTime<Utc>) -> Result<u64, sqlx::Error> {
    let done =
        sqlx::query("DELETE FROM login_links WHERE created_at < $1").bind(before).execute(pool).await?;
    Ok(done.rows_affected())
}
