//! `POST /api/users/me/favourites`: marks a member as favourite co-player, or no longer.
//!
//! Marking tells whether a member has the address, so it counts as a look-up (docs/domain.md §3.13). Removing a mark
//! answers the same for every address.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use fairway_endpoint::answers::Done;
use fairway_endpoint::body::JsonBody;
use fairway_endpoint::caller::Caller;
use fairway_endpoint::common::Common;
use fairway_endpoint::failure::{Failure, FailureBody};
use fairway_endpoint::field_errors::FieldErrors;
use fairway_endpoint::shapes::TypedAddress;
use fairway_store::favourites::{MAX_FAVOURITES, Marked};
use fairway_store::operator_actions::Act;
use fairway_store::{favourites, operator_actions};
use serde::Deserialize;
use utoipa::ToSchema;

use super::reservations::party;
use crate::state::Rounds;

/// A co-player's mark, to set or to remove.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(example = json!({"email": "sanne.bakker@fairway.example", "favourite": true}))]
pub struct FavouriteRequest {
    /// The co-player's e-mail address.
    #[schema(value_type = TypedAddress)]
    pub email: String,
    /// Whether they are a favourite from now on.
    pub favourite: bool,
}

/// Mark a favourite co-player
///
/// A repeated call succeeds and changes nothing. A member has at most 12 favourites. Marking an unknown address is
/// limited like looking it up.
#[utoipa::path(
    post,
    path = "/api/users/me/favourites",
    tag = "users",
    request_body = FavouriteRequest,
    responses(
        (status = 200, description = "Marked, or no longer", body = Done),
        (status = 409, description = "The member has 12 favourites", body = FailureBody),
        (status = 422, description = "Not an address, the caller's own, or an unknown member", body = FailureBody),
        (status = 429, description = "Too many unknown addresses looked up; see Retry-After",
         body = FailureBody),
    )
)]
pub(crate) async fn favourites(
    State(rounds): State<Arc<Rounds>>,
    caller: Caller,
    JsonBody(request): JsonBody<FavouriteRequest>,
) -> Result<Json<Done>, Failure> {
    let mut fields = FieldErrors::default();
    let email = fields.email(&request.email);
    if email == caller.member.email {
        fields.refuse("email", "Je kunt jezelf niet als favoriet kiezen.");
    }
    fields.done()?;
    if request.favourite {
        mark(&rounds, &caller, email).await?
    } else {
        unmark(&rounds.common, &caller, &email).await?
    }
    Ok(Json(Done::SUCCESS))
}

async fn mark(rounds: &Rounds, caller: &Caller, email: String) -> Result<(), Failure> {
    let found = party::look_up(rounds, caller, std::slice::from_ref(&email)).await?.remove(&email);
    let favourite = found.ok_or_else(|| Failure::invalid_field("email", format!("{email} niet gevonden")))?;
    let now = rounds.common.clock.now();
    let mut transaction = rounds.common.pool.begin().await?;
    let marked = favourites::mark(&mut transaction, caller.id(), favourite.id, now).await?;
    if marked == Marked::TooMany {
        return Err(Failure::conflict(format!(
            "Je hebt al {MAX_FAVOURITES} favorieten. Verwijder eerst een andere favoriet."
        )));
    }
    if let (Marked::Now, Some(by)) = (marked, &caller.impersonation) {
        let act = Act::MarkedFavourite { favourite: favourite.id };
        operator_actions::record(&mut transaction, caller.id(), by, &act, now).await?;
    }
    Ok(transaction.commit().await?)
}

async fn unmark(common: &Common, caller: &Caller, email: &str) -> Result<(), Failure> {
    let mut transaction = common.pool.begin().await?;
    let removed = favourites::unmark(&mut transaction, caller.id(), email).await?;
    if let (Some(favourite), Some(by)) = (removed, &caller.impersonation) {
        let act = Act::UnmarkedFavourite { favourite };
        operator_actions::record(&mut transaction, caller.id(), by, &act, common.clock.now()).await?;
    }
    Ok(transaction.commit().await?)
}
