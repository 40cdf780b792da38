//! How far the read models are, whoever projects: a projector that was started again tells it in the place of the one
//! before, and nobody who waits has to know.

use std::time::Duration;

use fairway_events::Position;
use fairway_query::NotYet;
use tokio::sync::watch;
use tokio::time::{Instant, timeout_at};

/// Who tells at present, and how far the one before had come: the read models do not go back.
#[derive(Debug, Clone)]
struct Told {
    by: fairway_query::Progress,
    floor: Position,
}

impl Told {
    fn reached(&self) -> Position {
        self.by.reached().max(self.floor)
    }
}

/// How far the read models are. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Progress(watch::Receiver<Told>);

/// The line by which a new projector takes the place of another.
#[derive(Debug)]
pub struct Successor(watch::Sender<Told>);

impl Progress {
    /// As the first projector, or follower of one elsewhere, tells it.
    #[must_use]
    pub fn told_by(first: fairway_query::Progress) -> (Self, Successor) {
        let (sender, told) = watch::channel(Told { by: first, floor: 0 });
        (Self(told), Successor(sender))
    }

    /// The last position that every member-facing projection is known to have passed.
    #[must_use]
    pub fn reached(&self) -> Position {
        self.0.borrow().reached()
    }

    /// Waits until the projections are known to be beyond `position`, and says how far they are.
    pub async fn beyond(&self, position: Position) -> Position {
        let mut told = self.0.clone();
        loop {
            let current = told.borrow_and_update().clone();
            if current.reached() > position {
                return current.reached();
            }
            tokio::select! {
                reached = current.by.beyond(position) => return reached,
                () = replaced(&mut told) => {}
            }
        }
    }

    /// Waits until every member-facing projection has passed `position`, at most `patience`.
    ///
    /// # Errors
    /// [`NotYet`] when they have not. What was stored is stored: this never turns a success into a failure.
    pub async fn wait_until(&self, position: Position, patience: Duration) -> Result<(), NotYet> {
        let deadline = Instant::now() + patience;
        let mut told = self.0.clone();
        loop {
            let current = told.borrow_and_update().clone();
            if current.reached() >= position {
                return Ok(());
            }
            let left = deadline.saturating_duration_since(Instant::now());
            let not_yet = tokio::select! {
                waited = current.by.wait_until(position, left) => match waited {
                    Ok(()) => return Ok(()),
                    Err(not_yet) => not_yet,
                },
                () = replaced(&mut told) => continue,
            };
            // Where the projector has ended, the answer comes before the time is over: another will take its place.
            if timeout_at(deadline, replaced(&mut told)).await.is_err() {
                return Err(not_yet);
            }
        }
    }
}

/// Completes when another tells; never where nobody can take the place.
async fn replaced(told: &mut watch::Receiver<Told>) {
    if told.changed().await.is_err() {
        std::future::pending().await
    }
}

impl Successor {
    /// From now on `next` tells.
    pub fn take_over(&self, next: fairway_query::Progress) {
        self.0.send_modify(|told| *told = Told { floor: told.reached(), by: next });
    }
}

#[cfg(test)]
mod tests {
    use fairway_query::{Projector, ProjectorOptions};
    use sqlx::postgres::PgPoolOptions;

    use super::*;

    /// A projector that never reached a database.
    fn projector() -> Projector {
        let pool = PgPoolOptions::new().connect_lazy("postgres://nobody@127.0.0.1:1/none").expect("a pool");
        Projector::new(pool, ProjectorOptions::default())
    }

    #[tokio::test(start_paused = true)]
    async fn who_waits_waits_on_when_the_projector_has_ended_and_no_longer_than_they_wanted() {
        let first = projector();
        let (progress, successor) = Progress::told_by(first.progress());
        drop(first);
        let started = Instant::now();
        let patience = Duration::from_secs(2);
        assert_eq!(progress.wait_until(1, patience).await, Err(NotYet { wanted: 1, reached: 0 }));
        assert_eq!(started.elapsed(), patience, "the next projector may still come");
        assert_eq!(progress.wait_until(0, patience).await, Ok(()));

        let second = projector();
        let waiting = tokio::spawn({
            let progress = progress.clone();
            async move { progress.wait_until(1, patience).await }
        });
        successor.take_over(second.progress());
        assert_eq!(waiting.await.expect("an answer"), Err(NotYet { wanted: 1, reached: 0 }));
    }

    #[tokio::test]
    async fn read_models_do_not_go_back_when_another_projector_tells() {
        let (progress, _) = Progress::told_by(projector().progress());
        let told = Told { by: projector().progress(), floor: 7 };
        assert_eq!((progress.reached(), told.reached()), (0, 7));
    }
}
