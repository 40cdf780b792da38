//! The background tasks of `fairway serve` and `fairway project`: each is supervised, and continues from the database
//! after a restart.

mod disk;
mod housekeeping;
mod lags;

use std::sync::Arc;

use fairway_audit::seal::Sealer;
use fairway_events::connections::Sessions;
use fairway_postgres::disk::{Disk, Room};
use fairway_query::{Follower, Progress, ProgressSender, Projection, Projector, ProjectorOptions, Reads};
use sqlx::PgPool;
use tokio::sync::watch;

use super::supervisor::Supervisor;
use crate::app::App;
use crate::clock::Clock;
use crate::config::Config;
use crate::content::due;
use crate::services::erasure::ledger::Ledger;
use crate::services::erasure::ledger_copy;
use crate::services::figures;
use crate::services::live::LiveNotifier;
use crate::services::mail::answers::MailAnswers;
use crate::services::mail::bookings::BookingMails;
use crate::services::mail::bookings::reminders::Reminders;
use crate::services::mail::seal::SealMails;
use crate::services::mail::sender::{Sender, SenderError};
use crate::services::mail::sending::Sending;
use crate::services::node_status::StatusSource;
use crate::services::nodes::Node;
use crate::services::operator_tasks::TaskRunner;
use crate::services::payments::{Choice, reconciliation};
use crate::services::push::PushCounts;
use crate::services::push::sender::{PushSender, PushSenderError};
use crate::services::sandbox;
use crate::services::waiting_lists;
use crate::services::writer::LocalWriter;
use crate::state::notifications;
use fairway_tasks::repeat::repeat;

/// Starts the projectors of the members' read models. `writer` wakes them if it is in this process.
pub fn project(pool: &PgPool, writer: Option<&LocalWriter>, tasks: &mut Supervisor) -> Progress {
    let positions = writer.map(|writer| writer.positions.clone());
    let recent = writer.map(|writer| Arc::clone(&writer.recent)).unwrap_or_default();
    let options = ProjectorOptions { recent, ..ProjectorOptions::default() };
    let (sender, pool) = (ProgressSender::default(), pool.clone());
    let progress = sender.progress();
    tasks.start("projector", move |stopped| {
        Projector::with_sender(pool.clone(), options.clone(), sender.clone()).run(positions.clone(), stopped)
    });
    progress
}

/// Follows the positions of projectors in other processes.
pub fn follow(pool: &PgPool, tasks: &mut Supervisor) -> Progress {
    let (sender, pool) = (ProgressSender::default(), pool.clone());
    let progress = sender.progress();
    tasks.start("follower", move |stopped| Follower::new(pool.clone(), sender.clone()).run(stopped));
    progress
}

/// Starts the projections for analysts, and publishing their figures. No request waits for either, so the projections
/// have a checkpoint and a task of their own.
pub(crate) fn project_for_analysts(pool: &PgPool, clock: &Clock, tasks: &mut Supervisor) {
    tasks.start("figures", {
        let (pool, clock) = (pool.clone(), clock.clone());
        move |stopped| figures::run(pool.clone(), clock.clone(), stopped)
    });
    let pool = pool.clone();
    let options =
        ProjectorOptions { projections: Projection::background().collect(), ..ProjectorOptions::default() };
    tasks.start("analytics", move |stopped| {
        Projector::new(pool.clone(), options.clone()).run_polling(stopped)
    });
}

/// Starts sealing the journal, which is not urgent either.
pub(crate) fn seal(pool: &PgPool, tasks: &mut Supervisor) {
    let pool = pool.clone();
    tasks.start("seal", move |stopped| Sealer::new(pool.clone()).run(stopped));
}

/// Starts carrying out what operators start at a screen, with the sessions of the tables' owner.
pub(crate) fn work_for_operators(pool: &PgPool, owner: Sessions, clock: &Clock, tasks: &mut Supervisor) {
    let (pool, clock) = (pool.clone(), clock.clone());
    tasks.start("operators", move |stopped| {
        TaskRunner::new(pool.clone(), owner.clone(), clock.clone()).run(stopped)
    });
}

/// Starts sampling how far the projections are behind.
pub(crate) fn sample_lags(pool: &PgPool, tasks: &mut Supervisor) {
    let pool = pool.clone();
    tasks.start("lags", move |stopped| lags::run(pool.clone(), stopped));
}

/// Starts watching the disk of the own PostgreSQL.
pub(crate) fn watch_disk(disk: Disk, tasks: &mut Supervisor) -> watch::Receiver<Room> {
    let (room_sender, room) = watch::channel(Room::default());
    tasks.start("disk", move |stopped| disk::run(disk.clone(), room_sender.clone(), stopped));
    room
}

/// Starts removing expired rows.
pub(crate) fn remove_expired(pool: &PgPool, clock: &Clock, tasks: &mut Supervisor) {
    let (pool, clock) = (pool.clone(), clock.clone());
    tasks.start("housekeeping", move |stopped| housekeeping::run(pool.clone(), clock.clone(), stopped));
}

/// Starts copying erasures of other nodes into this node's ledger.
pub(crate) fn copy_erasures(config: &Config, pool: &PgPool, clock: &Clock, tasks: &mut Supervisor) {
    let (ledger, pool, clock) = (Ledger::of(&config.data_dir), pool.clone(), clock.clone());
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

/// Starts publishing content at its time. Every node may: each time is carried out once.
pub fn publish_content(pool: &PgPool, clock: &Clock, tasks: &mut Supervisor) {
    let (pool, clock) = (pool.clone(), clock.clone());
    tasks.start("content", move |stopped| {
        due::run(pool.clone(), Reads::new(pool.clone()), clock.clone(), stopped)
    });
}

/// Starts queueing mails about rounds and sending what is in the outbox.
///
/// # Errors
/// When the mail configuration is unusable.
pub fn mail(
    settings: &notifications::Settings,
    pool: &PgPool,
    clock: &Clock,
    sending: &Sending,
    writer: Option<LocalWriter>,
    tasks: &mut Supervisor,
) -> Result<(), SenderError> {
    let sender = Sender::new(settings, pool.clone(), clock.clone(), sending.clone())?;
    let links = settings.links.clone();
    let seal_mails = SealMails::new(settings, pool.clone(), clock.clone(), sending.outbox.clone());
    let (pool, clock, sending) = (pool.clone(), clock.clone(), sending.clone());
    let recent = writer.as_ref().map(|writer| Arc::clone(&writer.recent)).unwrap_or_default();
    let positions = writer.map(|writer| writer.positions);
    tasks.start("reminders", {
        let (pool, clock, outbox) = (pool.clone(), clock.clone(), sending.outbox.clone());
        move |stopped| Reminders::new(pool.clone(), clock.clone(), outbox.clone()).run(stopped)
    });
    tasks.start("mails", move |stopped| {
        BookingMails::new(pool.clone(), clock.clone(), sending.clone(), links.clone())
            .with_recent(Arc::clone(&recent))
            .run(positions.clone(), stopped)
    });
    tasks.start("sender", move |stopped| sender.clone().run(stopped));
    if let Some(seal) = seal_mails {
        tasks.start("seal mails", move |stopped| seal.clone().run(stopped));
    }
    Ok(())
}

/// Starts sending news to devices.
///
/// # Errors
/// When there is no client for push services.
pub fn push(
    settings: &notifications::Settings,
    pool: &PgPool,
    clock: &Clock,
    counts: &PushCounts,
    tasks: &mut Supervisor,
) -> Result<(), PushSenderError> {
    let sender = PushSender::new(settings, pool.clone(), clock.clone(), counts.clone())?;
    tasks.start("push", move |stopped| sender.clone().run(stopped));
    Ok(())
}

/// Starts recording what rules refuse to members. The task holds the queue, not the app.
pub fn record_refusals(app: &App, pool: &PgPool, tasks: &mut Supervisor) {
    let (queue, pool) = (app.refusals.clone(), pool.clone());
    tasks.start("refusals", move |stopped| queue.clone().write_until(pool.clone(), stopped));
}

/// Starts the reconciliation of orders with the payment provider, and the sandbox's webhooks if it is the provider.
pub(crate) fn reconcile_payments(app: &App, tasks: &mut Supervisor) {
    let payments_app = app.clone();
    tasks.start("payments", move |stopped| reconciliation::run(payments_app.clone(), stopped));
    if app.config.payments == Choice::Sandbox {
        let webhooks_app = app.clone();
        tasks.start("sandbox", move |stopped| sandbox::webhooks::run(webhooks_app.clone(), stopped));
    }
}

/// Starts offering places that came free to groups that wait. Every node may: what one offered is nothing to do for the
/// next.
pub fn offer_places(app: &App, tasks: &mut Supervisor) {
    let app = app.clone();
    tasks.start("waiting lists", move |stopped| waiting_lists::run(app.clone(), stopped));
}

/// Where a process that serves finds its status.
#[must_use]
pub fn status_of(app: &App, mail: &MailAnswers) -> StatusSource {
    StatusSource::projecting(app.clock.now(), mail.clone(), app.monitoring.health.tasks.clone()).serving(
        app.writer.clone(),
        app.provider.clone(),
        app.refusals.clone(),
    )
}

/// Starts announcing this process as a node with its status, and makes its writer hold back what others cannot read.
/// The task owns a handle of the writer.
pub fn announce_node(node: &Node, source: StatusSource, tasks: &mut Supervisor) {
    let node = node.clone();
    // At once: the task may first run after the first request.
    if let Some(writer) = source.writer() {
        node.hold_back(writer);
    }
    tasks.start("nodes", move |stopped| node.clone().announce_until_stopped(source.clone(), stopped));
}

/// Starts notifying open screens.
pub fn notify_screens(app: &App, tasks: &mut Supervisor) {
    let (live, journal) = (app.live.clone(), app.journal.clone());
    let (reads, progress) = (app.reads.clone(), app.progress.clone());
    tasks.start("live", move |stopped| {
        let (live, journal) = (live.clone(), journal.clone());
        LiveNotifier { live, journal, reads: reads.clone(), progress: progress.clone() }.run(stopped)
    });
}
