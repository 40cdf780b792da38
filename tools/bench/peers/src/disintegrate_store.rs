//! disintegrate 4: a decision on the events that contain its ids, stored in a serialisable transaction. These rounds
//! update no view: its listeners run in the background, so a caller would not wait for them.

use std::sync::Arc;

use anyhow::{Result, anyhow};
use disintegrate::serde::json::Json;
use disintegrate::{Decision, DecisionError, NoSnapshot, StateMutate, StateQuery};
use disintegrate_postgres::{PgDecisionMaker, PgEventStore, decision_maker};
use fairway_bench_driver::load::{Round, drive};
use fairway_bench_driver::worker::RoundRequest;
use serde::{Deserialize, Serialize};
use sqlx::PgPool;

use crate::booking::{Booking, CAPACITY, Full};
use crate::stream_id;

#[derive(Debug, Clone, PartialEq, Eq, disintegrate::Event, Serialize, Deserialize)]
#[stream(RoundEvent, [RoundBooked])]
pub(crate) enum DomainEvent {
    RoundBooked {
        #[id]
        day: String,
        booking: Booking,
    },
}

#[derive(Default, Clone, StateQuery, Serialize, Deserialize)]
#[state_query(RoundEvent)]
pub(crate) struct Day {
    #[id]
    day: String,
    claimed: u32,
}

impl StateMutate for Day {
    fn mutate(&mut self, RoundEvent::RoundBooked { booking, .. }: RoundEvent) {
        self.claimed += booking.places();
    }
}

struct Book {
    day: String,
    booking: Booking,
}

impl Decision for Book {
    type Event = DomainEvent;
    type StateQuery = Day;
    type Error = Full;

    fn state_query(&self) -> Day {
        Day { day: self.day.clone(), claimed: 0 }
    }

    fn process(&self, day: &Day) -> Result<Vec<DomainEvent>, Full> {
        if day.claimed + self.booking.places() > CAPACITY {
            return Err(Full { claimed: day.claimed });
        }
        Ok(vec![DomainEvent::RoundBooked { day: self.day.clone(), booking: self.booking.clone() }])
    }
}

type DecisionMaker = PgDecisionMaker<DomainEvent, Json<DomainEvent>, NoSnapshot>;

pub(crate) async fn start(pool: PgPool) -> Result<Arc<DecisionMaker>> {
    let store = PgEventStore::try_new(pool, Json::<DomainEvent>::default()).await?;
    Ok(Arc::new(decision_maker(store, NoSnapshot)))
}

pub(crate) async fn run_round(maker: &Arc<DecisionMaker>, request: RoundRequest) -> Result<Round> {
    let maker = Arc::clone(maker);
    drive(request.callers, request.count, move |_, number| {
        let (maker, number) = (Arc::clone(&maker), request.first + number);
        async move {
            let day = stream_id(request.hot, number).to_string();
            loop {
                match maker.make(Book { day: day.clone(), booking: Booking::numbered(number) }).await {
                    Ok(_) => return Ok(()),
                    Err(DecisionError::Domain(full)) => return Err(full.into()),
                    // Another caller committed first, or the transaction could not be serialised: decide again.
                    Err(DecisionError::StateStore(error)) if is_contention(error.as_ref()) => {}
                    Err(error) => return Err(anyhow!("{error}")),
                }
            }
        }
    })
    .await
}

fn is_contention(error: &(dyn std::error::Error + 'static)) -> bool {
    let mut cause = Some(error);
    while let Some(error) = cause {
        if matches!(error.downcast_ref(), Some(disintegrate_postgres::Error::Concurrency)) {
            return true;
        }
        let database = match error.downcast_ref() {
            Some(disintegrate_postgres::Error::Database(database)) => Some(database),
            _ => error.downcast_ref::<sqlx::Error>(),
        };
        let code = database.and_then(|error| error.as_database_error()?.code());
        if code.is_some_and(|code| code == "40001" || code == "40P01") {
            return true;
        }
        cause = error.source();
    }
    false
}
