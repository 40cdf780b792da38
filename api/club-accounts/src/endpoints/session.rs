//! `GET /club/api/session`: who is logged in, and the form token of the session.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::header::SET_COOKIE;
use axum::http::{HeaderMap, HeaderName};
use axum::response::AppendHeaders;
use fairway_audit::dates;
use fairway_operator_accounts::cookies;
use fairway_store::club_accounts::ClubRole;
use serde::Serialize;
use utoipa::ToSchema;

use crate::access::{self, COOKIE, ClubUser, OwnSession, Permitted};
use crate::failure::ClubFailure;
use crate::state::ClubAccounts;

/// An account of a person, or a device that several people use.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum ClubUserKind {
    /// Of a person.
    Account,
    /// Of several.
    Device,
}

/// Who is logged in at a club.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ClubSession {
    /// The account's or the device's name.
    pub name: String,
    /// Null for a device.
    pub email: Option<String>,
    pub kind: ClubUserKind,
    pub role: ClubRole,
    /// The club's id.
    pub club_id: String,
    /// The club's name.
    pub club_name: String,
    /// To be sent with every change, as X-CSRF-Token.
    pub csrf_token: String,
    /// Whether the account uses an authenticator app.
    pub has_second_factor: bool,
    /// RFC 3339, Europe/Amsterdam.
    pub expires_at: String,
    /// RFC 3339, to correct the device's clock.
    pub server_time: String,
    /// development or production.
    pub environment: &'static str,
}

impl ClubSession {
    pub(super) fn of(clubs: &ClubAccounts, user: &ClubUser) -> Self {
        let session = user.session();
        Self {
            name: session.name.clone(),
            email: session.email.clone(),
            kind: if user.is_device() { ClubUserKind::Device } else { ClubUserKind::Account },
            role: user.role(),
            club_id: session.club_id.clone(),
            club_name: session.club_name.clone(),
            csrf_token: user.form_token(clubs),
            has_second_factor: session.has_second_factor,
            expires_at: dates::rfc3339(session.expires_at),
            server_time: dates::rfc3339(clubs.common.clock.now()),
            environment: if clubs.settings.is_production { "production" } else { "development" },
        }
    }
}

/// Who is logged in
#[utoipa::path(
    get,
    path = "/club/api/session",
    operation_id = "club_session",
    tag = "session",
    responses((status = 200, description = "The session", body = ClubSession)),
)]
pub(crate) async fn session(
    State(clubs): State<Arc<ClubAccounts>>,
    headers: HeaderMap,
    permitted: Permitted<OwnSession>,
) -> Result<(AppendHeaders<Vec<(HeaderName, String)>>, Json<ClubSession>), ClubFailure> {
    let user = &permitted.user;
    // Browsers keep no cookie longer than 400 days.
    let token = cookies::token(&headers, COOKIE).filter(|_| user.is_device());
    let cookie = token.map(|token| (SET_COOKIE, access::device_cookie(&token)));
    Ok((AppendHeaders(cookie.into_iter().collect()), Json(ClubSession::of(&clubs, user))))
}
