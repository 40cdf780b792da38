//! The query of a request, and ids in its path.

use axum::extract::Query;
use axum::http::Uri;
use fairway_events::PlaceId;
use fairway_payments::endpoints::ledger::{LedgerPage, read_cursor, write_cursor};
use fairway_rounds::endpoints::reservations::historic_players::Exclusion;
use fairway_rounds::endpoints::reservations::history::Page;

use crate::lines::text;

/// An accepted page size is within its bounds. A cursor is accepted only in the form in which the portal writes it. An
/// id is the same id in every accepted notation.
pub fn page_parameters(data: &[u8]) {
    let Some(input) = text(data) else { return };
    if let Ok(id) = input.parse::<PlaceId>() {
        assert_eq!(id.to_string().parse::<PlaceId>().ok(), Some(id));
    }
    if let Some(cursor) = read_cursor(input) {
        assert_eq!(write_cursor(cursor), input);
        assert_eq!(cursor.day.to_string().len(), 10);
    }
    let Ok(uri) = format!("/?{input}").parse::<Uri>() else { return };
    if let Ok(Query(page)) = Query::<Page>::try_from_uri(&uri) {
        match page.check() {
            Ok((limit, _)) => assert!(limit.is_none_or(|limit| (1..=100).contains(&limit)), "{limit:?}"),
            Err(failure) => assert_eq!(failure.status().as_u16(), 422),
        }
    }
    if let Ok(Query(page)) = Query::<LedgerPage>::try_from_uri(&uri)
        && let Some(before) = page.before
    {
        let written = read_cursor(&before).map(write_cursor);
        assert!(written.is_none_or(|written| written == before));
    }
    drop(Query::<Exclusion>::try_from_uri(&uri));
}
