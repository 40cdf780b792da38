//! A second node of the product in a process of its own: its own writer and cache, on a database that others write to.

use std::str::FromStr;
use std::sync::Arc;

use anyhow::Result;
use fairway_bench_driver::line::obey;
use fairway_bench_driver::load::drive;
use fairway_command::{WriterOptions, start_writer};
use fairway_events::Journal;
use sqlx::ConnectOptions;
use sqlx::postgres::{PgConnectOptions, PgPoolOptions};

use crate::workload::{Bookings, Spread, now, submit};

/// Books as ordered through standard input, until that ends.
pub(crate) async fn run(url: &str) -> Result<()> {
    let options = PgConnectOptions::from_str(url)?.disable_statement_logging();
    let pool =
        PgPoolOptions::new().max_connections(16).test_before_acquire(false).connect_with(options).await?;
    let (writer, _task) = start_writer(Journal::new(pool), Arc::new(now), WriterOptions::default());
    obey(async |order| {
        let spread = if order.hot { Spread::OneClubDay } else { Spread::Everywhere };
        let (writer, bookings) = (writer.clone(), Arc::new(Bookings::new(spread, 1, order.first)));
        drive(order.callers, order.count, move |_, number| {
            let (writer, command) = (writer.clone(), bookings.command(number));
            async move { submit(&writer, command).await }
        })
        .await
    })
    .await
}
