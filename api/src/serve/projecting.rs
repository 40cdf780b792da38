//! The port of `fairway project`, where one was asked for.

use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::Context;
use sqlx::PgPool;
use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio::task::JoinHandle;

use super::supervisor::stopped;
use crate::clock::Clock;
use crate::config::Config;
use crate::health::Health;
use crate::http::connections::Limits;
use crate::http::projecting::{Projecting, router};
use crate::http::server;

/// How long a last question may take at the end.
const LAST: Duration = Duration::from_secs(3);

/// Takes the port before anything else is begun: one that is taken stops the start.
pub(super) async fn listen(config: &Config) -> anyhow::Result<Option<TcpListener>> {
    let Some(address) = config.project_listen else { return Ok(None) };
    let listener = TcpListener::bind(address).await;
    listener.map(Some).with_context(|| format!("cannot listen on {address} (FAIRWAY_PROJECT_LISTEN)"))
}

/// Answers there until the flag is raised.
pub(super) fn answer(
    listener: TcpListener,
    config: &Config,
    clock: &Clock,
    pool: &PgPool,
    health: &Health,
    stop: watch::Receiver<bool>,
) -> JoinHandle<()> {
    if let Ok(address) = listener.local_addr() {
        tracing::info!(%address, "telling how the projectors fare");
    }
    let projecting = Arc::new(Projecting {
        config: config.clone(),
        clock: clock.clone(),
        pool: pool.clone(),
        health: health.clone(),
        started: Instant::now(),
    });
    let limits = Limits::of_this_process(config.database_connections, Vec::new());
    tokio::spawn(server::serve(listener, router(projecting), limits, stopped(stop), LAST))
}
