//! How far the projections were behind in the last hour: one row each for every 15 seconds.
//! Its functions fail when the database does not answer.

use chrono::{DateTime, Utc};
use fairway_audit::projections::Lag;
use fairway_events::from_row;
use sqlx::PgPool;

/// Seconds between two samples.
pub const EVERY: u32 = 15;

/// A sample.
#[derive(Debug, Clone)]
pub struct Sample {
    /// When, by the database's clock; a multiple of [`EVERY`].
    pub at: DateTime<Utc>,
    /// The projection's name.
    pub projection: String,
    /// How many events it was behind.
    pub lag_events: i64,
    /// How long the oldest of them had waited, seconds.
    pub lag_seconds: f64,
}

from_row!(Sample { at, projection, lag_events, lag_seconds });

/// Stores a sample, unless another process did at about the same time, and deletes those older than an hour.
pub async fn add(pool: &PgPool, lag: &Lag) -> Result<(), sqlx::Error> {
    let each = || lag.projections.iter();
    sqlx::query(
        "WITH expired AS (DELETE FROM projection_lags WHERE at < clock_timestamp() - interval '1 hour')
         INSERT INTO projection_lags (at, projection, lag_events, lag_seconds)
         SELECT date_bin(make_interval(secs => $1), $2, 'epoch'::timestamptz), sampled.*
         FROM UNNEST($3::text[], $4::bigint[], $5::float8[]) AS sampled
         ON CONFLICT (at, projection) DO NOTHING",
    )
    .bind(f64::from(EVERY))
    .bind(lag.at)
    .bind(each().map(|one| one.name.as_str()).collect::<Vec<_>>())
    .bind(each().map(|one| one.lag_events).collect::<Vec<_>>())
    .bind(each().map(|one| one.lag_seconds).collect::<Vec<_>>())
    .execute(pool)
    .await
    .map(|_| ())
}

/// The samples of the last hour, in order of time.
pub async fn last_hour(pool: &PgPool) -> Result<Vec<Sample>, sqlx::Error> {
    sqlx::query_as(
        "SELECT at, projection, lag_events, lag_seconds FROM projection_lags
         WHERE at >= clock_timestamp() - interval '1 hour' ORDER BY at, projection",
    )
    .fetch_all(pool)
    .await
}
