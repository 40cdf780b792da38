//! The background task of the operators' screens.

use fairway_events::connections::Sessions;
use sqlx::PgPool;

use crate::clock::Clock;
use crate::services::operator_tasks::TaskRunner;
use crate::services::supervisor::Supervisor;

/// Starts carrying out what operators start at a screen, with the sessions of the tables' owner.
pub(crate) fn start(pool: &PgPool, owner: Sessions, clock: &Clock, tasks: &mut Supervisor) {
    let (pool, clock) = (pool.clone(), clock.clone());
    tasks.start("operators", move |stopped| {
        TaskRunner::new(pool.clone(), owner.clone(), clock.clone()).run(stopped)
    });
}
