//! News for devices: queued with the events that cause it, and sent once to each device (docs/domain.md §3.20).
//! Its functions fail when the database does not answer.

use chrono::{DateTime, NaiveDate, TimeDelta, Utc};
use fairway_events::{BookingId, MemberId, WaitingGroupId};
use sqlx::{PgConnection, PgPool, Row};
use uuid::Uuid;

use super::notifications::NotificationKind;
use super::queueing::{Haste, Queueing};

/// The subject of a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Subject {
    /// A round.
    Booking(BookingId),
    /// A group on a waiting list.
    Group(WaitingGroupId),
}

impl Subject {
    const fn booking(self) -> Option<Uuid> {
        match self {
            Self::Booking(booking) => Some(booking.0),
            Self::Group(_) => None,
        }
    }

    const fn group(self) -> Option<Uuid> {
        match self {
            Self::Group(group) => Some(group.0),
            Self::Booking(_) => None,
        }
    }
}

/// News for a member.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct News {
    /// As of the mail about it.
    pub dedup_key: String,
    /// The member.
    pub to: MemberId,
    /// The kind by which the member may have switched it off.
    pub kind: NotificationKind,
    /// Its subject.
    pub subject: Subject,
    /// The day of the round, or of the waiting list.
    pub play_date: NaiveDate,
    /// Until when it is of use.
    pub ends_at: DateTime<Utc>,
    /// Whether it waits for what else happens. An offer, and news about the next day, never does.
    pub haste: Haste,
}

/// A device of a member who wants the news, and what is known there.
#[derive(Debug, Clone, Copy)]
pub struct Device {
    /// The index of its news.
    pub news: usize,
    /// The device.
    pub id: Uuid,
    /// When the last message about that day was queued without waiting, if that was recently.
    pub last_without_waiting: Option<DateTime<Utc>>,
    /// Whether a message about the subject waits, and no sender has it in hand.
    pub waits: bool,
}

/// The devices of the members who want this news, by one query; messages queued after `since` count as recent.
pub async fn devices(
    connection: &mut PgConnection,
    news: &[News],
    since: DateTime<Utc>,
) -> Result<Vec<Device>, sqlx::Error> {
    let rows = sqlx::query(
        "SELECT news.number, device.id,
             (SELECT max(message.queued_at) FROM push_messages AS message
              WHERE message.device_id = device.id AND message.play_date = news.play_date AND NOT message.gathers
                  AND message.state <> 'gathered' AND message.queued_at > $7) AS last_without_waiting,
             EXISTS (
                 SELECT FROM push_messages AS message
                 WHERE message.device_id = device.id AND message.settled_at IS NULL AND message.gathers
                     AND message.attempts = 0
                     AND message.booking_id IS NOT DISTINCT FROM news.booking_id
                     AND message.waiting_group_id IS NOT DISTINCT FROM news.waiting_group_id
             ) AS waits
         FROM UNNEST($1::uuid[], $2::text[], $3::text[], $4::uuid[], $5::uuid[], $6::date[]) WITH ORDINALITY
             AS news (member_id, kind, dedup_key, booking_id, waiting_group_id, play_date, number)
         JOIN push_devices AS device USING (member_id)
         LEFT JOIN notification_settings AS setting USING (member_id, kind)
         WHERE coalesce(setting.push, true)
             AND NOT EXISTS (SELECT FROM push_messages AS message
                             WHERE message.device_id = device.id AND message.dedup_key = news.dedup_key)
         ORDER BY news.number, device.id",
    )
    .bind(news.iter().map(|news| news.to.0).collect::<Vec<_>>())
    .bind(news.iter().map(|news| news.kind.as_str()).collect::<Vec<_>>())
    .bind(news.iter().map(|news| news.dedup_key.as_str()).collect::<Vec<_>>())
    .bind(news.iter().map(|news| news.subject.booking()).collect::<Vec<_>>())
    .bind(news.iter().map(|news| news.subject.group()).collect::<Vec<_>>())
    .bind(news.iter().map(|news| news.play_date).collect::<Vec<_>>())
    .bind(since)
    .fetch_all(connection)
    .await?;
    rows.iter()
        .map(|row| {
            let number: i64 = row.try_get("number")?;
            Ok(Device {
                news: usize::try_from(number - 1).unwrap_or_default(),
                id: row.try_get("id")?,
                last_without_waiting: row.try_get("last_without_waiting")?,
                waits: row.try_get("waits")?,
            })
        })
        .collect()
}

/// Queues messages. One that a device has already is left out.
pub async fn insert(
    connection: &mut PgConnection,
    messages: &[(Uuid, &News, Queueing)],
    now: DateTime<Utc>,
) -> Result<(), sqlx::Error> {
    let state = |queueing| match queueing {
        Queueing::AtOnce | Queueing::Until(_) => "waiting",
        Queueing::Combined | Queueing::WithWaiting => "gathered",
    };
    let due_at = |queueing| match queueing {
        Queueing::Until(until) => until,
        Queueing::AtOnce | Queueing::Combined | Queueing::WithWaiting => now,
    };
    let told_now: Vec<_> =
        messages.iter().filter(|(_, _, queueing)| *queueing == Queueing::WithWaiting).collect();
    if !told_now.is_empty() {
        sqlx::query(
            "UPDATE push_messages AS message SET due_at = $4
             FROM UNNEST($1::uuid[], $2::uuid[], $3::uuid[]) AS ended (device_id, booking_id, waiting_group_id)
             WHERE message.device_id = ended.device_id AND message.settled_at IS NULL AND message.gathers
                 AND message.booking_id IS NOT DISTINCT FROM ended.booking_id
                 AND message.waiting_group_id IS NOT DISTINCT FROM ended.waiting_group_id",
        )
        .bind(told_now.iter().map(|(device, _, _)| *device).collect::<Vec<_>>())
        .bind(told_now.iter().map(|(_, news, _)| news.subject.booking()).collect::<Vec<_>>())
        .bind(told_now.iter().map(|(_, news, _)| news.subject.group()).collect::<Vec<_>>())
        .bind(now)
        .execute(&mut *connection)
        .await?;
    }
    sqlx::query(
        "INSERT INTO push_messages (device_id, dedup_key, booking_id, waiting_group_id, play_date, state, gathers, ends_at,
             due_at, queued_at, settled_at)
         SELECT message.*, $10::timestamptz, CASE message.state WHEN 'gathered' THEN $10 END
         FROM UNNEST($1::uuid[], $2::text[], $3::uuid[], $4::uuid[], $5::date[], $6::text[], $7::boolean[],
             $8::timestamptz[], $9::timestamptz[]) AS message (device_id, dedup_key, booking_id, waiting_group_id,
             play_date, state, gathers, ends_at, due_at)
         ON CONFLICT (device_id, dedup_key) DO NOTHING",
    )
    .bind(messages.iter().map(|(device, _, _)| *device).collect::<Vec<_>>())
    .bind(messages.iter().map(|(_, news, _)| news.dedup_key.as_str()).collect::<Vec<_>>())
    .bind(messages.iter().map(|(_, news, _)| news.subject.booking()).collect::<Vec<_>>())
    .bind(messages.iter().map(|(_, news, _)| news.subject.group()).collect::<Vec<_>>())
    .bind(messages.iter().map(|(_, news, _)| news.play_date).collect::<Vec<_>>())
    .bind(messages.iter().map(|(_, _, queueing)| state(*queueing)).collect::<Vec<_>>())
    .bind(messages.iter().map(|(_, _, queueing)| matches!(queueing, Queueing::Until(_))).collect::<Vec<_>>())
    .bind(messages.iter().map(|(_, news, _)| news.ends_at).collect::<Vec<_>>())
    .bind(messages.iter().map(|(_, _, queueing)| due_at(*queueing)).collect::<Vec<_>>())
    .bind(now)
    .execute(connection)
    .await
    .map(|_| ())
}

/// A message that a sender took.
#[derive(Debug, Clone)]
pub struct Taken {
    /// The device.
    pub device: Uuid,
    /// Its address and keys, encrypted.
    pub subscription: Vec<u8>,
    /// When news was switched on there.
    pub subscribed_at: DateTime<Utc>,
    /// Whether names and clubs may be shown there.
    pub shows_details: bool,
    /// The device's member.
    pub to: MemberId,
    /// Its cause.
    pub dedup_key: String,
    /// Its subject.
    pub subject: Subject,
    /// Whether it tells what else happened since.
    pub gathers: bool,
    /// Until when it is of use.
    pub ends_at: DateTime<Utc>,
    /// Attempts, with this one.
    pub attempts: i32,
}

/// Takes due messages, oldest first: counts an attempt and leases them, as `outbox::take` does.
pub async fn take(
    pool: &PgPool,
    now: DateTime<Utc>,
    lease: TimeDelta,
    limit: i64,
) -> Result<Vec<Taken>, sqlx::Error> {
    let rows = sqlx::query(
        "WITH due AS (
             SELECT device_id, dedup_key FROM push_messages
             WHERE settled_at IS NULL AND due_at <= $1
                 AND (leased_until IS NULL OR leased_until < clock_timestamp())
             ORDER BY due_at LIMIT $3 FOR UPDATE SKIP LOCKED
         )
         UPDATE push_messages AS message SET due_at = $1 + $2, leased_until = clock_timestamp() + $2,
             attempts = message.attempts + 1
         FROM due JOIN push_devices AS device ON device.id = due.device_id
         WHERE message.device_id = due.device_id AND message.dedup_key = due.dedup_key
         RETURNING message.device_id, device.subscription, device.created_at, device.shows_details, device.member_id, message.dedup_key,
             message.booking_id, message.waiting_group_id, message.gathers, message.ends_at, message.attempts",
    )
    .bind(now)
    .bind(lease)
    .bind(limit)
    .fetch_all(pool)
    .await?;
    rows.iter()
        .map(|row| {
            let booking: Option<Uuid> = row.try_get("booking_id")?;
            let subject = match booking {
                Some(booking) => Subject::Booking(BookingId(booking)),
                None => Subject::Group(WaitingGroupId(row.try_get("waiting_group_id")?)),
            };
            Ok(Taken {
                device: row.try_get("device_id")?,
                subscription: row.try_get("subscription")?,
                subscribed_at: row.try_get("created_at")?,
                shows_details: row.try_get("shows_details")?,
                to: MemberId(row.try_get("member_id")?),
                dedup_key: row.try_get("dedup_key")?,
                subject,
                gathers: row.try_get("gathers")?,
                ends_at: row.try_get("ends_at")?,
                attempts: row.try_get("attempts")?,
            })
        })
        .collect()
}

/// How a message ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// The push service took it.
    Sent,
    /// There is nothing to tell any more.
    Obsolete,
    /// The push service did not take it.
    Failed,
}

/// Settles a message.
pub async fn settle(pool: &PgPool, message: &Taken, end: End, now: DateTime<Utc>) -> Result<(), sqlx::Error> {
    let state = match end {
        End::Sent => "sent",
        End::Obsolete => "obsolete",
        End::Failed => "failed",
    };
    sqlx::query(
        "WITH used AS (UPDATE push_devices SET last_used_at = $4 WHERE id = $1 AND $3 = 'sent')
         UPDATE push_messages SET state = $3, settled_at = $4
         WHERE device_id = $1 AND dedup_key = $2 AND settled_at IS NULL",
    )
    .bind(message.device)
    .bind(&message.dedup_key)
    .bind(state)
    .bind(now)
    .execute(pool)
    .await
    .map(|_| ())
}

/// Has a message sent again then.
pub async fn postpone(pool: &PgPool, message: &Taken, due_at: DateTime<Utc>) -> Result<(), sqlx::Error> {
    sqlx::query(
        "UPDATE push_messages SET due_at = $3, leased_until = NULL
         WHERE device_id = $1 AND dedup_key = $2 AND settled_at IS NULL",
    )
    .bind(message.device)
    .bind(&message.dedup_key)
    .bind(due_at)
    .execute(pool)
    .await
    .map(|_| ())
}

/// The numbers of the queue.
#[derive(Debug, Clone, Copy)]
pub struct QueueCounts {
    /// Messages that wait to be sent.
    pub queued: i64,
    /// When the oldest of those that do not wait for more was queued.
    pub oldest_queued_at: Option<DateTime<Utc>>,
}

/// The numbers of the queue.
pub async fn counts(pool: &PgPool) -> Result<QueueCounts, sqlx::Error> {
    let (queued, oldest_queued_at) = sqlx::query_as(
        "SELECT count(*), min(queued_at) FILTER (WHERE NOT gathers OR attempts > 0)
         FROM push_messages WHERE settled_at IS NULL",
    )
    .fetch_one(pool)
    .await?;
    Ok(QueueCounts { queued, oldest_queued_at })
}

/// Removes messages that were settled before `before`.
pub async fn delete_settled(pool: &PgPool, before: DateTime<Utc>) -> Result<u64, sqlx::Error> {
    let done =
        sqlx::query("DELETE FROM push_messages WHERE settled_at < $1").bind(before).execute(pool).await?;
    Ok(done.rows_affected())
}
