//! The background tasks of `fairway serve` and `fairway project`: each under the supervisor, each restarted from the
//! database when it ended too early.

mod disk;
mod housekeeping;

use std::sync::Arc;

use fairway_audit::seal::Sealer;
use fairway_command::WriterHandle;
use fairway_events::Position;
use fairway_postgres::disk::{Disk, Room};
use fairway_query::{Follower, Progress, ProgressSender, Projection, Projector, ProjectorOptions};
use sqlx::PgPool;
use tokio::sync::watch;

use super::supervisor::Supervisor;
use crate::app::App;
use crate::clock::Clock;
use crate::config::{Config, Payments};
use crate::rounds::links::Links;
use crate::services::live::LiveNotifier;
use crate::services::mail::Outbox;
use crate::services::mail::bookings::BookingMails;
use crate::services::mail::sender::{Sender, SenderError};
use crate::services::nodes::Node;
use crate::services::payments::reconciliation;
use crate::services::sandbox;

/// Starts the projectors of what members see. `writer` wakes them, where it is in this process.
pub fn project(pool: &PgPool, writer: Option<&WriterHandle>, tasks: &mut Supervisor) -> Progress {
    let positions = writer.map(WriterHandle::positions);
    let (sender, pool) = (ProgressSender::default(), pool.clone());
    let progress = sender.progress();
    tasks.start("projector", move |stopped| {
        Projector::with_sender(pool.clone(), ProjectorOptions::default(), sender.clone())
            .run(positions.clone(), stopped)
    });
    progress
}

/// Follows how far projectors elsewhere are.
pub fn follow(pool: &PgPool, tasks: &mut Supervisor) -> Progress {
    let (sender, pool) = (ProgressSender::default(), pool.clone());
    let progress = sender.progress();
    tasks.start("follower", move |stopped| Follower::new(pool.clone(), sender.clone()).run(stopped));
    progress
}

/// Starts what is kept for analysts. Nobody waits for it, so that it has a checkpoint, a rhythm and a task of its own.
pub(crate) fn count(pool: &PgPool, tasks: &mut Supervisor) {
    let pool = pool.clone();
    let options =
        ProjectorOptions { projections: Projection::background().collect(), ..ProjectorOptions::default() };
    tasks.start("analytics", move |stopped| {
        Projector::new(pool.clone(), options.clone()).run_polling(stopped)
    });
}

/// Starts sealing the journal, at leisure too.
pub(crate) fn seal(pool: &PgPool, tasks: &mut Supervisor) {
    let pool = pool.clone();
    tasks.start("seal", move |stopped| Sealer::new(pool.clone()).run(stopped));
}

/// Starts watching the disk of the own PostgreSQL.
pub(crate) fn watch_disk(disk: Disk, tasks: &mut Supervisor) -> watch::Receiver<Room> {
    let (room_sender, room) = watch::channel(Room::default());
    tasks.start("disk", move |stopped| disk::run(disk.clone(), room_sender.clone(), stopped));
    room
}

/// Starts removing what has served its time.
pub(crate) fn keep_house(pool: &PgPool, clock: &Clock, tasks: &mut Supervisor) {
    let (pool, clock) = (pool.clone(), clock.clone());
    tasks.start("housekeeping", move |stopped| housekeeping::run(pool.clone(), clock.clone(), stopped));
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
    tasks: &mut Supervisor,
) -> Result<(), SenderError> {
    let sender = Sender::new(config, pool.clone(), clock.clone(), outbox.clone())?;
    let links = Links::new(config)?;
    let (pool, clock, outbox) = (pool.clone(), clock.clone(), outbox.clone());
    tasks.start("mails", move |stopped| {
        BookingMails::new(pool.clone(), clock.clone(), outbox.clone(), links.clone())
            .run(writer.clone(), stopped)
    });
    tasks.start("sender", move |stopped| sender.clone().run(stopped));
    Ok(())
}

/// Keeps orders in step with the payment provider, and has the sandbox deliver its changes where it is the provider.
pub(crate) fn take_payments(app: &Arc<App>, tasks: &mut Supervisor) {
    let asking = Arc::clone(app);
    tasks.start("payments", move |stopped| reconciliation::run(Arc::clone(&asking), stopped));
    if app.config.payments == Payments::Sandbox {
        let telling = Arc::clone(app);
        tasks.start("sandbox", move |stopped| sandbox::webhooks::run(Arc::clone(&telling), stopped));
    }
}

/// Starts saying that this process is there, and having its writer hold back what others cannot read. It holds the writer.
pub(crate) fn take_part(node: &Node, writer: Option<&WriterHandle>, tasks: &mut Supervisor) {
    let (node, writer) = (node.clone(), writer.cloned());
    // At once: the task's first turn may come after the first request.
    if let Some(writer) = &writer {
        node.hold_back(writer);
    }
    tasks.start("nodes", move |stopped| node.clone().stay(writer.clone(), stopped));
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
