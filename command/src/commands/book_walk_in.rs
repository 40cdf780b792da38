//! Booking a round at the club for a member who came without one: the round and the arrival, in one commit
//! (docs/domain.md §3.24).

use fairway_events::{Scan, ScannedRound, StreamId};

use super::decide::{About, CountsAs, Decide};
use crate::arrival_list::{ArrivalListCommand, Seen};
use crate::{ArrivalList, BookRound, Decision, Undecided, World};

/// Book a round by the rules of any other, and record that its player arrived. A success without an event when the scan
/// was recorded or the round was booked before.
#[derive(Debug, Clone)]
pub struct BookWalkIn {
    /// The round, of one player who books it.
    pub round: BookRound,
    /// The scan, or the choice of the member.
    pub scan: Scan,
}

impl Decide for BookWalkIn {
    const COUNTS_AS: CountsAs = CountsAs::Nothing;

    fn streams(&self) -> Vec<StreamId> {
        self.round.streams().into_iter().chain([self.list()]).collect()
    }

    fn starts(&self) -> Option<StreamId> {
        self.round.starts()
    }

    fn about(&self) -> About {
        self.round.about()
    }

    fn decide(&self, world: &impl World) -> Result<Decision, Undecided> {
        let (club, date) = (self.round.club.id.clone(), self.round.play_date);
        let list = world.get::<ArrivalList>((&club, date))?;
        // The same request, repeated.
        if list.knows(self.scan.id) {
            return Ok(Decision::default());
        }
        let mut decision = self.round.decide(world)?;
        let (false, Some(player)) = (decision.events.is_empty(), self.round.players.first()) else {
            return Ok(decision);
        };
        let (booking, holes) = (self.round.booking, self.round.holes);
        let round = ScannedRound { booking, place: player.place, member: player.member, holes };
        let seen = Seen::Player { round, walk_in: true };
        let record = ArrivalListCommand::RecordScan { club, date, seen, scan: self.scan };
        decision.add(self.list(), list.decide(&record)?);
        Ok(decision)
    }
}

impl BookWalkIn {
    fn list(&self) -> StreamId {
        StreamId::ArrivalList(self.round.club.id.clone(), self.round.play_date)
    }
}
