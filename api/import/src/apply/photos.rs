//! Photos: those that the database does not have yet, and none that no club has any more.

use std::collections::BTreeMap;

use sqlx::PgConnection;

use crate::rows::EncodedPhoto;

/// Stores the photos that the database does not have.
pub(super) async fn store(
    connection: &mut PgConnection,
    photos: &BTreeMap<String, EncodedPhoto>,
) -> Result<(), sqlx::Error> {
    for (hash, photo) in photos {
        // Another import may have stored it since this one asked.
        sqlx::query("INSERT INTO photos (hash, width, height) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING")
            .bind(hash)
            .bind(pixels(photo.width))
            .bind(pixels(photo.height))
            .execute(&mut *connection)
            .await?;
        for (width, webp) in &photo.sizes {
            sqlx::query(
                "INSERT INTO photo_sizes (hash, width, webp) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
            )
            .bind(hash)
            .bind(pixels(*width))
            .bind(webp)
            .execute(&mut *connection)
            .await?;
        }
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

fn pixels(count: u32) -> i32 {
    i32::try_from(count).unwrap_or(i32::MAX)
}
