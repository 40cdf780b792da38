//! The projector as a task: when it works, when it waits, and what it does when it cannot go on.

use std::time::Duration;

use fairway_events::{Position, journal};
use sqlx::PgPool;
use tokio::sync::watch;

use super::checkpoints::{record_failure, with_causes};
use super::{Projector, ProjectorError};
use crate::progress::{PROJECTED, Reached};
use crate::wake::{Ear, Task, committed, notify};
use crate::{Projection, Schema};

/// The longest pause while the database is away: a look at a closed door costs nothing.
const AWAY: Duration = Duration::from_secs(1);

/// What a batch shrinks to, step by step, where a database is too slow for whole ones.
const SMALLEST: i64 = 64;

impl Projector {
    /// Follows the journal until `shutdown` completes. `writer` is the last position that a writer in this process
    /// committed; other processes are heard through `LISTEN`, and a slow poll catches what was not heard.
    ///
    /// Dropping the future, as on shutdown, at worst rolls a batch back.
    pub async fn run(
        self,
        writer: Option<watch::Receiver<Position>>,
        shutdown: impl Future<Output = ()> + Send,
    ) {
        let ear = Ear::new(self.pool.clone(), journal::CHANNEL);
        tokio::select! {
            () = shutdown => {}
            () = self.follow(writer, Some(ear)) => {}
        }
    }

    /// As [`Projector::run`], but looks at each poll only and hears nothing between: for what nobody waits for. What
    /// came meanwhile is taken in together, at a fraction of what a transaction per batch of the writer would cost.
    pub async fn run_at_leisure(self, shutdown: impl Future<Output = ()> + Send) {
        tokio::select! {
            () = shutdown => {}
            () = self.follow(None, None) => {}
        }
    }

    async fn follow(mut self, mut writer: Option<watch::Receiver<Position>>, mut ear: Option<Ear>) {
        let _announcer =
            self.speaks_for_all().then(|| Task::spawn(announce(self.pool.clone(), self.sender.told())));
        let mut waiting = self.sender.waiting();
        let (first_pause, longest_pause) = self.options.pauses;
        let (mut pause, mut limit) = (first_pause, self.options.batch);
        let mut away = false;
        loop {
            match self.run_once(limit).await {
                Ok(round) => {
                    if std::mem::take(&mut away) {
                        tracing::info!(position = round.position, "the projector has the database again");
                    }
                    (pause, limit) = (first_pause, (limit * 2).min(self.options.batch));
                    if !round.more {
                        tokio::select! {
                            () = committed(writer.as_mut(), round.position) => {}
                            () = heard(ear.as_mut(), round.position) => {}
                            () = self.sender.asked(&mut waiting) => {}
                            () = tokio::time::sleep(self.options.poll) => {}
                        }
                    }
                }
                // That was the pause.
                Err(error) if is_busy(&error) => {
                    tracing::debug!("another projector holds the checkpoints, or somebody the tables");
                }
                Err(error) if is_passing(&error) => {
                    self.sender.doubt();
                    if is_slow(&error) {
                        limit = (limit / 4).max(SMALLEST.min(self.options.batch));
                    }
                    if !std::mem::replace(&mut away, true) {
                        let error = with_causes(&error);
                        tracing::warn!(
                            error,
                            "the projector lost the database and tries again until it is back"
                        );
                    }
                    tokio::select! {
                        () = tokio::time::sleep(pause.min(AWAY)) => {}
                        () = life(writer.as_mut(), ear.as_mut()) => {}
                    }
                    pause = (pause * 2).min(longest_pause);
                }
                Err(error) => {
                    self.report_failure(&error, pause).await;
                    tokio::time::sleep(pause).await;
                    pause = (pause * 2).min(longest_pause);
                }
            }
        }
    }

    /// Whether its position is that of everything that members see. A projector of twins, or of a part, keeps quiet.
    fn speaks_for_all(&self) -> bool {
        let projections = &self.options.projections;
        self.options.schema == Schema::live()
            && Projection::MEMBER_FACING.iter().all(|projection| projections.contains(projection))
    }

    async fn report_failure(&self, error: &ProjectorError, pause: Duration) {
        let pause_ms = u64::try_from(pause.as_millis()).unwrap_or(u64::MAX);
        let causes = with_causes(error);
        tracing::error!(error = %causes, pause_ms, "the projector cannot write and tries again");
        // Who stands before an unreadable event was not tried.
        let projections = self.options.projections.iter().copied();
        let tried: Vec<_> = projections.filter(|projection| !self.memory.is_standing(*projection)).collect();
        let (schema, patience) = (&self.options.schema, self.options.patience);
        if let Err(error) = record_failure(&self.pool, schema, &tried, error, patience).await {
            tracing::warn!(error = %error, "the projector's state cannot be recorded");
        }
    }
}

/// Completes when something after the position was heard of, or may have been missed; never without an ear.
async fn heard(ear: Option<&mut Ear>, position: Position) {
    match ear {
        Some(ear) => ear.above(position).await,
        None => std::future::pending().await,
    }
}

/// Completes at the first sign that the database is back: a commit of this process, an announcement, a connection.
async fn life(writer: Option<&mut watch::Receiver<Position>>, ear: Option<&mut Ear>) {
    let wrote = async {
        if let Some(writer) = writer
            && writer.changed().await.is_ok()
        {
            return;
        }
        std::future::pending().await
    };
    let heard = async {
        match ear {
            Some(ear) => {
                ear.sign().await;
            }
            None => std::future::pending().await,
        }
    };
    tokio::select! {
        () = wrote => {}
        () = heard => {}
    }
}

/// The database's own refusal, by its code.
fn refused_with(error: &ProjectorError, codes: &[&str]) -> bool {
    let ProjectorError::Database(sqlx::Error::Database(refusal)) = error else { return false };
    refusal.code().is_some_and(|code| codes.iter().any(|known| code.starts_with(known)))
}

/// Whether a lock was not to be had in time: how a standby's turn ends while another one works.
fn is_busy(error: &ProjectorError) -> bool {
    refused_with(error, &["55P03"])
}

/// Whether a step took longer than it may, by our clock or by the server's.
fn is_slow(error: &ProjectorError) -> bool {
    match error {
        ProjectorError::Database(sqlx::Error::Io(error)) => error.kind() == std::io::ErrorKind::TimedOut,
        _ => refused_with(error, &["57014"]),
    }
}

/// Whether a failure is one of the connection or the server's state, which passes by itself, rather than a refusal
/// of what was written.
fn is_passing(error: &ProjectorError) -> bool {
    match error {
        ProjectorError::Database(sqlx::Error::Database(_)) => {
            // Connection, read-only (a standby before its promotion), rollback (deadlock), resources, lock, operator.
            refused_with(error, &["08", "25", "40", "53", "55", "57"])
        }
        // `Protocol` is what a proxy without a server behind it says, or rather does not say.
        ProjectorError::Database(
            sqlx::Error::Io(_)
            | sqlx::Error::Tls(_)
            | sqlx::Error::Protocol(_)
            | sqlx::Error::WorkerCrashed
            | sqlx::Error::PoolTimedOut
            | sqlx::Error::PoolClosed,
        ) => true,
        ProjectorError::Database(_)
        | ProjectorError::NoCheckpoint(_)
        | ProjectorError::MissingRows { .. }
        | ProjectorError::AheadOfJournal { .. }
        | ProjectorError::AnotherJournal { .. }
        | ProjectorError::Panicked { .. } => false,
    }
}

/// Tells other processes how far the projections have come: after the commit and on another connection, because
/// `NOTIFY` holds a global lock until its commit. Positions that come meanwhile are told together.
async fn announce(pool: PgPool, mut reached: watch::Receiver<Reached>) {
    let mut told = 0;
    while reached.wait_for(|reached| reached.position() != told).await.is_ok() {
        told = reached.borrow_and_update().position();
        if let Err(error) = notify(&pool, PROJECTED, &told.to_string()).await {
            tracing::debug!(error = %error, "the projections' position could not be announced");
        }
    }
}

#[cfg(test)]
mod tests {
    use futures::FutureExt;

    use super::*;

    #[test]
    fn a_commit_of_the_same_process_ends_a_pause_once() {
        let (committed, mut writer) = watch::channel(1);
        assert_eq!(life(Some(&mut writer), None).now_or_never(), None, "nothing happened yet");
        committed.send(2).unwrap();
        assert_eq!(life(Some(&mut writer), None).now_or_never(), Some(()));
        assert_eq!(life(Some(&mut writer), None).now_or_never(), None, "that was heeded");
    }

    #[test]
    fn a_commit_wakes_above_the_position_that_was_taken_in_and_where_the_journal_went_back() {
        let (last, mut writer) = watch::channel(7);
        let mut wakes = |position| committed(Some(&mut writer), position).now_or_never().is_some();
        assert!(wakes(6));
        assert!(!wakes(7));
        last.send(8).unwrap();
        assert!(wakes(7));
        let mut waiting = Box::pin(committed(Some(&mut writer), 8));
        assert!(waiting.as_mut().now_or_never().is_none());
        last.send(3).unwrap();
        assert!(waiting.now_or_never().is_some());
    }

    #[test]
    fn what_a_proxy_without_a_server_says_passes_by_itself() {
        let said = sqlx::Error::Protocol("unexpected response from SSLRequest: 0x00".to_owned());
        assert!(is_passing(&ProjectorError::Database(said)));
        assert!(!is_passing(&ProjectorError::Database(sqlx::Error::RowNotFound)));
    }
}
