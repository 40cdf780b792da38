//! Photos of clubs in the sizes in which they are served. Imports write them; nodes share nothing but the database.
//! Its functions fail when the database does not answer.

use std::collections::HashSet;

use sqlx::PgPool;

/// The hashes of all stored photos.
pub async fn hashes(pool: &PgPool) -> Result<HashSet<String>, sqlx::Error> {
    let hashes: Vec<String> = sqlx::query_scalar("SELECT hash FROM photos").fetch_all(pool).await?;
    Ok(hashes.into_iter().collect())
}

/// One size of a photo, as WebP.
pub async fn webp(pool: &PgPool, hash: &str, width: i32) -> Result<Option<Vec<u8>>, sqlx::Error> {
    sqlx::query_scalar("SELECT webp FROM photo_sizes WHERE hash = $1 AND width = $2")
        .bind(hash)
        .bind(width)
        .fetch_optional(pool)
        .await
}
