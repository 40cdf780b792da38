//! `POST /operator/api/content/preview`: HTML as members would receive it.

use axum::Json;
use fairway_store::sanitize;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::access::{Permitted, SeeContent};
use crate::body::OperatorBody;
use crate::failure::OperatorFailure;

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
    Ok(Json(Sanitised { html: sanitize::html(&written.html) }))
}
