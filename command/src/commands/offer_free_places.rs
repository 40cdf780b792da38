//! Offering places that came free to the groups whose turn it is (docs/domain.md §3.19). Offers that can no longer be
//! taken end first, since their places are free; then the groups are tried in the order of the list while one fits.

use std::sync::Arc;

use chrono::{DateTime, NaiveDate, Utc};
use cqrs_es::Aggregate;
use fairway_events::{CourseDayEvent, MemberId, StreamId, WaitingGroupId, WaitingListEvent};

use super::decide::{CountsAs, Decide, waiting_list};
use super::waiting_groups::smallest_changed;
use crate::course_day::CourseDayCommand;
use crate::waiting_list::{Group, WaitingListCommand, offer_end};
use crate::{
    Club, CourseDay, Decision, Membership, Rejection, Reservation, Rights, Undecided, WaitingList, World,
    assess_waiting,
};

/// Groups that one decision considers, so that it stays short however many cannot play. The others are considered when the
/// command is given again.
const MAX_CONSIDERED: usize = 16;

/// Groups whose players are loaded together: few of those ahead are usually needed, and each load takes time.
const LOADED_AHEAD: usize = 4;

/// The list and the day as they become, and how.
struct Steps {
    list: WaitingList,
    day: CourseDay,
    of_list: Vec<WaitingListEvent>,
    of_day: Vec<CourseDayEvent>,
}

/// End the offers that have lapsed or whose round takes nobody any more, and offer free places to the groups whose turn it
/// is. A success without an event when there is nothing to do; one with events may leave more to do, so that it is asked
/// for again.
#[derive(Debug, Clone)]
pub struct OfferFreePlaces {
    /// The list's club.
    pub club: Arc<Club>,
    /// The list's day.
    pub date: NaiveDate,
    /// The clock's day.
    pub today: NaiveDate,
    /// The clock's instant.
    pub at: DateTime<Utc>,
}

impl Decide for OfferFreePlaces {
    const COUNTS_AS: CountsAs = CountsAs::Nothing;

    fn streams(&self) -> Vec<StreamId> {
        waiting_list(&self.club.id, self.date).into()
    }

    fn decide(&self, world: &impl World) -> Result<Decision, Undecided> {
        let Some(until) = offer_end(self.date, self.at) else { return Ok(Decision::default()) };
        let list = world.get::<WaitingList>((&self.club.id, self.date))?.clone();
        let day = world.get::<CourseDay>((&self.club.id, self.date))?.clone();
        let mut steps = Steps { list, day, of_list: Vec::new(), of_day: Vec::new() };
        let (club, date, at) = (&self.club.id, self.date, self.at);

        for group in self.ended_offers(&steps.list, world)? {
            let (club, releases) = (club.clone(), steps.day.releases());
            steps.list(&WaitingListCommand::Lapse { club: club.clone(), date, group, releases })?;
            steps.day(&CourseDayCommand::EndHold { club, date, group })?;
        }
        for _considered in 0..MAX_CONSIDERED {
            let Some(group) = self.next(&steps, world)? else { break };
            let (club, places, id) = (club.clone(), group.size(), group.id);
            if self.may_play(&group, &steps.day, world)? {
                steps.list(&WaitingListCommand::Offer { club, date, group: id, until, at })?;
                let club = self.club.clone();
                steps.day(&CourseDayCommand::HoldPlaces { club, date, group: id, places, until, at })?;
            } else {
                let releases = steps.day.releases();
                steps.list(&WaitingListCommand::PassOver { club, date, group: id, releases })?;
            }
        }
        let changed = smallest_changed(&steps.day, &steps.list, club, date)?;
        steps.of_day.extend(changed);

        let mut decision = Decision::default();
        decision.add(StreamId::WaitingList(club.clone(), date), steps.of_list);
        decision.add(StreamId::CourseDay(club.clone(), date), steps.of_day);
        Ok(decision)
    }
}

impl OfferFreePlaces {
    /// The groups whose offer is past its end, or whose round was cancelled, filled, or left by who asked.
    fn ended_offers(&self, list: &WaitingList, world: &impl World) -> Result<Vec<WaitingGroupId>, Undecided> {
        let joined = list.offered().filter_map(|group| group.joins.map(StreamId::Reservation));
        let unknown: Vec<StreamId> = joined.filter(|stream| world.find(stream).is_none()).collect();
        if !unknown.is_empty() {
            return Err(Undecided::Missing(unknown));
        }
        let mut ended = Vec::new();
        for group in list.offered() {
            if group.is_lapsed(self.at) || !self.can_join(group, world)? {
                ended.push(group.id);
            }
        }
        Ok(ended)
    }

    /// Whether the booking that the group wants to join has places for it; true for a group that joins none.
    fn can_join(&self, group: &Group, world: &impl World) -> Result<bool, Undecided> {
        let Some(booking) = group.joins else { return Ok(true) };
        let reservation = world.get::<Reservation>(booking)?;
        Ok(reservation.check_joining(group.by, group.players.len(), self.today).is_ok())
    }

    /// The first group in turn that fits, with its players' rights and the booking that it joins, and those of the next few
    /// loaded.
    fn next(&self, steps: &Steps, world: &impl World) -> Result<Option<Group>, Undecided> {
        let status = steps.day.status(self.at);
        if self.club.check_open(self.date, &status).is_err() {
            return Ok(None);
        }
        let free = self.club.free_on(&status).unwrap_or(u32::MAX);
        let mut groups = steps.list.in_turn(free, steps.day.releases());
        let Some(group) = groups.next() else { return Ok(None) };
        let unknown = |group: &Group| {
            let players = group.players.iter().map(|player| StreamId::Membership(*player));
            let streams = players.chain(group.joins.map(StreamId::Reservation));
            streams.filter(|stream| world.find(stream).is_none()).collect::<Vec<_>>()
        };
        let mut missing = unknown(group);
        if !missing.is_empty() {
            missing.extend(groups.take(LOADED_AHEAD - 1).flat_map(unknown));
            return Err(Undecided::Missing(missing));
        }
        Ok(Some(group.clone()))
    }

    fn may_play(&self, group: &Group, day: &CourseDay, world: &impl World) -> Result<bool, Undecided> {
        if !self.can_join(group, world)? {
            return Ok(false);
        }
        let mut players: Vec<(MemberId, &Rights)> = Vec::with_capacity(group.players.len());
        for player in &group.players {
            players.push((*player, world.get::<Membership>(*player)?.rights()));
        }
        let day = day.status(self.at);
        Ok(assess_waiting(&self.club, &day, &players, self.date, group.holes, self.today).is_ok())
    }
}

impl Steps {
    fn list(&mut self, command: &WaitingListCommand) -> Result<(), Rejection> {
        let events = self.list.decide(command)?;
        events.iter().cloned().for_each(|event| self.list.apply(event));
        self.of_list.extend(events);
        Ok(())
    }

    fn day(&mut self, command: &CourseDayCommand) -> Result<(), Rejection> {
        let events = self.day.decide(command)?;
        events.iter().cloned().for_each(|event| self.day.apply(event));
        self.of_day.extend(events);
        Ok(())
    }
}
