//! `POST /api/waiting-list/{group}/take`: takes the places that are held for the group.

use std::sync::Arc;

use axum::extract::State;
use axum::response::Response;
use fairway_clock::random;
use fairway_command::{Command, MAX_PLAYERS, TakeOffer};
use fairway_endpoint::caller::Caller;
use fairway_endpoint::commands::{Prepared, carry_out_once};
use fairway_endpoint::common::Common;
use fairway_endpoint::failure::{Failure, FailureBody};
use fairway_endpoint::receipts::Once;
use fairway_endpoint::rejection::PlayerNames;
use fairway_events::{BookingId, PlaceId, WaitingGroupId};
use fairway_query::WaitingState;
use serde_json::json;

use super::group::{self, GroupInPath};
use crate::endpoints::reservations::book::Booked;
use crate::endpoints::reservations::place;

/// Take the places that a group is offered
///
/// A round is booked for all its players; the one who put the group on the list is the master. Those who wait to join a
/// round are added to it. With an `Idempotency-Key` a repeated call gets the first answer.
#[utoipa::path(
    post,
    path = "/api/waiting-list/{group}/take",
    operation_id = "take_offer",
    tag = "waiting list",
    params(
        ("group" = uuid::Uuid, Path, description = "A group of the caller"),
        ("Idempotency-Key" = Option<String>, Header),
    ),
    responses(
        (status = 200, description = "Booked", body = Booked),
        (status = 404, description = "Unknown, or not yours", body = FailureBody),
        (status = 409, description = "The offer has lapsed, was taken or is outrun, there is none, or a player cannot \
                                      play any more", body = FailureBody),
        (status = 422, description = "A key used before", body = FailureBody),
        (status = 429, description = "Too many rounds booked in an hour; see Retry-After", body = FailureBody),
    )
)]
pub(crate) async fn take(
    State(common): State<Common>,
    caller: Caller,
    GroupInPath(id): GroupInPath,
    once: Once,
) -> Response {
    let prepared = prepare(&common, &caller, id).await;
    carry_out_once(&common, &caller, once, prepared).await
}

async fn prepare(common: &Common, caller: &Caller, id: WaitingGroupId) -> Result<Prepared, Failure> {
    let found = group::find(common, id, caller.id()).await?;
    let clubs = caller.clubs(common).await?;
    let club = clubs.get(&found.club).ok_or_else(Failure::no_such_club)?;
    let players = caller.names(common, &found.players).await?;
    let now = common.clock.now();
    let places: [PlaceId; MAX_PLAYERS] = std::array::from_fn(|_| PlaceId(random::new_id(now)));
    let booking = found.joins.unwrap_or_else(|| BookingId(random::new_id(now)));
    let new = found.master_first().zip(places).find(|(player, _)| *player == caller.id());
    // Who asked for others has a place already, and so has everybody when the offer was taken before.
    let is_taken = matches!(found.state, WaitingState::Taken { .. });
    let own = match found.joins.filter(|_| is_taken || new.is_none()) {
        None => new.map(|(_, place)| place),
        Some(booking) => {
            let joined = place::booking(common, booking, |booking| booking.involves(caller.id())).await?;
            joined.and_then(|joined| place::own(&joined, caller.id()))
        }
    };
    let reservation_id = own.map(|place| place.0).unwrap_or_default();
    let command = Command::TakeOffer(TakeOffer {
        group: id,
        club: Arc::clone(&club.rules),
        date: found.date,
        booking,
        places,
        by: caller.id(),
        today: common.clock.today(),
        at: now,
    });
    Ok(Prepared {
        command,
        names: PlayerNames::from_members(players.values()),
        success: json!(Booked {
            success: true,
            reservation_id,
            booking_number: booking.number().to_string()
        }),
    })
}
