//! Names for ids. Events carry none (docs/domain.md §3.12), so they are looked up in the reference data of today;
//! who was erased has none any more, and the timeline says so.

use std::collections::{BTreeSet, HashMap};

use anyhow::Result;
use fairway_events::{ClubId, MemberId};
use sqlx::PgPool;
use uuid::Uuid;

/// Names of members and clubs.
#[derive(Debug, Default)]
pub struct Names {
    members: HashMap<Uuid, String>,
    clubs: HashMap<String, String>,
}

impl Names {
    /// Looks up the given members and every club; two queries.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn look_up(pool: &PgPool, members: &BTreeSet<MemberId>) -> Result<Self> {
        let ids: Vec<Uuid> = members.iter().map(|member| member.0).collect();
        let members: Vec<(Uuid, String)> = sqlx::query_as(
            "SELECT id, concat_ws(' ', first_name, nullif(prefix, ''), last_name) || ' <' || email || '>'
             FROM members WHERE id = ANY($1)",
        )
        .bind(ids)
        .fetch_all(pool)
        .await?;
        let clubs: Vec<(String, String)> =
            sqlx::query_as("SELECT id, name FROM clubs").fetch_all(pool).await?;
        Ok(Self { members: members.into_iter().collect(), clubs: clubs.into_iter().collect() })
    }

    /// `Jan de Vries <jan@…>`, or the bare id of somebody who is no longer known.
    #[must_use]
    pub fn member(&self, id: MemberId) -> String {
        self.members.get(&id.0).cloned().unwrap_or_else(|| format!("member {id} (no longer known)"))
    }

    /// The club's name, or its slug.
    #[must_use]
    pub fn club(&self, id: &ClubId) -> String {
        self.clubs.get(&id.0).cloned().unwrap_or_else(|| id.0.clone())
    }
}
