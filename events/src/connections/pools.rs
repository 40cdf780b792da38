//! Pools: one for each kind of work, so that none can use up the connections that another needs.
//!
//! A pool hands out no connection that is older than the last failure, and takes none back. After work that took too
//! long it hands out only what answers. A session's time limits are set in the message that opens it, so that they cost
//! no round trip.

use std::time::{Duration, Instant};

use sqlx::pool::PoolConnectionMetadata;
use sqlx::postgres::{PgConnectOptions, PgPoolOptions};
use sqlx::{Connection, Executor, PgConnection, PgPool, Row};
use tokio::time::timeout;

use super::{has_to_answer, invalidate_after, invalidate_all, is_valid, timed_out, timed_out_within};

/// How long a caller waits for a connection. After a longer wait a request would have timed out anyway.
const ACQUIRE_TIMEOUT: Duration = Duration::from_secs(3);

/// How long a connection may take to answer a ping. It takes a fraction of that on a machine that is far too busy.
const PING_TIMEOUT: Duration = Duration::from_secs(2);

/// How long after a time-out the connections that its work used may return to their pools: at once, but for a thread
/// that was paused.
const RETURN_TIME: Duration = Duration::from_secs(10);

/// The kind of work that a pool serves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Work {
    /// Answering requests from tables, and what they write into plain ones. The only one whose statements the server
    /// ends by itself: a request has its answer long before.
    Requests,
    /// Appending to the journal, and reading what decisions rest on.
    Appends,
    /// Projecting, listening, mails, and what else goes on beside requests.
    Projections,
    /// Whether the database answers, and what is reported to operators.
    Health,
    /// An operator's command: it may take its time.
    Commands,
}

impl Work {
    /// The settings of a session. A statement is never ended where events are appended, and the server's or the role's
    /// own limit is lifted there: ended while it waits for a synchronous standby, an append is reported as done.
    ///
    /// Requests and the writer run few, short statements very often, by indexes: planning one for its arguments takes as
    /// long as running it, and the server would do so at each call where the estimate seems to gain from it.
    ///
    /// The statements of projectors are as short. A plan that was made while a table was empty reads the whole table, and the
    /// server keeps it until it counts the table's rows again, minutes later; by then a rush has filled it. So all plans
    /// are made as for large tables, and none is compiled, which takes longer than running it.
    const fn settings(self) -> &'static [(&'static str, &'static str)] {
        match self {
            Self::Requests => &[
                ("statement_timeout", "5s"),
                ("idle_in_transaction_session_timeout", "5s"),
                ("plan_cache_mode", "force_generic_plan"),
                ("enable_seqscan", "off"),
                ("jit", "off"),
            ],
            Self::Appends => &[
                ("statement_timeout", "0"),
                ("idle_in_transaction_session_timeout", "2s"),
                // No writer waits that long for the journal's head: the client of such a session is gone.
                ("lock_timeout", "10s"),
                ("plan_cache_mode", "force_generic_plan"),
                ("enable_seqscan", "off"),
                ("jit", "off"),
            ],
            // No bound on locks: a second projecting process waits for them for as long as the first one runs.
            Self::Projections => &[
                ("statement_timeout", "0"),
                ("idle_in_transaction_session_timeout", "10s"),
                ("enable_seqscan", "off"),
                ("jit", "off"),
            ],
            Self::Health => &[("statement_timeout", "2s"), ("idle_in_transaction_session_timeout", "2s")],
            Self::Commands => &[("statement_timeout", "0")],
        }
    }
}

/// With these the server notices within about 15 s that a client is gone without closing its connection, and releases
/// its locks.
const KEEPALIVE: [(&str, &str); 4] = [
    ("tcp_keepalives_idle", "5"),
    ("tcp_keepalives_interval", "3"),
    ("tcp_keepalives_count", "3"),
    ("tcp_user_timeout", "15s"),
];

/// How sessions are opened.
#[derive(Debug, Clone)]
pub struct Sessions {
    /// The database's address, and the log-in.
    pub options: PgConnectOptions,
    /// The role that a session changes to, where the log-in may do more than it should.
    pub role: Option<&'static str>,
    /// The server is reached through a pooler that lends sessions for single transactions: what one client sets
    /// there, another would get. So nothing is set, and the role's own settings hold.
    pub pooled: bool,
}

impl Sessions {
    /// Sessions that are not shared, as the log-in of the options.
    #[must_use]
    pub const fn with_options(options: PgConnectOptions) -> Self {
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
            .acquire_timeout(ACQUIRE_TIMEOUT)
            // A test before each use costs a round trip, and never returns on a connection that does not answer.
            // Instead, after a failure all connections that were opened before it are dropped.
            .test_before_acquire(false)
            .before_acquire(|connection, about| Box::pin(check_before_use(connection, about)))
            // When a connection is returned sqlx pings it, and waits for ever where it does not answer. An error makes
            // sqlx drop the connection at once.
            .after_release(|connection, about| Box::pin(check_returned(connection, about)))
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

/// During a failover a load balancer may lead to the former primary, which comes back as a standby, or to the next one
/// before it is promoted. Both hold older data than members have seen. A server becomes a standby only when it is
/// started, so a session that began on a primary stays on one.
async fn refuse_standby(connection: &mut PgConnection) -> Result<(), sqlx::Error> {
    // As text, not prepared: one round trip.
    let is_standby: bool = connection.fetch_one("SELECT pg_is_in_recovery()").await?.try_get(0)?;
    if is_standby {
        let refusal = "the server is a standby: its primary is away, or is about to change";
        return Err(sqlx::Error::Io(std::io::Error::new(std::io::ErrorKind::NotConnected, refusal)));
    }
    Ok(())
}

async fn check_before_use(
    connection: &mut PgConnection,
    about: PoolConnectionMetadata,
) -> Result<bool, sqlx::Error> {
    check_age(about.age)?;
    if has_to_answer(Instant::now(), about.idle_for) {
        match timeout(PING_TIMEOUT, connection.ping()).await {
            Ok(Ok(())) => {}
            Ok(Err(error)) => {
                invalidate_after(&error);
                return Err(error);
            }
            Err(_elapsed) => {
                // No statement runs on it, so it is the connection: the others lead the same way.
                invalidate_all();
                return Err(timed_out());
            }
        }
    }
    Ok(true)
}

async fn check_returned(
    connection: &mut PgConnection,
    about: PoolConnectionMetadata,
) -> Result<bool, sqlx::Error> {
    check_age(about.age)?;
    if timed_out_within(RETURN_TIME) {
        // A statement may still run on it, so that silence says nothing about the others.
        timeout(PING_TIMEOUT, connection.ping()).await.unwrap_or_else(|_| Err(timed_out()))?;
    }
    Ok(true)
}

fn check_age(age: Duration) -> Result<bool, sqlx::Error> {
    if is_valid(age) {
        return Ok(true);
    }
    Err(sqlx::Error::Io(std::io::Error::new(
        std::io::ErrorKind::ConnectionAborted,
        "the connection is older than the last failure",
    )))
}
