//! Operators' actions for which the journal has no event, and what they looked at. Append-only; a row has the member's
//! id, and never a value.

use anyhow::ensure;
use chrono::{DateTime, TimeDelta, Utc};
use fairway_events::{MemberId, from_row};
use sqlx::{PgConnection, PgExecutor, PgPool};
use uuid::Uuid;

use crate::random;

/// Characters of an operator's name or of a reason, at most.
const MAX_CHARACTERS: usize = 200;
/// Views of one subject within this time are recorded once.
const SAME_VIEW: TimeDelta = TimeDelta::minutes(1);
/// How long a session lasts at most.
const SESSION: TimeDelta = TimeDelta::hours(12);
/// Subjects of one search that are recorded by their ids; a search by name shows no more members.
const MOST_SHOWN: usize = 20;

/// Which operator acts, and why: an erasure, a closed account, access to a member's view.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OperatorAct {
    /// The operator's name.
    pub operator: String,
    /// Why.
    pub reason: String,
}

impl OperatorAct {
    /// The validated form that is recorded: each is one line of text.
    ///
    /// # Errors
    /// What is wrong with one of the two.
    pub fn checked(&self) -> anyhow::Result<Self> {
        Ok(Self { operator: line("--operator", &self.operator)?, reason: line("--reason", &self.reason)? })
    }
}

/// A name or a reason as it is recorded: one line of text.
///
/// # Errors
/// What is wrong with it; `name` is what it is called.
pub fn line(name: &str, text: &str) -> anyhow::Result<String> {
    let text = text.trim();
    ensure!(!text.is_empty(), "{name} must not be empty");
    ensure!(text.chars().count() <= MAX_CHARACTERS, "{name} must have at most {MAX_CHARACTERS} characters");
    ensure!(!text.chars().any(char::is_control), "{name} must be one line of text");
    Ok(text.to_owned())
}

/// An operator's action for a member.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Act {
    /// Changed fields of their profile under their account.
    ChangedProfile {
        /// The fields, by their names in the API.
        fields: Vec<&'static str>,
    },
    /// Dismissed an important news item under their account.
    DismissedNews {
        /// The item.
        item: Uuid,
    },
    /// Marked a favourite co-player under their account.
    MarkedFavourite {
        /// Whom.
        favourite: MemberId,
    },
    /// Removed that mark under their account.
    UnmarkedFavourite {
        /// Whose.
        favourite: MemberId,
    },
    /// Closed their account.
    Disabled,
    /// Opened it again.
    Enabled,
}

impl Act {
    const fn action(&self) -> &'static str {
        match self {
            Self::ChangedProfile { .. } => "change profile",
            Self::DismissedNews { .. } => "dismiss news",
            Self::MarkedFavourite { .. } => "add favourite",
            Self::UnmarkedFavourite { .. } => "remove favourite",
            Self::Disabled => "disable",
            Self::Enabled => "enable",
        }
    }

    fn subject(&self) -> String {
        match self {
            Self::ChangedProfile { fields } => fields.join(", "),
            Self::DismissedNews { item } => item.to_string(),
            Self::MarkedFavourite { favourite } | Self::UnmarkedFavourite { favourite } => {
                favourite.to_string()
            }
            Self::Disabled | Self::Enabled => "account".to_owned(),
        }
    }
}

/// An operator at a screen: the account, and the name that is recorded with it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ActingOperator {
    /// The account.
    pub id: Uuid,
    /// The operator's name.
    pub name: String,
}

/// What an operator did at a screen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ScreenAct {
    /// What was done, such as `add operator`.
    pub action: &'static str,
    /// To what, by its kind and id or an operator's name.
    pub subject: String,
    /// To which member, if it was one.
    pub member: Option<MemberId>,
    /// Why.
    pub reason: String,
}

/// Records what an operator did at a screen, in the transaction that carries it out.
///
/// # Errors
/// When the database does not answer.
pub async fn record_at_screen(
    executor: impl PgExecutor<'_>,
    by: &ActingOperator,
    act: &ScreenAct,
    at: DateTime<Utc>,
) -> Result<(), sqlx::Error> {
    sqlx::query(
        "INSERT INTO operator_actions (id, at, operator, reason, action, subject, member_id, operator_id)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
    )
    .bind(random::new_id(at))
    .bind(at)
    .bind(&by.name)
    .bind(&act.reason)
    .bind(act.action)
    .bind(&act.subject)
    .bind(act.member.map(|member| member.0))
    .bind(by.id)
    .execute(executor)
    .await
    .map(|_| ())
}

/// Records that an operator looked at a subject, once a minute: a page asks several questions about its subject.
///
/// # Errors
/// When the database does not answer.
pub async fn record_view(
    executor: impl PgExecutor<'_>,
    by: &ActingOperator,
    (subject, member): (&str, Option<MemberId>),
    at: DateTime<Utc>,
) -> Result<(), sqlx::Error> {
    sqlx::query(
        "INSERT INTO operator_actions (id, at, operator, reason, action, subject, member_id, operator_id)
         SELECT $1, $2, $3, '', 'view', $4, $5, $6
         WHERE NOT EXISTS (
             SELECT FROM operator_actions
             WHERE at > $7 AND at <= $2 AND operator_id = $6 AND action = 'view' AND subject = $4
         )",
    )
    .bind(random::new_id(at))
    .bind(at)
    .bind(&by.name)
    .bind(subject)
    .bind(member.map(|member| member.0))
    .bind(by.id)
    .bind(at - SAME_VIEW)
    .execute(executor)
    .await
    .map(|_| ())
}

/// Persons that a search showed to an operator.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShownPersons<'a> {
    /// What was searched by, such as `name`: never what was written, which is a name or an address.
    pub by: &'a str,
    /// The subjects that name somebody, by kind and id.
    pub subjects: &'a [String],
    /// The member, if one was found and nothing else.
    pub member: Option<MemberId>,
}

/// Records whom a search showed to an operator, as one row; once a minute for the same persons. What was found by its id
/// and seen by the operator within a session's time is not recorded again: a screen that lists what was opened last asks
/// for its titles by id. Does nothing where nobody was shown.
///
/// # Errors
/// When the database does not answer.
pub async fn record_search(
    executor: impl PgExecutor<'_>,
    by: &ActingOperator,
    shown: &ShownPersons<'_>,
    at: DateTime<Utc>,
) -> Result<(), sqlx::Error> {
    let named = &shown.subjects[..shown.subjects.len().min(MOST_SHOWN)];
    let Some(first) = named.first() else { return Ok(()) };
    let more = match shown.subjects.len() - named.len() {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    let seen_before = (shown.by == "id" && shown.subjects.len() == 1).then_some(first);
    let same = if seen_before.is_some() { SESSION } else { SAME_VIEW };
    sqlx::query(
        "INSERT INTO operator_actions (id, at, operator, reason, action, subject, member_id, operator_id)
         SELECT $1, $2, $3, '', 'search', $4, $5, $6
         WHERE NOT EXISTS (
             SELECT FROM operator_actions
             WHERE at > $7 AND at <= $2 AND operator_id = $6
                 AND (action = 'search' AND subject = $4 OR action = 'view' AND subject = $8)
         )",
    )
    .bind(random::new_id(at))
    .bind(at)
    .bind(&by.name)
    .bind(format!("by {}: {}{more}", shown.by, named.join(", ")))
    .bind(shown.member.map(|member| member.0))
    .bind(by.id)
    .bind(at - same)
    .bind(seen_before)
    .execute(executor)
    .await
    .map(|_| ())
}

/// A recorded action.
#[derive(Debug, Clone)]
pub struct Recorded {
    /// The row's id.
    pub id: Uuid,
    /// When.
    pub at: DateTime<Utc>,
    /// The operator's name.
    pub operator: String,
    /// What was done.
    pub action: String,
    /// To what.
    pub subject: String,
    /// To which member.
    pub member_id: Option<Uuid>,
    /// The member's name; none for one who was erased.
    pub member_name: Option<String>,
    /// Why; empty for a view.
    pub reason: String,
}

from_row!(Recorded { id, at, operator, action, subject, member_id, member_name, reason });

/// Which recorded actions are listed.
#[derive(Debug, Clone, Default)]
pub struct ActionFilter {
    /// Only those before this row, by its instant and id.
    pub before: Option<(DateTime<Utc>, Uuid)>,
    /// A part of the operator's name, in any case.
    pub operator: Option<String>,
    /// A part of the action or the subject, in any case, or a member's id.
    pub subject: Option<String>,
}

/// Recorded actions, and the links by which operators used the portal as a member; latest first.
///
/// # Errors
/// When the database does not answer.
pub async fn list(pool: &PgPool, filter: &ActionFilter, limit: i64) -> Result<Vec<Recorded>, sqlx::Error> {
    sqlx::query_as(include_str!("operator_actions/list.sql"))
        .bind(filter.before.map(|before| before.0))
        .bind(filter.before.map(|before| before.1))
        .bind(filter.operator.as_deref().map(contains))
        .bind(filter.subject.as_deref().map(contains))
        .bind(filter.subject.as_deref().and_then(|text| text.trim().parse::<Uuid>().ok()))
        .bind(limit)
        .fetch_all(pool)
        .await
}

/// A pattern for `ILIKE` that matches texts which contain this one.
fn contains(text: &str) -> String {
    let escaped: String = text
        .chars()
        .flat_map(|char| r"\%_".contains(char).then_some('\\').into_iter().chain([char]))
        .collect();
    format!("%{escaped}%")
}

/// Records an action, in the transaction that carries it out.
///
/// # Errors
/// When the database does not answer.
pub async fn record(
    connection: &mut PgConnection,
    member: MemberId,
    by: &OperatorAct,
    act: &Act,
    at: DateTime<Utc>,
) -> Result<(), sqlx::Error> {
    sqlx::query(
        "INSERT INTO operator_actions (id, at, operator, reason, action, subject, member_id)
         VALUES ($1, $2, $3, $4, $5, $6, $7)",
    )
    .bind(random::new_id(at))
    .bind(at)
    .bind(&by.operator)
    .bind(&by.reason)
    .bind(act.action())
    .bind(act.subject())
    .bind(member.0)
    .execute(connection)
    .await
    .map(|_| ())
}
