//! Giving a member a season pass.

use fairway_events::StreamId;

use crate::membership::MembershipCommand;
use crate::{Decision, Membership, StartSubscription, Undecided, World};

impl StartSubscription {
    pub(super) fn decide(&self, world: &impl World) -> Result<Decision, Undecided> {
        let start = MembershipCommand::StartSubscription(self.clone());
        let mut decision = Decision::default();
        decision
            .add(StreamId::Membership(self.member), world.get::<Membership>(self.member)?.decide(&start)?);
        Ok(decision)
    }
}
