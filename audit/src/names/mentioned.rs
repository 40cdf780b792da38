//! The ids whose names are needed to display events.

use std::collections::BTreeSet;

use fairway_events::{Actor, MemberId, Mention, RecordedEvent, SubscriptionId, VoucherId};

/// Members, passes and vouchers that events or their actors name.
#[derive(Debug, Default)]
pub(super) struct Mentioned {
    pub(super) members: BTreeSet<MemberId>,
    pub(super) passes: BTreeSet<SubscriptionId>,
    pub(super) vouchers: BTreeSet<VoucherId>,
}

impl Mentioned {
    pub(super) fn in_events<'a>(events: impl IntoIterator<Item = &'a RecordedEvent>) -> Self {
        let mut mentioned = Self::default();
        for recorded in events {
            match &recorded.actor {
                Actor::Member(member) | Actor::Impersonator { member, .. } => {
                    mentioned.members.insert(*member);
                }
                Actor::Operator(_) | Actor::Club(_) | Actor::System(_) => {}
            }
            for mention in recorded.event.mentions() {
                match mention {
                    Mention::Member(member) => drop(mentioned.members.insert(member)),
                    Mention::Subscription(pass) => drop(mentioned.passes.insert(pass)),
                    Mention::Voucher(voucher) => drop(mentioned.vouchers.insert(voucher)),
                    Mention::Booking(_)
                    | Mention::Place(_)
                    | Mention::Order(_)
                    | Mention::WaitingGroup(_)
                    | Mention::Scan(_)
                    | Mention::ClubUser(_)
                    | Mention::Club(_)
                    | Mention::Day(_) => {}
                }
            }
        }
        mentioned
    }
}
