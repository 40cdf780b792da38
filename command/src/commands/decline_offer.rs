//! A player says no to the places that are offered to their group.

use chrono::{DateTime, NaiveDate, Utc};
use fairway_events::{ClubId, MemberId, StreamId, WaitingGroupId};

use super::decide::{About, CountsAs, Decide, waiting_list};
use super::waiting_groups::without_offer;
use crate::waiting_list::WaitingListCommand;
use crate::{CourseDay, Decision, Undecided, World};

/// Say no to an offer; any player of the group may. The group stays in its place and is considered again when further
/// places come free. A success without an event when there is no offer any more.
#[derive(Debug, Clone)]
pub struct DeclineOffer {
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

impl Decide for DeclineOffer {
    const COUNTS_AS: CountsAs = CountsAs::Change;

    fn streams(&self) -> Vec<StreamId> {
        waiting_list(&self.club, self.date).into()
    }

    fn about(&self) -> About {
        About { play_date: Some(self.date), ..About::default() }
    }

    fn decide(&self, world: &impl World) -> Result<Decision, Undecided> {
        let releases = world.get::<CourseDay>((&self.club, self.date))?.releases();
        let asked = WaitingListCommand::Decline(self.clone(), releases);
        without_offer(world, (&self.club, self.date), self.group, &asked)
    }
}
