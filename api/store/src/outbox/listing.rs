//! The mails as operators see them: to whom, about what, how often they were tried and what failed. Never what they say.

use chrono::{DateTime, NaiveDate, Utc};
use fairway_events::from_row;
use sqlx::{PgPool, QueryBuilder};
use uuid::Uuid;

/// A list of mails, by their state.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Listed {
    /// Those that are to be sent, the next one first.
    Waiting,
    /// Those that were given up, the latest first.
    Failed,
    /// Those whose address the mail server refused for good, the latest first.
    Bounced,
    /// Those that a mail server took, the latest first.
    Sent,
}

impl Listed {
    const fn condition(self) -> &'static str {
        match self {
            Self::Waiting => "settled_at IS NULL",
            Self::Failed => "state = 'failed'",
            Self::Bounced => "bounced_address IS NOT NULL",
            Self::Sent => "state = 'sent'",
        }
    }

    /// The column that sorts the list, and whether its smallest value is first.
    const fn order(self) -> (&'static str, bool) {
        match self {
            Self::Waiting => ("due_at", true),
            Self::Failed | Self::Bounced | Self::Sent => ("settled_at", false),
        }
    }
}

/// A page of a list.
#[derive(Debug, Clone)]
pub struct MailFilter {
    /// The list.
    pub listed: Listed,
    /// Only those to this member.
    pub member: Option<Uuid>,
    /// The instant and the id of the last mail of the page before.
    pub after: Option<(DateTime<Utc>, Uuid)>,
}

/// A mail, without what it says.
#[derive(Debug, Clone)]
pub struct ListedMail {
    /// The row.
    pub id: Uuid,
    /// Its cause and recipient.
    pub dedup_key: String,
    /// The instant that sorts the list.
    pub sorted_at: DateTime<Utc>,
    /// The recipient, if it is a member.
    pub member_id: Option<Uuid>,
    /// The member's name.
    pub member_name: Option<String>,
    /// Where it goes: the member's address of today, or the address of the mail.
    pub address: String,
    /// The subject of a waiting mail that is composed already.
    pub subject: Option<String>,
    /// `queued`, `uncomposed`, `sent` or `failed`.
    pub state: String,
    /// When it was queued.
    pub queued_at: DateTime<Utc>,
    /// The next attempt, or the end of the lease of whoever is sending it.
    pub due_at: DateTime<Utc>,
    /// When it was sent or given up.
    pub settled_at: Option<DateTime<Utc>>,
    /// Attempts begun.
    pub attempts: i32,
    /// The error of the last failed attempt.
    pub last_error: Option<String>,
    /// The booking that it is about.
    pub booking_id: Option<Uuid>,
    /// The group on a waiting list that it is about.
    pub waiting_group_id: Option<Uuid>,
    /// The play date of that booking or group.
    pub play_date: Option<NaiveDate>,
    /// The address that the mail server refused for good.
    pub bounced_address: Option<String>,
    /// How often an operator had it sent again.
    pub sent_again: i32,
}

from_row!(ListedMail {
    id,
    dedup_key,
    sorted_at,
    member_id,
    member_name,
    address,
    subject,
    state,
    queued_at,
    due_at,
    settled_at,
    attempts,
    last_error,
    booking_id,
    waiting_group_id,
    play_date,
    bounced_address,
    sent_again
});

/// A page of mails, at most `limit`.
/// Fails when the database does not answer.
pub async fn list(pool: &PgPool, filter: &MailFilter, limit: i64) -> Result<Vec<ListedMail>, sqlx::Error> {
    let (column, is_ascending) = filter.listed.order();
    let (comparison, direction) = if is_ascending { (">", "ASC") } else { ("<", "DESC") };
    let mut query = QueryBuilder::new(format!(
        "SELECT mail.id, mail.dedup_key, mail.{column} AS sorted_at, mail.member_id,
             concat_ws(' ', member.first_name, nullif(member.prefix, ''), member.last_name) AS member_name,
             coalesce(mail.address, member.email, '') AS address, mail.subject, mail.state, mail.queued_at, mail.due_at,
             mail.settled_at, mail.attempts, mail.last_error, mail.booking_id, mail.waiting_group_id, mail.play_date,
             mail.bounced_address, mail.sent_again
         FROM (SELECT * FROM mail_outbox WHERE {}",
        filter.listed.condition()
    ));
    if let Some(member) = filter.member {
        query.push(" AND member_id = ").push_bind(member);
    }
    if let Some((at, id)) = filter.after {
        query.push(format!(" AND ({column}, id) {comparison} ("));
        query.push_bind(at).push(", ").push_bind(id).push(")");
    }
    query.push(format!(" ORDER BY {column} {direction}, id {direction} LIMIT ")).push_bind(limit);
    query.push(format!(
        ") AS mail LEFT JOIN members AS member ON member.id = mail.member_id
         ORDER BY mail.{column} {direction}, mail.id {direction}"
    ));
    query.build_query_as().fetch_all(pool).await
}
