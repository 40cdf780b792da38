//! The operators' screens, and the description of their API.

use std::sync::Arc;

use axum::Router;
use axum::extract::Request;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use fairway_endpoint::failure::Failure;
use fairway_operator_accounts::failure::OperatorFailure;
use fairway_operators::Operators;

use super::{openapi, web};

/// The routes under `/operator`, with the endpoints.
pub(super) fn routes(operators: &Arc<Operators>) -> Router {
    let (accounts, _description) = fairway_operator_accounts::routes().split_for_parts();
    let (endpoints, _description) = fairway_operators::routes().split_for_parts();
    endpoints
        .with_state(Arc::clone(operators))
        .merge(accounts.with_state(Arc::clone(&operators.accounts)))
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
