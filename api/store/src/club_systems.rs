//! The clubs' own systems: each is known by a token, and may do what its scopes say.
//! Its functions fail when the database does not answer.

use chrono::{DateTime, DurationRound, TimeDelta, Utc};
use fairway_events::{ClubId, from_row};
use sqlx::{PgExecutor, PgPool};
use uuid::Uuid;

use super::club_sessions::ClubSession;

/// How long a token works beside the new one.
pub const BESIDE: TimeDelta = TimeDelta::hours(24);
/// The minute is the period in which requests are counted.
const PERIOD: TimeDelta = TimeDelta::minutes(1);

/// What a system may do.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, serde::Serialize, serde::Deserialize, utoipa::ToSchema,
)]
pub enum SystemScope {
    /// Read what happens to the club's rounds, and how full its days are.
    #[serde(rename = "arrivals.read")]
    ArrivalsRead,
    /// Record who came.
    #[serde(rename = "arrivals.write")]
    ArrivalsWrite,
    /// Read what was said about the course.
    #[serde(rename = "course.read")]
    CourseRead,
    /// Say how the course is.
    #[serde(rename = "course.write")]
    CourseWrite,
}

impl SystemScope {
    /// Every scope.
    pub const ALL: [Self; 4] = [Self::ArrivalsRead, Self::ArrivalsWrite, Self::CourseRead, Self::CourseWrite];

    /// The name in the database and in the API.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::ArrivalsRead => "arrivals.read",
            Self::ArrivalsWrite => "arrivals.write",
            Self::CourseRead => "course.read",
            Self::CourseWrite => "course.write",
        }
    }

    /// Those of these names; one of a later release allows nothing here.
    fn of(names: &[String]) -> Vec<Self> {
        Self::ALL.into_iter().filter(|scope| names.iter().any(|name| name == scope.as_str())).collect()
    }
}

/// A system with access.
#[derive(Debug, Clone)]
pub struct ListedSystem {
    /// The id.
    pub id: Uuid,
    /// The name.
    pub name: String,
    scope_names: Vec<String>,
    /// The name of the manager who added it.
    pub created_by: String,
    /// When it was added.
    pub created_at: DateTime<Utc>,
    /// When its access ends by itself.
    pub expires_at: Option<DateTime<Utc>>,
    /// Until when the token before the present one works.
    pub previous_until: Option<DateTime<Utc>>,
    /// The last request.
    pub last_used_at: Option<DateTime<Utc>>,
}

from_row!(ListedSystem {
    id,
    name,
    scope_names,
    created_by,
    created_at,
    expires_at,
    previous_until,
    last_used_at
});

impl ListedSystem {
    /// What it may do.
    #[must_use]
    pub fn scopes(&self) -> Vec<SystemScope> {
        SystemScope::of(&self.scope_names)
    }
}

/// The systems of a club with access, by name.
pub async fn list(
    pool: &PgPool,
    club: &ClubId,
    now: DateTime<Utc>,
) -> Result<Vec<ListedSystem>, sqlx::Error> {
    sqlx::query_as(
        "SELECT id, name, scopes AS scope_names, created_by, created_at, expires_at,
             CASE WHEN previous_until > $2 THEN previous_until END AS previous_until, last_used_at
         FROM club_systems
         WHERE club_id = $1 AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > $2)
         ORDER BY name, id",
    )
    .bind(&club.0)
    .bind(now)
    .fetch_all(pool)
    .await
}

/// A system to store.
#[derive(Debug, Clone, Copy)]
pub struct NewSystem<'a> {
    /// The id.
    pub id: Uuid,
    /// The club.
    pub club: &'a ClubId,
    /// The name.
    pub name: &'a str,
    /// What it may do.
    pub scopes: &'a [SystemScope],
    /// The SHA-256 of its token.
    pub token_hash: &'a [u8],
    /// The name of the manager.
    pub created_by: &'a str,
    /// Now.
    pub at: DateTime<Utc>,
}

/// Stores a system.
pub async fn add(executor: impl PgExecutor<'_>, new: &NewSystem<'_>) -> Result<(), sqlx::Error> {
    sqlx::query(
        "INSERT INTO club_systems (id, club_id, name, scopes, token_hash, created_by, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7)",
    )
    .bind(new.id)
    .bind(&new.club.0)
    .bind(new.name)
    .bind(new.scopes.iter().map(|scope| scope.as_str()).collect::<Vec<_>>())
    .bind(new.token_hash)
    .bind(new.created_by)
    .bind(new.at)
    .execute(executor)
    .await
    .map(|_| ())
}

/// Gives a system a new token; the present one works for a day. Its name; none: the club has no such system.
pub async fn rotate(
    executor: impl PgExecutor<'_>,
    club: &ClubId,
    id: Uuid,
    token_hash: &[u8],
    now: DateTime<Utc>,
) -> Result<Option<String>, sqlx::Error> {
    sqlx::query_scalar(
        "UPDATE club_systems SET previous_token_hash = token_hash, previous_until = $4, token_hash = $3
         WHERE id = $1 AND club_id = $2 AND revoked_at IS NULL RETURNING name",
    )
    .bind(id)
    .bind(&club.0)
    .bind(token_hash)
    .bind(now + BESIDE)
    .fetch_optional(executor)
    .await
}

/// Ends the access of a system at once, with every token. Its name; none: the club has no such system.
pub async fn revoke(
    executor: impl PgExecutor<'_>,
    club: &ClubId,
    id: Uuid,
    now: DateTime<Utc>,
) -> Result<Option<String>, sqlx::Error> {
    sqlx::query_scalar(
        "UPDATE club_systems
         SET token_hash = NULL, previous_token_hash = NULL, previous_until = NULL, revoked_at = $3
         WHERE id = $1 AND club_id = $2 AND revoked_at IS NULL RETURNING name",
    )
    .bind(id)
    .bind(&club.0)
    .bind(now)
    .fetch_optional(executor)
    .await
}

/// A system that makes a request.
#[derive(Debug, Clone)]
pub struct CallingSystem {
    id: Uuid,
    club_id: String,
    club_name: String,
    name: String,
    scope_names: Vec<String>,
    /// Its requests in this minute, this one among them.
    pub requests: i32,
}

from_row!(CallingSystem { id, club_id, club_name, name, scope_names, requests });

impl CallingSystem {
    /// Whether it may do this.
    #[must_use]
    pub fn may(&self, scope: SystemScope) -> bool {
        self.scope_names.iter().any(|name| name == scope.as_str())
    }

    /// As a user of its club: what it reads on a day is one session.
    #[must_use]
    pub fn into_session(self, now: DateTime<Utc>) -> ClubSession {
        let day = now.date_naive();
        let id = Uuid::new_v5(&self.id, day.to_string().as_bytes());
        ClubSession::of_system(id, self.id, (self.club_id, self.club_name), self.name, now)
    }
}

/// The system of a token's hash, if it has access at `now`; counts the request. Of more than `most` requests in a minute
/// no more than one is counted.
pub async fn call(
    pool: &PgPool,
    token_hash: &[u8],
    most: i32,
    now: DateTime<Utc>,
) -> Result<Option<CallingSystem>, sqlx::Error> {
    sqlx::query_as(
        "UPDATE club_systems AS system
         SET last_used_at = $2, minute = $3,
             requests = CASE WHEN system.minute = $3 THEN least(system.requests, $4) + 1 ELSE 1 END
         FROM clubs AS club
         WHERE club.id = system.club_id
             AND (system.token_hash = $1 OR (system.previous_token_hash = $1 AND system.previous_until > $2))
             AND (system.expires_at IS NULL OR system.expires_at > $2)
         RETURNING system.id, system.club_id, club.name AS club_name, system.name, system.scopes AS scope_names,
             system.requests",
    )
    .bind(token_hash)
    .bind(now)
    .bind(now.duration_trunc(PERIOD).unwrap_or(now))
    .bind(most)
    .fetch_optional(pool)
    .await
}
