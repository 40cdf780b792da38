//! The background task of the operators' screens.

use fairway_clock::clock::Clock;
use fairway_events::connections::Sessions;
use fairway_store::PgPool;
use fairway_tasks::supervisor::Supervisor;

use crate::operator_tasks::TaskRunner;

/// Starts carrying out what operators start at a screen, with the sessions of the tables' owner.
pub fn start(pool: &PgPool, owner: Sessions, clock: &Clock, tasks: &mut Supervisor) {
    let (pool, clock) = (pool.clone(), clock.clone());
    tasks.start("operators", move |stopped| {
        TaskRunner::new(pool.clone(), owner.clone(), clock.clone()).run(stopped)
    });
}
