//! Addresses that an earlier release stored as they were written, in the ASCII form of a domain with letters or in
//! letters of two parts: whoever logs in is looked up in the one form (`fairway_text::email`).

use fairway_text::email;
use sqlx::PgConnection;
use uuid::Uuid;

/// Tables with an address that somebody logs in with.
const TABLES: [&str; 2] = ["members", "operators"];

/// Gives every address its one form; returns how many changed. Where another account has that form already, both stay
/// as they are, and a warning names them.
///
/// # Errors
/// When the database does not answer.
pub async fn unify(connection: &mut PgConnection) -> Result<usize, sqlx::Error> {
    let mut changed = 0;
    for table in TABLES {
        let exists: bool = sqlx::query_scalar("SELECT to_regclass($1) IS NOT NULL")
            .bind(table)
            .fetch_one(&mut *connection)
            .await?;
        if !exists {
            continue;
        }
        let sql = format!(
            "SELECT id, email FROM {table} WHERE octet_length(email) <> char_length(email) OR strpos(email, 'xn--') > 0"
        );
        let rows: Vec<(Uuid, String)> = sqlx::query_as(&sql).fetch_all(&mut *connection).await?;
        for (id, stored) in rows {
            let one_form = email::canonical(&stored);
            if one_form == stored {
                continue;
            }
            let sql = format!("SELECT id FROM {table} WHERE email = $1");
            let other: Option<Uuid> =
                sqlx::query_scalar(&sql).bind(&one_form).fetch_optional(&mut *connection).await?;
            if let Some(other) = other {
                tracing::warn!(
                    table, account = %id, %other,
                    "two accounts have one address in two forms: both stay, and only the other one can log in"
                );
                continue;
            }
            let sql = format!("UPDATE {table} SET email = $2 WHERE id = $1");
            sqlx::query(&sql).bind(id).bind(&one_form).execute(&mut *connection).await?;
            changed += 1;
        }
    }
    Ok(changed)
}
