//! Notifies open screens that one of their rounds changed, or that its day is fuller or less full, and clubs that one of
//! their days changed. One task per process follows the journal, no further than the read models, so that a screen that
//! fetches after a notification finds the change.

mod audience;
mod club_days;
mod hub;

use std::sync::Arc;
use std::time::Duration;

use fairway_clock::clock::Clock;
use fairway_events::{ClubUserId, Journal, MemberId, Position, RecordedEvent};
use fairway_query::{Progress, Reads};
use fairway_store::clubs::{self, ClubCache};

pub(crate) use self::audience::{Change, changes};
pub use self::club_days::ClubDayChange;
pub use self::hub::{Live, LiveConnection, OpenConnection};

use fairway_text::error_chain::Chain;

/// The open screens of members.
pub(crate) type LiveRounds = Live<MemberId, Change>;
/// The open screens of clubs.
pub type LiveClubDays = Live<ClubUserId, ClubDayChange>;

/// Events per query.
const BATCH: i64 = 500;
/// The pause after a failure of the database.
const RETRY_PAUSE: Duration = Duration::from_secs(1);

/// Notifies open screens of changes.
#[derive(Debug)]
pub(crate) struct LiveNotifier {
    /// The open screens of members.
    pub live: LiveRounds,
    /// The open screens of clubs.
    pub club_days: LiveClubDays,
    /// The source of changes.
    pub journal: Journal,
    /// The players of each booking.
    pub reads: Reads,
    /// The position of the read models.
    pub progress: Progress,
    /// How many places a day has.
    pub clubs: Arc<ClubCache>,
    /// When held places count no more.
    pub clock: Clock,
}

impl LiveNotifier {
    /// Runs until `shutdown` completes.
    pub(crate) async fn run(self, shutdown: impl Future<Output = ()>) {
        tokio::select! {
            () = shutdown => {}
            () = self.notify() => {}
        }
    }

    async fn notify(&self) {
        let mut notified = self.progress.reached();
        loop {
            let reached = self.progress.changed_from(notified).await;
            match self.notify_up_to(notified, reached).await {
                Ok(position) => notified = position,
                Err(error) => {
                    tracing::warn!(error = %Chain(&error), "live connections get no changes; trying again");
                    tokio::time::sleep(RETRY_PAUSE).await;
                }
            }
        }
    }

    /// Notifies of events after `notified`; returns the position up to which it did. Without listeners, everything
    /// is skipped.
    async fn notify_up_to(
        &self,
        notified: Position,
        reached: Position,
    ) -> Result<Position, fairway_query::ReadError> {
        // At the start of a process the read models jump to their position: these are no changes.
        if notified == 0 || !(self.live.has_listeners() || self.club_days.has_listeners()) {
            return Ok(reached);
        }
        let Some((last, events)) = readable(&self.journal, notified, reached, BATCH).await? else {
            return Ok(reached);
        };
        if self.live.has_listeners() {
            let version = clubs::version(self.journal.pool()).await?;
            let clubs = self.clubs.at(self.journal.pool(), version).await?;
            for change in changes(&self.reads, &clubs, self.clock.now(), &events).await? {
                self.live.notify(change);
            }
        }
        if self.club_days.has_listeners() {
            for change in club_days::changes(&self.reads, last, &events).await? {
                self.club_days.notify(change);
            }
        }
        Ok(last)
    }
}

/// Up to `limit` events after `after` and not after `reached`, and the position of the last one; `None` if there are
/// none. An event that this version cannot read is left out, the others are returned.
pub(crate) async fn readable(
    journal: &Journal,
    after: Position,
    reached: Position,
    limit: i64,
) -> Result<Option<(Position, Vec<RecordedEvent>)>, fairway_store::Error> {
    let mut connection = journal.pool().acquire().await?;
    let mut entries = Journal::entries_after(&mut connection, after, limit).await?;
    entries.retain(|entry| entry.position <= reached);
    let last = entries.last().map(|entry| entry.position);
    Ok(last.map(|last| (last, entries.into_iter().filter_map(|entry| entry.event.ok()).collect())))
}
