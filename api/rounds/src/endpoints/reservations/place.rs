//! A place in the path: its booking, and whether the caller may see it. Outsiders learn nothing: an id that does not
//! exist, a malformed one and one of another booking get the same response (docs/domain.md §3.8).

use axum::extract::rejection::PathRejection;
use axum::extract::{FromRequestParts, Path};
use axum::http::request::Parts;
use axum::response::Response;
use fairway_command::Command;
use fairway_endpoint::answers::Done;
use fairway_endpoint::ask_models::{Answered, ask_models};
use fairway_endpoint::caller::Caller;
use fairway_endpoint::commands::{Prepared, carry_out};
use fairway_endpoint::common::Common;
use fairway_endpoint::failure::{Failure, FailureBody};
use fairway_endpoint::rejection::PlayerNames;
use fairway_endpoint::request_context::RequestId;
use fairway_events::{BookingId, MemberId, PlaceId, StreamId};
use fairway_query::reservations::booking_after;
use fairway_query::{Booking, OwnBooking, ProjectionStatus, reservations};
use serde_json::json;
use utoipa::IntoResponses;

/// Events that are searched for a place, at most: some milliseconds of the database's time. If the read models are
/// further behind than that, the caller has to wait.
const MAX_EVENTS_SEARCHED: i64 = 10_000;

/// The `{id}` of a reservation's path.
#[derive(Debug, Clone, Copy)]
pub(crate) struct PlaceInPath(pub PlaceId);

impl<S: Send + Sync> FromRequestParts<S> for PlaceInPath {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Failure> {
        let text: Result<Path<String>, PathRejection> = Path::from_request_parts(parts, state).await;
        let Path(text) = text.map_err(|_| Failure::no_such_reservation())?;
        text.parse().map(Self).map_err(|_| Failure::no_such_reservation())
    }
}

/// The booking of a place, for its present and former players.
///
/// # Errors
/// 404 for everybody else.
pub(crate) async fn find(common: &Common, place: PlaceId, viewer: MemberId) -> Result<OwnBooking, Failure> {
    booking_of(common, place, |booking| booking.involves(viewer))
        .await?
        .ok_or_else(Failure::no_such_reservation)
}

/// Carries out a cancellation of the place in the path. It is idempotent: a repeat changes nothing.
///
/// # Errors
/// 404 for callers who are not in the booking.
pub(super) async fn cancel(
    common: &Common,
    caller: &Caller,
    request: RequestId,
    place: PlaceId,
    command: impl FnOnce(BookingId) -> Command,
) -> Result<Response, Failure> {
    let found = find(common, place, caller.id()).await?;
    let command = command(found.booking.booking);
    let prepared = Prepared { command, names: PlayerNames::default(), success: json!(Done::SUCCESS) };
    Ok(carry_out(common, caller, request, prepared).await)
}

/// The failures of every cancellation, and of an objection.
#[derive(Debug, IntoResponses)]
#[expect(dead_code, reason = "described alone: failures are answered as such")]
pub(super) enum NotCancelled {
    /// Unknown, or not yours
    #[response(status = 404)]
    Unknown(FailureBody),
    /// Too many changes in an hour; see Retry-After
    #[response(status = 429)]
    TooMany(FailureBody),
}

/// The booking of a place, if it may be shown. From the journal, if the read models do not have it yet.
///
/// # Errors
/// 503 when it is not known yet whether it exists.
pub(crate) async fn booking_of(
    common: &Common,
    place: PlaceId,
    may_be_shown: impl Fn(&Booking) -> bool,
) -> Result<Option<OwnBooking>, Failure> {
    let query =
        || async { Ok(common.reads.booking_of_place(place).await?.filter(|own| may_be_shown(&own.booking))) };
    match ask_models(common, query).await? {
        Answered::Found(found) => return Ok(Some(found)),
        Answered::Absent => return Ok(None),
        Answered::Behind => {}
    }
    // Read before the second query: an event that the read model processes later is then in the rest of the journal
    // that is searched.
    let status = reservations_status(common).await?;
    // The read model may have the booking, but not yet the players who joined since.
    let booking = match common.reads.booking_of_place(place).await? {
        Some(found) => Some(found.booking.booking),
        None => booking_in_unprojected_events(common, place, &status).await?,
    };
    let Some(booking) = booking else { return Ok(None) };
    let found = in_journal(common, booking).await?.filter(may_be_shown);
    Ok(found.map(|booking| OwnBooking { place, booking }))
}

/// A booking, if it may be shown. From the journal, if the read models do not have it yet.
/// Fails when the database does not answer.
pub(crate) async fn booking(
    common: &Common,
    booking: BookingId,
    may_be_shown: impl Fn(&Booking) -> bool,
) -> Result<Option<Booking>, Failure> {
    match ask_models(common, || async { Ok(common.reads.booking(booking).await?.filter(&may_be_shown)) })
        .await?
    {
        Answered::Found(found) => Ok(Some(found)),
        Answered::Absent => Ok(None),
        Answered::Behind => Ok(in_journal(common, booking).await?.filter(may_be_shown)),
    }
}

/// The position of the read model.
async fn reservations_status(common: &Common) -> Result<ProjectionStatus, Failure> {
    let projections = common.reads.projections().await?;
    let of_reservations = |status: &ProjectionStatus| status.name == reservations::PROJECTION.name();
    projections.into_iter().find(of_reservations).ok_or_else(Failure::unavailable)
}

/// The booking of a place that was taken after the last event that the read model has processed.
async fn booking_in_unprojected_events(
    common: &Common,
    place: PlaceId,
    status: &ProjectionStatus,
) -> Result<Option<BookingId>, Failure> {
    if status.lag() > MAX_EVENTS_SEARCHED {
        tracing::warn!(
            lag = status.lag(),
            "the read models are too far behind to know whether the place exists"
        );
        return Err(Failure::unavailable());
    }
    Ok(common.journal.booking_of_place(place, status.position, status.head).await?)
}

async fn in_journal(common: &Common, booking: BookingId) -> Result<Option<Booking>, Failure> {
    let stream = StreamId::Reservation(booking);
    let events = common.journal.load_streams(std::slice::from_ref(&stream)).await?.remove(&stream);
    Ok(booking_after(&events.unwrap_or_default()))
}

/// The viewer's own place in a booking: the active one, else the one that was cancelled last.
#[must_use]
pub(crate) fn own(booking: &Booking, viewer: MemberId) -> Option<PlaceId> {
    let mine = || booking.places.iter().filter(|place| place.member == viewer);
    mine().find(|place| place.is_active()).or_else(|| mine().next_back()).map(|place| place.place)
}
