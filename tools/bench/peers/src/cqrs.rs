//! Unmodified cqrs-es 0.5 with postgres-es 0.5: one aggregate and one view, as in its documentation.

use std::sync::Arc;

use anyhow::{Result, anyhow};
use cqrs_es::event_sink::EventSink;
use cqrs_es::persist::GenericQuery;
use cqrs_es::{Aggregate, AggregateError, DomainEvent, EventEnvelope, View};
use fairway_bench_driver::load::{Round, drive};
use fairway_bench_driver::worker::RoundRequest;
use postgres_es::{PostgresCqrs, PostgresViewRepository, postgres_cqrs};
use serde::{Deserialize, Serialize};
use sqlx::PgPool;

use crate::booking::{Booking, CAPACITY, Full};
use crate::{execute_all, stream_id};

/// The tables of its `db/init.sql`.
pub(crate) const TABLES: [&str; 2] = [
    "CREATE TABLE IF NOT EXISTS events (
         aggregate_type text NOT NULL, aggregate_id text NOT NULL,
         sequence bigint CHECK (sequence >= 0) NOT NULL, event_type text NOT NULL, event_version text NOT NULL,
         payload json NOT NULL, metadata json NOT NULL, PRIMARY KEY (aggregate_type, aggregate_id, sequence))",
    "CREATE TABLE IF NOT EXISTS round_view (
         view_id text NOT NULL, version bigint CHECK (version >= 0) NOT NULL, payload json NOT NULL,
         PRIMARY KEY (view_id))",
];

/// A club's day, or a booking on a stream of its own. Only the number of callers that write to one stream matters.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(crate) struct RoundAggregate {
    claimed: u32,
}

#[derive(Debug)]
pub(crate) enum Command {
    Book(Booking),
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) enum Event {
    RoundBooked(Booking),
}

impl DomainEvent for Event {
    fn event_type(&self) -> String {
        "RoundBooked".to_owned()
    }

    fn event_version(&self) -> String {
        "1.0.0".to_owned()
    }
}

impl Aggregate for RoundAggregate {
    const TYPE: &'static str = "Round";
    type Command = Command;
    type Event = Event;
    type Error = Full;
    type Services = ();

    async fn handle(
        &mut self,
        Command::Book(booking): Command,
        _services: &(),
        sink: &EventSink<Self>,
    ) -> Result<(), Full> {
        if self.claimed + booking.places() > CAPACITY {
            return Err(Full { claimed: self.claimed });
        }
        sink.write(Event::RoundBooked(booking), self).await;
        Ok(())
    }

    fn apply(&mut self, Event::RoundBooked(booking): Event) {
        self.claimed += booking.places();
    }
}

#[derive(Debug, Default, Serialize, Deserialize)]
struct RoundView {
    claimed: u32,
    latest: Option<Booking>,
}

impl View<RoundAggregate> for RoundView {
    fn update(&mut self, event: &EventEnvelope<RoundAggregate>) {
        let Event::RoundBooked(booking) = &event.payload;
        self.claimed += booking.places();
        self.latest = Some(booking.clone());
    }
}

pub(crate) async fn start(pool: PgPool) -> Result<Arc<PostgresCqrs<RoundAggregate>>> {
    execute_all(&pool, &TABLES).await?;
    let views: PostgresViewRepository<RoundView, RoundAggregate> =
        PostgresViewRepository::new("round_view", pool.clone());
    let query = GenericQuery::new(Arc::new(views));
    Ok(Arc::new(postgres_cqrs(pool, vec![Box::new(query)], ())))
}

pub(crate) async fn run_round(
    store: &Arc<PostgresCqrs<RoundAggregate>>,
    request: RoundRequest,
) -> Result<Round> {
    let store = Arc::clone(store);
    drive(request.callers, request.count, move |_, number| {
        let (store, number) = (Arc::clone(&store), request.first + number);
        async move {
            let id = stream_id(request.hot, number).to_string();
            loop {
                match store.execute(&id, Command::Book(Booking::numbered(number))).await {
                    Ok(()) => return Ok(()),
                    // Another caller appended to the stream first. cqrs-es leaves the retry to its caller.
                    Err(AggregateError::AggregateConflict) => {}
                    Err(error) => return Err(anyhow!("{error}")),
                }
            }
        }
    })
    .await
}
