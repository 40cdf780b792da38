//! Giving a member a season pass.

use chrono::NaiveDate;
use fairway_events::{Holes, MemberId, StreamId, SubscriptionId};

use super::decide::{CountsAs, Decide};
use crate::membership::MembershipCommand;
use crate::{Decision, Membership, Undecided, World};

/// Give a member a season pass. A success without an event when that pass has started already.
#[derive(Debug, Clone)]
#[expect(missing_docs, reason = "the fields are those of MembershipEvent::SubscriptionStarted")]
pub struct StartSubscription {
    pub member: MemberId,
    pub subscription: SubscriptionId,
    pub name: String,
    pub startdate: NaiveDate,
    pub enddate: NaiveDate,
    pub paymentdate: Option<NaiveDate>,
    pub amount_cents: i64,
    pub max: u32,
    pub per_month: Option<u32>,
    pub max_holes: Holes,
}

impl Decide for StartSubscription {
    const COUNTS_AS: CountsAs = CountsAs::Nothing;

    fn streams(&self) -> Vec<StreamId> {
        vec![StreamId::Membership(self.member)]
    }

    fn decide(&self, world: &impl World) -> Result<Decision, Undecided> {
        let start = MembershipCommand::StartSubscription(self.clone());
        let mut decision = Decision::default();
        decision
            .add(StreamId::Membership(self.member), world.get::<Membership>(self.member)?.decide(&start)?);
        Ok(decision)
    }
}
