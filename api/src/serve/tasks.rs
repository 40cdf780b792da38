//! The background tasks of `fairway serve` and `fairway project`: each under the supervisor, each made anew from the
//! database when it ended too early.

use std::sync::Arc;

use fairway_command::{AppendListener, WriterHandle, WriterOptions, WriterTask, start_writer};
use fairway_events::{Journal, Position};
use fairway_postgres::disk::{Disk, Room};
use fairway_query::seal::Sealer;
use fairway_query::{Follower, Progress, ProgressSender, Projection, Projector, ProjectorOptions};
use sqlx::PgPool;
use tokio::sync::watch;

use super::housekeeping;
use super::supervisor::Supervisor;
use crate::app::App;
use crate::clock::Clock;
use crate::config::{Config, Payments};
use crate::links::Links;
use crate::live::Teller;
use crate::mail::Outbox;
use crate::mail::bookings::BookingMails;
use crate::mail::sender::{Sender, SenderError};
use crate::nodes::Node;
use crate::payments::reconciliation;
use crate::sandbox;

/// Starts the writer, which looks after its own task.
#[must_use]
pub fn write(pool: &PgPool, clock: &Clock) -> (WriterHandle, WriterTask) {
    write_telling(pool, clock, None)
}

/// The same, and tells `listener` what it appends.
#[must_use]
pub fn write_telling(
    pool: &PgPool,
    clock: &Clock,
    listener: Option<Arc<dyn AppendListener>>,
) -> (WriterHandle, WriterTask) {
    let clock = clock.clone();
    let options = WriterOptions { listener, ..WriterOptions::default() };
    start_writer(Journal::new(pool.clone()), Arc::new(move || clock.now()), options)
}

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

/// Hears how far projectors elsewhere are.
pub fn follow(pool: &PgPool, tasks: &mut Supervisor) -> Progress {
    let (sender, pool) = (ProgressSender::default(), pool.clone());
    let progress = sender.progress();
    tasks.start("follower", move |stopped| Follower::new(pool.clone(), sender.clone()).run(stopped));
    progress
}

/// Starts what is kept for analysts. Nobody waits for it, so that it has a checkpoint, a rhythm and a task of its own.
pub(super) fn count(pool: &PgPool, tasks: &mut Supervisor) {
    let pool = pool.clone();
    let options =
        ProjectorOptions { projections: Projection::background().collect(), ..ProjectorOptions::default() };
    tasks.start("analytics", move |stopped| {
        Projector::new(pool.clone(), options.clone()).run_polling(stopped)
    });
}

/// Starts sealing the journal, at leisure too.
pub(super) fn seal(pool: &PgPool, tasks: &mut Supervisor) {
    let pool = pool.clone();
    tasks.start("seal", move |stopped| Sealer::new(pool.clone()).run(stopped));
}

/// Starts watching the disk of the own PostgreSQL.
pub(super) fn watch_disk(disk: Disk, tasks: &mut Supervisor) -> watch::Receiver<Room> {
    let (told, room) = watch::channel(Room::default());
    tasks.start("disk", move |stopped| super::disk::run(disk.clone(), told.clone(), stopped));
    room
}

/// Starts removing what has served its time.
pub(super) fn keep_house(pool: &PgPool, clock: &Clock, tasks: &mut Supervisor) {
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

/// Keeps orders in step with the payment provider, and lets the sandbox tell its changes where it is the provider.
pub(super) fn take_payments(app: &Arc<App>, tasks: &mut Supervisor) {
    let asking = Arc::clone(app);
    tasks.start("payments", move |stopped| reconciliation::run(Arc::clone(&asking), stopped));
    if app.config.payments == Payments::Sandbox {
        let telling = Arc::clone(app);
        tasks.start("sandbox", move |stopped| sandbox::webhooks::run(Arc::clone(&telling), stopped));
    }
}

/// Starts saying that this process is there, and having its writer hold back what others cannot read. It holds the writer.
pub(super) fn take_part(node: &Node, writer: Option<&WriterHandle>, tasks: &mut Supervisor) {
    let (node, writer) = (node.clone(), writer.cloned());
    // At once: the task's first turn may come after the first request.
    if let Some(writer) = &writer {
        node.hold_back(writer);
    }
    tasks.start("nodes", move |stopped| node.clone().stay(writer.clone(), stopped));
}

/// Starts telling open screens what happens.
pub fn tell(app: &App, tasks: &mut Supervisor) {
    let (live, journal) = (app.live.clone(), app.journal.clone());
    let (reads, progress) = (app.reads.clone(), app.progress.clone());
    tasks.start("live", move |stopped| {
        let (live, journal) = (live.clone(), journal.clone());
        Teller { live, journal, reads: reads.clone(), progress: progress.clone() }.run(stopped)
    });
}
