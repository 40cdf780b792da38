//! Who came to a club on a day: the `ArrivalList` aggregate, stream id `{club}/{date}` (docs/domain.md §3.24,
//! §3.27).

use chrono::{DateTime, NaiveDate, Utc};
use serde::{Deserialize, Serialize};

use crate::kind::events;
use crate::{BookingId, ClubId, ClubUserId, Holes, MemberId, PlaceId, ScanId};

events! {
    /// Facts about the arrivals of one club's day. No reason is about a person.
    pub enum ArrivalListEvent, ArrivalListEventName {
        /// The club saw the code of an active place of the day for the first time, or since its arrival was taken back.
        PlayerArrived["1.0.0"] {
            club: ClubId,
            date: NaiveDate,
            booking: BookingId,
            place: PlaceId,
            member: MemberId,
            holes: Holes,
            /// Whether the club booked the round in the same commit.
            walk_in: bool,
            scan: Scan,
        },
        /// The club saw the code of a player who had arrived. The earliest time counts as the arrival.
        PlayerSeenAgain["1.0.0"] {
            club: ClubId, date: NaiveDate, booking: BookingId, place: PlaceId, member: MemberId, scan: Scan,
        },
        /// A scan that counts for nobody until the club decides.
        IrregularScanRecorded["1.0.0"] {
            club: ClubId,
            date: NaiveDate,
            why: Irregularity,
            /// None: the code names no round.
            round: Option<ScannedRound>,
            scan: Scan,
        },
        /// The club decided. If the scan counts, the round's player arrived at the time of the scan.
        IrregularScanDecided["1.0.0"] {
            club: ClubId,
            date: NaiveDate,
            scan: ScanId,
            counts: bool,
            /// As it was recorded.
            round: Option<ScannedRound>,
            reason: String,
        },
        /// The arrival was taken back: no scan of the place up to here counts. The player may arrive again.
        ArrivalAnnulled["1.0.0"] {
            club: ClubId, date: NaiveDate, booking: BookingId, place: PlaceId, member: MemberId, reason: String,
        },
        /// The player played another number of holes than the club reported so far. The member's right is as it was.
        PlayedHolesCorrected["1.0.0"] {
            club: ClubId,
            date: NaiveDate,
            booking: BookingId,
            place: PlaceId,
            member: MemberId,
            holes: Holes,
            reason: String,
        },
        /// The club says that a player did not come. Recorded again: for another reason, and the objection is open again.
        AbsenceRecorded["1.0.0"] {
            club: ClubId,
            date: NaiveDate,
            booking: BookingId,
            place: PlaceId,
            member: MemberId,
            reason: AbsenceReason,
        },
        /// The player says that this is not so.
        AbsenceObjected["1.0.0"] {
            club: ClubId, date: NaiveDate, booking: BookingId, place: PlaceId, member: MemberId,
        },
        /// The club took the absence back.
        AbsenceWithdrawn["1.0.0"] {
            club: ClubId, date: NaiveDate, booking: BookingId, place: PlaceId, member: MemberId, reason: String,
        },
    }
}

/// Why a player did not come.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AbsenceReason {
    /// The player did not say why.
    NoShow,
    /// The weather.
    Weather,
    /// The player was ill.
    Illness,
}

impl AbsenceReason {
    /// Every reason.
    pub const ALL: [Self; 3] = [Self::NoShow, Self::Weather, Self::Illness];

    /// As it is stored.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::NoShow => "no_show",
            Self::Weather => "weather",
            Self::Illness => "illness",
        }
    }
}

/// One reading of a code, or a choice from the list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Scan {
    /// Made by the device: the same scan, sent again, has the same.
    pub id: ScanId,
    /// The account or device that scanned.
    pub by: ClubUserId,
    /// The instant at which it was received, less its age by the device's steady clock.
    pub at: DateTime<Utc>,
    /// The instant that the device's own clock had.
    pub device_time: DateTime<Utc>,
    /// How the place was recognised.
    pub method: ScanMethod,
}

/// How a place was recognised.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ScanMethod {
    /// The device's camera read the code.
    Camera,
    /// A scanner that types read it.
    Scanner,
    /// Somebody typed the booking's number.
    Number,
    /// Somebody chose the player from the list.
    List,
}

impl ScanMethod {
    /// Every method.
    pub const ALL: [Self; 4] = [Self::Camera, Self::Scanner, Self::Number, Self::List];

    /// As it is stored.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Camera => "camera",
            Self::Scanner => "scanner",
            Self::Number => "number",
            Self::List => "list",
        }
    }
}

/// Why a scan counts for nobody by itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Irregularity {
    /// The code is of a round on another day than that of the scan.
    OtherDay,
    /// The code is of a round at another club.
    OtherClub,
    /// The place was cancelled, or swapped for another.
    Cancelled,
    /// The code names no round.
    Unknown,
}

impl Irregularity {
    /// Every cause.
    pub const ALL: [Self; 4] = [Self::OtherDay, Self::OtherClub, Self::Cancelled, Self::Unknown];

    /// As it is stored.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::OtherDay => "other_day",
            Self::OtherClub => "other_club",
            Self::Cancelled => "cancelled",
            Self::Unknown => "unknown",
        }
    }
}

/// The round that a code names, and its player.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct ScannedRound {
    /// The booking.
    pub booking: BookingId,
    /// The player's own reservation id.
    pub place: PlaceId,
    /// The player.
    pub member: MemberId,
    /// The length of the round as it was booked.
    pub holes: Holes,
}
