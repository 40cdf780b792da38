//! `/club/api/systems`: a manager gives the club's own systems access, and ends it.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use chrono::{DateTime, Utc};
use fairway_audit::dates;
use fairway_clock::random;
use fairway_endpoint::body::JsonBody;
use fairway_endpoint::failure::FailureBody;
use fairway_endpoint::shapes::Label;
use fairway_store::PgConnection;
use fairway_store::club_actions::{self, ClubAct};
use fairway_store::club_systems::{self, NewSystem, SystemScope};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use super::ClubTarget;
use crate::access::{ClubUser, ManageAccounts, Permitted};
use crate::accounts::line;
use crate::failure::ClubFailure;
use crate::state::ClubAccounts;
use crate::systems::PREFIX;

/// Characters of a system's name, at most.
const LONGEST_NAME: usize = 40;

/// One of the club's own systems.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ClubSystem {
    /// Names it.
    pub id: Uuid,
    /// The name.
    pub name: String,
    /// What it may do.
    pub scopes: Vec<SystemScope>,
    /// A name.
    pub created_by: String,
    /// RFC 3339
    pub created_at: String,
    /// When its access ends by itself, RFC 3339
    pub expires_at: Option<String>,
    /// Until when the token before the present one works, RFC 3339
    pub previous_until: Option<String>,
    /// RFC 3339
    pub last_used_at: Option<String>,
}

/// The club's systems, by name.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ClubSystems {
    /// Those that have access.
    pub systems: Vec<ClubSystem>,
}

/// The club's own systems
#[utoipa::path(
    get,
    path = "/club/api/systems",
    operation_id = "club_systems",
    tag = "accounts",
    security(("club" = ["manager"])),
    responses((status = 200, description = "The systems", body = ClubSystems)),
)]
pub(crate) async fn list(
    State(clubs): State<Arc<ClubAccounts>>,
    permitted: Permitted<ManageAccounts>,
) -> Result<Json<ClubSystems>, ClubFailure> {
    let (pool, now) = (&clubs.common.pool, clubs.common.clock.now());
    let found = club_systems::list(pool, permitted.user.club(), now).await?;
    let systems = found
        .into_iter()
        .map(|system| ClubSystem {
            id: system.id,
            scopes: system.scopes(),
            name: system.name,
            created_by: system.created_by,
            created_at: dates::rfc3339(system.created_at),
            expires_at: system.expires_at.map(dates::rfc3339),
            previous_until: system.previous_until.map(dates::rfc3339),
            last_used_at: system.last_used_at.map(dates::rfc3339),
        })
        .collect();
    Ok(Json(ClubSystems { systems }))
}

/// A system to give access.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct ClubNewSystem {
    /// At most 40 characters, such as Kassa.
    #[schema(value_type = Label)]
    pub name: String,
    /// At least one.
    #[schema(min_items = 1)]
    pub scopes: Vec<SystemScope>,
}

/// A system's token.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ClubSystemToken {
    /// The system.
    pub id: Uuid,
    /// For `Authorization: Bearer`; not shown again.
    pub token: String,
}

/// Give a system access
#[utoipa::path(
    post,
    path = "/club/api/systems",
    operation_id = "club_system_add",
    tag = "accounts",
    security(("club" = ["manager"])),
    request_body = ClubNewSystem,
    responses(
        (status = 200, description = "It has access", body = ClubSystemToken),
        (status = 422, description = "The name or the scopes are not valid", body = FailureBody),
    ),
)]
pub(crate) async fn add(
    State(clubs): State<Arc<ClubAccounts>>,
    permitted: Permitted<ManageAccounts>,
    JsonBody(ClubNewSystem { name, mut scopes }): JsonBody<ClubNewSystem>,
) -> Result<Json<ClubSystemToken>, ClubFailure> {
    let (user, now) = (&permitted.user, clubs.common.clock.now());
    let Some(name) = line(&name, LONGEST_NAME) else {
        return Err(ClubFailure::invalid_field("name", "Vul een naam van hoogstens 40 tekens in."));
    };
    scopes.sort_unstable();
    scopes.dedup();
    if scopes.is_empty() {
        return Err(ClubFailure::invalid_field("scopes", "Kies minstens één recht."));
    }
    let (id, token) = (random::new_id(now), new_token());
    let token_hash = random::digest(token.as_bytes());
    let new = NewSystem {
        id,
        club: user.club(),
        name: &name,
        scopes: &scopes,
        token_hash: &token_hash,
        created_by: user.name(),
        at: now,
    };
    let words: Vec<&str> = scopes.iter().map(|scope| scope.as_str()).collect();
    let subject = format!("{name}: {}", words.join(", "));
    let mut transaction = clubs.common.pool.begin().await?;
    club_systems::add(&mut *transaction, &new).await?;
    record(&mut transaction, user, "add system", &subject, now).await?;
    transaction.commit().await?;
    Ok(Json(ClubSystemToken { id, token }))
}

/// Give a system a new token
#[utoipa::path(
    post,
    path = "/club/api/systems/rotate",
    operation_id = "club_system_rotate",
    tag = "accounts",
    security(("club" = ["manager"])),
    request_body = ClubTarget,
    responses(
        (status = 200, description = "The new token; the present one works for 24 more hours", body = ClubSystemToken),
        (status = 404, description = "Its access has ended, or the club has no such system", body = FailureBody),
    ),
)]
pub(crate) async fn rotate(
    State(clubs): State<Arc<ClubAccounts>>,
    permitted: Permitted<ManageAccounts>,
    JsonBody(ClubTarget { id }): JsonBody<ClubTarget>,
) -> Result<Json<ClubSystemToken>, ClubFailure> {
    let (user, now, token) = (&permitted.user, clubs.common.clock.now(), new_token());
    let token_hash = random::digest(token.as_bytes());
    let mut transaction = clubs.common.pool.begin().await?;
    let name = club_systems::rotate(&mut *transaction, user.club(), id, &token_hash, now).await?;
    let name = name.ok_or_else(no_system)?;
    record(&mut transaction, user, "rotate system", &name, now).await?;
    transaction.commit().await?;
    Ok(Json(ClubSystemToken { id, token }))
}

/// End a system's access
#[utoipa::path(
    post,
    path = "/club/api/systems/revoke",
    operation_id = "club_system_revoke",
    tag = "accounts",
    security(("club" = ["manager"])),
    request_body = ClubTarget,
    responses(
        (status = 204, description = "It has ended, with every token"),
        (status = 404, description = "It had ended already, or the club has no such system", body = FailureBody),
    ),
)]
pub(crate) async fn revoke(
    State(clubs): State<Arc<ClubAccounts>>,
    permitted: Permitted<ManageAccounts>,
    JsonBody(ClubTarget { id }): JsonBody<ClubTarget>,
) -> Result<StatusCode, ClubFailure> {
    let (user, now) = (&permitted.user, clubs.common.clock.now());
    let mut transaction = clubs.common.pool.begin().await?;
    let name = club_systems::revoke(&mut *transaction, user.club(), id, now).await?;
    let name = name.ok_or_else(no_system)?;
    record(&mut transaction, user, "revoke system", &name, now).await?;
    transaction.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}

fn new_token() -> String {
    format!("{PREFIX}{}", random::new_token())
}

fn no_system() -> ClubFailure {
    ClubFailure::not_found("Deze koppeling heeft al geen toegang meer.")
}

async fn record(
    connection: &mut PgConnection,
    user: &ClubUser,
    action: &str,
    subject: &str,
    at: DateTime<Utc>,
) -> Result<(), ClubFailure> {
    let act = ClubAct { action, subject, reason: "", member: None };
    Ok(club_actions::record(connection, user.acting(), act, at).await?)
}
