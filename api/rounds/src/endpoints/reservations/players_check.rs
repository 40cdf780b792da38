//! `POST /api/reservations/players/check`: the member of an address, and whether they may play. It reveals names by
//! design, so it is limited and logged (docs/security.md, 10).

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use fairway_endpoint::answers::Playrights;
use fairway_endpoint::body::JsonBody;
use fairway_endpoint::caller::Caller;
use fairway_endpoint::failure::{Failure, FailureBody};
use fairway_endpoint::field_errors::FieldErrors;
use fairway_endpoint::shapes::TypedAddress;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::party;
use crate::state::Rounds;

/// The member to look up.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(example = json!({"email": "sanne.bakker@fairway.example"}))]
pub struct PlayerCheckRequest {
    /// The member's e-mail address.
    #[schema(value_type = TypedAddress)]
    pub email: String,
}

/// The member who was found; without the fields from `playrights` on when there is no such member.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct PlayerCheckAnswer {
    /// Always true.
    pub success: bool,
    /// Whether a member has the address.
    pub found: bool,
    /// The address that was looked up, in lower case.
    pub email: String,
    /// The member's play rights.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub playrights: Option<Playrights>,
    /// First name.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub first_name: Option<String>,
    /// Dutch prefix between first and last name, such as `van der`; empty when there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub prefix: Option<String>,
    /// Last name.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub last_name: Option<String>,
}

/// Look up a co-player
///
/// Each member may look up at most 20 unknown addresses a minute and 300 a day, over all calls that take addresses. An
/// address is unknown if it is not of a past co-player and the member did not look it up in the last day.
#[utoipa::path(
    post,
    path = "/api/reservations/players/check",
    tag = "reservations",
    request_body = PlayerCheckRequest,
    responses(
        (status = 200, description = "Whether a member was found", body = PlayerCheckAnswer),
        (status = 422, description = "Not an address", body = FailureBody),
        (status = 429, description = "Too many unknown addresses looked up; see Retry-After",
         body = FailureBody),
    )
)]
pub(crate) async fn players_check(
    State(rounds): State<Arc<Rounds>>,
    caller: Caller,
    JsonBody(request): JsonBody<PlayerCheckRequest>,
) -> Result<Json<PlayerCheckAnswer>, Failure> {
    let mut fields = FieldErrors::default();
    let email = fields.email(&request.email);
    fields.done()?;
    let today = rounds.common.clock.today();
    let found = party::look_up(&rounds, &caller, std::slice::from_ref(&email)).await?.remove(&email);
    tracing::info!(found = found.is_some(), "looked up a player");
    let mut answer = PlayerCheckAnswer {
        success: true,
        found: found.is_some(),
        email,
        playrights: None,
        first_name: None,
        prefix: None,
        last_name: None,
    };
    if let Some(member) = found {
        let rights =
            rounds.rights(&caller, &[member.id], today).await?.remove(&member.id).unwrap_or_default();
        answer.playrights = Some(rights.allowance(today).into());
        answer.first_name = Some(member.first_name);
        answer.prefix = Some(member.prefix);
        answer.last_name = Some(member.last_name);
    }
    Ok(Json(answer))
}
