//! Putting a group on the waiting list of a full day: everything that booking asks must hold, except that there is room.

use cqrs_es::Aggregate;
use fairway_events::{MemberId, StreamId};

use super::waiting_groups::smallest_changed;
use crate::{
    CourseDay, Decision, JoinWaitingList, Membership, Rejection, Rights, Undecided, WaitingList, World,
    assess_waiting,
};

impl JoinWaitingList {
    pub(super) fn decide(&self, world: &impl World) -> Result<Decision, Undecided> {
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
