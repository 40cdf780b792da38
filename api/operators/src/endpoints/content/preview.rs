//! `POST /operator/api/content/preview`: HTML as members would receive it.

use axum::Json;
use fairway_operator_accounts::access::{Permitted, SeeContent};
use fairway_operator_accounts::body::OperatorBody;
use fairway_operator_accounts::failure::OperatorFailure;
use fairway_store::sanitize::{self, Removed};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// HTML as it is written.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct Written {
    /// The HTML.
    pub html: String,
}

/// HTML as members receive it.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Sanitised {
    /// The HTML, sanitised by what sanitises every answer to members.
    pub html: String,
    /// What members do not get: at most 50 kinds of parts.
    #[schema(required = false)]
    pub removed: Vec<RemovedPart>,
    /// The elements that members get, in the order of their names.
    #[schema(required = false)]
    pub allowed: Vec<&'static str>,
}

/// An element or attribute that was taken out.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct RemovedPart {
    /// The element's name, such as `img`.
    pub element: String,
    /// The attribute's name; null: the element itself.
    pub attribute: Option<String>,
    /// How often.
    pub count: usize,
}

impl From<Removed> for RemovedPart {
    fn from(Removed { element, attribute, count }: Removed) -> Self {
        Self { element, attribute, count }
    }
}

/// How members would see HTML; nothing is stored
#[utoipa::path(
    post,
    path = "/operator/api/content/preview",
    operation_id = "content_preview",
    tag = "content",
    security(("operator" = ["content", "auditor", "admin"])),
    request_body = Written,
    responses((status = 200, description = "The sanitised HTML", body = Sanitised)),
)]
pub(crate) async fn preview(
    _: Permitted<SeeContent>,
    OperatorBody(written): OperatorBody<Written>,
) -> Result<Json<Sanitised>, OperatorFailure> {
    let html = sanitize::html(&written.html);
    let removed = sanitize::removed(&written.html).into_iter().map(RemovedPart::from).collect();
    Ok(Json(Sanitised { html, removed, allowed: sanitize::allowed_elements() }))
}
