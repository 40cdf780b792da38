//! A group that waits for places of a full day.

use fairway_events::{Holes, StreamId, WaitingGroupId, WaitingListEvent};

use super::{Scenario, play_day};
use crate::support::{club, id, member};

impl Scenario {
    /// Group `number` asks for places of club 1 on the first day. It consists of one member.
    pub(crate) fn wait(&mut self, number: u32, player: u32) {
        let (club, date, at) = (club(1), play_day(0), self.now());
        let group = WaitingGroupId(id(9, number));
        let (players, by) = (vec![member(player)], member(player));
        self.record(
            StreamId::WaitingList(club.clone(), date),
            WaitingListEvent::GroupStartedWaiting { club, date, group, holes: Holes::Nine, players, by, at },
        );
    }
}
