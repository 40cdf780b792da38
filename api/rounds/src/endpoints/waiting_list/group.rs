//! A group in the path, and whether the caller may see it. Outsiders learn nothing: an id that does not exist, a
//! malformed one and one of another group get the same response (docs/domain.md §3.8).

use axum::extract::rejection::PathRejection;
use axum::extract::{FromRequestParts, Path};
use axum::http::StatusCode;
use axum::http::request::Parts;
use axum::response::Response;
use fairway_command::{Command, Rejection};
use fairway_endpoint::answers::Done;
use fairway_endpoint::caller::Caller;
use fairway_endpoint::commands::{Prepared, carry_out};
use fairway_endpoint::common::Common;
use fairway_endpoint::failure::{Failure, FailureBody};
use fairway_endpoint::rejection::PlayerNames;
use fairway_endpoint::request_context::RequestId;
use fairway_events::{MemberId, WaitingGroupId};
use fairway_query::WaitingGroup;
use serde_json::json;
use utoipa::IntoResponses;

/// The `{group}` of a path.
#[derive(Debug, Clone, Copy)]
pub(crate) struct GroupInPath(pub WaitingGroupId);

impl<S: Send + Sync> FromRequestParts<S> for GroupInPath {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Failure> {
        let text: Result<Path<String>, PathRejection> = Path::from_request_parts(parts, state).await;
        let Path(text) = text.map_err(|_| no_such_group())?;
        text.parse().map(Self).map_err(|_| no_such_group())
    }
}

/// The answer about a group that does not exist for the caller.
pub(super) fn no_such_group() -> Failure {
    Failure::new(StatusCode::NOT_FOUND, Rejection::WaitingGroupNotFound.to_string())
}

/// The group, for its players and who asked for them.
///
/// # Errors
/// 404 for everybody else.
pub(super) async fn find(
    common: &Common,
    group: WaitingGroupId,
    viewer: MemberId,
) -> Result<WaitingGroup, Failure> {
    let found = common.reads.waiting_group(group).await?;
    found.filter(|found| found.has(viewer)).ok_or_else(no_such_group)
}

/// Carries out a command about the group in the path that is idempotent by itself.
///
/// # Errors
/// 404 for callers who are not in the group.
pub(super) async fn carry_out_for(
    common: &Common,
    caller: &Caller,
    request: RequestId,
    group: WaitingGroupId,
    command: impl FnOnce(WaitingGroup) -> Command,
) -> Result<Response, Failure> {
    let found = find(common, group, caller.id()).await?;
    let prepared =
        Prepared { command: command(found), names: PlayerNames::default(), success: json!(Done::SUCCESS) };
    Ok(carry_out(common, caller, request, prepared).await)
}

/// The failures of every command about a group.
#[derive(Debug, IntoResponses)]
#[expect(dead_code, reason = "described alone: failures are answered as such")]
pub(super) enum NotDone {
    /// Unknown, or not yours
    #[response(status = 404)]
    Unknown(FailureBody),
    /// Too many changes in an hour; see Retry-After
    #[response(status = 429)]
    TooMany(FailureBody),
}
