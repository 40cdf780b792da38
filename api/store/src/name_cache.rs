//! Caches names: almost every response shows some, and they rarely change. The database counts their changes; a request
//! reads the count with its session, and names that were cached under an earlier count are read again. So every node
//! shows a changed name, and drops an erased one, from the next request on.

use std::collections::HashMap;

use fairway_events::MemberId;
use quick_cache::sync::Cache;
use sqlx::PgPool;

use super::members::{self, Member};

/// Members in the cache, at most; about 300 bytes each.
const MAX_CACHED: usize = 20_000;

/// A member, and the count at which their row was read.
#[derive(Debug, Clone)]
struct CachedMember {
    version: i64,
    member: Member,
}

/// The members whose names were recently shown.
#[derive(Debug)]
pub struct NameCache(Cache<MemberId, CachedMember>);

impl Default for NameCache {
    fn default() -> Self {
        Self(Cache::new(MAX_CACHED))
    }
}

impl NameCache {
    /// Members by id, at the given count of changes or later. Erased members are included and marked as such. At
    /// most one query.
    ///
    /// # Errors
    /// When some have to be read and the database does not answer.
    pub async fn at(
        &self,
        pool: &PgPool,
        version: i64,
        ids: &[MemberId],
    ) -> Result<HashMap<MemberId, Member>, sqlx::Error> {
        let mut names = HashMap::with_capacity(ids.len());
        let mut missing = Vec::new();
        for id in ids {
            match self.0.get(id) {
                Some(cached) if cached.version >= version => {
                    names.insert(*id, cached.member);
                }
                Some(_) | None => missing.push(*id),
            }
        }
        if missing.is_empty() {
            return Ok(names);
        }
        for (id, member) in members::by_ids(pool, &missing).await? {
            if member.is_erased() {
                // A member with this id may be imported later, which does not change the count.
                self.0.remove(&id);
            } else {
                self.0.insert(id, CachedMember { version, member: member.clone() });
            }
            names.insert(id, member);
        }
        Ok(names)
    }
}
