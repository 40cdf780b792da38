//! A member's account as operators see it: contact details, and the sessions that are open.
//! Its functions fail when the database does not answer.

use chrono::{DateTime, NaiveDate, Utc};
use fairway_events::{MemberId, from_row};
use sqlx::{PgConnection, PgPool};
use uuid::Uuid;

/// A member's account.
#[derive(Debug, Clone)]
pub struct Account {
    /// The member.
    pub id: Uuid,
    /// `Jan`
    pub first_name: String,
    /// `de`; empty when there is none.
    pub prefix: String,
    /// `Vries`
    pub last_name: String,
    /// In lower case.
    pub email: String,
    /// E.164; empty when there is none.
    pub telephone: String,
    /// Without the number; empty when there is none.
    pub street: String,
    /// With its addition: `12a`; empty when there is none.
    pub housenumber: String,
    /// In the form of its country; empty when there is none.
    pub postcode: String,
    /// ISO 3166-1, two capitals.
    pub country: String,
    /// Town; empty when there is none.
    pub city: String,
    /// The day of birth.
    pub birthdate: Option<NaiveDate>,
    /// Federation number; empty when there is none.
    pub gsn: String,
    /// Number in the data set; empty when there is none.
    pub member_number: String,
    /// Since when the account is disabled.
    pub disabled_at: Option<DateTime<Utc>>,
    /// The start of the latest session that is still on record, by the member's own log-in.
    pub last_login_at: Option<DateTime<Utc>>,
    /// Passkeys with which the member can log in.
    pub passkeys: i64,
}

from_row!(Account {
    id,
    first_name,
    prefix,
    last_name,
    email,
    telephone,
    street,
    housenumber,
    postcode,
    country,
    city,
    birthdate,
    gsn,
    member_number,
    disabled_at,
    last_login_at,
    passkeys
});

/// An open session of a member.
#[derive(Debug, Clone)]
pub struct OpenSession {
    /// Identifies it: the beginning of its token's hash, as hexadecimal digits.
    pub id: String,
    /// When it began.
    pub created_at: DateTime<Utc>,
    /// When it ends at the latest.
    pub expires_at: DateTime<Utc>,
    /// An operator's session under the member's account.
    pub is_impersonation: bool,
    /// The browser, as it named itself; empty where it is unknown.
    pub browser: String,
    /// The last use, to the hour.
    pub last_seen_at: DateTime<Utc>,
}

from_row!(OpenSession { id, created_at, expires_at, is_impersonation, browser, last_seen_at });

/// An account; none where there is no such member, or they were erased.
pub async fn find(pool: &PgPool, member: MemberId) -> Result<Option<Account>, sqlx::Error> {
    sqlx::query_as(
        "SELECT id, first_name, prefix, last_name, email, telephone, street, housenumber, postcode, country, city,
             birthdate, gsn, member_number, disabled_at,
             (SELECT max(created_at) FROM access_tokens
              WHERE member_id = members.id AND impersonation_id IS NULL) AS last_login_at,
             (SELECT count(*) FROM passkeys WHERE member_id = members.id) AS passkeys
         FROM members WHERE id = $1",
    )
    .bind(member.0)
    .fetch_optional(pool)
    .await
}

/// When a member was erased; none: they were not.
pub async fn erased_at(pool: &PgPool, member: MemberId) -> Result<Option<DateTime<Utc>>, sqlx::Error> {
    sqlx::query_scalar("SELECT max(erased_at) FROM erased_members WHERE member_id = $1")
        .bind(member.0)
        .fetch_one(pool)
        .await
}

/// The open sessions, newest first, at most 50.
pub async fn sessions(
    pool: &PgPool,
    member: MemberId,
    now: DateTime<Utc>,
) -> Result<Vec<OpenSession>, sqlx::Error> {
    sqlx::query_as(
        "SELECT encode(substr(token_hash, 1, 8), 'hex') AS id, created_at, expires_at,
             impersonation_id IS NOT NULL AS is_impersonation, browser,
             coalesce(last_seen_at, created_at) AS last_seen_at
         FROM access_tokens
         WHERE member_id = $1 AND expires_at > $2 AND revoked_at IS NULL
         ORDER BY created_at DESC, token_hash LIMIT 50",
    )
    .bind(member.0)
    .bind(now)
    .fetch_all(pool)
    .await
}

/// Ends one session. Returns how many ended: none, when it is not the member's or has ended.
pub async fn end_session(
    connection: &mut PgConnection,
    member: MemberId,
    session: &str,
    now: DateTime<Utc>,
) -> Result<u64, sqlx::Error> {
    let done = sqlx::query(
        "UPDATE access_tokens SET revoked_at = $2
         WHERE member_id = $1 AND expires_at > $2 AND revoked_at IS NULL
             AND encode(substr(token_hash, 1, 8), 'hex') = $3",
    )
    .bind(member.0)
    .bind(now)
    .bind(session)
    .execute(connection)
    .await?;
    Ok(done.rows_affected())
}
