//! `fairway serve` and `fairway project`: starting everything in order, and ending it in the reverse one.

mod housekeeping;
mod stop;

use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use fairway_command::{WriterHandle, WriterOptions, WriterTask, start_writer};
use fairway_events::{Journal, Position};
use fairway_query::seal::Sealer;
use fairway_query::{Progress, Projection, Projector, ProjectorOptions};
use sqlx::PgPool;
use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio::task::JoinHandle;

use crate::app::{App, Parts};
use crate::clock::Clock;
use crate::config::{Config, Payments};
use crate::database::{Database, Purpose};
use crate::erasure;
use crate::health::Health;
use crate::http::{router::router, server, web};
use crate::links::Links;
use crate::live::Teller;
use crate::mail::Outbox;
use crate::mail::bookings::BookingMails;
use crate::mail::sender::{Sender, SenderError};
use crate::payments::reconciliation;
use crate::sandbox;
use crate::store::members;
use stop::asked_to_stop;

/// How long running requests may take to finish at the end.
const DRAIN: Duration = Duration::from_secs(15);
/// How long the last commands may take to be committed.
const FLUSH: Duration = Duration::from_secs(15);

/// Serves the API, the web app and, unless told otherwise, the projectors.
///
/// # Errors
/// When something does not start.
pub async fn serve(config: Config, with_projectors: bool) -> anyhow::Result<()> {
    // First: an address that is taken should not cost a start of Postgres.
    let listener = TcpListener::bind(config.listen)
        .await
        .with_context(|| format!("cannot listen on {}", config.listen))?;
    let database = Database::open(&config, Purpose::Serve).await?;
    let outcome = run(config, with_projectors, listener, &database).await;
    database.close().await?;
    outcome
}

async fn run(
    config: Config,
    with_projectors: bool,
    listener: TcpListener,
    database: &Database,
) -> anyhow::Result<()> {
    let pool = database.pool(config.database_connections).await?;
    let clock = Clock::starting_at(config.clock);
    // Before anybody is served or written to: a restored backup may hold people who were erased after it was made.
    erasure::reapply(&config, &pool, &clock).await?;
    let (stopping, stop) = watch::channel(false);
    let (writer, writing) = write(&pool, &clock);
    let (progress, projecting) =
        if with_projectors { project_beside(&pool, &writer, &stop) } else { follow(&pool, &stop) };
    let counting = with_projectors.then(|| count(&pool, &stop));
    let sealing = with_projectors.then(|| seal(&pool, &stop));
    let keeping = tokio::spawn(housekeeping::run(pool.clone(), clock.clone(), stopped(stop.clone())));
    let outbox = Outbox::new(clock.clone());
    let health = Health { postgres: database.own_condition() };
    let mailing = with_projectors
        .then(|| mail(&config, &pool, &clock, &outbox, Some(writer.positions()), &stop))
        .transpose()?;
    let address = listener.local_addr()?;
    let app = App::new(Parts { config, clock, pool: pool.clone(), progress, writer, outbox, health })?;
    greet(&app, address).await;
    let (paused, pause) = watch::channel(false);
    let paying = take_payments(&app, &pause);

    let (ended, wait) = tokio::sync::oneshot::channel();
    let telling = tell(&app, &stop);
    let serving = tokio::spawn(server::serve(listener, router(&app), async { drop(wait.await) }, DRAIN));
    let reason = asked_to_stop().await;
    tracing::info!(%reason, "stopping");
    let _ = ended.send(());
    app.live.close();
    serving.await.context("the HTTP server panicked")?;
    // They hold the app.
    paused.send_replace(true);
    for task in paying {
        task.await.context("the payments' task panicked")?;
    }
    // The last handle of the writer goes with the app; then it commits what it has and ends.
    drop(app);
    if tokio::time::timeout(FLUSH, writing.finished()).await.is_err() {
        tracing::error!("the writer did not finish; unanswered commands may or may not be stored");
    }
    stopping.send_replace(true);
    let tasks = [projecting, keeping, telling].into_iter().chain(counting).chain(sealing);
    for task in tasks.chain(mailing.into_iter().flatten()) {
        task.await.context("a background task panicked")?;
    }
    pool.close().await;
    Ok(())
}

/// Runs the projectors alone. A second one waits on the lock of the checkpoints as a hot standby.
///
/// # Errors
/// When the database cannot be reached at the start.
pub async fn project(config: Config) -> anyhow::Result<()> {
    let database = Database::open(&config, Purpose::Command).await?;
    let outcome = async {
        let pool = database.pool(config.database_connections).await?;
        let (stopping, stop) = watch::channel(false);
        let projector = Projector::new(pool.clone(), ProjectorOptions::default());
        let clock = Clock::starting_at(config.clock);
        erasure::reapply(&config, &pool, &clock).await?;
        let projecting = tokio::spawn(projector.run(None, stopped(stop.clone())));
        let (counting, sealing) = (count(&pool, &stop), seal(&pool, &stop));
        let mailing = mail(&config, &pool, &clock, &Outbox::new(clock.clone()), None, &stop)?;
        tracing::info!("projecting");
        let reason = asked_to_stop().await;
        tracing::info!(%reason, "stopping");
        stopping.send_replace(true);
        for task in [projecting, counting, sealing].into_iter().chain(mailing) {
            task.await.context("a background task panicked")?;
        }
        pool.close().await;
        anyhow::Ok(())
    }
    .await;
    database.close().await?;
    outcome
}

/// Starts the writer.
#[must_use]
pub fn write(pool: &PgPool, clock: &Clock) -> (WriterHandle, WriterTask) {
    let clock = clock.clone();
    start_writer(Journal::new(pool.clone()), Arc::new(move || clock.now()), WriterOptions::default())
}

/// Starts projectors in this process.
#[must_use]
pub fn project_beside(
    pool: &PgPool,
    writer: &WriterHandle,
    stop: &watch::Receiver<bool>,
) -> (Progress, JoinHandle<()>) {
    let projector = Projector::new(pool.clone(), ProjectorOptions::default());
    let progress = projector.progress();
    (progress, tokio::spawn(projector.run(Some(writer.positions()), stopped(stop.clone()))))
}

/// Starts what is kept for analysts. Nobody waits for it, so that it has a checkpoint, a rhythm and a task of its own.
fn count(pool: &PgPool, stop: &watch::Receiver<bool>) -> JoinHandle<()> {
    let options =
        ProjectorOptions { projections: vec![Projection::Analytics], ..ProjectorOptions::default() };
    tokio::spawn(Projector::new(pool.clone(), options).run_at_leisure(stopped(stop.clone())))
}

/// Starts sealing the journal, at leisure too.
fn seal(pool: &PgPool, stop: &watch::Receiver<bool>) -> JoinHandle<()> {
    tokio::spawn(Sealer::new(pool.clone()).run(stopped(stop.clone())))
}

/// Starts queueing mails about rounds and sending what is in the outbox.
///
/// # Errors
/// When mail is not configured in a way that can work.
pub fn mail(
    config: &Config,
    pool: &PgPool,
    clock: &Clock,
    outbox: &Outbox,
    writer: Option<watch::Receiver<Position>>,
    stop: &watch::Receiver<bool>,
) -> Result<[JoinHandle<()>; 2], SenderError> {
    let sender = Sender::new(config, pool.clone(), clock.clone(), outbox.clone())?;
    let bookings = BookingMails::new(pool.clone(), clock.clone(), outbox.clone(), Links::new(config)?);
    Ok([
        tokio::spawn(bookings.run(writer, stopped(stop.clone()))),
        tokio::spawn(sender.run(stopped(stop.clone()))),
    ])
}

/// Keeps orders in step with the payment provider, and lets the sandbox tell its changes where it is the provider.
#[must_use]
pub fn take_payments(app: &Arc<App>, stop: &watch::Receiver<bool>) -> Vec<JoinHandle<()>> {
    let mut tasks = vec![tokio::spawn(reconciliation::run(Arc::clone(app), stopped(stop.clone())))];
    if app.config.payments == Payments::Sandbox {
        tasks.push(tokio::spawn(sandbox::webhooks::run(Arc::clone(app), stopped(stop.clone()))));
    }
    tasks
}

/// Starts telling open screens what happens.
#[must_use]
pub fn tell(app: &App, stop: &watch::Receiver<bool>) -> JoinHandle<()> {
    let teller = Teller {
        live: app.live.clone(),
        journal: app.journal.clone(),
        reads: app.reads.clone(),
        progress: app.progress.clone(),
    };
    tokio::spawn(teller.run(stopped(stop.clone())))
}

/// Hears how far projectors elsewhere are.
#[must_use]
pub fn follow(pool: &PgPool, stop: &watch::Receiver<bool>) -> (Progress, JoinHandle<()>) {
    let (progress, follower) = Progress::follow(pool.clone());
    (progress, tokio::spawn(follower.run(stopped(stop.clone()))))
}

/// Completes when the flag is raised or nobody can raise it any more.
async fn stopped(mut stop: watch::Receiver<bool>) {
    let _ = stop.wait_for(|stop| *stop).await;
}

async fn greet(app: &App, address: std::net::SocketAddr) {
    tracing::info!(%address, public_url = app.config.public_url, today = %app.clock.today(), "Fairway is ready");
    if !web::is_built() {
        tracing::warn!("the web app is not built: only the API is served");
    }
    match members::any(&app.pool).await {
        Ok(true) => {}
        Ok(false) => tracing::warn!("there are no members yet: load a data set with `fairway import DIR`"),
        Err(error) => tracing::error!(%error, "the members cannot be read"),
    }
}
