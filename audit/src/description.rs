//! Describes an event as a sentence for operators. Every event is named here: a new one does not compile until it has
//! its sentence.
//!
//! The sentences are part of the answers (`timeline --json` has them too), so that every program shows the same ones.

use fairway_events::{
    Actor, BookedPlace, CancelMode, Event, MembershipEvent, OrderEvent, OrderItem, PlayRight, RefundKind,
    ReservationEvent, VoucherEvent, VoucherKind,
};

use crate::dates;
use crate::names::Names;

mod arrival_list;
mod course_day;
mod effect;
mod settlement;
#[cfg(test)]
mod tests;
mod waiting_list;

pub(crate) use arrival_list::{absence, irregularity, made, seen};
pub(crate) use course_day::course_in_words;
pub use effect::{Effect, counted};
pub(crate) use settlement::{end as dispute_end, sums, tariff, vat_rate};

/// The description of an event: a sentence and its detail lines.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Description {
    /// The sentence.
    pub sentence: String,
    /// One line per place, where there are several.
    pub details: Vec<String>,
    /// Whether the member gained or lost something.
    pub effect: Effect,
}

impl Description {
    /// Everything in one line.
    #[must_use]
    pub fn in_one_line(&self) -> String {
        if self.details.is_empty() {
            self.sentence.clone()
        } else {
            format!("{}: {}", self.sentence, self.details.join("; "))
        }
    }
}

/// Describes an event.
#[must_use]
pub fn describe(event: &Event, names: &Names) -> Description {
    let (effect, sentence, details) = match event {
        Event::Reservation(event) => reservation(event, names),
        Event::Membership(event) => without_details(membership(event, names)),
        Event::Voucher(event) => without_details(voucher(event, names)),
        Event::CourseDay(event) => without_details(course_day::describe(event, names)),
        Event::WaitingList(event) => waiting_list::describe(event, names),
        Event::ArrivalList(event) => without_details(arrival_list::describe(event, names)),
        Event::Order(event) => without_details(order(event, names)),
        Event::Settlement(event) => without_details(settlement::describe(event, names)),
    };
    Description { sentence, details, effect }
}

/// An actor as text; a member with name and address.
#[must_use]
pub fn actor(actor: &Actor, names: &Names) -> String {
    match actor {
        Actor::Member(member) => names.member_in_full(*member),
        Actor::Impersonator { operator, member } => {
            format!("operator {operator}, as {}", names.member_in_full(*member))
        }
        Actor::Operator(operator) => format!("operator {operator}"),
        Actor::Club(user) => format!("club user {user}"),
        Actor::System(component) => format!("system ({component})"),
    }
}

fn without_details((effect, sentence): (Effect, String)) -> (Effect, String, Vec<String>) {
    (effect, sentence, Vec::new())
}

fn booked_place(place: &BookedPlace, names: &Names) -> String {
    format!("{} on {}, reservation {}", names.member(place.member), names.right(&place.right), place.place)
}

fn reservation(event: &ReservationEvent, names: &Names) -> (Effect, String, Vec<String>) {
    match event {
        ReservationEvent::RoundBooked { club, play_date, holes, master, places, .. } => (
            Effect::Gain,
            format!(
                "{} booked {holes} holes at {} on {}",
                names.member(*master),
                names.club(club),
                dates::day(*play_date)
            ),
            places.iter().map(|place| booked_place(place, names)).collect(),
        ),
        ReservationEvent::PlayerAdded { place, added_by, .. } => (
            Effect::Gain,
            format!("{} added {}", names.member(*added_by), names.member(place.member)),
            vec![booked_place(place, names)],
        ),
        ReservationEvent::PlayerSwapped { left, place, by, .. } => {
            let (leaving, coming) = (names.member(left.member), names.member(place.member));
            let sentence = if *by == left.member {
                format!("{leaving} swapped themselves for {coming}, reservation {}", left.place)
            } else {
                format!("{} swapped {leaving} for {coming}, reservation {}", names.member(*by), left.place)
            };
            (Effect::Neutral, sentence, vec![booked_place(place, names)])
        }
        ReservationEvent::PlaceCancelled { place, member, by, mode, .. } => {
            let (name, by) = (names.member(*member), names.member(*by));
            let sentence = match mode {
                CancelMode::Own => format!("{name} cancelled their own place, reservation {place}"),
                CancelMode::Group => {
                    format!("{by} cancelled the whole group: the place of {name}, reservation {place}")
                }
                CancelMode::Removal => format!("{by} removed {name}, reservation {place}"),
            };
            without_details((Effect::Loss, sentence))
        }
        ReservationEvent::PlaceCancelledByOperator { place, member, .. } => without_details((
            Effect::Loss,
            format!("an operator cancelled the place of {}, reservation {place}", names.member(*member)),
        )),
        ReservationEvent::PlayRightExpired { member, .. } => without_details((
            Effect::Loss,
            format!("cancelled on the play date: {} does not get the right back", names.member(*member)),
        )),
        ReservationEvent::MasterPassedOn { from, to, .. } => without_details((
            Effect::Neutral,
            format!("{} leads the group from here, after {}", names.member(*to), names.member(*from)),
        )),
        ReservationEvent::BookingCancelled { .. } => {
            without_details((Effect::Loss, "nobody plays any more: the booking is cancelled".to_owned()))
        }
        ReservationEvent::RoundCancelledByClub { club, play_date, places, notice, .. } => (
            Effect::Loss,
            format!(
                "cancelled by the club: {} on {} cannot be played (“{notice}”)",
                names.club(club),
                dates::day(*play_date)
            ),
            places
                .iter()
                .map(|place| format!("{}, reservation {}", names.member(place.member), place.place))
                .collect(),
        ),
        ReservationEvent::StartTimeAgreed { start_time, by, .. } => {
            let by = names.member(*by);
            let sentence = match start_time {
                Some(time) => format!("{by} wrote down that the group starts at {time}"),
                None => format!("{by} took the start time of the group away"),
            };
            without_details((Effect::Neutral, sentence))
        }
        ReservationEvent::PlayRightReturned { member, place, .. } => without_details((
            Effect::Gain,
            format!(
                "an operator gave the expired right of {} back, reservation {place}",
                names.member(*member)
            ),
        )),
    }
}

/// The text for one right: a voucher is one right, a pass has many.
fn single_right(right: &PlayRight, names: &Names) -> String {
    match right {
        PlayRight::Subscription { .. } => format!("a right of {}", names.right(right)),
        PlayRight::Voucher { .. } => names.right(right),
    }
}

fn membership(event: &MembershipEvent, names: &Names) -> (Effect, String) {
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
            let sentence = format!(
                "{} got pass “{name}”: {max} rounds{month} of up to {max_holes} holes, {} (pass {subscription})",
                names.member(*member),
                dates::period(*startdate, *enddate)
            );
            (Effect::Gain, sentence)
        }
        MembershipEvent::VoucherReceived { member, voucher, title, holes, expires, .. } => {
            let sentence = format!(
                "{} holds voucher “{title}” for {holes} holes until {} (voucher {voucher})",
                names.member(*member),
                dates::day(*expires)
            );
            (Effect::Gain, sentence)
        }
        MembershipEvent::PlayRightClaimed { member, play_date, club, right, .. } => {
            let (name, right, club) = (names.member(*member), names.right(right), names.club(club));
            (Effect::Neutral, format!("{name} uses {right} for {} at {club}", dates::day(*play_date)))
        }
        MembershipEvent::PlayRightReleased { member, play_date, right, .. } => {
            let (name, right) = (names.member(*member), single_right(right, names));
            (Effect::Gain, format!("{name} got {right} back, for {}", dates::day(*play_date)))
        }
        MembershipEvent::PlayRightForfeited { member, play_date, right, .. } => {
            let (name, right) = (names.member(*member), single_right(right, names));
            (Effect::Loss, format!("{name} forfeited {right}, for {}", dates::day(*play_date)))
        }
        MembershipEvent::ForfeitedRightReturned { member, play_date, right, .. } => {
            let (name, right) = (names.member(*member), single_right(right, names));
            let day = dates::day(*play_date);
            (Effect::Gain, format!("{name} got {right} back that was forfeited, for {day}"))
        }
        MembershipEvent::VoucherOrderOpened { member, order, quantity, year } => {
            let sentence = format!(
                "{} is buying {} of {year} (order {order})",
                names.member(*member),
                counted(*quantity, "voucher", "vouchers")
            );
            (Effect::Neutral, sentence)
        }
        MembershipEvent::VoucherOrderClosed { member, order, bought } => {
            let (effect, end) =
                if *bought { (Effect::Gain, "bought") } else { (Effect::Loss, "did not buy") };
            (effect, format!("{} {end} the vouchers of order {order}", names.member(*member)))
        }
        MembershipEvent::VoucherTakenBack { member, voucher } => (
            Effect::Loss,
            format!("{} does not hold {} any more", names.member(*member), names.voucher(*voucher)),
        ),
        MembershipEvent::SubscriptionWithdrawn { member, subscription } => {
            let pass = names.right(&PlayRight::Subscription { subscription: *subscription });
            let sentence = format!(
                "{} does not have {pass} any more: an operator withdrew it (pass {subscription})",
                names.member(*member)
            );
            (Effect::Loss, sentence)
        }
        MembershipEvent::FederationRegistered { member, order, year, package } => {
            let name = names.member(*member);
            (
                Effect::Gain,
                format!(
                    "{name} is registered with the federation for {year}, package {package} (order {order})"
                ),
            )
        }
    }
}

fn voucher(event: &VoucherEvent, names: &Names) -> (Effect, String) {
    match event {
        VoucherEvent::VoucherGranted { voucher, member, kind, title, holes, expires } => {
            let kind = match kind {
                VoucherKind::Bonus => "granted",
                VoucherKind::Free => "bought",
            };
            let sentence = format!(
                "voucher “{title}” ({kind}, {holes} holes, until {}) is for {} (voucher {voucher})",
                dates::day(*expires),
                names.member(*member)
            );
            (Effect::Gain, sentence)
        }
        VoucherEvent::VoucherPurchased { voucher, member, order, title, holes, expires } => {
            let sentence = format!(
                "voucher “{title}” ({holes} holes, until {}) is for {} (voucher {voucher}, order {order})",
                dates::day(*expires),
                names.member(*member)
            );
            (Effect::Gain, sentence)
        }
        VoucherEvent::VoucherUsed { voucher, place, play_date, .. } => {
            let day = dates::day(*play_date);
            (Effect::Neutral, format!("{} is used for {day}, reservation {place}", names.voucher(*voucher)))
        }
        VoucherEvent::VoucherReleased { voucher, place, .. } => {
            (Effect::Gain, format!("{} is free again, after reservation {place}", names.voucher(*voucher)))
        }
        VoucherEvent::VoucherForfeited { voucher, place, .. } => (
            Effect::Loss,
            format!("{} stays used: forfeited with reservation {place}", names.voucher(*voucher)),
        ),
        VoucherEvent::ForfeitedVoucherReturned { voucher, place, .. } => (
            Effect::Gain,
            format!(
                "{} is free again: an operator gave it back after reservation {place}",
                names.voucher(*voucher)
            ),
        ),
        VoucherEvent::VoucherWithdrawn { voucher, order, .. } => {
            (Effect::Loss, format!("{} is withdrawn: order {order} was paid back", names.voucher(*voucher)))
        }
        VoucherEvent::GrantedVoucherWithdrawn { voucher, .. } => {
            (Effect::Loss, format!("{} is withdrawn: an operator took it back", names.voucher(*voucher)))
        }
    }
}

fn order(event: &OrderEvent, names: &Names) -> (Effect, String) {
    match event {
        OrderEvent::OrderPlaced { order, member, item, amount_cents, method, placed_at: _ } => {
            let (name, euros) = (names.member(*member), euros(*amount_cents));
            (
                Effect::Neutral,
                format!("{name} ordered {} for {euros} by {method} (order {order})", self::item(item)),
            )
        }
        OrderEvent::PaymentStarted { order, payment, .. } => {
            (Effect::Neutral, format!("payment {payment} was started for order {order}"))
        }
        OrderEvent::OrderPaid { order, .. } => (Effect::Gain, format!("order {order} is paid")),
        OrderEvent::OrderFailed { order, .. } => {
            (Effect::Loss, format!("the payment of order {order} failed"))
        }
        OrderEvent::OrderCancelled { order, .. } => {
            (Effect::Loss, format!("the payment of order {order} was broken off"))
        }
        OrderEvent::OrderExpired { order, .. } => {
            (Effect::Loss, format!("the time to pay order {order} is over"))
        }
        OrderEvent::RefundRequested { order, payment, amount_cents, .. } => (
            Effect::Loss,
            format!(
                "{} of order {order} is to be paid back from payment {payment}: the member has what it paid for already",
                euros(*amount_cents)
            ),
        ),
        OrderEvent::RefundApproved { order, payment, amount_cents, .. } => (
            Effect::Loss,
            format!(
                "{} of order {order} is to be paid back from payment {payment}: an operator approved it",
                euros(*amount_cents)
            ),
        ),
        OrderEvent::OrderRefunded { order, kind, amount_cents, .. } => {
            let how = match kind {
                RefundKind::Refund => "was paid back",
                RefundKind::Chargeback => "was taken back by the bank",
            };
            (Effect::Loss, format!("{} of order {order} {how}", euros(*amount_cents)))
        }
    }
}

/// The item of an order, as text.
#[must_use]
pub fn item(item: &OrderItem) -> String {
    match item {
        OrderItem::FreeVouchers { vouchers, holes, .. } => {
            format!("{} for {holes} holes", counted(vouchers.len(), "voucher", "vouchers"))
        }
        OrderItem::FederationRegistration { year, package } => {
            format!("the federation registration of {year}, package {package}")
        }
    }
}

/// `€ 12.50`, `€ -0.50`.
#[must_use]
pub fn euros(cents: i64) -> String {
    let (sign, cents) = (if cents < 0 { "-" } else { "" }, cents.unsigned_abs());
    format!("€ {sign}{}.{:02}", cents / 100, cents % 100)
}
