//! The projector as a task: when it works, when it waits, and what it does when it cannot go on.

use std::time::Duration;

use fairway_events::{Position, journal};
use sqlx::PgPool;
use tokio::sync::watch;

use super::Projector;
use super::checkpoints::record_failure;
use super::failure::Failure;
use super::pace::Pace;
use crate::error::with_causes;
use crate::progress::{PROJECTED, Reached};
use crate::wake::{Ear, Task, committed, notify};
use crate::{Projection, ProjectorError, Schema};

/// The longest pause while the database is away: a look at a closed door costs nothing.
const AWAY: Duration = Duration::from_secs(1);

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
        let mut pace = Pace::new(self.options.pauses, self.options.batch);
        let mut away = false;
        loop {
            let error = match self.run_once(pace.batch()).await {
                Ok(round) => {
                    if std::mem::take(&mut away) {
                        tracing::info!(position = round.position, "the projector has the database again");
                    }
                    pace.went_well();
                    if !round.more {
                        tokio::select! {
                            () = committed(writer.as_mut(), round.position) => {}
                            () = heard(ear.as_mut(), round.position) => {}
                            () = self.sender.asked(&mut waiting) => {}
                            () = tokio::time::sleep(self.options.poll) => {}
                        }
                    }
                    continue;
                }
                Err(error) => error,
            };
            let failure = Failure::of(&error);
            match failure {
                Failure::Busy => {
                    tracing::debug!("another projector holds the checkpoints, or somebody the tables");
                }
                Failure::Slow | Failure::Away => {
                    self.sender.doubt();
                    if failure == Failure::Slow {
                        pace.was_slow();
                    }
                    if !std::mem::replace(&mut away, true) {
                        let error = with_causes(&error);
                        tracing::warn!(
                            error,
                            "the projector lost the database and tries again until it is back"
                        );
                    }
                    tokio::select! {
                        () = tokio::time::sleep(pace.pause().min(AWAY)) => {}
                        () = life(writer.as_mut(), ear.as_mut()) => {}
                    }
                }
                Failure::Refused => {
                    let pause = pace.pause();
                    self.report_failure(&error, pause).await;
                    tokio::time::sleep(pause).await;
                }
            }
        }
    }

    /// Whether its position is that of everything that members see. A projector of twins, or of a part, keeps quiet.
    fn speaks_for_all(&self) -> bool {
        let projections = &self.options.projections;
        self.options.schema == Schema::live()
            && Projection::member_facing().all(|projection| projections.contains(&projection))
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
    use crate::ProjectorOptions;

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

    #[tokio::test]
    async fn without_an_ear_nothing_is_ever_heard() {
        assert_eq!(heard(None, 1).now_or_never(), None);
    }

    #[tokio::test]
    async fn who_projects_everything_that_members_see_speaks_for_all_and_nobody_else_does() {
        let pool = PgPool::connect_lazy("postgres://localhost/never_reached").unwrap();
        let speaks = |options| Projector::new(pool.clone(), options).speaks_for_all();
        assert!(speaks(ProjectorOptions::default()));
        assert!(speaks(ProjectorOptions { projections: Projection::ALL.to_vec(), ..Default::default() }));
        let part = Projection::member_facing().skip(1).collect();
        assert!(!speaks(ProjectorOptions { projections: part, ..Default::default() }));
        let schema = Schema::named("twins").unwrap();
        assert!(!speaks(ProjectorOptions { schema, ..Default::default() }));
    }
}
