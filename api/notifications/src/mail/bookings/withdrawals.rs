//! Mails about what an operator took back (docs/domain.md §3.22): a voucher that was given, or a season pass. They are
//! sent in any case, as receipts are.

use fairway_documents::mail::{RightWithdrawn, WithdrawnRight};
use fairway_events::{
    Actor, Event, MemberId, MembershipEvent, Position, RecordedEvent, StreamId, SubscriptionId, VoucherEvent,
};
use fairway_round_data::documents;
use fairway_store::members;

use super::receipts::Receipt;
use super::{BookingMails, BookingMailsError, cause};

/// The events that cause these mails, by name: one that cannot be read stops mails, unlike other events of its kind of
/// stream.
pub(super) const NAMES: [&str; 2] = ["GrantedVoucherWithdrawn", "SubscriptionWithdrawn"];

/// Something that was taken back, by the event that says so.
struct Withdrawn<'a> {
    position: Position,
    member: MemberId,
    stream: &'a StreamId,
    /// The pass; none for a voucher, whose stream it is.
    subscription: Option<SubscriptionId>,
}

impl BookingMails {
    /// The mails about what these events took back.
    pub(super) async fn withdrawals(
        &self,
        events: &[RecordedEvent],
    ) -> Result<Vec<Receipt>, BookingMailsError> {
        let withdrawn: Vec<Withdrawn<'_>> = events
            .iter()
            .filter(|recorded| recorded.actor != Actor::import())
            .filter_map(withdrawn)
            .collect();
        if withdrawn.is_empty() {
            return Ok(Vec::new());
        }
        let streams: Vec<StreamId> = withdrawn.iter().map(|withdrawn| withdrawn.stream.clone()).collect();
        let streams = self.journal.load_streams(&streams).await?;
        let concerned: Vec<MemberId> = withdrawn.iter().map(|withdrawn| withdrawn.member).collect();
        let names = members::by_ids(&self.pool, &concerned).await?;
        let mail = |Withdrawn { position, member, stream, subscription }: Withdrawn<'_>| {
            let right = right(streams.get(stream)?, subscription)?;
            let (portal, recipient) = (&self.links.portal, &documents::person_name(names.get(&member)?));
            let mail = RightWithdrawn { portal, recipient, right }.compose();
            Some(Receipt { key: cause::key(position, member), to: member, mail })
        };
        Ok(withdrawn.into_iter().filter_map(mail).collect())
    }
}

fn withdrawn(recorded: &RecordedEvent) -> Option<Withdrawn<'_>> {
    let (member, subscription) = match &recorded.event {
        Event::Voucher(VoucherEvent::GrantedVoucherWithdrawn { member, .. }) => (*member, None),
        Event::Membership(MembershipEvent::SubscriptionWithdrawn { member, subscription }) => {
            (*member, Some(*subscription))
        }
        // No other event takes back what was given without money.
        _ => return None,
    };
    Some(Withdrawn { position: recorded.position, member, stream: &recorded.stream, subscription })
}

/// What was given: the voucher of a stream, or that pass of a member.
fn right(stream: &[RecordedEvent], subscription: Option<SubscriptionId>) -> Option<WithdrawnRight<'_>> {
    stream.iter().find_map(|recorded| match &recorded.event {
        Event::Voucher(VoucherEvent::VoucherGranted { title, holes, expires, .. }) => {
            Some(WithdrawnRight::Voucher { title, holes: *holes, expires: *expires })
        }
        Event::Membership(MembershipEvent::SubscriptionStarted {
            subscription: started,
            name,
            startdate,
            enddate,
            ..
        }) if Some(*started) == subscription => {
            Some(WithdrawnRight::Subscription { name, startdate: *startdate, enddate: *enddate })
        }
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use fairway_events::{MembershipEventName, VoucherEventName};

    use super::*;

    #[test]
    fn the_names_are_those_of_the_events() {
        let names = [
            VoucherEventName::GrantedVoucherWithdrawn.as_str(),
            MembershipEventName::SubscriptionWithdrawn.as_str(),
        ];
        assert_eq!(NAMES, names);
    }
}
