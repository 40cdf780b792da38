//! The booking of a place, for events that are not projected yet. The read models are the index of places; the journal
//! has none and scans the given range, which must be short.

use uuid::Uuid;

use super::{Journal, Position};
use crate::{AggregateType, BookingId, PlaceId};

impl Journal {
    /// The booking in which the place was taken after `after`, up to and including `last`.
    /// Fails when the database does not answer.
    pub async fn booking_of_place(
        &self,
        place: PlaceId,
        after: Position,
        last: Position,
    ) -> Result<Option<BookingId>, sqlx::Error> {
        // Ids are unique: a payload that contains the text contains the place.
        let found: Option<String> = sqlx::query_scalar(
            "SELECT aggregate_id FROM events
             WHERE position > $1 AND position <= $2 AND aggregate_type = $3
                 AND event_type IN ('RoundBooked', 'PlayerAdded', 'PlayerSwapped') AND strpos(payload::text, $4) > 0
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
