//! The bytes that a booking for four adds to every table and every index, and to the write-ahead log. The portal itself
//! books, projects, and sends the mails, on a database that nothing else filled: indexes that were created over existing
//! rows would be smaller than they become. The rows of the same bookings are counted on the way (`written.rs`).

use std::collections::BTreeMap;
use std::sync::Arc;

use anyhow::{Context, Result};
use fairway_events::Journal;
use sqlx::PgPool;

use super::super::booking::book;
use super::super::http::{RequestKind, RequestingMembers, booking_call, run_requests};
use super::purposes::purpose_of;
use super::written;
use crate::accounts;
use crate::bench::Bench;
use crate::bench_writer::BenchWriter;
use crate::client::{Call, Client};
use crate::database::{WAITING_MAILS, wait_until_none};
use crate::history::{DAYS_AHEAD, Size};
use crate::load::drive;
use crate::portal::Portal;
use crate::report::{Row, show};
use crate::workload::{Bookings, CLUBS, DAYS, PLAYERS, Spread, id, start_subscriptions};

const DATABASE: &str = "bench_disk";
const WRITER_DATABASE: &str = "bench_disk_writer";
const BOOKINGS: u64 = 10_000;
const CALLERS: u64 = 32;
/// Requests of each kind of look.
const LOOKS: u64 = 1_000;
const KINDS_OF_LOOKS: [RequestKind; 4] =
    [RequestKind::Upcoming, RequestKind::Clubs, RequestKind::Availability, RequestKind::Check];
/// Relations that grow by less than this per booking are not in the table: their first page is larger.
const MIN_BYTES: f64 = 1.0;

/// The counters of a table or an index, as the server keeps them.
#[derive(Debug, Clone, Copy, Default)]
struct Counters {
    /// For an index only itself, for a table only its rows.
    bytes: i64,
    toast_bytes: i64,
    scans: i64,
    inserted: i64,
    updated: i64,
    updated_in_place: i64,
}

/// All tables and indexes by the name of the table and the name of the index; for the table itself that is empty.
type Relations = BTreeMap<(String, String), Counters>;

/// The figures of the same bookings.
#[derive(Debug)]
pub(super) struct Disk {
    pub(super) bytes: Vec<Row>,
    pub(super) written: Vec<Row>,
}

pub(super) async fn measure(bench: &Bench) -> Result<Disk> {
    let (server, options) = (&bench.server, &bench.options);
    let count = options.count(BOOKINGS);
    let free_days = DAYS - DAYS_AHEAD;
    let groups = count.div_ceil(free_days);
    let bookings = || Bookings::new(Spread::Everywhere, free_days, 0).restricted_to(1, DAYS_AHEAD, free_days);

    let writer = BenchWriter::start(server, WRITER_DATABASE, groups).await?;
    let before = wal_position(writer.journal.pool()).await?;
    book(server, &writer.handle, bookings(), CALLERS, count).await?;
    let wal_of_appends = wal_position(writer.journal.pool()).await? - before;
    writer.stop().await;
    server.drop(WRITER_DATABASE).await?;

    let pool = server.create_migrated(DATABASE).await?;
    let size = Size { events: 0, members: groups * PLAYERS, clubs: CLUBS };
    accounts::insert(&pool, &size, size.members).await?;
    start_subscriptions(&Journal::new(pool.clone()), groups).await?;
    let url = server.url(DATABASE);
    let portal = Portal::on_database(&url).await?;
    portal.wait_until_idle(&pool).await?;
    stop(portal, &pool).await?;

    let (empty, wal_before) = (relations(&pool).await?, wal_position(&pool).await?);
    let (images_before, written_before) = (full_page_images(&pool).await?, written::counters(&pool).await?);
    let portal = Portal::on_database(&url).await?;
    let client = Client::connect(portal.address, CALLERS).await?;
    let all_bookings = Arc::new(bookings());
    drive(CALLERS, count, move |caller, number| {
        let call = Call { key: Some(id(21, number).to_string()), ..booking_call(&all_bookings, number) };
        let client = client.clone();
        async move { client.call(caller, call).await.map(drop) }
    })
    .await?;
    portal.wait_until_caught_up(&pool).await?;
    wait_until_none(&pool, WAITING_MAILS, "mails are still waiting").await?;
    stop(portal, &pool).await?;
    let wal = wal_position(&pool).await? - wal_before;
    let images = full_page_images(&pool).await? - images_before;
    let (booked, written_after) = (relations(&pool).await?, written::counters(&pool).await?);

    let portal = Portal::on_database(&url).await?;
    let members = RequestingMembers::for_members(size.members);
    let looks = options.count(LOOKS);
    for kind in KINDS_OF_LOOKS {
        run_requests(server, &portal, (members, kind), CALLERS, (0, looks)).await?;
    }
    stop(portal, &pool).await?;
    let looked = relations(&pool).await?;
    pool.close().await;

    #[expect(clippy::cast_precision_loss, reason = "bytes per booking")]
    let per_booking = |bytes: i64| bytes as f64 / count as f64;
    let wal_row =
        |name: &str, bytes: i64, bound: &str| Row::of_values(name, "bytes", vec![per_booking(bytes)], bound);
    let mut bytes = growth(&empty, &booked, &looked, count, looks * KINDS_OF_LOOKS.len() as u64)?;
    bytes.push(wal_row(
        "write-ahead log",
        wal,
        "everything above, each page whole when it is first changed after a checkpoint; what is updated or deleted later",
    ));
    bytes.push(wal_row("of it whole pages, at most", images * 8_192, "full_page_writes; 8 KiB for each"));
    bytes.push(wal_row(
        "write-ahead log of the append alone",
        wal_of_appends,
        "the writer without the portal: the rows of `events` and its indexes",
    ));
    Ok(Disk { bytes, written: written::rows(&written_before, &written_after, count) })
}

/// One row for each table and index that grew, tables with the most bytes first, and their sums.
#[expect(clippy::cast_precision_loss, reason = "figures with three digits")]
fn growth(
    empty: &Relations,
    booked: &Relations,
    looked: &Relations,
    bookings: u64,
    looks: u64,
) -> Result<Vec<Row>> {
    let mut tables: BTreeMap<&str, (f64, Vec<Row>)> = BTreeMap::new();
    for (key @ (table, index), after) in booked {
        let before = empty.get(key).copied().unwrap_or_default();
        let looked = looked.get(key).copied().unwrap_or_default();
        let per_booking = |after: i64, before: i64| (after - before) as f64 / bookings as f64;
        let bytes = per_booking(after.bytes, before.bytes);
        let toast = per_booking(after.toast_bytes, before.toast_bytes);
        let scans = per_booking(after.scans, before.scans);
        let scans_per_look = (looked.scans - after.scans) as f64 / looks as f64;
        let entry = tables.entry(table.as_str()).or_default();
        entry.0 += bytes + toast;
        let mut add = |name: String, bytes: f64, bound: String| {
            if bytes >= MIN_BYTES {
                entry.1.push(Row::of_values(name, "bytes", vec![bytes], &bound));
            }
        };
        if index.is_empty() {
            let bound = format!(
                "rows per booking: {} inserted, {} updated, {} of these without a change of an index",
                show(per_booking(after.inserted, before.inserted)),
                show(per_booking(after.updated, before.updated)),
                show(per_booking(after.updated_in_place, before.updated_in_place)),
            );
            add(format!("`{table}`"), bytes, bound);
            add(format!("`{table}`, out of line"), toast, "values that are too large for a row".to_owned());
        } else {
            let purpose = purpose_of(index).with_context(|| format!("{index} has no purpose"))?;
            let bound =
                format!("{purpose} (scans: {} per booking, {} per look)", show(scans), show(scans_per_look));
            add(format!("`{table}`: `{index}`"), bytes, bound);
        }
    }
    let all: f64 = tables.values().map(|(bytes, _)| bytes).sum();
    let events = tables.get("events").map_or(0.0, |(bytes, _)| *bytes);
    let mut tables: Vec<_> = tables.into_values().collect();
    tables.sort_by(|(one, _), (other, _)| other.total_cmp(one));
    let mut rows: Vec<Row> = tables.into_iter().flat_map(|(_, rows)| rows).collect();
    let sum = |name: &str, bytes: f64, bound: &str| Row::of_values(name, "bytes", vec![bytes], bound);
    rows.push(sum("all tables and indexes", all, "the sum"));
    rows.push(sum("of it the journal with its indexes", events, "six events in six streams"));
    Ok(rows)
}

/// Stops a portal and waits until its sessions have ended: only then the server has counted all that they did.
async fn stop(portal: Portal, pool: &PgPool) -> Result<()> {
    portal.stop()?;
    let sessions = "SELECT count(*) FROM pg_stat_activity
                    WHERE datname = current_database() AND application_name = 'fairway'";
    wait_until_none(pool, sessions, "sessions of the portal remain").await?;
    sqlx::raw_sql("VACUUM").execute(pool).await?;
    Ok(())
}

async fn wal_position(pool: &PgPool) -> Result<i64> {
    let position = "SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::int8";
    Ok(sqlx::query_scalar(position).fetch_one(pool).await?)
}

async fn full_page_images(pool: &PgPool) -> Result<i64> {
    Ok(sqlx::query_scalar("SELECT wal_fpi FROM pg_stat_wal").fetch_one(pool).await?)
}

async fn relations(pool: &PgPool) -> Result<Relations> {
    type Columns = (String, String, i64, i64, i64, i64, i64, i64);
    let rows: Vec<Columns> = sqlx::query_as(include_str!("relations.sql")).fetch_all(pool).await?;
    let relations = rows.into_iter().map(|row| {
        let (table, index, bytes, toast_bytes, scans, inserted, updated, updated_in_place) = row;
        let counters = Counters { bytes, toast_bytes, scans, inserted, updated, updated_in_place };
        ((table, index), counters)
    });
    Ok(relations.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn relation(index: &str, bytes: i64, scans: i64) -> ((String, String), Counters) {
        let counters = Counters { bytes, scans, inserted: scans, ..Counters::default() };
        (("events".to_owned(), index.to_owned()), counters)
    }

    #[test]
    fn bytes_are_per_booking_and_an_index_shows_its_purpose_and_its_scans() {
        let empty = Relations::from([relation("", 1_000, 0), relation("events_position_key", 100, 0)]);
        let booked = Relations::from([relation("", 7_000, 60), relation("events_position_key", 400, 20)]);
        let looked = Relations::from([relation("", 7_000, 60), relation("events_position_key", 400, 60)]);
        let rows = growth(&empty, &booked, &looked, 10, 4).unwrap();
        let value = |name: &str| rows.iter().find(|row| row.name == name).unwrap().median();
        assert_eq!(value("`events`"), 600.0);
        assert_eq!(value("`events`: `events_position_key`"), 30.0);
        assert_eq!(
            (value("all tables and indexes"), value("of it the journal with its indexes")),
            (630.0, 630.0)
        );
        assert!(rows[0].bound.starts_with("rows per booking: 6.00 inserted"), "{}", rows[0].bound);
        assert!(rows[1].bound.ends_with("(scans: 2.00 per booking, 10.0 per look)"), "{}", rows[1].bound);
    }

    #[test]
    fn an_index_without_a_purpose_is_refused() {
        let booked = Relations::from([relation("events_nonsense_idx", 400, 20)]);
        assert!(growth(&Relations::new(), &booked, &booked, 10, 4).is_err());
    }
}
