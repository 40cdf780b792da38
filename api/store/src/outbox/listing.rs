//! The mails as operators see them: to whom, about what, how often they were tried and what failed. Never what they say.

use chrono::{DateTime, NaiveDate, Utc};
use fairway_events::from_row;
use sqlx::{PgPool, Postgres, QueryBuilder, Row};
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

    /// The column of the days of a period.
    const fn day(self) -> &'static str {
        match self {
            Self::Waiting => "queued_at",
            Self::Failed | Self::Bounced | Self::Sent => "settled_at",
        }
    }
}

/// A kind of mail, by its cause.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ListedKind {
    /// About a round, but not on the day before it.
    Round,
    /// On the day before a round.
    Reminder,
    /// About a group on a waiting list.
    WaitingList,
    /// About an order, or about what was taken back.
    Receipt,
    /// A link to a new password.
    PasswordLink,
    /// A notice that the password was changed.
    PasswordChanged,
    /// About a new e-mail address.
    EmailAddress,
    /// None of these.
    Other,
}

impl ListedKind {
    const fn condition(self) -> &'static str {
        match self {
            Self::Round => "booking_id IS NOT NULL AND dedup_key NOT LIKE 'reminder:%'",
            Self::Reminder => "dedup_key LIKE 'reminder:%'",
            Self::WaitingList => "waiting_group_id IS NOT NULL",
            Self::Receipt => "booking_id IS NULL AND waiting_group_id IS NULL AND dedup_key LIKE 'event:%'",
            Self::PasswordLink => "dedup_key LIKE 'reset:%'",
            Self::PasswordChanged => "dedup_key LIKE 'password-changed:%'",
            Self::EmailAddress => {
                "split_part(dedup_key, ':', 1) IN ('new-address', 'new-address-asked', 'address-changed')"
            }
            Self::Other => {
                "booking_id IS NULL AND waiting_group_id IS NULL
                 AND split_part(dedup_key, ':', 1) NOT IN ('reminder', 'event', 'reset', 'password-changed',
                     'new-address', 'new-address-asked', 'address-changed')"
            }
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
    /// Only those of this kind.
    pub kind: Option<ListedKind>,
    /// The first day on which they were settled, or queued where they wait; Europe/Amsterdam.
    pub from: Option<NaiveDate>,
    /// The last day.
    pub to: Option<NaiveDate>,
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
    /// Whether it waits, or waited, for what else happens to its booking.
    pub gathers: bool,
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
    sent_again,
    gathers
});

/// The mails of the outbox, with what [`ListedMail`] names.
const OUTBOX: &str = "(SELECT mail.id, mail.dedup_key, mail.sorted_at, mail.member_id, mail.address AS own_address, mail.subject,
         mail.state, mail.queued_at, mail.due_at, mail.settled_at, mail.attempts, mail.last_error, mail.booking_id,
         mail.waiting_group_id, mail.play_date, mail.bounced_address, mail.sent_again, mail.gathers";

/// The same of mails about rounds without a row of their own, from `mail` with its id, event, recipient and round.
const ABOUT_ROUNDS: &str = ") UNION ALL (SELECT mail.id, format('event:%s:%s', mail.position, mail.member_id),
         mail.sorted_at, mail.member_id, NULL, NULL, mail.state, mail.queued_at, mail.sorted_at, mail.settled_at, 1,
         NULL, mail.booking_id, NULL, mail.play_date, NULL, 0, false";

/// A page of mails, at most `limit`.
/// Fails when the database does not answer.
pub async fn list(pool: &PgPool, filter: &MailFilter, limit: i64) -> Result<Vec<ListedMail>, sqlx::Error> {
    let (column, is_ascending) = filter.listed.order();
    let (comparison, direction) = if is_ascending { (">", "ASC") } else { ("<", "DESC") };
    let mut query = QueryBuilder::new(format!(
        "SELECT mail.*, concat_ws(' ', member.first_name, nullif(member.prefix, ''), member.last_name) AS member_name,
             coalesce(mail.own_address, member.email, '') AS address
         FROM (SELECT * FROM ({OUTBOX} FROM (SELECT *, {column} AS sorted_at FROM mail_outbox WHERE {}",
        filter.listed.condition()
    ));
    if let Some(member) = filter.member {
        query.push(" AND member_id = ").push_bind(member);
    }
    if let Some(kind) = filter.kind {
        query.push(" AND (").push(kind.condition()).push(")");
    }
    filter.push_period(&mut query, filter.listed.day());
    filter.push_after(&mut query, &format!("({column}, id) {comparison}"));
    query
        .push(format!(" ORDER BY {column} {direction}, id {direction} LIMIT "))
        .push_bind(limit)
        .push(") AS mail");
    if filter.kind.is_none_or(|kind| kind == ListedKind::Round) {
        match filter.listed {
            Listed::Sent => filter.push_sent(&mut query, limit),
            Listed::Waiting => filter.push_in_hand(&mut query),
            Listed::Failed | Listed::Bounced => {}
        }
    }
    query.push(format!(")) AS mail ORDER BY sorted_at {direction}, id {direction} LIMIT ")).push_bind(limit);
    query.push(format!(
        ") AS mail LEFT JOIN members AS member ON member.id = mail.member_id
         ORDER BY mail.sorted_at {direction}, mail.id {direction}"
    ));
    query.build_query_as().fetch_all(pool).await
}

impl MailFilter {
    fn push_period(&self, query: &mut QueryBuilder<'_, Postgres>, day_of: &str) {
        if let Some(from) = self.from {
            query.push(format!(" AND {day_of} >= ")).push_bind(from);
            query.push("::timestamp AT TIME ZONE 'Europe/Amsterdam'");
        }
        if let Some(to) = self.to {
            query.push(format!(" AND {day_of} < (")).push_bind(to);
            query.push(" + 1)::timestamp AT TIME ZONE 'Europe/Amsterdam'");
        }
    }

    fn push_after(&self, query: &mut QueryBuilder<'_, Postgres>, comparison: &str) {
        if let Some((at, id)) = self.after {
            query.push(format!(" AND {comparison} (")).push_bind(at).push(", ").push_bind(id).push(")");
        }
    }

    fn push_recipient(&self, query: &mut QueryBuilder<'_, Postgres>) {
        // Erased members are in no list.
        query.push(" WHERE mail.member_id IN (SELECT id FROM members)");
        if let Some(member) = self.member {
            query.push(" AND mail.member_id = ").push_bind(member);
        }
    }

    /// Those that were sent at the first attempt.
    fn push_sent(&self, query: &mut QueryBuilder<'_, Postgres>, limit: i64) {
        query.push(ABOUT_ROUNDS).push(
            " FROM (SELECT encode(set_byte(uuid_send(id), 15, get_byte(uuid_send(id), 15) + number::integer - 1), 'hex')::uuid
                      AS id, position, recipient AS member_id, sent_at AS sorted_at, 'sent' AS state, queued_at,
                      sent_at AS settled_at, booking_id, play_date
                  FROM (SELECT * FROM sent_round_mails WHERE true",
        );
        if let Some(member) = self.member {
            query.push(" AND booking_id IN (SELECT place.booking_id FROM reservations_places AS place WHERE place.member_id = ");
            query.push_bind(member).push(") AND ").push_bind(member).push(" = ANY(member_ids)");
        }
        query.push(" AND EXISTS (SELECT FROM members WHERE members.id = ANY(member_ids))");
        self.push_period(query, "sent_at");
        // The row of the last mail of the page before may have others, or none.
        self.push_after(query, "(sent_at, id) <=");
        query.push(" ORDER BY sent_at DESC, id DESC LIMIT ").push_bind(limit + 1);
        query.push(") AS sent, UNNEST(member_ids) WITH ORDINALITY AS to_member (recipient, number)) AS mail");
        self.push_recipient(query);
        self.push_after(query, "(mail.sorted_at, mail.id) <");
    }

    /// Those that a sender has in hand at the first attempt.
    fn push_in_hand(&self, query: &mut QueryBuilder<'_, Postgres>) {
        query.push(ABOUT_ROUNDS).push(
            " FROM (SELECT mail.*, leased_until AS sorted_at, 'uncomposed' AS state, queued_at,
                      NULL::timestamptz AS settled_at
                  FROM mails_in_hand, UNNEST(mail_ids, positions, member_ids, booking_ids, play_dates)
                      AS mail (id, position, member_id, booking_id, play_date)) AS mail",
        );
        self.push_recipient(query);
        self.push_period(query, "queued_at");
        self.push_after(query, "(mail.sorted_at, mail.id) >");
    }
}

/// Mails that are counted, at most: the lists grow for 90 days, and beyond this number nobody needs the exact one.
pub const MOST_COUNTED: i64 = 1_000;

/// How many mails the lists of settled ones have, at most one more than [`MOST_COUNTED`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SettledCounts {
    /// Their address was refused for good.
    pub bounced: i64,
    /// A mail server took them.
    pub sent: i64,
}

/// Counts the settled mails of the lists.
/// Fails when the database does not answer.
pub async fn settled_counts(pool: &PgPool) -> Result<SettledCounts, sqlx::Error> {
    let row = sqlx::query(
        "SELECT (SELECT count(*) FROM (SELECT FROM mail_outbox WHERE bounced_address IS NOT NULL LIMIT $1) AS one)
                 AS bounced,
             least($1, (SELECT count(*) FROM (SELECT FROM mail_outbox WHERE state = 'sent' LIMIT $1) AS one)
                 + (SELECT count(*) FROM (SELECT FROM (SELECT member_ids FROM sent_round_mails LIMIT $1) AS sent,
                        UNNEST(member_ids) AS mail (member_id)
                    WHERE member_id IN (SELECT id FROM members) LIMIT $1) AS one)) AS sent",
    )
    .bind(MOST_COUNTED + 1)
    .fetch_one(pool)
    .await?;
    Ok(SettledCounts { bounced: row.try_get("bounced")?, sent: row.try_get("sent")? })
}
