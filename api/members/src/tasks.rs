//! The background task of members' accounts: it holds no state of the endpoints, and so no handle of the writer.

use std::path::Path;

use fairway_clock::clock::Clock;
use fairway_store::PgPool;
use fairway_tasks::repeat::repeat;
use fairway_tasks::supervisor::Supervisor;

use crate::erasure::ledger::ErasureLedger;
use crate::erasure::ledger_copy;

/// Starts copying erasures of other nodes into this node's ledger.
pub fn start(data_dir: &Path, pool: &PgPool, clock: &Clock, tasks: &mut Supervisor) {
    let (ledger, pool, clock) = (ErasureLedger::in_data_dir(data_dir), pool.clone(), clock.clone());
    tasks.start("erasures", move |stopped| {
        let (ledger, pool, clock) = (ledger.clone(), pool.clone(), clock.clone());
        async move {
            repeat("copying erasures", ledger_copy::PAUSE, stopped, || {
                ledger_copy::once(&pool, &ledger, &clock)
            })
            .await;
        }
    });
}
