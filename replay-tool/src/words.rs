//! What an event says, in words for an operator. Every event is named here: a new one does not compile until it has
//! its sentence.

use fairway_events::{
    Actor, BookedPlace, CancelMode, CourseDayEvent, Event, MembershipEvent, OrderEvent, OrderItem, PlayRight,
    RefundKind, ReservationEvent, VoucherEvent, VoucherKind,
};

use crate::names::Names;

/// One line about an event.
pub(crate) fn sentence(event: &Event, names: &Names) -> String {
    match event {
        Event::Reservation(event) => reservation(event, names),
        Event::Membership(event) => membership(event, names),
        Event::Voucher(event) => voucher(event, names),
        Event::CourseDay(event) => course_day(event, names),
        Event::Order(event) => order(event, names),
    }
}

/// Who did it.
pub(crate) fn actor(actor: &Actor, names: &Names) -> String {
    match actor {
        Actor::Member(member) => names.member(*member),
        Actor::Impersonator { operator, member } => {
            format!("operator {operator}, as {}", names.member(*member))
        }
        Actor::System(part) => format!("system ({part})"),
    }
}

fn right(right: &PlayRight) -> String {
    match right {
        PlayRight::Subscription { subscription } => format!("a regular right of subscription {subscription}"),
        PlayRight::Voucher { voucher, title } => format!("voucher {voucher} “{title}”"),
    }
}

fn seat(place: &BookedPlace, names: &Names) -> String {
    format!("{} (reservation {}, on {})", names.member(place.member), place.place, right(&place.right))
}

fn reservation(event: &ReservationEvent, names: &Names) -> String {
    match event {
        ReservationEvent::RoundBooked { club, play_date, holes, master, places, .. } => {
            let seats: Vec<String> = places.iter().map(|place| seat(place, names)).collect();
            format!(
                "{} booked {holes} holes at {} on {play_date} for {}",
                names.member(*master),
                names.club(club),
                seats.join(", ")
            )
        }
        ReservationEvent::PlayerAdded { place, added_by, .. } => {
            format!("{} added {}", names.member(*added_by), seat(place, names))
        }
        ReservationEvent::PlaceCancelled { place, member, by, mode, .. } => {
            let (who, by) = (names.member(*member), names.member(*by));
            match mode {
                CancelMode::Own => format!("{who} cancelled their own place (reservation {place})"),
                CancelMode::Group => {
                    format!("{by} cancelled the whole group: the place of {who} (reservation {place})")
                }
                CancelMode::Removal => format!("{by} removed {who} (reservation {place})"),
            }
        }
        ReservationEvent::PlayRightExpired { place, member, .. } => format!(
            "cancelled on the play date: the right of {} expired (reservation {place})",
            names.member(*member)
        ),
        ReservationEvent::MasterPassedOn { from, to, .. } => {
            format!("{} leads the group from here, after {}", names.member(*to), names.member(*from))
        }
        ReservationEvent::BookingCancelled { .. } => {
            "nobody plays any more: the booking is cancelled".to_owned()
        }
    }
}

fn membership(event: &MembershipEvent, names: &Names) -> String {
    match event {
        MembershipEvent::SubscriptionStarted {
            member,
            subscription,
            name,
            startdate,
            enddate,
            max,
            per_month,
            max_holes,
            ..
        } => {
            let month = per_month.map_or_else(String::new, |limit| format!(", {limit} a month"));
            format!(
                "{} got subscription {subscription} “{name}”: {max} rounds{month} of up to {max_holes} holes, \
                 {startdate} to {enddate}",
                names.member(*member)
            )
        }
        MembershipEvent::VoucherReceived { member, voucher, title, .. } => {
            format!("{} holds voucher {voucher} “{title}”", names.member(*member))
        }
        MembershipEvent::PlayRightClaimed { member, play_date, club, right: used, .. } => {
            format!("{} uses {} for {play_date} at {}", names.member(*member), right(used), names.club(club))
        }
        MembershipEvent::PlayRightReleased { member, play_date, right: freed, .. } => {
            format!("{} got back {} of {play_date}", names.member(*member), right(freed))
        }
        MembershipEvent::PlayRightForfeited { member, play_date, right: lost, .. } => {
            format!("{} forfeited {} of {play_date}", names.member(*member), right(lost))
        }
        MembershipEvent::VoucherOrderOpened { member, order, quantity, year } => {
            format!("{} is buying {quantity} voucher(s) of {year} (order {order})", names.member(*member))
        }
        MembershipEvent::VoucherOrderClosed { member, order, bought } => {
            let end = if *bought { "bought" } else { "did not buy" };
            format!("{} {end} the vouchers of order {order}", names.member(*member))
        }
        MembershipEvent::VoucherTakenBack { member, voucher } => {
            format!("{} holds voucher {voucher} no more", names.member(*member))
        }
        MembershipEvent::FederationRegistered { member, order, year, package } => format!(
            "{} is registered with the federation for {year}, package {package} (order {order})",
            names.member(*member)
        ),
    }
}

fn voucher(event: &VoucherEvent, names: &Names) -> String {
    match event {
        VoucherEvent::VoucherGranted { voucher, member, kind, title, holes, expires } => {
            let kind = match kind {
                VoucherKind::Bonus => "granted",
                VoucherKind::Free => "bought",
            };
            format!(
                "voucher {voucher} “{title}” ({kind}, {holes} holes, valid to {expires}) is for {}",
                names.member(*member)
            )
        }
        VoucherEvent::VoucherPurchased { voucher, member, order, title, holes, expires } => format!(
            "voucher {voucher} “{title}” (order {order}, {holes} holes, valid to {expires}) is for {}",
            names.member(*member)
        ),
        VoucherEvent::VoucherUsed { voucher, place, play_date, .. } => {
            format!("voucher {voucher} is used for {play_date} (reservation {place})")
        }
        VoucherEvent::VoucherReleased { voucher, place, .. } => {
            format!("voucher {voucher} is free again (reservation {place})")
        }
        VoucherEvent::VoucherForfeited { voucher, place, .. } => {
            format!("voucher {voucher} stays used: forfeited (reservation {place})")
        }
        VoucherEvent::VoucherWithdrawn { voucher, order, .. } => {
            format!("voucher {voucher} is withdrawn: order {order} was paid back")
        }
    }
}

fn course_day(event: &CourseDayEvent, names: &Names) -> String {
    match event {
        CourseDayEvent::PlacesClaimed { club, date, places, .. } => {
            format!("{} place(s) taken at {} on {date}", places.len(), names.club(club))
        }
        CourseDayEvent::PlacesReleased { club, date, places, .. } => {
            format!("{} place(s) free again at {} on {date}", places.len(), names.club(club))
        }
    }
}

fn order(event: &OrderEvent, names: &Names) -> String {
    match event {
        OrderEvent::OrderPlaced { order, member, item, amount_cents, method, placed_at: _ } => {
            let what = match item {
                OrderItem::FreeVouchers { vouchers, holes, .. } => {
                    format!("{} voucher(s) for {holes} holes", vouchers.len())
                }
                OrderItem::FederationRegistration { year, package } => {
                    format!("the federation registration of {year}, package {package}")
                }
            };
            let euros = euros(*amount_cents);
            format!("{} ordered {what} for {euros} by {method} (order {order})", names.member(*member))
        }
        OrderEvent::PaymentStarted { order, payment, .. } => {
            format!("order {order} is paid by payment {payment}")
        }
        OrderEvent::OrderPaid { order, .. } => format!("order {order} is paid"),
        OrderEvent::OrderFailed { order, .. } => format!("the payment of order {order} failed"),
        OrderEvent::OrderCancelled { order, .. } => format!("the payment of order {order} was broken off"),
        OrderEvent::OrderExpired { order, .. } => format!("the time to pay order {order} is over"),
        OrderEvent::OrderRefunded { order, kind, amount_cents, .. } => {
            let who = match kind {
                RefundKind::Refund => "was paid back",
                RefundKind::Chargeback => "was taken back by the bank",
            };
            format!("{} of order {order} {who}", euros(*amount_cents))
        }
    }
}

fn euros(cents: i64) -> String {
    format!("€ {}.{:02}", cents / 100, cents % 100)
}
