//! A player takes a group off the waiting list.

use chrono::{DateTime, NaiveDate, Utc};
use fairway_events::{ClubId, MemberId, StreamId, WaitingGroupId};

use super::decide::{About, CountsAs, Decide, waiting_list};
use super::waiting_groups::without_offer;
use crate::waiting_list::WaitingListCommand;
use crate::{Decision, Undecided, World};

/// Take a group off the list; any of its players may. An offer ends with it. A success without an event when it is off.
#[derive(Debug, Clone)]
pub struct LeaveWaitingList {
    /// The group.
    pub group: WaitingGroupId,
    /// The list's club.
    pub club: ClubId,
    /// The list's day.
    pub date: NaiveDate,
    /// The member who asks.
    pub by: MemberId,
    /// The clock's instant.
    pub at: DateTime<Utc>,
}

impl Decide for LeaveWaitingList {
    const COUNTS_AS: CountsAs = CountsAs::Change;

    fn streams(&self) -> Vec<StreamId> {
        waiting_list(&self.club, self.date).into()
    }

    fn about(&self) -> About {
        About { play_date: Some(self.date), ..About::default() }
    }

    fn decide(&self, world: &impl World) -> Result<Decision, Undecided> {
        let asked = WaitingListCommand::Leave(self.clone());
        without_offer(world, (&self.club, self.date), self.group, &asked)
    }
}
