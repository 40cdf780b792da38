//! Watching the disk of the own PostgreSQL, so that members are refused in words before the server meets its end.

use std::time::Duration;

use fairway_postgres::disk::{Disk, Room};
use tokio::sync::watch;

/// How often: a disk does not lose the room that is kept free on it faster than this.
const PAUSE: Duration = Duration::from_secs(1);

/// Watches until `shutdown` completes.
pub(super) async fn run(disk: Disk, room_sender: watch::Sender<Room>, shutdown: impl Future<Output = ()>) {
    tokio::select! {
        () = shutdown => {}
        () = watch(disk, room_sender) => {}
    }
}

async fn watch(disk: Disk, room_sender: watch::Sender<Room>) {
    loop {
        let (looked, before) = (disk.clone(), *room_sender.borrow());
        // A disk in trouble takes its time: not the runtime's.
        match tokio::task::spawn_blocking(move || looked.check(before)).await {
            Ok(Ok(room)) => report(&room_sender, room),
            Ok(Err(error)) => tracing::warn!(%error, "the disk of the data folder cannot be looked at"),
            // It panicked, which is in the log; the next look may succeed.
            Err(_) => {}
        }
        tokio::time::sleep(PAUSE).await;
    }
}

fn report(room_sender: &watch::Sender<Room>, room: Room) {
    let before = room_sender.send_replace(room);
    match room.problem() {
        Some(trouble) if !before.is_short => tracing::error!("{trouble}"),
        None if before.is_short => tracing::info!("there is room on the disk again"),
        Some(_) | None => {}
    }
}
