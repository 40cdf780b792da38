//! The routes of the operators: the endpoints, their description, and the screens.

use axum::Router;
use axum::extract::Request;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use axum::routing::get;

use super::endpoints;
use super::failure::OperatorFailure;
use crate::app::App;
use crate::http::failure::Failure;
use crate::http::{openapi, web};

/// The routes under `/operator`.
pub fn routes() -> Router<App> {
    let (endpoints, _description) = endpoints::described().split_for_parts();
    endpoints
        .route("/operator/api/openapi.json", get(document))
        .route("/operator", get(screen))
        .route("/operator/", get(screen))
        .route("/operator/{*path}", get(screen))
}

/// The description of the operators' API. It says who may do what, and nothing about anybody.
async fn document() -> Result<Response, OperatorFailure> {
    let text = openapi::operator_text().map_err(|error| {
        tracing::error!(%error, "the operators' API cannot be described");
        Failure::internal()
    })?;
    Ok(([(header::CONTENT_TYPE, "application/json")], text).into_response())
}

/// A file or the page of the screens.
async fn screen(request: Request) -> Response {
    let path = request.uri().path();
    if path == "/operator/api" || path.starts_with("/operator/api/") {
        return OperatorFailure::not_found("There is nothing at this address.").into_response();
    }
    web::serve_operators(request.method(), path, request.headers())
}
