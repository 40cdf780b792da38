//! The invariants of docs/domain.md §3, computed from the log alone, without the portal's counters. The streams
//! must also agree: a place in a booking is a claim of its player, and a place of the club's day.

use std::collections::{BTreeMap, BTreeSet};

use chrono::{Datelike, NaiveDate};
use fairway_command::Club;
use fairway_events::{
    BookedPlace, BookingId, ClubId, CourseDayEvent, Event, MemberId, MembershipEvent, PlaceId, PlayRight,
    ReservationEvent, SubscriptionId, VoucherEvent, VoucherId,
};

// The writer's simulation includes this file from elsewhere.
#[path = "invariants/arrivals.rs"]
mod arrivals;
#[path = "invariants/settlement.rs"]
mod settlement;
#[path = "invariants/shop.rs"]
mod shop;
#[path = "invariants/waiting.rs"]
mod waiting;

use arrivals::Arrivals;
use settlement::Settlements;
use shop::Shop;
use waiting::WaitingLists;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Status {
    Held,
    Released,
    Forfeited,
}

#[derive(Debug)]
struct Claim {
    member: MemberId,
    booking: BookingId,
    club: ClubId,
    date: NaiveDate,
    right: PlayRight,
    status: Status,
}

/// Whether a day is closed, and its own limit.
type Limits = BTreeMap<(ClubId, NaiveDate), (bool, Option<u32>)>;

/// The state that follows from the log.
#[derive(Default)]
struct LogState {
    /// Granted per pass: of the term, and of a month.
    passes: BTreeMap<SubscriptionId, (u32, Option<u32>)>,
    /// Passes that were taken back.
    withdrawn: BTreeSet<SubscriptionId>,
    claims: BTreeMap<PlaceId, Claim>,
    /// Active places per booking, in order, and its master.
    bookings: BTreeMap<BookingId, (MemberId, Vec<(PlaceId, MemberId)>)>,
    days: BTreeMap<(ClubId, NaiveDate), BTreeSet<PlaceId>>,
    /// Days that are closed, or have a limit of their own.
    limits: Limits,
    /// The places that use each voucher: used or forfeited, not released.
    vouchers: BTreeMap<VoucherId, Vec<PlaceId>>,
    shop: Shop,
    waiting: WaitingLists,
    arrivals: Arrivals,
    settlements: Settlements,
}

/// Checks every invariant of a log, in its order.
pub(crate) fn check<'a>(log: impl IntoIterator<Item = &'a Event>, clubs: &[Club]) {
    let mut state = LogState::default();
    for event in log {
        state.apply(event, clubs);
    }
    state.check_rights();
    state.check_places(clubs);
    state.check_streams_agree();
    state.waiting.check();
    state.shop.check(|voucher| state.vouchers.get(voucher).is_some_and(|holders| !holders.is_empty()));
}

impl LogState {
    fn apply(&mut self, event: &Event, clubs: &[Club]) {
        match event {
            Event::Reservation(event) => self.apply_reservation(event),
            Event::Membership(event) => self.apply_membership(event),
            Event::Voucher(event) => self.apply_voucher(event),
            Event::CourseDay(event) => self.apply_day(event, clubs),
            Event::Order(event) => self.shop.apply_order(event),
            Event::WaitingList(event) => self.waiting.apply_list(event, |booking| {
                let (_, places) = &self.bookings[&booking];
                places.iter().map(|(_, member)| *member).collect()
            }),
            Event::ArrivalList(event) => self.arrivals.apply(event, |booking, place| {
                let (_, places) = &self.bookings[&booking];
                places.contains(&place)
            }),
            Event::Settlement(event) => self.settlements.apply(event),
        }
    }

    fn apply_reservation(&mut self, event: &ReservationEvent) {
        match event {
            ReservationEvent::RoundBooked { booking, master, places, .. } => {
                let places = places.iter().map(|place| (place.place, place.member)).collect();
                self.bookings.insert(*booking, (*master, places));
            }
            ReservationEvent::PlayerAdded { booking, place: BookedPlace { place, member, .. }, .. } => {
                self.bookings.get_mut(booking).unwrap().1.push((*place, *member));
            }
            ReservationEvent::PlayerSwapped {
                booking,
                left,
                place: BookedPlace { place, member, .. },
                ..
            } => {
                let places = &mut self.bookings.get_mut(booking).unwrap().1;
                let before = places.len();
                places.retain(|known| *known != (left.place, left.member));
                assert_eq!(places.len() + 1, before, "who is swapped out played");
                places.push((*place, *member));
            }
            ReservationEvent::PlaceCancelled { booking, place, .. }
            | ReservationEvent::PlaceCancelledByOperator { booking, place, .. } => {
                self.bookings.get_mut(booking).unwrap().1.retain(|(id, _)| id != place);
            }
            ReservationEvent::MasterPassedOn { booking, to, .. } => {
                self.bookings.get_mut(booking).unwrap().0 = *to;
            }
            ReservationEvent::RoundCancelledByClub { booking, places, .. } => {
                let known = &mut self.bookings.get_mut(booking).unwrap().1;
                assert_eq!(known.len(), places.len(), "a club cancels whole rounds");
                known.clear();
            }
            ReservationEvent::PlayRightExpired { .. }
            | ReservationEvent::PlayRightReturned { .. }
            | ReservationEvent::BookingCancelled { .. } => {}
            ReservationEvent::StartTimeAgreed { booking, by, .. } => {
                let (_, places) = &self.bookings[booking];
                assert!(
                    places.iter().any(|(_, member)| member == by),
                    "whoever agrees on a start time plays"
                );
            }
        }
    }

    fn apply_membership(&mut self, event: &MembershipEvent) {
        self.shop.apply_membership(event);
        match event {
            MembershipEvent::SubscriptionStarted { subscription, max, per_month, .. } => {
                self.passes.insert(*subscription, (*max, *per_month));
            }
            MembershipEvent::SubscriptionWithdrawn { subscription, .. } => {
                assert!(self.passes.contains_key(subscription), "a pass that is taken back was given");
                assert!(self.withdrawn.insert(*subscription), "a pass is taken back once");
            }
            MembershipEvent::VoucherReceived { .. }
            | MembershipEvent::VoucherOrderOpened { .. }
            | MembershipEvent::VoucherOrderClosed { .. }
            | MembershipEvent::VoucherTakenBack { .. }
            | MembershipEvent::FederationRegistered { .. } => {}
            MembershipEvent::PlayRightClaimed { member, place, booking, club, play_date, right, .. } => {
                let claim = Claim {
                    member: *member,
                    booking: *booking,
                    club: club.clone(),
                    date: *play_date,
                    right: right.clone(),
                    status: Status::Held,
                };
                assert!(self.claims.insert(*place, claim).is_none(), "a place is claimed once");
            }
            MembershipEvent::PlayRightReleased { place, .. } => {
                self.claims.get_mut(place).unwrap().status = Status::Released;
            }
            MembershipEvent::PlayRightForfeited { place, .. } => {
                self.claims.get_mut(place).unwrap().status = Status::Forfeited;
            }
            MembershipEvent::ForfeitedRightReturned { place, .. } => {
                let before =
                    std::mem::replace(&mut self.claims.get_mut(place).unwrap().status, Status::Released);
                assert_eq!(before, Status::Forfeited, "what comes back again was forfeited");
            }
        }
    }

    fn apply_voucher(&mut self, event: &VoucherEvent) {
        self.shop.apply_voucher(event);
        match event {
            VoucherEvent::VoucherGranted { voucher, .. } | VoucherEvent::VoucherPurchased { voucher, .. } => {
                let before = self.vouchers.insert(*voucher, vec![]);
                assert!(before.is_none(), "a voucher is granted once");
            }
            VoucherEvent::VoucherUsed { voucher, place, .. } => {
                self.vouchers.get_mut(voucher).unwrap().push(*place);
            }
            VoucherEvent::VoucherReleased { voucher, place, .. }
            | VoucherEvent::ForfeitedVoucherReturned { voucher, place, .. } => {
                self.vouchers.get_mut(voucher).unwrap().retain(|holder| holder != place);
            }
            VoucherEvent::VoucherForfeited { .. }
            | VoucherEvent::VoucherWithdrawn { .. }
            | VoucherEvent::GrantedVoucherWithdrawn { .. } => {}
        }
    }

    fn apply_day(&mut self, event: &CourseDayEvent, clubs: &[Club]) {
        self.waiting.apply_day(event, |club, date| {
            let day = (club.clone(), date);
            let claimed = self.days.get(&day).map_or(0, BTreeSet::len);
            let club = clubs.iter().find(|known| known.id == *club).unwrap();
            (claimed, capacity(&self.limits, &day, club))
        });
        match event {
            CourseDayEvent::PlacesClaimed { club, date, places, .. } => {
                let day = self.days.entry((club.clone(), *date)).or_default();
                for place in places {
                    assert!(day.insert(*place), "a place of the day is claimed once");
                }
            }
            CourseDayEvent::PlacesReleased { club, date, places, .. } => {
                let day = self.days.entry((club.clone(), *date)).or_default();
                for place in places {
                    assert!(day.remove(place), "what is released was claimed");
                }
            }
            CourseDayEvent::PlaceSwapped { club, date, from, to, .. } => {
                let day = self.days.entry((club.clone(), *date)).or_default();
                assert!(day.remove(from) && day.insert(*to), "a place of the day became another");
            }
            CourseDayEvent::DayClosed { club, date, .. } => {
                self.limits.entry((club.clone(), *date)).or_default().0 = true;
            }
            CourseDayEvent::DayLimited { club, date, capacity } => {
                self.limits.entry((club.clone(), *date)).or_default().1 = Some(*capacity);
            }
            CourseDayEvent::DayReopened { club, date } => {
                self.limits.remove(&(club.clone(), *date));
            }
            CourseDayEvent::PlacesHeld { .. }
            | CourseDayEvent::HoldEnded { .. }
            | CourseDayEvent::WaitingGroupsChanged { .. }
            | CourseDayEvent::CourseStateReported { .. } => {}
        }
    }

    /// I1: used rights never exceed those granted, per month and per term; a voucher is used once; nothing is used of
    /// what was taken back.
    fn check_rights(&self) {
        let mut used: BTreeMap<SubscriptionId, u32> = BTreeMap::new();
        let mut used_in_month: BTreeMap<(SubscriptionId, i32, u32), u32> = BTreeMap::new();
        for claim in self.claims.values().filter(|claim| claim.status != Status::Released) {
            if let PlayRight::Subscription { subscription } = claim.right {
                assert!(!self.withdrawn.contains(&subscription), "a pass that was taken back is used");
                *used.entry(subscription).or_default() += 1;
                let month = (subscription, claim.date.year(), claim.date.month());
                *used_in_month.entry(month).or_default() += 1;
            }
        }
        for (pass, used) in used {
            assert!(used <= self.passes[&pass].0, "a term was overdrawn");
        }
        for ((pass, ..), used) in used_in_month {
            assert!(self.passes[&pass].1.is_none_or(|limit| used <= limit), "a month was overdrawn");
        }
        assert!(self.vouchers.values().all(|holders| holders.len() <= 1), "a voucher was used twice");
        let is_used =
            |voucher: &VoucherId| self.vouchers.get(voucher).is_some_and(|holders| !holders.is_empty());
        assert!(!self.shop.withdrawn.iter().any(is_used), "a voucher that was taken back is used");
    }

    /// I2: capacity, four per booking, one per member and date, the club maximum; and the master plays.
    fn check_places(&self, clubs: &[Club]) {
        let clubs: BTreeMap<ClubId, &Club> = clubs.iter().map(|club| (club.id.clone(), club)).collect();
        for (day, places) in &self.days {
            let capacity = capacity(&self.limits, day, clubs[&day.0]);
            assert!(
                capacity.is_none_or(|capacity| places.len() <= capacity as usize),
                "a day was overbooked"
            );
        }
        for (master, places) in self.bookings.values() {
            let members: BTreeSet<MemberId> = places.iter().map(|(_, member)| *member).collect();
            assert!(places.len() <= 4 && members.len() == places.len(), "four players, none of them twice");
            assert!(places.is_empty() || members.contains(master), "the master plays");
        }
        let mut dates = BTreeSet::new();
        let mut rounds: BTreeMap<(MemberId, &ClubId, i32), u32> = BTreeMap::new();
        for claim in self.claims.values().filter(|claim| claim.status == Status::Held) {
            assert!(dates.insert((claim.member, claim.date)), "one place per member and date");
            *rounds.entry((claim.member, &claim.club, claim.date.year())).or_default() += 1;
        }
        for ((_, club, _), rounds) in rounds {
            assert!(rounds <= clubs[club].max_plays_per_year, "the club maximum was exceeded");
        }
    }

    fn check_streams_agree(&self) {
        let booked: BTreeMap<PlaceId, (BookingId, MemberId)> = self
            .bookings
            .iter()
            .flat_map(|(booking, (_, places))| {
                places.iter().map(move |(place, member)| (*place, (*booking, *member)))
            })
            .collect();
        let held = self.claims.iter().filter(|(_, claim)| claim.status == Status::Held);
        let claimed = held.clone().map(|(place, claim)| (*place, (claim.booking, claim.member)));
        assert_eq!(booked, claimed.collect(), "a place in a booking is a claim of its player");

        let days: BTreeSet<_> = self
            .days
            .iter()
            .flat_map(|((club, date), places)| places.iter().map(move |id| (club, date, *id)))
            .collect();
        let claimed = held.map(|(place, claim)| (&claim.club, &claim.date, *place));
        assert_eq!(days, claimed.collect(), "a place in a booking is a place of the club's day");

        let holders: BTreeSet<_> = self
            .vouchers
            .iter()
            .flat_map(|(voucher, holders)| holders.iter().map(move |place| (*voucher, *place)))
            .collect();
        let by_voucher = self.claims.iter().filter(|(_, claim)| claim.status != Status::Released);
        let by_voucher = by_voucher.filter_map(|(place, claim)| match &claim.right {
            PlayRight::Voucher { voucher, .. } => Some((*voucher, *place)),
            PlayRight::Subscription { .. } => None,
        });
        assert_eq!(holders, by_voucher.collect(), "a voucher is held by the place that it paid");
    }
}

fn capacity(limits: &Limits, day: &(ClubId, NaiveDate), club: &Club) -> Option<u32> {
    let (is_closed, limit) = limits.get(day).copied().unwrap_or_default();
    let closed = is_closed.then_some(0);
    club.daily_capacity.into_iter().chain(limit).chain(closed).min()
}
