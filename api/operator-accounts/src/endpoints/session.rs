//! `GET /operator/api/session`: who is logged in, and the form token of the session.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use fairway_audit::dates;
use fairway_store::operator_sessions::IDLE;
use fairway_store::operators::Role;
use serde::Serialize;
use utoipa::ToSchema;

use crate::access::{Operator, OwnSession, Permitted};
use crate::failure::OperatorFailure;
use crate::state::OperatorAccounts;

/// The operator who is logged in.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct SessionAnswer {
    /// The display name.
    pub name: String,
    /// The address.
    pub email: String,
    /// The roles, which decide what the operator may do.
    pub roles: Vec<Role>,
    /// To be sent with every change, as `X-CSRF-Token`.
    pub csrf_token: String,
    /// Whether the account uses an authenticator app.
    pub has_second_factor: bool,
    /// When the session ends in any case; RFC 3339 with the offset of Europe/Amsterdam.
    pub expires_at: String,
    /// Minutes without use after which the session ends.
    pub idle_minutes: i64,
    /// `development` or `production`.
    pub environment: &'static str,
    /// The address of the members' portal, without a closing slash.
    #[schema(required = false)]
    pub portal_url: String,
}

impl SessionAnswer {
    pub(super) fn for_operator(operators: &OperatorAccounts, operator: &Operator) -> Self {
        let session = operator.session();
        Self {
            name: session.name.clone(),
            email: session.email.clone(),
            roles: operator.roles(),
            csrf_token: operator.form_token(operators),
            has_second_factor: session.has_second_factor,
            expires_at: dates::rfc3339(session.expires_at),
            idle_minutes: IDLE.num_minutes(),
            environment: if operators.settings.is_production { "production" } else { "development" },
            portal_url: operators.settings.portal_url.clone(),
        }
    }
}

/// The operator who is logged in
#[utoipa::path(
    get,
    path = "/operator/api/session",
    operation_id = "operator_session",
    tag = "session",
    responses((status = 200, description = "The session", body = SessionAnswer)),
)]
pub(crate) async fn session(
    State(operators): State<Arc<OperatorAccounts>>,
    permitted: Permitted<OwnSession>,
) -> Result<Json<SessionAnswer>, OperatorFailure> {
    Ok(Json(SessionAnswer::for_operator(&operators, &permitted.operator)))
}
