//! Access tokens: opaque, stored as hashes, with an absolute end. [`super::own_sessions`] is what their member sees.
//! Its functions fail when the database does not answer.

use chrono::{DateTime, TimeDelta, Utc};
use fairway_audit::permanent_text::PermanentText;
use fairway_events::MemberId;
use fairway_query::ReadModelsVersion;
use sqlx::{PgExecutor, PgPool, Row};
use uuid::Uuid;

use super::members::Member;
use super::operator_actions::OperatorAct;

/// The use of a session is stored this exactly: not every request writes.
const USE_RESOLUTION: TimeDelta = TimeDelta::hours(1);

/// The member of a token.
#[derive(Debug, Clone)]
pub struct Session {
    /// Names the session to its member.
    pub id: Uuid,
    /// When it began.
    pub created_at: DateTime<Utc>,
    /// When it was last used, to the hour.
    pub last_seen_at: DateTime<Utc>,
    /// The member.
    pub member: Member,
    /// Set when an operator sees the portal as the member.
    pub impersonation: Option<OperatorAct>,
    /// The version of the reference data, read in the same query: see [`super::clubs`].
    pub reference_version: i64,
    /// How often names have changed, read in the same query: see [`super::name_cache`].
    pub names_version: i64,
    /// The version of the read models, read in the same query: see [`ReadModelsVersion`].
    pub read_models: ReadModelsVersion,
}

/// The session of a token's hash, if it is valid at `now`.
pub async fn find(
    pool: &PgPool,
    token_hash: &[u8],
    now: DateTime<Utc>,
) -> Result<Option<Session>, sqlx::Error> {
    let row = sqlx::query(
        "SELECT member.id, member.email, member.first_name, member.prefix, member.last_name,
             member.profile_complete, member.disabled_at IS NOT NULL AS disabled, reference_version.version, member_names.version AS names_version,
             link.operator, link.operator_id, link.reason, token.id AS session_id, token.created_at AS session_created_at,
             coalesce(token.last_seen_at, token.created_at) AS last_seen_at, read_models.positions, read_models.tables
         FROM access_tokens token
         JOIN members member ON member.id = token.member_id
         LEFT JOIN impersonations link ON link.id = token.impersonation_id
         CROSS JOIN reference_version
         CROSS JOIN member_names
         CROSS JOIN read_models_version() AS read_models
         WHERE token.token_hash = $1 AND token.expires_at > $2 AND token.revoked_at IS NULL
             AND member.disabled_at IS NULL",
    )
    .bind(token_hash)
    .bind(now)
    .fetch_optional(pool)
    .await?;
    row.map(|row| {
        let (operator, reason): (Option<String>, Option<String>) =
            (row.try_get("operator")?, row.try_get("reason")?);
        let operator_id = row.try_get("operator_id")?;
        Ok(Session {
            id: row.try_get("session_id")?,
            created_at: row.try_get("session_created_at")?,
            last_seen_at: row.try_get("last_seen_at")?,
            member: Member::from_row(&row)?,
            impersonation: operator.zip(reason).map(|(operator, reason)| OperatorAct {
                operator,
                operator_id,
                reason: PermanentText::stored(reason),
            }),
            reference_version: row.try_get("version")?,
            names_version: row.try_get("names_version")?,
            read_models: ReadModelsVersion {
                positions: row.try_get("positions")?,
                tables: row.try_get("tables")?,
            },
        })
    })
    .transpose()
}

/// Notes that a session is used, when that was not noted in the last hour.
pub async fn note_use(
    pool: &PgPool,
    session: &Session,
    token_hash: &[u8],
    now: DateTime<Utc>,
) -> Result<(), sqlx::Error> {
    if now - session.last_seen_at < USE_RESOLUTION {
        return Ok(());
    }
    // Of several requests that come at once, one writes.
    sqlx::query(
        "UPDATE access_tokens SET last_seen_at = $2
         WHERE token_hash = $1 AND coalesce(last_seen_at, created_at) <= $3",
    )
    .bind(token_hash)
    .bind(now)
    .bind(now - USE_RESOLUTION)
    .execute(pool)
    .await
    .map(|_| ())
}

/// A session to store.
#[derive(Debug, Clone, Copy)]
pub struct NewSession<'a> {
    /// The SHA-256 of its token.
    pub token_hash: &'a [u8],
    /// The browser, as it names itself; at most 200 characters.
    pub browser: &'a str,
    /// The log-in.
    pub created_at: DateTime<Utc>,
    /// Its end, however it is used.
    pub expires_at: DateTime<Utc>,
}

/// Stores a new session of a member whose password was checked against `password_hash`. False, and no session, when the
/// password is another one by now: a change of password during a log-in ends this session too.
pub async fn start(
    executor: impl PgExecutor<'_>,
    session: &NewSession<'_>,
    member: MemberId,
    password_hash: &str,
) -> Result<bool, sqlx::Error> {
    let done = sqlx::query(
        "INSERT INTO access_tokens (token_hash, member_id, created_at, expires_at, browser)
         SELECT $1, id, $3, $4, $6 FROM members WHERE id = $2 AND password_hash = $5 AND disabled_at IS NULL
         FOR SHARE",
    )
    .bind(session.token_hash)
    .bind(member.0)
    .bind(session.created_at)
    .bind(session.expires_at)
    .bind(password_hash)
    .bind(session.browser)
    .execute(executor)
    .await?;
    Ok(done.rows_affected() > 0)
}

/// Ends one session.
pub async fn revoke(pool: &PgPool, token_hash: &[u8], now: DateTime<Utc>) -> Result<(), sqlx::Error> {
    sqlx::query("UPDATE access_tokens SET revoked_at = $2 WHERE token_hash = $1 AND revoked_at IS NULL")
        .bind(token_hash)
        .bind(now)
        .execute(pool)
        .await
        .map(|_| ())
}

/// Removes sessions that ended before `before`.
pub async fn delete_expired(pool: &PgPool, before: DateTime<Utc>) -> Result<u64, sqlx::Error> {
    let done =
        sqlx::query("DELETE FROM access_tokens WHERE expires_at < $1").bind(before).execute(pool).await?;
    Ok(done.rows_affected())
}
