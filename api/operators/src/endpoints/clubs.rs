//! `GET /operator/api/clubs`: the clubs, to choose from.

use axum::Json;
use axum::extract::State;
use fairway_audit::explain;
use fairway_endpoint::common::Common;
use serde::Serialize;
use utoipa::ToSchema;

use crate::access::{Permitted, SearchMembers};
use crate::failure::OperatorFailure;

/// A club.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ClubChoice {
    /// The slug.
    pub id: String,
    /// The name.
    pub name: String,
    /// The numbers of holes that it offers.
    pub holes: Vec<u8>,
}

/// Every club, by name.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ClubChoices {
    /// The clubs.
    pub clubs: Vec<ClubChoice>,
}

/// Every club
#[utoipa::path(
    get,
    path = "/operator/api/clubs",
    operation_id = "operator_clubs",
    tag = "look-up",
    security(("operator" = ["support", "auditor"])),
    responses((status = 200, description = "The clubs", body = ClubChoices)),
)]
pub(crate) async fn clubs(
    State(common): State<Common>,
    _: Permitted<SearchMembers>,
) -> Result<Json<ClubChoices>, OperatorFailure> {
    let clubs = explain::clubs(&common.pool)
        .await?
        .into_iter()
        .map(|club| ClubChoice {
            id: club.id,
            name: club.name,
            holes: club.holes.into_iter().filter_map(|holes| u8::try_from(holes).ok()).collect(),
        })
        .collect();
    Ok(Json(ClubChoices { clubs }))
}
