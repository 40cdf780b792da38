//! The accounts of operators, and the links by which they choose a password and a second factor.
//! Its functions fail when the database does not answer.

use chrono::{DateTime, Utc};
use fairway_events::from_row;
use sqlx::{PgConnection, PgExecutor, PgPool};
use uuid::Uuid;

use super::passkeys::table::OPERATORS;
use super::{operator_access, operator_account};

/// A role of an operator (docs/security.md, "Operators").
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
pub enum Role {
    /// Looks members and their rounds up, and explains.
    Support,
    /// Writes news, questions, pages, offers, clubs and settings.
    Content,
    /// Reads everything, and verifies.
    Auditor,
    /// Manages operators and projections.
    Admin,
}

impl Role {
    /// Every role.
    pub const ALL: [Self; 4] = [Self::Support, Self::Content, Self::Auditor, Self::Admin];

    /// The name in the database, in the API and on the command line.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Support => "support",
            Self::Content => "content",
            Self::Auditor => "auditor",
            Self::Admin => "admin",
        }
    }
}

/// The roles of these names; unknown ones, of a later release, allow nothing here.
pub(super) fn roles(names: &[String]) -> Vec<Role> {
    Role::ALL.into_iter().filter(|role| names.iter().any(|name| name == role.as_str())).collect()
}

/// The data of an account that a log-in needs.
#[derive(Debug, Clone)]
pub struct Account {
    /// The id.
    pub id: Uuid,
    /// The display name.
    pub name: String,
    /// None: not chosen yet.
    pub password_hash: Option<String>,
    /// The encrypted secret of the authenticator app.
    pub second_factor: Option<Vec<u8>>,
}

from_row!(Account { id, name, password_hash, second_factor });

/// An account in the list of operators.
#[derive(Debug, Clone)]
pub struct Listed {
    /// The id.
    pub id: Uuid,
    /// The display name.
    pub name: String,
    /// The address.
    pub email: String,
    /// The names of the roles.
    pub roles: Vec<String>,
    /// Whether a password was chosen.
    pub has_password: bool,
    /// Whether an authenticator app is in use.
    pub has_second_factor: bool,
    /// Since when it is disabled.
    pub disabled_at: Option<DateTime<Utc>>,
    /// The last use of a session, to the minute.
    pub last_seen_at: Option<DateTime<Utc>>,
}

from_row!(Listed { id, name, email, roles, has_password, has_second_factor, disabled_at, last_seen_at });

impl Listed {
    /// Its roles.
    #[must_use]
    pub fn roles(&self) -> Vec<Role> {
        roles(&self.roles)
    }
}

/// Adds an account without a password. False when the address has one already, or another account the name.
pub async fn add(
    executor: impl PgExecutor<'_>,
    id: Uuid,
    email: &str,
    name: &str,
    roles: &[Role],
    at: DateTime<Utc>,
) -> Result<bool, sqlx::Error> {
    let roles: Vec<&str> = roles.iter().copied().map(Role::as_str).collect();
    let done = sqlx::query(
        // `Saskia-Smit` and `Saskia Smit.` are read as `Saskia Smit`, too.
        "INSERT INTO operators (id, email, name, roles, created_at) SELECT $1, $2, $3, $4, $5
         WHERE NOT EXISTS (SELECT FROM operators
             WHERE regexp_replace(folded(name), '[^[:alnum:]]', '', 'g') = regexp_replace(folded($3), '[^[:alnum:]]', '', 'g'))
         ON CONFLICT DO NOTHING",
    )
    .bind(id)
    .bind(email)
    .bind(name)
    .bind(roles)
    .bind(at)
    .execute(executor)
    .await?;
    Ok(done.rows_affected() > 0)
}

/// Whether the account of a name is disabled; false: it is not, or no account has the name.
pub async fn is_disabled(pool: &PgPool, name: &str) -> Result<bool, sqlx::Error> {
    sqlx::query_scalar(
        "SELECT EXISTS (SELECT FROM operators WHERE folded(name) = folded($1) AND disabled_at IS NOT NULL)",
    )
    .bind(name)
    .fetch_one(pool)
    .await
}

/// Every account, by name.
pub async fn list(pool: &PgPool) -> Result<Vec<Listed>, sqlx::Error> {
    sqlx::query_as(
        "SELECT operator.id, operator.name, operator.email, operator.roles,
             operator.password_hash IS NOT NULL AS has_password,
             operator.second_factor IS NOT NULL AS has_second_factor, operator.disabled_at,
             -- A node of the release before notes it in the session only.
             greatest(operator.last_seen_at, (SELECT max(session.last_used_at) FROM operator_sessions session
                 WHERE session.operator_id = operator.id)) AS last_seen_at
         FROM operators operator ORDER BY operator.name, operator.email",
    )
    .fetch_all(pool)
    .await
}

/// The account of an address in lower case that may log in.
pub async fn account(pool: &PgPool, email: &str) -> Result<Option<Account>, sqlx::Error> {
    sqlx::query_as(
        "SELECT id, name, password_hash, second_factor FROM operators
         WHERE email = $1 AND disabled_at IS NULL AND password_hash IS NOT NULL",
    )
    .bind(email)
    .fetch_optional(pool)
    .await
}

/// The id and the name of the account of an address in lower case.
pub async fn by_email(
    executor: impl PgExecutor<'_>,
    email: &str,
) -> Result<Option<(Uuid, String)>, sqlx::Error> {
    sqlx::query_as("SELECT id, name FROM operators WHERE email = $1")
        .bind(email)
        .fetch_optional(executor)
        .await
}

/// The name of an account.
pub async fn name_of(executor: impl PgExecutor<'_>, id: Uuid) -> Result<Option<String>, sqlx::Error> {
    sqlx::query_scalar("SELECT name FROM operators WHERE id = $1").bind(id).fetch_optional(executor).await
}

/// The name and the roles of an account, locked until the end of the transaction.
pub async fn lock_roles(
    executor: impl PgExecutor<'_>,
    id: Uuid,
) -> Result<Option<(String, Vec<Role>)>, sqlx::Error> {
    let row: Option<(String, Vec<String>)> =
        sqlx::query_as("SELECT name, roles FROM operators WHERE id = $1 FOR UPDATE")
            .bind(id)
            .fetch_optional(executor)
            .await?;
    Ok(row.map(|(name, names)| (name, roles(&names))))
}

/// Gives an account these roles instead of its own.
pub async fn set_roles(executor: impl PgExecutor<'_>, id: Uuid, roles: &[Role]) -> Result<(), sqlx::Error> {
    let roles: Vec<&str> = roles.iter().copied().map(Role::as_str).collect();
    sqlx::query("UPDATE operators SET roles = $2 WHERE id = $1")
        .bind(id)
        .bind(roles)
        .execute(executor)
        .await
        .map(|_| ())
}

/// Accepts the time step of a code. False when that code, or a later one, was used already.
pub async fn use_code(executor: impl PgExecutor<'_>, id: Uuid, step: i64) -> Result<bool, sqlx::Error> {
    let done =
        sqlx::query("UPDATE operators SET second_factor_step = $2 WHERE id = $1 AND second_factor_step < $2")
            .bind(id)
            .bind(step)
            .execute(executor)
            .await?;
    Ok(done.rows_affected() > 0)
}

/// Replaces a password's hash by a stronger one of the same password.
pub async fn rehash(pool: &PgPool, id: Uuid, old: &str, new: &str) -> Result<(), sqlx::Error> {
    sqlx::query("UPDATE operators SET password_hash = $3 WHERE id = $1 AND password_hash = $2")
        .bind(id)
        .bind(old)
        .bind(new)
        .execute(pool)
        .await
        .map(|_| ())
}

/// Disables or enables an account; disabling ends everything that it holds. False when it already was so, or is
/// unknown.
pub async fn set_disabled(
    connection: &mut PgConnection,
    id: Uuid,
    disabled_at: Option<DateTime<Utc>>,
) -> Result<bool, sqlx::Error> {
    let done = sqlx::query(
        "UPDATE operators SET disabled_at = $2 WHERE id = $1 AND (disabled_at IS NULL) <> ($2::timestamptz IS NULL)",
    )
    .bind(id)
    .bind(disabled_at)
    .execute(&mut *connection)
    .await?;
    if disabled_at.is_some() {
        operator_access::end(connection, id).await?;
    }
    Ok(done.rows_affected() > 0)
}

/// Whether this account is the only admin who can log in: one who was invited, and has no password yet, cannot.
pub async fn is_last_admin(connection: &mut PgConnection, id: Uuid) -> Result<bool, sqlx::Error> {
    // Locked, so that two admins do not disable each other at the same time.
    let admins: Vec<Uuid> = sqlx::query_scalar(
        "SELECT id FROM operators
         WHERE 'admin' = ANY(roles) AND disabled_at IS NULL AND password_hash IS NOT NULL ORDER BY id FOR UPDATE",
    )
    .fetch_all(connection)
    .await?;
    Ok(admins == [id])
}

/// Gives an account a new link; an earlier one is invalid from then on.
pub async fn set_link(
    executor: impl PgExecutor<'_>,
    operator: Uuid,
    token_hash: &[u8],
) -> Result<(), sqlx::Error> {
    sqlx::query(
        "INSERT INTO operator_links (operator_id, token_hash) VALUES ($1, $2)
         ON CONFLICT (operator_id) DO UPDATE
             SET token_hash = $2, second_factor = NULL, expires_at = DEFAULT",
    )
    .bind(operator)
    .bind(token_hash)
    .execute(executor)
    .await
    .map(|_| ())
}

/// Takes an account's password, second factor, recovery codes, passkeys and everything else away that it holds.
pub async fn remove_credentials(connection: &mut PgConnection, id: Uuid) -> Result<(), sqlx::Error> {
    sqlx::query("UPDATE operators SET password_hash = NULL, second_factor = NULL WHERE id = $1")
        .bind(id)
        .execute(&mut *connection)
        .await?;
    operator_account::delete_recovery_codes(&mut *connection, id).await?;
    OPERATORS.delete_all(&mut *connection, id).await?;
    operator_access::end(connection, id).await
}

/// A link that is valid.
#[derive(Debug, Clone)]
pub struct Link {
    /// Its account.
    pub operator_id: Uuid,
    /// Their name.
    pub name: String,
    /// Their address.
    pub email: String,
}

from_row!(Link { operator_id, name, email });

/// The account of a link.
pub async fn open_link(pool: &PgPool, token_hash: &[u8]) -> Result<Option<Link>, sqlx::Error> {
    sqlx::query_as(
        "SELECT link.operator_id, operator.name, operator.email
         FROM operator_links link JOIN operators operator ON operator.id = link.operator_id
         WHERE link.token_hash = $1 AND link.expires_at > now() AND operator.disabled_at IS NULL",
    )
    .bind(token_hash)
    .fetch_optional(pool)
    .await
}

/// Uses a link: the password, and the encrypted second factor of which a code was given, are the account's from now on,
/// and everything that it held before ends. False when the link is not valid any more.
pub async fn use_link(
    connection: &mut PgConnection,
    token_hash: &[u8],
    password_hash: &str,
    second_factor: &[u8],
    step: i64,
) -> Result<bool, sqlx::Error> {
    let operator: Option<Uuid> = sqlx::query_scalar(
        "WITH used AS (
             DELETE FROM operator_links WHERE token_hash = $1 AND expires_at > now() RETURNING operator_id
         )
         UPDATE operators operator
         SET password_hash = $2, second_factor = $4, second_factor_step = $3
         FROM used WHERE operator.id = used.operator_id AND operator.disabled_at IS NULL
         RETURNING operator.id",
    )
    .bind(token_hash)
    .bind(password_hash)
    .bind(step)
    .bind(second_factor)
    .fetch_optional(&mut *connection)
    .await?;
    let Some(operator) = operator else { return Ok(false) };
    operator_access::end(connection, operator).await?;
    Ok(true)
}

/// Sets the password of an account that has none yet, without a second factor: for the demonstration.
pub async fn set_first_password(
    executor: impl PgExecutor<'_>,
    id: Uuid,
    password_hash: &str,
) -> Result<(), sqlx::Error> {
    sqlx::query("UPDATE operators SET password_hash = $2 WHERE id = $1 AND password_hash IS NULL")
        .bind(id)
        .bind(password_hash)
        .execute(executor)
        .await
        .map(|_| ())
}
