//! `POST /operator/api/bookings/{id}/cancel`: an operator cancels places of a booking in their players' names, and chooses
//! what happens to the rights (docs/domain.md §3.16).

use std::collections::BTreeSet;

use axum::Json;
use axum::extract::State;
use fairway_command::{CancelForPlayers, Command, RightsChoice};
use fairway_endpoint::common::Common;
use fairway_endpoint::failure::FailureBody;
use fairway_endpoint::path::PathText;
use fairway_events::{BookingId, MemberId, PlaceId};
use fairway_operator_accounts::access::{ActForMembers, Permitted};
use fairway_operator_accounts::body::OperatorBody;
use fairway_operator_accounts::failure::OperatorFailure;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::act::Acting;

/// Whether the rights of the places are given back or forfeited.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum RightsWish {
    /// Forfeited on the play date, else given back.
    ByRule,
    /// Given back.
    Return,
    /// Forfeited.
    Forfeit,
}

impl From<RightsWish> for RightsChoice {
    fn from(wish: RightsWish) -> Self {
        match wish {
            RightsWish::ByRule => Self::ByRule,
            RightsWish::Return => Self::Return,
            RightsWish::Forfeit => Self::Forfeit,
        }
    }
}

/// Places to cancel.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct CancelPlaces {
    /// Why; one line.
    pub reason: String,
    /// One to four places of the booking.
    #[schema(min_items = 1, max_items = 4)]
    pub places: Vec<Uuid>,
    /// Whether their rights are given back or forfeited.
    pub rights: RightsWish,
}

/// The result of a cancellation.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct CancelledPlaces {
    /// Places that this request cancelled; a place that was cancelled before does not count.
    pub cancelled: usize,
}

/// Cancel places of a booking
#[utoipa::path(
    post,
    path = "/operator/api/bookings/{id}/cancel",
    operation_id = "operator_cancel_places",
    tag = "members",
    security(("operator" = ["support"])),
    params(("id" = String, Path, description = "The booking's id")),
    request_body = CancelPlaces,
    responses(
        (status = 200, description = "The places are cancelled", body = CancelledPlaces),
        (status = 404, description = "There is no such booking", body = FailureBody),
        (status = 409, description = "The play date is over", body = FailureBody),
    ),
)]
pub(crate) async fn cancel(
    State(common): State<Common>,
    permitted: Permitted<ActForMembers>,
    PathText(id): PathText,
    OperatorBody(request): OperatorBody<CancelPlaces>,
) -> Result<Json<CancelledPlaces>, OperatorFailure> {
    let acting = Acting::new(&common, &permitted.operator, &request.reason).await?;
    let unknown =
        || OperatorFailure::not_found(format!("Nothing is known under {id}: there is no such booking."));
    let booking: BookingId = id.parse().map_err(|_| unknown())?;
    let found = common.reads.booking(booking).await?.ok_or_else(unknown)?;
    let wanted: BTreeSet<PlaceId> = request.places.iter().copied().map(PlaceId).collect();
    let chosen: Vec<_> = found.places.iter().filter(|place| wanted.contains(&place.place)).collect();
    if chosen.is_empty() || chosen.len() != wanted.len() {
        let sentence = "Choose one or more places of this booking.";
        return Err(OperatorFailure::invalid_field("places", sentence));
    }
    let members: BTreeSet<MemberId> = chosen.iter().map(|place| place.member).collect();
    for member in &members {
        acting.person(&member.to_string()).await?;
    }
    let cancelled = chosen.iter().filter(|place| place.is_active()).count();
    // Where it concerns one member, in that member's name.
    let (one, others) = match members.len() {
        1 => (members.first().copied(), BTreeSet::new()),
        _ => (None, members),
    };
    for member in &others {
        acting.record("cancel places", format!("booking {booking}"), Some(*member)).await?;
    }
    let (today, at) = (common.clock.today(), common.clock.now());
    let command = Command::CancelForPlayers(CancelForPlayers {
        booking,
        places: wanted.into_iter().collect(),
        rights: request.rights.into(),
        today,
        at,
    });
    acting.carry_out("cancel places", format!("booking {booking}"), one, command).await?;
    Ok(Json(CancelledPlaces { cancelled }))
}
