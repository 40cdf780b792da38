//! Mails about one round that come soon after each other: the first goes out, the rest waits in one row.

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

/// That a mail is about a round, and how long it waits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct About {
    /// The round.
    pub round: Round,
    /// Until when it waits for what else happens; none: it goes out at once.
    pub until: Option<DateTime<Utc>>,
}

/// A mail that waits for what else happens.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Waiting {
    /// Its cause and recipient.
    pub dedup_key: String,
    /// To whom.
    pub member: MemberId,
    /// About which booking.
    pub booking: BookingId,
}

/// When the last mail about a member's round of a day was queued that did not wait, if that was after `since`.
///
/// # Errors
/// When the database does not answer.
pub async fn last_at_once(
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

/// What waits about these bookings: at `now` still, or all of it.
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

/// Remembers a cause of a waiting mail, so that looking at it again writes nobody.
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

/// A waiting mail has no cause left.
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
