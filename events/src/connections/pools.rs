//! Pools: one for each kind of work, so that none can take what another needs to go on.
//!
//! A pool hands out no connection that is older than the last failure, and takes none back. What a session puts up
//! with is said as it begins, in the message that opens it, so that it costs no round trip.

use std::time::Duration;

use sqlx::postgres::{PgConnectOptions, PgPoolOptions};
use sqlx::{Executor, PgConnection, PgPool, Row};

use super::is_trusted;

/// How long anybody waits for a connection: longer, and who asked has given up.
pub const PATIENCE: Duration = Duration::from_secs(3);

/// What a pool is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Work {
    /// Answering requests from tables, and what they write into plain ones. The only one whose statements the server
    /// ends by itself: a request has its answer long before.
    Requests,
    /// Appending to the journal, and reading what decisions rest on.
    Appends,
    /// Projecting, listening, mails, and what else goes on beside requests.
    Projections,
    /// Whether the database answers, and what operators are told of it.
    Health,
    /// An operator's command: it may take its time.
    Commands,
}

impl Work {
    /// The settings of a session. A statement is never ended where events are appended, and the server's or the role's
    /// own limit is lifted there: ended while it waits for a synchronous standby, an append is reported as done.
    const fn settings(self) -> &'static [(&'static str, &'static str)] {
        match self {
            Self::Requests => &[("statement_timeout", "5s"), ("idle_in_transaction_session_timeout", "5s")],
            Self::Appends => &[
                ("statement_timeout", "0"),
                ("idle_in_transaction_session_timeout", "2s"),
                // Whoever waits for the journal's head longer than any writer does is an orphan.
                ("lock_timeout", "10s"),
            ],
            // No bound on locks: a second projecting process waits for them for as long as the first one lives.
            Self::Projections => {
                &[("statement_timeout", "0"), ("idle_in_transaction_session_timeout", "10s")]
            }
            Self::Health => &[("statement_timeout", "2s"), ("idle_in_transaction_session_timeout", "2s")],
            Self::Commands => &[("statement_timeout", "0")],
        }
    }
}

/// With these the server notices within some 15 s that a client is gone without a word, and frees what it had locked.
const KEEPALIVE: [(&str, &str); 4] = [
    ("tcp_keepalives_idle", "5"),
    ("tcp_keepalives_interval", "3"),
    ("tcp_keepalives_count", "3"),
    ("tcp_user_timeout", "15s"),
];

/// How sessions are opened.
#[derive(Debug, Clone)]
pub struct Sessions {
    /// Where the database is, and who asks.
    pub options: PgConnectOptions,
    /// The role that a session steps down to, where the connection's own can do more than it should.
    pub role: Option<&'static str>,
    /// The server is reached through a pooler that lends sessions for single transactions: what one client sets
    /// there, another would get. So nothing is set, and the role's own settings hold.
    pub pooled: bool,
}

impl Sessions {
    /// Sessions of one's own, as whom the options name.
    #[must_use]
    pub const fn of(options: PgConnectOptions) -> Self {
        Self { options, role: None, pooled: false }
    }

    /// A pool of at most so many connections. None is made before it is needed.
    ///
    /// To be called on a tokio runtime.
    #[must_use]
    pub fn pool(&self, work: Work, connections: u32) -> PgPool {
        let mut options = self.options.clone();
        if !self.pooled {
            options = options.options(KEEPALIVE).options(work.settings().iter().copied());
        }
        let role = self.role;
        PgPoolOptions::new()
            .max_connections(connections)
            .acquire_timeout(PATIENCE)
            // Asking each time whether a connection lives costs a round trip per use, and waits on a silent one for
            // ever. Instead, the first failure condemns all that were made before it.
            .test_before_acquire(false)
            .before_acquire(|_, connection| Box::pin(async move { trusted(connection.age) }))
            // On its way back sqlx asks a connection for a sign of life, and waits for ever on a silent one. An error
            // makes it drop the connection at once.
            .after_release(|_, connection| Box::pin(async move { trusted(connection.age) }))
            .after_connect(move |connection, _| {
                Box::pin(async move {
                    if work != Work::Commands {
                        refuse_standby(connection).await?;
                    }
                    if let Some(role) = role {
                        connection.execute(format!("SET ROLE {role}").as_str()).await?;
                    }
                    Ok(())
                })
            })
            .connect_lazy_with(options)
    }
}

/// In the midst of a failover a load balancer may lead to the primary of before, which comes back as a standby, or to the
/// next one before it is promoted. Both read what is older than what members were told. A server becomes a standby by
/// being started only, so a session that began on a primary stays on one.
async fn refuse_standby(connection: &mut PgConnection) -> Result<(), sqlx::Error> {
    // As text, not prepared: one round trip.
    let is_standby: bool = connection.fetch_one("SELECT pg_is_in_recovery()").await?.try_get(0)?;
    if is_standby {
        let refusal = "the server is a standby: its primary is away, or is about to change";
        return Err(sqlx::Error::Io(std::io::Error::new(std::io::ErrorKind::NotConnected, refusal)));
    }
    Ok(())
}

fn trusted(age: Duration) -> Result<bool, sqlx::Error> {
    if is_trusted(age) {
        return Ok(true);
    }
    Err(sqlx::Error::Io(std::io::Error::new(
        std::io::ErrorKind::ConnectionAborted,
        "the connection is older than the last failure",
    )))
}
