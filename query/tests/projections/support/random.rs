//! Random valid histories: proptest chooses the attempts, and attempts that the rules forbid are left out.

use std::collections::BTreeMap;

use fairway_events::Holes;
use proptest::collection::vec;
use proptest::prelude::*;

use super::scenario::{Scenario, When, play_day};
use super::{club, day, member};

const MEMBERS: u32 = 7;

/// One attempt.
#[derive(Debug, Clone)]
pub(crate) enum Attempt {
    Grant {
        to: u32,
    },
    Book {
        club: u32,
        day: u64,
        players: Vec<u32>,
        by_voucher: bool,
    },
    Add {
        booking: usize,
        player: u32,
        by_voucher: bool,
    },
    Swap {
        booking: usize,
        seat: usize,
        player: u32,
        by_voucher: bool,
    },
    Cancel {
        booking: usize,
        seat: usize,
        on_the_day: bool,
    },
    Remove {
        booking: usize,
        seat: usize,
    },
    CancelGroup {
        booking: usize,
        on_the_day: bool,
    },
    CancelByClub {
        booking: usize,
    },
    ReturnRight {
        booking: usize,
        seat: usize,
    },
    WithdrawVoucher {
        voucher: usize,
    },
    /// A pass that nobody plays on: given, then taken back.
    Pass {
        number: u32,
    },
}

pub(crate) fn attempts(length: usize) -> impl Strategy<Value = Vec<Attempt>> {
    let (any_booking, any_seat) = (0..1_000_usize, 0..4_usize);
    let attempt = prop_oneof![
        1 => (0..MEMBERS).prop_map(|to| Attempt::Grant { to }),
        4 => (0..3_u32, 0..12_u64, vec(0..MEMBERS, 1..=4), any::<bool>())
            .prop_map(|(club, day, players, by_voucher)| Attempt::Book { club, day, players, by_voucher }),
        2 => (any_booking.clone(), 0..MEMBERS, any::<bool>())
            .prop_map(|(booking, player, by_voucher)| Attempt::Add { booking, player, by_voucher }),
        2 => (any_booking.clone(), any_seat.clone(), 0..MEMBERS, any::<bool>())
            .prop_map(|(booking, seat, player, by_voucher)| Attempt::Swap { booking, seat, player, by_voucher }),
        2 => (any_booking.clone(), any_seat.clone(), any::<bool>())
            .prop_map(|(booking, seat, on_the_day)| Attempt::Cancel { booking, seat, on_the_day }),
        1 => (any_booking.clone(), any_seat.clone())
            .prop_map(|(booking, seat)| Attempt::Remove { booking, seat }),
        1 => any_booking.clone().prop_map(|booking| Attempt::CancelByClub { booking }),
        2 => (any_booking.clone(), any_seat).prop_map(|(booking, seat)| Attempt::ReturnRight { booking, seat }),
        1 => (0..1_000_usize).prop_map(|voucher| Attempt::WithdrawVoucher { voucher }),
        1 => (0..3_u32).prop_map(|number| Attempt::Pass { number: 100 + number }),
        1 => (any_booking, any::<bool>())
            .prop_map(|(booking, on_the_day)| Attempt::CancelGroup { booking, on_the_day }),
    ];
    vec(attempt, length)
}

/// A scenario of the attempts that the rules allow.
pub(crate) fn scenario(attempts: &[Attempt]) -> Scenario {
    let mut builder = ScenarioBuilder::default();
    for number in 0..MEMBERS {
        builder.scenario.subscribe(number, 1_000, None);
    }
    for attempt in attempts {
        builder.attempt(attempt);
    }
    builder.scenario
}

#[derive(Default)]
struct ScenarioBuilder {
    scenario: Scenario,
    /// The owner of each voucher; none: it was taken back.
    vouchers: Vec<Option<u32>>,
    /// Passes that nobody plays on, and whether they were taken back.
    passes: BTreeMap<u32, bool>,
}

impl ScenarioBuilder {
    fn attempt(&mut self, attempt: &Attempt) {
        match attempt {
            Attempt::Grant { to } => {
                let number = u32::try_from(self.vouchers.len()).unwrap();
                self.scenario.grant(number, *to, Holes::Eighteen, day("2026-12-31"));
                self.vouchers.push(Some(*to));
            }
            Attempt::Book { club: at, day, players, by_voucher } => {
                let mut players = players.clone();
                players.sort_unstable();
                players.dedup();
                players.retain(|player| !self.plays(*player, *day));
                if players.is_empty() {
                    return;
                }
                let holes = if day.is_multiple_of(2) { Holes::Nine } else { Holes::Eighteen };
                let players: Vec<_> =
                    players.iter().map(|player| (*player, self.voucher(*player, *by_voucher))).collect();
                self.scenario.book(&club(*at), play_day(*day), holes, &players);
            }
            Attempt::Add { booking, player, by_voucher } => {
                let Some((index, active)) = self.active(*booking) else { return };
                let date = self.scenario.groups[index].date;
                let taken =
                    (0..12).find(|day| play_day(*day) == date).is_some_and(|day| self.plays(*player, day));
                if active.len() < 4 && !taken {
                    let right = self.voucher(*player, *by_voucher);
                    self.scenario.add(index, active[0], &[(*player, right)]);
                }
            }
            Attempt::Swap { booking, seat, player, by_voucher } => {
                let Some((index, active)) = self.active(*booking) else { return };
                let date = self.scenario.groups[index].date;
                let taken =
                    (0..12).find(|day| play_day(*day) == date).is_some_and(|day| self.plays(*player, day));
                if !taken {
                    let right = self.voucher(*player, *by_voucher);
                    self.scenario.swap(index, active[seat % active.len()], (*player, right));
                }
            }
            Attempt::Cancel { booking, seat, on_the_day } => {
                let Some((index, active)) = self.active(*booking) else { return };
                let who = active[seat % active.len()];
                self.scenario.cancel(index, who, who, when(*on_the_day));
            }
            Attempt::Remove { booking, seat } => {
                let Some((index, active)) = self.active(*booking) else { return };
                let master = self.scenario.groups[index].master;
                let who = active[seat % active.len()];
                if member(who) != master {
                    let master = active.iter().find(|number| member(**number) == master);
                    self.scenario.cancel(index, who, *master.unwrap(), When::Before);
                }
            }
            Attempt::CancelGroup { booking, on_the_day } => {
                let Some((index, _)) = self.active(*booking) else { return };
                self.scenario.cancel_group(index, when(*on_the_day));
            }
            Attempt::CancelByClub { booking } => {
                let Some((index, _)) = self.active(*booking) else { return };
                self.scenario.cancel_by_club(index);
            }
            Attempt::ReturnRight { booking, seat } => {
                let Some(index) = booking.checked_rem(self.scenario.groups.len()) else { return };
                let places = &self.scenario.groups[index].places;
                if places.get(*seat).is_some_and(|seat| seat.forfeited) {
                    self.scenario.return_right(index, *seat);
                }
            }
            Attempt::WithdrawVoucher { voucher } => {
                let Some(index) = voucher.checked_rem(self.vouchers.len()) else { return };
                let number = u32::try_from(index).unwrap();
                if !self.is_used(number)
                    && let Some(owner) = self.vouchers[index].take()
                {
                    self.scenario.withdraw_voucher(number, owner);
                }
            }
            Attempt::Pass { number } => match self.passes.insert(*number, true) {
                None => {
                    self.scenario.subscribe(*number, 10, None);
                    self.passes.insert(*number, false);
                }
                Some(false) => self.scenario.withdraw_pass(*number),
                Some(true) => {}
            },
        }
    }

    /// A booking with active players, and those players' numbers.
    fn active(&self, wanted: usize) -> Option<(usize, Vec<u32>)> {
        let index = wanted.checked_rem(self.scenario.groups.len())?;
        let seats = self.scenario.groups[index].places.iter().filter(|seat| seat.active);
        let active: Vec<u32> =
            seats.filter_map(|seat| (0..MEMBERS).find(|number| member(*number) == seat.member)).collect();
        (!active.is_empty()).then_some((index, active))
    }

    fn plays(&self, player: u32, day: u64) -> bool {
        let of_day = self.scenario.groups.iter().filter(|group| group.date == play_day(day));
        of_day.flat_map(|group| &group.places).any(|seat| seat.active && seat.member == member(player))
    }

    /// An unused voucher of the player, where one is wanted and there is one.
    fn voucher(&self, player: u32, wanted: bool) -> Option<u32> {
        let own = (0..).zip(&self.vouchers).filter(|(_, owner)| **owner == Some(player));
        own.map(|(number, _)| number).find(|number| wanted && !self.is_used(*number))
    }

    /// Whether a place uses or forfeited a voucher.
    fn is_used(&self, number: u32) -> bool {
        self.scenario.groups.iter().flat_map(|group| &group.places).any(|seat| {
            (seat.active || seat.forfeited)
                && matches!(&seat.right, fairway_events::PlayRight::Voucher { voucher, .. }
                    if *voucher == super::voucher(number))
        })
    }
}

fn when(on_the_day: bool) -> When {
    if on_the_day { When::OnTheDay } else { When::Before }
}
