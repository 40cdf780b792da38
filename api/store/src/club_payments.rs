//! Which payment file has the transfer of a club's month (docs/domain.md §3.30). A row is never changed: a statement is
//! paid once. Its functions fail when the database does not answer.

use chrono::{DateTime, Utc};
use fairway_events::{ClubId, Month};
use sqlx::{PgPool, Row};

/// A payment file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PaymentMessage {
    /// By which the bank knows it.
    pub id: String,
    /// The company that pays.
    pub debtor_name: String,
    /// The account from which is paid.
    pub debtor_iban: String,
    /// When it was made.
    pub created_at: DateTime<Utc>,
}

/// The clubs whose statements of a month are in a file, each with the file.
pub async fn of_month(pool: &PgPool, month: Month) -> Result<Vec<(ClubId, PaymentMessage)>, sqlx::Error> {
    let rows = sqlx::query(
        "SELECT club_id, message_id, debtor_name, debtor_iban, created_at FROM club_payments WHERE month = $1
         ORDER BY created_at, message_id, club_id",
    )
    .bind(month.first_day())
    .fetch_all(pool)
    .await?;
    rows.iter()
        .map(|row| {
            let message = PaymentMessage {
                id: row.try_get("message_id")?,
                debtor_name: row.try_get("debtor_name")?,
                debtor_iban: row.try_get("debtor_iban")?,
                created_at: row.try_get("created_at")?,
            };
            Ok((ClubId(row.try_get("club_id")?), message))
        })
        .collect()
}

/// Puts the statements of clubs into a file, in the name of an operator, except those that are in one. Returns how many
/// it put there.
pub async fn take(
    pool: &PgPool,
    month: Month,
    clubs: &[ClubId],
    message: &PaymentMessage,
    by: &str,
) -> Result<u64, sqlx::Error> {
    // In one order, so that two at once wait for one another, and the later one finds them all taken.
    let mut clubs: Vec<&str> = clubs.iter().map(|club| club.0.as_str()).collect();
    clubs.sort_unstable();
    sqlx::query(
        "INSERT INTO club_payments (club_id, month, message_id, debtor_name, debtor_iban, created_by, created_at)
         SELECT club, $2, $3, $4, $5, $6, $7 FROM unnest($1::text[]) AS club
         ON CONFLICT (month, club_id) DO NOTHING",
    )
    .bind(clubs)
    .bind(month.first_day())
    .bind(&message.id)
    .bind(&message.debtor_name)
    .bind(&message.debtor_iban)
    .bind(by)
    .bind(message.created_at)
    .execute(pool)
    .await
    .map(|done| done.rows_affected())
}
