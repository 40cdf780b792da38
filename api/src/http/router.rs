//! Which path leads where, and what every request passes through on its way.

use std::sync::Arc;

use axum::Router;
use axum::extract::Request;
use axum::http::StatusCode;
use axum::middleware::{from_fn, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use utoipa::OpenApi;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::failure::Failure;
use super::openapi::ApiDescription;
use super::{calendar, dev_mail, live, vouchers};
use super::{
    client_address, content, disk_guard, docs, golfclubs, guard, health, metrics, news, purchases,
    request_id, reservations, security_headers, security_txt, token, users, web,
};
use crate::app::App;
use crate::config::Payments;
use crate::services::sandbox;

/// Every endpoint with its description. An endpoint cannot be routed without being described.
pub fn described() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::with_openapi(ApiDescription::openapi())
        .routes(routes!(users::login::login))
        .routes(routes!(users::logout::logout))
        .routes(routes!(token::login::login))
        .routes(routes!(users::forgot_password::forgot_password))
        .routes(routes!(users::reset_password::reset_password))
        .routes(routes!(users::me::me))
        .routes(routes!(users::change_password::change_password))
        .routes(routes!(users::profile::profile, users::save_profile::save_profile))
        .routes(routes!(reservations::players_check::players_check))
        .routes(routes!(reservations::golfclubs::golfclubs))
        .routes(routes!(reservations::availability::availability))
        .routes(routes!(reservations::upcoming::upcoming, reservations::book::book))
        .routes(routes!(reservations::history::history))
        .routes(routes!(reservations::historic_players::historic_players))
        .routes(routes!(reservations::one::one))
        .routes(routes!(reservations::cancel::cancel))
        .routes(routes!(reservations::group_cancel::group_cancel))
        .routes(routes!(reservations::player_remove::player_remove))
        .routes(routes!(reservations::player_add::player_add))
        .routes(routes!(vouchers::download))
        .routes(routes!(calendar::download))
        .routes(routes!(live::live))
        .routes(routes!(golfclubs::info::info))
        .routes(routes!(news::all::all))
        .routes(routes!(news::important::important))
        .routes(routes!(news::dismiss::dismiss))
        .routes(routes!(content::page::page))
        .routes(routes!(content::faq::faq))
        .routes(routes!(content::terms::terms))
        .routes(routes!(users::subscriptions::subscriptions))
        .routes(routes!(users::ledger::ledger))
        .routes(routes!(purchases::voucher_offer::voucher_offer))
        .routes(routes!(purchases::voucher_pay::voucher_pay))
        .routes(routes!(purchases::federation_offer::federation_offer))
        .routes(routes!(purchases::federation_pay::federation_pay))
        .routes(routes!(purchases::webhook::webhook))
        .routes(routes!(health::healthz))
        .routes(routes!(health::readyz))
        .routes(routes!(metrics::metrics))
}

/// The whole service.
pub fn router(app: &Arc<App>) -> Router {
    let (endpoints, _description) = described().split_for_parts();
    let endpoints = match &app.config.payments {
        Payments::Sandbox => endpoints.merge(sandbox::routes()),
        Payments::Mollie { .. } => endpoints,
    };
    let endpoints = match dev_mail::routes(app) {
        Some(pages) => endpoints.merge(pages),
        None => endpoints,
    };
    endpoints
        .route("/api/openapi.json", get(docs::document))
        .route("/api/docs", get(docs::page))
        .route("/api/docs/{file}", get(docs::file))
        .route("/.well-known/security.txt", get(security_txt::file))
        .method_not_allowed_fallback(method_not_allowed)
        .fallback(elsewhere)
        .layer(from_fn_with_state(Arc::clone(app), disk_guard::refuse_writes))
        .layer(from_fn(guard::bound_time))
        .layer(CatchPanicLayer::custom(guard::answer_panic))
        .layer(from_fn(guard::bound_head))
        .layer(CompressionLayer::new())
        .layer(from_fn_with_state(Arc::clone(app), security_headers::protect))
        .layer(from_fn_with_state(Arc::clone(app), client_address::identify))
        .layer(from_fn_with_state(Arc::clone(app), request_id::identify))
        .with_state(Arc::clone(app))
}

async fn method_not_allowed() -> Failure {
    Failure::new(StatusCode::METHOD_NOT_ALLOWED, "Deze aanvraag kan hier niet.")
}

/// Not an endpoint: an unknown one under `/api`, else a file or a screen of the web app.
async fn elsewhere(request: Request) -> Response {
    let path = request.uri().path();
    if path == "/api" || path.starts_with("/api/") {
        Failure::not_found("Dit adres bestaat niet.").into_response()
    } else {
        web::serve(request.method(), path, request.headers())
    }
}
