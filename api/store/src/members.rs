//! The members. The journal and the read models contain ids only; names are looked up here, all names of a request in
//! one query. Its functions fail when the database does not answer.

use std::collections::HashMap;

use fairway_events::MemberId;
use sqlx::postgres::PgRow;
use sqlx::{PgPool, Row};
use uuid::Uuid;

/// The data of a member that others may see, and that a booking needs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Member {
    /// Immutable.
    pub id: MemberId,
    /// In lower case.
    pub email: String,
    /// `Jan`
    pub first_name: String,
    /// `de`; empty when there is none.
    pub prefix: String,
    /// `Vries`
    pub last_name: String,
    /// Whether every required field of the profile is filled in.
    pub profile_complete: bool,
    /// Whether an operator closed the account: others cannot find or add this member, and their rounds remain.
    pub disabled: bool,
}

impl Member {
    /// A placeholder for a member whose personal data were erased: their rounds are still in the read models.
    #[must_use]
    pub fn erased(id: MemberId) -> Self {
        Self {
            id,
            email: String::new(),
            first_name: "verwijderd".to_owned(),
            prefix: String::new(),
            last_name: "lid".to_owned(),
            profile_complete: false,
            disabled: false,
        }
    }

    /// Whether this is the placeholder of an erased member.
    #[must_use]
    pub fn is_erased(&self) -> bool {
        self.email.is_empty()
    }

    pub(super) fn from_row(row: &PgRow) -> Result<Self, sqlx::Error> {
        Ok(Self {
            id: MemberId(row.try_get("id")?),
            email: row.try_get("email")?,
            first_name: row.try_get("first_name")?,
            prefix: row.try_get("prefix")?,
            last_name: row.try_get("last_name")?,
            profile_complete: row.try_get("profile_complete")?,
            disabled: row.try_get("disabled")?,
        })
    }
}

/// Members by id. Erased members are included and marked as such.
pub async fn by_ids(pool: &PgPool, ids: &[MemberId]) -> Result<HashMap<MemberId, Member>, sqlx::Error> {
    let mut found: HashMap<_, _> = ids.iter().map(|id| (*id, Member::erased(*id))).collect();
    if ids.is_empty() {
        return Ok(found);
    }
    let rows = sqlx::query(
        "SELECT id, email, first_name, prefix, last_name, profile_complete, disabled_at IS NOT NULL AS disabled
         FROM members WHERE id = ANY($1)",
    )
    .bind(ids.iter().map(|id| id.0).collect::<Vec<_>>())
    .fetch_all(pool)
    .await?;
    for row in &rows {
        let member = Member::from_row(row)?;
        found.insert(member.id, member);
    }
    Ok(found)
}

/// The member of an address in lower case; none when unknown or disabled.
pub async fn by_email(pool: &PgPool, email: &str) -> Result<Option<Member>, sqlx::Error> {
    let row = sqlx::query(
        "SELECT id, email, first_name, prefix, last_name, profile_complete, false AS disabled
         FROM members WHERE email = $1 AND disabled_at IS NULL",
    )
    .bind(email)
    .fetch_optional(pool)
    .await?;
    row.as_ref().map(Member::from_row).transpose()
}

/// The telephone numbers of members, as they wrote them; an erased one has none.
pub async fn telephones(pool: &PgPool, ids: &[MemberId]) -> Result<HashMap<MemberId, String>, sqlx::Error> {
    let ids: Vec<Uuid> = ids.iter().map(|id| id.0).collect();
    let found: Vec<(Uuid, String)> = sqlx::query_as("SELECT id, telephone FROM members WHERE id = ANY($1)")
        .bind(ids)
        .fetch_all(pool)
        .await?;
    Ok(found.into_iter().map(|(id, telephone)| (MemberId(id), telephone)).collect())
}

/// The data for a log-in.
#[derive(Debug, Clone)]
pub struct Account {
    /// The member.
    pub member: MemberId,
    /// PHC form.
    pub password_hash: String,
}

/// The account of an address in lower case; none when unknown or disabled.
pub async fn account(pool: &PgPool, email: &str) -> Result<Option<Account>, sqlx::Error> {
    let row = sqlx::query("SELECT id, password_hash FROM members WHERE email = $1 AND disabled_at IS NULL")
        .bind(email)
        .fetch_optional(pool)
        .await?;
    row.map(|row| {
        Ok(Account { member: MemberId(row.try_get("id")?), password_hash: row.try_get("password_hash")? })
    })
    .transpose()
}

/// Stores the same password under a new hash, unless it changed in the meantime.
pub async fn rehash(pool: &PgPool, member: MemberId, old: &str, new: &str) -> Result<(), sqlx::Error> {
    sqlx::query("UPDATE members SET password_hash = $3 WHERE id = $1 AND password_hash = $2")
        .bind(member.0)
        .bind(old)
        .bind(new)
        .execute(pool)
        .await
        .map(|_| ())
}

/// Whether the database has any member: an empty one needs its first import.
pub async fn any(pool: &PgPool) -> Result<bool, sqlx::Error> {
    sqlx::query_scalar("SELECT EXISTS (SELECT 1 FROM members)").fetch_one(pool).await
}
