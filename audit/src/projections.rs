//! The state of each projection, why one is stopped, and how far each is behind the journal.
//!
//! An event that stops a projection is shown as it is stored: this version of the program cannot read it.
//! Its functions fail when the database does not answer.

use std::collections::BTreeMap;

use anyhow::{Context, Result};
use chrono::{DateTime, Utc};
use fairway_events::journal::RawEvent;
use fairway_events::{Journal, Position};
use fairway_query::{Projection, ProjectionState, ProjectionStatus, Reads};
use serde::Serialize;
use sqlx::PgPool;

/// The state of one projection.
#[derive(Debug, Serialize)]
pub struct Status {
    /// Its name.
    pub name: String,
    /// `running`, `stopped` or `failing`.
    pub state: &'static str,
    /// The last position that it has folded.
    pub position: Position,
    /// How many events it is behind.
    pub lag_events: i64,
    /// The last error, while it does not run.
    pub last_error: Option<String>,
    /// The event that stops the projection.
    pub unreadable: Option<Unreadable>,
}

/// The event that stops a projection.
#[derive(Debug, Serialize)]
pub struct Unreadable {
    /// Its position in the journal.
    pub position: Position,
    /// Its stored name.
    pub event: String,
    /// Its stored version.
    pub version: String,
    /// Whether this version of the program can read it.
    pub readable_here: bool,
}

/// How far the projections are behind.
#[derive(Debug, Serialize)]
pub struct Lag {
    /// When, by the database's clock, UTC.
    pub at: DateTime<Utc>,
    /// The journal's last position.
    pub journal_position: i64,
    /// Every projection, by name.
    pub projections: Vec<ProjectionLag>,
}

/// How far one projection is behind.
#[derive(Debug, Serialize)]
pub struct ProjectionLag {
    /// Its name.
    pub name: String,
    /// `running`, `stopped` or `failing`.
    pub state: &'static str,
    /// The last position that it has folded.
    pub position: i64,
    /// How many events it is behind.
    pub lag_events: i64,
    /// How long the oldest of them has been in the journal; 0 when there is none.
    pub lag_seconds: f64,
    /// When the last event that it has folded was recorded.
    pub as_of: Option<DateTime<Utc>>,
}

impl From<ProjectionStatus> for ProjectionLag {
    fn from(status: ProjectionStatus) -> Self {
        let waiting = status.waiting_since.map_or(0, |since| (status.looked_at - since).num_milliseconds());
        Self {
            state: status.state.as_str(),
            position: status.position,
            lag_events: status.lag(),
            // A portal whose clock was set ahead records events in the future: then there is no lag.
            lag_seconds: waiting.max(0) as f64 / 1_000.0,
            as_of: status.as_of,
            name: status.name,
        }
    }
}

/// The projections, for a screen.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = Projections))]
pub struct Watch {
    /// The journal's last position.
    pub head: i64,
    /// Every projection, by name.
    pub projections: Vec<WatchedProjection>,
}

/// One projection, for a screen.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct WatchedProjection {
    /// Its name.
    pub name: String,
    /// `running`, `stopped` or `failing`.
    pub state: &'static str,
    /// The last position that it has folded.
    pub position: i64,
    /// How many events it is behind.
    pub lag_events: i64,
    /// How long the oldest of them has been in the journal; 0 when there is none.
    pub lag_seconds: f64,
    /// The last error, while it does not run.
    pub last_error: Option<String>,
    /// The event after its position, while it does not run.
    pub event: Option<StoredEvent>,
    /// Whether it makes tables that can be rebuilt: mails and the seal cannot.
    pub can_be_rebuilt: bool,
}

/// An event as it is stored.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct StoredEvent {
    /// Its position in the journal.
    pub position: i64,
    /// The stream: aggregate type and id.
    pub stream: String,
    /// Its sequence in the stream.
    pub sequence: i64,
    /// Its stored name.
    pub event: String,
    /// Its stored version.
    pub version: String,
    /// Whether this version of the program can read it.
    pub readable_here: bool,
    /// Its stored payload.
    #[cfg_attr(feature = "schema", schema(value_type = Object))]
    pub payload: serde_json::Value,
}

impl TryFrom<RawEvent> for StoredEvent {
    type Error = serde_json::Error;

    fn try_from(raw: RawEvent) -> Result<Self, serde_json::Error> {
        Ok(Self {
            position: raw.position,
            stream: format!("{} {}", raw.aggregate_type, raw.aggregate_id),
            sequence: raw.sequence,
            readable_here: raw.read().is_ok(),
            payload: serde_json::from_str(&raw.payload)?,
            event: raw.event_type,
            version: raw.event_version,
        })
    }
}

/// Every projection with its lag, and the event that it cannot pass.
pub async fn watch(pool: &PgPool) -> Result<Watch> {
    let statuses = read(pool).await?;
    let head = statuses.first().context("the database knows no projection: was it migrated?")?.head;
    let journal = Journal::new(pool.clone());
    // Projections that an event stops usually all stop before the same one.
    let mut next: BTreeMap<Position, Option<StoredEvent>> = BTreeMap::new();
    let mut projections = Vec::with_capacity(statuses.len());
    for status in statuses {
        let (is_running, last_error) = (status.state == ProjectionState::Running, status.last_error.clone());
        let lag = ProjectionLag::from(status);
        let event = match next.get(&lag.position) {
            _ if is_running => None,
            Some(known) => known.clone(),
            None => {
                let found = journal.raw_after(lag.position, 1).await.context("reading the journal")?;
                let found = found.into_iter().next().map(StoredEvent::try_from).transpose()?;
                next.insert(lag.position, found.clone());
                found
            }
        };
        let ProjectionLag { name, state, position, lag_events, lag_seconds, .. } = lag;
        let can_be_rebuilt = Projection::named(&name).is_some();
        projections.push(WatchedProjection {
            name,
            state,
            position,
            lag_events,
            lag_seconds,
            last_error,
            event,
            can_be_rebuilt,
        });
    }
    Ok(Watch { head, projections })
}

/// The state of every projection.
pub async fn statuses(pool: &PgPool) -> Result<Vec<Status>> {
    let mut statuses = Vec::new();
    for status in read(pool).await? {
        let unreadable = match status.state {
            ProjectionState::Stopped => blocking(pool, status.position).await?,
            ProjectionState::Running | ProjectionState::Failing => None,
        };
        statuses.push(Status {
            state: status.state.as_str(),
            position: status.position,
            lag_events: status.lag(),
            last_error: status.last_error,
            name: status.name,
            unreadable,
        });
    }
    Ok(statuses)
}

/// How far every projection is behind.
pub async fn lag(pool: &PgPool) -> Result<Lag> {
    let statuses = read(pool).await?;
    let first = statuses.first().context("the database knows no projection: was it migrated?")?;
    Ok(Lag {
        at: first.looked_at,
        journal_position: first.head,
        projections: statuses.into_iter().map(ProjectionLag::from).collect(),
    })
}

/// The rows of all projections.
pub async fn read(pool: &PgPool) -> Result<Vec<ProjectionStatus>> {
    Reads::new(pool.clone()).projections().await.context("reading the projections")
}

/// The event after a position.
pub async fn blocking(pool: &PgPool, after: Position) -> Result<Option<Unreadable>> {
    let next = Journal::new(pool.clone()).raw_after(after, 1).await.context("reading the journal")?;
    Ok(next.into_iter().next().map(|event| Unreadable {
        position: event.position,
        readable_here: event.read().is_ok(),
        event: event.event_type,
        version: event.event_version,
    }))
}
