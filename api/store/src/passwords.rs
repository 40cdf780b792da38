//! The only place that replaces a member's password, and ends everything that depends on the former one.

use chrono::{DateTime, Utc};
use fairway_events::MemberId;
use sqlx::postgres::PgRow;
use sqlx::{PgConnection, Row};

use super::account_access::{self, Ended, Spared};
use super::throttle::FailureKeys;

/// The recipient of the mail about it.
#[derive(Debug, Clone)]
pub struct Addressee {
    /// The member.
    pub member: MemberId,
    /// `Jan`
    pub first_name: String,
    /// `de`
    pub prefix: String,
    /// `Vries`
    pub last_name: String,
}

impl Addressee {
    pub(super) fn from_row(member: MemberId, row: &PgRow) -> Result<Self, sqlx::Error> {
        Ok(Self {
            member,
            first_name: row.try_get("first_name")?,
            prefix: row.try_get("prefix")?,
            last_name: row.try_get("last_name")?,
        })
    }
}

/// A password that was replaced.
#[derive(Debug)]
pub struct Replaced {
    /// The recipient of the mail about it.
    pub to: Addressee,
    /// Everything that ended with the former one.
    pub ended: Ended,
}

/// Stores a new password, and ends everything that opened the account or told of it, except what is `spared`, and the
/// count of failed log-ins. None, and nothing changed, for a member who is disabled or unknown, and for one whose
/// password is not `former` any more, if that is given: of several concurrent changes one succeeds.
///
/// It locks the member first, as every statement must that touches several of these rows: links of one member could
/// otherwise deadlock.
/// Fails when the database does not answer.
pub async fn replace(
    connection: &mut PgConnection,
    member: MemberId,
    former: Option<&str>,
    password_hash: &str,
    spared: Spared,
    now: DateTime<Utc>,
) -> Result<Option<Replaced>, sqlx::Error> {
    let row = sqlx::query(
        "UPDATE members SET password_hash = $2, has_password = true
         WHERE id = $1 AND disabled_at IS NULL AND password_hash = coalesce($3, password_hash)
         RETURNING email, first_name, prefix, last_name",
    )
    .bind(member.0)
    .bind(password_hash)
    .bind(former)
    .fetch_optional(&mut *connection)
    .await?;
    let Some(row) = row else { return Ok(None) };
    let ended = account_access::end(&mut *connection, member, spared, now).await?;
    let email: String = row.try_get("email")?;
    FailureKeys::for_email(&email).clear(connection).await?;
    Ok(Some(Replaced { to: Addressee::from_row(member, &row)?, ended }))
}
