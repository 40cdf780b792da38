//! `/club/api/devices`: a manager pairs shared devices and ends their access.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use fairway_audit::dates;
use fairway_clock::random;
use fairway_documents::qr;
use fairway_endpoint::body::JsonBody;
use fairway_endpoint::failure::FailureBody;
use fairway_endpoint::shapes::Label;
use fairway_store::club_devices::{self, PAIRING};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use super::ClubTarget;
use crate::access::{ManageAccounts, Permitted};
use crate::accounts::{self, ChangedBy, line};
use crate::failure::ClubFailure;
use crate::state::ClubAccounts;

/// Characters of a device's name, at most.
const LONGEST_NAME: usize = 40;

/// A shared device.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ClubDevice {
    /// Names it.
    pub id: Uuid,
    /// The name.
    pub name: String,
    /// RFC 3339
    pub paired_at: String,
    /// A name.
    pub paired_by: String,
    /// RFC 3339
    pub last_seen_at: Option<String>,
    /// When it last sent its scans or asked for the list, RFC 3339
    pub last_synced_at: Option<String>,
    /// How many scans it said it still had to send.
    pub waiting_scans: Option<i64>,
    /// Whether it is the one of this request.
    pub is_current: bool,
}

/// The club's devices, latest first.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ClubDevices {
    /// Those that have access.
    pub devices: Vec<ClubDevice>,
}

/// The club's devices
#[utoipa::path(
    get,
    path = "/club/api/devices",
    operation_id = "club_devices",
    tag = "accounts",
    security(("club" = ["manager"])),
    responses((status = 200, description = "The devices", body = ClubDevices)),
)]
pub(crate) async fn list(
    State(clubs): State<Arc<ClubAccounts>>,
    permitted: Permitted<ManageAccounts>,
) -> Result<Json<ClubDevices>, ClubFailure> {
    let (user, now) = (&permitted.user, clubs.common.clock.now());
    let found = club_devices::list(&clubs.common.pool, Some(user.club()), now).await?;
    let devices = found
        .into_iter()
        .map(|device| ClubDevice {
            is_current: device.id == user.id().0,
            id: device.id,
            name: device.name,
            paired_at: dates::rfc3339(device.paired_at),
            paired_by: device.paired_by,
            last_seen_at: Some(dates::rfc3339(device.last_seen_at)),
            last_synced_at: device.last_synced_at.map(dates::rfc3339),
            waiting_scans: device.waiting_scans,
        })
        .collect();
    Ok(Json(ClubDevices { devices }))
}

/// A device to pair.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct ClubNewDevice {
    /// At most 40 characters, such as Receptie.
    #[schema(value_type = Label)]
    pub name: String,
}

/// A code that pairs one device.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ClubPairing {
    /// For the device's browser; works once.
    pub link: String,
    /// The link as a QR code.
    pub qr_svg: String,
    /// RFC 3339, 10 minutes from now
    pub expires_at: String,
}

/// Make a QR code that pairs one device
#[utoipa::path(
    post,
    path = "/club/api/devices/pair",
    operation_id = "club_device_pair",
    tag = "accounts",
    security(("club" = ["manager"])),
    request_body = ClubNewDevice,
    responses(
        (status = 200, description = "The code", body = ClubPairing),
        (status = 422, description = "The name is not valid", body = FailureBody),
    ),
)]
pub(crate) async fn pair(
    State(clubs): State<Arc<ClubAccounts>>,
    permitted: Permitted<ManageAccounts>,
    JsonBody(request): JsonBody<ClubNewDevice>,
) -> Result<Json<ClubPairing>, ClubFailure> {
    let (user, now) = (&permitted.user, clubs.common.clock.now());
    let Some(name) = line(&request.name, LONGEST_NAME) else {
        return Err(ClubFailure::invalid_field("name", "Vul een naam van hoogstens 40 tekens in."));
    };
    let (token, expires_at) = (random::new_token(), now + PAIRING);
    let link = format!("{}/club/pair#{token}", clubs.settings.url);
    let qr_svg = qr::svg(&link).map_err(anyhow::Error::from)?;
    let token_hash = random::digest(token.as_bytes());
    // Recorded once a device uses it.
    club_devices::offer(&clubs.common.pool, &token_hash, user.club(), &name, user.id(), expires_at).await?;
    Ok(Json(ClubPairing { link, qr_svg, expires_at: dates::rfc3339(expires_at) }))
}

/// End a device's access
#[utoipa::path(
    post,
    path = "/club/api/devices/revoke",
    operation_id = "club_device_revoke",
    tag = "accounts",
    security(("club" = ["manager"])),
    request_body = ClubTarget,
    responses(
        (status = 204, description = "It has ended"),
        (status = 404, description = "It had ended already, or the club has no such device", body = FailureBody),
    ),
)]
pub(crate) async fn revoke(
    State(clubs): State<Arc<ClubAccounts>>,
    permitted: Permitted<ManageAccounts>,
    JsonBody(request): JsonBody<ClubTarget>,
) -> Result<StatusCode, ClubFailure> {
    let (pool, now) = (&clubs.common.pool, clubs.common.clock.now());
    accounts::revoke_device(pool, ChangedBy::Manager(&permitted.user), request.id, now).await?;
    Ok(StatusCode::NO_CONTENT)
}
