//! Random histories of three members at two small clubs: decided by the write side, folded by both sides.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use chrono::{DateTime, Days, NaiveDate, Utc, Weekday};
use fairway_audit::state::{ClubDay, Member};
use fairway_command::{
    BookRound, CancelForPlayers, CancelPlace, ChangeDay, Club, Command, CourseDay, DayChange, DeclineOffer,
    GrantVoucher, JoinWaitingList, LeaveWaitingList, Loaded, NewPlace, OfferFreePlaces, ReturnForfeitedRight,
    RightsChoice, StartSubscription, TakeOffer, Undecided, WithdrawSubscription, WithdrawVoucher, World,
    bookings_met,
};
use fairway_events::{
    BookingId, ClubId, Event, Holes, MemberId, PlaceId, StreamId, SubscriptionId, VoucherId, VoucherKind,
    WaitingGroupId,
};
use proptest::prelude::*;
use uuid::Uuid;

pub(crate) fn member(number: u128) -> MemberId {
    MemberId(Uuid::from_u128(number))
}

/// The first of the tested dates: 30 days before the end of the year.
pub(crate) fn first_day() -> NaiveDate {
    NaiveDate::from_ymd_opt(2026, 12, 1).unwrap()
}

/// A large club, closed on Mondays and on one date; and a small one without 18 holes.
pub(crate) fn club(number: usize) -> Arc<Club> {
    Arc::new(if number == 0 {
        Club {
            id: ClubId::from("de-wilgenhoek"),
            holes: vec![Holes::Nine, Holes::Eighteen],
            max_plays_per_year: 3,
            daily_capacity: None,
            closed_weekdays: vec![Weekday::Mon],
            closures: vec![(first_day() + Days::new(8), "Clubkampioenschap".to_owned())],
        }
    } else {
        Club {
            id: ClubId::from("de-kleine"),
            holes: vec![Holes::Nine],
            max_plays_per_year: 2,
            daily_capacity: Some(2),
            closed_weekdays: vec![],
            closures: vec![],
        }
    })
}

/// One random action.
#[derive(Debug, Clone)]
pub(crate) enum Step {
    Pass {
        member: u128,
        start: u64,
        days: u64,
        max: u32,
        per_month: Option<u32>,
        holes: Holes,
    },
    Voucher {
        member: u128,
        expires: u64,
        holes: Holes,
    },
    Book {
        club: usize,
        players: Vec<u128>,
        in_days: u64,
        holes: Holes,
    },
    Cancel {
        which: usize,
    },
    CancelForPlayer {
        which: usize,
        rights: RightsChoice,
    },
    ReturnRight {
        which: usize,
    },
    /// An operator takes a pass or a voucher back.
    Withdraw {
        which: usize,
        is_pass: bool,
    },
    ChangeDay {
        club: usize,
        in_days: u64,
        change: DayChange,
    },
    /// Three members with vouchers: one plays on a day with one place, the others wait for it; the place may come free
    /// and be offered. Random actions alone would rarely produce this.
    Queue {
        in_days: u64,
        offers: bool,
    },
    Join {
        day: usize,
        players: Vec<u128>,
    },
    Waiting {
        which: usize,
        act: WaitingAct,
    },
    Wait {
        days: u64,
    },
}

/// An action on a group that waits.
#[derive(Debug, Clone, Copy)]
pub(crate) enum WaitingAct {
    Offer,
    Take,
    Decline,
    Leave,
}

fn length() -> impl Strategy<Value = Holes> {
    prop_oneof![Just(Holes::Nine), Just(Holes::Eighteen)]
}

fn rights() -> impl Strategy<Value = RightsChoice> {
    prop_oneof![Just(RightsChoice::ByRule), Just(RightsChoice::Return), Just(RightsChoice::Forfeit)]
}

fn change() -> impl Strategy<Value = DayChange> {
    prop_oneof![
        2 => Just(DayChange::Close),
        2 => (0..4_u32).prop_map(|capacity| DayChange::Limit { capacity }),
        1 => Just(DayChange::Reopen),
    ]
}

fn waiting_players() -> impl Strategy<Value = Vec<u128>> {
    Just(vec![1_u128, 2, 3]).prop_shuffle()
}

fn waiting_act() -> impl Strategy<Value = WaitingAct> {
    prop_oneof![
        3 => Just(WaitingAct::Offer),
        1 => Just(WaitingAct::Take),
        1 => Just(WaitingAct::Decline),
        1 => Just(WaitingAct::Leave),
    ]
}

pub(crate) fn step() -> impl Strategy<Value = Step> {
    let players = Just(vec![1_u128, 2, 3]).prop_shuffle();
    prop_oneof![
        2 => (1..4_u128, 0..60_u64, 5..80_u64, 1..8_u32, prop::option::of(1..4_u32), length()).prop_map(
            |(member, start, days, max, per_month, holes)| Step::Pass { member, start, days, max, per_month, holes }
        ),
        1 => (1..4_u128, 0..60_u64, length())
            .prop_map(|(member, expires, holes)| Step::Voucher { member, expires, holes }),
        8 => (0..2_usize, players, 1..4_usize, 0..21_u64, length()).prop_map(
            |(club, mut players, count, in_days, holes)| {
                players.truncate(count);
                Step::Book { club, players, in_days, holes }
            }
        ),
        2 => any::<usize>().prop_map(|which| Step::Cancel { which }),
        1 => (any::<usize>(), rights()).prop_map(|(which, rights)| Step::CancelForPlayer { which, rights }),
        1 => any::<usize>().prop_map(|which| Step::ReturnRight { which }),
        1 => (any::<usize>(), any::<bool>()).prop_map(|(which, is_pass)| Step::Withdraw { which, is_pass }),
        1 => (0..2_usize, 0..21_u64, change())
            .prop_map(|(club, in_days, change)| Step::ChangeDay { club, in_days, change }),
        2 => (any::<usize>(), waiting_players(), 1..3_usize).prop_map(|(day, mut players, count)| {
            players.truncate(count);
            Step::Join { day, players }
        }),
        1 => (0..12_u64, any::<bool>()).prop_map(|(in_days, offers)| Step::Queue { in_days, offers }),
        3 => (any::<usize>(), waiting_act()).prop_map(|(which, act)| Step::Waiting { which, act }),
        2 => (0..6_u64).prop_map(|days| Step::Wait { days }),
    ]
}

/// A history, as folded by both sides.
pub(crate) struct History {
    pub(crate) today: NaiveDate,
    pub(crate) streams: HashMap<StreamId, Loaded>,
    pub(crate) members: BTreeMap<MemberId, Member>,
    pub(crate) days: BTreeMap<(ClubId, NaiveDate), ClubDay>,
    places: Vec<(BookingId, PlaceId, MemberId)>,
    /// Each with the member who asked and the day of the small club.
    groups: Vec<(WaitingGroupId, MemberId, NaiveDate)>,
    ids: u128,
    position: i64,
}

impl History {
    pub(crate) fn new() -> Self {
        let members: BTreeMap<_, _> =
            (1..4).map(|number| (member(number), Member::new(member(number)))).collect();
        let empty = |id: &MemberId| (StreamId::Membership(*id), Loaded::empty(&StreamId::Membership(*id)));
        Self {
            today: first_day(),
            streams: members.keys().map(empty).collect(),
            members,
            days: BTreeMap::new(),
            places: Vec::new(),
            groups: Vec::new(),
            ids: 1000,
            position: 0,
        }
    }

    fn id(&mut self) -> Uuid {
        self.ids += 1;
        Uuid::from_u128(self.ids)
    }

    pub(crate) fn now(&self) -> DateTime<Utc> {
        self.today.and_hms_opt(9, 0, 0).unwrap().and_utc()
    }

    pub(crate) fn apply(&mut self, step: &Step) {
        let at = self.now();
        let command = match step {
            Step::Wait { days } => {
                self.today = self.today + Days::new(*days);
                return;
            }
            Step::Pass { member: number, start, days, max, per_month, holes } => {
                let startdate = first_day() - Days::new(20) + Days::new(*start);
                Command::StartSubscription(StartSubscription {
                    member: member(*number),
                    subscription: SubscriptionId(self.id()),
                    name: "Proef".to_owned(),
                    startdate,
                    enddate: startdate + Days::new(*days),
                    paymentdate: None,
                    amount_cents: 1,
                    max: *max,
                    per_month: *per_month,
                    max_holes: *holes,
                })
            }
            Step::Voucher { member: number, expires, holes } => Command::GrantVoucher(GrantVoucher {
                member: member(*number),
                voucher: VoucherId(self.id()),
                kind: VoucherKind::Bonus,
                title: "Welkom".to_owned(),
                holes: *holes,
                expires: first_day() + Days::new(*expires),
            }),
            Step::Book { club: number, players, in_days, holes } => {
                let players: Vec<NewPlace> = players
                    .iter()
                    .map(|number| NewPlace { member: member(*number), place: PlaceId(self.id()) })
                    .collect();
                Command::BookRound(BookRound {
                    booking: BookingId(self.id()),
                    club: club(*number),
                    play_date: self.today + Days::new(*in_days),
                    holes: *holes,
                    master: players[0].member,
                    players,
                    today: self.today,
                    at,
                })
            }
            Step::Cancel { which } => {
                let Some((booking, place, by)) = self.places.get(which % self.places.len().max(1)).copied()
                else {
                    return;
                };
                Command::CancelPlace(CancelPlace { booking, place, by, today: self.today, at })
            }
            Step::CancelForPlayer { which, rights } => {
                let Some((booking, place, _)) = self.places.get(which % self.places.len().max(1)).copied()
                else {
                    return;
                };
                Command::CancelForPlayers(CancelForPlayers {
                    booking,
                    places: vec![place],
                    rights: *rights,
                    today: self.today,
                    at,
                })
            }
            Step::ReturnRight { which } => {
                let Some((booking, place, _)) = self.places.get(which % self.places.len().max(1)).copied()
                else {
                    return;
                };
                Command::ReturnForfeitedRight(ReturnForfeitedRight { booking, place })
            }
            Step::Withdraw { which, is_pass } => {
                let Some(command) = self.withdraw(*which, *is_pass) else { return };
                command
            }
            Step::ChangeDay { club: number, in_days, change } => {
                let (club, date) = (club(*number).id.clone(), self.today + Days::new(*in_days));
                let met = World::get::<CourseDay>(&self.streams, (&club, date))
                    .map(|day| bookings_met(day, change));
                Command::ChangeDay(ChangeDay {
                    club,
                    date,
                    change: change.clone(),
                    notice: "Vorst".to_owned(),
                    meets: met.unwrap_or_default(),
                    today: self.today,
                    at,
                })
            }
            Step::Queue { in_days, offers } => {
                self.queue(*in_days, *offers);
                return;
            }
            Step::Join { day, players } => {
                let small = club(1);
                let days: Vec<NaiveDate> =
                    self.days.keys().filter(|(id, _)| *id == small.id).map(|(_, date)| *date).collect();
                let Some(date) = days.get(day % days.len().max(1)).copied() else { return };
                let players: Vec<MemberId> = players.iter().map(|number| member(*number)).collect();
                let (group, by) = (WaitingGroupId(self.id()), players[0]);
                self.groups.push((group, by, date));
                Command::JoinWaitingList(JoinWaitingList {
                    group,
                    club: small,
                    date,
                    holes: Holes::Nine,
                    by,
                    players,
                    joins: None,
                    today: self.today,
                    at,
                })
            }
            Step::Waiting { which, act } => {
                let Some((group, by, date)) = self.groups.get(which % self.groups.len().max(1)).copied()
                else {
                    return;
                };
                self.waiting(*act, group, by, date)
            }
        };
        self.execute(&command);
    }

    /// Takes back one of the passes, or of the vouchers, that the members have.
    fn withdraw(&self, which: usize, is_pass: bool) -> Option<Command> {
        let holders = self.members.values();
        if is_pass {
            let passes: Vec<_> = holders
                .flat_map(|holder| holder.holdings.passes.iter().map(|pass| (holder.id, pass.id)))
                .collect();
            let (member, subscription) = *passes.get(which.checked_rem(passes.len())?)?;
            let today = self.today;
            Some(Command::WithdrawSubscription(WithdrawSubscription { member, subscription, today }))
        } else {
            let vouchers: Vec<_> = holders
                .flat_map(|holder| holder.holdings.vouchers.iter().map(|voucher| (holder.id, voucher.id)))
                .collect();
            let (member, voucher) = *vouchers.get(which.checked_rem(vouchers.len())?)?;
            Some(Command::WithdrawVoucher(WithdrawVoucher { member, voucher }))
        }
    }

    fn queue(&mut self, in_days: u64, offers: bool) {
        for member in 1..4 {
            self.apply(&Step::Voucher { member, expires: 59, holes: Holes::Nine });
        }
        self.apply(&Step::ChangeDay { club: 1, in_days, change: DayChange::Limit { capacity: 1 } });
        self.apply(&Step::Book { club: 1, players: vec![1], in_days, holes: Holes::Nine });
        let (small, date) = (club(1).id.clone(), self.today + Days::new(in_days));
        let Some(day) = self.days.keys().filter(|(id, _)| *id == small).position(|(_, day)| *day == date)
        else {
            return;
        };
        self.apply(&Step::Join { day, players: vec![2] });
        self.apply(&Step::Join { day, players: vec![3] });
        if offers && !self.places.is_empty() {
            self.apply(&Step::Cancel { which: self.places.len() - 1 });
            self.apply(&Step::Waiting { which: self.groups.len() - 1, act: WaitingAct::Offer });
        }
    }

    fn waiting(&mut self, act: WaitingAct, group: WaitingGroupId, by: MemberId, date: NaiveDate) -> Command {
        let (club, today, at) = (club(1), self.today, self.now());
        match act {
            WaitingAct::Offer => Command::OfferFreePlaces(OfferFreePlaces { club, date, today, at }),
            WaitingAct::Take => {
                let booking = BookingId(self.id());
                let places = std::array::from_fn(|_| PlaceId(self.id()));
                Command::TakeOffer(TakeOffer { group, club, date, booking, places, by, today, at })
            }
            WaitingAct::Decline => {
                Command::DeclineOffer(DeclineOffer { group, club: club.id.clone(), date, by, at })
            }
            WaitingAct::Leave => {
                Command::LeaveWaitingList(LeaveWaitingList { group, club: club.id.clone(), date, by, at })
            }
        }
    }

    /// Decides like the writer; a rejected command changes nothing.
    fn execute(&mut self, command: &Command) {
        let decision = loop {
            match command.decide(&self.streams) {
                Ok(decision) => break decision,
                Err(Undecided::Rejected(_)) => return,
                Err(Undecided::Missing(streams)) => {
                    for stream in streams {
                        let empty = Loaded::empty(&stream);
                        self.streams.insert(stream, empty);
                    }
                }
            }
        };
        for (stream, events) in decision.events {
            for event in events {
                self.position += 1;
                self.fold(&stream, &event);
                let loaded = self.streams.entry(stream.clone()).or_insert_with(|| Loaded::empty(&stream));
                loaded.apply_next(event);
            }
        }
        if let Command::BookRound(round) = command {
            self.places.extend(round.players.iter().map(|new| (round.booking, new.place, new.member)));
        }
    }

    fn fold(&mut self, stream: &StreamId, event: &Event) {
        match (stream, event) {
            (StreamId::Membership(id), Event::Membership(event)) => {
                self.members.get_mut(id).unwrap().apply(self.position, event);
            }
            (StreamId::CourseDay(club, date), Event::CourseDay(event)) => {
                let day = (club.clone(), *date);
                let empty = || ClubDay::new(club.clone(), *date);
                self.days.entry(day).or_insert_with(empty).apply(event);
            }
            _ => {}
        }
    }
}
