//! `GET /api/reservations/players/historic`: earlier co-players, as suggestions for the next round.

use axum::Json;
use axum::extract::State;
use fairway_endpoint::caller::Caller;
use fairway_endpoint::common::Common;
use fairway_endpoint::failure::{Failure, FailureBody};
use fairway_endpoint::query::QueryFields;
use fairway_events::{MemberId, PlaceId};
use fairway_query::Booking;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::{left_bookings, place};

/// The players to leave out.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Exclusion {
    /// A `reservation_id`: the active players of that booking are left out.
    #[serde(rename = "excludeReservation")]
    #[param(value_type = Option<uuid::Uuid>)]
    exclude_reservation: Option<String>,
}

impl Exclusion {
    /// The booking whose players to leave out; none for one that the caller left: they may not see its present
    /// players.
    pub(super) async fn booking(self, common: &Common, caller: &Caller) -> Result<Option<Booking>, Failure> {
        let Some(text) = self.exclude_reservation else { return Ok(None) };
        let id: PlaceId = text
            .parse()
            .map_err(|_| Failure::invalid_field("excludeReservation", "Dit is geen geldige plaats."))?;
        let found = place::find(common, id, caller.id()).await?.booking;
        Ok(Some(found).filter(|booking| left_bookings::plays(booking, caller.id())))
    }
}

/// A past co-player.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct HistoricPlayer {
    /// First name.
    pub name_first: String,
    /// Dutch prefix between first and last name, such as `van der`; empty when there is none.
    pub name_prefix: String,
    /// Last name.
    pub name_last: String,
    /// E-mail address.
    pub email: String,
}

/// Past co-players.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct HistoricPlayers {
    /// Always true.
    pub success: bool,
    /// Most frequent first, at most 50.
    pub data: Vec<HistoricPlayer>,
}

/// Past co-players
#[utoipa::path(
    get,
    path = "/api/reservations/players/historic",
    tag = "reservations",
    params(Exclusion),
    responses(
        (status = 200, description = "Every member with whom the caller shares or shared a booking",
         body = HistoricPlayers),
        (status = 404, description = "The reservation is unknown, or not yours", body = FailureBody),
        (status = 422, description = "A malformed reservation id", body = FailureBody),
    )
)]
pub(crate) async fn historic_players(
    State(common): State<Common>,
    caller: Caller,
    QueryFields(exclusion): QueryFields<Exclusion>,
) -> Result<Json<HistoricPlayers>, Failure> {
    let exclude = exclusion.booking(&common, &caller).await?.map(|booking| booking.booking);
    let co_players = common.reads.historic_players(caller.id(), exclude).await?;
    let ids: Vec<MemberId> = co_players.iter().map(|co_player| co_player.member).collect();
    let mut names = caller.names(&common, &ids).await?;
    let data = ids
        .iter()
        .filter_map(|id| names.remove(id))
        // Erased members and members with a closed account cannot be invited again.
        .filter(|member| !member.is_erased() && !member.disabled)
        .map(|member| HistoricPlayer {
            name_first: member.first_name,
            name_prefix: member.prefix,
            name_last: member.last_name,
            email: member.email,
        })
        .collect();
    Ok(Json(HistoricPlayers { success: true, data }))
}
