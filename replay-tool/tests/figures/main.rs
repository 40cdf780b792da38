//! Exports, the report, and the queries of the dashboards.

#![expect(clippy::unwrap_used, reason = "a test that cannot continue panics")]

mod contract;
mod dashboards;
mod documented;
mod export;
mod measures;
mod publishing;
mod report;
mod season;

use sqlx::PgPool;
use sqlx::postgres::PgPoolOptions;

/// Connections that set a role, as the tools do.
async fn as_role(database: &fairway_events::testing::TestDatabase, role: &'static str) -> PgPool {
    PgPoolOptions::new()
        .max_connections(2)
        .after_connect(move |session, _| {
            Box::pin(async move {
                sqlx::query(&format!("SET ROLE {role}")).execute(&mut *session).await?;
                sqlx::query("SET default_transaction_read_only = on").execute(&mut *session).await?;
                Ok(())
            })
        })
        .connect_with(database.options())
        .await
        .unwrap()
}
