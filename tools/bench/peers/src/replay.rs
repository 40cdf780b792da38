//! Stock `QueryReplay` over our own events into one view, which is what its documents offer for a rebuild. It takes
//! hours for a large journal, so that it is stopped after the ordered number of events.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Result, anyhow};
use async_trait::async_trait;
use cqrs_es::persist::{GenericQuery, QueryReplay};
use cqrs_es::{EventEnvelope, Query, View};
use fairway_bench_driver::cpu;
use fairway_bench_driver::line::Order;
use fairway_bench_driver::load::Round;
use fairway_command::Reservation;
use fairway_events::ReservationEvent;
use postgres_es::{PostgresEventRepository, PostgresViewRepository};
use serde::{Deserialize, Serialize};
use sqlx::PgPool;

use crate::run;

/// How often the number of replayed events is looked at.
const LOOK: Duration = Duration::from_millis(5);

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
                self.places.iter_mut().filter(|known| known.0 == place).for_each(|known| known.1 = false);
            }
            ReservationEvent::BookingCancelled { .. } => self.cancelled = true,
            ReservationEvent::PlayRightExpired { .. } | ReservationEvent::MasterPassedOn { .. } => {}
        }
    }
}

type Views = GenericQuery<PostgresViewRepository<BookingView, Reservation>, BookingView, Reservation>;

/// The stock query, with its events counted.
struct Counted {
    query: Views,
    seen: Arc<AtomicU64>,
}

#[async_trait]
impl Query<Reservation> for Counted {
    async fn dispatch(&self, id: &str, events: &[EventEnvelope<Reservation>]) {
        self.query.dispatch(id, events).await;
        self.seen.fetch_add(1, Ordering::Relaxed);
    }
}

pub(crate) async fn prepare(pool: &PgPool) -> Result<()> {
    run(
        pool,
        &["CREATE TABLE IF NOT EXISTS stock_replay_view (
             view_id text NOT NULL, version bigint CHECK (version >= 0) NOT NULL, payload json NOT NULL,
             PRIMARY KEY (view_id))"],
    )
    .await
}

pub(crate) async fn round(pool: &PgPool, order: Order) -> Result<Round> {
    run(pool, &["TRUNCATE stock_replay_view"]).await?;
    let seen = Arc::new(AtomicU64::new(0));
    let views = PostgresViewRepository::new("stock_replay_view", pool.clone());
    let query = Counted { query: GenericQuery::new(Arc::new(views)), seen: Arc::clone(&seen) };
    let replay = QueryReplay::new(PostgresEventRepository::new(pool.clone()), query);
    let (start, used) = (Instant::now(), cpu::own());
    let mut replaying =
        tokio::spawn(async move { replay.replay_all().await.map_err(|error| anyhow!("{error}")) });
    loop {
        tokio::select! {
            done = &mut replaying => {
                done??;
                break;
            }
            () = tokio::time::sleep(LOOK) => if seen.load(Ordering::Relaxed) >= order.count { break },
        }
    }
    let (seconds, cpu) = (start.elapsed().as_secs_f64(), cpu::own().saturating_sub(used));
    let operations = seen.load(Ordering::Relaxed);
    replaying.abort();
    Ok(Round { operations, seconds, p50_ms: 0.0, p99_ms: 0.0, cpu_us: cpu.as_secs_f64() * 1e6 })
}
