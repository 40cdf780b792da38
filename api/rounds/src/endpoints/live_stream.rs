//! `GET /api/live`: server-sent events for changes of the caller's rounds. An event carries no personal data; the
//! screens fetch the changed data themselves. A client that reconnects with `Last-Event-ID` receives the events that it
//! missed.

use std::convert::Infallible;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use axum::extract::State;
use axum::http::{HeaderMap, HeaderName, HeaderValue};
use axum::response::sse::{Event, Sse};
use axum::response::{IntoResponse, Response};
use fairway_clock::clock::Clock;
use fairway_endpoint::caller::Caller;
use fairway_endpoint::common::Common;
use fairway_endpoint::failure::{Failure, FailureBody};
use fairway_events::{MemberId, Position};
use fairway_store::PgPool;
use fairway_store::sessions;
use serde_json::json;
use tokio::time::{Instant, interval_at};
use tokio_stream::StreamExt;
use tokio_stream::wrappers::IntervalStream;
use tokio_stream::wrappers::errors::BroadcastStreamRecvError;

use crate::live::{Change, LiveConnection, OpenConnection, changes, readable};
use crate::state::Rounds;

/// How often a connection without events sends a heartbeat and checks that its session is still valid.
const HEARTBEAT: Duration = Duration::from_secs(25);
/// A client that missed more events than this receives one event to fetch everything: each catch-up costs two
/// statements of this size.
const LONGEST_GAP: i64 = 200;
/// Proxies that buffer a response would delay the events.
const BUFFERING: HeaderName = HeaderName::from_static("x-accel-buffering");

/// Changes of the member's rounds, as they happen
///
/// `text/event-stream`; each event's `id` is its position in the journal, its data a JSON object with `position` and
/// `kind`. Send `Last-Event-ID` to receive the events after it; the first connection sends the `x-fairway-position` of
/// the first answer that it shows. At least every 25 seconds a comment follows. Its `id` is the position up to which all
/// events were sent.
#[utoipa::path(
    get,
    path = "/api/live",
    tag = "reservations",
    params(("Last-Event-ID" = Option<String>, Header, description = "The last `id` that was received; an \
                                                                     invalid value counts as absent")),
    responses(
        (status = 200, description = "A stream that ends with the session",
         body = String, content_type = "text/event-stream"),
        (status = 429, description = "Too many open connections", body = FailureBody),
    )
)]
pub(crate) async fn live(
    State(rounds): State<Arc<Rounds>>,
    caller: Caller,
    headers: HeaderMap,
) -> Result<Response, Failure> {
    let too_many = || Failure::throttled("Er staan te veel schermen tegelijk open.", 30);
    // Subscribe before looking back, so that no change is missed in between.
    let subscription = rounds.live.join(caller.id()).ok_or_else(too_many)?;
    let last = headers
        .get("last-event-id")
        .and_then(|value| value.to_str().ok())
        .and_then(|text| text.parse::<Position>().ok());
    let mut first = vec![Event::default().comment("verbonden")];
    let sent_up_to = match last {
        None => rounds.common.progress.reached(),
        Some(last) => catch_up(&rounds.common, &caller, last, &mut first).await?,
    };
    let LiveConnection { changes, mut closed, open } = subscription;
    let connection = Arc::new(Connection {
        open,
        sent_up_to: AtomicI64::new(sent_up_to),
        pool: rounds.common.pool.clone(),
        clock: rounds.common.clock.clone(),
        token_hash: caller.token_hash,
    });
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

/// Adds the changes that the member missed after `last`; returns the position up to which this is complete.
async fn catch_up(
    common: &Common,
    caller: &Caller,
    last: Position,
    missed_events: &mut Vec<Event>,
) -> Result<Position, Failure> {
    let reached = common.progress.reached();
    // Another node may be ahead of this one; a position beyond the journal's head is from another database.
    if last > reached && last <= common.journal.head().await? {
        return Ok(last);
    }
    if !(0..=reached).contains(&last) || reached - last > LONGEST_GAP {
        missed_events.push(everything(reached));
        return Ok(reached);
    }
    if last == reached {
        return Ok(last);
    }
    let Some((_, events)) = readable(&common.journal, last, reached, LONGEST_GAP).await? else {
        return Ok(reached);
    };
    let clubs = caller.clubs(common).await?;
    let changes = changes(&common.reads, &clubs, common.clock.now(), &events).await?;
    missed_events.extend(changes.iter().filter(|change| change.members.contains(&caller.id())).map(event));
    Ok(reached)
}

/// The input of an open connection.
enum Signal {
    Change(Result<Arc<Change>, BroadcastStreamRecvError>),
    Heartbeat,
}

/// The session is not valid any more.
struct SessionEnded;

/// One open connection.
struct Connection {
    open: OpenConnection<MemberId, Change>,
    /// Changes up to here were sent, or were none of this member's.
    sent_up_to: AtomicI64,
    pool: PgPool,
    clock: Clock,
    token_hash: Vec<u8>,
}

impl Connection {
    /// The event to send for a signal; an error ends the connection.
    async fn answer(&self, signal: Signal) -> Result<Option<Event>, SessionEnded> {
        let sent_up_to = self.sent_up_to.load(Ordering::Relaxed);
        match signal {
            Signal::Change(Ok(change)) if change.position <= sent_up_to => Ok(None),
            Signal::Change(Ok(change)) => {
                self.sent_up_to.store(change.position, Ordering::Relaxed);
                Ok(change.members.contains(&self.open.viewer).then(|| event(&change)))
            }
            Signal::Change(Err(BroadcastStreamRecvError::Lagged(_))) => Ok(Some(everything(sent_up_to))),
            Signal::Heartbeat if self.is_allowed().await => {
                Ok(Some(Event::default().comment("levend").id(sent_up_to.to_string())))
            }
            Signal::Heartbeat => Err(SessionEnded),
        }
    }

    /// Whether the session is still valid: log-out, a new password and expiry end the connection too. A database that
    /// does not answer does not.
    async fn is_allowed(&self) -> bool {
        !matches!(sessions::find(&self.pool, &self.token_hash, self.clock.now()).await, Ok(None))
    }
}

fn event(change: &Change) -> Event {
    live_event(change.position, change.kind)
}

/// More changes were missed than can be sent: the data on the screen may be out of date.
fn everything(position: Position) -> Event {
    live_event(position, "Everything")
}

fn live_event(position: Position, kind: &str) -> Event {
    Event::default().id(position.to_string()).data(json!({ "position": position, "kind": kind }).to_string())
}
