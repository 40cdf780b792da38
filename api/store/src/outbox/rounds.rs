//! Mails about rounds: rows without content, which are composed from the booking's events when they are sent. Of those
//! about one round in a short time, the first is sent at once, the others are combined in one waiting row.
//! Its functions fail when the database does not answer.

use chrono::{DateTime, NaiveDate, Utc};
use fairway_events::{BookingId, MemberId, Position};
use sqlx::{PgConnection, Row};
use uuid::Uuid;

use crate::queueing::Queueing;

/// The round that a mail is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Round {
    /// The booking.
    pub booking: BookingId,
    /// Its play date: a member has at most one round on it.
    pub play_date: NaiveDate,
}

/// A cause of a mail to a member about a round.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RoundMail {
    /// Its event and recipient.
    pub dedup_key: String,
    /// The recipient.
    pub to: MemberId,
    /// The round.
    pub round: Round,
}

/// The identity of a mail about an event: its position, and the recipient.
#[must_use]
pub fn event_key(position: Position, to: MemberId) -> String {
    format!("event:{position}:{to}")
}

/// The position in [`event_key`].
#[must_use]
pub fn event_position(key: &str) -> Option<Position> {
    key.strip_prefix("event:")?.split_once(':')?.0.parse().ok()
}

/// The state of such a cause in the outbox.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Known {
    /// The recipient's address; none: they were erased.
    pub address: Option<String>,
    /// Whether the mail was queued before.
    pub is_queued: bool,
    /// When the last mail without waiting about the member's round of that day was queued, if that was recently.
    pub last_without_waiting: Option<DateTime<Utc>>,
    /// Whether a mail to the member about the booking waits, and no sender has it in hand.
    pub waits: bool,
}

/// The states of causes, in their order; mails queued after `since` count as recent.
pub async fn known(
    connection: &mut PgConnection,
    mails: &[&RoundMail],
    now: DateTime<Utc>,
    since: DateTime<Utc>,
) -> Result<Vec<Known>, sqlx::Error> {
    let rows = sqlx::query(include_str!("known.sql"))
        .bind(mails.iter().map(|mail| mail.dedup_key.as_str()).collect::<Vec<_>>())
        .bind(mails.iter().map(|mail| mail.to.0).collect::<Vec<_>>())
        .bind(mails.iter().map(|mail| mail.round.booking.0).collect::<Vec<_>>())
        .bind(mails.iter().map(|mail| mail.round.play_date).collect::<Vec<_>>())
        .bind(now)
        .bind(since)
        .bind(mails.iter().map(|mail| event_position(&mail.dedup_key)).collect::<Vec<_>>())
        .fetch_all(connection)
        .await?;
    rows.iter()
        .map(|row| {
            Ok(Known {
                address: row.try_get("address")?,
                is_queued: row.try_get("is_queued")?,
                last_without_waiting: row.try_get("last_without_waiting")?,
                waits: row.try_get("waits")?,
            })
        })
        .collect()
}

/// The plan for a cause, in a row of its own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Planned<'a> {
    /// The row.
    pub id: Uuid,
    /// The cause.
    pub mail: &'a RoundMail,
    /// The way in which it is told.
    pub queueing: Queueing,
}

/// Inserts a row for each cause. A cause that has its row already is left out.
pub async fn insert(
    connection: &mut PgConnection,
    planned: &[Planned<'_>],
    now: DateTime<Utc>,
) -> Result<(), sqlx::Error> {
    if planned.is_empty() {
        return Ok(());
    }
    let due_at = |queueing| match queueing {
        Queueing::Until(until) => until,
        Queueing::AtOnce | Queueing::Combined | Queueing::WithWaiting => now,
    };
    let state = |queueing| match queueing {
        Queueing::AtOnce | Queueing::Until(_) => "uncomposed",
        Queueing::Combined | Queueing::WithWaiting => "gathered",
    };
    sqlx::query(
        "INSERT INTO mail_outbox (id, dedup_key, member_id, booking_id, play_date, state, gathers, due_at, queued_at,
             settled_at)
         SELECT mail.*, $9, CASE mail.state WHEN 'gathered' THEN $9 END
         FROM UNNEST($1::uuid[], $2::text[], $3::uuid[], $4::uuid[], $5::date[], $6::text[], $7::boolean[],
             $8::timestamptz[])
             AS mail (id, dedup_key, member_id, booking_id, play_date, state, gathers, due_at)
         ON CONFLICT (dedup_key) DO NOTHING",
    )
    .bind(planned.iter().map(|one| one.id).collect::<Vec<_>>())
    .bind(planned.iter().map(|one| one.mail.dedup_key.as_str()).collect::<Vec<_>>())
    .bind(planned.iter().map(|one| one.mail.to.0).collect::<Vec<_>>())
    .bind(planned.iter().map(|one| one.mail.round.booking.0).collect::<Vec<_>>())
    .bind(planned.iter().map(|one| one.mail.round.play_date).collect::<Vec<_>>())
    .bind(planned.iter().map(|one| state(one.queueing)).collect::<Vec<_>>())
    .bind(planned.iter().map(|one| matches!(one.queueing, Queueing::Until(_))).collect::<Vec<_>>())
    .bind(planned.iter().map(|one| due_at(one.queueing)).collect::<Vec<_>>())
    .bind(now)
    .execute(connection)
    .await
    .map(|_| ())
}

/// Makes the mails due that wait about these causes' rounds; returns how many.
pub async fn end_waiting(
    connection: &mut PgConnection,
    mails: &[&RoundMail],
    now: DateTime<Utc>,
) -> Result<usize, sqlx::Error> {
    if mails.is_empty() {
        return Ok(0);
    }
    let done = sqlx::query(
        "UPDATE mail_outbox SET due_at = $4
         FROM UNNEST($1::uuid[], $2::uuid[], $3::date[]) AS ended (member_id, booking_id, play_date)
         WHERE mail_outbox.member_id = ended.member_id AND mail_outbox.play_date = ended.play_date
             AND mail_outbox.booking_id = ended.booking_id AND gathers AND settled_at IS NULL AND due_at > $4
             AND attempts = 0",
    )
    .bind(mails.iter().map(|mail| mail.to.0).collect::<Vec<_>>())
    .bind(mails.iter().map(|mail| mail.round.booking.0).collect::<Vec<_>>())
    .bind(mails.iter().map(|mail| mail.round.play_date).collect::<Vec<_>>())
    .bind(now)
    .execute(connection)
    .await?;
    Ok(usize::try_from(done.rows_affected()).unwrap_or(usize::MAX))
}

/// Settles the mails about these causes' rounds that could not be sent yet: to arrive after a mail that the member does
/// not play any more, they would contradict it.
pub async fn withdraw_failed(
    connection: &mut PgConnection,
    mails: &[&RoundMail],
    now: DateTime<Utc>,
) -> Result<(), sqlx::Error> {
    if mails.is_empty() {
        return Ok(());
    }
    sqlx::query(
        "UPDATE mail_outbox SET state = 'gathered', settled_at = $3
         FROM UNNEST($1::uuid[], $2::uuid[]) AS ended (member_id, booking_id)
         WHERE mail_outbox.member_id = ended.member_id AND mail_outbox.booking_id = ended.booking_id
             AND state = 'uncomposed' AND settled_at IS NULL AND last_error IS NOT NULL",
    )
    .bind(mails.iter().map(|mail| mail.to.0).collect::<Vec<_>>())
    .bind(mails.iter().map(|mail| mail.round.booking.0).collect::<Vec<_>>())
    .bind(now)
    .execute(connection)
    .await
    .map(|_| ())
}

/// Removes the content from waiting mails to others than `member` about these bookings, so that they are composed
/// when they are sent; returns how many wait. Only mails that an earlier release queued have content.
pub async fn compose_again(
    connection: &mut PgConnection,
    member: MemberId,
    bookings: &[BookingId],
) -> Result<u64, sqlx::Error> {
    let done = sqlx::query(
        "UPDATE mail_outbox SET state = 'uncomposed', subject = NULL, text_body = NULL, html_body = NULL,
             attachments = NULL
         WHERE booking_id = ANY($2) AND settled_at IS NULL AND member_id <> $1",
    )
    .bind(member.0)
    .bind(bookings.iter().map(|booking| booking.0).collect::<Vec<_>>())
    .execute(connection)
    .await?;
    Ok(done.rows_affected())
}
