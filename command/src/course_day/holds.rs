//! Places of a day that are held for groups of its waiting list (docs/domain.md §3.19). A hold carries its end: past
//! that it counts no more, whether or not anybody has recorded it.

use chrono::{DateTime, NaiveDate, Utc};
use fairway_events::{ClubId, CourseDayEvent, WaitingGroupId};

use super::{CourseDay, Hold};
use crate::{Club, ClubReason, DayStatus, Reason, Rejection};

impl CourseDay {
    /// How often places of the day came free: a group that was passed over is considered again when it happens once more.
    #[must_use]
    pub const fn releases(&self) -> u32 {
        self.releases
    }

    /// Whether places are held for the group, also past their end.
    #[must_use]
    pub fn holds_for(&self, group: WaitingGroupId) -> bool {
        self.holds.iter().any(|hold| hold.group == group)
    }

    /// The status as it is for the taker of an offer. Its own places are free, as are those that were offered later: where
    /// an operator left fewer places than are held, they are for those who were offered them first.
    #[must_use]
    pub fn status_for(&self, offer: Option<WaitingGroupId>, at: DateTime<Utc>) -> DayStatus {
        match offer {
            None => self.status(at),
            Some(group) => {
                let held = total(self.holds.iter().take_while(|hold| hold.group != group), at);
                DayStatus { held, smallest_in_turn: None, ..self.status(at) }
            }
        }
    }

    pub(super) fn held(&self, at: DateTime<Utc>) -> u32 {
        total(self.holds.iter(), at)
    }

    pub(super) fn hold(
        &self,
        club: &Club,
        date: NaiveDate,
        (group, places): (WaitingGroupId, u32),
        until: DateTime<Utc>,
        at: DateTime<Utc>,
    ) -> Result<Vec<CourseDayEvent>, Rejection> {
        if self.holds_for(group) {
            return Ok(vec![]);
        }
        let status = self.status(at);
        club.check_open(date, &status).map_err(Reason::from)?;
        if club.free_on(&status).is_some_and(|free| places > free) {
            return Err(Reason::from(ClubReason::Full).into());
        }
        Ok(vec![CourseDayEvent::PlacesHeld { club: club.id.clone(), date, group, places, until }])
    }

    pub(super) fn end_hold(
        &self,
        club: &ClubId,
        date: NaiveDate,
        group: WaitingGroupId,
    ) -> Vec<CourseDayEvent> {
        let ended = CourseDayEvent::HoldEnded { club: club.clone(), date, group };
        if self.holds_for(group) { vec![ended] } else { vec![] }
    }

    /// Groups that were passed over are considered again.
    pub(super) const fn places_came_free(&mut self) {
        self.releases = self.releases.saturating_add(1);
        self.smallest_in_turn = self.smallest;
    }
}

fn total<'a>(holds: impl Iterator<Item = &'a Hold>, at: DateTime<Utc>) -> u32 {
    holds.filter(|hold| hold.until > at).map(|hold| hold.places).sum()
}
