//! Several releases at once: while nodes are replaced one by one, an older one must be able to read whatever a newer
//! one writes. So every process says what it reads, and none writes what another cannot read (docs/architecture.md,
//! "Several releases at once").

use std::collections::BTreeSet;
use std::time::Duration;

use anyhow::bail;
use fairway_command::WriterHandle;
use fairway_events::{EventKind, READABLE, connections};
use sqlx::PgPool;
use tokio::sync::watch;
use uuid::Uuid;

use crate::random;
use crate::store::nodes::{self, KindsOfOthers};

/// How often a process says that it is there; one that has not for 30 s counts as gone.
const PAUSE: Duration = Duration::from_secs(5);
/// How long saying so may take.
const TIME_LIMIT: Duration = Duration::from_secs(5);
/// How long saying that it ends may take.
const LEAVING: Duration = Duration::from_secs(1);

/// What a process does with events.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// `fairway serve`: writes and reads.
    Serve,
    /// `fairway project`: reads.
    Project,
}

impl Role {
    const fn as_str(self) -> &'static str {
        match self {
            Self::Serve => "serve",
            Self::Project => "project",
        }
    }
}

/// A process that has said that it is there.
#[derive(Debug, Clone)]
pub struct Node {
    id: Uuid,
    role: Role,
    pool: PgPool,
    others: watch::Sender<KindsOfOthers>,
}

impl Node {
    /// Takes part from now on. Before anything is written.
    ///
    /// # Errors
    /// When another process writes what this release cannot read, or the database does not answer.
    pub async fn join(pool: &PgPool, role: Role) -> anyhow::Result<Self> {
        let (others, _) = watch::channel(KindsOfOthers::default());
        let node = Self { id: random::id(), role, pool: pool.clone(), others };
        let found = nodes::announce(pool, node.id, role.as_str(), VERSION).await?;
        if !found.unreadable.is_empty() {
            bail!("{}", unreadable(&found.unreadable));
        }
        node.others.send_replace(found);
        Ok(node)
    }

    /// What the others make it hold back, and what it cannot read of theirs; changes while it runs.
    #[must_use]
    pub fn kinds_of_others(&self) -> watch::Receiver<KindsOfOthers> {
        self.others.subscribe()
    }

    /// Has a writer hold back what others cannot read, as far as is known.
    pub fn hold_back(&self, writer: &WriterHandle) {
        writer.hold_back(kinds(&self.others.borrow().held_back));
    }

    /// Says again and again that the process is there, and has its writer hold back what others cannot read.
    pub async fn stay(self, writer: Option<WriterHandle>, stopped: impl Future<Output = ()>) {
        let mut stopped = std::pin::pin!(stopped);
        loop {
            tokio::select! {
                () = tokio::time::sleep(PAUSE) => self.announce(writer.as_ref()).await,
                () = &mut stopped => return,
            }
        }
    }

    async fn announce(&self, writer: Option<&WriterHandle>) {
        let announcing = nodes::announce(&self.pool, self.id, self.role.as_str(), VERSION);
        match connections::bounded(TIME_LIMIT, announcing).await {
            Some(Ok(found)) => {
                if !found.unreadable.is_empty() {
                    tracing::error!("{}", unreadable(&found.unreadable));
                }
                self.others.send_if_modified(|others| {
                    let differs = *others != found;
                    if differs {
                        tracing::info!(held_back = ?found.held_back, "what other nodes can read has changed");
                        *others = found;
                    }
                    differs
                });
                if let Some(writer) = writer {
                    self.hold_back(writer);
                }
            }
            // What holds is what was found last: the others cannot be replaced in a moment.
            Some(Err(error)) => tracing::warn!(%error, "this node could not say that it is there"),
            None => tracing::warn!("this node could not say in time that it is there"),
        }
    }

    /// Takes part no more: nobody has to mind what it can read.
    pub async fn leave(&self) {
        let left = connections::bounded(LEAVING, nodes::leave(&self.pool, self.id)).await;
        if !matches!(left, Some(Ok(()))) {
            tracing::warn!("this node could not say that it ends; it counts as gone after 30 s");
        }
    }
}

/// The release, as operators see it.
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// What must not be written now.
///
/// # Errors
/// When the database does not answer.
pub async fn held_back(pool: &PgPool) -> Result<BTreeSet<EventKind>, sqlx::Error> {
    Ok(kinds(&nodes::look(pool).await?.held_back))
}

fn kinds(names: &[String]) -> BTreeSet<EventKind> {
    READABLE.iter().copied().filter(|kind| names.contains(&kind.to_string())).collect()
}

/// Why this process must not work, and what to do.
#[must_use]
pub fn unreadable(kinds: &[String]) -> String {
    format!(
        "a newer release works on this database and writes what this one cannot read ({}): replace this one by the newer",
        kinds.join(", ")
    )
}
