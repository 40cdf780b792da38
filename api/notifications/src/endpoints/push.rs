//! `/api/users/me/push`: the devices that show the member's news (docs/domain.md §3.20). Only for the member: an operator
//! under the member's account could otherwise have it shown on a device of their own.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use chrono::{DateTime, Utc};
use fairway_clock::random;
use fairway_endpoint::answers::Done;
use fairway_endpoint::body::JsonBody;
use fairway_endpoint::browser::Browser;
use fairway_endpoint::caller::Caller;
use fairway_endpoint::common::Common;
use fairway_endpoint::failure::{Failure, FailureBody};
use fairway_endpoint::path::PathText;
use fairway_store::push_devices::{self, NewDevice};
use fairway_text::error_chain::Chain;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::push::keys::{self, KeyError};
use crate::push::subscription::{InvalidSubscription, Subscription};
use crate::state::Notifications;

/// A device of the member.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct PushDevice {
    /// Names it.
    pub id: Uuid,
    /// The SHA-256 of its address, hexadecimal: by it a browser recognises itself.
    pub fingerprint: String,
    /// The browser, as it named itself: a `User-Agent` header of at most 200 characters, or empty.
    pub browser: String,
    /// Whether names and clubs are shown on its lock screen.
    pub shows_details: bool,
    /// Whether it ends with the session of this request: where not, this browser's is to be sent again.
    pub is_of_this_session: bool,
    /// When news was switched on.
    pub created_at: DateTime<Utc>,
    /// When its push service last took a message; null: none yet.
    pub last_used_at: Option<DateTime<Utc>>,
}

/// The key with which a browser subscribes, and the devices that did.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct PushState {
    /// The portal's key, an uncompressed point of P-256 in base64url; null: news cannot be sent at present.
    pub public_key: Option<String>,
    /// Oldest first, at most 10.
    pub devices: Vec<PushDevice>,
}

/// The key with which a browser subscribes, and the devices that did.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct PushStateAnswer {
    /// Always true.
    pub success: bool,
    /// The state.
    pub data: PushState,
}

/// The devices that show the member's news
#[utoipa::path(
    get,
    path = "/api/users/me/push",
    operation_id = "push_state",
    tag = "users",
    responses(
        (status = 200, description = "The devices, and the key to subscribe for", body = PushStateAnswer),
        (status = 403, description = "The session is an operator's, opened under the member's account",
         body = FailureBody),
    )
)]
pub(crate) async fn state(
    State(notifications): State<Arc<Notifications>>,
    caller: Caller,
) -> Result<Json<PushStateAnswer>, Failure> {
    refuse_operator(&caller)?;
    let public_key = match keys::load_or_make(
        &notifications.common.pool,
        &notifications.push_cipher,
        notifications.common.clock.now(),
    )
    .await
    {
        Ok(key) => Some(key.public()),
        Err(KeyError::Database(error)) => return Err(error.into()),
        Err(error @ KeyError::Sealed) => {
            tracing::error!(error = %Chain(&error), "no device can be added");
            None
        }
    };
    let found = push_devices::list(&notifications.common.pool, caller.id(), caller.session_id).await?;
    let devices = found
        .into_iter()
        .map(|device| PushDevice {
            id: device.id,
            fingerprint: hex::encode(device.endpoint_hash),
            browser: device.name,
            shows_details: device.shows_details,
            is_of_this_session: device.is_of_this_session,
            created_at: device.created_at,
            last_used_at: device.last_used_at,
        })
        .collect();
    Ok(Json(PushStateAnswer { success: true, data: PushState { public_key, devices } }))
}

/// A browser's subscription at its push service.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(example = json!({
    "endpoint": "https://updates.push.services.mozilla.com/wpush/v2/x",
    "p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
    "auth": "BTBZMqHH6r4Tts7J_aSIgg"
}))]
pub(crate) struct SubscribeRequest {
    /// The address there: of a push service that the portal knows, at most 1000 characters.
    #[schema(max_length = 1000)]
    pub endpoint: String,
    /// The device's public key, an uncompressed point of P-256 in base64url.
    #[schema(max_length = 100)]
    pub p256dh: String,
    /// Its secret, 16 bytes in base64url.
    #[schema(max_length = 100)]
    pub auth: String,
}

/// A device that shows news.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Subscribed {
    /// Always true.
    pub success: bool,
    /// Names the device.
    pub id: Uuid,
}

/// Show the member's news on this device
///
/// A repeated call renews the device's keys and binds it to this session: it ends with the session's log-out. With more
/// than ten devices the oldest is forgotten.
#[utoipa::path(
    post,
    path = "/api/users/me/push",
    operation_id = "push_subscribe",
    tag = "users",
    request_body = SubscribeRequest,
    responses(
        (status = 200, description = "News will be shown there", body = Subscribed),
        (status = 403, description = "The session is an operator's, opened under the member's account",
         body = FailureBody),
        (status = 422, description = "The address is not one of a known push service, or a key is not valid",
         body = FailureBody),
    )
)]
pub(crate) async fn subscribe(
    State(notifications): State<Arc<Notifications>>,
    caller: Caller,
    browser: Browser,
    JsonBody(request): JsonBody<SubscribeRequest>,
) -> Result<Json<Subscribed>, Failure> {
    refuse_operator(&caller)?;
    let SubscribeRequest { endpoint, p256dh, auth } = &request;
    let subscription =
        Subscription::check(&notifications.push_services, endpoint, p256dh, auth).map_err(refusal)?;
    let now = notifications.common.clock.now();
    let sealed = subscription.sealed(&notifications.push_cipher);
    let device = NewDevice {
        id: random::new_id(now),
        member: caller.id(),
        session: caller.session_id,
        endpoint_hash: &random::digest(request.endpoint.as_bytes()),
        subscription: &sealed,
        name: browser.as_str(),
    };
    let mut transaction = notifications.common.pool.begin().await?;
    let saved = push_devices::save(&mut transaction, &device, now).await?;
    let id = saved.ok_or_else(Failure::unauthorized)?;
    transaction.commit().await?;
    tracing::info!(member = %caller.id(), device = %id, "a device shows news");
    Ok(Json(Subscribed { success: true, id }))
}

/// The setting of a device.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct ChangePushDeviceRequest {
    /// Whether names and clubs are shown on its lock screen.
    pub shows_details: bool,
}

/// Choose whether a device shows names and clubs
#[utoipa::path(
    post,
    path = "/api/users/me/push/{id}",
    operation_id = "push_change",
    tag = "users",
    params(("id" = String, Path, description = "The device")),
    request_body = ChangePushDeviceRequest,
    responses(
        (status = 200, description = "Saved; it is about what happens from now on", body = Done),
        (status = 403, description = "The session is an operator's, opened under the member's account",
         body = FailureBody),
        (status = 404, description = "There is no such device", body = FailureBody),
    )
)]
pub(crate) async fn change(
    State(common): State<Common>,
    caller: Caller,
    PathText(id): PathText,
    JsonBody(request): JsonBody<ChangePushDeviceRequest>,
) -> Result<Json<Done>, Failure> {
    refuse_operator(&caller)?;
    let id: Uuid = id.parse().map_err(|_| unknown())?;
    if !push_devices::show_details(&common.pool, caller.id(), id, request.shows_details).await? {
        return Err(unknown());
    }
    Ok(Json(Done::SUCCESS))
}

/// Show no more news on a device
#[utoipa::path(
    post,
    path = "/api/users/me/push/{id}/remove",
    operation_id = "push_remove",
    tag = "users",
    params(("id" = String, Path, description = "The device")),
    responses(
        (status = 200, description = "Nothing is sent to it any more", body = Done),
        (status = 403, description = "The session is an operator's, opened under the member's account",
         body = FailureBody),
        (status = 404, description = "There is no such device", body = FailureBody),
    )
)]
pub(crate) async fn remove(
    State(common): State<Common>,
    caller: Caller,
    PathText(id): PathText,
) -> Result<Json<Done>, Failure> {
    refuse_operator(&caller)?;
    let id: Uuid = id.parse().map_err(|_| unknown())?;
    if !push_devices::remove(&common.pool, caller.id(), id).await? {
        return Err(unknown());
    }
    tracing::info!(member = %caller.id(), device = %id, "a device shows no more news");
    Ok(Json(Done::SUCCESS))
}

fn refuse_operator(caller: &Caller) -> Result<(), Failure> {
    if caller.impersonation.is_some() {
        return Err(Failure::forbidden("Alleen het lid zelf kan meldingen op apparaten beheren."));
    }
    Ok(())
}

fn unknown() -> Failure {
    Failure::not_found("Dit apparaat krijgt al geen meldingen meer.")
}

fn refusal(error: InvalidSubscription) -> Failure {
    let (field, sentence) = match error {
        InvalidSubscription::Endpoint => {
            ("endpoint", "De meldingen van deze browser kunnen we niet bereiken.")
        }
        InvalidSubscription::Key => ("p256dh", "De sleutel van deze browser is niet geldig."),
        InvalidSubscription::Auth => ("auth", "De sleutel van deze browser is niet geldig."),
    };
    Failure::invalid_field(field, sentence)
}
