//! `fairway serve`: starts everything in order, and ends it in the reverse order.
//!
//! The shutdown is bounded, whatever connections do: every step has a time limit, after which it is abandoned. Together
//! the steps take at most [`END`](stop::END), after the drain time (`FAIRWAY_DRAIN_SECONDS`) during which the node
//! reports that it is not ready; the own PostgreSQL then has its own limits (docs/operations/run.md).

use std::time::Duration;

use anyhow::Context;
use fairway_clock::clock::Clock;
use fairway_notifications::mail::delivery::MailDelivery;
use fairway_store::database::{Database, Purpose, Task};
use fairway_store::members;
use fairway_store::outbox::queue::Outbox;
use fairway_tasks::supervisor::Supervisor;
use tokio::net::TcpListener;
use tokio::sync::watch;

use super::erase;
use super::stop::{
    self, END, END_OF_POSTGRES, SIGTERM, Stop, TASKS, asked_to_stop, close, exit_after, until_ended,
};
use crate::app::{App, Components};
use crate::config::Config;
use crate::http::router::{operator_router, router};
use crate::http::{server, web};
use crate::services::acknowledged::Recording;
use crate::services::health::Health;
use crate::services::nodes::{Node, Role};
use crate::services::tasks;
use crate::services::writer::{self, FollowedWriter};

/// How long running requests may take to finish at the end: the maximum time of any request.
const DRAIN: Duration = Duration::from_secs(14);
/// How long the last commands may take to be committed.
const FLUSH: Duration = Duration::from_secs(5);
/// How long writing the last lines of the acknowledgement log may take; the node leaves at the same time.
const RECORD: Duration = Duration::from_secs(1);

/// Serves the API, the web app and, by default, the projectors.
///
/// # Errors
/// When something does not start, or the supervisor gave up on a task.
pub async fn run(config: Config, with_projectors: bool) -> anyhow::Result<()> {
    // First, so that an address in use does not cost a start of PostgreSQL.
    let listener = TcpListener::bind(config.listen)
        .await
        .with_context(|| format!("cannot listen on {}", config.listen))?;
    let for_operators = match config.operator_listen {
        Some(address) => {
            Some(TcpListener::bind(address).await.with_context(|| format!("cannot listen on {address}"))?)
        }
        None => None,
    };
    let database = Database::open(&config.database(), Purpose::Serve).await?;
    let outcome = run_on(config, with_projectors, listener, for_operators, &database).await;
    database.close().await?;
    outcome
}

async fn run_on(
    config: Config,
    with_projectors: bool,
    listener: TcpListener,
    for_operators: Option<TcpListener>,
    database: &Database,
) -> anyhow::Result<()> {
    let task = Task::Serve { projects: with_projectors };
    database.require_role(task, config.is_production()).await?;
    let pools = database.pools(config.database_connections).await?;
    let pool = &pools.projectors;
    let clock = Clock::starting_at(config.clock);
    let drain = config.drain;
    let node = Node::join(&pools.health, Role::Serve).await?;
    // Before members are served or get mail: a restored backup may hold members who were erased after it was made.
    erase::reapply(&config, pool, &clock).await?;
    let draining = watch::Sender::new(false);
    let mut health = Health {
        postgres: database.own_condition(),
        archiving: database.own_archiving(),
        draining: Some(draining.subscribe()),
        node: Some(node.id()),
        nodes: Some(node.kinds_of_others()),
        ..Health::default()
    };
    let (stopping, stop) = watch::channel(false);
    let mut background = Supervisor::new(stop, health.tasks.clone());
    health.disk = database.own_disk().map(|disk| tasks::watch_disk(disk, &mut background));
    let recording = Recording::start_as_configured(&config, &clock)
        .context("no thread for the record of what is acknowledged")?;
    health.acknowledged = recording.as_ref().map(Recording::stats);
    let recorder = recording.as_ref().map(Recording::listener);
    let FollowedWriter { handle: writer, task: writing, local: local_writer } =
        writer::start_followed(&pools.writer, &clock, recorder);
    let progress = if with_projectors {
        tasks::project(pool, Some(&local_writer), &mut background)
    } else {
        tasks::follow(pool, &mut background)
    };
    tasks::remove_expired(pool, &clock, &mut background);
    fairway_members::tasks::start(&config.data_dir, pool, &clock, &mut background);
    fairway_content::tasks::start(pool, &clock, &mut background);
    let delivery = MailDelivery::new(Outbox::new(clock.clone()));
    if with_projectors {
        tasks::project_for_analysts(pool, &clock, &mut background);
        tasks::seal(pool, &mut background);
        tasks::sample_lags(pool, &mut background);
        fairway_operator_tasks::start(pool, database.owner(), &clock, &mut background);
        let settings = config.notifications()?;
        fairway_notifications::tasks::mail(
            &settings,
            pool,
            &clock,
            &delivery,
            Some(local_writer),
            &mut background,
        )?;
        fairway_notifications::tasks::push(&settings, pool, &clock, &health.push, &mut background)?;
    }
    let address = listener.local_addr()?;
    let app = App::new(Components {
        config,
        clock,
        pool: pools.requests.clone(),
        health_pool: pools.health.clone(),
        progress,
        writer,
        delivery,
        health: health.clone(),
    })?;
    log_start(&app, address).await;
    let (paused, pause) = watch::channel(false);
    let mut tasks_with_writer = Supervisor::new(pause, health.tasks);
    fairway_payments::tasks::start(&app.payments, &mut tasks_with_writer);
    #[cfg(feature = "sandbox")]
    if app.config.payments == fairway_payments::Choice::Sandbox {
        fairway_sandbox::tasks::start(&app.sandbox, &mut tasks_with_writer);
    }
    fairway_rounds::tasks::offer_places(&app.rounds, &mut tasks_with_writer);
    tasks::announce_node(&node, tasks::status_of(&app), &mut tasks_with_writer);
    fairway_rounds::tasks::notify_screens(&app.rounds, &mut background);
    tasks::record_refusals(&app.common.refusals, pool, &mut background);
    let ended = watch::Sender::new(false);
    let serve = |listener, router| {
        let mut ended = ended.subscribe();
        let shutdown = async move { drop(ended.wait_for(|ended| *ended).await) };
        tokio::spawn(server::serve(listener, router, app.connections.clone(), shutdown, DRAIN))
    };
    let serving_operators = for_operators.map(|listener| serve(listener, operator_router(&app)));
    let mut serving = serve(listener, router(&app));

    let reason = tokio::select! {
        stop = asked_to_stop() => stop,
        () = until_ended(&app.common.writer) => Stop::WriterEnded,
        task = background.gave_up() => Stop::TaskGivenUp(task),
        task = tasks_with_writer.gave_up() => Stop::TaskGivenUp(task),
        _ = &mut serving => Stop::ServerEnded,
    };
    exit_after(drain + if database.is_own() { END + END_OF_POSTGRES } else { END });
    tracing::info!(%reason, "stopping");
    if reason == Stop::Asked(SIGTERM) {
        stop::drain(drain, &draining, until_ended(&app.common.writer)).await;
    }
    ended.send_replace(true);
    app.rounds.live.close();
    app.rounds.club_days.close();
    if reason != Stop::ServerEnded && (&mut serving).await.is_err() {
        tracing::error!("the HTTP server panicked");
    }
    if let Some(serving) = serving_operators
        && serving.await.is_err()
    {
        tracing::error!("the operators' HTTP server panicked");
    }
    // These tasks hold handles of the writer.
    paused.send_replace(true);
    tasks_with_writer.finish(TASKS).await;
    // The app holds the last handles of the writer; when they are dropped, the writer commits what it has and ends.
    drop(app);
    if tokio::time::timeout(FLUSH, writing.finished()).await.is_err() {
        tracing::error!("the writer did not finish; unanswered commands may or may not be stored");
    }
    let recorded = tokio::task::spawn_blocking(move || {
        if let Some(recording) = recording {
            recording.finish(RECORD);
        }
    });
    // The task logs its own failure.
    let _ = tokio::join!(recorded, node.leave());
    stopping.send_replace(true);
    background.finish(TASKS).await;
    close(&pools).await;
    reason.into_result()
}

async fn log_start(app: &App, address: std::net::SocketAddr) {
    tracing::info!(%address, public_url = app.config.public_url, today = %app.common.clock.today(),
        connections = app.connections.all, "Fairway is ready");
    if !web::is_built() {
        tracing::warn!("the web app is not built: only the API is served");
    }
    match members::any(&app.common.pool).await {
        Ok(true) => {}
        Ok(false) => tracing::warn!("there are no members yet: load a data set with `fairway import DIR`"),
        Err(error) => tracing::error!(%error, "the members cannot be read"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn containers_are_given_the_time_that_the_end_takes() {
        let compose = include_str!("../../../docker-compose.yml");
        let anchor = compose.split("x-fairway:").nth(1).expect("what the program's services share");
        let grace = anchor.split("stop_grace_period: ").nth(1).and_then(|rest| rest.split('s').next());
        let grace: u64 = grace.and_then(|text| text.parse().ok()).expect("seconds");
        let production = crate::config::DRAIN_IN_PRODUCTION;
        assert!(Duration::from_secs(grace) > END + Duration::from_secs(production.into()));
    }
}
