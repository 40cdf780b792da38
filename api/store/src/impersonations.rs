//! Links by which operators see the portal as a member: created by a command, used once, retained as a record.
//! Its functions fail when the database does not answer.

use chrono::{DateTime, Utc};
use fairway_events::MemberId;
use sqlx::{PgConnection, PgPool, Row};
use uuid::Uuid;

use super::operator_actions::OperatorAct;

/// The operator who makes a link.
#[derive(Debug, Clone)]
pub struct Maker {
    /// The operator and the reason, as they are recorded.
    pub by: OperatorAct,
    /// Their account and session; none: a command on a machine, which states a name only.
    pub session: Option<(Uuid, Uuid)>,
}

/// The outcome of the wish for a link.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Granted {
    /// It can be used.
    Made,
    /// There is no such account, or it is disabled.
    NoAccount,
    /// The operator's session has ended.
    SessionEnded,
}

/// Records a link for the account of an address in lower case.
pub async fn grant(
    pool: &PgPool,
    id: Uuid,
    token_hash: &[u8],
    email: &str,
    maker: &Maker,
) -> Result<Granted, sqlx::Error> {
    let (by, (operator, session)) = (&maker.by, maker.session.unzip());
    // The operator's session is locked: what ends it waits for the link, and then ends that too.
    let (is_made, is_in_session): (bool, bool) = sqlx::query_as(
        "WITH made_in AS (SELECT id FROM operator_sessions WHERE id = $7 AND operator_id = $6 FOR KEY SHARE),
         made AS (
             INSERT INTO impersonations (id, token_hash, member_id, operator, reason, operator_id, operator_session_id)
             SELECT $1, $2, id, $4, $5, $6, $7 FROM members
             WHERE email = $3 AND disabled_at IS NULL AND ($7::uuid IS NULL OR EXISTS (SELECT FROM made_in))
             RETURNING id)
         SELECT EXISTS (SELECT FROM made), $7::uuid IS NULL OR EXISTS (SELECT FROM made_in)",
    )
    .bind(id)
    .bind(token_hash)
    .bind(email)
    .bind(&by.operator)
    .bind(by.reason.as_str())
    .bind(operator)
    .bind(session)
    .fetch_one(pool)
    .await?;
    Ok(match (is_made, is_in_session) {
        (true, _) => Granted::Made,
        (false, true) => Granted::NoAccount,
        (false, false) => Granted::SessionEnded,
    })
}

/// A link that was used.
#[derive(Debug, Clone)]
pub struct Used {
    /// The member of the account.
    pub member: MemberId,
    /// Their address.
    pub email: String,
    /// The operator.
    pub operator: String,
}

/// Uses a link and starts its session. None, and nothing changed, when the link is invalid: of several concurrent uses,
/// one succeeds.
pub async fn redeem(
    connection: &mut PgConnection,
    id: Uuid,
    login_hash: &[u8],
    session_hash: &[u8],
    now: DateTime<Utc>,
    expires: DateTime<Utc>,
) -> Result<Option<Used>, sqlx::Error> {
    // The member is locked first, as by whatever ends their links and sessions.
    sqlx::query(
        "SELECT FROM impersonations link JOIN members ON members.id = link.member_id
         WHERE link.id = $1 FOR NO KEY UPDATE OF members",
    )
    .bind(id)
    .execute(&mut *connection)
    .await?;
    let row = sqlx::query(
        "UPDATE impersonations link SET used_at = now()
         FROM members member
         WHERE link.id = $1 AND link.token_hash = $2 AND link.used_at IS NULL AND link.expires_at > now()
             AND member.id = link.member_id AND member.disabled_at IS NULL
         RETURNING member.id, member.email, link.operator",
    )
    .bind(id)
    .bind(login_hash)
    .fetch_optional(&mut *connection)
    .await?;
    let Some(row) = row else { return Ok(None) };
    let used = Used {
        member: MemberId(row.try_get("id")?),
        email: row.try_get("email")?,
        operator: row.try_get("operator")?,
    };
    sqlx::query(
        "INSERT INTO access_tokens (token_hash, member_id, created_at, expires_at, impersonation_id)
         VALUES ($1, $2, $3, $4, $5)",
    )
    .bind(session_hash)
    .bind(used.member.0)
    .bind(now)
    .bind(expires)
    .bind(id)
    .execute(connection)
    .await?;
    Ok(Some(used))
}
