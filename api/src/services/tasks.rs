//! The background tasks of `fairway serve` and `fairway project`: each is supervised, and continues from the database
//! after a restart.

mod disk;
mod housekeeping;
mod lags;

use std::sync::Arc;

use fairway_audit::seal::Sealer;
use fairway_clock::clock::Clock;
use fairway_command::LocalWriter;
use fairway_endpoint::refusal_queue::RefusalQueue;
use fairway_postgres::disk::{Disk, Room};
use fairway_query::{Follower, Progress, ProgressSender, Projection, Projector, ProjectorOptions};
use fairway_store::PgPool;
use fairway_tasks::supervisor::Supervisor;
use tokio::sync::watch;

use super::figures;
use super::node_status::StatusSource;
use super::nodes::Node;
use crate::app::App;

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

/// Starts recording what rules refuse to members. The task holds no handle of the writer.
pub fn record_refusals(queue: &RefusalQueue, pool: &PgPool, tasks: &mut Supervisor) {
    let (queue, pool) = (queue.clone(), pool.clone());
    tasks.start("refusals", move |stopped| queue.clone().write_until(pool.clone(), stopped));
}

/// Where a process that serves finds its status.
#[must_use]
pub fn status_of(app: &App) -> StatusSource {
    let (mail, tasks) = (app.operators.delivery.answers().clone(), app.monitoring.health.tasks.clone());
    StatusSource::projecting(app.common.clock.now(), mail, tasks).serving(
        app.common.writer.clone(),
        app.payments.provider.clone(),
        app.common.refusals.clone(),
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
