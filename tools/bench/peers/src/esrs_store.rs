//! esrs 0.18: one aggregate, one view kept in the transaction of the events. Bookings of their own load without a
//! lock; the hot one takes the pessimistic lock that it offers for streams which many want.

use std::sync::Arc;

use anyhow::{Context, Result};
use async_trait::async_trait;
use esrs::handler::TransactionalEventHandler;
use esrs::manager::AggregateManager;
use esrs::store::StoreEvent;
use esrs::store::postgres::{PgStore, PgStoreBuilder, PgStoreError};
use esrs::{Aggregate, AggregateState};
use fairway_bench_driver::line::Order;
use fairway_bench_driver::load::{Round, drive};
use serde::{Deserialize, Serialize};
use sqlx::{PgConnection, PgPool};

use crate::stored::{Booking, CAPACITY, Full};
use crate::{run, stream};

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
    run(
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

pub(crate) async fn round(manager: &Arc<Manager>, order: Order) -> Result<Round> {
    let manager = Arc::clone(manager);
    drive(order.callers, order.count, move |_, number| {
        let (manager, number) = (Arc::clone(&manager), order.first + number);
        async move {
            let id = stream(order.hot, number);
            let state = if order.hot {
                manager.lock_and_load(id).await?.unwrap_or_default()
            } else {
                manager.load(id).await?.unwrap_or_else(|| AggregateState::with_id(id))
            };
            manager.handle_command(state, Booking::number(number)).await??;
            Ok(())
        }
    })
    .await
}
