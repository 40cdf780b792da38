//! Mails of the day before a round: rows without content, one per place, which are composed when they are sent.

use chrono::{DateTime, Utc};
use sqlx::PgConnection;
use uuid::Uuid;

use super::rounds::RoundMail;

/// Queues these mails, except those that were queued before and those to members who were erased or whose account is
/// closed; returns how many. They are inserted in the order of their keys, so that two nodes that queue the same ones wait
/// for each other in one direction.
/// Fails when the database does not answer.
pub async fn insert(
    connection: &mut PgConnection,
    mails: &[(Uuid, RoundMail)],
    now: DateTime<Utc>,
) -> Result<u64, sqlx::Error> {
    if mails.is_empty() {
        return Ok(0);
    }
    let done = sqlx::query(
        "INSERT INTO mail_outbox (id, dedup_key, member_id, booking_id, play_date, state, queued_at, due_at)
         SELECT mail.id, mail.dedup_key, mail.member_id, mail.booking_id, mail.play_date, 'uncomposed', $6, $6
         FROM UNNEST($1::uuid[], $2::text[], $3::uuid[], $4::uuid[], $5::date[])
             AS mail (id, dedup_key, member_id, booking_id, play_date)
         WHERE EXISTS (SELECT FROM members WHERE members.id = mail.member_id AND disabled_at IS NULL)
         ORDER BY mail.dedup_key
         ON CONFLICT (dedup_key) DO NOTHING",
    )
    .bind(mails.iter().map(|(id, _)| *id).collect::<Vec<_>>())
    .bind(mails.iter().map(|(_, mail)| mail.dedup_key.as_str()).collect::<Vec<_>>())
    .bind(mails.iter().map(|(_, mail)| mail.to.0).collect::<Vec<_>>())
    .bind(mails.iter().map(|(_, mail)| mail.round.booking.0).collect::<Vec<_>>())
    .bind(mails.iter().map(|(_, mail)| mail.round.play_date).collect::<Vec<_>>())
    .bind(now)
    .execute(connection)
    .await?;
    Ok(done.rows_affected())
}
