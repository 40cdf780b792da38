//! Several releases at once: while nodes are replaced one by one, an older one must be able to read all events that a
//! newer one writes. So every process announces which kinds of events it reads, and none writes a kind that another
//! cannot read (docs/architecture.md, "Several releases at once").

use std::time::Duration;

use anyhow::bail;
use fairway_clock::random;
use fairway_command::WriterHandle;
use fairway_events::connections;
use fairway_store::PgPool;
use fairway_store::nodes::{self, KindsOfOthers};
use tokio::sync::watch;
use uuid::Uuid;

use super::node_status::StatusSource;

/// How often a process announces itself; one that has not done so for 30 s counts as gone.
const ANNOUNCE_INTERVAL: Duration = Duration::from_secs(5);
/// The time limit of an announcement.
const TIME_LIMIT: Duration = Duration::from_secs(5);
/// The time limit for removing the announcement.
const LEAVE_TIME_LIMIT: Duration = Duration::from_secs(1);

/// The program of a process, by its use of events.
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

/// A process that has announced itself.
#[derive(Debug, Clone)]
pub struct Node {
    id: Uuid,
    role: Role,
    pool: PgPool,
    others: watch::Sender<KindsOfOthers>,
}

impl Node {
    /// Announces the process. Must be called before it writes anything.
    ///
    /// # Errors
    /// When another process writes events that this release cannot read, or the database does not answer.
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

    /// Its id, made anew with each start.
    #[must_use]
    pub const fn id(&self) -> Uuid {
        self.id
    }

    /// The kinds of events that other nodes cannot read, and those of theirs that this one cannot; kept up to date.
    #[must_use]
    pub fn kinds_of_others(&self) -> watch::Receiver<KindsOfOthers> {
        self.others.subscribe()
    }

    /// Makes a writer hold back the kinds that other nodes cannot read, as last known.
    pub fn hold_back(&self, writer: &WriterHandle) {
        writer.hold_back(nodes::kinds(&self.others.borrow().held_back));
    }

    /// Announces the process repeatedly with its status, and updates the kinds that its writer holds back.
    pub async fn announce_until_stopped(self, source: StatusSource, stopped: impl Future<Output = ()>) {
        let mut stopped = std::pin::pin!(stopped);
        self.store_status(&source).await;
        loop {
            tokio::select! {
                () = tokio::time::sleep(ANNOUNCE_INTERVAL) => {
                    self.announce(source.writer()).await;
                    self.store_status(&source).await;
                }
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
                        tracing::info!(
                            held_back = ?found.held_back,
                            "the event kinds that other nodes can read have changed"
                        );
                        *others = found;
                    }
                    differs
                });
                if let Some(writer) = writer {
                    self.hold_back(writer);
                }
            }
            // Without an announcement the last known state applies: the other nodes are not replaced within moments.
            Some(Err(error)) => tracing::warn!(%error, "this node's announcement could not be stored"),
            None => tracing::warn!("this node's announcement could not be stored in time"),
        }
    }

    /// Stores the status of the process. Operators see the last one, and when it was stored.
    async fn store_status(&self, source: &StatusSource) {
        let status = match serde_json::to_value(source.status()) {
            Ok(status) => status,
            Err(error) => return tracing::error!(%error, "this node's status cannot be written down"),
        };
        let storing = nodes::store_status(&self.pool, self.id, &status);
        match connections::bounded(TIME_LIMIT, storing).await {
            Some(Ok(())) => {}
            Some(Err(error)) => tracing::warn!(%error, "this node's status could not be stored"),
            None => tracing::warn!("this node's status could not be stored in time"),
        }
    }

    /// Removes the announcement: other nodes need not consider this one any more.
    pub async fn leave(&self) {
        let left = connections::bounded(LEAVE_TIME_LIMIT, nodes::leave(&self.pool, self.id)).await;
        if !matches!(left, Some(Ok(()))) {
            tracing::warn!("this node could not remove its announcement; it counts as ended after 30 s");
        }
    }
}

/// The release, as shown to operators.
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Why this process must not run, and what to do.
#[must_use]
pub fn unreadable(kinds: &[String]) -> String {
    format!(
        "a newer release works on this database and writes what this one cannot read ({}): replace this one by the newer",
        kinds.join(", ")
    )
}
