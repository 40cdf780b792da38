//! Photos of clubs in the sizes in which they are served. Imports and operators bring them; nodes share nothing but the
//! database.
//! Its functions fail when the database does not answer.

use std::collections::HashSet;

use sqlx::{PgExecutor, PgPool};

/// The hashes of all stored photos.
pub async fn hashes(pool: &PgPool) -> Result<HashSet<String>, sqlx::Error> {
    let hashes: Vec<String> = sqlx::query_scalar("SELECT hash FROM photos").fetch_all(pool).await?;
    Ok(hashes.into_iter().collect())
}

/// A photo as it is stored.
#[derive(Debug)]
pub struct EncodedPhoto {
    /// Of the largest size, in pixels.
    pub width: u32,
    /// Of the largest size, in pixels.
    pub height: u32,
    /// Widths in pixels, and the WebP of each.
    pub sizes: Vec<(u32, Vec<u8>)>,
}

/// Stores a photo that the database does not have. The web application may only add photos, by this function.
pub async fn store(
    connection: impl PgExecutor<'_>,
    hash: &str,
    photo: &EncodedPhoto,
) -> Result<(), sqlx::Error> {
    let (widths, pictures): (Vec<i32>, Vec<&[u8]>) =
        photo.sizes.iter().map(|(width, webp)| (pixels(*width), webp.as_slice())).unzip();
    sqlx::query("SELECT store_photo($1, $2, $3, $4, $5)")
        .bind(hash)
        .bind(pixels(photo.width))
        .bind(pixels(photo.height))
        .bind(widths)
        .bind(pictures)
        .execute(connection)
        .await
        .map(|_| ())
}

fn pixels(count: u32) -> i32 {
    i32::try_from(count).unwrap_or(i32::MAX)
}

/// The path of a photo in one size.
#[must_use]
pub fn uri(hash: &str, width: u32) -> String {
    format!("/api/photos/{hash}-{width}.webp")
}

/// One size of a photo, as WebP.
pub async fn webp(pool: &PgPool, hash: &str, width: i32) -> Result<Option<Vec<u8>>, sqlx::Error> {
    sqlx::query_scalar("SELECT webp FROM photo_sizes WHERE hash = $1 AND width = $2")
        .bind(hash)
        .bind(width)
        .fetch_optional(pool)
        .await
}
