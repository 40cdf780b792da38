//! `GET /club/api/live`: server-sent events that one of the club's days changed. An event names the day alone; the screens
//! fetch it themselves.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use axum::http::{HeaderMap, HeaderName, HeaderValue};
use axum::response::sse::{Event, Sse};
use axum::response::{IntoResponse, Response};
use chrono::NaiveDate;
use fairway_club_accounts::access::{ClubUser, Permitted, SeeDay};
use fairway_club_accounts::failure::ClubFailure;
use fairway_endpoint::common::Common;
use fairway_endpoint::failure::{Failure, FailureBody};
use fairway_events::{ClubUserId, Position};
use fairway_rounds::live::{ClubDayChange, LiveConnection, OpenConnection};
use fairway_store::club_sessions;
use serde_json::json;
use tokio::time::{Instant, interval_at};
use tokio_stream::StreamExt;
use tokio_stream::wrappers::IntervalStream;
use tokio_stream::wrappers::errors::BroadcastStreamRecvError;

use crate::state::Clubs;

/// How often a connection without events sends a heartbeat and checks that its session is still valid.
const HEARTBEAT: Duration = Duration::from_secs(25);
/// Proxies that buffer a response would delay the events.
const BUFFERING: HeaderName = HeaderName::from_static("x-accel-buffering");

/// Server-sent events: `changed` with a day's date whenever something of it changes
///
/// A client that reconnects with `Last-Event-ID` may have missed any: it is sent `changed` for today.
#[utoipa::path(
    get,
    path = "/club/api/live",
    operation_id = "club_live",
    tag = "day",
    security(("club" = [])),
    responses(
        (status = 200, description = "A stream that ends with the session", body = String,
         content_type = "text/event-stream"),
        (status = 429, description = "Too many open connections", body = FailureBody),
    ),
)]
pub(crate) async fn club_live(
    State(clubs): State<Arc<Clubs>>,
    permitted: Permitted<SeeDay>,
    headers: HeaderMap,
) -> Result<Response, ClubFailure> {
    let user = permitted.user;
    let too_many = || Failure::throttled("Er staan te veel schermen tegelijk open.", 30);
    let LiveConnection { changes, mut closed, open } = clubs.live.join(user.id()).ok_or_else(too_many)?;
    let mut first = vec![Event::default().comment("verbonden")];
    if headers.contains_key("last-event-id") {
        first.push(changed(clubs.common.progress.reached(), clubs.common.clock.today()));
    }
    let connection = Arc::new(Connection { _open: open, common: clubs.common.clone(), user });
    let heartbeat = IntervalStream::new(interval_at(Instant::now() + HEARTBEAT, HEARTBEAT));
    let signals = changes.map(Signal::Change).merge(heartbeat.map(|_| Signal::Heartbeat));
    let later = futures::StreamExt::then(signals, move |signal| {
        let connection = Arc::clone(&connection);
        async move { connection.answer(signal).await }
    });
    let events = tokio_stream::iter(first).chain(later.map_while(Result::ok).filter_map(|event| event));
    let events = events.map(Ok::<Event, Infallible>);
    let events =
        futures::StreamExt::take_until(
            events,
            async move { closed.wait_for(|closed| *closed).await.is_ok() },
        );
    let mut response = Sse::new(events).into_response();
    response.headers_mut().insert(BUFFERING, HeaderValue::from_static("no"));
    Ok(response)
}

/// The input of an open connection.
enum Signal {
    Change(Result<Arc<ClubDayChange>, BroadcastStreamRecvError>),
    Heartbeat,
}

/// The session is not valid any more.
struct SessionEnded;

/// One open connection.
struct Connection {
    /// Counted until it is dropped.
    _open: OpenConnection<ClubUserId, ClubDayChange>,
    common: Common,
    user: ClubUser,
}

impl Connection {
    /// The event to send for a signal; an error ends the connection.
    async fn answer(&self, signal: Signal) -> Result<Option<Event>, SessionEnded> {
        match signal {
            Signal::Change(Ok(change)) => {
                let concerns = change.club == *self.user.club();
                Ok(concerns.then(|| changed(change.position, change.date)))
            }
            Signal::Change(Err(BroadcastStreamRecvError::Lagged(_))) => {
                Ok(Some(changed(self.common.progress.reached(), self.common.clock.today())))
            }
            Signal::Heartbeat if self.is_allowed().await => Ok(Some(Event::default().comment("levend"))),
            Signal::Heartbeat => Err(SessionEnded),
        }
    }

    /// Whether the session or the device still has access, in the same role. A database that does not answer ends nothing.
    async fn is_allowed(&self) -> bool {
        let (pool, now) = (&self.common.pool, self.common.clock.now());
        let session = club_sessions::find(pool, self.user.token_hash(), now).await;
        session.map_or(true, |found| found.and_then(|found| found.role()) == Some(self.user.role()))
    }
}

fn changed(position: Position, date: NaiveDate) -> Event {
    Event::default().event("changed").id(position.to_string()).data(json!({ "date": date }).to_string())
}
