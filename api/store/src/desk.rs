//! The numbers of the operators' start page: work that waits for a person. Counts alone, which name nobody.
//! Its functions fail when the database does not answer.

use chrono::{DateTime, TimeDelta, Utc};
use fairway_events::from_row;
use sqlx::PgPool;

/// Refusals of an hour that are few enough for no peak, whatever is usual.
const FEW: i64 = 4;
/// How many times the usual number of an hour a peak is.
const TIMES: f64 = 3.0;
/// Hours of the week that says what is usual.
const HOURS: f64 = 168.0;
/// Peaks that are shown, the highest first.
const MOST_PEAKS: i64 = 5;

/// The mails that need a look.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mails {
    /// Mails that wait.
    pub waiting: i64,
    /// When the one that waits longest was queued; a mail that waits for changes counts only after its first attempt.
    pub oldest_queued_at: Option<DateTime<Utc>>,
    /// Mails of the last 90 days that were given up.
    pub failed: i64,
    /// When the latest of them was.
    pub last_failed_at: Option<DateTime<Utc>>,
    /// Mails of the last 90 days whose address the mail server refused for good.
    pub bounced: i64,
    /// When it refused the latest of them.
    pub last_bounced_at: Option<DateTime<Utc>>,
}

from_row!(Mails { waiting, oldest_queued_at, failed, last_failed_at, bounced, last_bounced_at });

/// Counts the mails.
pub async fn mails(pool: &PgPool) -> Result<Mails, sqlx::Error> {
    sqlx::query_as(
        "SELECT count(*) + (SELECT coalesce(sum(cardinality(mail_ids)), 0)::bigint FROM mails_in_hand) AS waiting,
             least(min(queued_at) FILTER (WHERE NOT gathers OR attempts > 0), (SELECT min(queued_at) FROM mails_in_hand))
                 AS oldest_queued_at,
             (SELECT count(*) FROM mail_outbox WHERE state = 'failed') AS failed,
             (SELECT max(settled_at) FROM mail_outbox WHERE state = 'failed') AS last_failed_at,
             (SELECT count(*) FROM mail_outbox WHERE bounced_address IS NOT NULL) AS bounced,
             (SELECT max(settled_at) FROM mail_outbox WHERE bounced_address IS NOT NULL) AS last_bounced_at
         FROM mail_outbox WHERE settled_at IS NULL",
    )
    .fetch_one(pool)
    .await
}

/// A rule that refuses far more than usual.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Peak {
    /// The rule's stable code.
    pub rule: String,
    /// The slug of the club that was asked for; none: the command named no club, or there is no such club.
    pub club_id: Option<String>,
    /// The club's name.
    pub club: Option<String>,
    /// Refusals of the last recent.
    pub count: i64,
    /// The first of them.
    pub since: DateTime<Utc>,
}

from_row!(Peak { rule, club_id, club, count, since });

/// The rules that refused, at one club or without one, several times as often in the last hour as in an hour of the week
/// before, and not only now and then.
pub async fn peaks(pool: &PgPool, now: DateTime<Utc>) -> Result<Vec<Peak>, sqlx::Error> {
    let hour = now - TimeDelta::hours(1);
    sqlx::query_as(
        "WITH recent AS (
             SELECT rule, club_id, count(*) AS count, min(at) AS since FROM refusals
             WHERE at > $1 AND at <= $2 GROUP BY rule, club_id HAVING count(*) > $3
         )
         SELECT recent.rule, club.id AS club_id, club.name AS club, recent.count, recent.since
         FROM recent
         CROSS JOIN LATERAL (
             SELECT count(*) AS count FROM refusals AS past
             WHERE past.rule = recent.rule AND past.club_id IS NOT DISTINCT FROM recent.club_id
                 AND past.at > $4 AND past.at <= $1
         ) AS week
         LEFT JOIN clubs AS club ON club.id = recent.club_id
         WHERE recent.count >= $5 * week.count / $6
         ORDER BY recent.count DESC, recent.rule, recent.club_id LIMIT $7",
    )
    .bind(hour)
    .bind(now)
    .bind(FEW)
    .bind(hour - TimeDelta::days(7))
    .bind(TIMES)
    .bind(HOURS)
    .bind(MOST_PEAKS)
    .fetch_all(pool)
    .await
}

/// The content that is not what members see.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Content {
    /// Drafts without a time at which they appear; those of items that vanished by their plan are left out.
    pub drafts: i64,
    /// Items that appear by their plan.
    pub planned: i64,
    /// When the next of them does.
    pub next_appears_at: Option<DateTime<Utc>>,
    /// Drafts that their plan could not publish, and that nobody changed since.
    pub refused: i64,
    /// The latest such attempt.
    pub last_refused_at: Option<DateTime<Utc>>,
}

from_row!(Content { drafts, planned, next_appears_at, refused, last_refused_at });

/// Counts the content.
pub async fn content(pool: &PgPool) -> Result<Content, sqlx::Error> {
    sqlx::query_as(
        "SELECT count(*) FILTER (WHERE item.draft IS NOT NULL AND item.appears_at IS NULL AND NOT item.has_vanished) AS drafts,
             count(*) FILTER (WHERE item.appears_at IS NOT NULL) AS planned,
             min(item.appears_at) AS next_appears_at,
             count(*) FILTER (WHERE latest.action = 'refuse') AS refused,
             max(latest.at) FILTER (WHERE latest.action = 'refuse') AS last_refused_at
         FROM content_schedule AS item
         LEFT JOIN LATERAL (
             SELECT action, at FROM content_changes AS change
             WHERE change.kind = item.kind AND change.key = item.key ORDER BY change.id DESC LIMIT 1
         ) AS latest ON item.draft IS NOT NULL",
    )
    .fetch_one(pool)
    .await
}

/// The work that operators started at a screen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tasks {
    /// Rebuilds that wait for a decision.
    pub ready: i64,
    /// When the first of them was asked for.
    pub ready_since: Option<DateTime<Utc>>,
    /// Rebuilds and verifications that wait for a process, or run.
    pub running: i64,
    /// When the first of them was asked for.
    pub running_since: Option<DateTime<Utc>>,
    /// When the last verification ended; none: none is known.
    pub verified_at: Option<DateTime<Utc>>,
    /// How many findings it had.
    pub findings: Option<i64>,
}

from_row!(Tasks { ready, ready_since, running, running_since, verified_at, findings });

/// Counts the tasks.
pub async fn tasks(pool: &PgPool) -> Result<Tasks, sqlx::Error> {
    sqlx::query_as(
        "WITH verified AS (
             SELECT finished_at, (result ->> 'counted')::bigint AS findings FROM operator_tasks
             WHERE kind = 'verify' AND state = 'done' ORDER BY finished_at DESC LIMIT 1
         )
         SELECT count(*) FILTER (WHERE state = 'ready') AS ready,
             min(asked_at) FILTER (WHERE state = 'ready') AS ready_since,
             count(*) FILTER (WHERE state IN ('waiting', 'running')) AS running,
             min(asked_at) FILTER (WHERE state IN ('waiting', 'running')) AS running_since,
             (SELECT finished_at FROM verified) AS verified_at, (SELECT findings FROM verified) AS findings
         FROM operator_tasks WHERE finished_at IS NULL",
    )
    .fetch_one(pool)
    .await
}

/// Counts the accounts that may log in and have no second factor.
pub async fn operators_without_factor(pool: &PgPool) -> Result<i64, sqlx::Error> {
    sqlx::query_scalar(
        "SELECT count(*) FROM operators
         WHERE disabled_at IS NULL AND password_hash IS NOT NULL AND second_factor IS NULL",
    )
    .fetch_one(pool)
    .await
}
