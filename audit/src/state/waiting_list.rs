//! The waiting list of a club's day, folded from its own stream: the groups in the order of the list.

use std::collections::BTreeMap;

use chrono::{DateTime, NaiveDate, Utc};
use fairway_events::{BookingId, ClubId, Holes, MemberId, WaitingGroupId, WaitingListEvent};
use serde::ser::SerializeSeq;
use serde::{Serialize, Serializer};

use crate::dates;

/// Groups that are shown at most: a list may have thousands.
const MOST_SHOWN: usize = 100;

/// The groups that wait, or waited, for places of one club's day.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct WaitingList {
    /// The club.
    pub club: ClubId,
    /// The play date.
    pub date: NaiveDate,
    /// In the order of asking, also those that left or play; as JSON the first 100 that wait.
    #[serde(serialize_with = "first_waiting")]
    pub groups: Vec<WaitingGroup>,
    #[serde(skip)]
    numbers: BTreeMap<WaitingGroupId, usize>,
}

/// A group of the list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct WaitingGroup {
    /// The group.
    pub id: WaitingGroupId,
    /// The length of the round.
    pub holes: Holes,
    /// In the order of the request.
    pub players: Vec<MemberId>,
    /// The member who asked.
    pub by: MemberId,
    /// The booking that they want to join.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub joins: Option<BookingId>,
    /// The instant of asking.
    #[serde(serialize_with = "dates::serialize_instant")]
    pub at: DateTime<Utc>,
    /// Its state on the list.
    pub status: WaitingStatus,
}

/// The state of a group on the list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum WaitingStatus {
    /// It waits and was never offered anything.
    Waiting,
    /// Places are held for it until that instant.
    Offered(DateTime<Utc>),
    /// It waits, and was passed over when places had come free so many times.
    PassedOver(u32),
    /// It became a booking.
    Taken(BookingId),
    /// It was taken off the list.
    Left,
}

impl WaitingGroup {
    /// Whether it is on the list.
    #[must_use]
    pub const fn is_on_list(&self) -> bool {
        matches!(
            self.status,
            WaitingStatus::Waiting | WaitingStatus::Offered(_) | WaitingStatus::PassedOver(_)
        )
    }
}

impl WaitingList {
    /// A list without events.
    #[must_use]
    pub const fn new(club: ClubId, date: NaiveDate) -> Self {
        Self { club, date, groups: Vec::new(), numbers: BTreeMap::new() }
    }

    /// Folds the next event of the list's stream.
    pub fn apply(&mut self, event: &WaitingListEvent) {
        match event {
            WaitingListEvent::GroupStartedWaiting { group, holes, players, by, at, .. } => {
                self.start((*group, None), *holes, players, (*by, *at));
            }
            WaitingListEvent::CoPlayersStartedWaiting { group, booking, holes, players, by, at, .. } => {
                self.start((*group, Some(*booking)), *holes, players, (*by, *at));
            }
            WaitingListEvent::GroupStoppedWaiting { group, .. } => self.set(*group, WaitingStatus::Left),
            WaitingListEvent::PlacesOffered { group, until, .. } => {
                self.set(*group, WaitingStatus::Offered(*until));
            }
            WaitingListEvent::OfferTaken { group, booking, .. } => {
                self.set(*group, WaitingStatus::Taken(*booking));
            }
            WaitingListEvent::OfferDeclined { group, releases, .. }
            | WaitingListEvent::OfferLapsed { group, releases, .. }
            | WaitingListEvent::GroupPassedOver { group, releases, .. } => {
                self.set(*group, WaitingStatus::PassedOver(*releases));
            }
        }
    }

    /// A group by its id.
    #[must_use]
    pub fn group(&self, id: WaitingGroupId) -> Option<&WaitingGroup> {
        self.numbers.get(&id).and_then(|number| self.groups.get(*number))
    }

    /// The groups that wait or have an offer, in the order of the list.
    pub fn waiting(&self) -> impl Iterator<Item = &WaitingGroup> {
        self.groups.iter().filter(|group| group.is_on_list())
    }

    pub(crate) fn shown(&self) -> impl Iterator<Item = &WaitingGroup> {
        self.waiting().take(MOST_SHOWN)
    }

    fn start(
        &mut self,
        (id, joins): (WaitingGroupId, Option<BookingId>),
        holes: Holes,
        players: &[MemberId],
        (by, at): (MemberId, DateTime<Utc>),
    ) {
        self.numbers.insert(id, self.groups.len());
        let (players, status) = (players.to_vec(), WaitingStatus::Waiting);
        self.groups.push(WaitingGroup { id, holes, players, by, joins, at, status });
    }

    fn set(&mut self, group: WaitingGroupId, status: WaitingStatus) {
        let number = self.numbers.get(&group);
        if let Some(group) = number.and_then(|number| self.groups.get_mut(*number)) {
            group.status = status;
        }
    }
}

fn first_waiting<S: Serializer>(groups: &[WaitingGroup], serializer: S) -> Result<S::Ok, S::Error> {
    let mut list = serializer.serialize_seq(None)?;
    for group in groups.iter().filter(|group| group.is_on_list()).take(MOST_SHOWN) {
        list.serialize_element(group)?;
    }
    list.end()
}
