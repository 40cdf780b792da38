//! The background task of the content: it holds no state of the endpoints, and so no handle of the writer.

use fairway_clock::clock::Clock;
use fairway_query::Reads;
use fairway_store::PgPool;
use fairway_tasks::supervisor::Supervisor;

use crate::due;

/// Starts publishing content at its time. Every node may: each time is carried out once.
pub fn start(pool: &PgPool, clock: &Clock, tasks: &mut Supervisor) {
    let (pool, clock) = (pool.clone(), clock.clone());
    tasks.start("content", move |stopped| {
        due::run(pool.clone(), Reads::new(pool.clone()), clock.clone(), stopped)
    });
}
