//! Reading several tables as of one moment.

use sqlx::{PgPool, Postgres, Transaction};

/// Begins a transaction whose reads agree with each other, whatever is written meanwhile.
/// Fails when the database does not answer.
pub async fn begin(pool: &PgPool) -> Result<Transaction<'static, Postgres>, sqlx::Error> {
    let mut transaction = pool.begin().await?;
    sqlx::query("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        .execute(&mut *transaction)
        .await?;
    Ok(transaction)
}
