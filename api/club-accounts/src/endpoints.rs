//! One file per endpoint, or a few that share their shapes: request, response, description and handler.

pub(crate) mod accounts;
pub(crate) mod devices;
pub(crate) mod login;
pub(crate) mod logout;
pub(crate) mod pair;
pub(crate) mod passkey_login;
pub(crate) mod passkeys;
pub(crate) mod session;
pub(crate) mod sessions;
pub(crate) mod setup;
pub(crate) mod systems;

use serde::Deserialize;
use utoipa::ToSchema;
use uuid::Uuid;

/// Which one.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct ClubTarget {
    /// Its id.
    pub id: Uuid,
}
