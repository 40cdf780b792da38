//! What the process knows of the ground that it stands on: told by `/readyz`, `/metrics`, and by whoever asks before
//! it writes. Whoever watches keeps it current; here it is only looked at.

use fairway_postgres::Condition;
use tokio::sync::watch;

use crate::serve::TaskRestarts;

/// How the ground stands. Cheap to clone. The default knows of nothing: the operator's own database looks after itself.
#[derive(Debug, Clone, Default)]
pub struct Health {
    /// The own PostgreSQL; none: it is the operator's.
    pub postgres: Option<watch::Receiver<Condition>>,
    /// How often background tasks were started again.
    pub tasks: TaskRestarts,
}

impl Health {
    /// What keeps requests from being served, each with what to do; none: nothing that is known here.
    #[must_use]
    pub fn troubles(&self) -> Vec<String> {
        self.postgres().and_then(|postgres| postgres.trouble).into_iter().collect()
    }

    /// How the own PostgreSQL fares, where there is one.
    #[must_use]
    pub fn postgres(&self) -> Option<Condition> {
        self.postgres.as_ref().map(|condition| condition.borrow().clone())
    }
}
