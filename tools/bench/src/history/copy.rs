//! A history into a journal by `COPY`: made on one thread, stored by PostgreSQL meanwhile; indexes last, as a restore
//! would.

use std::fmt::Write as _;

use anyhow::{Context, Result, ensure};
use sqlx::{Connection, Executor, PgConnection, PgPool};
use tokio::sync::mpsc;

use super::{History, Made, Size, Written};

/// Bytes per message to the server.
const CHUNK: usize = 1 << 20;
const COPY: &str = "COPY events (aggregate_type, aggregate_id, sequence, event_type, event_version, payload, metadata, \
                    position, recorded_at, correlation_id, actor) FROM STDIN";

/// Fills an empty journal with a history of about so many events.
pub(crate) async fn load(pool: &PgPool, events: u64) -> Result<Made> {
    let mut connection = pool.acquire().await?;
    let first: Option<i64> =
        sqlx::query_scalar("SELECT position FROM events LIMIT 1").fetch_optional(&mut *connection).await?;
    ensure!(first.is_none(), "the journal is not empty");
    connection.execute("SET maintenance_work_mem = '512MB'").await?;
    let indexes = drop_indexes(&mut connection).await?;

    let (chunks, mut made) = mpsc::channel::<Vec<u8>>(4);
    let making = tokio::task::spawn_blocking(move || make(Size::of(events), &chunks));
    let mut copy = connection.copy_in_raw(COPY).await?;
    while let Some(chunk) = made.recv().await {
        copy.send(chunk).await?;
    }
    copy.finish().await?;
    let made = making.await??;

    for statement in indexes {
        connection.execute(statement.as_str()).await?;
    }
    sqlx::query("UPDATE journal_head SET position = $1")
        .bind(i64::try_from(made.events)?)
        .execute(&mut *connection)
        .await?;
    // Mails are for what happens from here on.
    sqlx::query("UPDATE projections SET position = $1 WHERE name = 'mail'")
        .bind(i64::try_from(made.events)?)
        .execute(&mut *connection)
        .await?;
    connection.execute("VACUUM (ANALYZE) events").await?;
    connection.execute("CHECKPOINT").await?;
    // The connection has a setting of its own: it does not go back to the pool.
    connection.detach().close().await?;
    Ok(made)
}

/// Takes the journal's indexes away and tells how to make them again, whichever the migrations made.
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
    let mut again = Vec::new();
    for (name, definition) in constraints {
        connection.execute(format!("ALTER TABLE events DROP CONSTRAINT {name}").as_str()).await?;
        again.push(format!("ALTER TABLE events ADD CONSTRAINT {name} {definition}"));
    }
    for (name, definition) in indexes {
        connection.execute(format!("DROP INDEX {name}").as_str()).await?;
        again.push(definition);
    }
    Ok(again)
}

fn make(size: Size, chunks: &mpsc::Sender<Vec<u8>>) -> Result<Made> {
    let mut lines = String::with_capacity(CHUNK + 4096);
    let send = |lines: &mut String| -> Result<()> {
        let chunk = std::mem::replace(lines, String::with_capacity(CHUNK + 4096)).into_bytes();
        chunks.blocking_send(chunk).context("the database takes no more")
    };
    let made = History::new(size, |written: Written<'_>| {
        line(&mut lines, &written)?;
        if lines.len() >= CHUNK { send(&mut lines) } else { Ok(()) }
    })
    .make()?;
    send(&mut lines)?;
    Ok(made)
}

/// A row in COPY's text format.
fn line(lines: &mut String, written: &Written<'_>) -> Result<()> {
    let Written { position, stream, sequence, event, at, correlation, actor } = written;
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

/// JSON has no tabs and line ends of its own, but it may have backslashes.
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
    fn backslashes_survive_the_copy() {
        let mut lines = String::new();
        escape(&mut lines, r#"{"title":"a \"b\" \\ c"}"#);
        assert_eq!(lines, r#"{"title":"a \\"b\\" \\\\ c"}"#);
    }
}
