//! The table of mails: waiting ones, and those that were sent or given up. Mails about rounds that are sent as they are
//! queued have no row in it ([`in_hand`]).
//! Its functions fail when the database does not answer.

pub mod again;
pub mod in_hand;
pub mod listing;
pub mod queue;
pub mod reminders;
pub mod rounds;
mod sent;
pub mod waiting;

use chrono::{DateTime, TimeDelta, Utc};
use fairway_documents::mail::Mail;
use fairway_events::{BookingId, MemberId, WaitingGroupId};
use serde::{Deserialize, Serialize};
use sqlx::postgres::PgRow;
use sqlx::types::Json;
use sqlx::{PgConnection, PgPool, Row};
use uuid::Uuid;

use in_hand::Held;
use rounds::RoundMail;

/// The recipient of a mail.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Recipient {
    /// A member, at their address at the time of sending.
    Member(MemberId),
    /// A member, at an address that they had or will have: the mail is the member's, and is erased with them.
    MemberAt(MemberId, String),
    /// An address.
    Address(String),
}

/// An attachment of a waiting mail, as stored.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredAttachment {
    /// ASCII without spaces.
    pub filename: String,
    /// MIME type with parameters.
    pub content_type: String,
    /// Base 64.
    pub content: String,
}

/// A mail that a sender has taken.
#[derive(Debug, Clone)]
pub struct Taken {
    /// The row.
    pub id: Uuid,
    /// Its cause and recipient: the message's identity.
    pub dedup_key: String,
    /// The recipient's address.
    pub address: String,
    /// Its content.
    pub content: Content,
    /// Attempts, this one included.
    pub attempts: u32,
    /// Until when it is of use (UTC), where that ends.
    pub useful_until: Option<DateTime<Utc>>,
}

impl Taken {
    /// A mail of a batch that a sender got as it was queued.
    #[must_use]
    pub fn held(Held { id, mail, .. }: Held<'_>, address: String) -> Self {
        let RoundMail { dedup_key, to, round } = mail.clone();
        let uncomposed =
            Uncomposed { id, dedup_key: dedup_key.clone(), to, booking: round.booking, gathers: false };
        Self {
            id,
            dedup_key,
            address,
            content: Content::AboutRound(uncomposed),
            attempts: 1,
            useful_until: None,
        }
    }
}

/// The content of a waiting mail.
#[derive(Debug, Clone)]
pub enum Content {
    /// As it was composed when it was queued.
    Stored {
        /// One line.
        subject: String,
        /// As plain text.
        text: String,
        /// As HTML.
        html: String,
        /// The attachments.
        attachments: Vec<StoredAttachment>,
    },
    /// Composed when it is sent.
    AboutRound(Uncomposed),
    /// Likewise.
    AboutWaiting(UncomposedWaiting),
}

/// A mail about a round that waits without content.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Uncomposed {
    /// The row.
    pub id: Uuid,
    /// Its cause and recipient.
    pub dedup_key: String,
    /// The recipient.
    pub to: MemberId,
    /// The booking.
    pub booking: BookingId,
    /// Whether it tells what else happened since.
    pub gathers: bool,
}

/// A mail about a group on a waiting list that waits without content.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UncomposedWaiting {
    /// The row.
    pub id: Uuid,
    /// Its cause and recipient.
    pub dedup_key: String,
    /// The recipient.
    pub to: MemberId,
    /// The group.
    pub group: WaitingGroupId,
}

/// Queues a mail unless one with this key exists; returns whether it did.
pub async fn insert(
    connection: &mut PgConnection,
    id: Uuid,
    dedup_key: &str,
    to: &Recipient,
    mail: &Mail,
    files: &[StoredAttachment],
    now: DateTime<Utc>,
) -> Result<bool, sqlx::Error> {
    let (member, address) = match to {
        Recipient::Member(member) => (Some(member.0), None),
        Recipient::MemberAt(member, address) => (Some(member.0), Some(address.as_str())),
        Recipient::Address(address) => (None, Some(address.as_str())),
    };
    // By a query on `members`: an erased member gets no mail, which is no failure.
    let done = sqlx::query(
        "INSERT INTO mail_outbox (id, dedup_key, member_id, address, subject, text_body, html_body, attachments,
             queued_at, due_at, useful_until)
         SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, $9, $10
         WHERE $3::uuid IS NULL OR EXISTS (SELECT 1 FROM members WHERE id = $3)
         ON CONFLICT (dedup_key) DO NOTHING",
    )
    .bind(id)
    .bind(dedup_key)
    .bind(member)
    .bind(address)
    .bind(&mail.subject)
    .bind(&mail.text)
    .bind(&mail.html)
    .bind(Json(files))
    .bind(now)
    .bind(mail.useful_until)
    .execute(connection)
    .await?;
    Ok(done.rows_affected() > 0)
}

/// Takes due mails, oldest first: counts an attempt and leases them, so that no other sender takes them and a crash only
/// delays them. The lease ends by the clock of the database, since those of two nodes may differ by more than a lease; the
/// next attempt is postponed too, for senders of the release before this one.
///
/// # Errors
/// When the database does not answer, or a row is invalid.
pub async fn take(
    pool: &PgPool,
    now: DateTime<Utc>,
    lease: TimeDelta,
    limit: i64,
) -> Result<Vec<Taken>, sqlx::Error> {
    let rows = sqlx::query(
        "WITH due AS (
             SELECT id FROM mail_outbox
             WHERE settled_at IS NULL AND due_at <= $1
                 AND (leased_until IS NULL OR leased_until < clock_timestamp())
             ORDER BY due_at LIMIT $3 FOR UPDATE SKIP LOCKED
         )
         UPDATE mail_outbox mail SET due_at = $1 + $2, leased_until = clock_timestamp() + $2,
             attempts = mail.attempts + 1
         FROM due WHERE mail.id = due.id
         RETURNING mail.id, mail.dedup_key, mail.state, mail.subject, mail.text_body, mail.html_body,
             mail.attachments, mail.member_id, mail.booking_id, mail.waiting_group_id, mail.gathers, mail.attempts,
             mail.sent_again, mail.useful_until,
             coalesce(mail.address, (SELECT email FROM members WHERE members.id = mail.member_id)) AS address",
    )
    .bind(now)
    .bind(lease)
    .bind(limit)
    .fetch_all(pool)
    .await?;
    rows.iter().map(taken).collect()
}

fn taken(row: &PgRow) -> Result<Taken, sqlx::Error> {
    let (id, dedup_key): (Uuid, String) = (row.try_get("id")?, row.try_get("dedup_key")?);
    // A mailbox must not take a mail that is sent again for the one before.
    let identity = match row.try_get::<i32, _>("sent_again")? {
        0 => dedup_key.clone(),
        times => format!("{dedup_key}:again:{times}"),
    };
    let content = match row.try_get("state")? {
        "uncomposed" => {
            let to = MemberId(row.try_get("member_id")?);
            match row.try_get::<Option<Uuid>, _>("waiting_group_id")? {
                Some(group) => {
                    let group = WaitingGroupId(group);
                    Content::AboutWaiting(UncomposedWaiting { id, dedup_key, to, group })
                }
                None => Content::AboutRound(Uncomposed {
                    id,
                    dedup_key,
                    to,
                    booking: BookingId(row.try_get("booking_id")?),
                    gathers: row.try_get("gathers")?,
                }),
            }
        }
        _ => Content::Stored {
            subject: row.try_get("subject")?,
            text: row.try_get("text_body")?,
            html: row.try_get("html_body")?,
            attachments: row.try_get::<Json<_>, _>("attachments")?.0,
        },
    };
    Ok(Taken {
        id,
        dedup_key: identity,
        address: row.try_get("address")?,
        content,
        attempts: u32::try_from(row.try_get::<i32, _>("attempts")?).unwrap_or(0),
        useful_until: row.try_get("useful_until")?,
    })
}

/// Prolongs the lease on mails.
pub async fn renew(
    pool: &PgPool,
    ids: &[Uuid],
    now: DateTime<Utc>,
    lease: TimeDelta,
) -> Result<(), sqlx::Error> {
    sqlx::query(
        "UPDATE mail_outbox SET due_at = $2 + $3, leased_until = clock_timestamp() + $3
         WHERE id = ANY($1) AND settled_at IS NULL",
    )
    .bind(ids)
    .bind(now)
    .bind(lease)
    .execute(pool)
    .await
    .map(|_| ())
}

/// The mails were sent: deletes their content, retains the rows.
pub async fn sent(pool: &PgPool, ids: &[Uuid], now: DateTime<Utc>) -> Result<(), sqlx::Error> {
    settle(pool, ids, "sent", None, None, now).await
}

/// Nobody needs the mails any more: what they would have told was undone.
pub async fn obsolete(pool: &PgPool, ids: &[Uuid], now: DateTime<Utc>) -> Result<(), sqlx::Error> {
    settle(pool, ids, "gathered", None, None, now).await
}

/// The mail cannot be sent and is given up; `bounced` is its address, if the mail server refused that for good.
pub async fn given_up(
    pool: &PgPool,
    id: Uuid,
    error: &str,
    bounced: Option<&str>,
    now: DateTime<Utc>,
) -> Result<(), sqlx::Error> {
    settle(pool, &[id], "failed", Some(error), bounced, now).await
}

async fn settle(
    pool: &PgPool,
    ids: &[Uuid],
    state: &str,
    error: Option<&str>,
    bounced: Option<&str>,
    now: DateTime<Utc>,
) -> Result<(), sqlx::Error> {
    if ids.is_empty() {
        return Ok(());
    }
    sqlx::query(
        "UPDATE mail_outbox SET state = $2, last_error = $3, settled_at = $4, subject = NULL, text_body = NULL,
             html_body = NULL, attachments = NULL, bounced_address = $5
         WHERE id = ANY($1) AND settled_at IS NULL",
    )
    .bind(ids)
    .bind(state)
    .bind(error)
    .bind(now)
    .bind(bounced)
    .execute(pool)
    .await
    .map(|_| ())
}

/// The mail was not sent: postpones it.
pub async fn postpone(pool: &PgPool, id: Uuid, error: &str, until: DateTime<Utc>) -> Result<(), sqlx::Error> {
    sqlx::query(
        "UPDATE mail_outbox SET due_at = $3, last_error = $2, leased_until = NULL
         WHERE id = $1 AND settled_at IS NULL",
    )
    .bind(id)
    .bind(error)
    .bind(until)
    .execute(pool)
    .await
    .map(|_| ())
}

/// Deletes mails that were settled before `before`.
pub async fn delete_expired(pool: &PgPool, before: DateTime<Utc>) -> Result<u64, sqlx::Error> {
    let done =
        sqlx::query("DELETE FROM mail_outbox WHERE settled_at < $1").bind(before).execute(pool).await?;
    Ok(done.rows_affected() + sent::delete_expired(pool, before).await?)
}

/// Counts of waiting and failed mails, for metrics and operators.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct QueueCounts {
    /// Mails that wait.
    pub queued: i64,
    /// Mails that wait after at least one failed attempt.
    pub retrying: i64,
    /// Mails that were given up and whose rows still exist.
    pub failed: i64,
    /// When the longest-waiting mail was queued; a mail that waits for changes counts only after its first attempt.
    pub oldest_queued_at: Option<DateTime<Utc>>,
}

/// Counts the waiting and failed mails.
pub async fn counts(pool: &PgPool) -> Result<QueueCounts, sqlx::Error> {
    let row = sqlx::query(
        "SELECT count(*) + (SELECT coalesce(sum(cardinality(mail_ids)), 0)::bigint FROM mails_in_hand) AS queued,
             count(*) FILTER (WHERE last_error IS NOT NULL) AS retrying,
             (SELECT count(*) FROM mail_outbox WHERE state = 'failed') AS failed,
             least(min(queued_at) FILTER (WHERE NOT gathers OR attempts > 0), (SELECT min(queued_at) FROM mails_in_hand))
                 AS oldest
         FROM mail_outbox WHERE settled_at IS NULL",
    )
    .fetch_one(pool)
    .await?;
    Ok(QueueCounts {
        queued: row.try_get("queued")?,
        retrying: row.try_get("retrying")?,
        failed: row.try_get("failed")?,
        oldest_queued_at: row.try_get("oldest")?,
    })
}
