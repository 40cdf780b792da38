//! Photos: those of each club in the data set's order, and none that no club has any more.

use std::collections::BTreeMap;

use sqlx::PgConnection;

use crate::programs::import::rows::{ClubRow, EncodedPhoto};

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

/// A club's photos.
pub(super) async fn of_club(connection: &mut PgConnection, row: &ClubRow) -> Result<(), sqlx::Error> {
    sqlx::query("DELETE FROM club_photos WHERE club_id = $1").bind(&row.id).execute(&mut *connection).await?;
    let (hashes, alts): (Vec<&str>, Vec<&str>) =
        row.photos.iter().map(|photo| (photo.hash.as_str(), photo.alt.as_str())).unzip();
    sqlx::query(
        "INSERT INTO club_photos (club_id, ordinal, hash, alt)
         SELECT $1, ordinal::integer, hash, alt
         FROM UNNEST($2::text[], $3::text[]) WITH ORDINALITY AS photo (hash, alt, ordinal)",
    )
    .bind(&row.id)
    .bind(hashes)
    .bind(alts)
    .execute(connection)
    .await
    .map(|_| ())
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
