//! `GET /api/documents/algemene-voorwaarden.pdf`: the general terms, made from the editors' page. A plain link, so
//! without a token: the terms are public, and a browser opens them in a tab of its own.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::Response;
use fairway_documents::pdf;
use tokio::sync::Mutex;

use crate::app::App;
use crate::http::failure::{Chain, Failure, FailureBody};
use crate::http::openapi::shapes::Pdf;
use crate::http::tagged;
use crate::store::content::{self, Page};
use crate::store::sanitize;

/// The document as it was last made, and of which page. Making it takes long enough to be made once for all who ask.
#[derive(Debug, Default)]
pub struct TermsCache(Mutex<Option<(Page, Bytes)>>);

impl TermsCache {
    /// The document of this page; who asks while it is being made waits for it.
    async fn of(&self, app: &App, page: Page) -> Result<Bytes, Failure> {
        let mut made = self.0.lock().await;
        if let Some((of, bytes)) = made.as_ref()
            && *of == page
        {
            return Ok(bytes.clone());
        }
        let portal = app.config.portal().map_err(|error| mistake(&error))?;
        let source = page.clone();
        let drawing = move || pdf::terms(&portal, &source.title, &sanitize::html(&source.contents));
        let drawn = tokio::task::spawn_blocking(drawing).await.map_err(|error| mistake(&error))?;
        let bytes = Bytes::from(drawn.map_err(|error| mistake(&error))?);
        *made = Some((page, bytes.clone()));
        Ok(bytes)
    }
}

fn mistake(error: &(dyn std::error::Error + Send + Sync + 'static)) -> Failure {
    tracing::error!(error = %Chain(error), "the general terms cannot be made");
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
        (status = 304, description = "The document that the caller has"),
        (status = 404, description = "There are no terms yet", body = FailureBody),
    )
)]
pub async fn terms(State(app): State<Arc<App>>, headers: HeaderMap) -> Result<Response, Failure> {
    let page = content::page(&app.pool, content::TERMS).await?;
    let page = page.ok_or_else(|| Failure::not_found("De algemene voorwaarden zijn er nog niet."))?;
    let bytes = app.terms.of(&app, page).await?;
    let mut response = tagged::bytes_of(&headers, bytes, HeaderValue::from_static(pdf::CONTENT_TYPE));
    let answer = response.headers_mut();
    answer.insert(
        header::CONTENT_DISPOSITION,
        HeaderValue::from_static("inline; filename=\"algemene-voorwaarden.pdf\""),
    );
    answer.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    Ok(response)
}
