//! Clubs' accounts, devices and systems as the journal names them. Fails when the database does not answer.

use std::collections::HashMap;

use fairway_events::ClubUserId;
use sqlx::PgExecutor;
use uuid::Uuid;

/// The names of these accounts, devices and systems, also of those without access.
pub async fn names(
    executor: impl PgExecutor<'_>,
    users: &[ClubUserId],
) -> Result<HashMap<ClubUserId, String>, sqlx::Error> {
    let ids: Vec<Uuid> = users.iter().map(|user| user.0).collect();
    let rows: Vec<(Uuid, String)> = sqlx::query_as(
        "SELECT id, name FROM club_accounts WHERE id = ANY ($1)
         UNION ALL SELECT id, name FROM club_devices WHERE id = ANY ($1)
         UNION ALL SELECT id, name FROM club_systems WHERE id = ANY ($1)",
    )
    .bind(ids)
    .fetch_all(executor)
    .await?;
    Ok(rows.into_iter().map(|(id, name)| (ClubUserId(id), name)).collect())
}
