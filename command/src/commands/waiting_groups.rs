//! The changes of a club's day that follow from a change of its waiting list: holds that end, and the two numbers that
//! a booking looks at (docs/domain.md §3.19).

use chrono::NaiveDate;
use cqrs_es::Aggregate;
use fairway_events::{ClubId, CourseDayEvent, StreamId, WaitingGroupId, WaitingListEvent};

use crate::course_day::{CourseDay, CourseDayCommand};
use crate::waiting_list::{Smallest, WaitingList, WaitingListCommand};
use crate::{Decision, Rejection, Undecided, World};

/// Decides what leaves a group without an offer.
pub(super) fn without_offer(
    world: &impl World,
    (club, date): (&ClubId, NaiveDate),
    group: WaitingGroupId,
    command: &WaitingListCommand,
) -> Result<Decision, Undecided> {
    let list = world.get::<WaitingList>((club, date))?;
    let events: Vec<WaitingListEvent> = list.decide(command)?;
    let mut decision = Decision::default();
    if events.is_empty() {
        return Ok(decision);
    }
    let day = world.get::<CourseDay>((club, date))?;
    let mut after = list.clone();
    events.iter().cloned().for_each(|event| after.apply(event));
    let mut of_day = day.decide(&CourseDayCommand::EndHold { club: club.clone(), date, group })?;
    of_day.extend(smallest_changed(day, &after, club, date)?);
    decision.add(StreamId::WaitingList(club.clone(), date), events);
    decision.add(StreamId::CourseDay(club.clone(), date), of_day);
    Ok(decision)
}

/// Tells the day which sizes the list's smallest groups have now.
pub(super) fn smallest_changed(
    day: &CourseDay,
    list: &WaitingList,
    club: &ClubId,
    date: NaiveDate,
) -> Result<Vec<CourseDayEvent>, Rejection> {
    let Smallest { of_all, in_turn } = list.smallest(day.releases());
    day.decide(&CourseDayCommand::ChangeWaitingGroups {
        club: club.clone(),
        date,
        smallest: of_all,
        smallest_in_turn: in_turn,
    })
}
