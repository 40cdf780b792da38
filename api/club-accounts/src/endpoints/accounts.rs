//! `/club/api/accounts`: a manager invites people, changes their roles, and disables accounts of the own club.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use fairway_audit::dates;
use fairway_endpoint::body::JsonBody;
use fairway_endpoint::failure::FailureBody;
use fairway_endpoint::shapes::OneLine;
use fairway_store::club_accounts::{self, ClubRole};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use super::ClubTarget;
use crate::access::{ManageAccounts, Permitted};
use crate::accounts::{self, ChangedBy, Invitation, NewPerson};
use crate::failure::ClubFailure;
use crate::state::{ClubAccounts, invitation_link};

/// An account.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ClubAccount {
    /// Names it.
    pub id: Uuid,
    /// The name.
    pub name: String,
    /// The address.
    pub email: String,
    pub role: ClubRole,
    /// Has not set up yet.
    pub is_invited: bool,
    /// RFC 3339
    pub disabled_at: Option<String>,
    /// RFC 3339
    pub last_seen_at: Option<String>,
}

/// The club's accounts, by name.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ClubAccounts)]
pub(crate) struct ClubAccountList {
    /// All of them.
    pub accounts: Vec<ClubAccount>,
}

/// The club's accounts
#[utoipa::path(
    get,
    path = "/club/api/accounts",
    operation_id = "club_accounts",
    tag = "accounts",
    security(("club" = ["manager"])),
    responses((status = 200, description = "The accounts", body = ClubAccountList)),
)]
pub(crate) async fn list(
    State(clubs): State<Arc<ClubAccounts>>,
    permitted: Permitted<ManageAccounts>,
) -> Result<Json<ClubAccountList>, ClubFailure> {
    let found = club_accounts::list(&clubs.common.pool, Some(permitted.user.club())).await?;
    let accounts = found
        .into_iter()
        .filter_map(|account| {
            Some(ClubAccount {
                role: account.role()?,
                id: account.id,
                name: account.name,
                email: account.email,
                is_invited: !account.has_password,
                disabled_at: account.disabled_at.map(dates::rfc3339),
                last_seen_at: account.last_seen_at.map(dates::rfc3339),
            })
        })
        .collect();
    Ok(Json(ClubAccountList { accounts }))
}

/// A person to invite.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct ClubInvite {
    /// At most 100 characters.
    #[schema(value_type = OneLine)]
    pub name: String,
    /// The address to log in with.
    #[schema(example = "marijke@wilgenhoek.example", max_length = 254)]
    pub email: String,
    pub role: ClubRole,
}

/// An invitation.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ClubInvitation {
    /// Works once, for 7 days.
    pub link: String,
    /// RFC 3339
    pub expires_at: String,
}

impl ClubInvitation {
    fn of(clubs: &ClubAccounts, invitation: &Invitation) -> Self {
        Self {
            link: invitation_link(&clubs.settings.url, &invitation.token),
            expires_at: dates::rfc3339(invitation.expires_at),
        }
    }
}

/// Invite a person
#[utoipa::path(
    post,
    path = "/club/api/accounts/invite",
    operation_id = "club_account_invite",
    tag = "accounts",
    security(("club" = ["manager"])),
    request_body = ClubInvite,
    responses(
        (status = 200, description = "Invited", body = ClubInvitation),
        (status = 422, description = "A field is not valid, or the address has an account", body = FailureBody),
    ),
)]
pub(crate) async fn invite(
    State(clubs): State<Arc<ClubAccounts>>,
    permitted: Permitted<ManageAccounts>,
    JsonBody(ClubInvite { name, email, role }): JsonBody<ClubInvite>,
) -> Result<Json<ClubInvitation>, ClubFailure> {
    let user = &permitted.user;
    let new = NewPerson { club: user.club().clone(), name, email, role };
    let (pool, now) = (&clubs.common.pool, clubs.common.clock.now());
    let invitation = accounts::invite(pool, ChangedBy::Manager(user), new, now).await?;
    Ok(Json(ClubInvitation::of(&clubs, &invitation)))
}

/// Invite a person again
#[utoipa::path(
    post,
    path = "/club/api/accounts/invite-again",
    operation_id = "club_account_invite_again",
    tag = "accounts",
    security(("club" = ["manager"])),
    request_body = ClubTarget,
    responses(
        (status = 200, description = "Invited; password, authenticator app, passkeys and sessions have ended",
         body = ClubInvitation),
        (status = 404, description = "The club has no such account", body = FailureBody),
        (status = 409, description = "It is the caller's own, disabled, or the last manager's", body = FailureBody),
    ),
)]
pub(crate) async fn invite_again(
    State(clubs): State<Arc<ClubAccounts>>,
    permitted: Permitted<ManageAccounts>,
    JsonBody(request): JsonBody<ClubTarget>,
) -> Result<Json<ClubInvitation>, ClubFailure> {
    let (pool, now) = (&clubs.common.pool, clubs.common.clock.now());
    let by = ChangedBy::Manager(&permitted.user);
    let invitation = accounts::invite_again(pool, by, request.id, now).await?;
    Ok(Json(ClubInvitation::of(&clubs, &invitation)))
}

/// Another role.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct ClubRoleChange {
    /// The account.
    pub id: Uuid,
    pub role: ClubRole,
}

/// Change a role
#[utoipa::path(
    post,
    path = "/club/api/accounts/role",
    operation_id = "club_account_role",
    tag = "accounts",
    security(("club" = ["manager"])),
    request_body = ClubRoleChange,
    responses(
        (status = 204, description = "It holds from the next request on"),
        (status = 404, description = "The club has no such account", body = FailureBody),
        (status = 409, description = "It has the role, or is the caller's own or the last manager's", body = FailureBody),
    ),
)]
pub(crate) async fn role(
    State(clubs): State<Arc<ClubAccounts>>,
    permitted: Permitted<ManageAccounts>,
    JsonBody(ClubRoleChange { id, role }): JsonBody<ClubRoleChange>,
) -> Result<StatusCode, ClubFailure> {
    let (pool, now) = (&clubs.common.pool, clubs.common.clock.now());
    accounts::change_role(pool, &permitted.user, id, role, now).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Whether an account is to be disabled.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct ClubDisable {
    /// The account.
    pub id: Uuid,
    /// False: it is to be enabled again.
    pub disabled: bool,
}

/// Disable or enable an account
#[utoipa::path(
    post,
    path = "/club/api/accounts/disable",
    operation_id = "club_account_disable",
    tag = "accounts",
    security(("club" = ["manager"])),
    request_body = ClubDisable,
    responses(
        (status = 204, description = "It is so; the sessions of a disabled account have ended"),
        (status = 404, description = "The club has no such account", body = FailureBody),
        (status = 409, description = "It is so already, or is the caller's own or the last manager's", body = FailureBody),
    ),
)]
pub(crate) async fn disable(
    State(clubs): State<Arc<ClubAccounts>>,
    permitted: Permitted<ManageAccounts>,
    JsonBody(ClubDisable { id, disabled }): JsonBody<ClubDisable>,
) -> Result<StatusCode, ClubFailure> {
    let (pool, now) = (&clubs.common.pool, clubs.common.clock.now());
    accounts::set_disabled(pool, ChangedBy::Manager(&permitted.user), id, disabled, now).await?;
    Ok(StatusCode::NO_CONTENT)
}
