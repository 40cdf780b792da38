//! An event as the sentence of a row, for people: names instead of ids, the number of a booking, a capital first. And how
//! heavy it is among the events of one act: the heaviest tells the act. Every event is named here: a new one does not
//! compile until it has both.
//!
//! The sentences of [`crate::description`] stay beside these: programs read them, with every id.

use chrono::NaiveDate;
use fairway_events::{
    ArrivalListEvent, BookingId, CancelMode, ClubId, CourseDayEvent, Event, MemberId, MembershipEvent,
    OrderEvent, OrderId, PlayRight, RefundKind, ReservationEvent, ScannedRound, VoucherEvent, VoucherKind,
    WaitingListEvent,
};

use crate::dates;
use crate::description::{absence, counted, course_in_words, euros, irregularity, item, made, seen};
use crate::labels::Labels;
use crate::names::Names;

mod settlement;

/// The weight, 0 to 100, and the sentence of an event.
pub(super) fn told(event: &Event, names: &Names, labels: &Labels) -> (u8, String) {
    let words = Words { names, labels };
    let (weight, sentence) = match event {
        Event::Reservation(event) => words.reservation(event),
        Event::Membership(event) => words.membership(event),
        Event::Voucher(event) => words.voucher(event),
        Event::CourseDay(event) => words.course_day(event),
        Event::WaitingList(event) => words.waiting_list(event),
        Event::ArrivalList(event) => words.arrival_list(event),
        Event::Order(event) => words.order(event),
        Event::Settlement(event) => words.settlement(event),
    };
    (weight, capitalised(&sentence))
}

/// The same text with a capital first: an erased member begins a sentence in small letters.
fn capitalised(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

struct Words<'a> {
    names: &'a Names,
    labels: &'a Labels,
}

impl Words<'_> {
    fn member(&self, id: MemberId) -> String {
        self.names.member(id)
    }

    /// `De Es on Sat 28 Nov 2026`
    fn day(&self, club: &ClubId, date: NaiveDate) -> String {
        format!("{} on {}", self.names.club(club), dates::day(date))
    }

    /// ` at De Es on Sat 28 Nov 2026 (N91W-1PPE)`
    fn round(&self, booking: BookingId, club: &ClubId, date: NaiveDate) -> String {
        format!(" at {} ({})", self.day(club, date), booking.number())
    }

    /// The same of a booking whose event does not say where and when; ` (N91W-1PPE)` where it is not projected yet.
    fn round_of(&self, booking: BookingId) -> String {
        match self.labels.round(booking) {
            Some((club, date)) => self.round(booking, club, date),
            None => format!(" ({})", booking.number()),
        }
    }

    /// `, with Eva and Kees`; empty where somebody is alone.
    fn company(&self, all: impl Iterator<Item = MemberId>, of: MemberId) -> String {
        let others: Vec<String> = all.filter(|one| *one != of).map(|one| self.member(one)).collect();
        match others.as_slice() {
            [] => String::new(),
            [one] => format!(", with {one}"),
            [several @ .., last] => format!(", with {} and {last}", several.join(", ")),
        }
    }

    /// A voucher is one right, a pass has many.
    fn single_right(&self, right: &PlayRight) -> String {
        match right {
            PlayRight::Subscription { .. } => format!("a right of {}", self.names.right_in_words(right)),
            PlayRight::Voucher { .. } => self.names.right_in_words(right),
        }
    }

    /// `the order of 2 vouchers for 9 holes`
    fn order_of(&self, order: OrderId) -> String {
        self.labels.item(order).map_or_else(|| "an order".to_owned(), |item| format!("the order of {item}"))
    }

    fn reservation(&self, event: &ReservationEvent) -> (u8, String) {
        match event {
            ReservationEvent::RoundBooked { booking, club, play_date, holes, master, places, .. } => {
                let with = self.company(places.iter().map(|place| place.member), *master);
                let round = self.round(*booking, club, *play_date);
                (90, format!("{} booked {holes} holes{round}{with}", self.member(*master)))
            }
            ReservationEvent::PlayerAdded { booking, club, play_date, place, added_by, .. } => {
                let round = self.round(*booking, club, *play_date);
                (80, format!("{} added {}{round}", self.member(*added_by), self.member(place.member)))
            }
            ReservationEvent::PlayerSwapped { booking, club, play_date, left, place, by, .. } => {
                let (leaving, coming) = (self.member(left.member), self.member(place.member));
                let round = self.round(*booking, club, *play_date);
                let sentence = if *by == left.member {
                    format!("{leaving} gave their place to {coming}{round}")
                } else {
                    format!("{} swapped {leaving} for {coming}{round}", self.member(*by))
                };
                (85, sentence)
            }
            ReservationEvent::PlaceCancelled { booking, member, by, mode, .. } => {
                let (name, round) = (self.member(*member), self.round_of(*booking));
                match mode {
                    CancelMode::Own => (80, format!("{name} cancelled their own place{round}")),
                    // One of these events is of whoever did it, and tells of all.
                    CancelMode::Group if member == by => {
                        (88, format!("{name} cancelled the whole group{round}"))
                    }
                    CancelMode::Group => {
                        let by = self.member(*by);
                        (78, format!("the place of {name} was cancelled with the whole group of {by}{round}"))
                    }
                    CancelMode::Removal => (80, format!("{} removed {name}{round}", self.member(*by))),
                }
            }
            ReservationEvent::PlaceCancelledByOperator { booking, member, .. } => {
                let (name, round) = (self.member(*member), self.round_of(*booking));
                (86, format!("an operator cancelled the place of {name}{round}"))
            }
            ReservationEvent::PlayRightExpired { booking, member, .. } => {
                let (name, round) = (self.member(*member), self.round_of(*booking));
                (35, format!("{name} does not get the right back{round}"))
            }
            ReservationEvent::MasterPassedOn { booking, from, to } => {
                let (from, to) = (self.member(*from), self.member(*to));
                (30, format!("{to} leads the group, after {from}{}", self.round_of(*booking)))
            }
            ReservationEvent::BookingCancelled { booking } => {
                (40, format!("nobody plays any more{}", self.round_of(*booking)))
            }
            ReservationEvent::RoundCancelledByClub { booking, club, play_date, notice, .. } => {
                let round = self.round(*booking, club, *play_date);
                (92, format!("the club cancelled the round{round}: “{notice}”"))
            }
            ReservationEvent::StartTimeAgreed { booking, start_time, by, .. } => {
                let (by, round) = (self.member(*by), self.round_of(*booking));
                match start_time {
                    Some(time) => (60, format!("{by} agreed on the start time {time}{round}")),
                    None => (60, format!("{by} took the start time away{round}")),
                }
            }
            ReservationEvent::PlayRightReturned { booking, member, .. } => {
                let (name, round) = (self.member(*member), self.round_of(*booking));
                (75, format!("an operator gave {name} the forfeited right back{round}"))
            }
        }
    }

    fn membership(&self, event: &MembershipEvent) -> (u8, String) {
        match event {
            MembershipEvent::SubscriptionStarted {
                member,
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
                    "{} got pass “{name}”: {}{month} of up to {max_holes} holes, {}",
                    self.member(*member),
                    counted(*max, "round", "rounds"),
                    dates::period(*startdate, *enddate)
                );
                (90, sentence)
            }
            MembershipEvent::VoucherReceived { member, title, holes, expires, .. } => {
                let (name, until) = (self.member(*member), dates::day(*expires));
                (60, format!("{name} has voucher “{title}” for {holes} holes, until {until}"))
            }
            MembershipEvent::PlayRightClaimed { member, booking, club, play_date, right, .. } => {
                let (name, right) = (self.member(*member), self.single_right(right));
                (50, format!("{name} uses {right}{}", self.round(*booking, club, *play_date)))
            }
            MembershipEvent::PlayRightReleased { member, booking, club, play_date, right, .. } => {
                let (name, right) = (self.member(*member), self.single_right(right));
                (50, format!("{name} got {right} back{}", self.round(*booking, club, *play_date)))
            }
            // Why somebody calls: heavier than the cancellation of one's own place.
            MembershipEvent::PlayRightForfeited { member, booking, club, play_date, right, .. } => {
                let (name, right) = (self.member(*member), self.single_right(right));
                (84, format!("{name} forfeited {right}{}", self.round(*booking, club, *play_date)))
            }
            MembershipEvent::ForfeitedRightReturned { member, booking, club, play_date, right, .. } => {
                let (name, right) = (self.member(*member), self.single_right(right));
                let round = self.round(*booking, club, *play_date);
                (90, format!("{name} got {right} back that was forfeited{round}"))
            }
            MembershipEvent::VoucherOrderOpened { member, quantity, year, .. } => {
                let vouchers = counted(*quantity, "voucher", "vouchers");
                (20, format!("{} is buying {vouchers} of {year}", self.member(*member)))
            }
            MembershipEvent::VoucherOrderClosed { member, order, bought } => {
                let end = if *bought { "bought" } else { "did not buy" };
                let what = self.labels.item(*order).unwrap_or("vouchers");
                (20, format!("{} {end} {what}", self.member(*member)))
            }
            MembershipEvent::VoucherTakenBack { member, voucher } => {
                let (name, voucher) = (self.member(*member), self.names.voucher_in_words(*voucher));
                (50, format!("{name} does not have {voucher} any more"))
            }
            MembershipEvent::FederationRegistered { member, year, package, .. } => {
                let name = self.member(*member);
                (70, format!("{name} is registered with the federation for {year}, package {package}"))
            }
            MembershipEvent::SubscriptionWithdrawn { member, subscription } => {
                let (name, pass) = (self.member(*member), self.names.pass_in_words(*subscription));
                (85, format!("{name} lost {pass}: an operator took it back"))
            }
        }
    }

    fn voucher(&self, event: &VoucherEvent) -> (u8, String) {
        match event {
            VoucherEvent::VoucherGranted { member, kind, title, holes, expires, .. } => {
                let (name, until) = (self.member(*member), dates::day(*expires));
                let how = match kind {
                    VoucherKind::Bonus => "was granted",
                    VoucherKind::Free => "bought",
                };
                (85, format!("{name} {how} voucher “{title}” for {holes} holes, until {until}"))
            }
            VoucherEvent::VoucherPurchased { member, title, holes, expires, .. } => {
                let (name, until) = (self.member(*member), dates::day(*expires));
                (55, format!("{name} bought voucher “{title}” for {holes} holes, until {until}"))
            }
            VoucherEvent::VoucherUsed { voucher, play_date, .. } => {
                let voucher = self.names.voucher_in_words(*voucher);
                (45, format!("{voucher} is used for {}", dates::day(*play_date)))
            }
            VoucherEvent::VoucherReleased { voucher, .. } => {
                (45, format!("{} is free again", self.names.voucher_in_words(*voucher)))
            }
            VoucherEvent::VoucherForfeited { voucher, .. } => {
                (55, format!("{} stays used: it is forfeited", self.names.voucher_in_words(*voucher)))
            }
            VoucherEvent::ForfeitedVoucherReturned { voucher, .. } => {
                let voucher = self.names.voucher_in_words(*voucher);
                (70, format!("{voucher} is free again: an operator gave it back"))
            }
            VoucherEvent::VoucherWithdrawn { voucher, .. } => {
                let voucher = self.names.voucher_in_words(*voucher);
                (60, format!("{voucher} is withdrawn: its price was paid back"))
            }
            VoucherEvent::GrantedVoucherWithdrawn { voucher, .. } => {
                let voucher = self.names.voucher_in_words(*voucher);
                (70, format!("{voucher} is withdrawn: an operator took it back"))
            }
        }
    }

    fn course_day(&self, event: &CourseDayEvent) -> (u8, String) {
        let count = |places: usize| counted(places, "place", "places");
        match event {
            CourseDayEvent::PlacesClaimed { club, date, booking, places } => {
                (20, format!("{} taken{}", count(places.len()), self.round(*booking, club, *date)))
            }
            CourseDayEvent::PlacesReleased { club, date, booking, places } => {
                (20, format!("{} free again{}", count(places.len()), self.round(*booking, club, *date)))
            }
            CourseDayEvent::PlaceSwapped { club, date, booking, .. } => {
                (20, format!("a place passed to another player{}", self.round(*booking, club, *date)))
            }
            CourseDayEvent::DayClosed { club, date, notice } => {
                let (club, day) = (self.names.club(club), dates::day(*date));
                (100, format!("{club} is closed on {day}: “{notice}”"))
            }
            CourseDayEvent::DayLimited { club, date, capacity } => {
                let (club, day) = (self.names.club(club), dates::day(*date));
                (100, format!("{club} has {} at most on {day}", counted(*capacity, "place", "places")))
            }
            CourseDayEvent::DayReopened { club, date } => {
                let (club, day) = (self.names.club(club), dates::day(*date));
                (100, format!("{club} has its own terms again on {day}"))
            }
            CourseDayEvent::PlacesHeld { club, date, places, until, .. } => {
                let places = counted(*places, "place", "places");
                let (day, until) = (self.day(club, *date), dates::instant(*until));
                (30, format!("{places} held for a waiting group at {day}, until {until}"))
            }
            CourseDayEvent::HoldEnded { club, date, .. } => {
                (15, format!("nothing is held any more for a waiting group at {}", self.day(club, *date)))
            }
            CourseDayEvent::WaitingGroupsChanged { club, date, .. } => {
                (5, format!("the groups that wait changed at {}", self.day(club, *date)))
            }
            CourseDayEvent::CourseStateReported { club, date, status, winter_greens, no_carts, note } => {
                let course = course_in_words(*status, *winter_greens, *no_carts, note);
                (60, format!("the course at {}: {course}", self.day(club, *date)))
            }
        }
    }

    fn waiting_list(&self, event: &WaitingListEvent) -> (u8, String) {
        match event {
            WaitingListEvent::GroupStartedWaiting { club, date, holes, players, by, .. } => {
                let with = self.company(players.iter().copied(), *by);
                let (by, day) = (self.member(*by), self.day(club, *date));
                (80, format!("{by} waits for {holes} holes at {day}{with}"))
            }
            WaitingListEvent::CoPlayersStartedWaiting { club, date, booking, players, by, .. } => {
                let with = self.company(players.iter().copied(), *by);
                let round = self.round(*booking, club, *date);
                (80, format!("{} waits for more places{round}{with}", self.member(*by)))
            }
            WaitingListEvent::GroupStoppedWaiting { club, date, by, .. } => {
                let (by, day) = (self.member(*by), self.day(club, *date));
                (80, format!("{by} took the group off the waiting list of {day}"))
            }
            WaitingListEvent::PlacesOffered { club, date, until, .. } => {
                let (day, until) = (self.day(club, *date), dates::instant(*until));
                (80, format!("places at {day} are offered to the waiting group, until {until}"))
            }
            WaitingListEvent::OfferTaken { club, date, booking, by, .. } => {
                let round = self.round(*booking, club, *date);
                (60, format!("{} took the offered places{round}", self.member(*by)))
            }
            WaitingListEvent::OfferDeclined { club, date, by, .. } => {
                (80, format!("{} declined the places at {}", self.member(*by), self.day(club, *date)))
            }
            WaitingListEvent::OfferLapsed { club, date, .. } => {
                (75, format!("nobody answered the offer of places at {}", self.day(club, *date)))
            }
            WaitingListEvent::GroupPassedOver { club, date, .. } => {
                let day = self.day(club, *date);
                (
                    40,
                    format!(
                        "the waiting group was passed over at {day}: one of its players may not play then"
                    ),
                )
            }
        }
    }

    fn arrival_list(&self, event: &ArrivalListEvent) -> (u8, String) {
        match event {
            ArrivalListEvent::PlayerArrived { club, date, booking, member, scan, .. } => {
                let (name, round) = (self.member(*member), self.round(*booking, club, *date));
                (70, format!("{name} arrived at the club {}{round}", seen(scan)))
            }
            ArrivalListEvent::PlayerSeenAgain { club, date, booking, member, scan, .. } => {
                let (name, round) = (self.member(*member), self.round(*booking, club, *date));
                (40, format!("{name} was seen at the club again {}{round}", seen(scan)))
            }
            ArrivalListEvent::IrregularScanRecorded { club, why, round, scan, .. } => {
                let (made, of) = (made(scan.method), self.scanned(round.as_ref()));
                let (club, at, why) = (self.names.club(club), dates::instant(scan.at), irregularity(*why));
                (75, format!("a code{of} was {made} at {club}, {at}, {why}"))
            }
            ArrivalListEvent::IrregularScanDecided { counts, round, reason, .. } => {
                let verb = if *counts { "counts" } else { "does not count" };
                let of = self.scanned(round.as_ref());
                (80, format!("the club decided that the scan of a code{of} {verb}: “{reason}”"))
            }
            ArrivalListEvent::ArrivalAnnulled { club, date, booking, member, reason, .. } => {
                let (name, round) = (self.member(*member), self.round(*booking, club, *date));
                (80, format!("the club took the arrival of {name} back{round}: “{reason}”"))
            }
            ArrivalListEvent::PlayedHolesCorrected { club, date, booking, member, holes, reason, .. } => {
                let (name, round) = (self.member(*member), self.round(*booking, club, *date));
                (75, format!("{name} played {holes} holes{round}: “{reason}”"))
            }
            ArrivalListEvent::AbsenceRecorded { club, date, booking, member, reason, .. } => {
                let (name, round) = (self.member(*member), self.round(*booking, club, *date));
                (82, format!("{name} did not come{round}, the club says: {}", absence(*reason)))
            }
            ArrivalListEvent::AbsenceObjected { club, date, booking, member, .. } => {
                let (name, round) = (self.member(*member), self.round(*booking, club, *date));
                (82, format!("{name} objected to the absence{round}"))
            }
            ArrivalListEvent::AbsenceWithdrawn { club, date, booking, member, reason, .. } => {
                let (name, round) = (self.member(*member), self.round(*booking, club, *date));
                (80, format!("the club took the absence of {name} back{round}: “{reason}”"))
            }
        }
    }

    /// ` of Eva (N91W-1PPE)`; empty where a code names no round.
    fn scanned(&self, round: Option<&ScannedRound>) -> String {
        round.map_or_else(String::new, |round| {
            format!(" of {} ({})", self.member(round.member), round.booking.number())
        })
    }

    fn order(&self, event: &OrderEvent) -> (u8, String) {
        match event {
            OrderEvent::OrderPlaced { member, item: ordered, amount_cents, method, .. } => {
                let (name, euros) = (self.member(*member), euros(*amount_cents));
                (90, format!("{name} ordered {} for {euros} by {method}", item(ordered)))
            }
            OrderEvent::PaymentStarted { order, .. } => {
                (30, format!("the payment of {} was started", self.order_of(*order)))
            }
            OrderEvent::OrderPaid { order, member, .. } => {
                (90, format!("{} paid {}", self.member(*member), self.order_of(*order)))
            }
            OrderEvent::OrderFailed { order, .. } => {
                (80, format!("the payment of {} failed", self.order_of(*order)))
            }
            OrderEvent::OrderCancelled { order, .. } => {
                (80, format!("the payment of {} was broken off", self.order_of(*order)))
            }
            OrderEvent::OrderExpired { order, .. } => {
                (80, format!("the time to pay {} is over", self.order_of(*order)))
            }
            OrderEvent::RefundRequested { order, amount_cents, .. } => {
                (85, format!("{} of {} is to be paid back", euros(*amount_cents), self.order_of(*order)))
            }
            OrderEvent::RefundApproved { order, amount_cents, .. } => {
                let (amount, order) = (euros(*amount_cents), self.order_of(*order));
                (90, format!("an operator decided that {amount} of {order} goes back"))
            }
            OrderEvent::OrderRefunded { order, kind, amount_cents, .. } => {
                let how = match kind {
                    RefundKind::Refund => "was paid back",
                    RefundKind::Chargeback => "was taken back by the bank",
                };
                (95, format!("{} of {} {how}", euros(*amount_cents), self.order_of(*order)))
            }
        }
    }
}

#[cfg(test)]
mod tests;
