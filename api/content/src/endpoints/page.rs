//! `GET /api/content/page/{slug}`: a page that an editor wrote, such as `contact-fairway`.

use std::sync::Arc;

use axum::extract::{FromRequestParts, State};
use axum::http::request::Parts;
use axum::response::Response;
use fairway_endpoint::caller::Caller;
use fairway_endpoint::failure::{Failure, FailureBody};
use fairway_endpoint::path::PathText;
use fairway_endpoint::tagged;
use fairway_store::{content, sanitize};
use serde::Serialize;
use utoipa::ToSchema;

use crate::state::Content;

/// A page.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Page {
    /// Plain text.
    pub title: String,
    /// Sanitised HTML.
    pub contents: String,
}

/// A page.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct PageAnswer {
    /// Always true.
    pub success: bool,
    /// The page.
    pub data: Page,
}

/// A page of editorial content
///
/// `contact-fairway` and `privacy` need no token: they are for people who cannot log in, too.
#[utoipa::path(
    get,
    path = "/api/content/page/{slug}",
    tag = "content",
    security((), ("bearer" = [])),
    params(("slug" = String, Path, description = "The page's name", example = "contact-fairway")),
    responses(
        (status = 200, description = "The page", body = PageAnswer),
        (status = 304, description = "The caller's copy, named by its ETag, is current"),
        (status = 401, description = "The page is for members", body = FailureBody),
        (status = 404, description = "No such page", body = FailureBody),
    )
)]
pub(crate) async fn page(
    State(content): State<Arc<Content>>,
    PathText(slug): PathText,
    mut parts: Parts,
) -> Result<Response, Failure> {
    // Without a look at the token: a public page is read with one that has ended, too.
    if !content::is_public(&slug) {
        Caller::from_request_parts(&mut parts, &content).await?;
    }
    // A slug with a null character, which PostgreSQL text cannot hold, names no page.
    let found = if slug.contains('\0') { None } else { content::page(&content.common.pool, &slug).await? };
    let page = found.ok_or_else(|| Failure::not_found("Deze pagina bestaat niet."))?;
    let data = Page { title: page.title, contents: sanitize::html(&page.contents) };
    tagged::json(&parts.headers, &PageAnswer { success: true, data })
}
