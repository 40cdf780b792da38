//! Who came to a club on a day, and the scans that say so (docs/domain.md §3.24); and who did not (§3.27).

mod fold;
mod reads;

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use fairway_events::{
    AbsenceReason, BookingId, ClubUserId, Holes, Irregularity, MemberId, PlaceId, ScanId, ScanMethod,
    ScannedRound,
};

pub use fold::PROJECTION;

/// The arrivals at a club on a day.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct DayArrivals {
    /// Also those that were annulled.
    pub places: HashMap<PlaceId, Arrival>,
    /// In the order of the scans.
    pub irregular: Vec<IrregularScan>,
}

/// The arrival of a player.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Arrival {
    /// The place.
    pub place: PlaceId,
    /// Its booking.
    pub booking: BookingId,
    /// The player.
    pub member: MemberId,
    /// The length of the round as it was booked.
    pub holes: Holes,
    /// The length that was played, as the club corrected it.
    pub played_holes: Holes,
    /// The earliest scan that counts, UTC; of an annulled arrival the earliest that counted.
    pub arrived_at: DateTime<Utc>,
    /// The account or device that made it.
    pub arrived_by: ClubUserId,
    /// How it was made.
    pub method: ScanMethod,
    /// Whether the round was booked when the player arrived.
    pub walk_in: bool,
    /// Whether that scan was irregular, and counts by decision.
    pub by_decision: bool,
    /// How often the code was scanned once more.
    pub seen_again: u32,
    /// When the arrival was taken back, UTC; none: it stands.
    pub annulled_at: Option<DateTime<Utc>>,
}

/// A scan that counts for nobody until the club decides.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IrregularScan {
    /// The scan.
    pub scan: ScanId,
    /// Why it is irregular.
    pub why: Irregularity,
    /// The round of the code; none: it names none.
    pub round: Option<ScannedRound>,
    /// When it was made, UTC.
    pub at: DateTime<Utc>,
    /// The account or device that made it.
    pub by: ClubUserId,
    /// How it was made.
    pub method: ScanMethod,
    /// What the club decided; none: nothing yet.
    pub counts: Option<bool>,
    /// Why, as the club wrote it.
    pub reason: Option<String>,
}

/// A player did not come, as the club says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Absence {
    /// Why.
    pub reason: AbsenceReason,
    /// When the club said so, UTC.
    pub recorded_at: DateTime<Utc>,
    /// When the player objected, UTC; none: not.
    pub objected_at: Option<DateTime<Utc>>,
}

/// What the journal has of a scan.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecordedScan {
    /// What it was.
    pub kind: ScanKind,
    /// The place that the code named.
    pub place: Option<PlaceId>,
    /// When it was made, UTC.
    pub at: DateTime<Utc>,
    /// The account or device that made it.
    pub by: ClubUserId,
}

/// What a scan was.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ScanKind {
    /// The player arrived.
    Arrival,
    /// The player had arrived.
    SeenAgain,
    /// It counts for nobody by itself.
    Irregular(Irregularity),
}

impl ScanKind {
    /// As it is stored.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Arrival => "arrival",
            Self::SeenAgain => "seen_again",
            Self::Irregular(why) => why.as_str(),
        }
    }

    /// The column's check allows no other text.
    fn from_stored(text: &str) -> Self {
        match text {
            "arrival" => Self::Arrival,
            "seen_again" => Self::SeenAgain,
            other => Self::Irregular(
                Irregularity::ALL
                    .into_iter()
                    .find(|why| why.as_str() == other)
                    .unwrap_or(Irregularity::Unknown),
            ),
        }
    }
}
