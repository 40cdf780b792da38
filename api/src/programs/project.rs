//! `fairway project`: the projectors in a process of their own, with an optional port for load balancers and
//! Prometheus.

use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::Context;
use fairway_clock::clock::Clock;
use fairway_notifications::mail::delivery::MailDelivery;
use fairway_store::PgPool;
use fairway_store::database::{Database, Purpose, Task};
use fairway_store::outbox::queue::Outbox;
use fairway_tasks::supervisor::{Supervisor, stopped};
use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio::task::JoinHandle;

use super::erase;
use super::stop::{END, END_OF_POSTGRES, Stop, TASKS, asked_to_stop, close, exit_after};
use crate::config::Config;
use crate::http::connections::Limits;
use crate::http::projecting::{Projecting, router};
use crate::http::server;
use crate::services::health::Health;
use crate::services::node_status::StatusSource;
use crate::services::nodes::{Node, Role};
use crate::services::tasks;

/// How long a last request may take at the end.
const LAST_REQUEST: Duration = Duration::from_secs(3);

/// Runs the projectors alone. A second one waits on the lock of the checkpoints as a hot standby.
///
/// # Errors
/// When the database cannot be reached at the start, or the supervisor gave up on a task.
pub async fn run(config: Config) -> anyhow::Result<()> {
    let listener = listen(&config).await?;
    let database = Database::open(&config.database(), Purpose::Command).await?;
    let outcome = async {
        database.require_role(Task::Project, config.is_production()).await?;
        let pools = database.pools(config.database_connections).await?;
        let pool = pools.projectors.clone();
        let (stopping, stop) = watch::channel(false);
        let clock = Clock::starting_at(config.clock);
        let node = Node::join(&pools.health, Role::Project).await?;
        let health = Health {
            postgres: database.own_condition(),
            nodes: Some(node.kinds_of_others()),
            ..Health::default()
        };
        let mut background = Supervisor::new(stop, health.tasks.clone());
        let server = listener.map(|listener| {
            serve_probes(listener, &config, &clock, &pools.health, &health, stopping.subscribe())
        });
        let delivery = MailDelivery::new(Outbox::new(clock.clone()));
        let source = StatusSource::projecting(clock.now(), delivery.answers().clone(), health.tasks.clone());
        tasks::announce_node(&node, source, &mut background);
        erase::reapply(&config, &pool, &clock).await?;
        fairway_members::tasks::start(&config.data_dir, &pool, &clock, &mut background);
        let _ = tasks::project(&pool, None, &mut background);
        tasks::project_for_analysts(&pool, &clock, &mut background);
        tasks::seal(&pool, &mut background);
        tasks::sample_lags(&pool, &mut background);
        fairway_operator_tasks::start(&pool, database.owner(), &clock, &mut background);
        let settings = config.notifications()?;
        fairway_notifications::tasks::mail(&settings, &pool, &clock, &delivery, None, &mut background)?;
        fairway_notifications::tasks::push(&settings, &pool, &clock, &health.push, &mut background)?;
        tracing::info!("projecting");
        let reason = tokio::select! {
            stop = asked_to_stop() => stop,
            task = background.gave_up() => Stop::TaskGivenUp(task),
        };
        exit_after(if database.is_own() { END + END_OF_POSTGRES } else { END });
        tracing::info!(%reason, "stopping");
        stopping.send_replace(true);
        background.finish(TASKS).await;
        if let Some(server) = server {
            // Its shutdown has its own time limit.
            let _ = server.await;
        }
        node.leave().await;
        close(&pools).await;
        reason.into_result()
    }
    .await;
    database.close().await?;
    outcome
}

/// Binds the port first: a port that is in use ends the start.
async fn listen(config: &Config) -> anyhow::Result<Option<TcpListener>> {
    let Some(address) = config.project_listen else { return Ok(None) };
    let listener = TcpListener::bind(address).await;
    listener.map(Some).with_context(|| format!("cannot listen on {address} (FAIRWAY_PROJECT_LISTEN)"))
}

/// Serves there until `stop` is set.
fn serve_probes(
    listener: TcpListener,
    config: &Config,
    clock: &Clock,
    pool: &PgPool,
    health: &Health,
    stop: watch::Receiver<bool>,
) -> JoinHandle<()> {
    if let Ok(address) = listener.local_addr() {
        tracing::info!(%address, "serving the projectors' health and metrics");
    }
    let projecting = Arc::new(Projecting {
        config: config.clone(),
        clock: clock.clone(),
        pool: pool.clone(),
        health: health.clone(),
        started: Instant::now(),
    });
    let limits = Limits::of_this_process(config.database_connections, Vec::new());
    tokio::spawn(server::serve(listener, router(projecting), limits, stopped(stop), LAST_REQUEST))
}
