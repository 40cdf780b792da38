//! `GET /api/calendar/{file}`: a round as a calendar entry. A plain link, like a voucher's; after a cancellation it
//! returns the entry that removes the round from the calendar.

use std::sync::Arc;

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use fairway_documents::calendar::CONTENT_TYPE;
use fairway_endpoint::failure::{Failure, FailureBody};
use fairway_endpoint::path::PathText;
use fairway_events::StreamId;
use fairway_round_data::history::BookingHistory;
use fairway_store::{clubs, members};

use super::reservations::place;
use super::vouchers::private;
use crate::calendar_entry::EntryContent;
use crate::state::Rounds;

/// Calendar file of a round
///
/// The path comes from `calendar_uri`; no token is needed. The same place always has the same UID.
#[utoipa::path(
    get,
    path = "/api/calendar/{file}",
    operation_id = "download_calendar",
    tag = "reservations",
    security(()),
    params(("file" = String, Path, description = "Signed token and `.ics`")),
    responses(
        (status = 200, description = "The calendar entry; with METHOD:CANCEL if the place is cancelled",
         body = String, content_type = "text/calendar"),
        (status = 404, description = "The link is not valid, or its round is over", body = FailureBody),
    )
)]
pub(crate) async fn download(
    State(rounds): State<Arc<Rounds>>,
    PathText(file): PathText,
) -> Result<Response, Failure> {
    let place = file.strip_suffix(".ics").and_then(|token| rounds.links.signer.verify_calendar(token));
    let place = place.ok_or_else(gone)?;
    let found = place::booking_of(&rounds.common, place, |_| true).await?.ok_or_else(gone)?;
    // The read model finds the booking; only its stream has the number of changes.
    let stream = StreamId::Reservation(found.booking.booking);
    let mut streams = rounds.common.journal.load_streams(std::slice::from_ref(&stream)).await?;
    let events = streams.remove(&stream).unwrap_or_default();
    // For a player who left, the file stays as it was then.
    let history = BookingHistory::when_left(&events, place)
        .or_else(|| BookingHistory::after(&events))
        .filter(|history| history.booking.play_date >= rounds.common.clock.today())
        .ok_or_else(gone)?;
    let own = history.booking.place(place).ok_or_else(gone)?;

    let names = members::by_ids(&rounds.common.pool, &history.booking.players()).await?;
    let version = clubs::version(&rounds.common.pool).await?;
    let clubs = rounds.common.clubs.at(&rounds.common.pool, version).await?;
    let content = EntryContent::new(&history, &clubs, &names);
    let entry = content.entry(own);
    let text = entry.render(&rounds.links.portal);
    Ok((private(CONTENT_TYPE, &entry.filename()), text).into_response())
}

fn gone() -> Failure {
    Failure::not_found("Deze ronde bestaat niet of is geweest.")
}
