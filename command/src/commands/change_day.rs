//! Closing one day of a club, limiting its places, or opening it again. The day and every round that it meets change in
//! one commit, so that a crash leaves nothing half done (docs/domain.md §3.17).

use std::collections::BTreeMap;

use chrono::{DateTime, NaiveDate, Utc};
use fairway_events::{BookingId, ClubId, CourseDayEvent, PlaceId, ReservationEvent, StreamId};

use super::decide::{CountsAs, Decide, require};
use super::release::Release;
use crate::course_day::CourseDayCommand;
use crate::reservation::{Place, ReservationCommand};
use crate::{CourseDay, Decision, Rejection, Reservation, Undecided, World};

/// A change for one day of a club.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DayChange {
    /// Nobody can book; every round of the day is cancelled by the club.
    Close,
    /// So many places at most; the rounds that were booked last are cancelled by the club, until the others fit.
    Limit {
        /// Active places at most.
        capacity: u32,
    },
    /// As the club's own terms say again.
    Reopen,
}

/// Close one day of a club, limit its places, or open it again; by an operator or the club (docs/domain.md §3.17). All rounds that
/// it cancels and all their rights are in one append.
#[derive(Debug, Clone)]
pub struct ChangeDay {
    /// The club.
    pub club: ClubId,
    /// The day.
    pub date: NaiveDate,
    /// The change.
    pub change: DayChange,
    /// The text that members read where a round is cancelled or the day is closed, in Dutch.
    pub notice: String,
    /// The bookings that this cancels as who decided saw it, in any order. If it would cancel others, nothing is done.
    pub meets: Vec<BookingId>,
    /// The clock's day.
    pub today: NaiveDate,
    /// The clock's instant.
    pub at: DateTime<Utc>,
}

impl Decide for ChangeDay {
    const COUNTS_AS: CountsAs = CountsAs::Nothing;

    fn streams(&self) -> Vec<StreamId> {
        vec![StreamId::CourseDay(self.club.clone(), self.date)]
    }

    fn decide(&self, world: &impl World) -> Result<Decision, Undecided> {
        if self.date < self.today {
            return Err(Rejection::DayOver.into());
        }
        let day = world.get::<CourseDay>((&self.club, self.date))?;
        let mut of_day = day.decide(&self.day_command())?;
        let met = bookings_met(day, &self.change);
        let mut seen = self.meets.clone();
        seen.sort_unstable();
        seen.dedup();
        // Nothing left to do: the same request, repeated.
        if of_day.is_empty() && met.is_empty() {
            return Ok(Decision::default());
        }
        if seen != met {
            return Err(Rejection::DayChanged.into());
        }
        require(world, met.iter().map(|booking| StreamId::Reservation(*booking)))?;
        let mut cancelled: Vec<(Vec<ReservationEvent>, Release<'_>)> = Vec::with_capacity(met.len());
        for booking in &met {
            let reservation = world.get::<Reservation>(*booking)?;
            let cancel = ReservationCommand::CancelByClub { notice: self.notice.clone(), at: self.at };
            let events = reservation.decide(&cancel)?;
            let known = reservation.booking().ok_or(Rejection::ReservationNotFound)?;
            let places: Vec<&Place> = known.active().collect();
            cancelled.push((events, Release { booking: known, places, today: self.today }));
        }
        require(world, cancelled.iter().flat_map(|(_, release)| release.streams()))?;
        let mut orders = Vec::new();
        for (_, release) in &cancelled {
            orders.extend(release.orders(world)?);
        }
        require(world, orders)?;

        let mut decision = Decision::default();
        for (events, release) in cancelled {
            decision.add(StreamId::Reservation(release.booking.id), events);
            // The club cannot have them: every right comes back, also on the day itself.
            release.rights(world, &mut decision, |_| false)?;
            of_day.extend(day.decide(&release.day_command())?);
        }
        decision.add::<CourseDayEvent>(StreamId::CourseDay(self.club.clone(), self.date), of_day);
        Ok(decision)
    }
}

impl ChangeDay {
    fn day_command(&self) -> CourseDayCommand {
        let (club, date) = (self.club.clone(), self.date);
        match &self.change {
            DayChange::Close => CourseDayCommand::Close { club, date, notice: self.notice.clone() },
            DayChange::Limit { capacity } => CourseDayCommand::Limit { club, date, capacity: *capacity },
            DayChange::Reopen => CourseDayCommand::Reopen { club, date },
        }
    }
}

/// The bookings that a change of the day cancels, in the order of their ids.
#[must_use]
pub fn bookings_met(day: &CourseDay, change: &DayChange) -> Vec<BookingId> {
    let mut places: BTreeMap<BookingId, Vec<PlaceId>> = BTreeMap::new();
    for (place, booking) in day.places() {
        places.entry(booking).or_default().push(place);
    }
    match change {
        DayChange::Close => places.into_keys().collect(),
        DayChange::Reopen => Vec::new(),
        DayChange::Limit { capacity } => {
            let mut claimed = day.claimed();
            // Ids of bookings begin with the time at which they were made: the last ones are the latest.
            let mut met: Vec<BookingId> = places
                .iter()
                .rev()
                .take_while(|(_, places)| {
                    let is_too_full = claimed > *capacity;
                    claimed = claimed.saturating_sub(u32::try_from(places.len()).unwrap_or(u32::MAX));
                    is_too_full
                })
                .map(|(booking, _)| *booking)
                .collect();
            met.reverse();
            met
        }
    }
}
