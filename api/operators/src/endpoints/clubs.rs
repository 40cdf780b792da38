//! `GET /operator/api/clubs`: the clubs, to choose from.

use axum::Json;
use axum::extract::State;
use fairway_endpoint::common::Common;
use fairway_operator_accounts::access::{Permitted, SearchMembers};
use fairway_operator_accounts::failure::OperatorFailure;
use fairway_round_data::rights::Claims;
use fairway_store::clubs;
use serde::Serialize;
use utoipa::ToSchema;

use super::club_days::{ClosedDay, DayView};

/// A club.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ClubChoice {
    /// The slug.
    pub id: String,
    /// The name.
    pub name: String,
    /// The numbers of holes that it offers.
    pub holes: Vec<u8>,
    /// Its town. Nodes of the release before leave it out.
    #[schema(required = false)]
    pub city: String,
    /// Set where nobody can book for today. Nodes of the release before leave it out.
    #[schema(required = false)]
    pub closed_today: Option<ClosedDay>,
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
    let (today, now) = (common.clock.today(), common.clock.now());
    let known = common.clubs.at(&common.pool, clubs::version(&common.pool).await?).await?;
    let claims = Claims::from_days(common.reads.club_days((today, today), None, None).await?);
    let clubs = known
        .all()
        .map(|card| ClubChoice {
            id: card.id().0.clone(),
            name: card.name.clone(),
            holes: card.hole_counts(),
            city: card.city.clone(),
            closed_today: DayView::from_day(card, &claims.on(card.id(), today, now), today).closed,
        })
        .collect();
    Ok(Json(ClubChoices { clubs }))
}
