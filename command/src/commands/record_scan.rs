//! Recording a scan (docs/domain.md §3.24). The list of the day to which the code belongs holds it, so that two devices
//! that read one code, or one device that sends a scan twice, meet there.

use chrono::NaiveDate;
use fairway_events::{BookingId, ClubId, Irregularity, PlaceId, Scan, ScannedRound, StreamId};

use super::decide::{CountsAs, Decide};
use crate::arrival_list::{ArrivalListCommand, Seen};
use crate::{ArrivalList, Decision, Reservation, Undecided, World};

/// Record a scan, whatever it saw: it is never refused. A success without an event when it was recorded before.
#[derive(Debug, Clone)]
pub struct RecordScan {
    /// The club that scanned.
    pub club: ClubId,
    /// The play date of the place that the code names; without one, the day of the scan.
    pub date: NaiveDate,
    /// What was read.
    pub scanned: Scanned,
    /// The scan.
    pub scan: Scan,
}

/// What a code names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scanned {
    /// A place of this club on the list's day, scanned on that day.
    Place {
        /// The booking.
        booking: BookingId,
        /// The place.
        place: PlaceId,
    },
    /// A place of this club, scanned on another day than that of the round.
    OtherDay(ScannedRound),
    /// A place of another club.
    OtherClub(ScannedRound),
    /// No place.
    Unknown,
}

impl Decide for RecordScan {
    const COUNTS_AS: CountsAs = CountsAs::Nothing;

    fn streams(&self) -> Vec<StreamId> {
        let booking = match self.scanned {
            Scanned::Place { booking, .. } => Some(StreamId::Reservation(booking)),
            Scanned::OtherDay(_) | Scanned::OtherClub(_) | Scanned::Unknown => None,
        };
        [StreamId::ArrivalList(self.club.clone(), self.date)].into_iter().chain(booking).collect()
    }

    fn decide(&self, world: &impl World) -> Result<Decision, Undecided> {
        let irregular = |why, round| Seen::Irregular { why, round };
        let seen = match self.scanned {
            Scanned::Place { booking, place } => self.seen(world.get::<Reservation>(booking)?, place),
            Scanned::OtherDay(round) => irregular(Irregularity::OtherDay, Some(round)),
            Scanned::OtherClub(round) => irregular(Irregularity::OtherClub, Some(round)),
            Scanned::Unknown => irregular(Irregularity::Unknown, None),
        };
        let (club, date, scan) = (self.club.clone(), self.date, self.scan);
        let record = ArrivalListCommand::RecordScan { club, date, seen, scan };
        let recorded = world.get::<ArrivalList>((&self.club, date))?.decide(&record)?;
        let mut decision = Decision::default();
        decision.add(StreamId::ArrivalList(self.club.clone(), date), recorded);
        Ok(decision)
    }
}

impl RecordScan {
    /// The player of a place, as the booking is now.
    fn seen(&self, reservation: &Reservation, place: PlaceId) -> Seen {
        let here = reservation.booking().filter(|known| known.check_day(&self.club, self.date).is_ok());
        let Some((booking, place)) = here.and_then(|known| Some((known, known.place(place)?))) else {
            return Seen::Irregular { why: Irregularity::Unknown, round: None };
        };
        let (place, member, active) = (place.id, place.member, place.active);
        let round = ScannedRound { booking: booking.id, place, member, holes: booking.holes };
        if active {
            Seen::Player { round, walk_in: false }
        } else {
            Seen::Irregular { why: Irregularity::Cancelled, round: Some(round) }
        }
    }
}
