//! `GET /api/news/important`: the important items that the member has not dismissed.

use axum::Json;
use axum::extract::State;
use chrono::NaiveDate;
use fairway_endpoint::caller::Caller;
use fairway_endpoint::common::Common;
use fairway_endpoint::failure::Failure;
use fairway_store::{news, sanitize};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

/// An important item.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ImportantNews {
    /// Its id, to send when it is dismissed.
    pub id: Uuid,
    /// Plain text.
    pub title: String,
    /// Sanitised HTML.
    pub contents: String,
    /// The day from which it is shown.
    pub post_date: NaiveDate,
}

/// Important items.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ImportantNewsAnswer {
    /// Always true.
    pub success: bool,
    /// Newest first, without the items that the member dismissed.
    pub data: Vec<ImportantNews>,
}

/// Important news
#[utoipa::path(
    get,
    path = "/api/news/important",
    tag = "news",
    responses(
        (status = 200, description = "The items that the member has not dismissed",
         body = ImportantNewsAnswer),
    )
)]
pub(crate) async fn important(
    State(common): State<Common>,
    caller: Caller,
) -> Result<Json<ImportantNewsAnswer>, Failure> {
    let items = news::important(&common.pool, caller.id(), common.clock.today()).await?;
    let data = items
        .into_iter()
        .map(|item| ImportantNews {
            id: item.id,
            title: item.title,
            contents: sanitize::html(&item.contents),
            post_date: item.post_date,
        })
        .collect();
    Ok(Json(ImportantNewsAnswer { success: true, data }))
}
