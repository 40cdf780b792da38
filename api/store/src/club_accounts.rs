//! The accounts of people at clubs, and the links by which they choose a password and a second factor.
//! Its functions fail when the database does not answer.

use chrono::{DateTime, TimeDelta, Utc};
use fairway_events::{ClubId, from_row};
use sqlx::{PgConnection, PgExecutor, PgPool};
use uuid::Uuid;

use super::club_sessions;
use super::passkeys::table::CLUBS;

/// How long an invitation works.
pub const INVITATION: TimeDelta = TimeDelta::days(7);

/// What somebody may do for a club (docs/domain.md §3.25).
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    serde::Serialize,
    serde::Deserialize,
    utoipa::ToSchema,
)]
#[serde(rename_all = "lowercase")]
pub enum ClubRole {
    /// Receives players.
    Desk,
    /// Decides for the club, and manages its accounts and devices.
    Manager,
    /// Sees what the club is paid.
    Treasurer,
}

impl ClubRole {
    /// Every role.
    pub const ALL: [Self; 3] = [Self::Desk, Self::Manager, Self::Treasurer];

    /// The name in the database and in the API.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Desk => "desk",
            Self::Manager => "manager",
            Self::Treasurer => "treasurer",
        }
    }

    /// The role of a name; one of a later release allows nothing here.
    pub(super) fn of(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|role| role.as_str() == name)
    }
}

/// The data of an account that a log-in needs.
#[derive(Debug, Clone)]
pub struct Account {
    /// The id.
    pub id: Uuid,
    /// The club.
    pub club_id: String,
    /// The name.
    pub name: String,
    /// None: not chosen yet.
    pub password_hash: Option<String>,
    /// The encrypted secret of the authenticator app.
    pub second_factor: Option<Vec<u8>>,
    /// Whether it may log in.
    pub is_enabled: bool,
}

from_row!(Account { id, club_id, name, password_hash, second_factor, is_enabled });

/// An account in a list.
#[derive(Debug, Clone)]
pub struct Listed {
    /// The id.
    pub id: Uuid,
    /// The club.
    pub club_id: String,
    /// The name.
    pub name: String,
    /// The address.
    pub email: String,
    role_name: String,
    /// Whether a password was chosen.
    pub has_password: bool,
    /// Since when it is disabled.
    pub disabled_at: Option<DateTime<Utc>>,
    /// The last use of a session, to the minute.
    pub last_seen_at: Option<DateTime<Utc>>,
}

from_row!(Listed { id, club_id, name, email, role_name, has_password, disabled_at, last_seen_at });

impl Listed {
    /// The role; none: one of a later release.
    #[must_use]
    pub fn role(&self) -> Option<ClubRole> {
        ClubRole::of(&self.role_name)
    }
}

/// The accounts of a club, or of all, by name.
pub async fn list(pool: &PgPool, club: Option<&ClubId>) -> Result<Vec<Listed>, sqlx::Error> {
    sqlx::query_as(
        "SELECT id, club_id, name, email, role AS role_name, password_hash IS NOT NULL AS has_password, disabled_at,
             last_seen_at
         FROM club_accounts WHERE $1::text IS NULL OR club_id = $1 ORDER BY name, email",
    )
    .bind(club.map(|club| &club.0))
    .fetch_all(pool)
    .await
}

/// The people of these clubs who can log in with one of these roles, with the id of their club, their account, name and
/// address.
pub async fn people(
    executor: impl PgExecutor<'_>,
    clubs: &[&str],
    roles: &[ClubRole],
) -> Result<Vec<(String, Uuid, String, String)>, sqlx::Error> {
    sqlx::query_as(
        "SELECT club_id, id, name, email FROM club_accounts
         WHERE club_id = ANY($1) AND role = ANY($2) AND disabled_at IS NULL AND has_password
         ORDER BY club_id, email",
    )
    .bind(clubs)
    .bind(roles.iter().map(|role| role.as_str()).collect::<Vec<_>>())
    .fetch_all(executor)
    .await
}

/// The account of an address in small letters, disabled or not.
pub async fn by_email(pool: &PgPool, email: &str) -> Result<Option<Account>, sqlx::Error> {
    sqlx::query_as(
        "SELECT id, club_id, name, password_hash, second_factor, disabled_at IS NULL AS is_enabled
         FROM club_accounts WHERE email = $1",
    )
    .bind(email)
    .fetch_optional(pool)
    .await
}

/// A new account.
#[derive(Debug, Clone, Copy)]
pub struct NewAccount<'a> {
    /// Its id.
    pub id: Uuid,
    /// The club.
    pub club: &'a ClubId,
    /// The address, in small letters.
    pub email: &'a str,
    /// The name.
    pub name: &'a str,
    /// The role.
    pub role: ClubRole,
    /// Now.
    pub at: DateTime<Utc>,
}

/// Adds an account without a password. False when the address has one already.
pub async fn add(executor: impl PgExecutor<'_>, new: &NewAccount<'_>) -> Result<bool, sqlx::Error> {
    let done = sqlx::query(
        "INSERT INTO club_accounts (id, club_id, email, name, role, created_at) VALUES ($1, $2, $3, $4, $5, $6)
         ON CONFLICT (email) DO NOTHING",
    )
    .bind(new.id)
    .bind(&new.club.0)
    .bind(new.email)
    .bind(new.name)
    .bind(new.role.as_str())
    .bind(new.at)
    .execute(executor)
    .await?;
    Ok(done.rows_affected() > 0)
}

/// An account that is locked until the end of the transaction.
#[derive(Debug, Clone)]
pub struct Locked {
    /// The club.
    pub club: ClubId,
    /// The name.
    pub name: String,
    /// The role; none: one of a later release.
    pub role: Option<ClubRole>,
    /// Whether it is disabled.
    pub is_disabled: bool,
    /// Whether nobody else can manage the club: of all managers who can log in it is the only one.
    pub is_last_manager: bool,
}

struct LockedRow {
    id: Uuid,
    club_id: String,
    name: String,
    role: String,
    is_disabled: bool,
    manages: bool,
}

from_row!(LockedRow { id, club_id, name, role, is_disabled, manages });

/// Locks an account, with the managers of its club: two of them must not disable each other at the same time.
pub async fn lock(connection: &mut PgConnection, id: Uuid) -> Result<Option<Locked>, sqlx::Error> {
    let rows: Vec<LockedRow> = sqlx::query_as(
        "SELECT id, club_id, name, role, disabled_at IS NOT NULL AS is_disabled,
             role = 'manager' AND disabled_at IS NULL AND password_hash IS NOT NULL AS manages
         FROM club_accounts
         WHERE club_id = (SELECT club_id FROM club_accounts WHERE id = $1) AND (id = $1 OR role = 'manager')
         ORDER BY id FOR UPDATE",
    )
    .bind(id)
    .fetch_all(connection)
    .await?;
    let managers: Vec<Uuid> = rows.iter().filter(|row| row.manages).map(|row| row.id).collect();
    Ok(rows.into_iter().find(|row| row.id == id).map(|row| Locked {
        club: ClubId(row.club_id),
        name: row.name,
        role: ClubRole::of(&row.role),
        is_disabled: row.is_disabled,
        is_last_manager: managers == [id],
    }))
}

/// Locks an account until the end of the transaction: what disables it waits, or has ended the session. False: it has
/// ended.
pub async fn hold(connection: &mut PgConnection, account: Uuid, session: Uuid) -> Result<bool, sqlx::Error> {
    sqlx::query("SELECT FROM club_accounts WHERE id = $1 FOR NO KEY UPDATE")
        .bind(account)
        .fetch_optional(&mut *connection)
        .await?;
    sqlx::query_scalar("SELECT EXISTS (SELECT FROM club_sessions WHERE id = $1 AND account_id = $2)")
        .bind(session)
        .bind(account)
        .fetch_one(connection)
        .await
}

/// Gives an account another role. It holds from the next request on.
pub async fn set_role(executor: impl PgExecutor<'_>, id: Uuid, role: ClubRole) -> Result<(), sqlx::Error> {
    sqlx::query("UPDATE club_accounts SET role = $2 WHERE id = $1")
        .bind(id)
        .bind(role.as_str())
        .execute(executor)
        .await
        .map(|_| ())
}

/// Disables or enables an account; disabling ends its sessions and its invitation. False when it already was so.
pub async fn set_disabled(
    connection: &mut PgConnection,
    id: Uuid,
    disabled_at: Option<DateTime<Utc>>,
) -> Result<bool, sqlx::Error> {
    let done = sqlx::query(
        "UPDATE club_accounts SET disabled_at = $2
         WHERE id = $1 AND (disabled_at IS NULL) <> ($2::timestamptz IS NULL)",
    )
    .bind(id)
    .bind(disabled_at)
    .execute(&mut *connection)
    .await?;
    if disabled_at.is_some() {
        end(connection, id).await?;
    }
    Ok(done.rows_affected() > 0)
}

/// Takes an account's password, second factor, passkeys, sessions and invitation away.
pub async fn remove_credentials(connection: &mut PgConnection, id: Uuid) -> Result<(), sqlx::Error> {
    sqlx::query("UPDATE club_accounts SET password_hash = NULL, second_factor = NULL WHERE id = $1")
        .bind(id)
        .execute(&mut *connection)
        .await?;
    CLUBS.delete_all(&mut *connection, id).await?;
    end(connection, id).await
}

/// Ends the sessions, the codes that pair a device, and the invitation.
async fn end(connection: &mut PgConnection, id: Uuid) -> Result<(), sqlx::Error> {
    for sql in
        ["DELETE FROM club_links WHERE account_id = $1", "DELETE FROM club_pairings WHERE made_by = $1"]
    {
        sqlx::query(sql).bind(id).execute(&mut *connection).await?;
    }
    club_sessions::end_others(connection, id, None, None).await
}

/// Gives an account a new invitation; an earlier one is invalid from then on.
pub async fn set_link(
    executor: impl PgExecutor<'_>,
    account: Uuid,
    token_hash: &[u8],
    expires_at: DateTime<Utc>,
) -> Result<(), sqlx::Error> {
    sqlx::query(
        "INSERT INTO club_links (account_id, token_hash, expires_at) VALUES ($1, $2, $3)
         ON CONFLICT (account_id) DO UPDATE SET token_hash = $2, expires_at = $3",
    )
    .bind(account)
    .bind(token_hash)
    .bind(expires_at)
    .execute(executor)
    .await
    .map(|_| ())
}

/// An invitation that is valid.
#[derive(Debug, Clone)]
pub struct Invited {
    /// The account.
    pub id: Uuid,
    /// The club.
    pub club_id: String,
    /// The club's name.
    pub club_name: String,
    /// Their name.
    pub name: String,
    /// Their address.
    pub email: String,
}

from_row!(Invited { id, club_id, club_name, name, email });

/// The account of an invitation.
pub async fn open_link(
    pool: &PgPool,
    token_hash: &[u8],
    now: DateTime<Utc>,
) -> Result<Option<Invited>, sqlx::Error> {
    sqlx::query_as(
        "SELECT account.id, account.club_id, club.name AS club_name, account.name, account.email
         FROM club_links link JOIN club_accounts account ON account.id = link.account_id
         JOIN clubs club ON club.id = account.club_id
         WHERE link.token_hash = $1 AND link.expires_at > $2 AND account.disabled_at IS NULL",
    )
    .bind(token_hash)
    .bind(now)
    .fetch_optional(pool)
    .await
}

/// What an invited person chose.
#[derive(Debug, Clone, Copy)]
pub struct Choice<'a> {
    /// The hash of the password.
    pub password_hash: &'a str,
    /// The encrypted secret of the authenticator app.
    pub second_factor: &'a [u8],
    /// The time step of the code of it that was given.
    pub step: i64,
}

/// Uses an invitation: the password and the second factor are the account's from now on, and everything that it held
/// before ends. False when the invitation is not valid any more.
pub async fn use_link(
    connection: &mut PgConnection,
    token_hash: &[u8],
    choice: Choice<'_>,
    now: DateTime<Utc>,
) -> Result<bool, sqlx::Error> {
    let account: Option<Uuid> = sqlx::query_scalar(
        "WITH used AS (DELETE FROM club_links WHERE token_hash = $1 AND expires_at > $5 RETURNING account_id)
         UPDATE club_accounts account
         SET password_hash = $2, second_factor = $3, second_factor_step = $4
         FROM used WHERE account.id = used.account_id AND account.disabled_at IS NULL RETURNING account.id",
    )
    .bind(token_hash)
    .bind(choice.password_hash)
    .bind(choice.second_factor)
    .bind(choice.step)
    .bind(now)
    .fetch_optional(&mut *connection)
    .await?;
    let Some(account) = account else { return Ok(false) };
    end(connection, account).await?;
    Ok(true)
}

/// Accepts the time step of a code. False when that code, or a later one, was used already.
pub async fn use_code(executor: impl PgExecutor<'_>, id: Uuid, step: i64) -> Result<bool, sqlx::Error> {
    let done = sqlx::query(
        "UPDATE club_accounts SET second_factor_step = $2 WHERE id = $1 AND second_factor_step < $2",
    )
    .bind(id)
    .bind(step)
    .execute(executor)
    .await?;
    Ok(done.rows_affected() > 0)
}

/// Sets the password of an account that has none yet, without a second factor: for the demonstration.
pub async fn set_first_password(
    executor: impl PgExecutor<'_>,
    id: Uuid,
    password_hash: &str,
) -> Result<(), sqlx::Error> {
    sqlx::query("UPDATE club_accounts SET password_hash = $2 WHERE id = $1 AND password_hash IS NULL")
        .bind(id)
        .bind(password_hash)
        .execute(executor)
        .await
        .map(|_| ())
}
