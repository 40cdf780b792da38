//! `GET /operator/api/operators`, and adding, disabling, enabling and resetting an operator and changing the roles, each with
//! a reason.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use fairway_audit::dates;
use fairway_endpoint::common::Common;
use fairway_endpoint::failure::FailureBody;
use fairway_store::operators::{self, Role};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::access::{ManageOperators, Operator, Permitted, Watch};
use crate::accounts::{self, ChangedBy, NewOperator, OperatorError};
use crate::answer::Changed;
use crate::body::OperatorBody;
use crate::failure::OperatorFailure;
use crate::permanent::permanent;
use crate::state::OperatorAccounts;

/// An operator's account.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct OperatorEntry {
    /// The id.
    pub id: Uuid,
    /// The display name.
    pub name: String,
    /// The address.
    pub email: String,
    /// The roles.
    pub roles: Vec<Role>,
    /// `invited` (no password yet), `active` or `disabled`.
    pub status: &'static str,
    /// Whether the account uses an authenticator app.
    pub has_second_factor: bool,
    /// The last use of a session, to the minute; null: never. RFC 3339 with the offset of Europe/Amsterdam.
    pub last_seen_at: Option<String>,
}

/// Every account, by name.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct OperatorList {
    /// The accounts.
    pub operators: Vec<OperatorEntry>,
}

/// Every operator
#[utoipa::path(
    get,
    path = "/operator/api/operators",
    operation_id = "operators",
    tag = "operators",
    security(("operator" = ["auditor", "admin"])),
    responses((status = 200, description = "The accounts", body = OperatorList)),
)]
pub(crate) async fn list(
    State(common): State<Common>,
    _: Permitted<Watch>,
) -> Result<Json<OperatorList>, OperatorFailure> {
    let operators = operators::list(&common.pool).await?;
    let operators = operators
        .into_iter()
        .map(|account| OperatorEntry {
            roles: account.roles(),
            status: match (account.disabled_at, account.has_password) {
                (Some(_), _) => "disabled",
                (None, true) => "active",
                (None, false) => "invited",
            },
            id: account.id,
            name: account.name,
            email: account.email,
            has_second_factor: account.has_second_factor,
            last_seen_at: account.last_seen_at.map(dates::rfc3339),
        })
        .collect();
    Ok(Json(OperatorList { operators }))
}

/// A new operator.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct AddOperator {
    /// The address to log in with.
    pub email: String,
    /// The display name, recorded with everything that they do.
    pub name: String,
    /// The roles; at least one.
    pub roles: Vec<Role>,
    /// Why; one line.
    pub reason: String,
}

/// A set-up link.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct SetupLink {
    /// The address to give to the person: it works once, within 24 hours.
    pub link: String,
}

/// Add an operator
#[utoipa::path(
    post,
    path = "/operator/api/operators/add",
    operation_id = "operator_add",
    tag = "operators",
    security(("operator" = ["admin"])),
    request_body = AddOperator,
    responses(
        (status = 200, description = "Added", body = SetupLink),
        (status = 422, description = "A field is not valid, or the address has an account", body = FailureBody),
    ),
)]
pub(crate) async fn add(
    State(operators): State<Arc<OperatorAccounts>>,
    permitted: Permitted<ManageOperators>,
    OperatorBody(request): OperatorBody<AddOperator>,
) -> Result<Json<SetupLink>, OperatorFailure> {
    let AddOperator { email, name, roles, reason } = request;
    let manager = manager(&operators.common, &permitted.operator, &reason).await?;
    let new = NewOperator { email, name, roles };
    let token = accounts::add(&operators.common.pool, manager, new, operators.common.clock.now()).await?;
    Ok(Json(SetupLink { link: operators.settings.setup_link(&token) }))
}

/// An operator, and why something is done to the account.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct ChangeOperator {
    /// The account.
    pub id: Uuid,
    /// Why; one line.
    pub reason: String,
}

/// Disable an operator
#[utoipa::path(
    post,
    path = "/operator/api/operators/disable",
    operation_id = "operator_disable",
    tag = "operators",
    security(("operator" = ["admin"])),
    request_body = ChangeOperator,
    responses(
        (status = 200, description = "The account is disabled and its sessions have ended", body = Changed),
        (status = 404, description = "There is no such operator", body = FailureBody),
        (status = 409, description = "It is disabled already, or the only admin", body = FailureBody),
    ),
)]
pub(crate) async fn disable(
    State(common): State<Common>,
    permitted: Permitted<ManageOperators>,
    OperatorBody(request): OperatorBody<ChangeOperator>,
) -> Result<Json<Changed>, OperatorFailure> {
    let manager = manager(&common, &permitted.operator, &request.reason).await?;
    accounts::disable(&common.pool, manager, request.id, common.clock.now()).await?;
    Ok(Json(Changed {}))
}

/// Enable an operator again
#[utoipa::path(
    post,
    path = "/operator/api/operators/enable",
    operation_id = "operator_enable",
    tag = "operators",
    security(("operator" = ["admin"])),
    request_body = ChangeOperator,
    responses(
        (status = 200, description = "The account is enabled", body = Changed),
        (status = 404, description = "There is no such operator", body = FailureBody),
        (status = 409, description = "It is enabled already", body = FailureBody),
    ),
)]
pub(crate) async fn enable(
    State(common): State<Common>,
    permitted: Permitted<ManageOperators>,
    OperatorBody(request): OperatorBody<ChangeOperator>,
) -> Result<Json<Changed>, OperatorFailure> {
    let manager = manager(&common, &permitted.operator, &request.reason).await?;
    accounts::enable(&common.pool, manager, request.id, common.clock.now()).await?;
    Ok(Json(Changed {}))
}

/// Have an operator choose a password and a second factor anew
#[utoipa::path(
    post,
    path = "/operator/api/operators/reset",
    operation_id = "operator_reset",
    tag = "operators",
    security(("operator" = ["admin"])),
    request_body = ChangeOperator,
    responses(
        (status = 200, description = "The account's sessions have ended", body = SetupLink),
        (status = 404, description = "There is no such operator", body = FailureBody),
    ),
)]
pub(crate) async fn reset(
    State(operators): State<Arc<OperatorAccounts>>,
    permitted: Permitted<ManageOperators>,
    OperatorBody(request): OperatorBody<ChangeOperator>,
) -> Result<Json<SetupLink>, OperatorFailure> {
    let manager = manager(&operators.common, &permitted.operator, &request.reason).await?;
    let token =
        accounts::reset(&operators.common.pool, manager, request.id, operators.common.clock.now()).await?;
    Ok(Json(SetupLink { link: operators.settings.setup_link(&token) }))
}

/// The roles of an operator, and why they change.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct ChangeRoles {
    /// The account.
    pub id: Uuid,
    /// The roles from now on; at least one.
    pub roles: Vec<Role>,
    /// Why; one line.
    pub reason: String,
}

/// Change an operator's roles
#[utoipa::path(
    post,
    path = "/operator/api/operators/roles",
    operation_id = "operator_roles",
    tag = "operators",
    security(("operator" = ["admin"])),
    request_body = ChangeRoles,
    responses(
        (status = 200, description = "They hold from the operator's next request on", body = Changed),
        (status = 404, description = "There is no such operator", body = FailureBody),
        (status = 409, description = "The account has these roles, or would be the only admin no more", body = FailureBody),
        (status = 422, description = "No role", body = FailureBody),
    ),
)]
pub(crate) async fn roles(
    State(common): State<Common>,
    permitted: Permitted<ManageOperators>,
    OperatorBody(ChangeRoles { id, roles, reason }): OperatorBody<ChangeRoles>,
) -> Result<Json<Changed>, OperatorFailure> {
    let manager = manager(&common, &permitted.operator, &reason).await?;
    accounts::change_roles(&common.pool, manager, id, &roles, common.clock.now()).await?;
    Ok(Json(Changed {}))
}

/// The admin, with a reason that may be kept.
async fn manager(common: &Common, operator: &Operator, reason: &str) -> Result<ChangedBy, OperatorFailure> {
    Ok(ChangedBy::Admin(operator.acting(), permanent(common, operator, "reason", reason).await?))
}

impl From<OperatorError> for OperatorFailure {
    fn from(error: OperatorError) -> Self {
        use axum::http::StatusCode;
        match error {
            OperatorError::Invalid(errors) => Self::invalid_fields(errors),
            OperatorError::Unknown => Self::not_found(error.to_string()),
            OperatorError::Unchanged(_) | OperatorError::LastAdmin => {
                Self::new(StatusCode::CONFLICT, error.to_string())
            }
            OperatorError::Database(error) => error.into(),
        }
    }
}
