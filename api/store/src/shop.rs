//! The goods on sale according to the data set, and registrations from before the portal sold them. Its functions fail
//! when the database does not answer.

use fairway_events::{Holes, MemberId, from_row};
use serde::Deserialize;
use sqlx::postgres::PgRow;
use sqlx::{PgPool, Row};

/// The shop's settings.
#[derive(Debug, Clone)]
pub struct Settings {
    /// The federation's year on sale.
    pub federation_year: i32,
    /// Its packages.
    pub federation_packages: Vec<Package>,
    /// Free vouchers by length of round.
    pub free_vouchers: Vec<FreeVoucher>,
    /// Days after the day of payment on which a bought voucher is valid.
    pub validity_days: u32,
    /// Free vouchers per member and calendar year.
    pub voucher_maximum: u32,
    /// Ways to pay.
    pub methods: Vec<PaymentMethod>,
}

/// A package of the federation.
#[derive(Debug, Clone, Deserialize)]
pub struct Package {
    /// `homecourse`
    pub key: String,
    /// In Dutch.
    pub description: String,
    /// Euro cents.
    pub price_cents: i64,
}

/// A free voucher.
#[derive(Debug, Clone, Deserialize)]
pub struct FreeVoucher {
    /// The longest round that it allows.
    pub holes: Holes,
    /// Euro cents.
    pub price_cents: i64,
}

/// A way to pay.
#[derive(Debug, Clone, Deserialize)]
pub struct PaymentMethod {
    /// `ideal`
    pub id: String,
    /// `iDEAL | Wero`
    pub name: String,
}

/// A renewal offer.
#[derive(Debug, Clone)]
pub struct Offer {
    /// To this member alone.
    pub personal: bool,
    /// Euro cents.
    pub amount_cents: i64,
    /// The product.
    pub name: String,
    /// Where it is bought.
    pub url: String,
    /// Its contents.
    pub properties: Vec<String>,
}

/// The settings; none before the first import.
///
/// # Errors
/// When the database does not answer, or a row is invalid.
pub async fn settings(pool: &PgPool) -> Result<Option<Settings>, sqlx::Error> {
    let row = sqlx::query("SELECT * FROM settings").fetch_optional(pool).await?;
    row.map(|row| {
        Ok(Settings {
            federation_year: row.try_get("federation_year")?,
            federation_packages: list(&row, "federation_packages")?,
            free_vouchers: list(&row, "free_vouchers")?,
            validity_days: count(&row, "free_voucher_validity_days")?,
            voucher_maximum: count(&row, "free_voucher_max_per_year")?,
            methods: list(&row, "payment_methods")?,
        })
    })
    .transpose()
}

/// The names that operators may give to what they grant.
#[derive(Debug, Clone, Default)]
pub struct GrantNames {
    /// Titles of vouchers.
    pub voucher_titles: Vec<String>,
    /// Names of passes.
    pub pass_names: Vec<String>,
}

from_row!(GrantNames { voucher_titles, pass_names });

/// The names that operators may give to what they grant; none before the first import.
pub async fn grant_names(pool: &PgPool) -> Result<GrantNames, sqlx::Error> {
    let found =
        sqlx::query_as("SELECT voucher_titles, pass_names FROM settings").fetch_optional(pool).await?;
    Ok(found.unwrap_or_default())
}

/// The offers to a member: personal ones first, each group in the order of the data set.
pub async fn offers(pool: &PgPool, member: MemberId) -> Result<Vec<Offer>, sqlx::Error> {
    let rows = sqlx::query(
        "SELECT member_id IS NOT NULL AS personal, amount_cents, name, url, properties FROM offers
         WHERE member_id = $1 OR member_id IS NULL ORDER BY personal DESC, ordinal",
    )
    .bind(member.0)
    .fetch_all(pool)
    .await?;
    rows.iter()
        .map(|row| {
            Ok(Offer {
                personal: row.try_get("personal")?,
                amount_cents: row.try_get("amount_cents")?,
                name: row.try_get("name")?,
                url: row.try_get("url")?,
                properties: row.try_get("properties")?,
            })
        })
        .collect()
}

/// The package of a member's imported registration for a year.
pub async fn registered_before(
    pool: &PgPool,
    member: MemberId,
    year: i32,
) -> Result<Option<String>, sqlx::Error> {
    sqlx::query_scalar("SELECT package FROM federation_registrations WHERE member_id = $1 AND year = $2")
        .bind(member.0)
        .bind(year)
        .fetch_optional(pool)
        .await
}

fn list<T: for<'de> Deserialize<'de>>(row: &PgRow, column: &str) -> Result<Vec<T>, sqlx::Error> {
    Ok(row.try_get::<sqlx::types::Json<Vec<T>>, _>(column)?.0)
}

fn count(row: &PgRow, column: &str) -> Result<u32, sqlx::Error> {
    Ok(u32::try_from(row.try_get::<i32, _>(column)?).unwrap_or(0))
}
