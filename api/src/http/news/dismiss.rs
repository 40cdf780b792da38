//! `POST /api/news/important/dismiss`: hides an important item from this member for good.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use serde::Deserialize;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::app::App;
use crate::http::answers::Done;
use crate::http::body::JsonBody;
use crate::http::caller::Caller;
use crate::http::failure::{Failure, FailureBody};
use crate::store::news;

/// Which item.
#[derive(Debug, Deserialize, ToSchema)]
pub struct DismissRequest {
    /// The item's id.
    pub id: Uuid,
}

/// Dismiss important news
///
/// A repeated call succeeds and changes nothing.
#[utoipa::path(
    post,
    path = "/api/news/important/dismiss",
    tag = "news",
    request_body = DismissRequest,
    responses(
        (status = 200, description = "Hidden", body = Done),
        (status = 400, description = "Malformed JSON", body = FailureBody),
        (status = 401, description = "No valid token", body = FailureBody),
        (status = 404, description = "No such item", body = FailureBody),
        (status = 422, description = "Not an id", body = FailureBody),
    )
)]
pub async fn dismiss(
    State(app): State<Arc<App>>,
    caller: Caller,
    JsonBody(request): JsonBody<DismissRequest>,
) -> Result<Json<Done>, Failure> {
    if news::dismiss(&app.pool, caller.id(), request.id, app.clock.now()).await? {
        Ok(Json(Done::yes()))
    } else {
        Err(Failure::not_found("Dit nieuwsbericht bestaat niet."))
    }
}
