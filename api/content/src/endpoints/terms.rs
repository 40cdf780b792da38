//! `GET /api/documents/algemene-voorwaarden.pdf`: the general terms, made from the editors' page. A plain link, so
//! without a token: the terms are public, and a browser opens them in a tab of its own.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::Response;
use fairway_documents::pdf;
use fairway_endpoint::failure::{Failure, FailureBody};
use fairway_endpoint::shapes::Pdf;
use fairway_endpoint::tagged;
use fairway_store::content::Page;
use fairway_store::{content, sanitize};
use fairway_text::error_chain::Chain;

use crate::state::Content;

async fn draw(content: &Content, page: Page) -> Result<Bytes, Failure> {
    let portal = Arc::clone(&content.portal);
    let drawing = move || pdf::terms(&portal, &page.title, &sanitize::html(&page.contents));
    let drawn = tokio::task::spawn_blocking(drawing).await.map_err(|error| mistake(&error))?;
    drawn.map(Bytes::from).map_err(|error| mistake(&error))
}

fn mistake(error: &(dyn std::error::Error + Send + Sync + 'static)) -> Failure {
    tracing::error!(error = %Chain(error), "the document of the general terms cannot be created");
    Failure::internal()
}

/// The general terms
#[utoipa::path(
    get,
    path = "/api/documents/algemene-voorwaarden.pdf",
    tag = "content",
    security(()),
    responses(
        (status = 200, description = "The document", body = Pdf, content_type = "application/pdf"),
        (status = 304, description = "The caller's copy of the document is current"),
        (status = 404, description = "There are no terms yet", body = FailureBody),
    )
)]
pub(crate) async fn terms(
    State(content): State<Arc<Content>>,
    headers: HeaderMap,
) -> Result<Response, Failure> {
    let page = content::page(&content.common.pool, content::TERMS).await?;
    let page = page.ok_or_else(|| Failure::not_found("De algemene voorwaarden zijn er nog niet."))?;
    let bytes = content.terms.get_or_make(page.clone(), draw(&content, page)).await?;
    let mut response = tagged::bytes_of(&headers, bytes, HeaderValue::from_static(pdf::CONTENT_TYPE));
    let answer = response.headers_mut();
    answer.insert(
        header::CONTENT_DISPOSITION,
        HeaderValue::from_static("inline; filename=\"algemene-voorwaarden.pdf\""),
    );
    answer.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    Ok(response)
}
