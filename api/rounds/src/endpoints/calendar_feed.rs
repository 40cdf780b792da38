//! `GET /api/calendar/feed/{file}`: a member's rounds, for a calendar program that reads them again every hour. A plain
//! link, like a voucher's, but one that its member can renew and switch off (docs/domain.md §4).

use std::sync::Arc;

use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::Response;
use chrono::Days;
use fairway_documents::calendar::{CONTENT_TYPE, render_feed};
use fairway_endpoint::failure::{Failure, FailureBody};
use fairway_endpoint::path::PathText;
use fairway_endpoint::tagged;
use fairway_events::{MemberId, StreamId};
use fairway_query::Place;
use fairway_round_data::history::BookingHistory;
use fairway_store::{calendar_feeds, clubs, members};

use super::vouchers::private;
use crate::calendar_entry::EntryContent;
use crate::state::Rounds;

/// Played rounds stay in the feed for this long.
const DAYS_BACK: Days = Days::new(90);
/// Rounds in a feed, at most. A member plays once a day at most, so that 90 days and the booking window fit.
const MOST_ROUNDS: usize = 200;

/// Calendar feed of a member
///
/// Their active rounds from 90 days ago. The path comes from `GET /api/users/me/calendar_feed`; no token is needed.
#[utoipa::path(
    get,
    path = "/api/calendar/feed/{file}",
    operation_id = "calendar_feed_file",
    tag = "reservations",
    security(()),
    params(("file" = String, Path, description = "Signed token and `.ics`")),
    responses(
        (status = 200, description = "The calendar; with an ETag", body = String, content_type = "text/calendar"),
        (status = 304, description = "The client's copy, as If-None-Match names it, is still valid"),
        (status = 404, description = "The address is not valid, or was replaced or switched off",
         body = FailureBody),
    )
)]
pub(crate) async fn download(
    State(rounds): State<Arc<Rounds>>,
    request_headers: HeaderMap,
    PathText(file): PathText,
) -> Result<Response, Failure> {
    let token = file.strip_suffix(".ics").and_then(|token| rounds.links.signer.verify_calendar_feed(token));
    let (member, version) = token.ok_or_else(gone)?;
    if !calendar_feeds::is_valid(&rounds.common.pool, member, version).await? {
        return Err(gone());
    }
    let text = feed(&rounds, member).await?;
    let mut response =
        tagged::bytes_of(&request_headers, text.into(), HeaderValue::from_static(CONTENT_TYPE));
    let headers = response.headers_mut();
    for (name, value) in private(CONTENT_TYPE, "golfrondes.ics") {
        headers.insert(name, value);
    }
    // Stored by this client only, and never used without revalidation.
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("private, no-cache"));
    Ok(response)
}

async fn feed(rounds: &Rounds, member: MemberId) -> Result<String, Failure> {
    let today = rounds.common.clock.today();
    let since = today.checked_sub_days(DAYS_BACK).unwrap_or(today);
    let found = rounds.common.reads.upcoming(member, since).await?;
    let found = &found[found.len().saturating_sub(MOST_ROUNDS)..];
    // The read model finds the bookings; only their streams have the number of changes.
    let streams: Vec<StreamId> = found.iter().map(|own| StreamId::Reservation(own.booking.booking)).collect();
    let mut events = rounds.common.journal.load_streams(&streams).await?;
    let played: Vec<(BookingHistory, Place)> = found
        .iter()
        .zip(&streams)
        .filter_map(|(own, stream)| {
            let history = BookingHistory::after(&events.remove(stream)?)?;
            // The place may have been cancelled after what the read model has processed.
            let place = history.booking.place(own.place).filter(|place| place.is_active())?.clone();
            Some((history, place))
        })
        .collect();

    let mut players: Vec<MemberId> = played.iter().flat_map(|(round, _)| round.booking.players()).collect();
    players.sort_unstable();
    players.dedup();
    let names = members::by_ids(&rounds.common.pool, &players).await?;
    let version = clubs::version(&rounds.common.pool).await?;
    let clubs = rounds.common.clubs.at(&rounds.common.pool, version).await?;
    let contents: Vec<_> =
        played.iter().map(|(round, place)| (EntryContent::new(round, &clubs, &names), place)).collect();
    Ok(render_feed(&rounds.links.portal, contents.iter().map(|(content, place)| content.entry(place))))
}

/// One response for every reason: an address that never existed must not differ from one that ended.
fn gone() -> Failure {
    Failure::not_found("Deze agenda bestaat niet of is ontkoppeld.")
}
