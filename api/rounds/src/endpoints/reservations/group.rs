//! A group with the rights by which it would play, for the calendar, the list of clubs and the alternatives.
//! All three ask here, so a day or a club that one of them refuses is never offered by another.

use std::sync::Arc;

use chrono::NaiveDate;
use fairway_command::{
    BookingWindow, Club, ClubReason, DayStatus, Reason, Rights, assess, assess_club, assess_waiting,
};
use fairway_endpoint::caller::Caller;
use fairway_endpoint::rejection::PlayerNames;
use fairway_events::{Holes, MemberId, PlayRight};
use fairway_round_data::rights_cache::RightsByMember;

use super::party::Party;

/// The players of a request in its order, each with their rights.
#[derive(Debug)]
pub(super) struct Group {
    players: Vec<(MemberId, Arc<Rights>)>,
    names: PlayerNames,
    viewer: MemberId,
    holes: Holes,
    today: NaiveDate,
}

impl Group {
    /// `rights` of members who have none may be absent.
    pub(super) fn new(
        party: &Party,
        caller: &Caller,
        mut rights: RightsByMember,
        holes: Holes,
        today: NaiveDate,
    ) -> Self {
        let players =
            party.ids().into_iter().map(|id| (id, rights.remove(&id).unwrap_or_default())).collect();
        Self { players, names: party.names(caller), viewer: caller.id(), holes, today }
    }

    /// Assesses a day, at a club or before one is chosen.
    ///
    /// Returns the first names of the players whose voucher would be used.
    ///
    /// # Errors
    /// The reason why the group cannot play.
    pub(super) fn on_day(
        &self,
        club: Option<(&Club, &DayStatus)>,
        date: NaiveDate,
    ) -> Result<Vec<String>, Reason> {
        let no_day = DayStatus::default();
        let day = club.map_or(&no_day, |(_, day)| day);
        let club = club.map(|(club, _)| club);
        let rights = assess(club, day, &self.players(), date, self.holes, self.today)?;
        let vouchers = rights.iter().filter(|(_, right)| matches!(right, PlayRight::Voucher { .. }));
        Ok(vouchers.map(|(member, _)| self.names.first_name(*member)).collect())
    }

    /// Whether the group, which was refused for this reason, may wait for places of that day: it lacks room, and nothing
    /// else (docs/domain.md §3.19).
    pub(super) fn may_wait(&self, club: &Club, date: NaiveDate, day: &DayStatus, refused: &Reason) -> bool {
        let lacks_room = matches!(refused, Reason::Club(ClubReason::Full | ClubReason::FewPlaces { .. }));
        let fits =
            club.capacity_on(day.capacity).is_none_or(|capacity| self.players.len() <= capacity as usize);
        lacks_room && fits && assess_waiting(club, day, &self.players(), date, self.holes, self.today).is_ok()
    }

    /// Assesses a club before a day is chosen.
    ///
    /// # Errors
    /// The reason why the group cannot play there.
    pub(super) fn at_club(&self, club: &Club) -> Result<(), Reason> {
        assess_club(club, &self.players(), self.holes, self.today)
    }

    /// The first day of the window, from today on, on which the group can play at a club. `status` is the club's day.
    pub(super) fn first_free_day(
        &self,
        club: &Club,
        status: impl Fn(NaiveDate) -> DayStatus,
    ) -> Option<NaiveDate> {
        let mut days = BookingWindow::around(self.today).dates().filter(|date| *date >= self.today);
        days.find(|date| self.on_day(Some((club, &status(*date))), *date).is_ok())
    }

    /// A reason as the caller reads it.
    pub(super) fn sentence(&self, reason: &Reason) -> String {
        self.names.reason(reason, self.viewer)
    }

    /// The caller's rounds at a club in a year.
    pub(super) fn callers_rounds_at(&self, club: &Club, year: i32) -> u32 {
        let own = self.players.iter().find(|(member, _)| *member == self.viewer);
        own.map_or(0, |(_, rights)| rights.rounds_at(&club.id, year))
    }

    fn players(&self) -> Vec<(MemberId, &Rights)> {
        self.players.iter().map(|(member, rights)| (*member, rights.as_ref())).collect()
    }
}
