//! Caches what a look-up found: a member who books asks for the same players again at each step, and neither their names
//! nor the fact that they are no strangers changes in between.
//!
//! A member is valid at the count of changes of names at which their row was read ([`crate::name_cache`]).
//! Addresses without a member, and strangers, are not cached: whoever asks for one is counted by the database.

use chrono::{DateTime, TimeDelta, Utc};
use fairway_events::MemberId;
use quick_cache::sync::Cache;

use crate::members::Member;

/// Members in the cache, at most; about 300 bytes each.
const MAX_MEMBERS: usize = 20_000;
/// Pairs of a caller and an address that is no stranger's, at most; about 100 bytes each.
const MAX_ACQUAINTANCES: usize = 100_000;
/// After this time it is read again whether two members played together: a rebuild of the read model may correct it.
const CO_PLAYERS_FOR: TimeDelta = TimeDelta::hours(1);

/// SHA-256 of an address.
pub(super) type Digest = Vec<u8>;

/// A member, and the count of changes of names at which their row was read.
#[derive(Debug, Clone)]
struct CachedMember {
    version: i64,
    member: Member,
}

/// The members who were recently looked up, and by whom.
#[derive(Debug)]
pub struct LookupCache {
    members: Cache<String, CachedMember>,
    /// Until when an address is no stranger's for a caller.
    acquaintances: Cache<(MemberId, Digest), DateTime<Utc>>,
}

impl Default for LookupCache {
    fn default() -> Self {
        Self { members: Cache::new(MAX_MEMBERS), acquaintances: Cache::new(MAX_ACQUAINTANCES) }
    }
}

impl LookupCache {
    /// The member of an address, if the caller may learn it without being counted.
    pub(super) fn get(
        &self,
        caller: MemberId,
        email: &str,
        digest: &Digest,
        version: i64,
        now: DateTime<Utc>,
    ) -> Option<Member> {
        let cached = self.members.get(email).filter(|cached| cached.version >= version)?;
        let is_acquainted = || {
            let until = self.acquaintances.get(&(caller, digest.clone()));
            until.is_some_and(|until| until > now)
        };
        (cached.member.id == caller || is_acquainted()).then_some(cached.member)
    }

    pub(super) fn insert(&self, version: i64, member: Member) {
        self.members.insert(member.email.clone(), CachedMember { version, member });
    }

    /// The two played together.
    pub(super) fn played_together(&self, caller: MemberId, digest: Digest, now: DateTime<Utc>) {
        self.acquaintances.insert((caller, digest), now + CO_PLAYERS_FOR);
    }

    /// The caller was counted for the address, and is not counted again before this time.
    pub(super) fn counted(&self, caller: MemberId, digest: Digest, until: DateTime<Utc>) {
        self.acquaintances.insert((caller, digest), until);
    }
}
