//! The highest rate at which one backend can append: INSERT statements with rows that were written before, one after the
//! other. It must not use the journal's own statement, because it is the bound of that statement: here nothing moves the
//! head, looks for the last event of a stream, or waits for a caller.

use std::time::Instant;

use anyhow::Result;
use fairway_command::BookRound;
use fairway_events::journal::StreamAppend;
use fairway_events::{Actor, Journal};
use sqlx::error::BoxDynError;
use sqlx::pool::PoolConnection;
use sqlx::postgres::PgArguments;
use sqlx::{Arguments, Postgres};
use uuid::Uuid;

use super::{Versions, rows_of};
use crate::cpu;
use crate::load::{Round, quantile};
use crate::workload::now;

const INSERT: &str = include_str!("insert.sql");
/// As many as a batch of the writer has at 64 callers. Each statement is one commit, as a batch is.
const BOOKINGS_PER_STATEMENT: usize = 32;

/// One connection to a database, and therefore one backend, that nothing else appends to.
#[derive(Debug)]
pub(crate) struct BareInsert {
    connection: PoolConnection<Postgres>,
    versions: Versions,
    /// The position of the last row.
    position: i64,
}

impl BareInsert {
    pub(crate) async fn start(journal: &Journal) -> Result<Self> {
        let position = journal.head().await?;
        Ok(Self { connection: journal.pool().acquire().await?, versions: Versions::default(), position })
    }

    /// Inserts the rows of bookings and measures them per booking; the latencies are those of whole statements.
    pub(crate) async fn insert(&mut self, bookings: &[BookRound]) -> Result<Round> {
        // All of them before the first is sent, so that the backend waits for none.
        let statements = bookings
            .chunks(BOOKINGS_PER_STATEMENT)
            .map(|bookings| self.arguments(bookings))
            .collect::<Result<Vec<_>>>()?;
        let mut latencies = Vec::with_capacity(statements.len());
        let (start, cpu_before) = (Instant::now(), cpu::own());
        for arguments in statements {
            let sent = Instant::now();
            sqlx::query_with(INSERT, arguments).execute(&mut *self.connection).await?;
            latencies.push(sent.elapsed());
        }
        let (seconds, cpu) = (start.elapsed().as_secs_f64(), cpu::own().saturating_sub(cpu_before));
        latencies.sort_unstable();
        Ok(Round {
            operations: bookings.len() as u64,
            seconds,
            p50_ms: quantile(&latencies, 0.5),
            p99_ms: quantile(&latencies, 0.99),
            cpu_us: cpu.as_secs_f64() * 1e6,
        })
    }

    /// The parameters of one statement, as they are sent.
    fn arguments(&mut self, bookings: &[BookRound]) -> Result<PgArguments> {
        let mut columns = Columns::default();
        for (stream, events) in bookings.iter().flat_map(rows_of) {
            columns.push(&self.versions.append(stream, events))?;
        }
        let before = self.position;
        self.position += i64::try_from(columns.sequence.len())?;
        Ok(columns.into_arguments(before).map_err(sqlx::Error::Encode)?)
    }
}

/// The rows of one statement, one array per column.
#[derive(Debug, Default)]
struct Columns {
    aggregate_type: Vec<&'static str>,
    aggregate_id: Vec<String>,
    sequence: Vec<i64>,
    event_type: Vec<&'static str>,
    event_version: Vec<&'static str>,
    payload: Vec<String>,
}

impl Columns {
    fn push(&mut self, append: &StreamAppend) -> Result<()> {
        for (sequence, event) in (append.version + 1..).zip(&append.events) {
            self.aggregate_type.push(append.stream.aggregate_type().as_str());
            self.aggregate_id.push(append.stream.aggregate_id());
            self.sequence.push(sequence);
            self.event_type.push(event.name());
            self.event_version.push(event.version());
            self.payload.push(event.to_payload()?);
        }
        Ok(())
    }

    /// `before`: the position of the row before the first of these.
    fn into_arguments(self, before: i64) -> Result<PgArguments, BoxDynError> {
        let mut arguments = PgArguments::default();
        arguments.add(self.aggregate_type)?;
        arguments.add(self.aggregate_id)?;
        arguments.add(self.sequence)?;
        arguments.add(self.event_type)?;
        arguments.add(self.event_version)?;
        arguments.add(self.payload)?;
        arguments.add(Uuid::nil())?;
        arguments.add(Actor::import().to_string())?;
        arguments.add(now())?;
        arguments.add(before)?;
        Ok(arguments)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workload::{Bookings, Spread};

    #[test]
    fn each_stream_of_the_inserted_rows_goes_on_where_it_ended() {
        let bookings = Bookings::new(Spread::OneClubDay, 2, 0);
        let (mut versions, mut columns) = (Versions::default(), Columns::default());
        for (stream, events) in (0..2).flat_map(|number| rows_of(&bookings.booking(number))) {
            columns.push(&versions.append(stream, events)).unwrap();
        }
        // The round, the four members after their subscriptions, the club's day.
        assert_eq!(columns.sequence, [1, 2, 2, 2, 2, 1, 1, 3, 3, 3, 3, 2]);
        assert_eq!(columns.event_type[0], "RoundBooked");
    }
}
