//! Putting a group on the waiting list of a full day: everything that booking asks must hold, except that there is room.

use std::sync::Arc;

use chrono::{DateTime, NaiveDate, Utc};
use cqrs_es::Aggregate;
use fairway_events::{Holes, MemberId, StreamId, WaitingGroupId};

use super::decide::{About, CountsAs, Decide, waiting_list};
use super::waiting_groups::smallest_changed;
use crate::{
    Club, CourseDay, Decision, Membership, Rejection, Rights, Undecided, WaitingList, World, assess_waiting,
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
    /// The member who asks; the master of the booking that the group may become.
    pub by: MemberId,
    /// The players, 1..=4, the asking member among them, in the order of the request.
    pub players: Vec<MemberId>,
    /// The clock's day.
    pub today: NaiveDate,
    /// The clock's instant.
    pub at: DateTime<Utc>,
}

impl Decide for JoinWaitingList {
    const COUNTS_AS: CountsAs = CountsAs::Change;

    fn streams(&self) -> Vec<StreamId> {
        let members = self.players.iter().map(|player| StreamId::Membership(*player));
        waiting_list(&self.club.id, self.date).into_iter().chain(members).collect()
    }

    fn about(&self) -> About {
        About {
            club: Some(Arc::clone(&self.club)),
            play_date: Some(self.date),
            holes: Some(self.holes),
            players: self.players.clone(),
            ..About::default()
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
}
