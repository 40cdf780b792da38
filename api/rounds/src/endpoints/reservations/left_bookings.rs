//! A booking as a member who left it still sees it: their own place as it is, and the rest as it was when they left.
//! They may know neither who came later nor what became of those who stayed (docs/domain.md §3.8).

use std::collections::HashMap;

use fairway_endpoint::common::Common;
use fairway_endpoint::failure::Failure;
use fairway_events::{MemberId, PlaceId, RecordedEvent, StreamId};
use fairway_query::{Booking, OwnBooking, Place};
use fairway_round_data::history::BookingHistory;

/// The bookings among these that the viewer has left, by the viewer's own place, as the viewer sees them. One query of the
/// journal for all of them, and none where there is none.
/// Fails when the database does not answer.
pub(super) async fn as_left(
    common: &Common,
    viewer: MemberId,
    bookings: &[OwnBooking],
) -> Result<HashMap<PlaceId, Booking>, Failure> {
    let left: Vec<&OwnBooking> = bookings.iter().filter(|own| !plays(&own.booking, viewer)).collect();
    if left.is_empty() {
        return Ok(HashMap::new());
    }
    let mut streams: Vec<StreamId> =
        left.iter().map(|own| StreamId::Reservation(own.booking.booking)).collect();
    // A booking that was left twice is two rows of a history.
    streams.dedup();
    let events = common.journal.load_streams(&streams).await?;
    let seen = left.into_iter().map(|own| {
        let events = events.get(&StreamId::Reservation(own.booking.booking));
        (own.place, when_left(own, viewer, events.map_or(&[], Vec::as_slice)))
    });
    Ok(seen.collect())
}

/// Whether the member has an active place.
pub(super) fn plays(booking: &Booking, member: MemberId) -> bool {
    booking.active_places().any(|place| place.member == member)
}

fn when_left(own: &OwnBooking, viewer: MemberId, events: &[RecordedEvent]) -> Booking {
    let is_own = |place: &&Place| place.member == viewer;
    let mut places: Vec<Place> = own.booking.places.iter().filter(is_own).cloned().collect();
    let Some(left) = BookingHistory::when_left(events, own.place) else {
        // Not known yet how it was: the member sees nothing of the others.
        return Booking { places, start_time: None, start_time_by: None, ..own.booking.clone() };
    };
    let as_it_is = |then: Place| {
        let found = places.iter().position(|place| place.place == then.place);
        found.map_or(then, |index| places.swap_remove(index))
    };
    Booking {
        places: left.booking.places.into_iter().map(as_it_is).collect(),
        master: left.booking.master,
        start_time: left.booking.start_time,
        start_time_by: left.booking.start_time_by,
        ..own.booking.clone()
    }
}
