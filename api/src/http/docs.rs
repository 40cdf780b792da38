//! The API's description for readers: the document itself and a small page around it, which needs nothing from other
//! sites and no inline script.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::{Html, IntoResponse, Response};
use fairway_endpoint::failure::Failure;
use fairway_endpoint::tagged;

use super::openapi::{self, installation::Installation};
use crate::app::App;

/// `GET /api/openapi.json`.
pub async fn document(State(app): State<Arc<App>>, asked: HeaderMap) -> Result<Response, Failure> {
    let bytes = description(&app).await?;
    Ok(tagged::bytes_of(&asked, bytes, HeaderValue::from_static("application/json")))
}

/// The description for this installation, made once for all requests: making it takes as long as a hundred other
/// responses, and anybody may ask for it.
/// Fails when the database does not answer.
pub async fn description(app: &App) -> Result<Bytes, Failure> {
    let installation = Installation::read(&app.config, &app.common.clock, &app.common.pool).await?;
    let text = async { openapi::text_for(&installation).map(Bytes::from) };
    app.description.get_or_make(installation.clone(), text).await.map_err(|error| {
        tracing::error!(%error, "the API's description cannot be serialized");
        Failure::internal()
    })
}

/// `GET /api/docs`.
pub async fn page() -> Html<&'static str> {
    Html(include_str!("docs/page.html"))
}

/// The page's script and style.
pub async fn file(Path(file): Path<String>) -> Result<Response, Failure> {
    let (mime, text) = match file.as_str() {
        "page.js" => ("text/javascript; charset=utf-8", include_str!("docs/page.js")),
        "page.css" => ("text/css; charset=utf-8", include_str!("docs/page.css")),
        _ => return Err(Failure::not_found("Dit adres bestaat niet.")),
    };
    Ok(([(header::CONTENT_TYPE, mime)], text).into_response())
}
