//! The statements of a subject's page: each is one look-up by primary key.

use anyhow::Result;
use chrono::{DateTime, Utc};
use fairway_events::{BookingId, PlaceId, Position, StreamId};
use sqlx::PgPool;
use uuid::Uuid;

use crate::moment::At;

/// The sequence of a stream's last event; 0 where there is none.
pub(super) async fn length(pool: &PgPool, stream: &StreamId) -> Result<i64> {
    let found = sqlx::query_scalar(
        "SELECT sequence FROM events WHERE aggregate_type = $1 AND aggregate_id = $2
         ORDER BY sequence DESC LIMIT 1",
    )
    .bind(stream.aggregate_type().as_str())
    .bind(stream.aggregate_id())
    .fetch_optional(pool)
    .await?;
    Ok(found.unwrap_or(0))
}

/// The moment of a stream's event; none where it has no such event.
pub(super) async fn at_sequence(pool: &PgPool, stream: &StreamId, sequence: i64) -> Result<Option<At>> {
    let found: Option<(Position, DateTime<Utc>)> = sqlx::query_as(
        "SELECT position, recorded_at FROM events
         WHERE aggregate_type = $1 AND aggregate_id = $2 AND sequence = $3",
    )
    .bind(stream.aggregate_type().as_str())
    .bind(stream.aggregate_id())
    .bind(sequence)
    .fetch_optional(pool)
    .await?;
    Ok(found.map(|(position, instant)| At { instant, position: Some(position) }))
}

/// The booking of a place.
pub(super) async fn booking_of(pool: &PgPool, place: PlaceId) -> Result<Option<BookingId>> {
    let sql = "SELECT booking_id FROM reservations_places WHERE place_id = $1";
    let found: Option<Uuid> = sqlx::query_scalar(sql).bind(place.0).fetch_optional(pool).await?;
    Ok(found.map(BookingId))
}
