//! Unmodified `QueryReplay` of cqrs-es over Fairway's events into one view, which is what its documentation offers for
//! a rebuild. It takes hours for a large journal, so it is stopped after the requested number of events.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Result, anyhow};
use async_trait::async_trait;
use cqrs_es::persist::{GenericQuery, QueryReplay};
use cqrs_es::{EventEnvelope, Query, View};
use fairway_bench_driver::cpu;
use fairway_bench_driver::load::Round;
use fairway_bench_driver::worker::RoundRequest;
use fairway_command::Reservation;
use fairway_events::ReservationEvent;
use postgres_es::{PostgresEventRepository, PostgresViewRepository};
use serde::{Deserialize, Serialize};
use sqlx::PgPool;

use crate::execute_all;

/// How often the number of replayed events is checked.
const POLL_INTERVAL: Duration = Duration::from_millis(5);

/// A booking as a screen needs it.
#[derive(Debug, Default, Serialize, Deserialize)]
struct BookingView {
    places: Vec<(String, bool)>,
    cancelled: bool,
}

impl View<Reservation> for BookingView {
    fn update(&mut self, event: &EventEnvelope<Reservation>) {
        match &event.payload {
            ReservationEvent::RoundBooked { places, .. } => {
                self.places = places.iter().map(|place| (place.place.to_string(), true)).collect();
            }
            ReservationEvent::PlayerAdded { place, .. } => self.places.push((place.place.to_string(), true)),
            ReservationEvent::PlaceCancelled { place, .. } => {
                let place = place.to_string();
                self.places.iter_mut().filter(|booked| booked.0 == place).for_each(|booked| booked.1 = false);
            }
            ReservationEvent::BookingCancelled { .. } => self.cancelled = true,
            // The workload has none of the others; a new event must not keep the peers from being built.
            _ => {}
        }
    }
}

type Views = GenericQuery<PostgresViewRepository<BookingView, Reservation>, BookingView, Reservation>;

/// The query of cqrs-es, which also counts its events.
struct CountingQuery {
    query: Views,
    replayed: Arc<AtomicU64>,
}

#[async_trait]
impl Query<Reservation> for CountingQuery {
    async fn dispatch(&self, id: &str, events: &[EventEnvelope<Reservation>]) {
        self.query.dispatch(id, events).await;
        self.replayed.fetch_add(1, Ordering::Relaxed);
    }
}

pub(crate) async fn prepare(pool: &PgPool) -> Result<()> {
    execute_all(
        pool,
        &["CREATE TABLE IF NOT EXISTS stock_replay_view (
             view_id text NOT NULL, version bigint CHECK (version >= 0) NOT NULL, payload json NOT NULL,
             PRIMARY KEY (view_id))"],
    )
    .await
}

pub(crate) async fn run_round(pool: &PgPool, request: RoundRequest) -> Result<Round> {
    execute_all(pool, &["TRUNCATE stock_replay_view"]).await?;
    let replayed = Arc::new(AtomicU64::new(0));
    let views = PostgresViewRepository::new("stock_replay_view", pool.clone());
    let query = CountingQuery { query: GenericQuery::new(Arc::new(views)), replayed: Arc::clone(&replayed) };
    let replay = QueryReplay::new(PostgresEventRepository::new(pool.clone()), query);
    let (start, cpu_before) = (Instant::now(), cpu::own());
    let mut replaying =
        tokio::spawn(async move { replay.replay_all().await.map_err(|error| anyhow!("{error}")) });
    loop {
        tokio::select! {
            done = &mut replaying => {
                done??;
                break;
            }
            () = tokio::time::sleep(POLL_INTERVAL) => {
                if replayed.load(Ordering::Relaxed) >= request.count {
                    break;
                }
            }
        }
    }
    let (seconds, cpu) = (start.elapsed().as_secs_f64(), cpu::own().saturating_sub(cpu_before));
    let operations = replayed.load(Ordering::Relaxed);
    replaying.abort();
    Ok(Round { operations, seconds, p50_ms: 0.0, p99_ms: 0.0, cpu_us: cpu.as_secs_f64() * 1e6 })
}
