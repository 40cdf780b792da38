//! Loads a history into a journal by `COPY`. One thread generates events while PostgreSQL stores them. Indexes are
//! created at the end, as in a restore, because that is faster.

use std::fmt::Write as _;

use anyhow::{Context, Result, ensure};
use sqlx::{Connection, Executor, PgConnection, PgPool};
use tokio::sync::mpsc;

use super::{GeneratedEvent, Generator, History, Size};

/// Bytes per message to the server.
const CHUNK: usize = 1 << 20;
const COPY: &str = "COPY events (aggregate_type, aggregate_id, sequence, event_type, event_version, payload, metadata, \
                    position, recorded_at, correlation_id, actor) FROM STDIN";

/// Fills an empty journal with a history of about `events` events.
pub(crate) async fn load(pool: &PgPool, events: u64) -> Result<History> {
    load_with_frequent_member(pool, events, 0).await
}

/// The same, with one member whose stream has `frequent_events` events.
pub(crate) async fn load_with_frequent_member(
    pool: &PgPool,
    events: u64,
    frequent_events: u64,
) -> Result<History> {
    let mut connection = pool.acquire().await?;
    let first: Option<i64> =
        sqlx::query_scalar("SELECT position FROM events LIMIT 1").fetch_optional(&mut *connection).await?;
    ensure!(first.is_none(), "the journal is not empty");
    connection.execute("SET maintenance_work_mem = '512MB'").await?;
    let indexes = drop_indexes(&mut connection).await?;

    let (sender, mut chunks) = mpsc::channel::<Vec<u8>>(4);
    let generating =
        tokio::task::spawn_blocking(move || generate(Size::for_events(events), frequent_events, &sender));
    let mut copy = connection.copy_in_raw(COPY).await?;
    while let Some(chunk) = chunks.recv().await {
        copy.send(chunk).await?;
    }
    copy.finish().await?;
    let history = generating.await??;

    for statement in indexes {
        connection.execute(statement.as_str()).await?;
    }
    settle(&mut connection, history.events).await?;
    // The connection has a changed setting, so it does not return to the pool.
    connection.detach().close().await?;
    Ok(history)
}

/// Adds rows to the journal, which then ends with that event. Keeps the indexes: for few rows that is faster.
pub(super) async fn append(pool: &PgPool, rows: &str, events: u64) -> Result<()> {
    let mut connection = pool.acquire().await?;
    let mut copy = connection.copy_in_raw(COPY).await?;
    for chunk in rows.as_bytes().chunks(CHUNK) {
        copy.send(chunk).await?;
    }
    copy.finish().await?;
    settle(&mut connection, events).await
}

/// Makes that event the journal's last, as if it had been written long ago.
async fn settle(connection: &mut PgConnection, events: u64) -> Result<()> {
    let last = i64::try_from(events)?;
    sqlx::query("UPDATE journal_head SET position = $1").bind(last).execute(&mut *connection).await?;
    // No mails for the events of the history.
    sqlx::query("UPDATE projections SET position = $1 WHERE name = 'mail'")
        .bind(last)
        .execute(&mut *connection)
        .await?;
    connection.execute("VACUUM (ANALYZE) events").await?;
    connection.execute("CHECKPOINT").await?;
    Ok(())
}

/// Drops all indexes that the migrations created on the journal, and returns the statements that create them again.
async fn drop_indexes(connection: &mut PgConnection) -> Result<Vec<String>> {
    let constraints: Vec<(String, String)> = sqlx::query_as(
        "SELECT conname::text, pg_get_constraintdef(oid) FROM pg_constraint
         WHERE conrelid = 'events'::regclass AND contype IN ('p', 'u') ORDER BY contype",
    )
    .fetch_all(&mut *connection)
    .await?;
    let indexes: Vec<(String, String)> = sqlx::query_as(
        "SELECT indexrelid::regclass::text, pg_get_indexdef(indexrelid) FROM pg_index
         WHERE indrelid = 'events'::regclass
             AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid)",
    )
    .fetch_all(&mut *connection)
    .await?;
    let mut create_statements = Vec::new();
    for (name, definition) in constraints {
        connection.execute(format!("ALTER TABLE events DROP CONSTRAINT {name}").as_str()).await?;
        create_statements.push(format!("ALTER TABLE events ADD CONSTRAINT {name} {definition}"));
    }
    for (name, definition) in indexes {
        connection.execute(format!("DROP INDEX {name}").as_str()).await?;
        create_statements.push(definition);
    }
    Ok(create_statements)
}

fn generate(size: Size, frequent_events: u64, chunks: &mpsc::Sender<Vec<u8>>) -> Result<History> {
    let mut lines = String::with_capacity(CHUNK + 4096);
    let send = |lines: &mut String| -> Result<()> {
        let chunk = std::mem::replace(lines, String::with_capacity(CHUNK + 4096)).into_bytes();
        chunks.blocking_send(chunk).context("the database accepts no more rows")
    };
    let history = Generator::new(size, frequent_events, |generated: GeneratedEvent<'_>| {
        write_row(&mut lines, &generated)?;
        if lines.len() >= CHUNK { send(&mut lines) } else { Ok(()) }
    })
    .generate()?;
    send(&mut lines)?;
    Ok(history)
}

/// Writes an event as a row in COPY's text format.
pub(super) fn write_row(lines: &mut String, generated: &GeneratedEvent<'_>) -> Result<()> {
    let GeneratedEvent { position, stream, sequence, event, at, correlation, actor } = generated;
    write!(
        lines,
        "{}\t{}\t{sequence}\t{}\t{}\t",
        stream.aggregate_type().as_str(),
        stream.aggregate_id(),
        event.name(),
        event.version()
    )?;
    escape(lines, &event.to_payload()?);
    writeln!(lines, "\t{{}}\t{position}\t{}\t{correlation}\t{actor}", at.to_rfc3339())?;
    Ok(())
}

/// COPY's text format needs tabs, line ends and backslashes escaped; of these, the JSON here has only backslashes.
fn escape(lines: &mut String, json: &str) {
    for (index, part) in json.split('\\').enumerate() {
        if index > 0 {
            lines.push_str("\\\\");
        }
        lines.push_str(part);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn backslashes_are_escaped_for_copy() {
        let mut lines = String::new();
        escape(&mut lines, r#"{"title":"a \"b\" \\ c"}"#);
        assert_eq!(lines, r#"{"title":"a \\"b\\" \\\\ c"}"#);
    }
}
