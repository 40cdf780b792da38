//! Waiting lists in the model: groups in the order of asking. Nothing is counted but how often places of a day came free.

use chrono::{DateTime, NaiveDate, TimeDelta, Timelike, Utc};
use chrono_tz::Europe::Amsterdam;
use fairway_events::{BookingId, Holes, MemberId, PlaceId, WaitingGroupId};

use super::{Model, Refusal, Room, has_double, refuse};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum GroupStatus {
    /// `passed_at`: how often places had come free when it was passed over.
    Waits {
        passed_at: Option<usize>,
    },
    /// `number` is the order of offering.
    Offered {
        until: DateTime<Utc>,
        number: usize,
    },
    Taken(BookingId),
    Left,
}

pub(crate) struct WaitingGroup {
    pub(crate) id: WaitingGroupId,
    pub(crate) club: usize,
    pub(crate) date: NaiveDate,
    pub(crate) holes: Holes,
    pub(crate) by: MemberId,
    pub(crate) players: Vec<MemberId>,
    /// The index of the booking that they want to join.
    pub(crate) joins: Option<usize>,
    pub(crate) status: GroupStatus,
}

impl WaitingGroup {
    const fn is_on_list(&self) -> bool {
        matches!(self.status, GroupStatus::Waits { .. } | GroupStatus::Offered { .. })
    }

    fn has(&self, member: MemberId) -> bool {
        self.by == member || self.players.contains(&member)
    }

    /// The players, who asked first.
    fn master_first(&self) -> Vec<MemberId> {
        if self.joins.is_some() {
            return self.players.clone();
        }
        let others = self.players.iter().copied().filter(|player| *player != self.by);
        std::iter::once(self.by).chain(others).collect()
    }
}

impl Model {
    pub(crate) fn at(&self) -> DateTime<Utc> {
        self.today.and_hms_opt(12, 0, 0).unwrap().and_utc() + TimeDelta::minutes(self.minutes)
    }

    fn list(&self, club: usize, date: NaiveDate) -> impl Iterator<Item = &WaitingGroup> {
        self.waiting.iter().filter(move |group| group.club == club && group.date == date)
    }

    pub(crate) fn came_free(&mut self, club: usize, date: NaiveDate) {
        *self.releases.entry((club, date)).or_default() += 1;
    }

    fn releases(&self, club: usize, date: NaiveDate) -> usize {
        self.releases.get(&(club, date)).copied().unwrap_or_default()
    }

    fn is_in_turn(&self, group: &WaitingGroup) -> bool {
        let releases = self.releases(group.club, group.date);
        matches!(group.status, GroupStatus::Waits { passed_at } if passed_at.is_none_or(|at| releases > at))
    }

    /// Places that are held, of all groups or of those that were offered theirs before one.
    fn held(&self, club: usize, date: NaiveDate, before: Option<usize>) -> usize {
        let counts = |group: &&WaitingGroup| match group.status {
            GroupStatus::Offered { until, number } => {
                until > self.at() && before.is_none_or(|it| number < it)
            }
            GroupStatus::Waits { .. } | GroupStatus::Taken(_) | GroupStatus::Left => false,
        };
        self.list(club, date).filter(counts).map(|group| group.players.len()).sum()
    }

    fn capacity(&self, club: usize, date: NaiveDate) -> Option<usize> {
        let limit = self.days.get(&(club, date)).and_then(|(_, limit)| *limit);
        self.clubs[club].daily_capacity.into_iter().chain(limit).min().map(|capacity| capacity as usize)
    }

    fn free(&self, club: usize, date: NaiveDate, before: Option<usize>) -> Option<usize> {
        let used = self.claimed(club, date) + self.held(club, date, before);
        self.capacity(club, date).map(|capacity| capacity.saturating_sub(used))
    }

    /// Whether there is room, for others or for who was offered it.
    pub(super) fn check_room(&self, club: usize, date: NaiveDate, room: Room) -> Result<(), &'static str> {
        let (wanted, offer) = match room {
            Room::For(wanted) => (wanted, None),
            Room::Offered { wanted, number } => (wanted, Some(number)),
            Room::Unasked => return Ok(()),
        };
        let Some(free) = self.free(club, date, offer) else { return Ok(()) };
        let mut in_turn = self.list(club, date).filter(|group| self.is_in_turn(group));
        if free == 0 || (offer.is_none() && in_turn.any(|group| group.players.len() <= free)) {
            return Err("club_full");
        }
        if free < wanted { Err("club_few_places") } else { Ok(()) }
    }

    pub(crate) fn join_waiting_list(
        &mut self,
        id: WaitingGroupId,
        (club, date, holes): (usize, NaiveDate, Holes),
        (by, joins): (MemberId, Option<usize>),
        players: &[MemberId],
    ) -> Result<bool, Refusal> {
        if players.len() > 4 {
            return refuse("too_many_players");
        }
        if has_double(players) {
            return refuse("player_twice");
        }
        if let Some(booking) = joins {
            self.check_joining(booking, by, players.len())?;
        }
        self.assess(club, date, holes, players, Room::Unasked)?;
        if self.check_room(club, date, Room::For(players.len())).is_ok() {
            return refuse("room_on_day");
        }
        if self.capacity(club, date).is_some_and(|capacity| players.len() > capacity) {
            return refuse("more_than_capacity");
        }
        let waits = |player: &&MemberId| {
            self.list(club, date).any(|group| group.is_on_list() && group.players.contains(player))
        };
        if let Some(player) = players.iter().find(waits) {
            return Err(("player_already_waits", Some(*player)));
        }
        let (players, status) = (players.to_vec(), GroupStatus::Waits { passed_at: None });
        self.waiting.push(WaitingGroup { id, club, date, holes, by, players, joins, status });
        Ok(true)
    }

    pub(crate) fn leave_waiting_list(&mut self, index: usize, by: MemberId) -> Result<bool, Refusal> {
        let group = &mut self.waiting[index];
        if !group.has(by) {
            return refuse("waiting_group_not_found");
        }
        match group.status {
            GroupStatus::Taken(_) => refuse("offer_taken"),
            GroupStatus::Left => Ok(false),
            GroupStatus::Waits { .. } | GroupStatus::Offered { .. } => {
                group.status = GroupStatus::Left;
                Ok(true)
            }
        }
    }

    pub(crate) fn decline_offer(&mut self, index: usize, by: MemberId) -> Result<bool, Refusal> {
        let group = &self.waiting[index];
        if !group.has(by) {
            return refuse("waiting_group_not_found");
        }
        match group.status {
            GroupStatus::Taken(_) => refuse("offer_taken"),
            GroupStatus::Waits { .. } | GroupStatus::Left => Ok(false),
            GroupStatus::Offered { .. } => {
                self.pass_over(index);
                Ok(true)
            }
        }
    }

    fn pass_over(&mut self, index: usize) {
        let group = &self.waiting[index];
        let passed_at = Some(self.releases(group.club, group.date));
        self.waiting[index].status = GroupStatus::Waits { passed_at };
    }

    pub(crate) fn take_offer(
        &mut self,
        index: usize,
        by: MemberId,
        booking: BookingId,
        places: &[PlaceId],
    ) -> Result<bool, Refusal> {
        let group = &self.waiting[index];
        if !group.has(by) {
            return refuse("waiting_group_not_found");
        }
        let number = match group.status {
            GroupStatus::Offered { until, number } if self.at() < until => number,
            GroupStatus::Offered { .. } | GroupStatus::Waits { passed_at: Some(_) } => {
                return refuse("offer_lapsed");
            }
            GroupStatus::Waits { passed_at: None } => return refuse("no_offer"),
            GroupStatus::Taken(by) if by == booking => return Ok(false),
            GroupStatus::Taken(_) => return refuse("offer_taken"),
            GroupStatus::Left => return refuse("not_waiting"),
        };
        let (club, date, holes) = (group.club, group.date, group.holes);
        let members = group.master_first();
        let (asker, joins) = (group.by, group.joins);
        if joins.is_some_and(|joined| self.check_joining(joined, asker, members.len()).is_err()) {
            return refuse("offer_lapsed");
        }
        let room = Room::Offered { wanted: members.len(), number };
        let rights = self.assess(club, date, holes, &members, room).map_err(|(code, player)| match code {
            "club_full" | "club_few_places" => ("offer_outrun", None),
            _ => (code, player),
        })?;
        let players: Vec<_> = members.into_iter().zip(places.iter().copied()).collect();
        match joins {
            None => self.add_booking((booking, club, date, holes), &players, rights),
            Some(joined) => self.add_places(joined, asker, &players, rights),
        }
        self.waiting[index].status = GroupStatus::Taken(booking);
        Ok(true)
    }

    /// Whether the booking that the group wants to join takes it.
    fn round_takes(&self, group: &WaitingGroup) -> bool {
        group.joins.is_none_or(|joined| self.check_joining(joined, group.by, group.players.len()).is_ok())
    }

    /// Ends the offers that nobody can take any more, and offers what is free.
    pub(crate) fn offer_free_places(&mut self, club: usize, date: NaiveDate) -> bool {
        let (at, mut changed) = (self.at(), false);
        let Some(until) = offer_end(date, at) else { return false };
        for index in 0..self.waiting.len() {
            let group = &self.waiting[index];
            let GroupStatus::Offered { until, .. } = group.status else { continue };
            let here = group.club == club && group.date == date;
            if here && (until <= at || !self.round_takes(group)) {
                self.pass_over(index);
                changed = true;
            }
        }
        while let Some(free) = self.free(club, date, None)
            && self.check_open(club, date).is_ok()
        {
            let next = self.waiting.iter().position(|group| {
                let here = group.club == club && group.date == date;
                here && self.is_in_turn(group) && group.players.len() <= free
            });
            let Some(index) = next else { break };
            let group = &self.waiting[index];
            if self.round_takes(group)
                && self.assess(club, date, group.holes, &group.players, Room::Unasked).is_ok()
            {
                self.offers += 1;
                self.waiting[index].status = GroupStatus::Offered { until, number: self.offers };
            } else {
                self.passed_over += 1;
                self.pass_over(index);
            }
            changed = true;
        }
        changed
    }
}

/// Two hours; half an hour on the day itself and on its eve from six; never beyond the day. None: it is over.
fn offer_end(date: NaiveDate, at: DateTime<Utc>) -> Option<DateTime<Utc>> {
    let local = at.with_timezone(&Amsterdam);
    let before = (date - local.date_naive()).num_days();
    if before < 0 {
        return None;
    }
    let is_near = before == 0 || (before == 1 && local.hour() >= 18);
    let left = TimeDelta::days(before + 1) - local.time().signed_duration_since(chrono::NaiveTime::MIN);
    Some(at + TimeDelta::minutes(if is_near { 30 } else { 120 }).min(left))
}
