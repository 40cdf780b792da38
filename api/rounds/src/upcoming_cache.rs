//! A member's upcoming rounds, for which every start of the app asks first. Cached for as long as no event about the
//! member or about one of the bookings is projected.

use std::sync::Arc;

use chrono::NaiveDate;
use fairway_events::MemberId;
use fairway_query::{Changes, OwnBooking, ReadCache, ReadError, ReadModelsVersion, Reads, Subject};

/// Members in the cache, at most; about 1 KiB for each round of theirs.
const MAX_MEMBERS: usize = 10_000;

/// The upcoming rounds of the members who asked for them last.
#[derive(Debug)]
pub struct UpcomingCache(ReadCache<(MemberId, NaiveDate), Arc<[OwnBooking]>>);

impl UpcomingCache {
    /// A cache that these changes invalidate.
    #[must_use]
    pub fn new(changes: &Changes) -> Self {
        Self(ReadCache::new(changes.clone(), MAX_MEMBERS))
    }

    /// The same as [`Reads::upcoming`].
    ///
    /// # Errors
    /// When the read models have to be read and cannot be.
    pub async fn of_member(
        &self,
        reads: &Reads,
        seen: ReadModelsVersion,
        member: MemberId,
        today: NaiveDate,
    ) -> Result<Arc<[OwnBooking]>, ReadError> {
        if let Some(bookings) = self.0.get(seen, &(member, today)) {
            return Ok(bookings);
        }
        let read_at = self.0.now(seen);
        let bookings: Arc<[OwnBooking]> = reads.upcoming(member, today).await?.into();
        let about = bookings.iter().map(|own| Subject::Booking(own.booking.booking));
        self.0.insert(
            (member, today),
            Arc::clone(&bookings),
            read_at,
            about.chain([Subject::Member(member)]),
        );
        Ok(bookings)
    }
}
