//! Seals new events of the journal: the projector of the table `seal`.

use std::time::Duration;

use fairway_events::journal::RawEvent;
use fairway_events::{Journal, Position, connections};
use fairway_query::{ProjectionState, begin};
use sqlx::{PgConnection, PgPool};

use super::chain::{BLOCK, HASH, Hash, Head};

/// Events per commit: bounds memory and the length of a lock.
const BATCH: i64 = 1_000;
/// How often to look for new events. No request waits for the seal.
const POLL: Duration = Duration::from_secs(2);
/// How long to wait after a failure.
const PAUSE: Duration = Duration::from_secs(10);

/// How long a step may take. After it the connection is closed, by the server too.
const TIMEOUT: Duration = Duration::from_secs(20);

/// Why nothing was sealed.
#[derive(Debug, thiserror::Error)]
pub enum SealError {
    /// The database did not answer, or refused.
    #[error("the seal cannot be written")]
    Database(#[from] sqlx::Error),
    /// The row of the chain's end is missing, or its number of hashes does not match the checkpoint.
    #[error("the seal does not end at its checkpoint {0}: `replay-tool seal verify` tells more")]
    Broken(Position),
    /// The journal is shorter than its seal: its end was lost, or it was restored without the seal.
    #[error(
        "{sealed} events are sealed, and the journal ends at {head}: `replay-tool seal verify` tells more"
    )]
    Shorter {
        /// The checkpoint.
        sealed: Position,
        /// The journal's end.
        head: Position,
    },
}

/// The result of one step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sealed {
    /// Events sealed.
    pub events: i64,
    /// The chain's head now.
    pub head: Head,
    /// The batch was full: there are probably more events.
    pub more: bool,
    /// The journal has no event at this position although it has later ones: the chain ends before it.
    pub missing: Option<Position>,
}

/// Maintains the seal. Any number may run: a lock on the checkpoint allows one to work at a time.
#[derive(Debug)]
pub struct Sealer {
    pool: PgPool,
}

impl Sealer {
    /// A sealer over a migrated database.
    #[must_use]
    pub const fn new(pool: PgPool) -> Self {
        Self { pool }
    }

    /// Seals until `shutdown` completes. Dropping the future at worst rolls a batch back.
    pub async fn run(self, shutdown: impl Future<Output = ()> + Send) {
        tokio::select! {
            () = shutdown => {}
            () = self.follow() => {}
        }
    }

    async fn follow(self) {
        loop {
            let pause = match self.run_once(BATCH).await {
                Ok(Sealed { missing: Some(position), .. }) => {
                    tracing::error!(position, "the journal has a hole: the seal ends before it");
                    PAUSE
                }
                Ok(Sealed { more: true, .. }) => Duration::ZERO,
                Ok(_) => POLL,
                // Another sealer holds the lock.
                Err(SealError::Database(sqlx::Error::Database(refusal)))
                    if refusal.code().as_deref() == Some("55P03") =>
                {
                    POLL
                }
                Err(error) => {
                    let cause = std::error::Error::source(&error).map(ToString::to_string);
                    tracing::error!(%error, cause, "the seal is stopped");
                    PAUSE
                }
            };
            tokio::time::sleep(pause).await;
        }
    }

    /// Seals at most `limit` events, in one transaction.
    ///
    /// # Errors
    /// [`SealError`]; then nothing was sealed.
    pub async fn run_once(&self, limit: i64) -> Result<Sealed, SealError> {
        let done = connections::within(&self.pool, TIMEOUT, async |connection| step(connection, limit).await);
        let done = done.await;
        if let Err(SealError::Database(error)) = &done {
            connections::invalidate_after(error);
        }
        done
    }
}

async fn step(connection: &mut PgConnection, limit: i64) -> Result<Sealed, SealError> {
    let mut transaction = begin(connection, TIMEOUT).await?;
    let from: Position =
        sqlx::query_scalar("SELECT position FROM projections WHERE name = 'seal' FOR UPDATE")
            .fetch_one(&mut *transaction)
            .await?;
    let mut chain = Chain::ending_at(&mut transaction, from).await?;
    let events = Journal::raw_after_on(&mut transaction, from, limit).await?;
    if events.is_empty() {
        let head =
            sqlx::query_scalar("SELECT position FROM journal_head").fetch_one(&mut *transaction).await?;
        if head < from {
            return Err(SealError::Shorter { sealed: from, head });
        }
    }
    for event in &events {
        if !chain.add(event) {
            break;
        }
    }
    let missing = events.last().filter(|last| last.position > chain.head.position);
    let missing = missing.map(|_| chain.head.position + 1);
    let sealed = Sealed {
        events: chain.head.position - from,
        head: chain.head,
        more: missing.is_none() && i64::try_from(events.len()).is_ok_and(|length| length >= limit),
        missing,
    };
    if sealed.events > 0 || missing.is_some() {
        let last = events.iter().rfind(|event| event.position <= chain.head.position);
        chain.write(&mut transaction).await?;
        let error = missing.map(|position| format!("the journal has no event at position {position}"));
        let state = if missing.is_some() { ProjectionState::Stopped } else { ProjectionState::Running };
        sqlx::query(
            "UPDATE projections SET position = $1, as_of = coalesce($2, as_of), state = $3, last_error = $4
                 WHERE name = 'seal'",
        )
        .bind(sealed.head.position)
        .bind(last.map(|last| last.recorded_at))
        .bind(state.as_str())
        .bind(error)
        .execute(&mut *transaction)
        .await?;
    }
    transaction.commit().await?;
    Ok(sealed)
}

/// The end of the chain: the rows that a batch changes, and its head.
struct Chain {
    head: Head,
    blocks: Vec<(i64, Vec<u8>)>,
}

impl Chain {
    async fn ending_at(connection: &mut PgConnection, position: Position) -> Result<Self, SealError> {
        if position == 0 {
            return Ok(Self { head: Head { position, hash: Hash::beginning() }, blocks: Vec::new() });
        }
        let block = (position - 1) / BLOCK;
        let hashes: Option<Vec<u8>> = sqlx::query_scalar("SELECT hashes FROM seal WHERE block = $1")
            .bind(block)
            .fetch_optional(connection)
            .await?;
        let hashes =
            hashes.filter(|hashes| i64::try_from(hashes.len() / HASH) == Ok(position - block * BLOCK));
        let hashes = hashes.ok_or(SealError::Broken(position))?;
        let hash = Hash::from_bytes(&hashes[hashes.len() - HASH..]).ok_or(SealError::Broken(position))?;
        Ok(Self { head: Head { position, hash }, blocks: vec![(block, hashes)] })
    }

    /// Seals the next event; false when it is not the next one.
    fn add(&mut self, event: &RawEvent) -> bool {
        let position = self.head.position + 1;
        if event.position != position {
            return false;
        }
        let hash = self.head.hash.then(position, event);
        self.head = Head { position, hash };
        let block = (position - 1) / BLOCK;
        match self.blocks.last_mut() {
            Some((last, hashes)) if *last == block => hashes.extend_from_slice(&hash.0),
            Some(_) | None => self.blocks.push((block, hash.0.to_vec())),
        }
        true
    }

    async fn write(self, connection: &mut PgConnection) -> Result<(), sqlx::Error> {
        let (blocks, hashes): (Vec<i64>, Vec<Vec<u8>>) = self.blocks.into_iter().unzip();
        sqlx::query(
            "INSERT INTO seal (block, hashes) SELECT * FROM UNNEST($1::bigint[], $2::bytea[])
             ON CONFLICT (block) DO UPDATE SET hashes = excluded.hashes",
        )
        .bind(blocks)
        .bind(hashes)
        .execute(connection)
        .await?;
        Ok(())
    }
}
