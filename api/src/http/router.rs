//! The whole service: the endpoints, other routes, and the layers that every request passes.

use std::sync::Arc;

use axum::Router;
use axum::extract::Request;
use axum::http::StatusCode;
use axum::middleware::{from_fn, from_fn_with_state};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::get;
use fairway_endpoint::client_address::{self, TrustedProxies};
use fairway_endpoint::failure::Failure;
use fairway_notifications::endpoints::dev_mail;
use fairway_operator_accounts::failure as operator_failure;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;

use super::{
    club_screens, disk_guard, docs, endpoints, guard, loopback_only, operator_screens, own_writes,
    request_id, security_headers, security_txt, unchanged, web, well_known,
};
use crate::app::App;

/// The whole service.
pub fn router(app: &Arc<App>) -> Router {
    let mut routes = endpoints::router(app)
        .layer(from_fn(unchanged::leave_out))
        .layer(from_fn_with_state(Arc::clone(app), own_writes::wait));
    #[cfg(feature = "sandbox")]
    if app.config.payments == fairway_payments::Choice::Sandbox {
        routes = routes.merge(fairway_sandbox::routes().with_state(app.sandbox.clone()));
    }
    if let Some(pages) = dev_mail::routes(&app.notifications) {
        routes = routes.merge(pages);
    }
    routes = routes.merge(club_screens::routes(&app.clubs));
    // With an address of their own, nothing of the operators is to be found here.
    if app.config.operator_listen.is_none() {
        routes = routes.merge(operator_screens::routes(&app.operators));
    }
    let of_process = Router::new()
        .route("/api/openapi.json", get(docs::document))
        .route("/api/docs", get(docs::page))
        .route("/api/docs/{file}", get(docs::file))
        .route("/.well-known/security.txt", get(security_txt::file))
        .route("/.well-known/change-password", get(well_known::change_password))
        .route("/.well-known/passkey-endpoints", get(well_known::passkey_endpoints))
        .route("/.well-known/{*other}", get(well_known::missing))
        .with_state(Arc::clone(app));
    layered(routes.merge(of_process).fallback(fallback_response), app)
}

/// The operators' screens alone, for an address of their own (`FAIRWAY_OPERATOR_LISTEN`).
pub fn operator_router(app: &Arc<App>) -> Router {
    let routes = operator_screens::routes(&app.operators)
        .route("/", get(async || Redirect::temporary("/operator")))
        .fallback(async || web::no_operators());
    layered(routes, app)
}

/// The layers that every request passes.
fn layered(routes: Router, app: &Arc<App>) -> Router {
    let proxies = Arc::new(TrustedProxies::new(app.config.trusted_proxies.clone()));
    routes
        .method_not_allowed_fallback(method_not_allowed)
        .layer(from_fn_with_state(Arc::clone(app), disk_guard::refuse_writes))
        .layer(from_fn(guard::bound_time))
        .layer(CatchPanicLayer::custom(guard::answer_panic))
        .layer(from_fn(guard::bound_head))
        .layer(from_fn_with_state(Arc::clone(app), loopback_only::admit))
        .layer(from_fn(operator_failure::in_english))
        .layer(CompressionLayer::new())
        .layer(from_fn_with_state(Arc::clone(app), security_headers::protect))
        .layer(from_fn_with_state(proxies, client_address::identify))
        .layer(from_fn_with_state(Arc::clone(app), request_id::identify))
}

async fn method_not_allowed() -> Failure {
    Failure::new(StatusCode::METHOD_NOT_ALLOWED, "Deze aanvraag kan hier niet.")
}

/// Not an endpoint: an unknown one under `/api`, else a file or a screen of the web app.
async fn fallback_response(request: Request) -> Response {
    let path = request.uri().path();
    if path == "/api" || path.starts_with("/api/") {
        Failure::not_found("Dit adres bestaat niet.").into_response()
    } else if path == "/operator" || path.starts_with("/operator/") {
        // Where the operators' screens are here, their routes come before.
        web::no_operators()
    } else {
        web::serve(request.method(), path, request.headers())
    }
}
