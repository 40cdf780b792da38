//! Photos: those that the database does not have yet, and none that no club has any more.

use std::collections::BTreeMap;

use fairway_store::photos::{self as stored, EncodedPhoto};
use sqlx::PgConnection;

/// Stores the photos that the database does not have.
pub(super) async fn store(
    connection: &mut PgConnection,
    photos: &BTreeMap<String, EncodedPhoto>,
) -> Result<(), sqlx::Error> {
    for (hash, photo) in photos {
        stored::store(&mut *connection, hash, photo).await?;
    }
    Ok(())
}

/// Deletes what no club has any more.
pub(super) async fn delete_unused(connection: &mut PgConnection) -> Result<(), sqlx::Error> {
    sqlx::query(
        "DELETE FROM photos WHERE NOT EXISTS (SELECT FROM club_photos WHERE club_photos.hash = photos.hash)",
    )
    .execute(connection)
    .await
    .map(|_| ())
}
