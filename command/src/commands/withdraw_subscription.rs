//! Taking back a season pass of which no right is used (docs/domain.md §3.22).

use chrono::NaiveDate;
use fairway_events::{MemberId, StreamId, SubscriptionId};

use super::decide::{CountsAs, Decide};
use crate::membership::MembershipCommand;
use crate::{Decision, Membership, Undecided, World};

/// Take back a season pass of which no right is used; an operator's act (docs/domain.md §3.22). A success without an
/// event when it was taken back before.
#[derive(Debug, Clone)]
pub struct WithdrawSubscription {
    /// The member who has it.
    pub member: MemberId,
    /// The pass.
    pub subscription: SubscriptionId,
    /// The clock's day: a round before it cannot be cancelled any more.
    pub today: NaiveDate,
}

impl Decide for WithdrawSubscription {
    const COUNTS_AS: CountsAs = CountsAs::Nothing;

    fn streams(&self) -> Vec<StreamId> {
        vec![StreamId::Membership(self.member)]
    }

    fn decide(&self, world: &impl World) -> Result<Decision, Undecided> {
        let withdraw = MembershipCommand::WithdrawSubscription(self.clone());
        let withdrawn = world.get::<Membership>(self.member)?.decide(&withdraw)?;
        let mut decision = Decision::default();
        decision.add(StreamId::Membership(self.member), withdrawn);
        Ok(decision)
    }
}
