//! Addresses that browsers and password managers know by heart (RFC 8615): the screen that changes the password (W3C, "A
//! Well-Known URL for Changing Passwords") and that of the passkeys (W3C, "A Well-Known URL for Relying Party Passkey
//! Endpoints"). `security_txt.rs` has a third. Any other is missing: a portal that answers everything is not believed.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use fairway_endpoint::failure::Failure;
use serde_json::{Value, json};

use crate::app::App;

/// `GET /.well-known/change-password`
pub async fn change_password() -> Redirect {
    Redirect::to("/profile/password")
}

/// `GET /.well-known/passkey-endpoints`; missing where the portal's address can have no passkeys.
pub async fn passkey_endpoints(State(app): State<Arc<App>>) -> Result<Json<Value>, Response> {
    if !app.members.passkeys.are_available() {
        return Err(missing().await);
    }
    let screen = app.rounds.links.portal.at("/profile/passkeys");
    Ok(Json(json!({ "enroll": screen, "manage": screen })))
}

/// Any other address.
pub async fn missing() -> Response {
    Failure::new(StatusCode::NOT_FOUND, "Dit bestaat hier niet.").into_response()
}
