//! What an event says, in words for an operator. Every event is named here: a new one does not compile until it has
//! its sentence.

use fairway_events::{
    Actor, BookedPlace, CancelMode, CourseDayEvent, Event, MembershipEvent, OrderEvent, OrderItem, PlayRight,
    RefundKind, ReservationEvent, VoucherEvent, VoucherKind,
};

use crate::names::Names;

pub mod dates;

/// What an event says: a sentence, and lines that belong to it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Told {
    /// The sentence.
    pub what: String,
    /// One line per place, where there are several.
    pub details: Vec<String>,
    /// Whether somebody gained or lost by it.
    pub tone: Tone,
}

/// How an event sounds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tone {
    /// Somebody has something that they had not.
    Gain,
    /// Somebody has something no more.
    Loss,
    /// Neither.
    Plain,
}

impl Told {
    /// Everything in one line.
    #[must_use]
    pub fn in_one_line(&self) -> String {
        if self.details.is_empty() {
            self.what.clone()
        } else {
            format!("{}: {}", self.what, self.details.join("; "))
        }
    }
}

/// Tells an event.
#[must_use]
pub fn tell(event: &Event, names: &Names) -> Told {
    let (tone, what, details) = match event {
        Event::Reservation(event) => reservation(event, names),
        Event::Membership(event) => plain(membership(event, names)),
        Event::Voucher(event) => plain(voucher(event, names)),
        Event::CourseDay(event) => plain(course_day(event, names)),
        Event::Order(event) => plain(order(event, names)),
    };
    Told { what, details, tone }
}

/// Who did it.
#[must_use]
pub fn actor(actor: &Actor, names: &Names) -> String {
    match actor {
        Actor::Member(member) => names.member_in_full(*member),
        Actor::Impersonator { operator, member } => {
            format!("operator {operator}, as {}", names.member_in_full(*member))
        }
        Actor::System(part) => format!("system ({part})"),
    }
}

fn plain((tone, what): (Tone, String)) -> (Tone, String, Vec<String>) {
    (tone, what, Vec::new())
}

fn seat(place: &BookedPlace, names: &Names) -> String {
    format!("{} on {}, reservation {}", names.member(place.member), names.right(&place.right), place.place)
}

fn reservation(event: &ReservationEvent, names: &Names) -> (Tone, String, Vec<String>) {
    match event {
        ReservationEvent::RoundBooked { club, play_date, holes, master, places, .. } => (
            Tone::Gain,
            format!(
                "{} booked {holes} holes at {} on {}",
                names.member(*master),
                names.club(club),
                dates::day(*play_date)
            ),
            places.iter().map(|place| seat(place, names)).collect(),
        ),
        ReservationEvent::PlayerAdded { place, added_by, .. } => (
            Tone::Gain,
            format!("{} added {}", names.member(*added_by), names.member(place.member)),
            vec![seat(place, names)],
        ),
        ReservationEvent::PlaceCancelled { place, member, by, mode, .. } => {
            let (who, by) = (names.member(*member), names.member(*by));
            let what = match mode {
                CancelMode::Own => format!("{who} cancelled their own place, reservation {place}"),
                CancelMode::Group => {
                    format!("{by} cancelled the whole group: the place of {who}, reservation {place}")
                }
                CancelMode::Removal => format!("{by} removed {who}, reservation {place}"),
            };
            plain((Tone::Loss, what))
        }
        ReservationEvent::PlayRightExpired { member, .. } => plain((
            Tone::Loss,
            format!("cancelled on the play date: {} does not get the right back", names.member(*member)),
        )),
        ReservationEvent::MasterPassedOn { from, to, .. } => plain((
            Tone::Plain,
            format!("{} leads the group from here, after {}", names.member(*to), names.member(*from)),
        )),
        ReservationEvent::BookingCancelled { .. } => {
            plain((Tone::Loss, "nobody plays any more: the booking is cancelled".to_owned()))
        }
    }
}

/// A voucher is one right, a pass has many.
fn one(right: &PlayRight, names: &Names) -> String {
    match right {
        PlayRight::Subscription { .. } => format!("a right of {}", names.right(right)),
        PlayRight::Voucher { .. } => names.right(right),
    }
}

fn membership(event: &MembershipEvent, names: &Names) -> (Tone, String) {
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
            let told = format!(
                "{} got pass “{name}”: {max} rounds{month} of up to {max_holes} holes, {} (pass {subscription})",
                names.member(*member),
                dates::stretch(*startdate, *enddate)
            );
            (Tone::Gain, told)
        }
        MembershipEvent::VoucherReceived { member, voucher, title, holes, expires, .. } => {
            let told = format!(
                "{} holds voucher “{title}” for {holes} holes until {} (voucher {voucher})",
                names.member(*member),
                dates::day(*expires)
            );
            (Tone::Gain, told)
        }
        MembershipEvent::PlayRightClaimed { member, play_date, club, right, .. } => {
            let (who, right, club) = (names.member(*member), names.right(right), names.club(club));
            (Tone::Plain, format!("{who} uses {right} for {} at {club}", dates::day(*play_date)))
        }
        MembershipEvent::PlayRightReleased { member, play_date, right, .. } => {
            let (who, right) = (names.member(*member), one(right, names));
            (Tone::Gain, format!("{who} got {right} back, for {}", dates::day(*play_date)))
        }
        MembershipEvent::PlayRightForfeited { member, play_date, right, .. } => {
            let (who, right) = (names.member(*member), one(right, names));
            (Tone::Loss, format!("{who} forfeited {right}, for {}", dates::day(*play_date)))
        }
        MembershipEvent::VoucherOrderOpened { member, order, quantity, year } => {
            let told = format!(
                "{} is buying {} of {year} (order {order})",
                names.member(*member),
                some(*quantity, "voucher", "vouchers")
            );
            (Tone::Plain, told)
        }
        MembershipEvent::VoucherOrderClosed { member, order, bought } => {
            let (tone, end) = if *bought { (Tone::Gain, "bought") } else { (Tone::Loss, "did not buy") };
            (tone, format!("{} {end} the vouchers of order {order}", names.member(*member)))
        }
        MembershipEvent::VoucherTakenBack { member, voucher } => (
            Tone::Loss,
            format!("{} does not hold {} any more", names.member(*member), names.voucher(*voucher)),
        ),
        MembershipEvent::FederationRegistered { member, order, year, package } => {
            let who = names.member(*member);
            (
                Tone::Gain,
                format!(
                    "{who} is registered with the federation for {year}, package {package} (order {order})"
                ),
            )
        }
    }
}

fn voucher(event: &VoucherEvent, names: &Names) -> (Tone, String) {
    match event {
        VoucherEvent::VoucherGranted { voucher, member, kind, title, holes, expires } => {
            let kind = match kind {
                VoucherKind::Bonus => "granted",
                VoucherKind::Free => "bought",
            };
            let told = format!(
                "voucher “{title}” ({kind}, {holes} holes, until {}) is for {} (voucher {voucher})",
                dates::day(*expires),
                names.member(*member)
            );
            (Tone::Gain, told)
        }
        VoucherEvent::VoucherPurchased { voucher, member, order, title, holes, expires } => {
            let told = format!(
                "voucher “{title}” ({holes} holes, until {}) is for {} (voucher {voucher}, order {order})",
                dates::day(*expires),
                names.member(*member)
            );
            (Tone::Gain, told)
        }
        VoucherEvent::VoucherUsed { voucher, place, play_date, .. } => {
            let day = dates::day(*play_date);
            (Tone::Plain, format!("{} is used for {day}, reservation {place}", names.voucher(*voucher)))
        }
        VoucherEvent::VoucherReleased { voucher, place, .. } => {
            (Tone::Gain, format!("{} is free again, after reservation {place}", names.voucher(*voucher)))
        }
        VoucherEvent::VoucherForfeited { voucher, place, .. } => (
            Tone::Loss,
            format!("{} stays used: forfeited with reservation {place}", names.voucher(*voucher)),
        ),
        VoucherEvent::VoucherWithdrawn { voucher, order, .. } => {
            (Tone::Loss, format!("{} is withdrawn: order {order} was paid back", names.voucher(*voucher)))
        }
    }
}

fn course_day(event: &CourseDayEvent, names: &Names) -> (Tone, String) {
    let count = |places: usize| some(u32::try_from(places).unwrap_or(u32::MAX), "place", "places");
    match event {
        CourseDayEvent::PlacesClaimed { club, date, places, .. } => (
            Tone::Plain,
            format!("{} taken at {} on {}", count(places.len()), names.club(club), dates::day(*date)),
        ),
        CourseDayEvent::PlacesReleased { club, date, places, .. } => (
            Tone::Plain,
            format!("{} free again at {} on {}", count(places.len()), names.club(club), dates::day(*date)),
        ),
    }
}

fn order(event: &OrderEvent, names: &Names) -> (Tone, String) {
    match event {
        OrderEvent::OrderPlaced { order, member, item, amount_cents, method, placed_at: _ } => {
            let (who, euros) = (names.member(*member), euros(*amount_cents));
            (Tone::Plain, format!("{who} ordered {} for {euros} by {method} (order {order})", ordered(item)))
        }
        OrderEvent::PaymentStarted { order, payment, .. } => {
            (Tone::Plain, format!("payment {payment} was started for order {order}"))
        }
        OrderEvent::OrderPaid { order, .. } => (Tone::Gain, format!("order {order} is paid")),
        OrderEvent::OrderFailed { order, .. } => (Tone::Loss, format!("the payment of order {order} failed")),
        OrderEvent::OrderCancelled { order, .. } => {
            (Tone::Loss, format!("the payment of order {order} was broken off"))
        }
        OrderEvent::OrderExpired { order, .. } => {
            (Tone::Loss, format!("the time to pay order {order} is over"))
        }
        OrderEvent::RefundRequested { order, payment, amount_cents, .. } => (
            Tone::Loss,
            format!(
                "{} of order {order} is to be paid back from payment {payment}: the member has what it paid for already",
                euros(*amount_cents)
            ),
        ),
        OrderEvent::OrderRefunded { order, kind, amount_cents, .. } => {
            let how = match kind {
                RefundKind::Refund => "was paid back",
                RefundKind::Chargeback => "was taken back by the bank",
            };
            (Tone::Loss, format!("{} of order {order} {how}", euros(*amount_cents)))
        }
    }
}

/// What is ordered.
#[must_use]
pub fn ordered(item: &OrderItem) -> String {
    match item {
        OrderItem::FreeVouchers { vouchers, holes, .. } => {
            let count = u32::try_from(vouchers.len()).unwrap_or(u32::MAX);
            format!("{} for {holes} holes", some(count, "voucher", "vouchers"))
        }
        OrderItem::FederationRegistration { year, package } => {
            format!("the federation registration of {year}, package {package}")
        }
    }
}

/// `€ 12.50`.
#[must_use]
pub fn euros(cents: i64) -> String {
    format!("€ {}.{:02}", cents / 100, cents % 100)
}

/// `1 place`, `2 places`.
#[must_use]
pub fn some(count: u32, one: &str, more: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { more })
}
