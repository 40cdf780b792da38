//! Which members of a data set exist already. Requests use other look-ups, which limit the search for strangers.

use std::collections::HashMap;

use fairway_events::MemberId;
use sqlx::PgPool;

/// A member as far as an import needs it.
#[derive(Debug)]
pub(super) struct Known {
    pub(super) id: MemberId,
    pub(super) first_name: String,
}

/// Members by address; addresses in lower case. Unknown ones are absent.
///
/// # Errors
/// When the database does not answer.
pub(super) async fn by_emails(
    pool: &PgPool,
    emails: &[String],
) -> Result<HashMap<String, Known>, sqlx::Error> {
    let rows: Vec<(String, uuid::Uuid, String)> =
        sqlx::query_as("SELECT email, id, first_name FROM members WHERE email = ANY($1)")
            .bind(emails)
            .fetch_all(pool)
            .await?;
    Ok(rows
        .into_iter()
        .map(|(email, id, first_name)| (email, Known { id: MemberId(id), first_name }))
        .collect())
}
