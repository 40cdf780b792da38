//! `POST /operator/api/logout`: ends this session, with what the operator does as a member.

use axum::extract::State;
use axum::http::header::SET_COOKIE;
use axum::http::{HeaderName, StatusCode};
use fairway_endpoint::common::Common;
use fairway_store::operator_access;

use crate::access::{self, OwnSession, Permitted};
use crate::failure::OperatorFailure;

/// Log out
#[utoipa::path(
    post,
    path = "/operator/api/logout",
    operation_id = "operator_logout",
    tag = "session",
    responses((status = 204, description = "The session has ended, with the members' portals that were opened in it")),
)]
pub(crate) async fn logout(
    State(common): State<Common>,
    permitted: Permitted<OwnSession>,
) -> Result<(StatusCode, [(HeaderName, String); 1]), OperatorFailure> {
    let operator = &permitted.operator;
    let mut transaction = common.pool.begin().await?;
    operator_access::end_session(&mut transaction, operator.account_id(), operator.session().id).await?;
    transaction.commit().await?;
    Ok((StatusCode::NO_CONTENT, [(SET_COOKIE, access::session_cookie(None))]))
}
