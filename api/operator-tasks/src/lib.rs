//! Carries out what operators start at a screen: rebuilds of projections and verifications, one at a time over all
//! processes that project. The table `operator_tasks` is the only state, so that another process continues after a kill.
//!
//! The work rests most of the time and has connections of its own, so that bookings do not wait for it.

mod meter;
mod outcome;
mod rebuilding;
pub mod requests;
mod verifying;

use std::sync::Arc;
use std::time::Duration;

use fairway_clock::clock::Clock;
use fairway_clock::random;
use fairway_events::connections::{self, Sessions, Work};
use fairway_store::PgPool;
use fairway_store::operator_tasks::work::Ended;
use fairway_store::operator_tasks::{Kind, OperatorTask, work};
use fairway_tasks::supervisor::Supervisor;
use tokio::runtime::Handle;
use tokio::sync::oneshot;
use uuid::Uuid;

use crate::meter::Meter;
use crate::outcome::{Outcome, sentence};

/// How often it is looked whether there is a task.
const POLL: Duration = Duration::from_secs(1);
/// The pause after the database did not answer.
const PAUSE: Duration = Duration::from_secs(5);
/// How often a task says how far it is; after 30 s of silence another process takes it.
const BEAT: Duration = Duration::from_secs(1);
/// Connections of a task at most: a rebuild reads, writes, compares and holds its lock at the same time.
const CONNECTIONS: u32 = 8;
/// How long giving a task back may take at the end of the process.
const RELEASE: Duration = Duration::from_secs(1);

/// Starts carrying tasks out, with the sessions of the tables' owner.
pub fn start(pool: &PgPool, owner: Sessions, clock: &Clock, tasks: &mut Supervisor) {
    let (pool, clock) = (pool.clone(), clock.clone());
    tasks.start("operators", move |stopped| {
        TaskRunner::new(pool.clone(), owner.clone(), clock.clone()).run(stopped)
    });
}

/// Carries tasks out.
#[derive(Debug, Clone)]
pub struct TaskRunner {
    /// For the tasks' rows.
    pool: PgPool,
    /// Sessions of the tables' owner, as far as this process has its log-in; else of its own one, which may only read.
    owner: Sessions,
    clock: Clock,
    worker: Uuid,
}

impl TaskRunner {
    /// A runner with an identity of its own.
    #[must_use]
    pub fn new(pool: PgPool, owner: Sessions, clock: Clock) -> Self {
        Self { pool, owner, clock, worker: random::id() }
    }

    /// Carries tasks out until `stopped` completes, and gives an unfinished one back.
    pub async fn run(self, stopped: impl Future<Output = ()> + Send) {
        tokio::select! {
            () = stopped => {}
            () = self.follow() => {}
        }
        let released = connections::bounded(RELEASE, work::release(&self.pool, self.worker)).await;
        if !matches!(released, Some(Ok(()))) {
            tracing::warn!("an operator's task could not be given back; it is taken over after 30 s");
        }
    }

    async fn follow(&self) {
        loop {
            let pause = match self.step().await {
                Ok(true) => Duration::ZERO,
                Ok(false) => POLL,
                Err(error) => {
                    tracing::warn!(%error, "operators' tasks cannot be read; they wait");
                    PAUSE
                }
            };
            tokio::time::sleep(pause).await;
        }
    }

    /// Carries one task out, if there is one; returns whether there was.
    ///
    /// # Errors
    /// When the database does not answer while a task is taken or ended.
    pub async fn step(&self) -> Result<bool, fairway_store::Error> {
        if !work::open_to(&self.pool).await? {
            return Ok(false);
        }
        let Some(task) = work::take(&self.pool, self.worker, self.clock.now()).await? else {
            return Ok(false);
        };
        tracing::info!(task = %task.id, kind = task.kind, operator = task.operator, "an operator's task begins");
        let Some(outcome) = self.work_with_beats(&task).await else {
            tracing::warn!(task = %task.id, "another process has taken the operator's task over");
            return Ok(true);
        };
        self.end(&task, outcome).await?;
        Ok(true)
    }

    /// Works, and says how far it is each second. None: the task was lost to another process.
    async fn work_with_beats(&self, task: &OperatorTask) -> Option<Outcome> {
        if task.wanted.as_deref() == Some("cancel") {
            return Some(self.clear(task).await);
        }
        let meter = Arc::new(Meter::default());
        // Dropped when this is: then the work ends too.
        let (working, ended) = oneshot::channel::<()>();
        let mut work = {
            let (owner, task, meter) = (self.owner.clone(), task.clone(), Arc::clone(&meter));
            // On a thread of its own: checking the rules takes the processor for longer than a request may wait.
            let threads = Handle::current();
            tokio::task::spawn_blocking(move || threads.block_on(work_until(&owner, &task, &meter, ended)))
        };
        let mut ticks = tokio::time::interval(BEAT);
        loop {
            tokio::select! {
                outcome = &mut work => {
                    let panicked = || Outcome::Failed("the work panicked: the log of its process has the reason".to_owned());
                    return Some(outcome.ok().flatten().unwrap_or_else(panicked));
                }
                _ = ticks.tick() => match work::progress(&self.pool, task.id, self.worker, &meter.read()).await {
                    Ok(Some(wanted)) if wanted.as_deref() == Some("cancel") => break,
                    Ok(Some(_)) => {}
                    Ok(None) => return None,
                    // The work has connections of its own and its own error, if they fail too.
                    Err(error) => tracing::warn!(%error, "the progress of an operator's task was not stored"),
                },
            }
        }
        drop(working);
        let _ = work.await;
        Some(self.clear(task).await)
    }

    /// Removes what cancelled work left.
    async fn clear(&self, task: &OperatorTask) -> Outcome {
        let pool = self.owner.pool(Work::Commands, 2);
        let cleared = rebuilding::discard(&pool, &task.kind).await;
        pool.close().await;
        match cleared {
            Ok(()) => Outcome::Cancelled,
            Err(error) => Outcome::Failed(sentence(&error)),
        }
    }

    async fn end(&self, task: &OperatorTask, outcome: Outcome) -> Result<(), fairway_store::Error> {
        let now = Some(self.clock.now());
        let ended = |state, result, error| Ended { state, result, error, finished_at: now };
        let ended = match outcome {
            Outcome::Done(result) => ended("done", Some(result), None),
            Outcome::Ready(result, error) => Ended { finished_at: None, ..ended("ready", result, error) },
            Outcome::Failed(error) => ended("failed", None, Some(error)),
            Outcome::Cancelled => ended("cancelled", None, None),
        };
        let (state, error) = (ended.state, ended.error.as_deref());
        tracing::info!(task = %task.id, kind = task.kind, state, error, "an operator's task ends");
        let mut connection = self.pool.acquire().await?;
        work::finish(&mut connection, task.id, self.worker, ended).await
    }
}

/// Works until it is done, or until the other end of `ended` is dropped; then none.
async fn work_until(
    owner: &Sessions,
    task: &OperatorTask,
    meter: &Meter,
    ended: oneshot::Receiver<()>,
) -> Option<Outcome> {
    let pool = owner.pool(Work::Commands, CONNECTIONS);
    let outcome = tokio::select! {
        outcome = work(&pool, task, meter) => Some(outcome),
        _ = ended => None,
    };
    pool.close().await;
    outcome
}

async fn work(pool: &PgPool, task: &OperatorTask, meter: &Meter) -> Outcome {
    let outcome = match Kind::named(&task.kind) {
        Some(Kind::Rebuild) => rebuilding::work(pool, task, meter).await,
        Some(Kind::Verify) => verifying::work(pool, task, meter).await,
        None => Ok(Outcome::Failed(format!("this version knows no task `{}`", task.kind))),
    };
    outcome.unwrap_or_else(|error| Outcome::Failed(sentence(&error)))
}
