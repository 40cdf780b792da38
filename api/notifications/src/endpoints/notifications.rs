//! `GET`, `POST /api/users/me/notifications`: the ways in which the member wants each kind of news.

use axum::Json;
use axum::extract::State;
use fairway_endpoint::answers::Done;
use fairway_endpoint::body::JsonBody;
use fairway_endpoint::caller::Caller;
use fairway_endpoint::common::Common;
use fairway_endpoint::failure::{Failure, FailureBody};
use fairway_store::notifications::{NotificationKind, Wanted};
use fairway_store::operator_actions::Act;
use fairway_store::{notifications, operator_actions};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A kind of news, and by which ways the member wants it.
#[derive(Debug, Clone, Copy, Serialize, Deserialize, ToSchema)]
#[schema(example = json!({"kind": "reminder", "mail": true, "push": false}))]
pub(crate) struct NotificationSetting {
    /// The kind.
    pub kind: NotificationKind,
    /// By mail. A club's or support's cancellation is mailed in any case.
    pub mail: bool,
    /// On the devices where the member allowed it.
    pub push: bool,
}

/// Every kind of news.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct NotificationSettings {
    /// In the order of the screen.
    pub kinds: Vec<NotificationSetting>,
}

/// The member's notification settings.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct NotificationsAnswer {
    /// Always true.
    pub success: bool,
    /// The settings.
    pub data: NotificationSettings,
}

/// The member's notification settings
#[utoipa::path(
    get,
    path = "/api/users/me/notifications",
    tag = "users",
    responses(
        (status = 200, description = "Every kind of news, and by which ways the member wants it",
         body = NotificationsAnswer),
    )
)]
pub(crate) async fn notifications(
    State(common): State<Common>,
    caller: Caller,
) -> Result<Json<NotificationsAnswer>, Failure> {
    let mut connection = common.pool.acquire().await?;
    let settings = notifications::of_member(&mut connection, caller.id()).await?;
    let setting =
        |(kind, Wanted { mail, push }): (NotificationKind, Wanted)| NotificationSetting { kind, mail, push };
    let data = NotificationSettings { kinds: settings.into_iter().map(setting).collect() };
    Ok(Json(NotificationsAnswer { success: true, data }))
}

/// Change by which ways the member wants a kind of news
///
/// A repeated call changes nothing. The change is about later news only.
#[utoipa::path(
    post,
    path = "/api/users/me/notifications",
    tag = "users",
    request_body = NotificationSetting,
    responses(
        (status = 200, description = "Saved", body = Done),
        (status = 422, description = "No such kind of news, or no switches", body = FailureBody),
    )
)]
pub(crate) async fn save_notifications(
    State(common): State<Common>,
    caller: Caller,
    JsonBody(request): JsonBody<NotificationSetting>,
) -> Result<Json<Done>, Failure> {
    let NotificationSetting { kind, mail, push } = request;
    let mut transaction = common.pool.begin().await?;
    let changed = notifications::save(&mut *transaction, caller.id(), kind, Wanted { mail, push }).await?;
    if let Some(by) = caller.impersonation.as_ref().filter(|_| changed) {
        let act = Act::ChangedProfile { fields: vec!["notifications"] };
        operator_actions::record(&mut transaction, caller.id(), by, &act, common.clock.now()).await?;
    }
    transaction.commit().await?;
    Ok(Json(Done::SUCCESS))
}
