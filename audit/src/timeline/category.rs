//! What an event is about, for people who do not know its name. Every event is named here: a new one does not compile until
//! it has its category.

use fairway_events::{
    ArrivalListEventName, CourseDayEventName, MembershipEventName, OrderEventName, ReservationEventName,
    SettlementEventName, VoucherEventName, WaitingListEventName,
};
use serde::Serialize;

/// What an event or an operators' act is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Category {
    /// Rounds, places of a day, waiting for them, and who came.
    Bookings,
    /// Passes and vouchers, and how they were used.
    Rights,
    /// Orders, what clubs are owed, and the money.
    Payments,
    /// The account, and the registration with the federation.
    Account,
    /// What operators alone do.
    Operator,
}

use Category::{Account, Bookings, Operator, Payments, Rights};

impl Category {
    /// Every category, in the order in which screens show them.
    pub const ALL: [Self; 5] = [Bookings, Rights, Payments, Account, Operator];

    /// As screens and filters write it.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Bookings => "bookings",
            Rights => "rights",
            Payments => "payments",
            Account => "account",
            Operator => "operator",
        }
    }

    /// The category of this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|category| category.as_str() == name)
    }

    /// The names of the events that belong to it.
    pub(super) fn event_names(self) -> impl Iterator<Item = &'static str> {
        named().filter(move |(_, categories)| categories.contains(&self)).map(|(name, _)| name)
    }
}

/// The categories of an event by its name, the one that it is about first.
pub(super) fn of_event(name: &str) -> &'static [Category] {
    named().find(|(known, _)| *known == name).map(|(_, categories)| categories).unwrap_or_default()
}

/// The categories of an operators' act that has no event in the journal, or is recorded beside its events.
pub(super) fn of_act(action: &str) -> &'static [Category] {
    match action {
        "change profile" | "dismiss news" | "add favourite" | "remove favourite" | "disable" | "enable"
        | "end sessions" | "remove passkeys" | "change address" | "correct profile" | "impersonate"
        | "add note" | "remove note" => &[Operator, Account],
        _ => &[Operator],
    }
}

/// Every event's name with its categories.
fn named() -> impl Iterator<Item = (&'static str, &'static [Category])> {
    let reservations = ReservationEventName::ALL.iter().map(|name| (name.as_str(), of_reservation(*name)));
    let memberships = MembershipEventName::ALL.iter().map(|name| (name.as_str(), of_membership(*name)));
    let vouchers = VoucherEventName::ALL.iter().map(|name| (name.as_str(), of_voucher(*name)));
    let days = CourseDayEventName::ALL.iter().map(|name| (name.as_str(), of_course_day(*name)));
    let lists = WaitingListEventName::ALL.iter().map(|name| (name.as_str(), of_waiting_list(*name)));
    let arrivals = ArrivalListEventName::ALL.iter().map(|name| (name.as_str(), of_arrival_list(*name)));
    let orders = OrderEventName::ALL.iter().map(|name| (name.as_str(), of_order(*name)));
    let settlements = SettlementEventName::ALL.iter().map(|name| (name.as_str(), of_settlement(*name)));
    let of_members = reservations.chain(memberships).chain(vouchers).chain(orders);
    of_members.chain(days).chain(lists).chain(arrivals).chain(settlements)
}

const fn of_reservation(name: ReservationEventName) -> &'static [Category] {
    use ReservationEventName as Name;
    match name {
        Name::RoundBooked
        | Name::PlayerAdded
        | Name::PlayerSwapped
        | Name::PlaceCancelled
        | Name::MasterPassedOn
        | Name::BookingCancelled
        | Name::StartTimeAgreed => &[Bookings],
        Name::PlaceCancelledByOperator | Name::RoundCancelledByClub => &[Bookings, Operator],
        Name::PlayRightExpired => &[Rights],
        Name::PlayRightReturned => &[Rights, Operator],
    }
}

const fn of_membership(name: MembershipEventName) -> &'static [Category] {
    use MembershipEventName as Name;
    match name {
        Name::SubscriptionStarted
        | Name::VoucherReceived
        | Name::PlayRightClaimed
        | Name::PlayRightReleased
        | Name::PlayRightForfeited => &[Rights],
        Name::ForfeitedRightReturned | Name::SubscriptionWithdrawn => &[Rights, Operator],
        Name::VoucherOrderOpened | Name::VoucherOrderClosed => &[Payments],
        Name::VoucherTakenBack => &[Rights, Payments],
        Name::FederationRegistered => &[Payments, Account],
    }
}

const fn of_voucher(name: VoucherEventName) -> &'static [Category] {
    use VoucherEventName as Name;
    match name {
        Name::VoucherGranted | Name::VoucherUsed | Name::VoucherReleased | Name::VoucherForfeited => {
            &[Rights]
        }
        Name::ForfeitedVoucherReturned | Name::GrantedVoucherWithdrawn => &[Rights, Operator],
        Name::VoucherPurchased | Name::VoucherWithdrawn => &[Rights, Payments],
    }
}

const fn of_course_day(name: CourseDayEventName) -> &'static [Category] {
    use CourseDayEventName as Name;
    match name {
        Name::PlacesClaimed
        | Name::PlacesReleased
        | Name::PlaceSwapped
        | Name::PlacesHeld
        | Name::HoldEnded
        | Name::WaitingGroupsChanged
        | Name::CourseStateReported => &[Bookings],
        Name::DayClosed | Name::DayLimited | Name::DayReopened => &[Operator, Bookings],
    }
}

const fn of_waiting_list(name: WaitingListEventName) -> &'static [Category] {
    use WaitingListEventName as Name;
    match name {
        Name::GroupStartedWaiting
        | Name::CoPlayersStartedWaiting
        | Name::GroupStoppedWaiting
        | Name::PlacesOffered
        | Name::OfferTaken
        | Name::OfferDeclined
        | Name::OfferLapsed
        | Name::GroupPassedOver => &[Bookings],
    }
}

const fn of_arrival_list(name: ArrivalListEventName) -> &'static [Category] {
    use ArrivalListEventName as Name;
    match name {
        Name::PlayerArrived
        | Name::PlayerSeenAgain
        | Name::IrregularScanRecorded
        | Name::IrregularScanDecided
        | Name::ArrivalAnnulled
        | Name::PlayedHolesCorrected
        | Name::AbsenceRecorded
        | Name::AbsenceObjected
        | Name::AbsenceWithdrawn => &[Bookings],
    }
}

const fn of_order(name: OrderEventName) -> &'static [Category] {
    use OrderEventName as Name;
    match name {
        Name::OrderPlaced
        | Name::PaymentStarted
        | Name::OrderPaid
        | Name::OrderFailed
        | Name::OrderCancelled
        | Name::OrderExpired
        | Name::RefundRequested
        | Name::OrderRefunded => &[Payments],
        Name::RefundApproved => &[Payments, Operator],
    }
}

const fn of_settlement(name: SettlementEventName) -> &'static [Category] {
    use SettlementEventName as Name;
    match name {
        Name::TariffSet | Name::MonthClosed => &[Payments, Operator],
        Name::LineDisputed | Name::DisputeEnded => &[Payments],
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use fairway_events::AggregateType;

    use super::*;

    #[test]
    fn every_event_has_a_category_and_every_category_has_events() {
        let all: BTreeSet<&str> =
            AggregateType::ALL.into_iter().flat_map(AggregateType::event_names).collect();
        for name in &all {
            assert!(!of_event(name).is_empty(), "{name}");
        }
        let categorised: BTreeSet<&str> = Category::ALL.into_iter().flat_map(Category::event_names).collect();
        assert_eq!(categorised, all);
        assert!(Category::ALL.into_iter().all(|category| category.event_names().next().is_some()));
        assert!(of_event("WeatherTurned").is_empty());
    }

    #[test]
    fn a_category_is_found_by_its_name() {
        for category in Category::ALL {
            assert_eq!(Category::named(category.as_str()), Some(category));
            assert_eq!(serde_json::to_value(category).expect("JSON"), category.as_str());
        }
        assert_eq!(Category::named("Bookings"), None);
    }
}
