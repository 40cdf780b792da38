//! Addresses that an earlier release stored as they were written, in the ASCII form of a domain with letters, in letters
//! of two parts, or with what stood around them: whoever logs in is looked up in the one form (`fairway_text::email`).
//! Its functions fail when the database does not answer.

use fairway_text::email;
use sqlx::PgConnection;
use uuid::Uuid;

/// Tables with an address that somebody logs in with.
const TABLES: [&str; 2] = ["members", "operators"];

/// An account, and its address as it is stored.
type Stored = (Uuid, String);

/// Whether an address is stored in another form that this log-in could change. Two accounts of one address stay so.
pub async fn are_left(connection: &mut PgConnection) -> Result<bool, sqlx::Error> {
    for table in TABLES {
        if !in_other_forms(&mut *connection, table).await?.is_empty() {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Gives every address its one form; returns how many changed. Where another account has that form already, both stay
/// as they are, and a warning names them. Does nothing for a log-in that does not own the tables.
pub async fn unify(connection: &mut PgConnection) -> Result<usize, sqlx::Error> {
    let mut changed = 0;
    for table in TABLES {
        for (id, stored) in in_other_forms(&mut *connection, table).await? {
            let one_form = email::canonical(&stored);
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

/// Addresses of a table that are not in their one form; none where this log-in does not own the table.
async fn in_other_forms(connection: &mut PgConnection, table: &str) -> Result<Vec<Stored>, sqlx::Error> {
    let sql = "SELECT EXISTS (
        SELECT FROM pg_class WHERE oid = to_regclass($1) AND pg_has_role(relowner, 'USAGE'))";
    let is_owner: bool = sqlx::query_scalar(sql).bind(table).fetch_one(&mut *connection).await?;
    if !is_owner {
        return Ok(Vec::new());
    }
    // All others have their one form; a former release also stored `<jan@x.nl>`, `mailto:jan@x.nl` and `jan@x.nl,`.
    let sql = format!(
        "SELECT id, email FROM {table}
         WHERE email !~ '^[a-z0-9.!#$%&''*+/=?^_`{{|}}~-]+@[a-z0-9.-]+$' OR strpos(email, 'xn--') > 0"
    );
    let rows: Vec<Stored> = sqlx::query_as(&sql).fetch_all(connection).await?;
    Ok(rows.into_iter().filter(|(_, stored)| email::canonical(stored) != *stored).collect())
}
