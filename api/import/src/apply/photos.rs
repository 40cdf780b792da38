//! Photos: those that the database does not have yet, and none that no club and no draft has any more.

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

/// Deletes what no club has any more, and no draft: an operator uploaded the photos of a draft.
pub(super) async fn delete_unused(connection: &mut PgConnection) -> Result<(), sqlx::Error> {
    sqlx::query(
        "DELETE FROM photos
         WHERE NOT EXISTS (SELECT FROM club_photos WHERE club_photos.hash = photos.hash)
           AND NOT EXISTS (SELECT FROM content_schedule
                           WHERE kind = 'club' AND position(photos.hash IN draft::text) > 0)",
    )
    .execute(connection)
    .await
    .map(|_| ())
}
