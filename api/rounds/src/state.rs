//! The state that the endpoints of reservations, waiting lists, clubs, calendars and the live stream share.

use std::sync::Arc;

use chrono::{DateTime, NaiveDate, Utc};
use fairway_endpoint::caller::Caller;
use fairway_endpoint::common::Common;
use fairway_endpoint::failure::Failure;
use fairway_events::{ClubId, MemberId};
use fairway_query::OwnBooking;
use fairway_round_data::links::Links;
use fairway_round_data::rights::Claims;
use fairway_round_data::rights_cache::{RightsByMember, RightsCache, WantedDays};
use fairway_store::lookups::{self, LookedUp, LookupCache};
use fairway_store::outbox::queue::Outbox;

use crate::course_states::{CourseStates, CourseStatesCache};
use crate::live::{Live, LiveClubDays, LiveRounds};
use crate::upcoming_cache::UpcomingCache;

/// The state of the rounds' endpoints.
#[derive(Debug)]
pub struct Rounds {
    /// The parts that all endpoints share.
    pub common: Common,
    /// Cached rights of members and counts of clubs' days.
    pub rights: Arc<RightsCache>,
    /// Cached upcoming rounds.
    pub upcoming: UpcomingCache,
    /// Cached states of courses.
    pub courses: CourseStatesCache,
    /// Cached look-ups of players.
    pub lookups: LookupCache,
    /// Signed links and codes.
    pub links: Arc<Links>,
    /// Notifies open screens of members of changes.
    pub live: LiveRounds,
    /// Notifies open screens of clubs of changes.
    pub club_days: LiveClubDays,
    /// Queues mails.
    pub outbox: Outbox,
    /// Whether invented players are suggested, for trials.
    pub shows_samples: bool,
}

/// The part of the configuration that these endpoints need.
#[derive(Debug, Clone, Copy)]
pub struct Settings {
    /// Open screens of this process that are notified of changes, at most.
    pub streams: usize,
    /// Whether invented players are suggested, for trials.
    pub shows_samples: bool,
}

impl Rounds {
    /// With empty caches of upcoming rounds and look-ups.
    #[must_use]
    pub fn new(
        common: Common,
        rights: Arc<RightsCache>,
        outbox: Outbox,
        links: Arc<Links>,
        settings: Settings,
    ) -> Self {
        Self {
            rights,
            upcoming: UpcomingCache::new(common.progress.changes()),
            courses: CourseStatesCache::new(common.progress.changes()),
            lookups: LookupCache::default(),
            links,
            live: Live::with_capacity(settings.streams),
            club_days: Live::with_capacity(settings.streams),
            outbox,
            shows_samples: settings.shows_samples,
            common,
        }
    }

    /// The caller's upcoming rounds, as [`Reads::upcoming`](fairway_query::Reads::upcoming); `today` in Europe/Amsterdam.
    ///
    /// # Errors
    /// When they have to be read and the database does not answer.
    pub async fn upcoming(&self, caller: &Caller, today: NaiveDate) -> Result<Arc<[OwnBooking]>, Failure> {
        Ok(self.upcoming.of_member(&self.common.reads, caller.read_models(), caller.id(), today).await?)
    }

    /// How the courses are on a day, as [`CourseStatesCache::of_day`].
    ///
    /// # Errors
    /// When it has to be read and the database does not answer.
    pub async fn courses(&self, caller: &Caller, day: NaiveDate) -> Result<CourseStates, Failure> {
        Ok(self.courses.of_day(&self.common.reads, caller.read_models(), day).await?)
    }

    /// Members' play rights on a day, today in Europe/Amsterdam, as [`RightsCache::of_members`].
    ///
    /// # Errors
    /// When it has to be read and the database does not answer.
    pub async fn rights(
        &self,
        caller: &Caller,
        members: &[MemberId],
        today: NaiveDate,
    ) -> Result<RightsByMember, Failure> {
        Ok(self.rights.of_members(&self.common.reads, caller.read_models(), members, today).await?)
    }

    /// The same and how full clubs are, as [`RightsCache::with_claims`].
    ///
    /// # Errors
    /// When it has to be read and the database does not answer.
    pub async fn rights_and_claims(
        &self,
        caller: &Caller,
        members: &[MemberId],
        wanted: WantedDays<'_>,
    ) -> Result<(RightsByMember, Arc<Claims>), Failure> {
        Ok(self.rights.with_claims(&self.common.reads, caller.read_models(), members, wanted).await?)
    }

    /// How full the days of rounds are, as [`RightsCache::of_rounds`].
    ///
    /// # Errors
    /// When it has to be read and the database does not answer.
    pub async fn days_of(&self, caller: &Caller, rounds: &[(ClubId, NaiveDate)]) -> Result<Claims, Failure> {
        Ok(self.rights.of_rounds(&self.common.reads, caller.read_models(), rounds).await?)
    }

    /// The members of addresses, as [`lookups::look_up`].
    ///
    /// # Errors
    /// When they have to be read and the database does not answer.
    pub async fn look_up(
        &self,
        caller: &Caller,
        emails: &[String],
        now: DateTime<Utc>,
    ) -> Result<LookedUp, Failure> {
        let (pool, version) = (&self.common.pool, caller.names_version());
        Ok(lookups::look_up(pool, &self.lookups, &caller.member, version, emails, now).await?)
    }
}

impl AsRef<Common> for Rounds {
    fn as_ref(&self) -> &Common {
        &self.common
    }
}
