//! `GET /api/users/me`: the member who is logged in, and their play rights.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use fairway_endpoint::answers::Playrights;
use fairway_endpoint::caller::Caller;
use fairway_endpoint::failure::Failure;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::state::Members;

/// The member to whom the token belongs.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Me {
    /// Always true.
    pub success: bool,
    /// Immutable.
    pub id: Uuid,
    /// In lower case.
    pub email: String,
    /// First name.
    pub first_name: String,
    /// Dutch prefix between first and last name, such as `van der`; empty when there is none.
    pub prefix: String,
    /// Last name.
    pub last_name: String,
    /// Whether every required field of the profile is filled in; booking requires this.
    #[serde(rename = "isProfileComplete")]
    pub is_profile_complete: bool,
    /// The member's play rights.
    pub playrights: MyPlayrights,
    /// The operator who opened this session under the member's account; absent in a member's own session.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub impersonated_by: Option<String>,
}

/// The member's play rights.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct MyPlayrights {
    /// The part that co-players see too.
    #[serde(flatten)]
    pub playrights: Playrights,
    /// Whether a subscription covers today.
    pub has_subscription: bool,
}

/// The member who is logged in
#[utoipa::path(
    get,
    path = "/api/users/me",
    tag = "users",
    responses(
        (status = 200, description = "The member to whom the token belongs", body = Me),
    )
)]
pub(crate) async fn me(State(members): State<Arc<Members>>, caller: Caller) -> Result<Json<Me>, Failure> {
    let today = members.common.clock.today();
    let reads = &members.common.reads;
    let mut rights = members.rights.of_members(reads, caller.read_models(), &[caller.id()], today).await?;
    let rights = rights.remove(&caller.id()).unwrap_or_default();
    let member = caller.member;
    Ok(Json(Me {
        success: true,
        id: member.id.0,
        email: member.email,
        first_name: member.first_name,
        prefix: member.prefix,
        last_name: member.last_name,
        is_profile_complete: member.profile_complete,
        playrights: MyPlayrights {
            playrights: rights.allowance(today).into(),
            has_subscription: rights.passes.iter().any(|pass| pass.covers(today)),
        },
        impersonated_by: caller.impersonation.map(|by| by.operator),
    }))
}
