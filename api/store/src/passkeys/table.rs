//! The tables of passkeys: members', operators' and clubs' have the same columns, and so the same statements.
//! Its functions fail when the database does not answer.

use chrono::{DateTime, Utc};
use fairway_events::from_row;
use sqlx::types::Json;
use sqlx::{PgConnection, PgExecutor, PgPool, Row};
use uuid::Uuid;
use webauthn_rs::prelude::Passkey;

/// Passkeys of an account, at most.
pub const MOST: usize = 10;

/// A passkey as its owner sees it.
#[derive(Debug, Clone)]
pub struct ListedPasskey {
    /// Names it.
    pub id: Uuid,
    /// As the owner called it.
    pub name: String,
    /// When it was added.
    pub created_at: DateTime<Utc>,
    /// The last log-in with it.
    pub last_used_at: Option<DateTime<Utc>>,
}

from_row!(ListedPasskey { id, name, created_at, last_used_at });

/// A passkey that wants to log in.
#[derive(Debug, Clone)]
pub struct KnownKey {
    /// Names it.
    pub id: Uuid,
    /// The account.
    pub owner: Uuid,
    /// Its address.
    pub email: String,
    /// The key.
    pub key: Passkey,
}

/// A table of passkeys.
#[derive(Debug, Clone, Copy)]
pub struct PasskeyTable {
    name: &'static str,
    /// The column with the account's id.
    owner: &'static str,
    accounts: &'static str,
}

/// Members' passkeys.
pub const MEMBERS: PasskeyTable = PasskeyTable { name: "passkeys", owner: "member_id", accounts: "members" };
/// Operators' passkeys.
pub const OPERATORS: PasskeyTable =
    PasskeyTable { name: "operator_passkeys", owner: "operator_id", accounts: "operators" };
/// Those of people at clubs.
pub const CLUBS: PasskeyTable =
    PasskeyTable { name: "club_passkeys", owner: "account_id", accounts: "club_accounts" };

impl PasskeyTable {
    /// The passkeys of an account, oldest first.
    pub async fn list(
        self,
        executor: impl PgExecutor<'_>,
        owner: Uuid,
    ) -> Result<Vec<ListedPasskey>, sqlx::Error> {
        let Self { name, owner: column, .. } = self;
        sqlx::query_as(&format!(
            "SELECT id, name, created_at, last_used_at FROM {name} WHERE {column} = $1
             ORDER BY created_at, id LIMIT {MOST}"
        ))
        .bind(owner)
        .fetch_all(executor)
        .await
    }

    /// The keys of the passkeys of an account.
    pub async fn keys(self, pool: &PgPool, owner: Uuid) -> Result<Vec<Passkey>, sqlx::Error> {
        let Self { name, owner: column, .. } = self;
        let keys: Vec<Json<Passkey>> =
            sqlx::query_scalar(&format!("SELECT credential FROM {name} WHERE {column} = $1 LIMIT {MOST}"))
                .bind(owner)
                .fetch_all(pool)
                .await?;
        Ok(keys.into_iter().map(|Json(key)| key).collect())
    }

    /// Stores a new passkey. False when somebody has this key already.
    pub(crate) async fn insert(
        self,
        executor: impl PgExecutor<'_>,
        owner: Uuid,
        id: Uuid,
        name: &str,
        key: &Passkey,
        now: DateTime<Utc>,
    ) -> Result<bool, sqlx::Error> {
        let Self { name: table, owner: column, .. } = self;
        let done = sqlx::query(&format!(
            "INSERT INTO {table} (id, {column}, credential_id, credential, name, created_at)
             VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (credential_id) DO NOTHING"
        ))
        .bind(id)
        .bind(owner)
        .bind(AsRef::<[u8]>::as_ref(key.cred_id()))
        .bind(Json(key))
        .bind(name)
        .bind(now)
        .execute(executor)
        .await?;
        Ok(done.rows_affected() > 0)
    }

    /// The passkey that a device names; none when it is unknown or was removed, or its account is disabled.
    pub async fn of_credential(
        self,
        pool: &PgPool,
        credential_id: &[u8],
    ) -> Result<Option<KnownKey>, sqlx::Error> {
        let Self { name, owner, accounts } = self;
        let row = sqlx::query(&format!(
            "SELECT passkey.id, {owner} AS owner, email, credential
             FROM {name} AS passkey JOIN {accounts} AS account ON account.id = {owner}
             WHERE credential_id = $1 AND disabled_at IS NULL"
        ))
        .bind(credential_id)
        .fetch_optional(pool)
        .await?;
        row.map(|row| {
            let Json(key) = row.try_get("credential")?;
            Ok(KnownKey {
                id: row.try_get("id")?,
                owner: row.try_get("owner")?,
                email: row.try_get("email")?,
                key,
            })
        })
        .transpose()
    }

    /// Stores the new counter of a passkey that was used, whose account is locked first, as everywhere: a removal of the
    /// passkey locks it too. False when it was removed in the meantime.
    pub async fn note_use(
        self,
        connection: &mut PgConnection,
        id: Uuid,
        key: &Passkey,
        now: DateTime<Utc>,
    ) -> Result<bool, sqlx::Error> {
        let Self { name, owner, accounts } = self;
        sqlx::query(&format!(
            "SELECT FROM {accounts} WHERE id = (SELECT {owner} FROM {name} WHERE id = $1) FOR NO KEY UPDATE"
        ))
        .bind(id)
        .execute(&mut *connection)
        .await?;
        let used =
            sqlx::query(&format!("UPDATE {name} SET credential = $2, last_used_at = $3 WHERE id = $1"))
                .bind(id)
                .bind(Json(key))
                .bind(now)
                .execute(connection)
                .await?;
        Ok(used.rows_affected() > 0)
    }

    /// Removes the passkeys of an account. Returns how many.
    pub(crate) async fn delete_all(
        self,
        executor: impl PgExecutor<'_>,
        owner: Uuid,
    ) -> Result<u64, sqlx::Error> {
        let Self { name, owner: column, .. } = self;
        let done = sqlx::query(&format!("DELETE FROM {name} WHERE {column} = $1"))
            .bind(owner)
            .execute(executor)
            .await?;
        Ok(done.rows_affected())
    }
}
