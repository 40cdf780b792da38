//! What clubs' accounts and devices did and looked at. Append-only; a row has the member's id, and never a value.
//! Its functions fail when the database does not answer.

pub mod listing;

use chrono::{DateTime, Utc};
use fairway_clock::random;
use fairway_events::{ClubId, ClubUserId, MemberId};
use sqlx::PgExecutor;
use uuid::Uuid;

/// The author of an act.
#[derive(Debug, Clone, Copy)]
pub struct ActingUser<'a> {
    /// The account or the device.
    pub id: ClubUserId,
    /// Its name.
    pub name: &'a str,
    /// The club.
    pub club: &'a ClubId,
}

/// An act.
#[derive(Debug, Clone, Copy)]
pub struct ClubAct<'a> {
    /// The act, such as `invite`.
    pub action: &'a str,
    /// To what, by its kind and id, or the name of an account or a device.
    pub subject: &'a str,
    /// Why; empty where the act asks for no reason.
    pub reason: &'a str,
    /// To which member, if it was one.
    pub member: Option<MemberId>,
}

/// Records an act, in the transaction that carries it out.
pub async fn record(
    executor: impl PgExecutor<'_>,
    by: ActingUser<'_>,
    act: ClubAct<'_>,
    at: DateTime<Utc>,
) -> Result<(), sqlx::Error> {
    insert(executor, random::new_id(at), by, act, at).await
}

/// Records a look in a session, once.
pub async fn record_look(
    executor: impl PgExecutor<'_>,
    by: ActingUser<'_>,
    session: Uuid,
    subject: &str,
    member: Option<MemberId>,
    at: DateTime<Utc>,
) -> Result<(), sqlx::Error> {
    let id = Uuid::new_v5(&session, format!("view {subject}").as_bytes());
    insert(executor, id, by, ClubAct { action: "view", subject, reason: "", member }, at).await
}

/// Records a refused log-in, once a minute: strangers make as many as they like.
pub async fn record_refused_log_in(
    executor: impl PgExecutor<'_>,
    by: ActingUser<'_>,
    reason: &str,
    at: DateTime<Utc>,
) -> Result<(), sqlx::Error> {
    let minute = at.timestamp().div_euclid(60);
    let id = Uuid::new_v5(&by.id.0, format!("refused log-in {reason} {minute}").as_bytes());
    let act = ClubAct { action: "refused log-in", subject: "account", reason, member: None };
    insert(executor, id, by, act, at).await
}

async fn insert(
    executor: impl PgExecutor<'_>,
    id: Uuid,
    by: ActingUser<'_>,
    act: ClubAct<'_>,
    at: DateTime<Utc>,
) -> Result<(), sqlx::Error> {
    sqlx::query(
        "INSERT INTO club_actions (id, at, club_id, user_id, user_name, action, subject, reason, member_id)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT (id) DO NOTHING",
    )
    .bind(id)
    .bind(at)
    .bind(&by.club.0)
    .bind(by.id.0)
    .bind(by.name)
    .bind(act.action)
    .bind(act.subject)
    .bind(act.reason)
    .bind(act.member.map(|member| member.0))
    .execute(executor)
    .await
    .map(|_| ())
}
