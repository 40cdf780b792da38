//! A club says that a player did not come, after the day (docs/domain.md §3.27).

use chrono::NaiveDate;
use fairway_events::{AbsenceReason, BookingId, ClubId, PlaceId, StreamId};

use super::decide::{CountsAs, Decide};
use crate::arrival_list::ArrivalListCommand;
use crate::{ArrivalList, Decision, Rejection, Reservation, Undecided, World};

/// Record that a player did not come. A success without an event when the club says so already.
#[derive(Debug, Clone)]
pub struct RecordAbsence {
    /// The club.
    pub club: ClubId,
    /// The list's day.
    pub date: NaiveDate,
    /// The booking.
    pub booking: BookingId,
    /// The player's place.
    pub place: PlaceId,
    /// Why.
    pub reason: AbsenceReason,
    /// The clock's day.
    pub today: NaiveDate,
}

impl Decide for RecordAbsence {
    const COUNTS_AS: CountsAs = CountsAs::Nothing;

    fn streams(&self) -> Vec<StreamId> {
        vec![StreamId::Reservation(self.booking), StreamId::ArrivalList(self.club.clone(), self.date)]
    }

    fn decide(&self, world: &impl World) -> Result<Decision, Undecided> {
        let booking = world.get::<Reservation>(self.booking)?.booking();
        let booking = booking.filter(|known| known.check_day(&self.club, self.date).is_ok());
        let place =
            booking.and_then(|known| known.place(self.place)).ok_or(Rejection::ReservationNotFound)?;
        if !place.active {
            return Err(Rejection::PlayerLeft.into());
        }
        let record = ArrivalListCommand::RecordAbsence(self.clone(), place.member);
        let recorded = world.get::<ArrivalList>((&self.club, self.date))?.decide(&record)?;
        let mut decision = Decision::default();
        decision.add(StreamId::ArrivalList(self.club.clone(), self.date), recorded);
        Ok(decision)
    }
}
