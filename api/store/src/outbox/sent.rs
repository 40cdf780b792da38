//! The mails about rounds that were sent at the first attempt: one row for the recipients of an event whose mails were
//! sent together. The ids of its mails follow each other. Its functions fail when the database does not answer.

use chrono::{DateTime, NaiveDate, Utc};
use fairway_events::{Position, from_row};
use sqlx::{PgConnection, PgPool};
use uuid::Uuid;

use super::again::Shown;
use super::rounds::event_key;

/// The mails of a row.
#[derive(Debug, Clone)]
struct SentMails {
    id: Uuid,
    position: Position,
    booking_id: Uuid,
    play_date: NaiveDate,
    member_ids: Vec<Uuid>,
    queued_at: DateTime<Utc>,
    sent_at: DateTime<Utc>,
}

from_row!(SentMails { id, position, booking_id, play_date, member_ids, queued_at, sent_at });

/// The row that has the mail `$1`, if one has.
const OF_MAIL: &str =
    "SELECT id, position, booking_id, play_date, member_ids, queued_at, sent_at FROM sent_round_mails
     WHERE id <= $1 ORDER BY id DESC LIMIT 1";

impl SentMails {
    /// The place of a mail among its recipients.
    fn place(&self, id: Uuid) -> Option<usize> {
        let place = usize::try_from(id.as_u128().checked_sub(self.id.as_u128())?).ok()?;
        (place < self.member_ids.len()).then_some(place)
    }
}

/// A mail to a member who was not erased.
pub(super) async fn one(pool: &PgPool, id: Uuid) -> Result<Option<Shown>, sqlx::Error> {
    let row: Option<SentMails> = sqlx::query_as(OF_MAIL).bind(id).fetch_optional(pool).await?;
    let mail =
        row.and_then(|row| row.place(id).and_then(|place| row.member_ids.get(place).copied()).zip(Some(row)));
    let Some((member, row)) = mail else { return Ok(None) };
    let is_there: bool = sqlx::query_scalar("SELECT EXISTS (SELECT FROM members WHERE id = $1)")
        .bind(member)
        .fetch_one(pool)
        .await?;
    Ok(is_there.then(|| Shown {
        dedup_key: event_key(row.position, member.into()),
        member_id: Some(member),
        booking_id: Some(row.booking_id),
        waiting_group_id: None,
        gathers: false,
    }))
}

/// Moves a mail into the outbox, as one that was sent: there it can wait again. The mails before and after it keep their
/// ids. Returns whether there was such a mail; one to an erased member is in the outbox neither.
pub(super) async fn store_in_outbox(connection: &mut PgConnection, id: Uuid) -> Result<bool, sqlx::Error> {
    let row: Option<SentMails> =
        sqlx::query_as(&format!("{OF_MAIL} FOR UPDATE")).bind(id).fetch_optional(&mut *connection).await?;
    let Some((row, place)) = row.and_then(|row| row.place(id).map(|place| (row, place))) else {
        return Ok(false);
    };
    sqlx::query("DELETE FROM sent_round_mails WHERE id = $1").bind(row.id).execute(&mut *connection).await?;
    let (before, after) = (row.member_ids.get(..place), row.member_ids.get(place + 1..));
    for (first, members) in [(row.id, before), (super::in_hand::next(id), after)] {
        let Some(members) = members.filter(|members| !members.is_empty()) else { continue };
        sqlx::query(
            "INSERT INTO sent_round_mails (id, position, booking_id, play_date, member_ids, queued_at, sent_at)
             VALUES ($1, $2, $3, $4, $5, $6, $7)",
        )
        .bind(first)
        .bind(row.position)
        .bind(row.booking_id)
        .bind(row.play_date)
        .bind(members)
        .bind(row.queued_at)
        .bind(row.sent_at)
        .execute(&mut *connection)
        .await?;
    }
    let member = row.member_ids.get(place).copied().unwrap_or_default();
    sqlx::query(
        "INSERT INTO mail_outbox (id, dedup_key, member_id, booking_id, play_date, state, queued_at, due_at, attempts,
             settled_at)
         SELECT $1, $2, $3, $4, $5, 'sent', $6, $6, 1, $7
         WHERE EXISTS (SELECT FROM members WHERE members.id = $3)",
    )
    .bind(id)
    .bind(event_key(row.position, member.into()))
    .bind(member)
    .bind(row.booking_id)
    .bind(row.play_date)
    .bind(row.queued_at)
    .bind(row.sent_at)
    .execute(connection)
    .await
    .map(|_| true)
}

/// Deletes mails that were sent before `before`.
pub(super) async fn delete_expired(pool: &PgPool, before: DateTime<Utc>) -> Result<u64, sqlx::Error> {
    let done =
        sqlx::query("DELETE FROM sent_round_mails WHERE sent_at < $1").bind(before).execute(pool).await?;
    Ok(done.rows_affected())
}
