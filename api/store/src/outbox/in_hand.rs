//! Mails about rounds that a sender gets as they are queued: one row holds the batch while it is sent, and no mail has a
//! row of its own unless it must be tried again. A batch whose sender was killed is queued in the outbox when its lease
//! ends, by the clock of the database. Its functions fail when the database does not answer.

use chrono::{DateTime, TimeDelta, Utc};
use fairway_events::Position;
use sqlx::{PgConnection, PgPool};
use uuid::Uuid;

use super::rounds::RoundMail;

/// A mail of a batch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Held<'a> {
    /// The mail; the ids of those of one event follow each other.
    pub id: Uuid,
    /// Its event.
    pub position: Position,
    /// Its cause.
    pub mail: &'a RoundMail,
}

/// Mails whose ids follow each other, at most: those with the same last byte but for three bits.
const RUN: u128 = 8;

/// Gives mails of these events their ids: those of one event follow each other.
#[must_use]
pub fn with_ids<'a>(
    mails: impl IntoIterator<Item = (Position, &'a RoundMail)>,
    mut new_id: impl FnMut() -> Uuid,
) -> Vec<Held<'a>> {
    let mut held: Vec<Held<'a>> = Vec::new();
    for (position, mail) in mails {
        let id = match held.last() {
            Some(last) if last.position == position && !next(last.id).as_u128().is_multiple_of(RUN) => {
                next(last.id)
            }
            _ => Uuid::from_u128(new_id().as_u128() / RUN * RUN),
        };
        held.push(Held { id, position, mail });
    }
    held
}

/// The id of the next mail about the same event.
pub(super) const fn next(id: Uuid) -> Uuid {
    Uuid::from_u128(id.as_u128().wrapping_add(1))
}

/// Stores a batch with a lease.
pub async fn hold(
    connection: &mut PgConnection,
    batch: Uuid,
    mails: &[Held<'_>],
    now: DateTime<Utc>,
    lease: TimeDelta,
) -> Result<(), sqlx::Error> {
    sqlx::query(
        "INSERT INTO mails_in_hand (batch_id, leased_until, queued_at, mail_ids, positions, member_ids, booking_ids,
             play_dates)
         VALUES ($1, clock_timestamp() + $2, $3, $4, $5, $6, $7, $8)",
    )
    .bind(batch)
    .bind(lease)
    .bind(now)
    .bind(mails.iter().map(|held| held.id).collect::<Vec<_>>())
    .bind(mails.iter().map(|held| held.position).collect::<Vec<_>>())
    .bind(mails.iter().map(|held| held.mail.to.0).collect::<Vec<_>>())
    .bind(mails.iter().map(|held| held.mail.round.booking.0).collect::<Vec<_>>())
    .bind(mails.iter().map(|held| held.mail.round.play_date).collect::<Vec<_>>())
    .execute(connection)
    .await
    .map(|_| ())
}

/// Prolongs a lease; false: the batch is another sender's, and what was not sent is in the outbox.
pub async fn renew(pool: &PgPool, batch: Uuid, lease: TimeDelta) -> Result<bool, sqlx::Error> {
    let done =
        sqlx::query("UPDATE mails_in_hand SET leased_until = clock_timestamp() + $2 WHERE batch_id = $1")
            .bind(batch)
            .bind(lease)
            .execute(pool)
            .await?;
    Ok(done.rows_affected() > 0)
}

/// The batch `$1`, locked.
const HELD: &str = "held AS (SELECT * FROM mails_in_hand WHERE batch_id = $1 FOR UPDATE)";

/// Takes the mails `$3` out of it.
const LEFT: &str = "rest AS (
             SELECT coalesce(array_agg(mail.id ORDER BY mail.number), '{}') AS mail_ids,
                 coalesce(array_agg(mail.position ORDER BY mail.number), '{}') AS positions,
                 coalesce(array_agg(mail.member_id ORDER BY mail.number), '{}') AS member_ids,
                 coalesce(array_agg(mail.booking_id ORDER BY mail.number), '{}') AS booking_ids,
                 coalesce(array_agg(mail.play_date ORDER BY mail.number), '{}') AS play_dates
             FROM held, UNNEST(mail_ids, positions, member_ids, booking_ids, play_dates) WITH ORDINALITY
                 AS mail (id, position, member_id, booking_id, play_date, number)
             WHERE mail.id <> ALL($3)
         ), taken_out AS (
             UPDATE mails_in_hand AS batch
             SET mail_ids = rest.mail_ids, positions = rest.positions, member_ids = rest.member_ids,
                 booking_ids = rest.booking_ids, play_dates = rest.play_dates
             FROM held, rest WHERE batch.batch_id = held.batch_id
         )";

/// Queues mails of the batch in the outbox, due at `$2`.
const QUEUE: &str = "INSERT INTO mail_outbox (id, dedup_key, member_id, booking_id, play_date, state, queued_at, due_at,
             attempts)
         SELECT mail.id, format('event:%s:%s', mail.position, mail.member_id), mail.member_id, mail.booking_id,
             mail.play_date, 'uncomposed', held.queued_at, $2, 1
         FROM held, UNNEST(mail_ids, positions, member_ids, booking_ids, play_dates)
             AS mail (id, position, member_id, booking_id, play_date)
         WHERE EXISTS (SELECT FROM members WHERE members.id = mail.member_id)";

/// Takes a mail whose first attempt failed out of its batch, to the outbox. False: the batch is another sender's by now,
/// or the member was erased.
pub async fn queue_failed(
    pool: &PgPool,
    batch: Uuid,
    mail: Uuid,
    due_at: DateTime<Utc>,
) -> Result<bool, sqlx::Error> {
    let queued = sqlx::query(&format!(
        "WITH {HELD}, {LEFT} {QUEUE} AND mail.id = ANY($3) ON CONFLICT (dedup_key) DO NOTHING"
    ))
    .bind(batch)
    .bind(due_at)
    .bind([mail])
    .execute(pool)
    .await;
    match queued {
        // The member was erased meanwhile.
        Err(sqlx::Error::Database(error)) if error.is_foreign_key_violation() => Ok(false),
        queued => Ok(queued?.rows_affected() > 0),
    }
}

/// The mails of a batch are all settled.
pub async fn end(pool: &PgPool, batch: Uuid) -> Result<(), sqlx::Error> {
    sqlx::query("DELETE FROM mails_in_hand WHERE batch_id = $1").bind(batch).execute(pool).await.map(|_| ())
}

/// Stores that these mails of a batch were sent, unless it is another sender's by now; `is_last` deletes the batch. The
/// mails are in the order of the batch.
pub async fn sent(
    pool: &PgPool,
    batch: Uuid,
    mails: &[Uuid],
    is_last: bool,
    now: DateTime<Utc>,
) -> Result<(), sqlx::Error> {
    let held = if is_last {
        "held AS (DELETE FROM mails_in_hand WHERE batch_id = $1 RETURNING *)".to_owned()
    } else if mails.is_empty() {
        return Ok(());
    } else {
        format!("{HELD}, {LEFT}")
    };
    sqlx::query(&format!(
        "WITH {held}
         INSERT INTO sent_round_mails (id, position, booking_id, play_date, member_ids, queued_at, sent_at)
         SELECT sent.first_id, mail.position, mail.booking_id, mail.play_date,
             array_agg(mail.member_id ORDER BY mail.number), held.queued_at, $2
         FROM held, UNNEST(mail_ids, positions, member_ids, booking_ids, play_dates) WITH ORDINALITY
             AS mail (id, position, member_id, booking_id, play_date, number)
             JOIN UNNEST($3::uuid[], $4::uuid[]) AS sent (id, first_id) ON sent.id = mail.id
         GROUP BY sent.first_id, mail.position, mail.booking_id, mail.play_date, held.queued_at"
    ))
    .bind(batch)
    .bind(now)
    .bind(mails)
    .bind(first_ids(mails))
    .execute(pool)
    .await
    .map(|_| ())
}

/// For each mail the first of the run of ids that it is in.
fn first_ids(mails: &[Uuid]) -> Vec<Uuid> {
    let mut firsts: Vec<Uuid> = Vec::with_capacity(mails.len());
    let mut before = None;
    for id in mails {
        let first = match (firsts.last(), before) {
            (Some(first), Some(before)) if next(before) == *id && !id.as_u128().is_multiple_of(RUN) => *first,
            _ => *id,
        };
        firsts.push(first);
        before = Some(*id);
    }
    firsts
}

/// Queues in the outbox what was not sent of a batch, because its sender ends; without one, of those whose lease has ended.
pub async fn queue_unsent(pool: &PgPool, batch: Option<Uuid>, now: DateTime<Utc>) -> Result<(), sqlx::Error> {
    sqlx::query(&format!(
        "WITH held AS (
             DELETE FROM mails_in_hand
             WHERE CASE WHEN $1::uuid IS NULL THEN leased_until < clock_timestamp() ELSE batch_id = $1 END
             RETURNING *
         )
         {QUEUE} ON CONFLICT (dedup_key) DO NOTHING"
    ))
    .bind(batch)
    .bind(now)
    .execute(pool)
    .await
    .map(|_| ())
}

#[cfg(test)]
mod tests {
    use chrono::NaiveDate;
    use fairway_events::{BookingId, MemberId};

    use super::*;
    use crate::outbox::rounds::Round;

    #[test]
    fn mails_of_an_event_have_ids_that_differ_in_three_bits() {
        let round = Round { booking: BookingId(Uuid::nil()), play_date: NaiveDate::default() };
        let mail = RoundMail { dedup_key: String::new(), to: MemberId(Uuid::nil()), round };
        let mut new = [0xfff, 0x1234, 0x5678].map(Uuid::from_u128).into_iter();
        let positions = [vec![7], vec![8; 9]].concat();
        let held =
            with_ids(positions.iter().map(|position| (*position, &mail)), || new.next().expect("an id"));
        let ids: Vec<u128> = held.iter().map(|held| held.id.as_u128()).collect();
        let second: Vec<u128> = (0x1230..0x1238).collect();
        assert_eq!(ids, [vec![0xff8], second, vec![0x5678]].concat());
    }

    #[test]
    fn what_follows_by_its_id_is_one_run() {
        let ids = [5, 6, 9, 10, 11, 15, 16, 17, 20].map(Uuid::from_u128);
        assert_eq!(first_ids(&ids), [5, 5, 9, 9, 9, 15, 16, 16, 20].map(Uuid::from_u128));
        assert!(first_ids(&[]).is_empty());
    }
}
