//! `POST /api/users/logout`: ends this session, on every device that holds its token.

use axum::Json;
use axum::extract::State;
use fairway_endpoint::answers::Done;
use fairway_endpoint::caller::Caller;
use fairway_endpoint::common::Common;
use fairway_endpoint::failure::Failure;
use fairway_store::sessions;

/// Log out
#[utoipa::path(
    post,
    path = "/api/users/logout",
    tag = "users",
    responses(
        (status = 200, description = "The token is no longer valid", body = Done),
    )
)]
pub(crate) async fn logout(State(common): State<Common>, caller: Caller) -> Result<Json<Done>, Failure> {
    sessions::revoke(&common.pool, &caller.token_hash, common.clock.now()).await?;
    Ok(Json(Done::SUCCESS))
}
