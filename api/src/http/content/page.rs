//! `GET /api/content/page/{slug}`: a page that an editor wrote, such as `contact-fairway`.

use std::sync::Arc;

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use serde::Serialize;
use utoipa::ToSchema;

use crate::app::App;
use crate::http::caller::Caller;
use crate::http::failure::{Failure, FailureBody};
use crate::http::path::PathText;
use crate::http::tagged;
use crate::store::content;
use crate::store::sanitize;

/// A page.
#[derive(Debug, Serialize, ToSchema)]
pub struct Page {
    /// Plain text.
    pub title: String,
    /// Sanitised HTML.
    pub contents: String,
}

/// A page.
#[derive(Debug, Serialize, ToSchema)]
pub struct PageAnswer {
    /// Always true.
    pub success: bool,
    /// The page.
    pub data: Page,
}

/// A page of editorial content
#[utoipa::path(
    get,
    path = "/api/content/page/{slug}",
    tag = "content",
    params(("slug" = String, Path, description = "The page's name", example = "contact-fairway")),
    responses(
        (status = 200, description = "The page", body = PageAnswer),
        (status = 304, description = "The caller's copy, named by its ETag, is current"),
        (status = 404, description = "No such page", body = FailureBody),
    )
)]
pub async fn page(
    State(app): State<Arc<App>>,
    _caller: Caller,
    headers: HeaderMap,
    PathText(slug): PathText,
) -> Result<Response, Failure> {
    // A slug with a null character, which PostgreSQL text cannot hold, names no page.
    let found = if slug.contains('\0') { None } else { content::page(&app.pool, &slug).await? };
    let page = found.ok_or_else(|| Failure::not_found("Deze pagina bestaat niet."))?;
    let data = Page { title: page.title, contents: sanitize::html(&page.contents) };
    tagged::json(&headers, &PageAnswer { success: true, data })
}
