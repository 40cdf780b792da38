//! A mail that an operator has sent again: its row waits once more.
//! Its functions fail when the database does not answer.

use chrono::{DateTime, Utc};
use fairway_documents::mail::Mail;
use fairway_events::from_row;
use sqlx::types::Json;
use sqlx::{PgConnection, PgPool};
use uuid::Uuid;

use super::{StoredAttachment, sent};

/// A mail, as far as sending it again needs it.
#[derive(Debug, Clone)]
pub struct Settled {
    /// Its cause and recipient.
    pub dedup_key: String,
    /// The recipient, if it is a member.
    pub member_id: Option<Uuid>,
    /// `queued`, `uncomposed`, `sent`, `failed` or `gathered`.
    pub state: String,
    /// The booking that it is about.
    pub booking_id: Option<Uuid>,
    /// The group on a waiting list that it is about.
    pub waiting_group_id: Option<Uuid>,
    /// The next attempt of a mail that waits.
    pub due_at: DateTime<Utc>,
}

from_row!(Settled { dedup_key, member_id, state, booking_id, waiting_group_id, due_at });

/// A mail, locked until the transaction ends. One that was sent without a row in the outbox gets one.
pub async fn lock(connection: &mut PgConnection, id: Uuid) -> Result<Option<Settled>, sqlx::Error> {
    let sql = "SELECT dedup_key, member_id, state, booking_id, waiting_group_id, due_at FROM mail_outbox
         WHERE id = $1 FOR UPDATE";
    let found = sqlx::query_as(sql).bind(id).fetch_optional(&mut *connection).await?;
    if found.is_some() || !sent::store_in_outbox(&mut *connection, id).await? {
        return Ok(found);
    }
    sqlx::query_as(sql).bind(id).fetch_optional(connection).await
}

/// Whether a sender has the mail in hand at the first attempt.
pub async fn is_in_hand(connection: &mut PgConnection, id: Uuid) -> Result<bool, sqlx::Error> {
    let sql = "SELECT EXISTS (SELECT FROM mails_in_hand WHERE $1 = ANY(mail_ids))";
    sqlx::query_scalar(sql).bind(id).fetch_one(connection).await
}

/// A mail, as far as composing it for an operator needs it.
#[derive(Debug, Clone)]
pub struct Shown {
    /// Its cause and recipient.
    pub dedup_key: String,
    /// The recipient, if it is a member.
    pub member_id: Option<Uuid>,
    /// The booking that it is about.
    pub booking_id: Option<Uuid>,
    /// The group on a waiting list that it is about.
    pub waiting_group_id: Option<Uuid>,
    /// Whether it tells what else happened since.
    pub gathers: bool,
}

from_row!(Shown { dedup_key, member_id, booking_id, waiting_group_id, gathers });

/// A mail.
pub async fn one(pool: &PgPool, id: Uuid) -> Result<Option<Shown>, sqlx::Error> {
    let sql = "SELECT dedup_key, member_id, booking_id, waiting_group_id, gathers FROM mail_outbox WHERE id = $1
         UNION ALL
         SELECT format('event:%s:%s', mail.position, mail.member_id), mail.member_id, mail.booking_id, NULL, false
         FROM mails_in_hand, UNNEST(mail_ids, positions, member_ids, booking_ids)
             AS mail (id, position, member_id, booking_id)
         WHERE mail.id = $1";
    match sqlx::query_as(sql).bind(id).fetch_optional(pool).await? {
        Some(found) => Ok(Some(found)),
        None => sent::one(pool, id).await,
    }
}

/// Those mails that were given up at `before` or earlier, and which can be composed anew: the latest first, at most
/// `limit`.
pub async fn given_up(pool: &PgPool, before: DateTime<Utc>, limit: i64) -> Result<Vec<Uuid>, sqlx::Error> {
    let sql = "SELECT id FROM mail_outbox
         WHERE state = 'failed' AND settled_at <= $1
             AND (booking_id IS NOT NULL OR waiting_group_id IS NOT NULL OR dedup_key LIKE 'event:%')
         ORDER BY settled_at DESC, id DESC LIMIT $2";
    sqlx::query_scalar(sql).bind(before).bind(limit).fetch_all(pool).await
}

/// How many mails that were given up at `before` or earlier cannot be composed anew: what they said is gone, such as a
/// link that works once.
pub async fn gone(pool: &PgPool, before: DateTime<Utc>) -> Result<i64, sqlx::Error> {
    let sql = "SELECT count(*) FROM mail_outbox
         WHERE state = 'failed' AND settled_at <= $1
             AND booking_id IS NULL AND waiting_group_id IS NULL AND dedup_key NOT LIKE 'event:%'";
    sqlx::query_scalar(sql).bind(before).fetch_one(pool).await
}

/// A mail that waits is due now.
pub async fn due_now(connection: &mut PgConnection, id: Uuid, now: DateTime<Utc>) -> Result<(), sqlx::Error> {
    sqlx::query("UPDATE mail_outbox SET due_at = $2 WHERE id = $1 AND settled_at IS NULL")
        .bind(id)
        .bind(now)
        .execute(connection)
        .await
        .map(|_| ())
}

/// A mail about a round or a waiting group waits again, and is composed when it is sent.
pub async fn compose_anew(
    connection: &mut PgConnection,
    id: Uuid,
    now: DateTime<Utc>,
) -> Result<(), sqlx::Error> {
    sqlx::query(
        "UPDATE mail_outbox SET state = 'uncomposed', settled_at = NULL, due_at = $2, attempts = 0, last_error = NULL,
             bounced_address = NULL, leased_until = NULL, sent_again = sent_again + 1
         WHERE id = $1",
    )
    .bind(id)
    .bind(now)
    .execute(connection)
    .await
    .map(|_| ())
}

/// A mail waits again, with this content.
pub async fn queue_anew(
    connection: &mut PgConnection,
    id: Uuid,
    mail: &Mail,
    files: &[StoredAttachment],
    now: DateTime<Utc>,
) -> Result<(), sqlx::Error> {
    sqlx::query(
        "UPDATE mail_outbox SET state = 'queued', settled_at = NULL, due_at = $2, attempts = 0, last_error = NULL,
             bounced_address = NULL, leased_until = NULL, sent_again = sent_again + 1, subject = $3, text_body = $4, html_body = $5,
             attachments = $6
         WHERE id = $1",
    )
    .bind(id)
    .bind(now)
    .bind(&mail.subject)
    .bind(&mail.text)
    .bind(&mail.html)
    .bind(Json(files))
    .execute(connection)
    .await
    .map(|_| ())
}
