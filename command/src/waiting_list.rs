//! The groups that wait for places on one club's full day, their order, and the places that they are offered
//! (docs/domain.md §3.19).
//!
//! The order is that of asking. A group that was offered places and did not take them, or that could not play when it was
//! its turn, is passed over: it stays in its place, and is in turn again once further places have come free. So the list
//! counts nothing by itself: the day counts how often places came free, and each passing over holds that count.

use chrono::{DateTime, NaiveDate, Utc};
use cqrs_es::Aggregate;
use fairway_events::{BookingId, ClubId, Holes, MemberId, WaitingGroupId, WaitingListEvent};
use imbl::{OrdMap, OrdSet};
use serde::{Deserialize, Serialize};

use crate::aggregate::aggregate;
use crate::{DeclineOffer, JoinWaitingList, LeaveWaitingList, TakeOffer};

mod offer_end;
mod rules;
#[cfg(test)]
mod tests;

pub use offer_end::offer_end;

/// The groups of one day's list. Cheap to copy, however many they are: a decision tries its steps on a copy, and the
/// writer retains the state before each batch.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct WaitingList {
    /// By their numbers, which are given in the order of asking; those that left or play too.
    groups: OrdMap<u64, Group>,
    numbers: OrdMap<WaitingGroupId, u64>,
    /// The members who wait or have an offer, each with the group.
    members: OrdMap<MemberId, WaitingGroupId>,
    /// Groups without an offer that were not passed over, or before `passed_at` only.
    in_turn: Queue,
    /// Groups without an offer that were passed over when places had come free `passed_at` times.
    passed_over: Queue,
    passed_at: u32,
    /// Groups with an offer.
    offered: OrdSet<u64>,
}

/// Groups by the number of their players, then by their own number.
type Queue = OrdSet<(u32, u64)>;

/// A group that waits, or waited.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Group {
    /// The group.
    pub id: WaitingGroupId,
    /// How long a round they want.
    pub holes: Holes,
    /// In the order of the request.
    pub players: Vec<MemberId>,
    /// The member who asked: one of the players, or of the booking that they join.
    pub by: MemberId,
    /// The booking that they want to join; none: they want one of their own.
    pub joins: Option<BookingId>,
    /// How it stands with it.
    pub status: GroupStatus,
}

/// How it stands with a group.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum GroupStatus {
    /// It waits and was never offered anything.
    Waiting,
    /// Places are held for it.
    Offered {
        /// From this instant on they are not.
        until: DateTime<Utc>,
    },
    /// It waits, and was passed over.
    PassedOver,
    /// It took its offer.
    Taken {
        /// The booking.
        booking: BookingId,
    },
    /// It was taken off the list.
    Left,
}

/// The commands of a waiting list.
#[derive(Debug, Clone)]
#[expect(missing_docs, reason = "the fields are those of the events")]
pub enum WaitingListCommand {
    /// Put a group on the list.
    Join(JoinWaitingList),
    /// Take it off.
    Leave(LeaveWaitingList),
    /// Say no to its offer.
    Decline(DeclineOffer, u32),
    /// Record that it takes its offer.
    Take(TakeOffer),
    /// Offer it places.
    Offer { club: ClubId, date: NaiveDate, group: WaitingGroupId, until: DateTime<Utc>, at: DateTime<Utc> },
    /// Record that its offer has ended and was not answered.
    Lapse { club: ClubId, date: NaiveDate, group: WaitingGroupId, releases: u32 },
    /// Record that it could not play when it was its turn.
    PassOver { club: ClubId, date: NaiveDate, group: WaitingGroupId, releases: u32 },
}

/// The sizes that the day must know: players of the smallest group without an offer, and of the smallest of those that
/// is in turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(missing_docs, reason = "said above")]
pub struct Smallest {
    pub of_all: Option<u32>,
    pub in_turn: Option<u32>,
}

impl Aggregate for WaitingList {
    aggregate!(WaitingList, WaitingListCommand, WaitingListEvent);

    /// Takes a fact into the state. Checks nothing: history already happened.
    fn apply(&mut self, event: WaitingListEvent) {
        match event {
            WaitingListEvent::GroupStartedWaiting { group, holes, players, by, .. } => {
                let status = GroupStatus::Waiting;
                self.start(Group { id: group, holes, players, by, joins: None, status });
            }
            WaitingListEvent::CoPlayersStartedWaiting { group, booking, holes, players, by, .. } => {
                let status = GroupStatus::Waiting;
                self.start(Group { id: group, holes, players, by, joins: Some(booking), status });
            }
            WaitingListEvent::GroupStoppedWaiting { group, .. } => self.take_off(group, GroupStatus::Left),
            WaitingListEvent::PlacesOffered { group, until, .. } => {
                if let Some((number, _)) = self.stand(group, GroupStatus::Offered { until }) {
                    self.offered.insert(number);
                }
            }
            WaitingListEvent::OfferTaken { group, booking, .. } => {
                self.take_off(group, GroupStatus::Taken { booking });
            }
            WaitingListEvent::OfferDeclined { group, releases, .. }
            | WaitingListEvent::OfferLapsed { group, releases, .. }
            | WaitingListEvent::GroupPassedOver { group, releases, .. } => {
                if self.considers_all(releases) {
                    self.in_turn =
                        std::mem::take(&mut self.passed_over).union(std::mem::take(&mut self.in_turn));
                    self.passed_at = releases;
                }
                if let Some((number, size)) = self.stand(group, GroupStatus::PassedOver) {
                    self.passed_over.insert((size, number));
                }
            }
        }
    }
}

impl WaitingList {
    /// A group of the list, also one that left or plays.
    #[must_use]
    pub fn group(&self, id: WaitingGroupId) -> Option<&Group> {
        self.numbers.get(&id).and_then(|number| self.groups.get(number))
    }

    /// The groups that wait or have an offer, in the order of the list.
    pub fn waiting(&self) -> impl Iterator<Item = &Group> {
        self.groups.values().filter(|group| group.status.is_on_list())
    }

    /// The groups with an offer, also one past its end, in the order of the list.
    pub fn offered(&self) -> impl Iterator<Item = &Group> {
        self.offered.iter().filter_map(|number| self.groups.get(number))
    }

    /// The groups in turn that fit into `free` places, in the order of the list, when places came free `releases` times.
    pub fn in_turn(&self, free: u32, releases: u32) -> impl Iterator<Item = &Group> {
        let mut next: u64 = 0;
        std::iter::from_fn(move || {
            let group = self.first_in_turn(free, releases, next)?;
            next = group + 1;
            self.groups.get(&group)
        })
    }

    /// The sizes that the day must know when places came free `releases` times.
    #[must_use]
    pub fn smallest(&self, releases: u32) -> Smallest {
        let size = |queue: &Queue| queue.get_min().map(|(size, _)| *size);
        let (in_turn, passed_over) = (size(&self.in_turn), size(&self.passed_over));
        let of_all = in_turn.into_iter().chain(passed_over).min();
        Smallest { of_all, in_turn: if self.considers_all(releases) { of_all } else { in_turn } }
    }

    /// Whether places came free since groups were last passed over.
    const fn considers_all(&self, releases: u32) -> bool {
        releases > self.passed_at
    }

    /// The lowest number from `from` on of a group in turn with at most `free` players. One look-up per size: however
    /// many were passed over or are too large, none of them is visited.
    fn first_in_turn(&self, free: u32, releases: u32, from: u64) -> Option<u64> {
        let first = |queue: &Queue, size: u32| {
            queue.range((size, from)..=(size, u64::MAX)).next().map(|(_, number)| *number)
        };
        let largest = self.largest().min(free);
        let sizes = 1..=largest;
        let in_turn = sizes.clone().filter_map(|size| first(&self.in_turn, size)).min();
        let passed_over = if self.considers_all(releases) {
            sizes.filter_map(|size| first(&self.passed_over, size)).min()
        } else {
            None
        };
        in_turn.into_iter().chain(passed_over).min()
    }

    fn largest(&self) -> u32 {
        let size = |queue: &Queue| queue.get_max().map_or(0, |(size, _)| *size);
        size(&self.in_turn).max(size(&self.passed_over))
    }

    fn start(&mut self, started: Group) {
        let number = self.groups.get_max().map_or(1, |(last, _)| last + 1);
        self.in_turn.insert((started.size(), number));
        self.numbers.insert(started.id, number);
        self.members.extend(started.players.iter().map(|player| (*player, started.id)));
        self.groups.insert(number, started);
    }

    /// The group stands otherwise from now on, and is in no queue. Its number and size.
    fn stand(&mut self, group: WaitingGroupId, status: GroupStatus) -> Option<(u64, u32)> {
        let number = *self.numbers.get(&group)?;
        let group = self.groups.get_mut(&number)?;
        group.status = status;
        let size = group.size();
        self.in_turn.remove(&(size, number));
        self.passed_over.remove(&(size, number));
        self.offered.remove(&number);
        Some((number, size))
    }

    fn take_off(&mut self, group: WaitingGroupId, status: GroupStatus) {
        if let Some((number, _)) = self.stand(group, status)
            && let Some(group) = self.groups.get(&number)
        {
            for player in &group.players {
                self.members.remove(player);
            }
        }
    }
}

impl Group {
    /// Whether its offer is past its end.
    #[must_use]
    pub fn is_lapsed(&self, at: DateTime<Utc>) -> bool {
        matches!(self.status, GroupStatus::Offered { until } if until <= at)
    }

    /// The number of players.
    #[must_use]
    pub fn size(&self) -> u32 {
        u32::try_from(self.players.len()).unwrap_or(u32::MAX)
    }

    /// The players as they are booked: the one who asked comes first, if they are one of them.
    pub fn master_first(&self) -> impl Iterator<Item = MemberId> {
        let others = self.players.iter().copied().filter(|player| *player != self.by);
        std::iter::once(self.by).filter(|by| self.players.contains(by)).chain(others)
    }
}

impl GroupStatus {
    /// Whether the group waits or has an offer.
    #[must_use]
    pub const fn is_on_list(&self) -> bool {
        match self {
            Self::Waiting | Self::Offered { .. } | Self::PassedOver => true,
            Self::Taken { .. } | Self::Left => false,
        }
    }
}
