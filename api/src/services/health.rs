//! What the process knows of the database and the disk that it depends on: reported by `/readyz` and `/metrics`, and
//! checked before it writes. Whoever watches keeps it current; here it is only looked at.

use std::error::Error;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use fairway_postgres::Condition;
use fairway_postgres::backup::Archiving;
use fairway_postgres::disk::Room;
use tokio::sync::watch;

use crate::services::acknowledged::RecordStats;
use crate::services::nodes;
use crate::services::supervisor::TaskRestarts;
use crate::store::nodes::KindsOfOthers;

/// How long a refusal because of a full disk counts: longer than a load balancer takes to notice.
const REFUSAL_COUNTS: Duration = Duration::from_secs(10);

/// PostgreSQL's code for a disk that is full.
const DISK_FULL: &str = "53100";

/// When the database last refused to write because its disk was full. A process speaks to one database.
static REFUSED: Mutex<Option<Instant>> = Mutex::new(None);

/// The health of what the process depends on. Cheap to clone. The default knows of nothing: the operator's own database
/// looks after itself.
#[derive(Debug, Clone, Default)]
pub struct Health {
    /// The own PostgreSQL; none: it is the operator's.
    pub postgres: Option<watch::Receiver<Condition>>,
    /// The disk that it lies on.
    pub disk: Option<watch::Receiver<Room>>,
    /// How its log is archived.
    pub archiving: Option<Archiving>,
    /// Whether the process was asked to end and waits for balancers to notice.
    pub draining: Option<watch::Receiver<bool>>,
    /// What other nodes can read and write; none: this process has no part in that.
    pub nodes: Option<watch::Receiver<KindsOfOthers>>,
    /// How often background tasks were started again.
    pub tasks: TaskRestarts,
    /// The record of what this node acknowledges; none: none is kept.
    pub acknowledged: Option<Arc<RecordStats>>,
}

impl Health {
    /// What keeps requests from being served, each with what to do; none: nothing that is known here.
    #[must_use]
    pub fn problems(&self) -> Vec<String> {
        let postgres = self.postgres().and_then(|postgres| postgres.problem);
        let disk = self.disk().and_then(|room| room.problem());
        let refused = is_refused().then(|| {
            "the database has no room on its disk to write (53100): make room there; it goes on by itself then".to_owned()
        });
        let kinds = self.kinds_of_others().unreadable;
        let older = (!kinds.is_empty()).then(|| nodes::unreadable(&kinds));
        [postgres, disk, refused, older].into_iter().flatten().collect()
    }

    /// Whether the process was asked to end: it serves on for a moment, and nobody new should be sent here.
    #[must_use]
    pub fn is_draining(&self) -> bool {
        self.draining.as_ref().is_some_and(|draining| *draining.borrow())
    }

    /// What other nodes can read and write.
    #[must_use]
    pub fn kinds_of_others(&self) -> KindsOfOthers {
        self.nodes.as_ref().map(|nodes| nodes.borrow().clone()).unwrap_or_default()
    }

    /// Whether nothing new is to be written: what room there is, is for what was acknowledged already.
    #[must_use]
    pub fn refuses_writes(&self) -> bool {
        self.disk().is_some_and(|room| room.is_short)
    }

    /// The condition of the own PostgreSQL, where there is one.
    #[must_use]
    pub fn postgres(&self) -> Option<Condition> {
        self.postgres.as_ref().map(|condition| condition.borrow().clone())
    }

    /// How much room there is on the disk of the own PostgreSQL.
    #[must_use]
    pub fn disk(&self) -> Option<Room> {
        self.disk.as_ref().map(|room| *room.borrow())
    }
}

/// Remembers a failure of the database that was due to a full disk. For a database of the operator's this is all that
/// is known of its disk.
pub fn note_failure(error: &(dyn Error + 'static)) {
    let mut cause = Some(error);
    while let Some(error) = cause {
        let refusal = error.downcast_ref::<sqlx::Error>().and_then(|error| error.as_database_error());
        if refusal.and_then(|refusal| refusal.code()).is_some_and(|code| code == DISK_FULL) {
            *REFUSED.lock().unwrap_or_else(PoisonError::into_inner) = Some(Instant::now());
        }
        cause = error.source();
    }
}

fn is_refused() -> bool {
    let refused = REFUSED.lock().unwrap_or_else(PoisonError::into_inner);
    refused.is_some_and(|refused| refused.elapsed() < REFUSAL_COUNTS)
}
