//! A mail that an operator has sent again: its row waits once more.
//! Its functions fail when the database does not answer.

use chrono::{DateTime, Utc};
use fairway_documents::mail::Mail;
use fairway_events::from_row;
use sqlx::PgConnection;
use sqlx::types::Json;
use uuid::Uuid;

use super::StoredAttachment;

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

/// A mail, locked until the transaction ends.
pub async fn lock(connection: &mut PgConnection, id: Uuid) -> Result<Option<Settled>, sqlx::Error> {
    let sql = "SELECT dedup_key, member_id, state, booking_id, waiting_group_id, due_at FROM mail_outbox
         WHERE id = $1 FOR UPDATE";
    sqlx::query_as(sql).bind(id).fetch_optional(connection).await
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
             bounced_address = NULL, sent_again = sent_again + 1
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
             bounced_address = NULL, sent_again = sent_again + 1, subject = $3, text_body = $4, html_body = $5,
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
