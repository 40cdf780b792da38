//! Mails about one round in a short time: the first is sent at once, the others are combined in one waiting row.

use chrono::{DateTime, NaiveDate, Utc};
use fairway_events::{BookingId, MemberId};
use sqlx::PgConnection;
use uuid::Uuid;

/// The round that a mail is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Round {
    /// The booking.
    pub booking: BookingId,
    /// Its play date: a member has at most one round on it.
    pub play_date: NaiveDate,
}

/// The round of a mail, and how long the mail waits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct About {
    /// The round.
    pub round: Round,
    /// The time until which it waits for further changes; none: it is sent at once.
    pub until: Option<DateTime<Utc>>,
}

/// A mail that waits for further changes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Waiting {
    /// Its cause and recipient.
    pub dedup_key: String,
    /// The recipient.
    pub member: MemberId,
    /// The booking.
    pub booking: BookingId,
}

/// When the last mail without waiting about a member's round of a day was queued, if that was after `since`.
///
/// # Errors
/// When the database does not answer.
pub async fn last_without_waiting(
    connection: &mut PgConnection,
    member: MemberId,
    play_date: NaiveDate,
    since: DateTime<Utc>,
) -> Result<Option<DateTime<Utc>>, sqlx::Error> {
    sqlx::query_scalar(
        "SELECT max(queued_at) FROM mail_outbox
         WHERE member_id = $1 AND play_date = $2 AND queued_at > $3 AND NOT gathers AND state <> 'gathered'",
    )
    .bind(member.0)
    .bind(play_date)
    .bind(since)
    .fetch_one(connection)
    .await
}

/// Whether a mail to a member about a booking waits at `now`.
///
/// # Errors
/// When the database does not answer.
pub async fn waits(
    connection: &mut PgConnection,
    member: MemberId,
    booking: BookingId,
    now: DateTime<Utc>,
) -> Result<bool, sqlx::Error> {
    sqlx::query_scalar(
        "SELECT EXISTS (SELECT FROM mail_outbox
         WHERE member_id = $1 AND booking_id = $2 AND gathers AND state = 'queued' AND due_at > $3)",
    )
    .bind(member.0)
    .bind(booking.0)
    .bind(now)
    .fetch_one(connection)
    .await
}

/// The waiting mails about these bookings: those that still wait at `now`, or all of them.
///
/// # Errors
/// When the database does not answer.
pub async fn about(
    connection: &mut PgConnection,
    bookings: &[BookingId],
    now: Option<DateTime<Utc>>,
) -> Result<Vec<Waiting>, sqlx::Error> {
    let rows: Vec<(String, Uuid, Uuid)> = sqlx::query_as(
        "SELECT dedup_key, member_id, booking_id FROM mail_outbox
         WHERE booking_id = ANY($1) AND gathers AND state = 'queued' AND ($2::timestamptz IS NULL OR due_at > $2)
         ORDER BY dedup_key",
    )
    .bind(bookings.iter().map(|booking| booking.0).collect::<Vec<_>>())
    .bind(now)
    .fetch_all(connection)
    .await?;
    Ok(rows
        .into_iter()
        .map(|(dedup_key, member, booking)| Waiting {
            dedup_key,
            member: MemberId(member),
            booking: BookingId(booking),
        })
        .collect())
}

/// Records a cause of a waiting mail, so that processing its event again queues no mail.
///
/// # Errors
/// When the database does not answer.
pub async fn note(
    connection: &mut PgConnection,
    id: Uuid,
    (dedup_key, member): (&str, MemberId),
    round: Round,
    now: DateTime<Utc>,
) -> Result<(), sqlx::Error> {
    sqlx::query(
        "INSERT INTO mail_outbox (id, dedup_key, member_id, booking_id, play_date, state, queued_at, due_at, settled_at)
         SELECT $1, $2, $3, $4, $5, 'gathered', $6, $6, $6 WHERE EXISTS (SELECT 1 FROM members WHERE id = $3)
         ON CONFLICT (dedup_key) DO NOTHING",
    )
    .bind(id)
    .bind(dedup_key)
    .bind(member.0)
    .bind(round.booking.0)
    .bind(round.play_date)
    .bind(now)
    .execute(connection)
    .await
    .map(|_| ())
}

/// Settles a waiting mail without a cause.
///
/// # Errors
/// When the database does not answer.
pub async fn settle(
    connection: &mut PgConnection,
    dedup_key: &str,
    now: DateTime<Utc>,
) -> Result<(), sqlx::Error> {
    sqlx::query(
        "UPDATE mail_outbox SET state = 'gathered', settled_at = $2, subject = NULL, text_body = NULL,
             html_body = NULL, attachments = NULL
         WHERE dedup_key = $1 AND state = 'queued'",
    )
    .bind(dedup_key)
    .bind(now)
    .execute(connection)
    .await
    .map(|_| ())
}
