//! The portal and the model side by side: both execute every operation, and must agree on the answer and on the state
//! afterwards.

use std::collections::BTreeMap;
use std::sync::Arc;

use chrono::{Days, NaiveDate, Weekday};
use fairway_command::{
    AddPlayers, AnyAggregate, BookRound, BookingWindow, CancelForPlayers, CancelGroup, CancelPlace,
    ChangeDay, Club, Command, Decision, GrantVoucher, Membership, Month, NewPlace, Reason, Rejection,
    RemovePlayer, ReturnForfeitedRight, Rights, StartSubscription,
};
use fairway_events::{
    BookingId, ClubId, Event, Holes, MemberId, MembershipEvent, OrderEvent, PlaceId, PlayRight, StreamId,
    SubscriptionId, VoucherEvent, VoucherId, VoucherKind,
};
use uuid::Uuid;

use crate::journal::Journal;
use crate::model::{self, Model, Refusal, Right, Status};
use crate::operation::{MEMBERS, Operation};

mod arrivals;
mod settlement;
mod shop;
mod start_time;
mod swap;
mod waiting;
mod withdrawing;

pub(crate) struct Portal {
    pub(crate) journal: Journal,
    pub(crate) model: Model,
    clubs: Vec<Arc<Club>>,
    /// The last id that was used.
    ids: u128,
    /// The outcome of each operation.
    pub(crate) outcomes: Vec<&'static str>,
}

/// A Thursday; the window includes the end of the month and of the year.
fn first_day() -> NaiveDate {
    NaiveDate::from_ymd_opt(2026, 12, 17).unwrap()
}

/// The clubs of every history; their limits are low, so that they are reached.
pub(crate) fn clubs() -> Vec<Club> {
    let busy = Club {
        id: ClubId::from("de-es"),
        holes: vec![Holes::Nine, Holes::Eighteen],
        max_plays_per_year: 3,
        daily_capacity: Some(5),
        closed_weekdays: vec![Weekday::Mon],
        closures: vec![],
    };
    let quiet = Club {
        id: ClubId::from("het-ven"),
        holes: vec![Holes::Nine],
        max_plays_per_year: 2,
        daily_capacity: None,
        closed_weekdays: vec![],
        closures: vec![(first_day() + Days::new(2), "Onderhoud".to_owned())],
    };
    vec![busy, quiet]
}

fn member(number: u8) -> MemberId {
    MemberId(Uuid::from_u128(u128::from(number) + 1))
}

fn shift(day: NaiveDate, days: i64) -> NaiveDate {
    day.checked_add_signed(chrono::TimeDelta::days(days)).unwrap()
}

impl Default for Portal {
    fn default() -> Self {
        let model = Model {
            today: first_day(),
            clubs: clubs(),
            passes: vec![],
            vouchers: vec![],
            bookings: vec![],
            undone_on_the_day: 0,
            swapped_on_the_day: 0,
            swapped_when_full: 0,
            orders: vec![],
            waiting: vec![],
            arrivals: model::arrivals::Arrivals::default(),
            settlement: model::settlement::Settlement::default(),
            releases: BTreeMap::new(),
            offers: 0,
            passed_over: 0,
            minutes: 0,
            days: BTreeMap::new(),
        };
        let clubs = clubs().into_iter().map(Arc::new).collect();
        Self { journal: Journal::default(), model, clubs, ids: 1000, outcomes: vec![] }
    }
}

impl Portal {
    /// Executes an operation in the portal and in the model.
    pub(crate) fn step(&mut self, operation: &Operation) {
        let today = self.model.today;
        match operation {
            Operation::Wait { days } => (self.model.today, self.model.minutes) = (shift(today, *days), 0),
            Operation::Waiting(waiting) => self.wait(waiting),
            Operation::Withdraw(withdrawal) => self.withdraw(*withdrawal),
            Operation::StartTime(change) => self.agree_start_time(*change),
            Operation::Arrival(arrival) => self.arrive(arrival),
            Operation::Owed(owed) => self.settle(*owed),
            Operation::Subscribe { member: number, first, days, max, per_month, holes } => {
                let subscription = SubscriptionId(self.new_id());
                let startdate = shift(today, *first);
                let enddate = shift(startdate, *days);
                self.model.passes.push(model::Pass {
                    id: subscription,
                    member: member(*number),
                    first: startdate,
                    last: enddate,
                    max: *max,
                    per_month: *per_month,
                    holes: *holes,
                });
                let command = Command::StartSubscription(StartSubscription {
                    member: member(*number),
                    subscription,
                    name: "Seizoen".to_owned(),
                    startdate,
                    enddate,
                    paymentdate: None,
                    amount_cents: 24_950,
                    max: *max,
                    per_month: *per_month,
                    max_holes: *holes,
                });
                self.agree(&command, Ok(true));
            }
            Operation::Grant { member: number, holes, days } => {
                let voucher = VoucherId(self.new_id());
                let expires = shift(today, *days);
                self.model.vouchers.push(model::Voucher {
                    id: voucher,
                    member: member(*number),
                    holes: *holes,
                    expires,
                    withdrawn: false,
                });
                let command = Command::GrantVoucher(GrantVoucher {
                    member: member(*number),
                    voucher,
                    kind: VoucherKind::Bonus,
                    title: "Welkom".to_owned(),
                    holes: *holes,
                    expires,
                });
                self.agree(&command, Ok(true));
            }
            Operation::Book { players, club, day, holes } => {
                self.book(players, *club, shift(today, *day), *holes)
            }
            Operation::Buy(purchase) => self.purchase(purchase),
            Operation::Swap { booking, place, by, player } => self.swap(*booking, *place, *by, *player),
            Operation::Add { .. }
            | Operation::Cancel { .. }
            | Operation::CancelGroup { .. }
            | Operation::Remove { .. }
            | Operation::CancelForPlayer { .. }
            | Operation::ReturnRight { .. }
            | Operation::ChangeDay { .. } => {
                if !self.model.bookings.is_empty() {
                    self.change(operation);
                }
            }
        }
    }

    fn book(&mut self, players: &[u8], club: usize, play_date: NaiveDate, holes: Holes) {
        let players = self.new_places(players);
        let booking = BookingId(self.new_id());
        let command = Command::BookRound(BookRound {
            booking,
            club: Arc::clone(&self.clubs[club]),
            play_date,
            holes,
            master: players[0].member,
            players: players.clone(),
            today: self.model.today,
            at: self.model.at(),
        });
        let expected = self.model.book(booking, club, play_date, holes, &pairs(&players));
        self.agree(&command, expected.map(|()| true));
    }

    /// Executes an operation on an existing booking.
    fn change(&mut self, operation: &Operation) {
        let (today, at) = (self.model.today, self.model.at());
        let count = self.model.bookings.len();
        let (command, expected) = match operation {
            Operation::Add { booking, by, players } => {
                let index = booking.index(count);
                let players = self.new_places(players);
                let known = &self.model.bookings[index];
                let someone = known.playing().last().map_or(known.master, |place| place.member);
                let by = by.map_or(someone, member);
                let command = Command::AddPlayers(AddPlayers {
                    booking: known.id,
                    club: Arc::clone(&self.clubs[known.club]),
                    play_date: known.date,
                    by,
                    players: players.clone(),
                    today,
                    at,
                });
                (command, self.model.add(index, by, &pairs(&players)).map(|()| true))
            }
            Operation::Cancel { booking, place, by } => {
                let index = booking.index(count);
                let known = &self.model.bookings[index];
                let chosen = place.index(known.places.len());
                let by = by.map_or(known.places[chosen].member, member);
                let place = known.places[chosen].id;
                let command = Command::CancelPlace(CancelPlace { booking: known.id, place, by, today, at });
                (command, self.model.cancel(index, chosen, by))
            }
            Operation::CancelGroup { booking, by } => {
                let index = booking.index(count);
                let known = &self.model.bookings[index];
                let by = by.map_or(known.master, member);
                let command = Command::CancelGroup(CancelGroup { booking: known.id, by, today, at });
                (command, self.model.cancel_group(index, by))
            }
            Operation::Remove { booking, place, by } => {
                let index = booking.index(count);
                let known = &self.model.bookings[index];
                let chosen = place.index(known.places.len());
                let by = by.map_or(known.master, member);
                let place = known.places[chosen].id;
                let command = Command::RemovePlayer(RemovePlayer { booking: known.id, place, by, today, at });
                (command, self.model.remove(index, chosen, by))
            }
            Operation::CancelForPlayer { booking, place, rights } => {
                let index = booking.index(count);
                let known = &self.model.bookings[index];
                let chosen = place.index(known.places.len());
                let command = Command::CancelForPlayers(CancelForPlayers {
                    booking: known.id,
                    places: vec![known.places[chosen].id],
                    rights: *rights,
                    today,
                    at,
                });
                (command, self.model.cancel_for_player(index, chosen, *rights))
            }
            Operation::ReturnRight { booking, place } => {
                let index = booking.index(count);
                let known = &self.model.bookings[index];
                let chosen = place.index(known.places.len());
                let place = known.places[chosen].id;
                let command =
                    Command::ReturnForfeitedRight(ReturnForfeitedRight { booking: known.id, place });
                (command, self.model.return_right(index, chosen))
            }
            Operation::ChangeDay { booking, change } => {
                let index = booking.index(count);
                let known = &self.model.bookings[index];
                let command = Command::ChangeDay(ChangeDay {
                    club: self.clubs[known.club].id.clone(),
                    date: known.date,
                    change: change.clone(),
                    notice: "Vorst".to_owned(),
                    meets: self.model.met(index, change),
                    today,
                    at,
                });
                (command, self.model.change_day(index, change))
            }
            Operation::Book { .. }
            | Operation::Subscribe { .. }
            | Operation::Grant { .. }
            | Operation::Buy(_)
            | Operation::Swap { .. }
            | Operation::StartTime(_)
            | Operation::Arrival(_)
            | Operation::Owed(_)
            | Operation::Withdraw(_)
            | Operation::Waiting(_)
            | Operation::Wait { .. } => return,
        };
        self.agree(&command, expected);
    }

    /// The portal's answer must equal the model's. Then the events are appended and the states compared.
    fn agree(&mut self, command: &Command, expected: Result<bool, Refusal>) {
        let decision = self.journal.decide(command);
        let answer = match &decision {
            Ok(decision) => Ok(!decision.events.is_empty()),
            Err(rejection) => Err((rejection.code(), about(rejection))),
        };
        assert_eq!(answer, expected, "{command:?}");
        self.outcomes.push(match answer {
            Ok(true) => "accepted",
            Ok(false) => "unchanged",
            Err((code, _)) => code,
        });
        if let Ok(decision) = decision {
            self.outcomes.extend(decision.events.iter().filter_map(|(_, events)| special(events)));
            self.journal.append(decision);
            let again = self.journal.decide(command);
            assert_eq!(again, Ok(Decision::default()), "a retry succeeds without events: {command:?}");
        }
        self.compare();
    }

    fn compare(&self) {
        for booking in &self.model.bookings {
            let AnyAggregate::Reservation(state) =
                self.journal.stream(&StreamId::Reservation(booking.id)).state
            else {
                unreachable!("a booking's stream holds a booking")
            };
            let known = state.booking().expect("what the model booked is booked");
            assert_eq!((known.master, known.start_time), (booking.master, booking.start_time));
            let places =
                known.places.iter().map(|place| (place.id, place.member, right(&place.right), place.active));
            let modelled = booking.places.iter();
            let modelled =
                modelled.map(|place| (place.id, place.member, place.right, place.status == Status::Active));
            assert!(places.eq(modelled), "the places of {known:?}");
        }
        (0..MEMBERS).map(member).for_each(|id| self.compare_member(id));
        self.compare_arrivals();
        self.compare_settlement();
    }

    /// Each member's allowance must name the longest round that the model permits on the days of this month and the
    /// next.
    pub(crate) fn compare_allowances(&self) {
        let this_month = Month::from(self.model.today);
        for id in (0..MEMBERS).map(member) {
            let longest = |month: Month| {
                let days =
                    self.model.today.iter_days().take_while(|day| *day <= this_month.next().last_day());
                let days: Vec<NaiveDate> = days.filter(|day| Month::from(*day) == month).collect();
                let able = |holes: &Holes| days.iter().any(|day| self.model.right(id, *day, *holes).is_ok());
                Holes::ALL.into_iter().rev().find(able)
            };
            let allowance = self.rights(id).allowance(self.model.today);
            let expected = (longest(this_month), longest(this_month.next()));
            assert_eq!((allowance.this_month, allowance.next_month), expected);
            assert_eq!(allowance.reason.is_none(), allowance.reservable());
        }
    }

    fn rights(&self, id: MemberId) -> Rights {
        self.membership(id).rights().clone()
    }

    fn membership(&self, id: MemberId) -> Membership {
        match self.journal.stream(&StreamId::Membership(id)).state {
            AnyAggregate::Membership(state) => state,
            AnyAggregate::Reservation(_)
            | AnyAggregate::Voucher(_)
            | AnyAggregate::CourseDay(_)
            | AnyAggregate::Order(_)
            | AnyAggregate::WaitingList(_)
            | AnyAggregate::ArrivalList(_)
            | AnyAggregate::Settlement(_) => unreachable!("a member's stream holds a membership"),
        }
    }

    fn compare_member(&self, id: MemberId) {
        let membership = self.membership(id);
        let rights = membership.rights();
        for year in [2026, 2027, 2028] {
            assert_eq!(membership.is_registered(year), self.model.is_registered(id, year));
        }
        let held = rights.passes.iter().map(|pass| pass.id);
        let modelled = self.model.passes.iter().filter(|pass| pass.member == id).map(|pass| pass.id);
        assert!(held.eq(modelled), "the passes of a member");
        for pass in &rights.passes {
            assert_eq!(pass.used as usize, self.model.uses(Right::Pass(pass.id), |_| true));
        }
        let mut held: Vec<VoucherId> = rights.vouchers.iter().map(|voucher| voucher.id).collect();
        let modelled =
            self.model.vouchers.iter().filter(|voucher| voucher.member == id && !voucher.withdrawn);
        let mut modelled: Vec<VoucherId> = modelled.map(|voucher| voucher.id).collect();
        held.sort_unstable();
        modelled.sort_unstable();
        assert_eq!(held, modelled, "the vouchers of a member");
        for voucher in &rights.vouchers {
            assert_eq!(usize::from(voucher.used), self.model.uses(Right::Voucher(voucher.id), |_| true));
        }
        for date in BookingWindow::around(self.model.today).dates() {
            let plays = self.model.plays(id, |booking| booking.date == date);
            assert_eq!(usize::from(rights.dates_taken.contains(&date)), plays);
        }
    }

    fn new_id(&mut self) -> Uuid {
        self.ids += 1;
        Uuid::from_u128(self.ids)
    }

    fn new_places(&mut self, players: &[u8]) -> Vec<NewPlace> {
        players
            .iter()
            .map(|number| NewPlace { member: member(*number), place: PlaceId(self.new_id()) })
            .collect()
    }
}

/// Outcomes that need several preceding events.
fn special(events: &[Event]) -> Option<&'static str> {
    match events {
        [.., Event::Order(OrderEvent::RefundRequested { .. })] => Some("paid in vain"),
        [Event::Order(OrderEvent::RefundApproved { .. })] => Some("refund approved"),
        [Event::Voucher(VoucherEvent::GrantedVoucherWithdrawn { .. })] => Some("voucher taken back"),
        [Event::Membership(MembershipEvent::SubscriptionWithdrawn { .. })] => Some("pass taken back"),
        [
            Event::Voucher(VoucherEvent::VoucherReleased { .. }),
            Event::Voucher(VoucherEvent::VoucherWithdrawn { .. }),
        ] => Some("withdrawn when it came free"),
        _ => None,
    }
}

fn pairs(players: &[NewPlace]) -> Vec<(MemberId, PlaceId)> {
    players.iter().map(|player| (player.member, player.place)).collect()
}

fn right(right: &PlayRight) -> Right {
    match right {
        PlayRight::Subscription { subscription } => Right::Pass(*subscription),
        PlayRight::Voucher { voucher, .. } => Right::Voucher(*voucher),
    }
}

fn about(rejection: &Rejection) -> Option<MemberId> {
    match rejection {
        Rejection::Unbookable(Reason::Player { member, .. }) => Some(*member),
        _ => None,
    }
}
