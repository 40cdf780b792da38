//! Everything that opens a member's account or tells of it without the password, and the one function that ends it. A new
//! password, a log-out everywhere and a closed account differ only in what they spare ([`Spared`]): what is added to the
//! portal later is ended here, and so by all of them (`nothing_that_opened_an_account_opens_or_tells_of_it_afterwards`).
//! Its functions fail when the database does not answer.

use chrono::{DateTime, Utc};
use fairway_events::MemberId;
use sqlx::PgConnection;
use uuid::Uuid;

/// The parts that stay valid.
#[derive(Debug, Clone, Copy)]
pub struct Spared {
    /// The session that asks for it, with the devices on which news was switched on in it.
    pub session: Option<Uuid>,
    /// Whether the passkeys stay valid: like the password, they are the member's own proof of identity.
    pub passkeys: bool,
}

impl Spared {
    /// Nothing but the passkeys.
    pub const PASSKEYS: Self = Self { session: None, passkeys: true };
    /// Nothing.
    pub const NOTHING: Self = Self { session: None, passkeys: false };
}

/// The parts that ended, as far as the member is told of them.
#[derive(Debug, Clone, Default)]
pub struct Ended {
    /// Sessions that were valid.
    pub sessions: u64,
    /// Whether the calendar feed was on.
    pub calendar_feed: bool,
    /// Devices that showed news.
    pub devices: u64,
    /// Names of passkeys that were removed, oldest first.
    pub passkeys: Vec<String>,
}

/// Ends everything that opens a member's account or tells of it: links to a new password, to log in and to a new
/// address, links of operators that were not used yet, sessions (operators' too), the calendar feed, the devices that
/// show news with what waits for them, and the passkeys, except what is spared.
///
/// The member is locked first, and links end before sessions: a link that is being used at the same time has its session
/// when that is looked for.
pub async fn end(
    connection: &mut PgConnection,
    member: MemberId,
    spared: Spared,
    now: DateTime<Utc>,
) -> Result<Ended, sqlx::Error> {
    lock(&mut *connection, member).await?;
    for sql in [
        "UPDATE password_resets SET used_at = $2 WHERE member_id = $1 AND used_at IS NULL",
        "UPDATE login_links SET used_at = $2 WHERE member_id = $1 AND used_at IS NULL",
    ] {
        sqlx::query(sql).bind(member.0).bind(now).execute(&mut *connection).await?;
    }
    cancel_address_changes(&mut *connection, member, now).await?;
    // By the database's clock, as the links are made and used.
    sqlx::query(
        "UPDATE impersonations SET expires_at = created_at
         WHERE member_id = $1 AND used_at IS NULL AND expires_at > now()",
    )
    .bind(member.0)
    .execute(&mut *connection)
    .await?;
    // By their member: the session of a device may have expired long ago. Before the sessions, since the devices of
    // valid ones go with them: they are counted here.
    let devices =
        sqlx::query("DELETE FROM push_devices WHERE member_id = $1 AND session_id IS DISTINCT FROM $2")
            .bind(member.0)
            .bind(spared.session)
            .execute(&mut *connection)
            .await?
            .rows_affected();
    let sessions = sqlx::query(
        "UPDATE access_tokens SET revoked_at = $3
         WHERE member_id = $1 AND id IS DISTINCT FROM $2 AND expires_at > $3 AND revoked_at IS NULL",
    )
    .bind(member.0)
    .bind(spared.session)
    .bind(now)
    .execute(&mut *connection)
    .await?
    .rows_affected();
    let calendar_feed = sqlx::query("UPDATE calendar_feeds SET is_on = false WHERE member_id = $1 AND is_on")
        .bind(member.0)
        .execute(&mut *connection)
        .await?
        .rows_affected()
        > 0;
    let passkeys = if spared.passkeys {
        Vec::new()
    } else {
        sqlx::query_scalar(
            "WITH removed AS (DELETE FROM passkeys WHERE member_id = $1 RETURNING name, created_at, id)
             SELECT name FROM removed ORDER BY created_at, id LIMIT 10",
        )
        .bind(member.0)
        .fetch_all(connection)
        .await?
    };
    Ok(Ended { sessions, calendar_feed, devices, passkeys })
}

/// Ends the new address that waits for its confirmation: its link does nothing any more.
pub(super) async fn cancel_address_changes(
    connection: &mut PgConnection,
    member: MemberId,
    now: DateTime<Utc>,
) -> Result<(), sqlx::Error> {
    sqlx::query("UPDATE address_changes SET ended_at = $2 WHERE member_id = $1 AND ended_at IS NULL")
        .bind(member.0)
        .bind(now)
        .execute(connection)
        .await
        .map(|_| ())
}

/// Locks a member, disabled or not: the first lock of whatever changes what opens their account, so that no two wait for
/// each other.
pub async fn lock(connection: &mut PgConnection, member: MemberId) -> Result<(), sqlx::Error> {
    sqlx::query("SELECT FROM members WHERE id = $1 FOR NO KEY UPDATE")
        .bind(member.0)
        .execute(connection)
        .await
        .map(|_| ())
}

/// Whether a session is still valid, with its member locked: what opens the account later than this session, and is made
/// in it, is not made beside an [`end`] of everything.
pub async fn hold(
    connection: &mut PgConnection,
    member: MemberId,
    session: Uuid,
    now: DateTime<Utc>,
) -> Result<bool, sqlx::Error> {
    lock(&mut *connection, member).await?;
    // Locked too: a log-out of this session alone does not lock the member.
    let found = sqlx::query(
        "SELECT FROM access_tokens
         WHERE member_id = $1 AND id = $2 AND expires_at > $3 AND revoked_at IS NULL FOR SHARE",
    )
    .bind(member.0)
    .bind(session)
    .bind(now)
    .fetch_optional(connection)
    .await?;
    Ok(found.is_some())
}
