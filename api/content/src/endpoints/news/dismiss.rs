//! `POST /api/news/important/dismiss`: hides an important item from this member for good.

use axum::Json;
use axum::extract::State;
use fairway_endpoint::answers::Done;
use fairway_endpoint::body::JsonBody;
use fairway_endpoint::caller::Caller;
use fairway_endpoint::common::Common;
use fairway_endpoint::failure::{Failure, FailureBody};
use fairway_store::news::Dismissed;
use fairway_store::operator_actions::Act;
use fairway_store::{news, operator_actions};
use serde::Deserialize;
use utoipa::ToSchema;
use uuid::Uuid;

/// The item to dismiss.
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
        (status = 404, description = "No such item", body = FailureBody),
        (status = 422, description = "Not an id", body = FailureBody),
    )
)]
pub(crate) async fn dismiss(
    State(common): State<Common>,
    caller: Caller,
    JsonBody(request): JsonBody<DismissRequest>,
) -> Result<Json<Done>, Failure> {
    let now = common.clock.now();
    let mut transaction = common.pool.begin().await?;
    let dismissed = news::dismiss(&mut transaction, caller.id(), request.id, now).await?;
    if let (Dismissed::Now, Some(by)) = (dismissed, &caller.impersonation) {
        let act = Act::DismissedNews { item: request.id };
        operator_actions::record(&mut transaction, caller.id(), by, &act, now).await?;
    }
    transaction.commit().await?;
    match dismissed {
        Dismissed::Now | Dismissed::Before => Ok(Json(Done::SUCCESS)),
        Dismissed::NoSuchItem => Err(Failure::not_found("Dit nieuwsbericht bestaat niet.")),
    }
}
