//! The projector as a task: when it works, when it waits, and what it does when it cannot go on.

use std::time::Duration;

use fairway_events::{Position, Unreadable, journal};
use sqlx::PgPool;
use tokio::sync::watch;

use super::checkpoints::{record_failure, with_causes};
use super::{Projector, ProjectorError};
use crate::progress::PROJECTED;
use crate::wake::{Ear, Task, above};
use crate::{Projection, Schema};

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
            self.speaks_for_all().then(|| Task::spawn(announce(self.pool.clone(), self.reached.subscribe())));
        let (first_pause, longest_pause) = self.options.pauses;
        let mut pause = first_pause;
        loop {
            match self.run_once(self.options.batch).await {
                Ok(round) => {
                    pause = first_pause;
                    if let Some(unreadable) = round.stopped {
                        report_stop(&unreadable);
                        // Nothing but another version can help: woken or not, look again slowly.
                        tokio::time::sleep(self.options.poll).await;
                    } else if !round.more {
                        let poll = self.options.poll;
                        tokio::select! {
                            _ = above(writer.as_mut(), round.position) => {}
                            () = heard(ear.as_mut(), round.position) => {}
                            () = tokio::time::sleep(poll) => {}
                        }
                    }
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
        if is_passing(error) {
            tracing::warn!(error = %causes, pause_ms, "the projector lost the database and tries again");
            return;
        }
        tracing::error!(error = %causes, pause_ms, "the projector cannot write and tries again");
        let (schema, projections) = (&self.options.schema, &self.options.projections);
        if let Err(error) = record_failure(&self.pool, schema, projections, error).await {
            tracing::warn!(error = %error, "the projector's state cannot be recorded");
        }
    }
}

/// Completes when something after the position was heard of; never without an ear.
async fn heard(ear: Option<&mut Ear>, position: Position) {
    match ear {
        Some(ear) => {
            ear.above(position).await;
        }
        None => std::future::pending().await,
    }
}

fn report_stop(unreadable: &Unreadable) {
    tracing::error!(
        position = unreadable.position,
        error = %with_causes(unreadable),
        "the projector stands before an event that this version cannot read"
    );
}

/// Whether a failure is one of the connection or the server's state, which passes by itself, rather than a refusal
/// of what was written.
fn is_passing(error: &ProjectorError) -> bool {
    match error {
        ProjectorError::Database(sqlx::Error::Database(refusal)) => {
            // Connection, read-only (a standby before its promotion), rollback (deadlock), resources, lock, operator.
            refusal.code().is_some_and(|code| {
                ["08", "25", "40", "53", "55", "57"].iter().any(|class| code.starts_with(class))
            })
        }
        ProjectorError::Database(
            sqlx::Error::Io(_) | sqlx::Error::Tls(_) | sqlx::Error::PoolTimedOut | sqlx::Error::PoolClosed,
        ) => true,
        ProjectorError::Database(_)
        | ProjectorError::NoCheckpoint(_)
        | ProjectorError::MissingRows { .. } => false,
    }
}

/// Tells other processes how far the projections have come: after the commit and on another connection, because
/// `NOTIFY` holds a global lock until its commit. Positions that come meanwhile are told together.
async fn announce(pool: PgPool, mut reached: watch::Receiver<Position>) {
    while reached.changed().await.is_ok() {
        let position = *reached.borrow_and_update();
        let told = sqlx::query("SELECT pg_notify($1, $2)")
            .bind(PROJECTED)
            .bind(position.to_string())
            .execute(&pool)
            .await;
        if let Err(error) = told {
            tracing::debug!(error = %error, "the projections' position could not be announced");
        }
    }
}
