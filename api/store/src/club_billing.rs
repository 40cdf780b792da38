//! Who clubs and the portal's own company are on invoices (docs/domain.md §3.30). The journal keeps them as they were when
//! a month was closed. Its functions fail when the database does not answer.

use std::collections::HashSet;

use chrono::{DateTime, Utc};
use fairway_events::{BillingDetails, ClubId};
use sqlx::postgres::PgRow;
use sqlx::{PgPool, Row};

/// Those of a club.
pub async fn of_club(pool: &PgPool, club: &ClubId) -> Result<Option<BillingDetails>, sqlx::Error> {
    let row = sqlx::query(
        "SELECT name, street, postal_code, city, registration, vat_number, iban FROM club_billing WHERE club_id = $1",
    )
    .bind(&club.0)
    .fetch_optional(pool)
    .await?;
    row.as_ref().map(details).transpose()
}

/// The clubs whose details are known.
pub async fn clubs(pool: &PgPool) -> Result<HashSet<ClubId>, sqlx::Error> {
    let found: Vec<String> = sqlx::query_scalar("SELECT club_id FROM club_billing").fetch_all(pool).await?;
    Ok(found.into_iter().map(ClubId).collect())
}

/// Those of the portal's own company.
pub async fn own(pool: &PgPool) -> Result<Option<BillingDetails>, sqlx::Error> {
    let row = sqlx::query(
        "SELECT name, street, postal_code, city, registration, vat_number, iban FROM own_billing",
    )
    .fetch_optional(pool)
    .await?;
    row.as_ref().map(details).transpose()
}

fn details(row: &PgRow) -> Result<BillingDetails, sqlx::Error> {
    Ok(BillingDetails {
        name: row.try_get("name")?,
        street: row.try_get("street")?,
        postal_code: row.try_get("postal_code")?,
        city: row.try_get("city")?,
        registration: row.try_get("registration")?,
        vat_number: row.try_get("vat_number")?,
        iban: row.try_get("iban")?,
    })
}

/// Stores those of a club, in the name of an operator.
pub async fn store_of_club(
    pool: &PgPool,
    club: &ClubId,
    details: &BillingDetails,
    by: &str,
    at: DateTime<Utc>,
) -> Result<(), sqlx::Error> {
    sqlx::query(
        "INSERT INTO club_billing (club_id, name, street, postal_code, city, registration, vat_number, iban, changed_by,
             changed_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
         ON CONFLICT (club_id) DO UPDATE SET name = excluded.name, street = excluded.street,
             postal_code = excluded.postal_code, city = excluded.city, registration = excluded.registration,
             vat_number = excluded.vat_number, iban = excluded.iban, changed_by = excluded.changed_by,
             changed_at = excluded.changed_at",
    )
    .bind(&club.0)
    .bind(&details.name)
    .bind(&details.street)
    .bind(&details.postal_code)
    .bind(&details.city)
    .bind(&details.registration)
    .bind(&details.vat_number)
    .bind(&details.iban)
    .bind(by)
    .bind(at)
    .execute(pool)
    .await
    .map(|_| ())
}

/// Stores those of the portal's own company, in the name of an operator.
pub async fn store_own(
    pool: &PgPool,
    details: &BillingDetails,
    by: &str,
    at: DateTime<Utc>,
) -> Result<(), sqlx::Error> {
    sqlx::query(
        "INSERT INTO own_billing (name, street, postal_code, city, registration, vat_number, iban, changed_by, changed_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
         ON CONFLICT (only_row) DO UPDATE SET name = excluded.name, street = excluded.street,
             postal_code = excluded.postal_code, city = excluded.city, registration = excluded.registration,
             vat_number = excluded.vat_number, iban = excluded.iban, changed_by = excluded.changed_by,
             changed_at = excluded.changed_at",
    )
    .bind(&details.name)
    .bind(&details.street)
    .bind(&details.postal_code)
    .bind(&details.city)
    .bind(&details.registration)
    .bind(&details.vat_number)
    .bind(&details.iban)
    .bind(by)
    .bind(at)
    .execute(pool)
    .await
    .map(|_| ())
}
