//! `POST /club/api/walk-ins/check`: whether a member who did not book can play today.

use std::collections::HashMap;
use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use fairway_club_accounts::access::{Permitted, RecordArrivals};
use fairway_club_accounts::failure::ClubFailure;
use fairway_endpoint::body::{self, JsonBody};
use fairway_endpoint::failure::{Failure, FailureBody};
use fairway_endpoint::field_errors::FieldErrors;
use fairway_endpoint::shapes::{RoundLength, TypedAddress};
use fairway_events::PlayRight;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::club_day::EntitledBy;
use crate::day::whole_name;
use crate::state::Clubs;
use crate::walk_in;

/// The member to look up.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct WalkInCheck {
    /// The member's e-mail address.
    #[schema(value_type = TypedAddress)]
    pub email: String,
    /// 9 or 18.
    #[schema(value_type = RoundLength)]
    #[serde(deserialize_with = "body::whole")]
    pub holes: i64,
}

/// Whether a member can play today without having booked.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct WalkInAnswer {
    /// The member's name.
    pub name: String,
    /// Whether the round can be booked.
    pub can_play: bool,
    /// What the round would use.
    pub entitled_by: Option<EntitledBy>,
    /// Dutch: why not.
    pub reason: Option<String>,
}

/// Look a member up who did not book
#[utoipa::path(
    post,
    path = "/club/api/walk-ins/check",
    operation_id = "club_walk_in_check",
    tag = "day",
    security(("club" = ["desk", "manager"])),
    request_body = WalkInCheck,
    responses(
        (status = 200, description = "The member", body = WalkInAnswer),
        (status = 404, description = "No member has the address", body = FailureBody),
        (status = 429, description = "Too many members looked up; see Retry-After", body = FailureBody),
    ),
)]
pub(crate) async fn club_walk_in_check(
    State(clubs): State<Arc<Clubs>>,
    permitted: Permitted<RecordArrivals>,
    JsonBody(check): JsonBody<WalkInCheck>,
) -> Result<Json<WalkInAnswer>, ClubFailure> {
    let user = &permitted.user;
    let mut fields = FieldErrors::default();
    let email = fields.email(&check.email);
    let holes = fields.holes(check.holes);
    fields.done()?;
    let Some(holes) = holes else { return Err(Failure::malformed().into()) };
    let member = walk_in::look_up(&clubs, user, &email).await?;
    let cards = clubs.cards().await?;
    let card = cards.get(user.club()).ok_or_else(Failure::no_such_club)?;
    let assessed = walk_in::assess_today(&clubs, card, &member, holes).await?;
    let kinds = match &assessed {
        Ok(PlayRight::Voucher { voucher, .. }) => clubs.common.reads.voucher_kinds(&[*voucher]).await?,
        Ok(PlayRight::Subscription { .. }) | Err(_) => HashMap::new(),
    };
    Ok(Json(WalkInAnswer {
        name: whole_name(&member),
        can_play: assessed.is_ok(),
        entitled_by: assessed.as_ref().ok().map(|right| EntitledBy::from_right(right, &kinds)),
        reason: assessed.err(),
    }))
}
