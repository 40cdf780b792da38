//! Which payment file has the amount of a club's month (docs/domain.md §3.30). A row is never changed: a statement is paid
//! once. Its functions fail when the database does not answer.

use std::collections::HashMap;

use chrono::{DateTime, NaiveDate, Utc};
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

/// A statement that is in a payment file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PaidStatement {
    /// The club.
    pub club: ClubId,
    /// The month.
    pub month: Month,
    /// The file.
    pub message: PaymentMessage,
}

/// All statements of the files that have a statement of a month, and of those whose ids begin so, in the order in which the
/// files were made.
pub async fn of_month(pool: &PgPool, month: Month, begin: &str) -> Result<Vec<PaidStatement>, sqlx::Error> {
    let rows = sqlx::query(
        "SELECT club_id, month, message_id, debtor_name, debtor_iban, created_at FROM club_payments
         WHERE message_id IN (SELECT message_id FROM club_payments WHERE month = $1) OR starts_with(message_id, $2)
         ORDER BY created_at, message_id, club_id, month",
    )
    .bind(month.first_day())
    .bind(begin)
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
            let (club, month) = (ClubId(row.try_get("club_id")?), Month::of(row.try_get("month")?));
            Ok(PaidStatement { club, month, message })
        })
        .collect()
}

/// The months of a club that are in a file, each with when the file was made.
pub async fn of_club(pool: &PgPool, club: &ClubId) -> Result<HashMap<Month, DateTime<Utc>>, sqlx::Error> {
    let rows: Vec<(NaiveDate, DateTime<Utc>)> =
        sqlx::query_as("SELECT month, created_at FROM club_payments WHERE club_id = $1")
            .bind(&club.0)
            .fetch_all(pool)
            .await?;
    Ok(rows.into_iter().map(|(month, at)| (Month::of(month), at)).collect())
}

/// The statements until a last month that are in a file.
pub async fn until(pool: &PgPool, last: Month) -> Result<Vec<(ClubId, Month)>, sqlx::Error> {
    let rows: Vec<(String, NaiveDate)> =
        sqlx::query_as("SELECT club_id, month FROM club_payments WHERE month <= $1")
            .bind(last.first_day())
            .fetch_all(pool)
            .await?;
    Ok(rows.into_iter().map(|(club, month)| (ClubId(club), Month::of(month))).collect())
}

/// Puts statements into a file, in the name of an operator. Returns false, and puts none there, if one of them is in a file.
pub async fn take(
    pool: &PgPool,
    statements: &[(ClubId, Month)],
    message: &PaymentMessage,
    by: &str,
) -> Result<bool, sqlx::Error> {
    // In one order, so that two at once wait for one another, and the later one finds them taken.
    let mut statements: Vec<(NaiveDate, &str)> =
        statements.iter().map(|(club, month)| (month.first_day(), club.0.as_str())).collect();
    statements.sort_unstable();
    let (months, clubs): (Vec<NaiveDate>, Vec<&str>) = statements.into_iter().unzip();
    let taken = sqlx::query(
        "INSERT INTO club_payments (club_id, month, message_id, debtor_name, debtor_iban, created_by, created_at)
         SELECT club, month, $3, $4, $5, $6, $7 FROM unnest($1::text[], $2::date[]) AS taken (club, month)",
    )
    .bind(clubs)
    .bind(months)
    .bind(&message.id)
    .bind(&message.debtor_name)
    .bind(&message.debtor_iban)
    .bind(by)
    .bind(message.created_at)
    .execute(pool)
    .await;
    match taken {
        Ok(_) => Ok(true),
        // The sum of a club is right with all of its statements alone.
        Err(sqlx::Error::Database(error)) if error.is_unique_violation() => Ok(false),
        Err(error) => Err(error),
    }
}

#[cfg(test)]
mod tests {
    use fairway_events::testing::TestDatabase;

    use super::*;

    #[tokio::test]
    async fn a_file_has_all_of_its_statements_or_none() {
        let database = TestDatabase::new().await;
        let pool = &database.pool();
        let at: DateTime<Utc> = "2026-12-04T10:00:00Z".parse().expect("an instant");
        let message = |id: &str| PaymentMessage {
            id: id.to_owned(),
            debtor_name: "Portal".to_owned(),
            debtor_iban: "NL91ABNA0417164300".to_owned(),
            created_at: at,
        };
        let of = |month: &str| (ClubId::from("es"), month.parse::<Month>().expect("a month"));
        let (october, november, december) = (of("2026-10"), of("2026-11"), of("2026-12"));
        assert!(take(pool, std::slice::from_ref(&november), &message("1"), "anke").await.expect("taken"));
        let both = [november.clone(), december.clone()];
        assert!(!take(pool, &both, &message("2"), "bert").await.expect("an answer"));
        let taken = until(pool, december.1).await.expect("statements");
        assert_eq!(taken, std::slice::from_ref(&november));
        assert!(
            take(pool, &[october.clone(), december.clone()], &message("3"), "bert").await.expect("taken")
        );

        let files = async |month: Month, begin: &str| {
            let found = of_month(pool, month, begin).await.expect("statements");
            found.into_iter().map(|paid| (paid.message.id, paid.month)).collect::<Vec<_>>()
        };
        let third = [("3".to_owned(), october.1), ("3".to_owned(), december.1)];
        assert_eq!(files(october.1, "0").await, third, "the whole file");
        assert_eq!(files(november.1, "3").await.len(), 3, "also those that begin so");
        let of_es = of_club(pool, &december.0).await.expect("months");
        assert_eq!(of_es.get(&december.1), Some(&at));
        assert_eq!(until(pool, october.1).await.expect("statements"), [october]);
    }
}
