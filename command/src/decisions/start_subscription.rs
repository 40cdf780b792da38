//! Giving a member a season pass.

use fairway_events::StreamId;

use crate::membership::MembershipCommand;
use crate::{Decision, Rejection, StartSubscription, Undecided, World};

impl StartSubscription {
    pub(super) fn decide(&self, world: &impl World) -> Result<Decision, Undecided> {
        let membership = world.membership(self.member)?;
        let start = MembershipCommand::StartSubscription(self.clone());
        let mut decision = Decision::default();
        let events = membership.decide(&start).map_err(Rejection::from)?;
        decision.add(StreamId::Membership(self.member), events);
        Ok(decision)
    }
}
