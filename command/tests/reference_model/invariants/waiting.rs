//! The invariants of waiting lists, from the log alone: a member is on a day's list once, nobody is overtaken, nothing is
//! promised twice, and what is offered is what the day holds (docs/domain.md §3.19).

use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, NaiveDate, Utc};
use fairway_events::{ClubId, CourseDayEvent, MemberId, WaitingGroupId, WaitingListEvent};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum GroupStatus {
    /// `passed_at`: how often places had come free when it was passed over.
    Waits {
        passed_at: Option<u32>,
    },
    Offered {
        at: DateTime<Utc>,
        until: DateTime<Utc>,
    },
    OffList,
}

#[derive(Debug)]
struct Group {
    id: WaitingGroupId,
    players: Vec<MemberId>,
    /// Whether they want to join a booking.
    joins: bool,
    status: GroupStatus,
}

/// One club's day.
#[derive(Debug, Default)]
struct Day {
    /// In the order of asking.
    groups: Vec<Group>,
    holds: BTreeMap<WaitingGroupId, (u32, DateTime<Utc>)>,
    releases: u32,
}

impl Day {
    fn group(&mut self, id: WaitingGroupId) -> &mut Group {
        self.groups.iter_mut().find(|group| group.id == id).expect("who is spoken of is on the list")
    }

    fn pass_over(&mut self, id: WaitingGroupId, releases: u32) {
        assert_eq!(releases, self.releases, "as often as places came free");
        self.group(id).status = GroupStatus::Waits { passed_at: Some(releases) };
    }

    fn is_in_turn(&self, group: &Group) -> bool {
        match group.status {
            GroupStatus::Waits { passed_at } => passed_at.is_none_or(|passed_at| self.releases > passed_at),
            GroupStatus::Offered { .. } | GroupStatus::OffList => false,
        }
    }
}

/// Every list.
#[derive(Debug, Default)]
pub(super) struct WaitingLists(BTreeMap<(ClubId, NaiveDate), Day>);

impl WaitingLists {
    fn day(&mut self, club: &ClubId, date: NaiveDate) -> &mut Day {
        self.0.entry((club.clone(), date)).or_default()
    }

    /// `players_of` are the players of a booking as it is now.
    pub(super) fn apply_list(
        &mut self,
        event: &WaitingListEvent,
        players_of: impl Fn(fairway_events::BookingId) -> BTreeSet<MemberId>,
    ) {
        match event {
            WaitingListEvent::GroupStartedWaiting { club, date, group, players, .. }
            | WaitingListEvent::CoPlayersStartedWaiting { club, date, group, players, .. } => {
                let joins = matches!(event, WaitingListEvent::CoPlayersStartedWaiting { .. });
                let day = self.day(club, *date);
                let on_list = day.groups.iter().filter(|group| group.status != GroupStatus::OffList);
                let on_list: BTreeSet<MemberId> =
                    on_list.flat_map(|group| group.players.iter().copied()).collect();
                let is_new = players.iter().all(|player| !on_list.contains(player));
                assert!(is_new, "a member is on a day's list once");
                let status = GroupStatus::Waits { passed_at: None };
                day.groups.push(Group { id: *group, players: players.clone(), joins, status });
            }
            WaitingListEvent::GroupStoppedWaiting { club, date, group, .. } => {
                let group = self.day(club, *date).group(*group);
                assert_ne!(group.status, GroupStatus::OffList, "who stops waiting waited");
                group.status = GroupStatus::OffList;
            }
            WaitingListEvent::PlacesOffered { club, date, group, until, offered_at } => {
                let day = self.day(club, *date);
                let place = day.groups.iter().position(|known| known.id == *group).unwrap();
                let chosen = &day.groups[place];
                assert!(day.is_in_turn(chosen), "places are offered to who is in turn");
                let fits = |ahead: &&Group| ahead.players.len() <= chosen.players.len();
                let overtaken =
                    day.groups.iter().take(place).filter(fits).find(|ahead| day.is_in_turn(ahead));
                assert!(overtaken.is_none(), "{overtaken:?} was overtaken by {chosen:?}");
                day.group(*group).status = GroupStatus::Offered { at: *offered_at, until: *until };
            }
            WaitingListEvent::OfferTaken { club, date, group, booking, taken_at, .. } => {
                let group = self.day(club, *date).group(*group);
                let open = matches!(group.status, GroupStatus::Offered { until, .. } if *taken_at < until);
                assert!(open, "an offer is taken before its end, once");
                let players: BTreeSet<MemberId> = group.players.iter().copied().collect();
                let playing = players_of(*booking);
                assert!(playing.is_superset(&players), "the group's players play");
                assert!(group.joins || playing == players, "and nobody else, unless they join others");
                group.status = GroupStatus::OffList;
            }
            WaitingListEvent::OfferDeclined { club, date, group, releases, .. }
            | WaitingListEvent::OfferLapsed { club, date, group, releases } => {
                let day = self.day(club, *date);
                let offered = matches!(day.group(*group).status, GroupStatus::Offered { .. });
                assert!(offered, "what lapses or is declined was offered");
                day.pass_over(*group, *releases);
            }
            WaitingListEvent::GroupPassedOver { club, date, group, releases } => {
                self.day(club, *date).pass_over(*group, *releases);
            }
        }
    }

    /// `room` are the claimed places and the capacity of a day.
    pub(super) fn apply_day(
        &mut self,
        event: &CourseDayEvent,
        room: impl Fn(&ClubId, NaiveDate) -> (usize, Option<u32>),
    ) {
        match event {
            CourseDayEvent::PlacesHeld { club, date, group, places, until } => {
                let day = self.day(club, *date);
                let GroupStatus::Offered { at, .. } = day.group(*group).status else {
                    panic!("places are held for who is offered them");
                };
                let before = day.holds.insert(*group, (*places, *until));
                assert!(before.is_none(), "a group's places are held once");
                let held: u32 =
                    day.holds.values().filter(|(_, until)| *until > at).map(|(held, _)| held).sum();
                let (claimed, capacity) = room(club, *date);
                let promised = claimed + held as usize;
                assert!(
                    capacity.is_none_or(|capacity| promised <= capacity as usize),
                    "a place was promised twice"
                );
            }
            CourseDayEvent::HoldEnded { club, date, group } => {
                let ended = self.day(club, *date).holds.remove(group);
                assert!(ended.is_some(), "what ends was held");
            }
            CourseDayEvent::PlacesReleased { club, date, .. }
            | CourseDayEvent::DayLimited { club, date, .. }
            | CourseDayEvent::DayReopened { club, date } => self.day(club, *date).releases += 1,
            CourseDayEvent::PlacesClaimed { .. }
            | CourseDayEvent::PlaceSwapped { .. }
            | CourseDayEvent::DayClosed { .. }
            | CourseDayEvent::WaitingGroupsChanged { .. }
            | CourseDayEvent::CourseStateReported { .. } => {}
        }
    }

    /// At the end of a commit.
    pub(super) fn check(&self) {
        for day in self.0.values() {
            let offered = day.groups.iter().filter_map(|group| match group.status {
                GroupStatus::Offered { until, .. } => Some((group.id, (group.players.len() as u32, until))),
                GroupStatus::Waits { .. } | GroupStatus::OffList => None,
            });
            let offered: BTreeMap<_, _> = offered.collect();
            assert_eq!(offered, day.holds, "what is offered is what the day holds");
        }
    }
}
