//! esrs 0.18: one aggregate, and one view that is updated in the transaction of the events. Streams with one caller are
//! loaded without a lock; the hot stream takes the pessimistic lock that esrs has for streams with many callers.

use std::sync::Arc;

use anyhow::{Context, Result};
use async_trait::async_trait;
use esrs::handler::TransactionalEventHandler;
use esrs::manager::AggregateManager;
use esrs::store::StoreEvent;
use esrs::store::postgres::{PgStore, PgStoreBuilder, PgStoreError};
use esrs::{Aggregate, AggregateState};
use fairway_bench_driver::load::{Round, drive};
use fairway_bench_driver::worker::RoundRequest;
use serde::{Deserialize, Serialize};
use sqlx::{PgConnection, PgPool};

use crate::booking::{Booking, CAPACITY, Full};
use crate::{execute_all, stream_id};

#[derive(Clone)]
pub(crate) struct RoundAggregate;

#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct RoundBooked(Booking);

impl Aggregate for RoundAggregate {
    const NAME: &'static str = "round";
    type State = u32;
    type Command = Booking;
    type Event = RoundBooked;
    type Error = Full;

    fn handle_command(claimed: &u32, booking: Booking) -> Result<Vec<RoundBooked>, Full> {
        if claimed + booking.places() > CAPACITY {
            return Err(Full { claimed: *claimed });
        }
        Ok(vec![RoundBooked(booking)])
    }

    fn apply_event(claimed: u32, RoundBooked(booking): RoundBooked) -> u32 {
        claimed + booking.places()
    }
}

struct RoundView;

#[async_trait]
impl TransactionalEventHandler<RoundAggregate, PgStoreError, PgConnection> for RoundView {
    async fn handle(
        &self,
        event: &StoreEvent<RoundBooked>,
        transaction: &mut PgConnection,
    ) -> Result<(), PgStoreError> {
        sqlx::query(
            "INSERT INTO round_view (view_id, claimed, payload) VALUES ($1, $2, $3)
             ON CONFLICT (view_id) DO UPDATE
             SET claimed = round_view.claimed + excluded.claimed, payload = excluded.payload",
        )
        .bind(event.aggregate_id)
        .bind(i64::from(event.payload.0.places()))
        .bind(sqlx::types::Json(&event.payload.0))
        .execute(transaction)
        .await?;
        Ok(())
    }
}

type Manager = AggregateManager<PgStore<RoundAggregate>>;

pub(crate) async fn start(pool: PgPool) -> Result<Arc<Manager>> {
    execute_all(
        &pool,
        &["CREATE TABLE IF NOT EXISTS round_view (view_id uuid PRIMARY KEY, claimed bigint NOT NULL, payload jsonb NOT NULL)"],
    )
    .await?;
    let store = PgStoreBuilder::new(pool)
        .add_transactional_event_handler(RoundView)
        .try_build()
        .await
        .context("esrs cannot make its tables")?;
    Ok(Arc::new(AggregateManager::new(store)))
}

pub(crate) async fn run_round(manager: &Arc<Manager>, request: RoundRequest) -> Result<Round> {
    let manager = Arc::clone(manager);
    drive(request.callers, request.count, move |_, number| {
        let (manager, number) = (Arc::clone(&manager), request.first + number);
        async move {
            let id = stream_id(request.hot, number);
            let state = if request.hot {
                manager.lock_and_load(id).await?.unwrap_or_default()
            } else {
                manager.load(id).await?.unwrap_or_else(|| AggregateState::with_id(id))
            };
            manager.handle_command(state, Booking::numbered(number)).await??;
            Ok(())
        }
    })
    .await
}
