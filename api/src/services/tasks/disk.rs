//! Watching the disk of the own PostgreSQL, so that members are refused in words before the server meets its end.

use std::time::Duration;

use fairway_postgres::disk::{Disk, Room};
use tokio::sync::watch;

/// How often: a disk does not lose the room that is kept free on it faster than this.
const PAUSE: Duration = Duration::from_secs(1);

/// Watches until `shutdown` completes.
pub(super) async fn run(disk: Disk, told: watch::Sender<Room>, shutdown: impl Future<Output = ()>) {
    tokio::select! {
        () = shutdown => {}
        () = watch(disk, told) => {}
    }
}

async fn watch(disk: Disk, told: watch::Sender<Room>) {
    loop {
        let (looked, before) = (disk.clone(), *told.borrow());
        // A disk in trouble takes its time: not the runtime's.
        match tokio::task::spawn_blocking(move || looked.check(before)).await {
            Ok(Ok(room)) => tell(&told, room),
            Ok(Err(error)) => tracing::warn!(%error, "the disk of the data folder cannot be looked at"),
            // It panicked, which the log has told; the next look may fare better.
            Err(_) => {}
        }
        tokio::time::sleep(PAUSE).await;
    }
}

fn tell(told: &watch::Sender<Room>, room: Room) {
    let before = told.send_replace(room);
    match room.problem() {
        Some(trouble) if !before.is_short => tracing::error!("{trouble}"),
        None if before.is_short => tracing::info!("there is room on the disk again"),
        Some(_) | None => {}
    }
}
