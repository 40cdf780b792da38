//! The clubs' screens, and the description of their API.

use std::sync::Arc;

use axum::Router;
use axum::extract::Request;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use fairway_club_accounts::ClubAccounts;
use fairway_club_accounts::failure::ClubFailure;
use fairway_clubs::Clubs;
use fairway_endpoint::failure::Failure;

use super::{openapi, web};

/// The routes under `/club`, with the endpoints.
pub(super) fn routes(clubs: &Arc<Clubs>) -> Router {
    let (accounts, _description) = fairway_club_accounts::routes().split_for_parts();
    let (endpoints, _description) = fairway_clubs::routes().split_for_parts();
    let of_accounts: &Arc<ClubAccounts> = &clubs.accounts;
    endpoints
        .with_state(Arc::clone(clubs))
        .merge(accounts.with_state(Arc::clone(of_accounts)))
        .route("/club/api/openapi.json", get(document))
        .route("/club", get(screen))
        .route("/club/", get(screen))
        .route("/club/{*path}", get(screen))
}

/// The description of the clubs' API. It says who may do what, and nothing about anybody.
async fn document() -> Result<Response, ClubFailure> {
    let text = openapi::club_text().map_err(|error| {
        tracing::error!(%error, "the clubs' API cannot be described");
        Failure::internal()
    })?;
    Ok(([(header::CONTENT_TYPE, "application/json")], text).into_response())
}

/// A file or the page of the screens.
async fn screen(request: Request) -> Response {
    let path = request.uri().path();
    if path == "/club/api" || path.starts_with("/club/api/") {
        return Failure::not_found("Dit adres bestaat niet.").into_response();
    }
    web::serve_clubs(request.method(), path, request.headers())
}
