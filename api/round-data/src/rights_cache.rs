//! A group is assessed several times while its round is chosen, and most of what is read for it has not changed in
//! between. So rights and counts are cached for as long as no event about the member, or about the club's day, is
//! projected.

use std::collections::HashMap;
use std::sync::Arc;

use chrono::NaiveDate;
use fairway_command::Rights;
use fairway_events::{ClubId, MemberId};
use fairway_query::{
    Changes, ClubDay, MemberRights, ReadAt, ReadCache, ReadError, ReadModelsVersion, Reads, Subject,
};

use fairway_store::clubs::{ClubCard, Clubs};

use crate::rights::{Claims, rights};

/// Members in the cache, at most; 1 to 4 KiB each, by their claims of this year.
const MAX_MEMBERS: usize = 20_000;
/// Answers about days of clubs in the cache, at most; up to 60 KiB each, and most about 2 KiB.
const MAX_CLAIMS: usize = 2_000;
/// Days of members' own rounds in the cache, at most; less than 1 KiB each.
const MAX_DAYS: usize = 20_000;

/// The rights of several members. Members without rights may be absent.
pub type RightsByMember = HashMap<MemberId, Arc<Rights>>;

/// The wanted days of clubs: those of one club, those of all clubs on one day, or, without both, all.
#[derive(Debug, Clone, Copy)]
pub struct WantedDays<'a> {
    /// From today up to and including the last day of the booking window.
    pub window: (NaiveDate, NaiveDate),
    /// On each day of the window.
    pub club: Option<&'a ClubId>,
    /// All clubs on this day.
    pub day: Option<NaiveDate>,
    /// The clubs that there are.
    pub clubs: &'a Clubs,
}

impl<'a> WantedDays<'a> {
    fn key(&self) -> ClaimsKey {
        ClaimsKey { window: self.window, club: self.club.cloned(), day: self.day }
    }

    fn club_days(&self) -> Vec<(&'a ClubId, NaiveDate)> {
        let (first, last) = self.window;
        let in_window = || first.iter_days().take_while(|date| *date <= last);
        let clubs = || self.clubs.all().map(ClubCard::id);
        let of_club = self.club.into_iter().flat_map(|club| in_window().map(move |date| (club, date)));
        let on_day = self.day.into_iter().flat_map(|date| clubs().map(move |club| (club, date)));
        let mut club_days: Vec<_> = of_club.chain(on_day).collect();
        if self.club.is_none() && self.day.is_none() {
            club_days.extend(clubs().flat_map(|club| in_window().map(move |date| (club, date))));
        }
        club_days
    }
}

/// The key of an answer about clubs' days.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct ClaimsKey {
    window: (NaiveDate, NaiveDate),
    club: Option<ClubId>,
    day: Option<NaiveDate>,
}

/// Members' rights and counts of clubs' days, as they were last read.
#[derive(Debug)]
pub struct RightsCache {
    rights: ReadCache<(MemberId, NaiveDate), Arc<Rights>>,
    claims: ReadCache<ClaimsKey, Arc<Claims>>,
    days: ReadCache<(ClubId, NaiveDate), Option<ClubDay>>,
}

impl RightsCache {
    /// A cache that these changes invalidate.
    #[must_use]
    pub fn new(changes: &Changes) -> Self {
        Self {
            rights: ReadCache::new(changes.clone(), MAX_MEMBERS),
            claims: ReadCache::new(changes.clone(), MAX_CLAIMS),
            days: ReadCache::new(changes.clone(), MAX_DAYS),
        }
    }

    /// The rights of several members. At most one query, for those that are not cached.
    ///
    /// # Errors
    /// When the read models cannot be read.
    pub async fn of_members(
        &self,
        reads: &Reads,
        seen: ReadModelsVersion,
        members: &[MemberId],
        today: NaiveDate,
    ) -> Result<RightsByMember, ReadError> {
        let mut rights = self.cached_rights(seen, members, today);
        let missing: Vec<MemberId> = members.iter().copied().filter(|id| !rights.contains_key(id)).collect();
        if !missing.is_empty() {
            let read_at = self.rights.now(seen);
            let rows = reads.member_rights(&missing, today).await?;
            self.add_rights(&mut rights, rows, today, read_at);
        }
        Ok(rights)
    }

    /// The same, and with it the active places of clubs' days, 0 for a day that was never booked. At most one query.
    ///
    /// # Errors
    /// When the read models cannot be read.
    pub async fn with_claims(
        &self,
        reads: &Reads,
        seen: ReadModelsVersion,
        members: &[MemberId],
        wanted: WantedDays<'_>,
    ) -> Result<(RightsByMember, Arc<Claims>), ReadError> {
        let today = wanted.window.0;
        if let Some(claims) = self.claims.get(seen, &wanted.key()) {
            return Ok((self.of_members(reads, seen, members, today).await?, claims));
        }
        let mut rights = self.cached_rights(seen, members, today);
        let read_at = self.rights.now(seen);
        let WantedDays { window, club, day, clubs: _ } = wanted;
        let found = if members.iter().all(|id| rights.contains_key(id)) {
            reads.club_days(window, club, day).await?
        } else {
            let (rows, found) = reads.member_rights_and_club_days(members, window, club, day).await?;
            self.add_rights(&mut rights, rows, today, read_at);
            found
        };
        let claims = Arc::new(Claims::from_days(found));
        let about = wanted.club_days().into_iter().map(|(club, date)| Subject::ClubDay(club, date));
        self.claims.insert(wanted.key(), Arc::clone(&claims), read_at, about);
        Ok((rights, claims))
    }

    /// How full the days of rounds are, each at its club. At most one query, for those that are not cached: a round is
    /// cached with its players, and what others book on its day must not make that invalid.
    ///
    /// # Errors
    /// When the read models cannot be read.
    pub async fn of_rounds(
        &self,
        reads: &Reads,
        seen: ReadModelsVersion,
        rounds: &[(ClubId, NaiveDate)],
    ) -> Result<Claims, ReadError> {
        let (mut days, mut missing) = (Vec::new(), Vec::new());
        for round in rounds {
            match self.days.get(seen, round) {
                Some(day) => days.extend(day),
                None => missing.push(round.clone()),
            }
        }
        if !missing.is_empty() {
            let read_at = self.days.now(seen);
            let found = reads.days_of_rounds(&missing).await?;
            for (club, date) in missing {
                let day = found.iter().find(|day| day.club == club && day.date == date).cloned();
                let key = (club.clone(), date);
                self.days.insert(key, day.clone(), read_at, [Subject::ClubDay(&club, date)]);
                days.extend(day);
            }
        }
        Ok(Claims::from_days(days))
    }

    fn cached_rights(
        &self,
        seen: ReadModelsVersion,
        members: &[MemberId],
        today: NaiveDate,
    ) -> RightsByMember {
        let cached = |id: &MemberId| Some((*id, self.rights.get(seen, &(*id, today))?));
        members.iter().filter_map(cached).collect()
    }

    fn add_rights(
        &self,
        to: &mut RightsByMember,
        rows: Vec<MemberRights>,
        today: NaiveDate,
        read_at: Option<ReadAt>,
    ) {
        for row in rows {
            let member = row.member;
            let rights = Arc::new(rights(row));
            self.rights.insert((member, today), Arc::clone(&rights), read_at, [Subject::Member(member)]);
            to.insert(member, rights);
        }
    }
}
