//! Operators' views of persons: rows of `operator_actions` without a reason, by ids. A session records each once,
//! however often its screens ask again.

use chrono::{DateTime, Utc};
use fairway_events::MemberId;
use sqlx::PgExecutor;
use uuid::Uuid;

/// How an operator came to see somebody.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sight {
    /// Opened them, or a list that has them.
    View,
    /// Found them.
    Search,
}

impl Sight {
    const fn action(self) -> &'static str {
        match self {
            Self::View => "view",
            Self::Search => "search",
        }
    }

    /// The id of the record: the same for the same sight in the same session, so that it is stored once even if two
    /// requests of a screen arrive at the same moment.
    fn record_of(self, session: Uuid, subject: &str) -> Uuid {
        Uuid::new_v5(&session, format!("{} {subject}", self.action()).as_bytes())
    }
}

/// A view to record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shown<'a> {
    /// How.
    pub sight: Sight,
    /// Its subject: kinds and ids, never a name or an address.
    pub subject: &'a str,
    /// The member, if it was one member and nothing else.
    pub member: Option<MemberId>,
    /// Nothing is recorded where the session viewed this before: a screen that lists what was opened last asks for the
    /// titles by id.
    pub unless_viewed: Option<&'a str>,
}

/// The operator who was shown something.
#[derive(Debug, Clone, Copy)]
pub struct Viewer<'a> {
    /// The operator's name.
    pub name: &'a str,
    /// The operator's account; none for a command on a machine.
    pub id: Option<Uuid>,
    /// The session: of the operator, or the one as a member.
    pub session: Uuid,
}

/// Records what an operator was shown in a session, once.
/// Fails when the database does not answer.
pub async fn record(
    executor: impl PgExecutor<'_>,
    viewer: Viewer<'_>,
    shown: &Shown<'_>,
    at: DateTime<Utc>,
) -> Result<(), sqlx::Error> {
    let viewed = shown.unless_viewed.map(|subject| Sight::View.record_of(viewer.session, subject));
    sqlx::query(
        "INSERT INTO operator_actions (id, at, operator, reason, action, subject, member_id, operator_id)
         SELECT $1, $2, $3, '', $4, $5, $6, $7
         WHERE NOT EXISTS (SELECT FROM operator_actions WHERE id = $8)
         ON CONFLICT (id) DO NOTHING",
    )
    .bind(shown.sight.record_of(viewer.session, shown.subject))
    .bind(at)
    .bind(viewer.name)
    .bind(shown.sight.action())
    .bind(shown.subject)
    .bind(shown.member.map(|member| member.0))
    .bind(viewer.id)
    .bind(viewed)
    .execute(executor)
    .await
    .map(|_| ())
}
