//! A place in the path: what it belongs to, and whether the caller may know. An outsider learns nothing: an id that
//! does not exist, one that is malformed and somebody else's are answered alike (docs/domain.md §3.8).

use std::sync::Arc;

use axum::extract::rejection::PathRejection;
use axum::extract::{FromRequestParts, Path};
use axum::http::request::Parts;
use axum::response::Response;
use fairway_command::Command;
use fairway_events::{BookingId, MemberId, PlaceId, StreamId};
use fairway_query::{Booking, OwnBooking, Place, ProjectionStatus, ReadError, reservations};
use serde_json::json;
use utoipa::IntoResponses;

use crate::app::App;
use crate::error_chain::Chain;
use crate::http::answers::Done;
use crate::http::caller::Caller;
use crate::http::commands::{Prepared, carry_out};
use crate::http::failure::{Failure, FailureBody};
use crate::http::look_up::{LookUp, look_up};
use crate::http::rejection::PlayerNames;
use crate::http::request_context::RequestId;
use crate::rounds::story::Story;

/// Events that are looked through for a place, at most: some milliseconds of the database's time. Read models that are
/// further behind than that are waited for.
const LONGEST_LOOK: i64 = 10_000;

/// The `{id}` of a reservation's path.
#[derive(Debug, Clone, Copy)]
pub struct PlaceInPath(pub PlaceId);

impl<S: Send + Sync> FromRequestParts<S> for PlaceInPath {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Failure> {
        let text: Result<Path<String>, PathRejection> = Path::from_request_parts(parts, state).await;
        let Path(text) = text.map_err(|_| Failure::no_such_reservation())?;
        text.parse().map(Self).map_err(|_| Failure::no_such_reservation())
    }
}

/// The booking of a place, for who is or was in it.
///
/// # Errors
/// 404 for everybody else.
pub async fn find(app: &App, place: PlaceId, viewer: MemberId) -> Result<OwnBooking, Failure> {
    booking_of(app, place, |booking| booking.involves(viewer)).await?.ok_or_else(Failure::no_such_reservation)
}

/// Carries out a cancellation that names a place in its path. It may be repeated as it is: it then changes nothing.
///
/// # Errors
/// 404 for who has no part in the booking.
pub(super) async fn cancel(
    app: &Arc<App>,
    caller: &Caller,
    request: RequestId,
    place: PlaceId,
    command: impl FnOnce(BookingId) -> Command,
) -> Result<Response, Failure> {
    let found = find(app, place, caller.id()).await?;
    let command = command(found.booking.booking);
    let prepared = Prepared { command, names: PlayerNames::default(), success: json!(Done::yes()) };
    Ok(carry_out(app, caller, request, prepared).await)
}

/// What every cancellation may be answered besides.
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

/// The booking of a place, where it is one that may be shown. From the journal, where the read models lack it.
///
/// # Errors
/// 503 when it is not known yet whether there is one.
pub async fn booking_of(
    app: &App,
    place: PlaceId,
    may_be_shown: impl Fn(&Booking) -> bool,
) -> Result<Option<OwnBooking>, Failure> {
    let look =
        || async { Ok(app.reads.booking_of_place(place).await?.filter(|own| may_be_shown(&own.booking))) };
    match look_up(app, look).await? {
        LookUp::Found(found) => return Ok(Some(found)),
        LookUp::Absent => return Ok(None),
        LookUp::Behind => {}
    }
    // Before the look: what the read model takes in after it, neither the look nor the journal's rest would show.
    let seen = seen_by_reservations(app).await?;
    // The read model may know the booking, and not yet who joined it since.
    let booking = match app.reads.booking_of_place(place).await? {
        Some(found) => Some(found.booking.booking),
        None => unseen_booking(app, place, &seen).await?,
    };
    let Some(booking) = booking else { return Ok(None) };
    let found = in_journal(app, booking).await?.filter(may_be_shown);
    Ok(found.map(|booking| OwnBooking { place, booking }))
}

/// A booking, where it is one that may be shown. From the journal, where the read models lack it.
///
/// # Errors
/// When the database does not answer.
pub async fn booking(
    app: &App,
    booking: BookingId,
    may_be_shown: impl Fn(&Booking) -> bool,
) -> Result<Option<Booking>, Failure> {
    match look_up(app, || async { Ok(app.reads.booking(booking).await?.filter(&may_be_shown)) }).await? {
        LookUp::Found(found) => Ok(Some(found)),
        LookUp::Absent => Ok(None),
        LookUp::Behind => Ok(in_journal(app, booking).await?.filter(may_be_shown)),
    }
}

/// How far the read model is.
async fn seen_by_reservations(app: &App) -> Result<ProjectionStatus, Failure> {
    let projections = app.reads.projections().await?;
    let of_reservations = |status: &ProjectionStatus| status.name == reservations::PROJECTION.name();
    projections.into_iter().find(of_reservations).ok_or_else(Failure::unavailable)
}

/// The booking of a place that was taken after the last event that the read model had `seen`.
async fn unseen_booking(
    app: &App,
    place: PlaceId,
    seen: &ProjectionStatus,
) -> Result<Option<BookingId>, Failure> {
    if seen.lag() > LONGEST_LOOK {
        tracing::warn!(
            lag = seen.lag(),
            "the read models are too far behind to say that a place does not exist"
        );
        return Err(Failure::unavailable());
    }
    Ok(app.journal.booking_of_place(place, seen.position, seen.head).await?)
}

async fn in_journal(app: &App, booking: BookingId) -> Result<Option<Booking>, Failure> {
    let stream = StreamId::Reservation(booking);
    let events = app.journal.load_streams(std::slice::from_ref(&stream)).await?.remove(&stream);
    Ok(Story::of(&events.unwrap_or_default()).map(Booking::from))
}

impl From<Story> for Booking {
    fn from(story: Story) -> Self {
        let places = story.places.into_iter().map(|place| Place {
            place: place.place,
            member: place.member,
            right: place.right,
            cancelled_at: place.cancelled_at,
            playright_expired: place.forfeited,
        });
        Self {
            booking: story.booking,
            club: story.club,
            play_date: story.play_date,
            holes: story.holes,
            master: story.master,
            booked_at: story.booked_at,
            places: places.collect(),
        }
    }
}

/// The viewer's own place in a booking: the active one, else the one that was cancelled last.
#[must_use]
pub fn own(booking: &Booking, viewer: MemberId) -> Option<PlaceId> {
    let mine = || booking.places.iter().filter(|place| place.member == viewer);
    mine().find(|place| place.is_active()).or_else(|| mine().next_back()).map(|place| place.place)
}

impl From<ReadError> for Failure {
    fn from(error: ReadError) -> Self {
        match error {
            ReadError::Database(error) => error.into(),
            ReadError::Holes(error) => {
                tracing::error!(error = %Chain(&error), "a read model holds what no projection writes");
                Self::internal()
            }
        }
    }
}
