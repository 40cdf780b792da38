//! What happens to one booking: the group round of the `Reservation` aggregate, stream id the booking id.

use chrono::{DateTime, NaiveDate, Utc};
use cqrs_es::DomainEvent;
use serde::{Deserialize, Serialize};

use crate::{BookedPlace, BookingId, CancelMode, ClubId, Holes, MemberId, PlaceId};

/// Facts about a booking. Play dates are days in Europe/Amsterdam, instants are UTC.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[expect(
    missing_docs,
    reason = "the fields are the vocabulary of docs/domain.md §2; the variants are explained"
)]
pub enum ReservationEvent {
    /// A group of 1..=4 booked a round; players stand in the order of the request, which is the order of mastership.
    RoundBooked {
        booking: BookingId,
        club: ClubId,
        play_date: NaiveDate,
        holes: Holes,
        master: MemberId,
        places: Vec<BookedPlace>,
        booked_at: DateTime<Utc>,
    },
    /// An active player added one more; a place joins at the end of the line for mastership.
    PlayerAdded {
        booking: BookingId,
        club: ClubId,
        play_date: NaiveDate,
        holes: Holes,
        place: BookedPlace,
        added_by: MemberId,
        added_at: DateTime<Utc>,
    },
    /// A place was given up, by its player or by the master.
    PlaceCancelled {
        booking: BookingId,
        place: PlaceId,
        member: MemberId,
        by: MemberId,
        mode: CancelMode,
        cancelled_at: DateTime<Utc>,
    },
    /// The place was cancelled on the play date: its right stays used (docs/domain.md §3.4).
    PlayRightExpired { booking: BookingId, place: PlaceId, member: MemberId },
    /// The master left; the longest-standing active player leads from here.
    MasterPassedOn { booking: BookingId, from: MemberId, to: MemberId },
    /// The last active place went: nobody plays.
    BookingCancelled { booking: BookingId },
}

impl ReservationEvent {
    /// The event's name, as stored and as operators see it.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::RoundBooked { .. } => "RoundBooked",
            Self::PlayerAdded { .. } => "PlayerAdded",
            Self::PlaceCancelled { .. } => "PlaceCancelled",
            Self::PlayRightExpired { .. } => "PlayRightExpired",
            Self::MasterPassedOn { .. } => "MasterPassedOn",
            Self::BookingCancelled { .. } => "BookingCancelled",
        }
    }

    /// The payload's version: a new event must choose one here.
    #[must_use]
    pub const fn version(&self) -> &'static str {
        match self {
            Self::RoundBooked { .. }
            | Self::PlayerAdded { .. }
            | Self::PlaceCancelled { .. }
            | Self::PlayRightExpired { .. }
            | Self::MasterPassedOn { .. }
            | Self::BookingCancelled { .. } => "1.0.0",
        }
    }
}

impl DomainEvent for ReservationEvent {
    fn event_type(&self) -> String {
        self.name().to_owned()
    }

    fn event_version(&self) -> String {
        self.version().to_owned()
    }
}
