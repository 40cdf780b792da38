//! The rules of a waiting list. No I/O, no clock: instants come with the command.

use fairway_events::{MemberId, WaitingListEvent};

use super::{Group, GroupStatus, WaitingList, WaitingListCommand};
use crate::{
    DeclineOffer, JoinWaitingList, LeaveWaitingList, MAX_PLAYERS, PlayerReason, Rejection, TakeOffer,
};

impl WaitingList {
    /// Decides what a command changes.
    ///
    /// # Errors
    /// The state that forbids it.
    pub fn decide(&self, command: &WaitingListCommand) -> Result<Vec<WaitingListEvent>, Rejection> {
        match command {
            WaitingListCommand::Join(join) => self.join(join, || Ok(())),
            WaitingListCommand::Leave(leave) => self.leave(leave),
            WaitingListCommand::Decline(decline, releases) => self.decline(decline, *releases),
            WaitingListCommand::Take(take) => {
                let taken = WaitingListEvent::OfferTaken {
                    club: take.club.id.clone(),
                    date: take.date,
                    group: take.group,
                    booking: take.booking,
                    by: take.by,
                    taken_at: take.at,
                };
                Ok(self.open_offer(take)?.map(|_group| taken).into_iter().collect())
            }
            WaitingListCommand::Offer { club, date, group, until, at } => {
                let offered = WaitingListEvent::PlacesOffered {
                    club: club.clone(),
                    date: *date,
                    group: *group,
                    until: *until,
                    offered_at: *at,
                };
                Ok(self
                    .group(*group)
                    .filter(|group| group.waits())
                    .map(|_group| offered)
                    .into_iter()
                    .collect())
            }
            WaitingListCommand::Lapse { club, date, group, releases } => {
                let lapsed = WaitingListEvent::OfferLapsed {
                    club: club.clone(),
                    date: *date,
                    group: *group,
                    releases: *releases,
                };
                let is_offered = |group: &&Group| matches!(group.status, GroupStatus::Offered { .. });
                Ok(self.group(*group).filter(is_offered).map(|_group| lapsed).into_iter().collect())
            }
            WaitingListCommand::PassOver { club, date, group, releases } => {
                let passed_over = WaitingListEvent::GroupPassedOver {
                    club: club.clone(),
                    date: *date,
                    group: *group,
                    releases: *releases,
                };
                let group = self.group(*group).filter(|group| group.waits());
                Ok(group.map(|_group| passed_over).into_iter().collect())
            }
        }
    }

    /// Puts a group on the list, as far as the list itself goes. `may_wait` is asked only for a new group.
    ///
    /// # Errors
    /// The state that forbids it, or what `may_wait` answers.
    pub(crate) fn join<E: From<Rejection>>(
        &self,
        join: &JoinWaitingList,
        may_wait: impl FnOnce() -> Result<(), E>,
    ) -> Result<Vec<WaitingListEvent>, E> {
        check_players(join)?;
        match self.group(join.group) {
            Some(group) if group.began_as(join) => return Ok(vec![]),
            Some(_) => return Err(Rejection::IdTaken.into()),
            None => {}
        }
        may_wait()?;
        if let Some(player) = join.players.iter().find(|player| self.members.contains_key(*player)) {
            return Err(Rejection::from(PlayerReason::AlreadyWaits.for_member(*player)).into());
        }
        let (club, players) = (join.club.id.clone(), join.players.clone());
        let JoinWaitingList { date, group, holes, by, at, .. } = *join;
        Ok(vec![match join.joins {
            None => WaitingListEvent::GroupStartedWaiting { club, date, group, holes, players, by, at },
            Some(booking) => WaitingListEvent::CoPlayersStartedWaiting {
                club,
                date,
                group,
                booking,
                holes,
                players,
                by,
                at,
            },
        }])
    }

    /// The group of an offer that can be taken, as far as the list itself goes; none: this booking took it before.
    ///
    /// # Errors
    /// The state that forbids it.
    pub(crate) fn open_offer(&self, take: &TakeOffer) -> Result<Option<&Group>, Rejection> {
        let group = self.group(take.group).filter(|group| group.has(take.by));
        let group = group.ok_or(Rejection::WaitingGroupNotFound)?;
        if group.joins.is_some_and(|booking| booking != take.booking) {
            return Err(Rejection::IdTaken);
        }
        match group.status {
            GroupStatus::Offered { until } if take.at < until => Ok(Some(group)),
            GroupStatus::Offered { .. } | GroupStatus::PassedOver => Err(Rejection::OfferLapsed),
            GroupStatus::Waiting => Err(Rejection::NoOffer),
            GroupStatus::Taken { booking } if booking == take.booking => Ok(None),
            GroupStatus::Taken { .. } => Err(Rejection::OfferTaken),
            GroupStatus::Left => Err(Rejection::NotWaiting),
        }
    }

    fn leave(&self, leave: &LeaveWaitingList) -> Result<Vec<WaitingListEvent>, Rejection> {
        let group = self.group(leave.group).filter(|group| group.has(leave.by));
        match group.ok_or(Rejection::WaitingGroupNotFound)?.status {
            GroupStatus::Waiting | GroupStatus::Offered { .. } | GroupStatus::PassedOver => {
                Ok(vec![WaitingListEvent::GroupStoppedWaiting {
                    club: leave.club.clone(),
                    date: leave.date,
                    group: leave.group,
                    by: leave.by,
                    at: leave.at,
                }])
            }
            GroupStatus::Left => Ok(vec![]),
            GroupStatus::Taken { .. } => Err(Rejection::OfferTaken),
        }
    }

    fn decline(&self, decline: &DeclineOffer, releases: u32) -> Result<Vec<WaitingListEvent>, Rejection> {
        let group = self.group(decline.group).filter(|group| group.has(decline.by));
        match group.ok_or(Rejection::WaitingGroupNotFound)?.status {
            GroupStatus::Offered { .. } => Ok(vec![WaitingListEvent::OfferDeclined {
                club: decline.club.clone(),
                date: decline.date,
                group: decline.group,
                by: decline.by,
                at: decline.at,
                releases,
            }]),
            // The same request, repeated, or one that came too late to matter.
            GroupStatus::Waiting | GroupStatus::PassedOver | GroupStatus::Left => Ok(vec![]),
            GroupStatus::Taken { .. } => Err(Rejection::OfferTaken),
        }
    }
}

impl Group {
    /// Whether the member is one of its players, or asked for them: for others it does not exist.
    #[must_use]
    pub fn has(&self, member: MemberId) -> bool {
        self.by == member || self.players.contains(&member)
    }

    /// Whether it is on the list without an offer.
    const fn waits(&self) -> bool {
        matches!(self.status, GroupStatus::Waiting | GroupStatus::PassedOver)
    }

    fn began_as(&self, join: &JoinWaitingList) -> bool {
        self.holes == join.holes
            && self.by == join.by
            && self.players == join.players
            && self.joins == join.joins
    }
}

fn check_players(JoinWaitingList { players, by, joins, .. }: &JoinWaitingList) -> Result<(), Rejection> {
    if players.is_empty() {
        return Err(Rejection::NoPlayers);
    }
    if players.len() > MAX_PLAYERS {
        return Err(Rejection::TooManyPlayers);
    }
    if players
        .iter()
        .enumerate()
        .any(|(index, player)| players.iter().take(index).any(|other| other == player))
    {
        return Err(Rejection::PlayerTwice);
    }
    // Who asks for others plays already.
    if joins.is_some() || players.contains(by) { Ok(()) } else { Err(Rejection::CallerNotAmongPlayers) }
}
