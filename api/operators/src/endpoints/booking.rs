//! `GET /operator/api/bookings/{id}`: a booking with its number and its players as rows, for the acts that are done there.

use axum::Json;
use axum::extract::State;
use chrono::NaiveDate;
use fairway_audit::dates;
use fairway_endpoint::common::Common;
use fairway_endpoint::failure::FailureBody;
use fairway_endpoint::path::PathText;
use fairway_events::{MemberId, StreamId};
use fairway_operator_accounts::access::{Permitted, SearchMembers};
use fairway_operator_accounts::failure::OperatorFailure;
use fairway_store::{clubs, members};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::member::{NamedClub, RoundPlayer, named, right_name, whole_name};
use crate::views;

/// A place that is cancelled.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct CancelledPlayer {
    /// The place.
    pub place_id: Uuid,
    /// The former player.
    pub member_id: Uuid,
    /// Their name.
    pub name: String,
    /// `pass` or `voucher`.
    pub right: &'static str,
    /// When it was cancelled; RFC 3339 with the offset of Europe/Amsterdam.
    pub cancelled_at: Option<String>,
    /// Whether its right is lost, and was not given back.
    pub is_forfeited: bool,
    /// The notice with which the club cancelled the round.
    pub club_notice: Option<String>,
}

/// A booking.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct BookingView {
    /// The booking.
    pub booking_id: Uuid,
    /// Its number (`N91W-1PPE`).
    pub number: String,
    /// The club.
    pub club: NamedClub,
    /// The play date.
    pub play_date: NaiveDate,
    /// Length of the round.
    pub holes: u8,
    /// When the group starts, as its players agreed with the club (`10:40`); empty: they did not yet. Nodes of the release
    /// before leave it out.
    #[schema(required = false)]
    pub start_time: String,
    /// Name of the player who wrote the start time down; empty without one. Nodes of the release before leave it out.
    #[schema(required = false)]
    pub start_time_by: String,
    /// When it was booked; RFC 3339 with the offset of Europe/Amsterdam.
    pub booked_at: String,
    /// Whether it is played today: then a cancellation forfeits the right, by the rule.
    pub is_today: bool,
    /// Whether a place of it can be cancelled: somebody plays, and the day is not over.
    pub may_cancel: bool,
    /// The active players, in the order of joining.
    pub players: Vec<RoundPlayer>,
    /// The cancelled places, in the order of joining.
    pub cancelled: Vec<CancelledPlayer>,
}

/// A booking
#[utoipa::path(
    get,
    path = "/operator/api/bookings/{id}",
    operation_id = "operator_booking",
    tag = "look-up",
    security(("operator" = ["support", "auditor"])),
    params(("id" = String, Path, description = "The booking's id, one of its places' or its number")),
    responses(
        (status = 200, description = "The booking", body = BookingView),
        (status = 404, description = "There is no such booking, or it is not in the read models yet", body = FailureBody),
    ),
)]
pub(crate) async fn booking(
    State(common): State<Common>,
    permitted: Permitted<SearchMembers>,
    PathText(id): PathText,
) -> Result<Json<BookingView>, OperatorFailure> {
    let subject = views::open(&common, &permitted.operator, "booking", &id).await?;
    let unknown = || OperatorFailure::not_found(format!("Nothing is known of {subject} yet."));
    let StreamId::Reservation(booking) = subject.0 else { return Err(unknown()) };
    let booking = common.reads.booking(booking).await?.ok_or_else(unknown)?;
    let clubs = common.clubs.at(&common.pool, clubs::version(&common.pool).await?).await?;
    let everybody: Vec<MemberId> = booking.places.iter().map(|place| place.member).collect();
    let names = members::by_ids(&common.pool, &everybody).await?;
    let today = common.clock.today();
    let start_time_by = booking.start_time_by.filter(|_| booking.start_time.is_some());
    let cancelled = booking.places.iter().filter(|place| !place.is_active());
    Ok(Json(BookingView {
        booking_id: booking.booking.0,
        number: booking.booking.number().to_string(),
        club: named(&booking.club, &clubs),
        play_date: booking.play_date,
        holes: booking.holes.count(),
        start_time: booking.start_time.map(String::from).unwrap_or_default(),
        start_time_by: start_time_by.map(|member| whole_name(member, &names)).unwrap_or_default(),
        booked_at: dates::rfc3339(booking.booked_at),
        is_today: booking.play_date == today,
        may_cancel: booking.play_date >= today && booking.active_places().next().is_some(),
        players: booking
            .active_places()
            .map(|place| RoundPlayer::from_place(place, &booking, &names))
            .collect(),
        cancelled: cancelled
            .map(|place| CancelledPlayer {
                place_id: place.place.0,
                member_id: place.member.0,
                name: whole_name(place.member, &names),
                right: right_name(&place.right),
                cancelled_at: place.cancelled_at.map(dates::rfc3339),
                is_forfeited: place.playright_expired,
                club_notice: place.club_notice.clone(),
            })
            .collect(),
    }))
}
