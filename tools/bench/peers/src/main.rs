//! The bench's peers: event stores from crates.io at pinned versions. Each is used as its own documentation recommends,
//! with the PostgreSQL server and the driver that measure Fairway too.
//!
//! `fairway-bench-peers PEER URL` is a worker (`fairway_bench_driver::worker`), which the bench starts.

mod booking;
mod cqrs;
mod disintegrate_store;
mod esrs_store;
mod replay;

use anyhow::{Context, Result, bail};
use fairway_bench_driver::worker::serve;
use sqlx::PgPool;
use sqlx::postgres::PgPoolOptions;
use uuid::Uuid;

/// More than Fairway's 16: esrs holds one connection for a lock while it uses another one, so that 32 callers with 16
/// connections would deadlock.
const CONNECTIONS: u32 = 40;

#[tokio::main]
async fn main() -> Result<()> {
    let mut arguments = std::env::args().skip(1);
    let (peer, url) = (arguments.next().unwrap_or_default(), arguments.next().context("which database?")?);
    let pool = PgPoolOptions::new()
        .max_connections(CONNECTIONS)
        .test_before_acquire(false)
        .connect(&url)
        .await
        .context("the database does not answer")?;
    match peer.as_str() {
        "cqrs-es" => {
            let store = cqrs::start(pool).await?;
            serve(async |request| cqrs::run_round(&store, request).await).await
        }
        "esrs" => {
            let store = esrs_store::start(pool).await?;
            serve(async |request| esrs_store::run_round(&store, request).await).await
        }
        "disintegrate" => {
            let store = disintegrate_store::start(pool).await?;
            serve(async |request| disintegrate_store::run_round(&store, request).await).await
        }
        "replay" => {
            replay::prepare(&pool).await?;
            serve(async |request| replay::run_round(&pool, request).await).await
        }
        other => bail!("there is no peer `{other}`"),
    }
}

/// The stream that operation `number` writes to: one of its own, or the hot one that all operations share.
fn stream_id(hot: bool, number: u64) -> Uuid {
    let name = if hot { "hot".to_owned() } else { format!("spread-{number}") };
    Uuid::new_v5(&Uuid::NAMESPACE_OID, name.as_bytes())
}

async fn execute_all(pool: &PgPool, statements: &[&str]) -> Result<()> {
    for statement in statements {
        sqlx::query(statement).execute(pool).await?;
    }
    Ok(())
}
