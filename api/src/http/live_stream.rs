//! `GET /api/live`: server-sent events that say when one of the caller's rounds changed. An event carries no
//! personal data; the screens fetch what changed as always. A client that comes back with `Last-Event-ID` hears what
//! it missed.

use std::collections::VecDeque;
use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use axum::http::{HeaderMap, HeaderName, HeaderValue};
use axum::response::sse::{Event, Sse};
use axum::response::{IntoResponse, Response};
use fairway_events::{MemberId, Position};
use serde_json::json;
use sqlx::PgPool;
use tokio::sync::broadcast::error::RecvError;
use tokio::time::{Instant, Interval, interval_at};

use super::caller::Caller;
use super::failure::{Failure, FailureBody};
use crate::app::App;
use crate::clock::Clock;
use crate::services::live::{Change, LiveConnection, changes, readable};
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
    let mut waiting = VecDeque::from([Event::default().comment("verbonden")]);
    let seen = match last {
        None => app.progress.reached(),
        Some(last) => catch_up(&app, caller.id(), last, &mut waiting).await?,
    };
    let stream = Stream {
        line,
        waiting,
        seen,
        heartbeat: interval_at(Instant::now() + HEARTBEAT, HEARTBEAT),
        pool: app.pool.clone(),
        clock: app.clock.clone(),
        token_hash: caller.token_hash,
    };
    let events = futures::stream::unfold(stream, |mut stream| async {
        let event = stream.next().await?;
        Some((Ok::<Event, Infallible>(event), stream))
    });
    let mut response = Sse::new(events).into_response();
    response.headers_mut().insert(BUFFERING, HeaderValue::from_static("no"));
    Ok(response)
}

/// Queues what the member missed after `last`; returns up to where that is.
async fn catch_up(
    app: &App,
    member: MemberId,
    last: Position,
    waiting: &mut VecDeque<Event>,
) -> Result<Position, Failure> {
    let reached = app.progress.reached();
    // Another node may be further than this one; a position that nobody has reached is from another database.
    if last > reached && last <= app.journal.head().await? {
        return Ok(last);
    }
    if !(0..=reached).contains(&last) || reached - last > LONGEST_GAP {
        waiting.push_back(everything(reached));
        return Ok(reached);
    }
    if last == reached {
        return Ok(last);
    }
    let Some((_, missed)) = readable(&app.journal, last, reached, LONGEST_GAP).await? else {
        return Ok(reached);
    };
    let missed = changes(&app.reads, &missed).await?;
    waiting.extend(missed.iter().filter(|change| change.members.contains(&member)).map(event));
    Ok(reached)
}

/// One open connection.
struct Stream {
    line: LiveConnection,
    waiting: VecDeque<Event>,
    /// Changes up to here were sent, or were none of this member's.
    seen: Position,
    heartbeat: Interval,
    pool: PgPool,
    clock: Clock,
    token_hash: Vec<u8>,
}

impl Stream {
    /// The next thing to say; none when the connection ends.
    async fn next(&mut self) -> Option<Event> {
        if let Some(event) = self.waiting.pop_front() {
            return Some(event);
        }
        loop {
            tokio::select! {
                _ = self.line.closed.wait_for(|closed| *closed) => return None,
                received = self.line.changes.recv() => match received {
                    Ok(change) if change.position <= self.seen => {}
                    Ok(change) => {
                        self.seen = change.position;
                        if change.members.contains(&self.line.member) {
                            return Some(event(&change));
                        }
                    }
                    Err(RecvError::Lagged(_)) => return Some(everything(self.seen)),
                    Err(RecvError::Closed) => return None,
                },
                _ = self.heartbeat.tick() => break,
            }
        }
        self.is_allowed().await.then(|| Event::default().comment("levend").id(self.seen.to_string()))
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
