//! A waiting list: nobody is overtaken, nothing is promised to a group twice, and only an open offer is taken
//! (docs/domain.md §3.19).

use chrono::NaiveDate;
use fairway_events::{AggregateType, ClubId, MemberId, WaitingGroupId, WaitingListEvent};

use super::shared::{CheckedEvent, Results};
use crate::facts::Topic;
use crate::findings::Kind;
use fairway_audit::state::WaitingList;
use fairway_audit::state::waiting_list::{WaitingGroup, WaitingStatus};

/// The rule that an event breaks, and how.
type Broken = Option<(Kind, String)>;

/// Checks the stream of a waiting list.
#[derive(Debug)]
pub(crate) struct Checker {
    state: WaitingList,
    /// How often places had come free, as far as the list's own events say.
    releases: u32,
    /// Groups that hold an offer or took it, with the position of the offer: the day must say so too.
    offers: Vec<(String, i64)>,
}

impl Checker {
    pub(super) const fn for_day(club: ClubId, date: NaiveDate) -> Self {
        Self { state: WaitingList::new(club, date), releases: 0, offers: Vec::new() }
    }

    pub(super) fn next(&mut self, event: &WaitingListEvent, checked: &mut CheckedEvent<'_>) {
        if let Some((kind, what)) = self.broken(event) {
            checked.find(kind, what);
        }
        match event {
            WaitingListEvent::PlacesOffered { group, .. } => {
                self.offers.push((group.to_string(), checked.recorded.position));
            }
            WaitingListEvent::OfferDeclined { releases, .. }
            | WaitingListEvent::OfferLapsed { releases, .. }
            | WaitingListEvent::GroupPassedOver { releases, .. } => {
                self.releases = self.releases.max(*releases);
            }
            WaitingListEvent::GroupStartedWaiting { .. }
            | WaitingListEvent::CoPlayersStartedWaiting { .. }
            | WaitingListEvent::GroupStoppedWaiting { .. }
            | WaitingListEvent::OfferTaken { .. } => {}
        }
        self.state.apply(event);
    }

    fn broken(&self, event: &WaitingListEvent) -> Broken {
        match event {
            WaitingListEvent::GroupStartedWaiting { group, players, by, .. } => {
                self.broken_group(*group, players, players.contains(by))
            }
            // Who asks for others is none of them.
            WaitingListEvent::CoPlayersStartedWaiting { group, players, by, .. } => {
                self.broken_group(*group, players, players.len() < 4 && !players.contains(by))
            }
            WaitingListEvent::GroupStoppedWaiting { group, by, .. }
            | WaitingListEvent::OfferDeclined { group, by, .. } => {
                broken_permission(self.state.group(*group)?, *by)
            }
            WaitingListEvent::PlacesOffered { group, .. } => self.broken_offer(*group),
            WaitingListEvent::OfferTaken { group, booking, by, taken_at, .. } => {
                match self.state.group(*group).map(|known| (known, known.status)) {
                    Some((known, _)) if known.joins.is_some_and(|joined| joined != *booking) => Some((
                        Kind::Offer,
                        format!("group {group} joined another booking than it waited for"),
                    )),
                    Some((known, WaitingStatus::Offered(until))) if *taken_at < until => {
                        broken_permission(known, *by)
                    }
                    Some((_, WaitingStatus::Offered(_))) => {
                        Some((Kind::Offer, format!("group {group} took an offer that had lapsed")))
                    }
                    _ => Some((Kind::Offer, format!("group {group} took places and had no offer"))),
                }
            }
            WaitingListEvent::OfferLapsed { group, .. } => {
                let is_offered = self
                    .state
                    .group(*group)
                    .is_some_and(|known| matches!(known.status, WaitingStatus::Offered(_)));
                (!is_offered).then(|| (Kind::Offer, format!("group {group} had no offer that could lapse")))
            }
            WaitingListEvent::GroupPassedOver { group, .. } => {
                let waits = self.state.group(*group).is_some_and(|known| {
                    matches!(known.status, WaitingStatus::Waiting | WaitingStatus::PassedOver(_))
                });
                (!waits).then(|| (Kind::Offer, format!("group {group} did not wait and was passed over")))
            }
        }
    }

    fn broken_group(&self, group: WaitingGroupId, players: &[MemberId], asker_fits: bool) -> Broken {
        if self.state.group(group).is_some() {
            return Some((Kind::Impossible, format!("group {group} was on the list before")));
        }
        if !(1..=4).contains(&players.len()) || !asker_fits {
            return Some((Kind::Group, format!("group {group} is none that could play")));
        }
        let twice = players.iter().find(|player| {
            players.iter().filter(|other| other == player).count() > 1
                || self.state.waiting().any(|known| known.players.contains(player))
        });
        twice.map(|player| (Kind::Group, format!("{player} is on the list twice")))
    }

    /// Whether a group without an offer that is as small comes before it and is in turn: those that were never passed
    /// over, and those that were when places had come free fewer times than now.
    fn broken_offer(&self, group: WaitingGroupId) -> Broken {
        let Some(known) = self.state.group(group) else {
            return Some((Kind::Impossible, format!("group {group} is not on the list")));
        };
        if !matches!(known.status, WaitingStatus::Waiting | WaitingStatus::PassedOver(_)) {
            let what = format!("group {group} was offered places and did not wait for them");
            return Some((Kind::Offer, what));
        }
        let before = self.state.waiting().take_while(|other| other.id != group);
        let overtaken = before.filter(|other| other.players.len() <= known.players.len()).find(|other| {
            match other.status {
                WaitingStatus::Waiting => true,
                WaitingStatus::PassedOver(releases) => releases < self.releases,
                WaitingStatus::Offered(_) | WaitingStatus::Taken(_) | WaitingStatus::Left => false,
            }
        });
        overtaken
            .map(|other| (Kind::Offer, format!("group {group} was offered places before group {}", other.id)))
    }

    /// States the facts that the club's day must state too: each offer held places.
    pub(super) fn end(self, Results { facts, .. }: &mut Results) {
        let WaitingList { club, date, .. } = &self.state;
        for (number, (group, position)) in self.offers.iter().enumerate() {
            let key = format!("{club}/{date} {number}");
            facts.state(Topic::Offer, key, AggregateType::WaitingList, group, *position);
        }
    }
}

fn broken_permission(group: &WaitingGroup, by: MemberId) -> Broken {
    let what = || format!("{by} is none of the players of group {}", group.id);
    (group.by != by && !group.players.contains(&by)).then(|| (Kind::NotAllowed, what()))
}
