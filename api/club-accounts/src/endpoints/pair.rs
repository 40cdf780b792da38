//! `POST /club/api/pair`: makes the browser that sends a code a device of the club. The token is in the body, so that no
//! log has it.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::header::SET_COOKIE;
use axum::http::{HeaderMap, HeaderName};
use axum::response::AppendHeaders;
use fairway_clock::random;
use fairway_endpoint::body::JsonBody;
use fairway_endpoint::failure::FailureBody;
use fairway_events::{ClubId, ClubUserId};
use fairway_store::club_actions::{self, ActingUser, ClubAct};
use fairway_store::{club_devices, club_sessions};
use serde::Deserialize;
use utoipa::ToSchema;

use super::session::ClubSession;
use crate::access::{self, ClubUser};
use crate::failure::ClubFailure;
use crate::state::ClubAccounts;

/// A pairing code.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct ClubPair {
    /// The part of the address in the QR code after #.
    pub token: String,
}

/// Make this browser a device of the club; works once per code
#[utoipa::path(
    post,
    path = "/club/api/pair",
    operation_id = "club_pair",
    tag = "session",
    security(()),
    request_body = ClubPair,
    responses(
        (status = 200, description = "Paired; the device's access is in a cookie", body = ClubSession),
        (status = 403, description = "Sent by a page of another origin", body = FailureBody),
        (status = 404, description = "The code has expired or was used", body = FailureBody),
    )
)]
pub(crate) async fn pair(
    State(clubs): State<Arc<ClubAccounts>>,
    headers: HeaderMap,
    JsonBody(request): JsonBody<ClubPair>,
) -> Result<(AppendHeaders<[(HeaderName, String); 1]>, Json<ClubSession>), ClubFailure> {
    access::refuse_other_origin(&headers)?;
    let (pool, now) = (&clubs.common.pool, clubs.common.clock.now());
    let (id, token) = (random::new_id(now), random::new_token());
    let (code_hash, hash) = (random::digest(request.token.as_bytes()), random::digest(token.as_bytes()));
    let mut transaction = pool.begin().await?;
    let paired =
        club_devices::pair(&mut transaction, &code_hash, id, &hash, now).await?.ok_or_else(expired)?;
    let (club, subject) = (ClubId(paired.club_id), format!("device {id}: {}", paired.name));
    let by = ActingUser { id: ClubUserId(paired.made_by), name: &paired.manager, club: &club };
    let act = ClubAct { action: "pair device", subject: &subject, reason: "", member: None };
    club_actions::record(&mut *transaction, by, act, now).await?;
    transaction.commit().await?;
    let session = club_sessions::find(pool, &hash, now).await?.ok_or_else(expired)?;
    let user = ClubUser::new(session, hash).ok_or_else(expired)?;
    let cookie = AppendHeaders([(SET_COOKIE, access::device_cookie(&token))]);
    Ok((cookie, Json(ClubSession::of(&clubs, &user))))
}

fn expired() -> ClubFailure {
    ClubFailure::not_found(
        "Deze code is verlopen of al gebruikt. Vraag een beheerder van je club om een nieuwe.",
    )
}
