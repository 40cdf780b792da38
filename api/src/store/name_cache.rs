//! Names in memory: almost every answer shows some, and they hardly ever change. The database counts their changes;
//! a request brings the count that it read with its session, and what was held under an earlier one is read again. So
//! every node shows a changed name, and forgets an erased one, from the next request on.

use std::collections::HashMap;

use fairway_events::MemberId;
use quick_cache::sync::Cache;
use sqlx::PgPool;

use super::members::{self, Member};

/// Members held at most; about 300 bytes each.
const HELD: usize = 20_000;

/// A member, and the count under which their row was read.
#[derive(Debug, Clone)]
struct CachedMember {
    version: i64,
    member: Member,
}

/// The members of whom somebody saw the name lately.
#[derive(Debug)]
pub struct NameCache(Cache<MemberId, CachedMember>);

impl Default for NameCache {
    fn default() -> Self {
        Self(Cache::new(HELD))
    }
}

impl NameCache {
    /// Members by id, as they are at the given count of changes or later. Who was erased is present too, as such.
    /// At most one query.
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
                Some(held) if held.version >= version => {
                    names.insert(*id, held.member);
                }
                Some(_) | None => missing.push(*id),
            }
        }
        if missing.is_empty() {
            return Ok(names);
        }
        for (id, member) in members::by_ids(pool, &missing).await? {
            if member.is_erased() {
                // Somebody of that id may be imported later, which no count shows.
                self.0.remove(&id);
            } else {
                self.0.insert(id, CachedMember { version, member: member.clone() });
            }
            names.insert(id, member);
        }
        Ok(names)
    }
}
