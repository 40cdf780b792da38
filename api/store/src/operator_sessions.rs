//! Operators' sessions: opaque cookies, stored as hashes. A session ends half an hour after its last use, and 12 hours
//! after its log-in in any case. Its functions fail when the database does not answer.

use chrono::{DateTime, TimeDelta, Utc};
use fairway_events::from_row;
use sqlx::{PgConnection, PgPool};
use uuid::Uuid;

use super::operators::{self, Role};

/// How long a session stays valid without being used.
pub const IDLE: TimeDelta = TimeDelta::minutes(30);
/// How long a session is valid at most.
pub const LONGEST: TimeDelta = TimeDelta::hours(12);
/// How long a factor counts as fresh.
const FRESH: TimeDelta = TimeDelta::minutes(10);
/// The use of a session is stored this exactly: not every request writes.
const USE_RESOLUTION: TimeDelta = TimeDelta::minutes(1);

/// A valid session and its operator.
#[derive(Debug, Clone)]
pub struct OperatorSession {
    /// The session.
    pub id: Uuid,
    /// Its operator.
    pub operator_id: Uuid,
    /// Their name.
    pub name: String,
    /// Their address.
    pub email: String,
    role_names: Vec<String>,
    /// Whether they use an authenticator app.
    pub has_second_factor: bool,
    /// When it was last used, to the minute.
    pub last_used_at: DateTime<Utc>,
    /// When it ends in any case.
    pub expires_at: DateTime<Utc>,
    /// When its operator last gave a factor.
    pub confirmed_at: DateTime<Utc>,
}

from_row!(OperatorSession {
    id,
    operator_id,
    name,
    email,
    role_names,
    has_second_factor,
    last_used_at,
    expires_at,
    confirmed_at
});

impl OperatorSession {
    /// The roles of its operator.
    #[must_use]
    pub fn roles(&self) -> Vec<Role> {
        operators::roles(&self.role_names)
    }

    /// Whether its operator gave a factor in the last minutes.
    #[must_use]
    pub fn is_confirmed(&self, now: DateTime<Utc>) -> bool {
        now - self.confirmed_at < FRESH
    }
}

/// One of an operator's sessions, for the list of them.
#[derive(Debug, Clone)]
pub struct ListedSession {
    /// The session.
    pub id: Uuid,
    /// The log-in.
    pub created_at: DateTime<Utc>,
    /// The last use, to the minute.
    pub last_used_at: DateTime<Utc>,
    /// The browser, as it names itself.
    pub browser: String,
}

from_row!(ListedSession { id, created_at, last_used_at, browser });

/// The session of a cookie's hash, if it is valid at `now`.
pub async fn find(
    pool: &PgPool,
    token_hash: &[u8],
    now: DateTime<Utc>,
) -> Result<Option<OperatorSession>, sqlx::Error> {
    sqlx::query_as(
        "SELECT session.id, session.operator_id, operator.name, operator.email, operator.roles AS role_names,
             operator.second_factor IS NOT NULL AS has_second_factor, session.last_used_at, session.expires_at,
             coalesce(session.confirmed_at, session.created_at) AS confirmed_at
         FROM operator_sessions session JOIN operators operator ON operator.id = session.operator_id
         WHERE session.token_hash = $1 AND session.expires_at > $2 AND session.last_used_at > $3
             AND operator.disabled_at IS NULL",
    )
    .bind(token_hash)
    .bind(now)
    .bind(now - IDLE)
    .fetch_optional(pool)
    .await
}

/// Notes that a session is used, and its operator seen.
pub async fn note_use(
    pool: &PgPool,
    session: &OperatorSession,
    now: DateTime<Utc>,
) -> Result<(), sqlx::Error> {
    if now - session.last_used_at < USE_RESOLUTION {
        return Ok(());
    }
    sqlx::query("UPDATE operator_sessions SET last_used_at = $2 WHERE id = $1 AND last_used_at < $2")
        .bind(session.id)
        .bind(now)
        .execute(pool)
        .await?;
    // A statement of its own: what disables an account locks it before its sessions.
    sqlx::query(
        "UPDATE operators SET last_seen_at = $2 WHERE id = $1 AND (last_seen_at IS NULL OR last_seen_at < $2)",
    )
    .bind(session.operator_id)
    .bind(now)
    .execute(pool)
    .await
    .map(|_| ())
}

/// Notes that the operator of a session gave a factor anew.
pub async fn confirm(pool: &PgPool, session: Uuid, now: DateTime<Utc>) -> Result<(), sqlx::Error> {
    sqlx::query("UPDATE operator_sessions SET confirmed_at = $2 WHERE id = $1")
        .bind(session)
        .bind(now)
        .execute(pool)
        .await
        .map(|_| ())
}

/// A session to store.
#[derive(Debug, Clone, Copy)]
pub struct NewSession<'a> {
    /// Names the session.
    pub id: Uuid,
    /// The SHA-256 of its token.
    pub token_hash: &'a [u8],
    /// Its operator.
    pub operator: Uuid,
    /// The browser, as it names itself; at most 200 characters.
    pub browser: &'a str,
    /// The log-in.
    pub created_at: DateTime<Utc>,
}

/// The proof that a session began with.
#[derive(Debug, Clone, Copy)]
pub enum Proof<'a> {
    /// The password that was checked against this hash.
    Password(&'a str),
    /// The passkey that signed.
    Passkey(Uuid),
}

/// Starts a session. False, and no session, when the account has another password by now or is disabled.
pub async fn start(
    connection: &mut PgConnection,
    session: &NewSession<'_>,
    proof: Proof<'_>,
) -> Result<bool, sqlx::Error> {
    let (password_hash, passkey) = match proof {
        Proof::Password(hash) => (Some(hash), None),
        Proof::Passkey(id) => (None, Some(id)),
    };
    let done = sqlx::query(
        "WITH account AS (
             UPDATE operators SET last_seen_at = greatest(last_seen_at, $6)
             WHERE id = $3 AND ($4::text IS NULL OR password_hash = $4) AND disabled_at IS NULL RETURNING id
         )
         INSERT INTO operator_sessions
             (id, token_hash, operator_id, browser, created_at, last_used_at, expires_at, passkey_id)
         SELECT $1, $2, id, $5, $6, $6, $7, $8 FROM account",
    )
    .bind(session.id)
    .bind(session.token_hash)
    .bind(session.operator)
    .bind(password_hash)
    .bind(session.browser)
    .bind(session.created_at)
    .bind(session.created_at + LONGEST)
    .bind(passkey)
    .execute(connection)
    .await?;
    Ok(done.rows_affected() > 0)
}

/// An operator's valid sessions, latest first.
pub async fn list(
    pool: &PgPool,
    operator: Uuid,
    now: DateTime<Utc>,
) -> Result<Vec<ListedSession>, sqlx::Error> {
    sqlx::query_as(
        "SELECT id, created_at, last_used_at, browser FROM operator_sessions
         WHERE operator_id = $1 AND expires_at > $2 AND last_used_at > $3
         ORDER BY created_at DESC LIMIT 100",
    )
    .bind(operator)
    .bind(now)
    .bind(now - IDLE)
    .fetch_all(pool)
    .await
}

/// Removes sessions that ended before `before`, and links that expired by then.
pub async fn delete_expired(pool: &PgPool, before: DateTime<Utc>) -> Result<u64, sqlx::Error> {
    let links =
        sqlx::query("DELETE FROM operator_links WHERE expires_at < $1").bind(before).execute(pool).await?;
    let sessions =
        sqlx::query("DELETE FROM operator_sessions WHERE expires_at < $1").bind(before).execute(pool).await?;
    Ok(links.rows_affected() + sessions.rows_affected())
}
