//! `GET /api/news`: everything that has been posted.

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use chrono::NaiveDate;
use fairway_endpoint::caller::Caller;
use fairway_endpoint::common::Common;
use fairway_endpoint::failure::Failure;
use fairway_endpoint::tagged;
use fairway_store::{news, sanitize};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

/// A news item.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct News {
    /// Its id.
    pub id: Uuid,
    /// Plain text.
    pub title: String,
    /// Sanitised HTML.
    pub contents: String,
    /// The day from which it is shown.
    pub post_date: NaiveDate,
}

/// The news.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct NewsAnswer {
    /// Always true.
    pub success: bool,
    /// Newest first, without items of a later day.
    pub data: Vec<News>,
}

/// News
#[utoipa::path(
    get,
    path = "/api/news",
    tag = "news",
    responses(
        (status = 200, description = "The items that are published, newest first", body = NewsAnswer),
        (status = 304, description = "The caller's copy, named by its ETag, is current"),
    )
)]
pub(crate) async fn all(
    State(common): State<Common>,
    _caller: Caller,
    headers: HeaderMap,
) -> Result<Response, Failure> {
    let items = news::all(&common.pool, common.clock.today()).await?;
    let data = items
        .into_iter()
        .map(|item| News {
            id: item.id,
            title: item.title,
            contents: sanitize::html(&item.contents),
            post_date: item.post_date,
        })
        .collect();
    tagged::json(&headers, &NewsAnswer { success: true, data })
}
