//! The portal's data about one member, table by table, for the member's own download (GDPR, articles 15 and 20). A
//! section names its tables and the meaning of every field; a table with a member's column that no section names must
//! be listed in [`left_out`] with the reason, or a test fails. Of other people a section has the first name at most.
//! Its functions fail when the database does not answer.

mod account;
mod left_out;
mod playing;
mod records;
mod section;

use chrono::{DateTime, NaiveDate, TimeDelta, Utc};
use fairway_events::{ClubId, MemberId, OrderId, StreamId};
use sqlx::{PgConnection, PgPool, Postgres, Transaction};
use uuid::Uuid;

pub use left_out::LEFT_OUT;
pub use section::{Field, Section};

use super::passwords::Addressee;
use super::read_only_snapshot;

/// Downloads of a member in 24 hours, at most.
const DOWNLOADS_PER_DAY: i64 = 5;
/// The time in which they count.
pub const WINDOW: TimeDelta = TimeDelta::hours(24);

/// Every section that comes from a table, in the order of the file.
#[must_use]
pub fn sections() -> Vec<&'static Section> {
    [account::SECTIONS, playing::SECTIONS, records::SECTIONS].into_iter().flatten().collect()
}

/// Begins reading sections that agree with each other, with times in Amsterdam's.
pub async fn begin(pool: &PgPool) -> Result<Transaction<'static, Postgres>, sqlx::Error> {
    let mut transaction = read_only_snapshot::begin(pool).await?;
    sqlx::query("SET LOCAL TimeZone = 'Europe/Amsterdam'").execute(&mut *transaction).await?;
    Ok(transaction)
}

/// The streams of the journal that hold events about a member: their own, those of their bookings, vouchers and orders,
/// and the lists of clubs that scanned their codes or missed them.
pub async fn streams(connection: &mut PgConnection, member: MemberId) -> Result<Vec<StreamId>, sqlx::Error> {
    let rows: Vec<(String, Uuid)> = sqlx::query_as(
        "SELECT DISTINCT 'booking', booking_id FROM reservations_places WHERE member_id = $1
         UNION ALL SELECT 'voucher', voucher_id FROM vouchers WHERE member_id = $1
         UNION ALL SELECT 'order', order_id FROM orders WHERE member_id = $1",
    )
    .bind(member.0)
    .fetch_all(&mut *connection)
    .await?;
    let lists: Vec<(String, NaiveDate)> = sqlx::query_as(
        "SELECT club_id, play_date FROM arrivals_scans WHERE member_id = $1
         UNION SELECT club_id, play_date FROM arrivals_absences WHERE member_id = $1",
    )
    .bind(member.0)
    .fetch_all(connection)
    .await?;
    let lists = lists.into_iter().map(|(club, date)| StreamId::ArrivalList(ClubId(club), date));
    let others = rows.into_iter().map(|(kind, id)| match kind.as_str() {
        "booking" => StreamId::Reservation(id.into()),
        "voucher" => StreamId::Voucher(id.into()),
        _ => StreamId::Order(OrderId(id)),
    });
    Ok(std::iter::once(StreamId::Membership(member)).chain(others).chain(lists).collect())
}

/// Records a download. None, and nothing recorded, for a member who is gone; the time of the oldest that counts, for one
/// without any left.
pub async fn note_download(
    connection: &mut PgConnection,
    id: Uuid,
    member: MemberId,
    now: DateTime<Utc>,
) -> Result<Option<Result<Addressee, DateTime<Utc>>>, sqlx::Error> {
    // Locked: concurrent requests could otherwise exceed the limit.
    let row =
        sqlx::query("SELECT first_name, prefix, last_name FROM members WHERE id = $1 FOR NO KEY UPDATE")
            .bind(member.0)
            .fetch_optional(&mut *connection)
            .await?;
    let Some(row) = row else { return Ok(None) };
    let (count, oldest): (i64, Option<DateTime<Utc>>) = sqlx::query_as(
        "SELECT count(*), min(downloaded_at) FROM data_downloads WHERE member_id = $1 AND downloaded_at > $2",
    )
    .bind(member.0)
    .bind(now - WINDOW)
    .fetch_one(&mut *connection)
    .await?;
    if count >= DOWNLOADS_PER_DAY {
        return Ok(Some(Err(oldest.unwrap_or(now))));
    }
    sqlx::query("INSERT INTO data_downloads (id, member_id, downloaded_at) VALUES ($1, $2, $3)")
        .bind(id)
        .bind(member.0)
        .bind(now)
        .execute(connection)
        .await?;
    Ok(Some(Ok(Addressee::from_row(member, &row)?)))
}

/// Removes records of downloads from before `before`.
pub async fn delete_expired(pool: &PgPool, before: DateTime<Utc>) -> Result<u64, sqlx::Error> {
    let done =
        sqlx::query("DELETE FROM data_downloads WHERE downloaded_at < $1").bind(before).execute(pool).await?;
    Ok(done.rows_affected())
}
