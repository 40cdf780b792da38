//! A place in the path: what it belongs to, and whether the caller may know. An outsider learns nothing: an id that
//! does not exist, one that is malformed and somebody else's are answered alike (docs/domain.md §3.8).

use axum::extract::rejection::PathRejection;
use axum::extract::{FromRequestParts, Path};
use axum::http::request::Parts;
use fairway_events::{MemberId, PlaceId};
use fairway_query::{Booking, OwnBooking, ReadError};

use crate::app::App;
use crate::http::failure::{Chain, Failure};

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
    app.reads
        .booking_of_place(place)
        .await?
        .filter(|found| found.booking.involves(viewer))
        .ok_or_else(Failure::no_such_reservation)
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
