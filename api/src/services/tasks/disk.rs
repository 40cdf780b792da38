//! Watches the disk of the own PostgreSQL, so that members are refused with a sentence before the server fails.

use std::time::Duration;

use fairway_postgres::disk::{Disk, Room};
use tokio::sync::watch;

/// How often: the reserved space is not used up faster than this.
const CHECK_INTERVAL: Duration = Duration::from_secs(1);

/// Watches until `shutdown` completes.
pub(super) async fn run(disk: Disk, room_sender: watch::Sender<Room>, shutdown: impl Future<Output = ()>) {
    tokio::select! {
        () = shutdown => {}
        () = watch(disk, room_sender) => {}
    }
}

async fn watch(disk: Disk, room_sender: watch::Sender<Room>) {
    loop {
        let (checked_disk, before) = (disk.clone(), *room_sender.borrow());
        // A failing disk responds slowly: not on the async threads.
        match tokio::task::spawn_blocking(move || checked_disk.check(before)).await {
            Ok(Ok(room)) => report(&room_sender, room),
            Ok(Err(error)) => {
                tracing::warn!(%error, "the free space of the data folder's disk cannot be read")
            }
            // It panicked, which is logged; the next check may succeed.
            Err(_) => {}
        }
        tokio::time::sleep(CHECK_INTERVAL).await;
    }
}

fn report(room_sender: &watch::Sender<Room>, room: Room) {
    let before = room_sender.send_replace(room);
    match room.problem() {
        Some(problem) if !before.is_short => tracing::error!("{problem}"),
        None if before.is_short => tracing::info!("the disk has enough free space again"),
        Some(_) | None => {}
    }
}
