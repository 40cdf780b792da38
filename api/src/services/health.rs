//! The state of the database and the disk that the process depends on: reported by `/readyz` and `/metrics`, and
//! checked before writes. Other tasks keep it current; this module only reads it.

use std::sync::Arc;

use fairway_notifications::push::PushCounts;
use fairway_postgres::Condition;
use fairway_postgres::backup::Archiving;
use fairway_postgres::disk::Room;
use fairway_store::full_disk;
use fairway_store::nodes::KindsOfOthers;
use fairway_tasks::supervisor::TaskRestarts;
use tokio::sync::watch;

use super::acknowledged::RecordStats;
use super::nodes;

/// The health of the process's dependencies. Cheap to clone. The default knows of no problems: the operator's own
/// database is monitored by the operator.
#[derive(Debug, Clone, Default)]
pub struct Health {
    /// The own PostgreSQL; none: the database is the operator's.
    pub postgres: Option<watch::Receiver<Condition>>,
    /// The disk of the own PostgreSQL.
    pub disk: Option<watch::Receiver<Room>>,
    /// The state of log archiving.
    pub archiving: Option<Archiving>,
    /// Whether the process was asked to end and waits until load balancers have noticed.
    pub draining: Option<watch::Receiver<bool>>,
    /// The node as which this process announces itself; none: it does not.
    pub node: Option<uuid::Uuid>,
    /// The kinds of events that other nodes cannot read, and those of theirs that this program cannot read; none: this
    /// process is not registered as a node.
    pub nodes: Option<watch::Receiver<KindsOfOthers>>,
    /// How often background tasks were restarted.
    pub tasks: TaskRestarts,
    /// The outcomes of the news that this process sent to devices.
    pub push: PushCounts,
    /// The log of acknowledged appends; none: it is switched off.
    pub acknowledged: Option<Arc<RecordStats>>,
}

impl Health {
    /// Problems that prevent serving requests, each with the remedy; none: no known problem.
    #[must_use]
    pub fn problems(&self) -> Vec<String> {
        let postgres = self.postgres().and_then(|postgres| postgres.problem);
        let disk = self.disk().and_then(|room| room.problem());
        let refused = full_disk::is_refused().then(|| {
            "the database has no room on its disk to write (53100): free some space; writing then \
             continues automatically"
                .to_owned()
        });
        let kinds = self.kinds_of_others().unreadable;
        let older = (!kinds.is_empty()).then(|| nodes::unreadable(&kinds));
        [postgres, disk, refused, older].into_iter().flatten().collect()
    }

    /// Whether the process was asked to end: it serves on for a short time, and should get no new clients.
    #[must_use]
    pub fn is_draining(&self) -> bool {
        self.draining.as_ref().is_some_and(|draining| *draining.borrow())
    }

    /// The kinds of events that other nodes cannot read, and those of theirs that this program cannot read.
    #[must_use]
    pub fn kinds_of_others(&self) -> KindsOfOthers {
        self.nodes.as_ref().map(|nodes| nodes.borrow().clone()).unwrap_or_default()
    }

    /// Whether writes are refused: the free space is reserved for what was acknowledged already.
    #[must_use]
    pub fn refuses_writes(&self) -> bool {
        self.disk().is_some_and(|room| room.is_short)
    }

    /// The condition of the own PostgreSQL, if there is one.
    #[must_use]
    pub fn postgres(&self) -> Option<Condition> {
        self.postgres.as_ref().map(|condition| condition.borrow().clone())
    }

    /// The free space on the disk of the own PostgreSQL.
    #[must_use]
    pub fn disk(&self) -> Option<Room> {
        self.disk.as_ref().map(|room| *room.borrow())
    }
}
