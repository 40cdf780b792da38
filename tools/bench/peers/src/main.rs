//! The bench's peers: event stores from crates.io at pinned versions, each used as its own documents recommend, on
//! the PostgreSQL and with the driver that our own figures come from.
//!
//! `fairway-bench-peers PEER URL` answers orders on its standard input; see `fairway_bench_driver::line`. The bench starts it.

mod cqrs;
mod disintegrated;
mod esrs_store;
mod replay;
mod stored;

use anyhow::{Context, Result, bail};
use fairway_bench_driver::line::obey;
use sqlx::PgPool;
use sqlx::postgres::PgPoolOptions;
use uuid::Uuid;

/// More than our own 16: esrs holds one for a lock while it works with another, and 32 callers with 16 would wait for
/// each other for ever.
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
            obey(async |order| cqrs::round(&store, order).await).await
        }
        "esrs" => {
            let store = esrs_store::start(pool).await?;
            obey(async |order| esrs_store::round(&store, order).await).await
        }
        "disintegrate" => {
            let store = disintegrated::start(pool).await?;
            obey(async |order| disintegrated::round(&store, order).await).await
        }
        "replay" => {
            replay::prepare(&pool).await?;
            obey(async |order| replay::round(&pool, order).await).await
        }
        other => bail!("there is no peer `{other}`"),
    }
}

/// The stream that operation `number` goes to: one of its own, or the one that everybody wants.
fn stream(hot: bool, number: u64) -> Uuid {
    let name = if hot { "hot".to_owned() } else { format!("spread-{number}") };
    Uuid::new_v5(&Uuid::NAMESPACE_OID, name.as_bytes())
}

async fn run(pool: &PgPool, statements: &[&str]) -> Result<()> {
    for statement in statements {
        sqlx::query(statement).execute(pool).await?;
    }
    Ok(())
}
