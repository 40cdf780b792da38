//! Mails about groups on waiting lists: rows without content, which are composed from the list's events when they are
//! sent. Its functions fail when the database does not answer.

use chrono::{DateTime, NaiveDate, TimeDelta, Utc};
use fairway_events::{MemberId, WaitingGroupId};
use sqlx::PgConnection;
use uuid::Uuid;

/// A mail to a player of a waiting group.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WaitingGroupMail {
    /// Its event and recipient.
    pub dedup_key: String,
    /// The recipient.
    pub to: MemberId,
    /// The group.
    pub group: WaitingGroupId,
    /// The day of its list.
    pub play_date: NaiveDate,
}

/// Queues a mail that is sent at once; returns whether it was queued. An erased member gets none.
pub async fn insert(
    connection: &mut PgConnection,
    id: Uuid,
    mail: &WaitingGroupMail,
    now: DateTime<Utc>,
) -> Result<bool, sqlx::Error> {
    insert_due(connection, id, mail, now, now).await
}

/// The same, but within `apart` after another mail about waiting for that day it waits so long.
pub async fn insert_apart(
    connection: &mut PgConnection,
    id: Uuid,
    mail: &WaitingGroupMail,
    now: DateTime<Utc>,
    apart: TimeDelta,
) -> Result<bool, sqlx::Error> {
    let follows_another: bool = sqlx::query_scalar(
        "SELECT EXISTS (
             SELECT FROM mail_outbox
             WHERE member_id = $1 AND play_date = $2 AND waiting_group_id IS NOT NULL AND state <> 'gathered'
                 AND dedup_key <> $3 AND queued_at > $4
         )",
    )
    .bind(mail.to.0)
    .bind(mail.play_date)
    .bind(&mail.dedup_key)
    .bind(now - apart)
    .fetch_one(&mut *connection)
    .await?;
    let due = if follows_another { now + apart } else { now };
    insert_due(connection, id, mail, now, due).await
}

async fn insert_due(
    connection: &mut PgConnection,
    id: Uuid,
    mail: &WaitingGroupMail,
    now: DateTime<Utc>,
    due: DateTime<Utc>,
) -> Result<bool, sqlx::Error> {
    let done = sqlx::query(
        "INSERT INTO mail_outbox (id, dedup_key, member_id, waiting_group_id, play_date, state, queued_at, due_at)
         SELECT $1, $2, $3, $4, $5, 'uncomposed', $6, $7
         WHERE EXISTS (SELECT FROM members WHERE id = $3)
         ON CONFLICT (dedup_key) DO NOTHING",
    )
    .bind(id)
    .bind(&mail.dedup_key)
    .bind(mail.to.0)
    .bind(mail.group.0)
    .bind(mail.play_date)
    .bind(now)
    .bind(due)
    .execute(connection)
    .await?;
    Ok(done.rows_affected() > 0)
}

/// Settles the mails to a member about a group that are not due yet: what they would tell was undone. Returns whether
/// there was one.
pub async fn withdraw(
    connection: &mut PgConnection,
    mail: &WaitingGroupMail,
    now: DateTime<Utc>,
) -> Result<bool, sqlx::Error> {
    let done = sqlx::query(
        "UPDATE mail_outbox SET state = 'gathered', settled_at = $4
         WHERE member_id = $1 AND play_date = $2 AND waiting_group_id = $3 AND settled_at IS NULL AND due_at > $4
             AND attempts = 0",
    )
    .bind(mail.to.0)
    .bind(mail.play_date)
    .bind(mail.group.0)
    .bind(now)
    .execute(connection)
    .await?;
    Ok(done.rows_affected() > 0)
}
