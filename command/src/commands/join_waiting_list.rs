//! Putting a group on the waiting list of a full day: everything that booking asks must hold, except that there is room.
//! So must everything that adding players asks, where they want to join a booking.

use std::sync::Arc;

use chrono::{DateTime, NaiveDate, Utc};
use cqrs_es::Aggregate;
use fairway_events::{BookingId, Holes, MemberId, StreamId, WaitingGroupId};

use super::decide::{About, CountsAs, Decide, waiting_list};
use super::waiting_groups::smallest_changed;
use crate::{
    Club, CourseDay, Decision, Membership, Rejection, Reservation, Rights, Undecided, WaitingList, World,
    assess_waiting,
};

/// Put a group on the waiting list of a full day. The same request, repeated, is a success without an event.
#[derive(Debug, Clone)]
pub struct JoinWaitingList {
    /// The new group's id.
    pub group: WaitingGroupId,
    /// The club.
    pub club: Arc<Club>,
    /// The play date.
    pub date: NaiveDate,
    /// The length of the round.
    pub holes: Holes,
    /// The member who asks; the master of the booking that the group may become, or a player of the one that it joins.
    pub by: MemberId,
    /// The players, 1..=4, in the order of the request; the asking member is among them unless they join a booking.
    pub players: Vec<MemberId>,
    /// The booking that they want to join, which is at that club on that date; none: they want one of their own.
    pub joins: Option<BookingId>,
    /// The clock's day.
    pub today: NaiveDate,
    /// The clock's instant.
    pub at: DateTime<Utc>,
}

impl Decide for JoinWaitingList {
    const COUNTS_AS: CountsAs = CountsAs::Change;

    fn streams(&self) -> Vec<StreamId> {
        let members = self.players.iter().map(|player| StreamId::Membership(*player));
        let booking = self.joins.map(StreamId::Reservation);
        waiting_list(&self.club.id, self.date).into_iter().chain(members).chain(booking).collect()
    }

    fn about(&self) -> About {
        About {
            booking: self.joins,
            club: Some(Arc::clone(&self.club)),
            play_date: Some(self.date),
            holes: Some(self.holes),
            players: self.players.clone(),
        }
    }

    fn decide(&self, world: &impl World) -> Result<Decision, Undecided> {
        let list = world.get::<WaitingList>((&self.club.id, self.date))?;
        let events = list.join(self, || self.check(world))?;
        let mut decision = Decision::default();
        if events.is_empty() {
            return Ok(decision);
        }
        let day = world.get::<CourseDay>((&self.club.id, self.date))?;
        let mut after = list.clone();
        events.iter().cloned().for_each(|event| after.apply(event));
        decision.add(StreamId::WaitingList(self.club.id.clone(), self.date), events);
        decision.add(
            StreamId::CourseDay(self.club.id.clone(), self.date),
            smallest_changed(day, &after, &self.club.id, self.date)?,
        );
        Ok(decision)
    }
}

impl JoinWaitingList {
    fn check(&self, world: &impl World) -> Result<(), Undecided> {
        if let Some(booking) = self.joins {
            self.check_booking(world.get::<Reservation>(booking)?)?;
        }
        let mut players: Vec<(MemberId, &Rights)> = Vec::with_capacity(self.players.len());
        for player in &self.players {
            players.push((*player, world.get::<Membership>(*player)?.rights()));
        }
        let day = world.get::<CourseDay>((&self.club.id, self.date))?.status(self.at);
        assess_waiting(&self.club, &day, &players, self.date, self.holes, self.today)
            .map_err(Rejection::from)?;
        if self.club.check_room(&day, players.len()).is_ok() {
            return Err(Rejection::RoomOnDay.into());
        }
        match self.club.capacity_on(day.capacity) {
            Some(capacity) if players.len() > capacity as usize => {
                Err(Rejection::MoreThanCapacity { capacity }.into())
            }
            Some(_) | None => Ok(()),
        }
    }

    fn check_booking(&self, reservation: &Reservation) -> Result<(), Rejection> {
        reservation.check_joining(self.by, self.players.len(), self.today)?;
        let booking = reservation.booking().filter(|booking| booking.holes == self.holes);
        booking.ok_or(Rejection::ReservationNotFound)?.check_day(&self.club.id, self.date)
    }
}
