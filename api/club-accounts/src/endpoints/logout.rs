//! `POST /club/api/logout`: ends this session; of a device, its access.

use std::sync::Arc;

use axum::extract::State;
use axum::http::header::SET_COOKIE;
use axum::http::{HeaderName, StatusCode};
use fairway_store::club_actions::{self, ClubAct};
use fairway_store::{club_devices, club_sessions};

use crate::access::{self, OwnSession, Permitted};
use crate::failure::ClubFailure;
use crate::state::ClubAccounts;

/// Log out
#[utoipa::path(
    post,
    path = "/club/api/logout",
    operation_id = "club_logout",
    tag = "session",
    responses((status = 204, description = "The session has ended; a device has to be paired again")),
)]
pub(crate) async fn logout(
    State(clubs): State<Arc<ClubAccounts>>,
    permitted: Permitted<OwnSession>,
) -> Result<(StatusCode, [(HeaderName, String); 1]), ClubFailure> {
    let (user, pool, now) = (&permitted.user, &clubs.common.pool, clubs.common.clock.now());
    if user.is_device() {
        let mut transaction = pool.begin().await?;
        club_devices::revoke(&mut *transaction, user.id().0, None, now).await?;
        let act = ClubAct { action: "revoke device", subject: user.name(), reason: "", member: None };
        club_actions::record(&mut *transaction, user.acting(), act, now).await?;
        transaction.commit().await?;
    } else {
        club_sessions::end(pool, user.id().0, user.session_id()).await?;
    }
    Ok((StatusCode::NO_CONTENT, [(SET_COOKIE, access::no_cookie())]))
}
