//! A state as a list of facts: one field each, as text. The printed page and the difference of two moments are made of
//! these.

use std::collections::BTreeMap;

use chrono::{Datelike, NaiveDate};
use fairway_events::{BookingId, CancelMode, VoucherKind};
use serde::Serialize;

use crate::dates;
use crate::description::{self, counted};
use crate::names::Names;
use crate::rulebook::{self, Claim, Outcome, group};
use crate::state::waiting_list::WaitingStatus;
use crate::state::{
    ArrivalList, Booking, ClubDay, Member, Order, OrderStatus, Place, PlaceStatus, State, Voucher,
    VoucherStatus, WaitingList,
};

mod settlement;

/// One field of a state.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Fact {
    /// The heading of its group of fields.
    pub section: String,
    /// The name of the field.
    pub label: String,
    /// The value, as text.
    pub value: String,
    /// Identifies the field: labels are not unique.
    #[serde(skip)]
    key: String,
}

impl Fact {
    pub(super) fn new(
        section: impl Into<String>,
        key: impl Into<String>,
        label: impl Into<String>,
        value: impl Into<String>,
    ) -> Self {
        Self { section: section.into(), key: key.into(), label: label.into(), value: value.into() }
    }

    pub(super) fn same_field(&self, other: &Self) -> bool {
        self.section == other.section && self.key == other.key
    }
}

/// The facts of a state, as they are on a day.
#[must_use]
pub fn facts(state: &State, today: NaiveDate, names: &Names) -> Vec<Fact> {
    match state {
        State::Booking(booking) => of_booking(booking, today, names),
        State::Member(member) => of_member(member, today, names),
        State::Voucher(voucher) => of_voucher(voucher, today, names),
        State::Order(order) => of_order(order, names),
        State::ClubDay(day) => of_club_day(day),
        State::WaitingList(list) => of_waiting_list(list, names),
        State::ArrivalList(list) => of_arrival_list(list, names),
        State::Settlement(settlement) => settlement::of_settlement(settlement),
    }
}

fn fact(section: &str, label: &str, value: impl Into<String>) -> Fact {
    Fact::new(section, label, label, value)
}

fn of_booking(booking: &Booking, today: NaiveDate, names: &Names) -> Vec<Fact> {
    let active = booking.active().count();
    let status = if booking.cancelled {
        "cancelled".to_owned()
    } else {
        let played = if booking.play_date < today { "played" } else { "booked" };
        let players = counted(active, "player", "players");
        format!("{played}, {players}, {} free", group::MOST.saturating_sub(active))
    };
    let booked =
        format!("by {}, {}", names.member_in_full(booking.booked_by), dates::instant(booking.booked_at));
    let mut facts = vec![
        fact("booking", "number", booking.id.number().to_string()),
        fact("booking", "status", status),
        fact("booking", "club", names.club(&booking.club)),
        fact("booking", "play date", dates::day(booking.play_date)),
        fact("booking", "holes", booking.holes.to_string()),
        fact("booking", "led by", names.member(booking.master)),
        fact("booking", "booked", booked),
    ];
    facts.extend(booking.start_time.map(|time| {
        let by = booking.start_time_by.map_or_else(String::new, |by| format!(", by {}", names.member(by)));
        fact("booking", "start time", format!("{time}{by}"))
    }));
    for place in &booking.places {
        let section = format!("{}, reservation {}", names.member_in_full(place.member), place.place);
        facts.extend([
            fact(&section, "status", place_status(place, booking, today, names)),
            fact(&section, "right", right_of(place, names)),
        ]);
        if let Some(by) = place.added_by {
            let added = format!("by {}, {}", names.member(by), dates::instant(place.joined_at));
            facts.push(fact(&section, if place.by_swap { "swapped in" } else { "added" }, added));
        }
    }
    facts
}

fn place_status(place: &Place, booking: &Booking, today: NaiveDate, names: &Names) -> String {
    match &place.status {
        PlaceStatus::Active if booking.play_date < today => "played".to_owned(),
        PlaceStatus::Active => "active".to_owned(),
        PlaceStatus::Cancelled { by, mode, at } => {
            let how = match mode {
                CancelMode::Own => "cancelled by the player".to_owned(),
                CancelMode::Group => format!("cancelled with the whole group by {}", names.member(*by)),
                CancelMode::Removal => format!("removed by {}", names.member(*by)),
            };
            format!("{how}, {}", dates::instant(*at))
        }
        PlaceStatus::Swapped { by, coming, at } => {
            let (by, coming) = (names.member(*by), names.member(*coming));
            format!("swapped for {coming} by {by}, {}", dates::instant(*at))
        }
        PlaceStatus::CancelledByOperator { at } => {
            format!("cancelled by an operator, {}", dates::instant(*at))
        }
        PlaceStatus::CancelledByClub { notice, at } => {
            format!("cancelled by the club (“{notice}”), {}", dates::instant(*at))
        }
    }
}

fn right_of(place: &Place, names: &Names) -> String {
    let state = match (&place.status, place.right_expired) {
        (PlaceStatus::Active, _) => "used",
        (_, true) => "forfeited",
        (_, false) if place.right_returned => "forfeited, and given back by an operator",
        (_, false) => "given back",
    };
    format!("{}, {state}", names.right(&place.right))
}

fn of_member(member: &Member, today: NaiveDate, names: &Names) -> Vec<Fact> {
    let holdings = &member.holdings;
    let mut facts = Vec::new();
    for pass in &holdings.passes {
        let value = format!(
            "{} of {} used{}, up to {} holes",
            rulebook::rights::used(holdings, pass),
            pass.max,
            pass.per_month.map_or_else(String::new, |limit| {
                let used = rulebook::rights::used_in_month(holdings, pass, today);
                format!(", {used} of {limit} in {}", dates::month(today))
            }),
            pass.max_holes
        );
        let label = format!("“{}” {}", pass.name, dates::period(pass.startdate, pass.enddate));
        facts.push(Fact::new("passes", pass.id.to_string(), label, value));
    }
    for voucher in &holdings.vouchers {
        let state = match rulebook::rights::use_of(holdings, voucher) {
            Some(claim) if claim.outcome == Outcome::Forfeited => {
                format!("forfeited, for {}", dates::day(claim.play_date))
            }
            Some(claim) => format!("used for {}", dates::day(claim.play_date)),
            None if voucher.expires < today => "expired unused".to_owned(),
            None => "unused".to_owned(),
        };
        let kind = match voucher.kind {
            VoucherKind::Bonus => "granted",
            VoucherKind::Free => "bought",
        };
        let until = dates::day(voucher.expires);
        let label = format!("“{}” {kind}, {} holes, until {until}", voucher.title, voucher.holes);
        facts.push(Fact::new("vouchers", voucher.id.to_string(), label, state));
    }
    let mut upcoming: Vec<&Claim> = holdings
        .claims
        .iter()
        .filter(|claim| claim.outcome == Outcome::Held && claim.play_date >= today)
        .collect();
    upcoming.sort_by_key(|claim| (claim.play_date, claim.place));
    for claim in upcoming {
        let value = format!(
            "{} holes at {}, on {}, booking {}, reservation {}",
            claim.holes,
            names.club(&claim.club),
            right(member, claim),
            claim.booking.number(),
            claim.place
        );
        let label = dates::day(claim.play_date);
        facts.push(Fact::new("upcoming rounds", claim.place.to_string(), label, value));
    }
    facts.extend(rounds_per_club(member, names));
    for (order, bought) in &member.voucher_orders {
        let state = match bought.bought {
            None => "open",
            Some(true) => "bought",
            Some(false) => "not bought",
        };
        let label = format!("{} of {}", counted(bought.quantity, "voucher", "vouchers"), bought.year);
        let value = format!("{state}, order {order}");
        facts.push(Fact::new("orders of free vouchers", order.to_string(), label, value));
    }
    for (year, package) in &member.registrations {
        facts.push(fact("federation", &year.to_string(), format!("registered, package {package}")));
    }
    facts
}

/// The right that a claim consumed, with its name in the member's own stream.
fn right(member: &Member, claim: &Claim) -> String {
    match &claim.right {
        fairway_events::PlayRight::Subscription { subscription } => {
            let pass = member.holdings.passes.iter().find(|pass| pass.id == *subscription);
            pass.map_or_else(|| format!("pass {subscription}"), |pass| format!("pass “{}”", pass.name))
        }
        fairway_events::PlayRight::Voucher { title, .. } => format!("voucher “{title}”"),
    }
}

/// Rounds that count towards a club's maximum, latest year first.
fn rounds_per_club(member: &Member, names: &Names) -> Vec<Fact> {
    let mut counted: BTreeMap<(i32, String), (u32, String)> = BTreeMap::new();
    for claim in member.holdings.claims.iter().filter(|claim| claim.outcome == Outcome::Held) {
        let key = (-claim.play_date.year(), names.club(&claim.club));
        counted.entry(key).or_insert((0, claim.club.0.clone())).0 += 1;
    }
    counted
        .into_iter()
        .map(|((year, club), (rounds, slug))| {
            let section = format!("rounds in {}", -year);
            Fact::new(section, slug, club, rounds.to_string())
        })
        .collect()
}

fn of_voucher(voucher: &Voucher, today: NaiveDate, names: &Names) -> Vec<Fact> {
    let status = match voucher.status {
        VoucherStatus::Unused if voucher.expires < today => "expired unused".to_owned(),
        VoucherStatus::Unused => "unused".to_owned(),
        VoucherStatus::Used { place, play_date } => {
            format!("used for {}, reservation {place}", dates::day(play_date))
        }
        VoucherStatus::Forfeited { place, play_date } => {
            format!("forfeited on {}, reservation {place}", dates::day(play_date))
        }
        VoucherStatus::Withdrawn if voucher.order.is_none() => "withdrawn by an operator".to_owned(),
        VoucherStatus::Withdrawn => "withdrawn: its price was paid back".to_owned(),
    };
    let origin = match (voucher.kind, voucher.order) {
        (_, Some(order)) => format!("bought, order {order}"),
        (VoucherKind::Bonus, None) => "granted".to_owned(),
        (VoucherKind::Free, None) => "bought before the import".to_owned(),
    };
    vec![
        fact("voucher", "status", status),
        fact("voucher", "title", voucher.title.clone()),
        fact("voucher", "of", names.member_in_full(voucher.member)),
        fact("voucher", "holes", voucher.holes.to_string()),
        fact("voucher", "valid until", dates::day(voucher.expires)),
        fact("voucher", "origin", origin),
    ]
}

fn of_order(order: &Order, names: &Names) -> Vec<Fact> {
    let status = match order.status {
        OrderStatus::Open => "open",
        OrderStatus::Paid => "paid",
        OrderStatus::Failed => "failed",
        OrderStatus::Canceled => "canceled",
        OrderStatus::Expired => "expired",
    };
    let since = order.settled_at.map_or_else(String::new, |at| format!(", {}", dates::instant(at)));
    let payment = order.payment.clone().unwrap_or_else(|| "none yet".to_owned());
    let mut facts = vec![
        fact("order", "status", format!("{status}{since}")),
        fact("order", "of", names.member_in_full(order.member)),
        fact("order", "for", description::item(&order.item)),
        fact("order", "amount", format!("{} by {}", description::euros(order.amount_cents), order.method)),
        fact("order", "placed", dates::instant(order.placed_at)),
        fact("order", "payment", payment),
        fact("order", "paid back", description::euros(order.refunded_cents)),
    ];
    let back_cents = order.refund_requested_cents + order.refund_approved_cents;
    if back_cents > 0 {
        facts.push(fact("order", "to be paid back", description::euros(back_cents)));
    }
    facts
}

fn of_club_day(day: &ClubDay) -> Vec<Fact> {
    let mut bookings: BTreeMap<BookingId, u32> = BTreeMap::new();
    for booking in day.places.values() {
        *bookings.entry(*booking).or_default() += 1;
    }
    let mut facts = vec![fact("day", "places taken", day.taken().to_string())];
    facts.extend(day.closed.iter().map(|notice| fact("day", "closed", format!("“{notice}”"))));
    facts.extend(day.capacity.map(|places| fact("day", "places at most", places.to_string())));
    facts.extend(day.course.iter().map(|course| fact("day", "course", course.clone())));
    facts.extend(day.smallest_waiting.map(|players| {
        let in_turn = day.smallest_in_turn.map_or_else(|| "none".to_owned(), |players| players.to_string());
        fact("day", "smallest waiting group", format!("{players}; of those in turn {in_turn}"))
    }));
    facts.extend(day.holds.iter().map(|hold| {
        let places = counted(hold.places, "place", "places");
        let value = format!("{places} until {}", dates::instant(hold.until));
        fact("held for waiting groups", &hold.group.to_string(), value)
    }));
    facts.extend(bookings.into_iter().map(|(booking, places)| {
        let label = format!("{}, {booking}", booking.number());
        Fact::new("bookings", booking.to_string(), label, counted(places, "place", "places"))
    }));
    facts
}

/// How many wait, and the first of them in the order of the list.
fn of_waiting_list(list: &WaitingList, names: &Names) -> Vec<Fact> {
    let waiting = list.waiting().count();
    let mut facts = vec![
        fact("waiting list", "groups that wait", waiting.to_string()),
        fact("waiting list", "groups ever", list.groups.len().to_string()),
    ];
    facts.extend(list.shown().map(|group| {
        let players: Vec<String> = group.players.iter().map(|player| names.member(*player)).collect();
        let status = match group.status {
            WaitingStatus::Waiting => "waits".to_owned(),
            WaitingStatus::Offered(until) => format!("is offered places until {}", dates::instant(until)),
            WaitingStatus::PassedOver(releases) => {
                format!("waits, passed over when places had come free {releases} times")
            }
            WaitingStatus::Taken(booking) => format!("became booking {}, {booking}", booking.number()),
            WaitingStatus::Left => "left".to_owned(),
        };
        let value = format!(
            "{} for {} holes, since {}: {status}",
            players.join(", "),
            group.holes,
            dates::instant(group.at)
        );
        Fact::new("groups", group.id.to_string(), group.id.to_string(), value)
    }));
    facts
}

/// Who came, in the order of the list, the scans that were irregular, and who did not come.
fn of_arrival_list(list: &ArrivalList, names: &Names) -> Vec<Fact> {
    let arrived = list.players.iter().filter(|player| player.arrival().is_some()).count();
    let open = list.irregular.iter().filter(|scan| scan.counts.is_none()).count();
    let mut facts = vec![
        fact("arrivals", "players who came", arrived.to_string()),
        fact("arrivals", "scans to be decided about", open.to_string()),
    ];
    facts.extend(list.players.iter().map(|player| {
        let came = player.arrival().map_or_else(
            || "taken back".to_owned(),
            |scan| {
                let without_booking = if player.walk_in { ", without a booking until then" } else { "" };
                let scans = counted(u64::try_from(player.scans.len()).unwrap_or(u64::MAX), "scan", "scans");
                format!("{}, {scans}{without_booking}", description::seen(scan))
            },
        );
        let holes = if player.played_holes == player.holes {
            format!("{} holes", player.holes)
        } else {
            format!("{} holes, booked {}", player.played_holes, player.holes)
        };
        let value = format!("{came}, {holes}, reservation {}", player.place);
        Fact::new("players", player.place.to_string(), names.member(player.member), value)
    }));
    facts.extend(list.irregular.iter().map(|known| {
        let of = known.round.map_or_else(String::new, |round| format!("{}, ", names.member(round.member)));
        let decision = match known.counts {
            None => "to be decided",
            Some(true) => "counts",
            Some(false) => "does not count",
        };
        let (at, why) = (dates::instant(known.scan.at), description::irregularity(known.why));
        let value = format!("{of}a code {why}, {at}: {decision}");
        Fact::new("irregular scans", known.scan.id.to_string(), known.scan.id.to_string(), value)
    }));
    facts.extend(list.absences.iter().map(|known| {
        let objected = if known.objected { ", to which they objected" } else { "" };
        let why = description::absence(known.reason);
        let value = format!("did not come: {why}{objected}, reservation {}", known.place);
        Fact::new("absences", known.place.to_string(), names.member(known.member), value)
    }));
    facts
}
