//! Which booking a place belongs to, for a stretch of the journal that the read models lack. They are the index of
//! places; the journal has none, so that a stretch is looked through and must be short.

use uuid::Uuid;

use super::{Journal, Position};
use crate::{AggregateType, BookingId, PlaceId};

impl Journal {
    /// The booking in which the place was taken after `after`, up to and including `last`.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn booking_of_place(
        &self,
        place: PlaceId,
        after: Position,
        last: Position,
    ) -> Result<Option<BookingId>, sqlx::Error> {
        // Ids are unlike each other: a payload that holds the text holds the place.
        let found: Option<String> = sqlx::query_scalar(
            "SELECT aggregate_id FROM events
             WHERE position > $1 AND position <= $2 AND aggregate_type = $3
                 AND event_type IN ('RoundBooked', 'PlayerAdded') AND strpos(payload::text, $4) > 0
             ORDER BY position LIMIT 1",
        )
        .bind(after)
        .bind(last)
        .bind(AggregateType::Reservation.as_str())
        .bind(place.to_string())
        .fetch_optional(self.pool())
        .await?;
        Ok(found.and_then(|id| id.parse::<Uuid>().ok()).map(BookingId))
    }
}
