//! `GET /api/live`: server-sent events that say when one of the caller's rounds changed. An event carries no
//! personal data; the screens fetch what changed as always. A client that comes back with `Last-Event-ID` hears what
//! it missed.

use std::convert::Infallible;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use axum::extract::State;
use axum::http::{HeaderMap, HeaderName, HeaderValue};
use axum::response::sse::{Event, Sse};
use axum::response::{IntoResponse, Response};
use fairway_events::{MemberId, Position};
use serde_json::json;
use sqlx::PgPool;
use tokio::time::{Instant, interval_at};
use tokio_stream::StreamExt;
use tokio_stream::wrappers::IntervalStream;
use tokio_stream::wrappers::errors::BroadcastStreamRecvError;

use super::caller::Caller;
use super::failure::{Failure, FailureBody};
use crate::app::App;
use crate::clock::Clock;
use crate::services::live::{Change, LiveConnection, OpenConnection, changes, readable};
use crate::store::sessions;

/// How often a connection on which nothing happens says that it lives, and asks whether its session still does.
const HEARTBEAT: Duration = Duration::from_secs(25);
/// Who missed more events than this is told to fetch everything instead: whoever comes back time and again costs two
/// statements of this size.
const LONGEST_GAP: i64 = 200;
/// Proxies that gather an answer before they pass it on would defeat the purpose.
const BUFFERING: HeaderName = HeaderName::from_static("x-accel-buffering");

/// Changes of one's rounds, as they happen
///
/// `text/event-stream`; each event's `id` is its position in the journal, its data a JSON object with `position` and
/// `kind`. Send `Last-Event-ID` to hear what was missed since; the first connection sends the `x-fairway-position` of
/// the first answer that it shows. At least every 25 seconds a comment comes, with the `id` up to which all is told.
#[utoipa::path(
    get,
    path = "/api/live",
    tag = "reservations",
    params(("Last-Event-ID" = Option<String>, Header, description = "The last `id` that was received; what is none counts as absent")),
    responses(
        (status = 200, description = "A stream that ends with the session", body = String, content_type = "text/event-stream"),
        (status = 429, description = "Too many open connections", body = FailureBody),
    )
)]
pub async fn live(
    State(app): State<Arc<App>>,
    caller: Caller,
    headers: HeaderMap,
) -> Result<Response, Failure> {
    let too_many = || Failure::throttled("Er staan te veel schermen tegelijk open.", 30);
    // Listening begins before looking back, so that nothing falls in between.
    let line = app.live.join(caller.id()).ok_or_else(too_many)?;
    let last = headers
        .get("last-event-id")
        .and_then(|value| value.to_str().ok())
        .and_then(|text| text.parse::<Position>().ok());
    let mut first = vec![Event::default().comment("verbonden")];
    let seen = match last {
        None => app.progress.reached(),
        Some(last) => catch_up(&app, caller.id(), last, &mut first).await?,
    };
    let LiveConnection { changes, mut closed, open } = line;
    let connection = Arc::new(Connection {
        open,
        seen: AtomicI64::new(seen),
        pool: app.pool.clone(),
        clock: app.clock.clone(),
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

/// Adds what the member missed after `last`; returns up to where that is.
async fn catch_up(
    app: &App,
    member: MemberId,
    last: Position,
    missed: &mut Vec<Event>,
) -> Result<Position, Failure> {
    let reached = app.progress.reached();
    // Another node may be further than this one; a position that nobody has reached is from another database.
    if last > reached && last <= app.journal.head().await? {
        return Ok(last);
    }
    if !(0..=reached).contains(&last) || reached - last > LONGEST_GAP {
        missed.push(everything(reached));
        return Ok(reached);
    }
    if last == reached {
        return Ok(last);
    }
    let Some((_, events)) = readable(&app.journal, last, reached, LONGEST_GAP).await? else {
        return Ok(reached);
    };
    let changes = changes(&app.reads, &events).await?;
    missed.extend(changes.iter().filter(|change| change.members.contains(&member)).map(event));
    Ok(reached)
}

/// What an open connection waits for.
enum Signal {
    Change(Result<Arc<Change>, BroadcastStreamRecvError>),
    Heartbeat,
}

/// The session does not hold any more.
struct SessionEnded;

/// One open connection.
struct Connection {
    open: OpenConnection,
    /// Changes up to here were sent, or were none of this member's.
    seen: AtomicI64,
    pool: PgPool,
    clock: Clock,
    token_hash: Vec<u8>,
}

impl Connection {
    /// What to send upon a signal; an error ends the connection.
    async fn answer(&self, signal: Signal) -> Result<Option<Event>, SessionEnded> {
        let seen = self.seen.load(Ordering::Relaxed);
        match signal {
            Signal::Change(Ok(change)) if change.position <= seen => Ok(None),
            Signal::Change(Ok(change)) => {
                self.seen.store(change.position, Ordering::Relaxed);
                Ok(change.members.contains(&self.open.member).then(|| event(&change)))
            }
            Signal::Change(Err(BroadcastStreamRecvError::Lagged(_))) => Ok(Some(everything(seen))),
            Signal::Heartbeat if self.is_allowed().await => {
                Ok(Some(Event::default().comment("levend").id(seen.to_string())))
            }
            Signal::Heartbeat => Err(SessionEnded),
        }
    }

    /// Whether the session still holds: log-out, a new password and expiry end the connection too. A database that
    /// is away is no reason.
    async fn is_allowed(&self) -> bool {
        !matches!(sessions::find(&self.pool, &self.token_hash, self.clock.now()).await, Ok(None))
    }
}

fn event(change: &Change) -> Event {
    said(change.position, change.kind)
}

/// More was missed than can be sent: what is on the screen may be out of date.
fn everything(position: Position) -> Event {
    said(position, "Everything")
}

fn said(position: Position, kind: &str) -> Event {
    Event::default().id(position.to_string()).data(json!({ "position": position, "kind": kind }).to_string())
}
