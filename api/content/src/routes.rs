//! The endpoints of news, pages, questions and documents.

use std::sync::Arc;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::endpoints as content;
use crate::endpoints::news;
use crate::state::Content;

/// The endpoints, each with its description.
pub fn routes() -> OpenApiRouter<Arc<Content>> {
    OpenApiRouter::new()
        .routes(routes!(news::all::all))
        .routes(routes!(news::important::important))
        .routes(routes!(news::dismiss::dismiss))
        .routes(routes!(content::page::page))
        .routes(routes!(content::faq::faq))
        .routes(routes!(content::terms::terms))
}
